"""Ranges of measures that are no mean of row losses: F1, MCC, precision, R², average precision and their like.

Every repeat tests every row once, so its held-out predictions form one table. Leaving out one unit (a row, or a group
kept whole) at a time gives its influence; the variance of the measure follows from the influences, widened because
the repeats share training rows: (k/(k-1) + 1/R) times. For a mean of row losses this is the corrected t.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.confusion_measures import CONFUSION_MEASURES, TableMeasure
from core.statistics.difference_rule import FEWEST_GROUPS_ON_TEST_SET
from core.statistics.distributions import is_level, t_quantile
from core.statistics.ranking_measures import average_precision, leave_rows_out_of_average_precision
from core.statistics.t_tests import rounding_of
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

FEWEST_OF_A_CLASS, FEWEST_ALARMS, FEWEST_GROUPS, ENOUGH_GROUPS = 10, 15, 10, 20
MOST_UNITS_LEFT_OUT, BLOCKS = 2000, 200
NUMBER_MEASURES = ("r2", "rmse")
RANKING_MEASURES = ("pr-auc",)
RATIO_MEASURES = (*CONFUSION_MEASURES, *NUMBER_MEASURES, *RANKING_MEASURES)


class Scale(StrEnum):
    """The scale on which a range is symmetric."""

    LOGIT = "logit"
    ATANH = "atanh"
    LOG = "log"
    LOG_REST = "log-rest"


SCALES = {
    "mcc": Scale.ATANH,
    "kappa": Scale.ATANH,
    "rmse": Scale.LOG,
    "r2": Scale.LOG_REST,
}  # all others are shares: logit


@dataclass(frozen=True, slots=True)
class RatioEstimate:
    """Hold a measure (or the difference first - second of two models) and its range.

    `units` are the rows or groups left out in turn; `is_narrow`: 10 to 19 groups, whose ranges tend to be too narrow.
    """

    estimate: float
    standard_error: float
    df: float
    low: float
    high: float
    units: int
    is_narrow: bool


def estimate_ratio_measure(
    measure: str,
    truth: Floats,
    predictions: Floats,
    folds: int | None,
    level: float = 0.95,
    *,
    second: Floats | None = None,
    groups: Integers | None = None,
    positive: int = 1,
    classes: int | None = None,
    weights: Floats | None = None,
) -> RatioEstimate | Undefined:
    """Estimate a measure, or with `second` its difference between two models, over repeats x rows of predictions.

    Predictions are class positions, numbers, or for pr-auc the scores of the positive class (of several classes
    repeats x rows x classes). `folds` is None for one fixed test set (one row of predictions): then no training rows
    are shared, and 4 groups are enough. `classes` is their number where not all may occur (None: those that do).
    `weights` are those of the rows.
    Undefined: `unknown_method`, `impossible_level`, `unequal_testing` (a prediction is missing), `too_few_of_a_class`,
    `too_few_alarms`, `too_few_groups`, `constant_truth`, `undefined_measure`, `identical_scores`, `zero_variance`.
    """
    reason = _refuse(measure, truth, predictions, second, folds, level, groups, positive, classes)
    if reason:
        return Undefined(reason)
    member: Integers | None = None if groups is None else np.unique(groups, return_inverse=True)[1].astype(np.int64)
    if groups is None and truth.size > MOST_UNITS_LEFT_OUT and (measure not in RANKING_MEASURES or weights is not None):
        member = np.random.default_rng(0).permutation(truth.size) % BLOCKS
    units = truth.size if member is None else int(member.max()) + 1
    delete = _choose_deletion(measure, truth, member, positive, classes, weights)
    influences, values = [], []
    for repeat in range(len(predictions)):
        value, left_out = delete(predictions[repeat])
        if second is not None:
            other, other_left_out = delete(second[repeat])
            value, left_out = value - other, left_out - other_left_out
        values.append(value)
        influences.append((units - 1) * (value - left_out))
    spread = np.array(influences)
    estimate = float(np.mean(values))
    if not math.isfinite(estimate) or not np.all(np.isfinite(spread)):
        return Undefined("undefined_measure")
    if second is not None and np.array_equal(predictions, second):
        return Undefined("identical_scores", 0.0)
    sharing = 1.0 if folds is None else folds / (folds - 1) + 1.0 / len(predictions)
    error = math.sqrt(sharing * float(np.mean(np.var(spread, axis=1, ddof=1))) / units)
    if error <= rounding_of(None, np.array(values)):
        return Undefined("zero_variance", estimate)
    df = _count_degrees(spread, units)
    if measure not in NUMBER_MEASURES:
        df = min(df, _count_rarest(truth, member if groups is not None else None) - 1.0)
    reach = t_quantile(level, df)
    low, high = (
        (estimate - reach * error, estimate + reach * error)
        if second is not None
        else _build_range(measure, estimate, error, reach)
    )
    is_narrow = groups is not None and units < ENOUGH_GROUPS
    return RatioEstimate(estimate, error, df, low, high, units, is_narrow)


def compute_pseudo_values(
    measure: str,
    truth: Floats,
    first: Floats,
    second: Floats,
    positive: int = 1,
    classes: int | None = None,
    weights: Floats | None = None,
) -> Floats | Undefined:
    """Take the difference first - second of each repeat apart into one value per row, with that mean and its spread.

    They serve where a test wants row differences: value + (rows - 1) (value - value without the row). Repeats x rows.
    Undefined: `unknown_method`, `undefined_measure`.
    """
    if measure not in RATIO_MEASURES:
        return Undefined("unknown_method")
    delete = _choose_deletion(measure, truth, None, positive, classes, weights)
    found = []
    for ours, theirs in zip(first, second, strict=True):
        (value, left_out), (other, other_left_out) = delete(ours), delete(theirs)
        difference = value - other
        found.append(difference + (truth.size - 1) * (difference - (left_out - other_left_out)))
    pseudo = np.array(found)
    return pseudo if np.all(np.isfinite(pseudo)) else Undefined("undefined_measure")


def _refuse(
    measure: str,
    truth: Floats,
    predictions: Floats,
    second: Floats | None,
    folds: int | None,
    level: float,
    groups: Integers | None,
    positive: int,
    classes: int | None,
) -> str:
    """Why there is no range, as a key; empty where there is one."""
    if measure not in RATIO_MEASURES:
        return "unknown_method"
    if not is_level(level) or (folds is not None and folds < 2):
        return "impossible_level"
    both = [predictions] if second is None else [predictions, second]
    if any(part.ndim < 2 or part.shape[1] != truth.size or not np.all(np.isfinite(part)) for part in both):
        return "unequal_testing"
    fewest = FEWEST_GROUPS_ON_TEST_SET if folds is None else FEWEST_GROUPS
    if groups is not None and len(np.unique(groups)) < fewest:
        return "too_few_groups"
    if measure in NUMBER_MEASURES:
        return "constant_truth" if measure == "r2" and np.ptp(truth) == 0 else ""
    member = None if groups is None else np.unique(groups, return_inverse=True)[1]
    rarest = _count_rarest(truth, member)
    present = len(np.unique(truth))
    if present < (classes or 2) or rarest < (FEWEST_OF_A_CLASS if member is None else fewest):
        return "too_few_of_a_class"
    asked = range(classes) if classes is not None and classes > 2 else (positive,)
    if measure == "precision":
        alarms = [float(np.mean(np.sum(part == place, axis=1))) for part in both for place in asked]
        return "too_few_alarms" if min(alarms) < FEWEST_ALARMS else ""
    return ""


def _count_rarest(truth: Floats, member: Integers | None) -> int:
    """Rows, or groups that hold any, of the rarest class."""
    if member is None:
        return int(np.unique(truth, return_counts=True)[1].min())
    return min(len(np.unique(member[truth == label])) for label in np.unique(truth))


def _count_degrees(influences: Floats, units: int) -> float:
    """Degrees of freedom of a variance from values with these tails: 2 m / (kurtosis - 1), at least 2."""
    centered = influences - influences.mean(axis=1, keepdims=True)
    second = np.mean(centered**2, axis=1)
    known = second > 0
    kurtosis = float(np.mean(np.mean(centered[known] ** 4, axis=1) / second[known] ** 2)) if np.any(known) else 3.0
    return float(min(units - 1, max(2.0, 2.0 * units / (kurtosis - 1.0)))) if kurtosis > 1 else float(units - 1)


Deletion = Callable[[Floats], tuple[float, Floats]]


def _choose_deletion(
    measure: str,
    truth: Floats,
    member: Integers | None,
    positive: int,
    classes: int | None,
    weights: Floats | None,
) -> Deletion:
    """The measure of one repeat, and its values with every unit left out in turn; no `member`: each row is a unit."""
    if measure in RANKING_MEASURES:
        return lambda scores: _delete_from_ranking(truth, scores, member, positive, weights)
    units = np.arange(truth.size) if member is None else member
    if measure in CONFUSION_MEASURES:
        formula, labels = CONFUSION_MEASURES[measure], truth.astype(np.int64)

        def delete_from_table(predicted: Floats) -> tuple[float, Floats]:
            answers = predicted.astype(np.int64)
            size = int(max(labels.max(), answers.max())) + 1 if classes is None else classes
            if member is None and weights is None:
                return _delete_single_rows(formula, labels, answers, size, positive)
            cells = np.zeros((int(units.max()) + 1, size, size))
            np.add.at(cells, (units, labels, answers), 1.0 if weights is None else weights)
            whole = cells.sum(axis=0)
            return float(formula(whole[np.newaxis], positive)[0]), formula(whole - cells, positive)

        return delete_from_table
    counted = np.ones(truth.size) if weights is None else weights

    def delete_from_sums(predicted: Floats) -> tuple[float, Floats]:
        centered = truth - truth.mean()  # R² does not mind, and the sums keep their digits
        sums: list[Floats] = [
            np.bincount(units, counted * values).astype(np.float64)
            for values in (np.ones(truth.size), centered, centered**2, (truth - predicted) ** 2)
        ]
        whole: list[Floats] = [np.array([part.sum()]) for part in sums]
        left: list[Floats] = [total - part for total, part in zip(whole, sums, strict=True)]
        formula = _r2_from_sums if measure == "r2" else _rmse_from_sums
        return float(formula(*whole)[0]), formula(*left)

    return delete_from_sums


def _delete_single_rows(
    formula: TableMeasure, labels: Integers, answers: Integers, size: int, positive: int
) -> tuple[float, Floats]:
    """Rows of one cell are alike, so there are no more cases than cells."""
    codes = labels * size + answers
    counts = np.bincount(codes, minlength=size * size)
    whole = counts.reshape(size, size).astype(np.float64)
    used = np.flatnonzero(counts)
    cells = np.zeros((len(used), size * size))
    cells[np.arange(len(used)), used] = 1.0
    left_out = np.full(size * size, np.nan)
    left_out[used] = formula(whole - cells.reshape(-1, size, size), positive)
    return float(formula(whole[np.newaxis], positive)[0]), left_out[codes]


def _delete_from_ranking(
    truth: Floats, scores: Floats, member: Integers | None, positive: int, weights: Floats | None
) -> tuple[float, Floats]:
    """Average precision of the positive class, or of all classes (rows x classes of scores) their mean."""
    columns = [(positive, scores)] if scores.ndim == 1 else list(enumerate(scores.T))
    values, left_out = [], []
    for place, ranking in columns:
        positives = truth == place
        values.append(_or_nan(average_precision(positives, ranking, weights)))
        if member is None and weights is None:
            left_out.append(leave_rows_out_of_average_precision(positives, ranking))
            continue
        units = np.arange(truth.size) if member is None else member
        kept = [units != unit for unit in range(int(units.max()) + 1)]
        left = [
            average_precision(positives[rows], ranking[rows], None if weights is None else weights[rows])
            for rows in kept
        ]
        left_out.append(np.array([_or_nan(value) for value in left]))
    return float(np.mean(values)), np.asarray(np.mean(left_out, axis=0))


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


def _r2_from_sums(rows: Floats, total: Floats, squares: Floats, misses: Floats) -> Floats:
    with np.errstate(all="ignore"):
        return np.asarray(1.0 - misses / (squares - total**2 / rows))


def _rmse_from_sums(rows: Floats, total: Floats, squares: Floats, misses: Floats) -> Floats:
    return np.sqrt(misses / rows)


def _build_range(measure: str, estimate: float, error: float, reach: float) -> tuple[float, float]:
    """Symmetric on the measure's own scale; plain and clipped where the estimate lies at the end of its scale."""
    scale = SCALES.get(measure, Scale.LOGIT)
    plain = estimate - reach * error, estimate + reach * error
    if scale is Scale.LOGIT:
        if not 0 < estimate < 1:
            return max(0.0, plain[0]), min(1.0, plain[1])
        half = reach * error / (estimate * (1 - estimate))
        middle = math.log(estimate / (1 - estimate))
        return float(special.expit(middle - half)), float(special.expit(middle + half))
    if scale is Scale.ATANH:
        if not -1 < estimate < 1:
            return max(-1.0, plain[0]), min(1.0, plain[1])
        half = reach * error / (1 - estimate**2)
        return math.tanh(math.atanh(estimate) - half), math.tanh(math.atanh(estimate) + half)
    rest = estimate if scale is Scale.LOG else 1 - estimate
    if rest <= 0:
        return (max(0.0, plain[0]), plain[1]) if scale is Scale.LOG else (plain[0], min(1.0, plain[1]))
    factor = math.exp(reach * error / rest)
    low, high = rest / factor, rest * factor
    return (low, high) if scale is Scale.LOG else (1 - high, 1 - low)
