"""The range of a difference between two models: over repeated cross-validation, and on one test set with groups.

The spread of fold means sees the rows a model is tested on, not the rows it was trained on. For learners whose
answers hang on single training rows (nearest neighbors, trees that find a rule or miss it, the lasso) that spread is
too small, and equal learners are called different in up to 30 of 100 studies. So the variance gets a floor that
counts test rows and training rows apart, and a difference counts only if models trained on half the rows show it too.

All variances are those of the mean, in squared units of the losses. Differences are loss of the baseline minus loss
of the candidate: positive means the candidate is better. NaN marks a row without a value (a failed fold).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.statistics.distributions import (
    is_level,
    normal_tail_quantile,
    t_quantile,
    t_tail_quantile,
    two_sided_p,
)
from core.statistics.t_tests import ENOUGH_DEFINED, FLAT, compute_corrected_variance, size_of
from core.statistics.undefined import Undefined

# Training influence measured at half the rows, carried to nine tenths of them: 1 if the influence of a training row
# is constant (nearest neighbors), 5/9 if excess loss falls as 1/rows (regular models); fixed between the two.
TRAINING_SHARE = 0.75
# Ten overlapping half-size models count as 20/11 independent ones (Yang et al. 2023), so V/2 becomes 11/20 V.
OVERLAP_OF_HALVES = 1.1
DOMINANT_TRAINING = 1.5  # from here on, which rows were drawn matters more than which were tested
FEWEST_GROUPS_ON_TEST_SET = 4  # the smallest number of groups at which false claims were measured


@dataclass(frozen=True, slots=True)
class CrossValidatedMean:
    """Hold the mean loss of one model over repeated cross-validation, its variance part by part, and its range.

    `corrected_variance` is Nadeau and Bengio's, `row_variance` counts test rows (it can be slightly negative),
    `training_variance` counts training rows (None: no halves were run). `variance` is the larger of the first and
    row_variance + .75 training_variance; `floor_decides` says that it is the second, `training_dominates` that the
    second is more than 1.5 times the first.
    """

    mean: float
    corrected_variance: float
    row_variance: float
    training_variance: float | None
    variance: float
    standard_error: float
    df: int
    low: float
    high: float
    floor_decides: bool
    training_dominates: bool


@dataclass(frozen=True, slots=True)
class CrossValidatedDifference:
    """Hold the difference of two models over repeated cross-validation, its variance part by part, and its range.

    Fields as in CrossValidatedMean. `half_mean` and `half_standard_error` belong to models trained on half the rows
    (None: no halves). `confirmed` says that those models show the difference too (None: no halves to ask).
    `raw_low` and `raw_high` are the range by variance alone; `low` and `high`, which decide, are stretched to hold 0
    unless the difference is confirmed.
    """

    mean: float
    corrected_variance: float
    row_variance: float
    training_variance: float | None
    variance: float
    standard_error: float
    df: int
    half_mean: float | None
    half_standard_error: float | None
    confirmed: bool | None
    low: float
    high: float
    raw_low: float
    raw_high: float
    floor_decides: bool
    training_dominates: bool


@dataclass(frozen=True, slots=True)
class GroupedDifference:
    """Hold a mean difference on one test set whose groups, not rows, were drawn; df = groups - 1."""

    mean: float
    variance: float
    standard_error: float
    groups: int
    df: int
    p: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class GroupedAucDifference:
    """Hold two areas under the ROC curve on the same test set, and the range of first - second over groups.

    `standard_error` is the jackknife's over groups, `obuchowski_error` that of Obuchowski (1997), for comparison.
    """

    first_auc: float
    second_auc: float
    difference: float
    groups: int
    standard_error: float
    obuchowski_error: float
    df: int
    p: float
    low: float
    high: float


def estimate_cross_validated_difference(
    row_differences: Floats,
    fold_ids: Integers,
    halves: Floats | None,
    half_ids: Integers | None,
    level: float,
    groups: Integers | None = None,
    *,
    test_train_ratio: float | None = None,
    scale: float | None = None,
) -> CrossValidatedDifference | Undefined:
    """Estimate the difference of two models and its range at `level` (1 - alpha over the number of comparisons).

    `row_differences` and `fold_ids` are repeats x rows: what each row says, and the fold that tested it (a negative
    id: not tested in that repeat). `halves` and `half_ids` are the same for repeats into two halves; None means that
    they were not run, and then nothing is ever confirmed. `groups` are the groups kept whole (None: rows are drawn).
    `test_train_ratio` replaces 1/(k - 1) where the folds of a repeat do not cover all rows (repeated holdout).
    `scale` is the largest absolute loss, against which rounding is judged (None: the largest difference).

    Undefined: `too_few_defined_folds` (under four fifths of the folds have a value), `too_few_pairs` (one fold),
    `too_few_groups`, `impossible_level`, `identical_scores`, `zero_variance`.
    """
    found = estimate_cross_validated_mean(
        row_differences,
        fold_ids,
        halves,
        half_ids,
        level,
        groups,
        test_train_ratio=test_train_ratio,
        scale=scale,
    )
    if isinstance(found, Undefined):
        return found
    check = confirm_with_halves(found.mean, halves, half_ids, level, groups)
    is_confirmed = check is not None and check.confirmed
    return CrossValidatedDifference(
        mean=found.mean,
        corrected_variance=found.corrected_variance,
        row_variance=found.row_variance,
        training_variance=found.training_variance,
        variance=found.variance,
        standard_error=found.standard_error,
        df=found.df,
        half_mean=check.mean if check else None,
        half_standard_error=check.standard_error if check else None,
        confirmed=check.confirmed if check else None,
        low=found.low if is_confirmed else min(found.low, 0.0),
        high=found.high if is_confirmed else max(found.high, 0.0),
        raw_low=found.low,
        raw_high=found.high,
        floor_decides=found.floor_decides,
        training_dominates=found.training_dominates,
    )


def estimate_cross_validated_mean(
    row_losses: Floats,
    fold_ids: Integers,
    halves: Floats | None,
    half_ids: Integers | None,
    level: float,
    groups: Integers | None = None,
    *,
    test_train_ratio: float | None = None,
    scale: float | None = None,
) -> CrossValidatedMean | Undefined:
    """Estimate a mean over repeated cross-validation and its range, without asking the halves to confirm it.

    Arguments and reasons as for estimate_cross_validated_difference; here the values are the losses of one model.
    """
    means = compute_fold_means(row_losses, fold_ids)
    known: Floats = means[np.isfinite(means)]
    if not means.size or known.size < ENOUGH_DEFINED * means.size:
        return Undefined("too_few_defined_folds")
    mean = float(np.mean(known))
    if known.size < 2:
        return Undefined("too_few_pairs", mean)
    if not is_level(level):
        return Undefined("impossible_level", mean)
    member = _number_groups(groups)
    group_count = None if member is None else int(member.max()) + 1
    if group_count is not None and group_count < 2:
        return Undefined("too_few_groups", mean)

    ratio = _read_test_train_ratio(fold_ids) if test_train_ratio is None else test_train_ratio
    corrected = compute_corrected_variance(known, ratio)
    rows = (
        compute_row_variance(row_losses) if member is None else compute_group_variance(_row_means(row_losses), member)
    )
    training = compute_training_variance(halves, half_ids)
    floor = rows + TRAINING_SHARE * (training or 0.0)
    variance = max(corrected, floor)
    rounding = FLAT * (size_of(row_losses) if scale is None else scale)
    if math.sqrt(max(variance, 0.0)) <= rounding:
        return Undefined("zero_variance", mean) if abs(mean) > rounding else Undefined("identical_scores", 0.0)
    df = known.size - 1 if group_count is None else min(known.size, group_count) - 1
    error = math.sqrt(variance)
    reach = t_quantile(level, df) * error
    return CrossValidatedMean(
        mean=mean,
        corrected_variance=corrected,
        row_variance=rows,
        training_variance=training,
        variance=variance,
        standard_error=error,
        df=df,
        low=mean - reach,
        high=mean + reach,
        floor_decides=floor > corrected,
        training_dominates=floor > DOMINANT_TRAINING * corrected,
    )


def compute_fold_means(values: Floats, fold_ids: Integers) -> Floats:
    """Average the rows of every fold of every repeat, repeat by repeat; NaN for a fold without any value."""
    means: list[float] = []
    for row_values, folds in zip(values, fold_ids, strict=True):
        for fold in np.unique(folds[folds >= 0]):
            tested = row_values[folds == fold]
            known = tested[np.isfinite(tested)]
            means.append(float(np.mean(known)) if known.size else math.nan)
    return np.asarray(means, dtype=np.float64)


def compute_row_variance(values: Floats) -> float:
    """Variance of the mean from the test rows alone: spread of the row means less what repeats add to it.

    With one repeat nothing is known of the variation over repeats, and nothing is taken off.
    """
    counts = np.sum(np.isfinite(values), axis=0)
    means = _row_means(values)
    known = np.isfinite(means)
    rows = int(np.sum(known))
    if rows < 2:
        return 0.0
    over_repeats = _variance_within_columns(values)
    noise = over_repeats * float(np.mean(1.0 / counts[known]))
    return (float(np.var(means[known], ddof=1)) - noise) / rows


def compute_group_variance(values: Floats, member: Integers) -> float:
    """Variance of a mean over rows when whole groups were drawn: G/(G-1) times the squared group sums over rows²."""
    known = np.isfinite(values)
    count = int(member.max()) + 1
    centered = values[known] - np.mean(values[known])
    sums = np.bincount(member[known], centered, count)
    return count / (count - 1) * float(np.sum(sums**2)) / int(np.sum(known)) ** 2


def compute_training_variance(halves: Floats | None, half_ids: Integers | None) -> float | None:
    """Variance of the mean from the rows a model was trained on, seen in models trained on different halves.

    Given the data, a statistic of a random half varies as the same statistic of a fresh table does (delete-half
    jackknife); taking off each row's own mean leaves the influence of training. The last term removes flips of
    single rows, which average out. None: no halves, one repeat of them, or too many half-size models failed.
    """
    if halves is None or half_ids is None or len(halves) < 2 or not _are_mostly_defined(halves, half_ids):
        return None
    repeats, rows = halves.shape
    shifts = compute_fold_means(halves - _row_means(halves), half_ids)
    shifts = shifts[np.isfinite(shifts)]
    flips = 2.0 / rows * _variance_within_columns(halves)
    spread: float = repeats / (repeats - 1) * float(np.mean(shifts**2)) - flips
    return max(0.0, spread)


def grouped_difference_on_test_set(
    row_differences: Floats, groups: Integers, level: float, *, scale: float | None = None
) -> GroupedDifference | Undefined:
    """Estimate a mean difference on one test set whose rows belong to groups, with Student's t over groups.

    Undefined: `undefined_values`, `too_few_groups` (under four), `impossible_level`, `identical_scores`,
    `zero_variance`. `scale` as for estimate_cross_validated_difference.
    """
    if not row_differences.size or not np.all(np.isfinite(row_differences)):
        return Undefined("undefined_values")
    _, member = np.unique(groups, return_inverse=True)
    count, mean = int(member.max()) + 1, float(np.mean(row_differences))
    if count < FEWEST_GROUPS_ON_TEST_SET:
        return Undefined("too_few_groups", mean)
    if not is_level(level):
        return Undefined("impossible_level", mean)
    variance = compute_group_variance(row_differences, member)
    error, df = math.sqrt(variance), count - 1
    rounding = FLAT * (size_of(row_differences) if scale is None else scale)
    if error <= rounding:
        return Undefined("zero_variance", mean) if abs(mean) > rounding else Undefined("identical_scores", 0.0)
    reach = t_quantile(level, df) * error
    return GroupedDifference(
        mean=mean,
        variance=variance,
        standard_error=error,
        groups=count,
        df=df,
        p=two_sided_p(mean / error, df),
        low=mean - reach,
        high=mean + reach,
    )


def grouped_auc_difference(
    positives: Integers, first_scores: Floats, second_scores: Floats, groups: Integers, level: float
) -> GroupedAucDifference | Undefined:
    """Estimate the difference of two areas under the ROC curve by leaving out one group at a time.

    `positives` is 1 for rows of the positive class, anything else otherwise. DeLong's range, which takes rows for
    independent, claims a difference of equal models in 13 to 52 of 100 test sets with groups.
    Undefined: `missing_score`, `single_class`, `too_few_groups` (under four), `one_group_holds_a_class`,
    `impossible_level`, `identical_scores`, `zero_variance`.
    """
    if not np.all(np.isfinite(first_scores)) or not np.all(np.isfinite(second_scores)):
        return Undefined("missing_score")
    is_positive = positives == 1
    if not np.any(is_positive) or np.all(is_positive):
        return Undefined("single_class")
    _, member = np.unique(groups, return_inverse=True)
    wins = _count_ordered_pairs(is_positive, first_scores, member)
    gains = wins - _count_ordered_pairs(is_positive, second_scores, member)
    count = len(gains)
    in_group = np.bincount(member[is_positive], minlength=count), np.bincount(member[~is_positive], minlength=count)
    pairs = float(np.sum(in_group[0])) * float(np.sum(in_group[1]))
    difference = float(np.sum(gains)) / pairs
    if count < FEWEST_GROUPS_ON_TEST_SET:
        return Undefined("too_few_groups", difference)
    if not is_level(level):
        return Undefined("impossible_level", difference)
    pairs_left = (np.sum(in_group[0]) - in_group[0]) * (np.sum(in_group[1]) - in_group[1])
    if np.any(pairs_left == 0):
        return Undefined("one_group_holds_a_class", difference)
    left_out = (np.sum(gains) - gains.sum(axis=1) - gains.sum(axis=0) + np.diag(gains)) / pairs_left
    error, df = math.sqrt((count - 1) / count * float(np.sum((left_out - np.mean(left_out)) ** 2))), count - 1
    if error <= FLAT:
        return Undefined("zero_variance", difference) if abs(difference) > FLAT else Undefined("identical_scores", 0.0)
    reach = t_quantile(level, df) * error
    first_auc = float(np.sum(wins)) / pairs
    return GroupedAucDifference(
        first_auc=first_auc,
        second_auc=first_auc - difference,
        difference=difference,
        groups=count,
        standard_error=error,
        obuchowski_error=compute_obuchowski_error(gains, in_group[0], in_group[1]),
        df=df,
        p=two_sided_p(difference / error, df),
        low=difference - reach,
        high=difference + reach,
    )


def compute_obuchowski_error(gains: Floats, positives_in_group: Integers, negatives_in_group: Integers) -> float:
    """Standard error of a difference of areas with groups (Obuchowski 1997), from what pairs of groups gain.

    `gains` is groups x groups: summed over positives of the row's group and negatives of the column's group.
    """
    count, positives, negatives = len(gains), float(np.sum(positives_in_group)), float(np.sum(negatives_in_group))
    difference = float(np.sum(gains)) / (positives * negatives)
    by_positives = (gains.sum(axis=1) / negatives - positives_in_group * difference) / positives
    by_negatives = (gains.sum(axis=0) / positives - negatives_in_group * difference) / negatives
    return math.sqrt(count / (count - 1) * float(np.sum((by_positives + by_negatives) ** 2)))


@dataclass(frozen=True, slots=True)
class HalfCheck:
    """Hold the mean difference of models trained on half the rows, and whether it confirms the one in question."""

    mean: float
    standard_error: float
    confirmed: bool


def confirm_with_halves(
    mean: float, halves: Floats | None, half_ids: Integers | None, level: float, groups: Integers | None = None
) -> HalfCheck | None:
    """Ask whether models trained on half the rows show a difference of the sign of `mean`, one-sidedly.

    `halves` as for estimate_cross_validated_difference; for measures that are no mean over rows, their pseudo-values
    (compute_pseudo_values). None: no halves, or too many half-size models failed.
    """
    if halves is None or half_ids is None or not len(halves) or not _are_mostly_defined(halves, half_ids):
        return None
    half_means = compute_fold_means(halves, half_ids)
    half_mean = float(np.mean(half_means[np.isfinite(half_means)]))
    member = _number_groups(groups)
    if member is None:
        variance = float(np.mean(halves[np.isfinite(halves)] ** 2)) / halves.shape[1]
        needed = normal_tail_quantile(level)
    else:
        variance = float(np.mean([compute_group_variance(row, member) for row in halves if np.any(np.isfinite(row))]))
        needed = t_tail_quantile(level, int(member.max()))
    error = math.sqrt(OVERLAP_OF_HALVES * variance)
    return HalfCheck(half_mean, error, bool(np.sign(mean) * half_mean > needed * error))


def _are_mostly_defined(halves: Floats, half_ids: Integers) -> bool:
    means = compute_fold_means(halves, half_ids)
    return bool(np.mean(np.isfinite(means)) >= ENOUGH_DEFINED)


def _read_test_train_ratio(fold_ids: Integers) -> float:
    """1/(k - 1) where the k folds of a repeat cover all rows; else tested rows per untested row."""
    tested = fold_ids >= 0
    if np.all(tested):
        folds = float(np.mean([len(np.unique(repeat)) for repeat in fold_ids]))
        return 1.0 / (folds - 1.0) if folds > 1 else math.inf
    return float(np.mean(np.sum(tested, axis=1) / np.sum(~tested, axis=1).clip(1)))


def _row_means(values: Floats) -> Floats:
    """Mean of each column over its defined values; NaN where there is none."""
    known = np.isfinite(values)
    counts = known.sum(axis=0)
    sums = np.where(known, values, 0.0).sum(axis=0)
    return np.where(counts > 0, sums / counts.clip(1), np.nan)


def _variance_within_columns(values: Floats) -> float:
    """Variance over repeats (divided by one less than their number), averaged over the rows that have one."""
    known = np.isfinite(values)
    counts = known.sum(axis=0)
    squares = np.where(known, (values - _row_means(values)) ** 2, 0.0).sum(axis=0)
    repeated = counts > 1
    return float(np.mean(squares[repeated] / (counts[repeated] - 1))) if np.any(repeated) else 0.0


def _number_groups(groups: Integers | None) -> Integers | None:
    """Groups as 0, 1, 2, ... without holes; None where rows stand alone."""
    return None if groups is None else np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _count_ordered_pairs(is_positive: NDArray[np.bool_], scores: Floats, member: Integers) -> Floats:
    """Pairs in the right order (ties half), positives of each group against negatives of each group."""
    count = int(member.max()) + 1
    high, low = scores[is_positive], scores[~is_positive]
    wins = np.zeros((count, count), dtype=np.float64)
    for group in range(count):
        ordered = np.sort(low[member[~is_positive] == group])
        below = (np.searchsorted(ordered, high, "left") + np.searchsorted(ordered, high, "right")) / 2.0
        wins[:, group] = np.bincount(member[is_positive], below, count)
    return wins
