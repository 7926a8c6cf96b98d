"""Precision against recall: of the rows called positive how many are, for every share of positives found."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.figures.roc import Fold

RECALLS: Floats = np.linspace(0.01, 1.0, 100)


@dataclass(frozen=True, slots=True, eq=False)
class PrecisionCurve:
    """Mean precision of all folds at every recall of RECALLS; `share` of the rows are positive: that of a guess."""

    precision: Floats
    share: float
    folds: int

    @property
    def area(self) -> float:
        """Below the mean curve."""
        return float(np.mean(self.precision))


def precision_curve(folds: Sequence[Fold]) -> PrecisionCurve | None:
    """Average the step-wise curves of the folds that have positives; None when none has.

    At a recall the precision of the highest threshold that reaches it is taken; equal scores are called together.
    """
    curves, positives, rows = [], 0, 0
    for fold in folds:
        is_positive = fold.truth == 1
        positives, rows = positives + int(is_positive.sum()), rows + len(is_positive)
        if not is_positive.any() or np.isnan(fold.ranking).any():
            continue
        order = np.argsort(-fold.ranking, kind="stable")
        last_of_ties = np.append(np.diff(fold.ranking[order]) != 0, True)
        found = np.cumsum(is_positive[order])[last_of_ties]
        called = np.flatnonzero(last_of_ties) + 1
        at = np.searchsorted(found / is_positive.sum(), RECALLS - 1e-12)
        curves.append((found / called)[np.minimum(at, len(found) - 1)])
    if not curves:
        return None
    return PrecisionCurve(np.mean(curves, axis=0), positives / rows, len(curves))
