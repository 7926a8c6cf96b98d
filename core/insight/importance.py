"""Importance of inputs from what was measured in every fold model: mean rise of the loss, its range, and ties.

The range is that of the corrected t over splits: right for the models trained on these rows, whose splits share rows.
About the algorithm in general it says less: there the range is too narrow for inputs that are related.
"""

import math
from collections.abc import Sequence

import numpy as np

from core.domain.dataset import Floats
from core.domain.model_explanation import Importance, InputImportance
from core.statistics.distributions import t_quantile
from core.statistics.t_tests import compute_corrected_variance

FEWEST_SPLITS = 10
LEVEL = 0.95


def summarize_importance(
    rises: Floats,
    groups: Sequence[tuple[str, ...]],
    outputs: Sequence[str],
    losses: Sequence[float],
    folds: int,
    model: str,
    measure: str,
    group_count: int | None = None,
) -> Importance | None:
    """Summarize `rises` (splits x groups x outputs); None with fewer than ten splits.

    `losses` are the mean losses of the model by output, `group_count` the number of groups of rows kept together.
    """
    splits = len(rises)
    if splits < FEWEST_SPLITS:
        return None
    df = (splits if group_count is None else min(splits, group_count)) - 1
    quantile, ratio = t_quantile(LEVEL, max(1, df)), 1.0 / (folds - 1)
    rows: list[InputImportance] = []
    for output, name in enumerate(outputs):
        of_output = [
            (place, *_estimate(rises[:, place, output], quantile, ratio))
            for place in range(len(groups))
            if np.isfinite(rises[:, place, output]).sum() >= FEWEST_SPLITS
        ]
        ordered = sorted(of_output, key=lambda one: (-one[1], one[0]))
        ranks = _rank_with_ties(rises[:, :, output], [one[0] for one in ordered], quantile, ratio)
        loss = losses[output]
        for rank, (place, mean, reach) in zip(ranks, ordered, strict=True):
            share = mean / loss if loss > 0 else 0.0
            rows.append(InputImportance(groups[place], name, mean, mean - reach, mean + reach, rank, share))
    return Importance(model, measure, splits, tuple(rows))


def _estimate(values: Floats, quantile: float, ratio: float) -> tuple[float, float]:
    known = values[np.isfinite(values)]
    return float(np.mean(known)), quantile * math.sqrt(compute_corrected_variance(known, ratio))


def _rank_with_ties(rises: Floats, order: Sequence[int], quantile: float, ratio: float) -> list[int]:
    """1, 2, 2, 4, …: a group ties with the first of its rank unless the difference of the two is shown."""
    ranks: list[int] = []
    first = 0
    for number, place in enumerate(order):
        if number:
            mean, reach = _estimate(rises[:, order[first]] - rises[:, place], quantile, ratio)
            if mean - reach > 0:
                first = number
        ranks.append(first + 1)
    return ranks
