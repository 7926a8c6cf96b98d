"""What a study promises of the mean loss of its model in use: the upper limit of its estimate, never the estimate.

Against the estimate itself 13 to 30 of 100 sound models would raise an alarm within a year; against the upper limit 1
or 2 do.
"""

import math

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.prediction import WatchPromise
from core.domain.study import SchemeKind, Study
from core.judge.scores import context_of
from core.prediction.held_out import HeldOut
from core.statistics.class_measures import decided_positive
from core.statistics.distributions import t_quantile
from core.statistics.measure import Context
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined

CAP = 0.99  # quantile of the held-out errors above which an error counts as this large
ONE_SIDED = 0.90  # two-sided level whose upper end is the one-sided limit of 95 %


def list_promises(study: Study, data: Dataset, held_out: HeldOut, groups: Integers | None) -> tuple[WatchPromise, ...]:
    """The promise of each output; nothing where the held-out errors are all zero."""
    context = context_of(study, data)
    members = None if groups is None else groups[held_out.rows]
    found = []
    for place, output in enumerate(data.outputs):
        actual = data.targets[held_out.rows, place]
        raw = np.array(
            [
                compute_raw_losses(
                    data.task, study.question.measure, actual, held_out.predicted[r, :, place],
                    None if held_out.scores is None else held_out.scores[r], context,
                )
                for r in range(len(held_out.predicted))
            ]
        )  # fmt: skip
        cap = find_cap(data.task, study.question.measure, context, raw)
        if cap > 0:
            losses = np.minimum(raw, cap) / cap
            found.append(WatchPromise(output, cap, float(losses.mean()), _find_upper_limit(study, losses, members)))
    return tuple(found)


def compute_raw_losses(
    task: Task, measure: str, actual: Floats, predicted: Floats, scores: Floats | None, context: Context
) -> Floats:
    """Absolute errors; 1 for a wrong class; or its cost, where costs were asked for and there are two classes."""
    if task is Task.NUMBERS:
        return np.asarray(np.abs(actual - predicted))
    if measure != "cost" or context.classes != 2:
        return np.asarray(actual != predicted, dtype=np.float64)
    flagged, positive = decided_positive(predicted, scores, context), actual == context.positive
    return np.where(positive & ~flagged, context.cost_ratio, np.where(~positive & flagged, 1.0, 0.0))


def find_cap(task: Task, measure: str, context: Context, raw: Floats) -> float:
    """The loss that counts as 1."""
    if task is Task.NUMBERS:
        return float(np.quantile(raw, CAP))
    return max(context.cost_ratio, 1.0) if measure == "cost" and context.classes == 2 else 1.0


def _find_upper_limit(study: Study, losses: Floats, groups: Integers | None) -> float:
    """Upper one-sided 95 % limit of the mean of losses, repeats x rows.

    Variance of a mean over rows under cross-validation with overlapping training sets (Nadeau & Bengio 2003), with
    groups of group means; for a share at least Wilson's.
    """
    if groups is not None:
        _, member = np.unique(groups, return_inverse=True)
        sizes = np.bincount(member)
        losses = np.array([np.bincount(member, row) / sizes for row in losses])
    repeats, units = losses.shape
    if units < 2:
        return 1.0
    is_folds = study.scheme.kind is SchemeKind.KFOLD
    overlap = study.scheme.folds / (study.scheme.folds - 1) if is_folds else 1.0
    variance = (overlap + 1 / repeats) * float(np.mean(np.var(losses, axis=1, ddof=1))) / units
    mean = float(losses.mean())
    upper = mean + t_quantile(ONE_SIDED, units - 1) * math.sqrt(variance)
    if np.isin(losses, (0.0, 1.0)).all():
        share = wilson(mean * units, units, ONE_SIDED)
        upper = upper if isinstance(share, Undefined) else max(upper, share.high)
    return min(1.0, upper)
