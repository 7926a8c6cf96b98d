"""Cases that show a difference of two areas under the ROC curve, before the run (Hanley & McNeil 1982, 1983)."""

import math

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.forecast import AucForecast
from core.domain.study import Study
from core.statistics.auc_tests import cases_for_auc_difference
from core.statistics.measures import find_measure
from core.statistics.power import NeededCount

AUC = "auc"
AREA, POWER = 0.80, 0.8  # a usual area, and how often the difference is to be found
CORRELATION = 0.6  # of two areas on the same rows, where both models rank most rows alike
CHECK_MARGIN = 0.05  # where the AUC is the second measure, it has no margin of its own
STEPS = 40


def forecast_auc(study: Study, data: Dataset, comparisons: int) -> AucForecast | None:
    """For two classes where the AUC decides or is the second measure; None elsewhere."""
    asked = study.question
    if data.task is not Task.CLASSES or len(data.classes) != 2 or AUC not in (asked.measure, asked.cross_check):
        return None
    decides = asked.measure == AUC
    margin = asked.margin / find_measure(AUC).scale if decides else CHECK_MARGIN
    alpha = study.alpha / comparisons
    positives = int(np.sum(data.labels == data.positive_class))
    negatives = data.size - positives
    needed = count_cases(margin, alpha)
    if needed is None or not study.challengers:
        return None
    smallest = find_smallest(data, alpha)
    grouped = study.scheme.grouped and bool(data.group_count)
    return AucForecast(AREA, margin, CORRELATION, needed, positives, negatives, smallest, decides, grouped)


def count_cases(difference: float, alpha: float) -> int | None:
    """Rows of each class that find AREA against AREA + difference on the same rows."""
    found = cases_for_auc_difference(AREA, AREA + difference, alpha, POWER, CORRELATION)
    return found.whole if isinstance(found, NeededCount) else None


def find_smallest(data: Dataset, alpha: float) -> float | None:
    """The smallest difference that so many rows of the rarer class find; None where no difference would do."""
    rows = int(min(np.bincount(data.labels.astype(np.int64), minlength=2)))
    low, high = 0.0, 1.0 - AREA - 1e-6
    most = count_cases(high, alpha)
    if most is None or most > rows:
        return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        needed = count_cases(middle, alpha)
        low, high = (middle, high) if needed is None or needed > rows else (low, middle)
    return math.ceil(1000 * high) / 1000
