"""Predictions of rows by models that had not seen them, as a study stored them: the evidence behind every promise."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import MAIN, FitResult
from core.domain.study import SchemeKind, Study
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """`rows` are positions in the dataset; `predicted` is repeats x rows x outputs, `scores` repeats x rows x classes.

    Scores are None where some training run gave none.
    """

    rows: Integers
    predicted: Floats
    scores: Floats | None


def collect_held_out(study: Study, data: Dataset, outcomes: Iterable[FitResult]) -> HeldOut | Undefined:
    """Lay out the held-out predictions of one model.

    Repeats that tested every row once are used as they are; where there is none (holdouts, bootstrap, failed folds),
    the first prediction of every tested row. Undefined: `in_sample` (tested on training rows), `no_rows`.
    """
    if study.scheme.kind is SchemeKind.RESUBSTITUTION:
        return Undefined("in_sample")
    done = [one for one in outcomes if one.job.part == MAIN and one.predicted is not None]
    if not done:
        return Undefined("no_rows")
    repeats = 1 + max(one.job.repeat for one in done)
    predicted = np.full((repeats, data.size, len(data.outputs)), np.nan)
    scores = np.full((repeats, data.size, max(len(data.classes), 1)), np.nan)
    times = np.zeros((repeats, data.size), dtype=np.int64)
    for one in done:
        at = one.job.repeat
        times[at, one.rows] += 1
        predicted[at, one.rows] = one.predicted
        if one.scores is not None:
            scores[at, one.rows] = one.scores
    whole = np.flatnonzero((times == 1).all(axis=1))
    if whole.size:
        rows = np.arange(data.size)
        predicted, scores = predicted[whole], scores[whole]
    else:
        rows = np.flatnonzero(times.any(axis=0))
        first = np.argmax(times[:, rows] > 0, axis=0)
        predicted, scores = predicted[first, rows][np.newaxis], scores[first, rows][np.newaxis]
    has_scores = data.task is Task.CLASSES and bool(np.isfinite(scores).all())
    return HeldOut(rows, predicted, scores if has_scores else None)


def compute_errors(data: Dataset, held_out: HeldOut) -> Floats:
    """Absolute errors, or 1 for a wrong class and 0 for a right one; repeats x rows x outputs."""
    apart = held_out.predicted - data.targets[held_out.rows]
    return np.abs(apart) if data.task is Task.NUMBERS else (apart != 0).astype(np.float64)
