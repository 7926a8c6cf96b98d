"""One difference between two models: the only place where the method of a range is chosen, by the design.

Repeated cross-validation: the rule of `core/statistics/difference_rule.py`. One test set: Tango's range with the exact
test for errors, DeLong's for the AUC, a paired t over rows for other means; with groups, whole groups count. Measures
without values of rows (F1, R², quantiles): `influence_ranges.py`.
"""

from dataclasses import replace

import numpy as np

from core.domain.conclusion import Confirmation, Difference, DifferenceInterval, RepeatResults
from core.domain.dataset import Floats, Integers
from core.domain.pairing import Pairing
from core.domain.study import SchemeKind
from core.judge.context import ComparisonContext, has_one_test_set
from core.judge.influence_ranges import compare_by_influence
from core.judge.row_values import RowLosses, build_row_losses, has_row_losses
from core.judge.scores import ScoreTable
from core.statistics.auc_tests import delong_paired
from core.statistics.comparison_test import largest_score
from core.statistics.count_tests import correct_counts, sign_test
from core.statistics.difference_rule import (
    CrossValidatedDifference,
    estimate_cross_validated_difference,
    grouped_auc_difference,
    grouped_difference_on_test_set,
)
from core.statistics.measures import Measure
from core.statistics.share_intervals import tango
from core.statistics.t_tests import corrected_resampled_t
from core.statistics.undefined import Undefined

CLEAR = 0.05  # one repeat is clear when its own paired t has a p below this, unadjusted
NO_ROWS = "no_common_rows"
NO_RANGE = "no_range_on_one_test_set"
NO_CHANCES, NEED_CHANCES = "no_probabilities", ("log-loss", "brier")

Range = tuple[float | None, DifferenceInterval | None, str]  # mean, interval, reason why there is none


def compare_models(
    context: ComparisonContext, first: str, second: str, measure: Measure, output: int, level: float
) -> Difference:
    """Estimate how much better `first` is than `second` on one output, with its range at `level`."""
    is_fixed = has_one_test_set(context.study)
    pair = context.pair(first, measure, output, second, with_rows=is_fixed)
    if not has_row_losses(measure.key):
        mean, interval, reason = compare_by_influence(context, first, second, measure, output, level)
    elif is_fixed:
        mean, interval, reason = _compare_on_one_test_set(context, pair, output, level)
    else:
        mean, interval, reason = _compare_over_splits(context, pair, output, level)
    repeats = RepeatResults() if is_fixed else judge_repeats(pair)
    return Difference(first, second, measure.key, context.data.outputs[output], mean, interval, repeats, reason)


def compute_row_differences(context: ComparisonContext, pair: Pairing, output: int) -> tuple[Floats, Integers] | None:
    """How much less each test row costs with the first model, and its fold; repeats x rows, None without losses."""
    found = _subtract_losses(context.main, pair, output)
    return None if found is None else (found.losses, found.folds)


def _subtract_losses(table: ScoreTable, pair: Pairing, output: int) -> RowLosses | None:
    ours = build_row_losses(table, pair.first, pair.measure, output)
    theirs = build_row_losses(table, pair.second, pair.measure, output)
    if ours is None or theirs is None or ours.losses.shape != theirs.losses.shape:
        return None
    return RowLosses(theirs.losses - ours.losses, np.maximum(ours.folds, theirs.folds))


# --- repeated cross-validation and repeated holdout ---


def _compare_over_splits(context: ComparisonContext, pair: Pairing, output: int, level: float) -> Range:
    rows = _subtract_losses(context.main, pair, output)
    if rows is None:
        return (None, None, NO_CHANCES) if pair.measure in NEED_CHANCES else compare_split_values(pair, level)
    # Halves exist only where the splits are folds, so repeated holdout is never confirmed.
    halves = _subtract_losses(context.halves, pair, output)
    found = estimate_cross_validated_difference(
        rows.losses,
        rows.folds,
        None if halves is None else halves.losses,
        None if halves is None else halves.folds,
        level,
        context.data.groups if context.has_groups else None,
        test_train_ratio=_read_size_ratio(context, pair),
        scale=largest_score(pair),
    )
    if isinstance(found, Undefined):
        return found.estimate, None, found.reason
    return found.mean, _to_interval(found, level), ""


def _read_size_ratio(context: ComparisonContext, pair: Pairing) -> float | None:
    """Test rows per training row for holdouts; None for folds, where it is 1/(k - 1)."""
    if context.study.scheme.kind is SchemeKind.KFOLD:
        return None
    return float(np.nansum(pair.test_sizes) / np.nansum(pair.train_sizes))


def _to_interval(found: CrossValidatedDifference, level: float) -> DifferenceInterval:
    states = {True: Confirmation.CONFIRMED, False: Confirmation.NOT_CONFIRMED, None: Confirmation.NOT_POSSIBLE}
    return DifferenceInterval(
        low=found.low,
        high=found.high,
        level=level,
        method="cross-validated",
        raw_low=found.raw_low,
        raw_high=found.raw_high,
        df=found.df,
        standard_error=found.standard_error,
        confirmation=states[found.confirmed],
        corrected_variance=found.corrected_variance,
        row_variance=found.row_variance,
        training_variance=found.training_variance,
        half_mean=found.half_mean,
        half_standard_error=found.half_standard_error,
    )


def compare_split_values(pair: Pairing, level: float) -> Range:
    """Measures without values of rows: the corrected t over splits, which nothing confirms, so it never claims."""
    values = pair.differences[np.isfinite(pair.differences)]
    if not values.size or values.size < 0.8 * pair.differences.size:
        return None, None, "too_few_defined_folds"
    ratio = float(np.nanmean(pair.test_sizes / pair.train_sizes))
    mean, found, reason = _apply_paired_t(values, ratio, level, "split-values", largest_score(pair))
    if found is None:
        return mean, None, reason
    low, high = min(found.low, 0.0), max(found.high, 0.0)
    return mean, replace(found, low=low, high=high, confirmation=Confirmation.NOT_POSSIBLE), ""


def judge_repeats(pair: Pairing) -> RepeatResults:
    """What each repeat says taken alone; nothing where a repeat has one test part and so no t of its own."""
    if pair.differences.shape[-1] < 2:
        return RepeatResults()
    clear, means = [], []
    for differences in pair.differences:
        known: Floats = differences[np.isfinite(differences)]
        means.append(float(np.mean(known)) if known.size else 0.0)
        clear.append(_judge_one_repeat(known, largest_score(pair)))
    return RepeatResults(tuple(clear), tuple(means))


def _judge_one_repeat(differences: Floats, scale: float) -> int:
    found = corrected_resampled_t(differences, 0.0, 0.95, scale)
    return 0 if isinstance(found, Undefined) or found.p >= CLEAR else int(np.sign(found.mean))


def _apply_paired_t(differences: Floats, ratio: float, level: float, method: str, scale: float | None = None) -> Range:
    found = corrected_resampled_t(differences, ratio, level, scale)
    if isinstance(found, Undefined):
        return found.estimate, None, found.reason
    interval = DifferenceInterval(
        found.low, found.high, level, method, found.low, found.high, found.df, found.standard_error
    )
    return found.mean, interval, ""


# --- one test set ---


def _compare_on_one_test_set(context: ComparisonContext, pair: Pairing, output: int, level: float) -> Range:
    counts_alike = context.data.weights is None
    if pair.measure == "auc" and len(context.data.classes) == 2 and counts_alike:
        return _compare_areas(context, pair, level)
    if pair.measure == "error" and not context.has_groups and counts_alike:
        return _compare_counts(pair, level)
    return _compare_rows(context, pair, output, level)


def _compare_counts(pair: Pairing, level: float) -> Range:
    """Tango's range, reaching to 0 where the exact test of McNemar sees no difference: the exact test decides."""
    if pair.correct_first is None or pair.correct_second is None:
        return None, None, NO_ROWS
    counts = correct_counts(pair.correct_first, pair.correct_second)
    ahead, behind, rows = counts.first_only, counts.second_only, len(pair.correct_first)
    found, mean = tango(ahead, behind, rows, level), (ahead - behind) / rows
    if isinstance(found, Undefined):
        return mean, None, found.reason
    exact, low, high = sign_test(ahead, behind), found.low, found.high
    if isinstance(exact, Undefined) or exact.p_two_sided >= 1 - level:
        low, high = min(low, 0.0), max(high, 0.0)
    return mean, DifferenceInterval(low, high, level, "tango", found.low, found.high), ""


def _compare_areas(context: ComparisonContext, pair: Pairing, level: float) -> Range:
    if pair.truth is None or pair.first_ranking is None or pair.second_ranking is None:
        return None, None, "no_scores"
    if context.has_groups:
        return _compare_grouped_areas(context, pair, level)
    found = delong_paired(pair.truth, pair.first_ranking, pair.second_ranking, level)
    if isinstance(found, Undefined):
        return found.estimate, None, found.reason
    return found.difference, DifferenceInterval(found.low, found.high, level, "delong", found.low, found.high), ""


def _compare_grouped_areas(context: ComparisonContext, pair: Pairing, level: float) -> Range:
    assert pair.truth is not None
    assert pair.first_ranking is not None
    assert pair.second_ranking is not None
    assert context.data.groups is not None
    groups = context.data.groups[list_tested_rows(context, pair.first)]
    found = grouped_auc_difference(pair.truth, pair.first_ranking, pair.second_ranking, groups, level)
    if isinstance(found, Undefined):
        return found.estimate, None, found.reason
    return found.difference, _plain_interval(found.low, found.high, level, "grouped-auc", found.df), ""


def _compare_rows(context: ComparisonContext, pair: Pairing, output: int, level: float) -> Range:
    """Paired t over rows, or over whole groups, of what each row costs less with the first model."""
    rows = _subtract_losses(context.main, pair, output)
    if rows is None:
        return None, None, NO_CHANCES if pair.measure in NEED_CHANCES else NO_RANGE
    tested = np.flatnonzero(rows.folds[0] >= 0)
    differences: Floats = rows.losses[0, tested]
    if context.has_groups and context.data.groups is not None:
        grouped = grouped_difference_on_test_set(differences, context.data.groups[tested], level)
        if isinstance(grouped, Undefined):
            return grouped.estimate, None, grouped.reason
        return grouped.mean, _plain_interval(grouped.low, grouped.high, level, "paired-groups", grouped.df), ""
    return _apply_paired_t(differences, 0.0, level, "paired-rows")


def _plain_interval(low: float, high: float, level: float, method: str, df: float) -> DifferenceInterval:
    return DifferenceInterval(low, high, level, method, low, high, df)


def list_tested_rows(context: ComparisonContext, candidate: str) -> Integers:
    """The test rows of the first repeat, rising, as `pair.truth` has them."""
    outcomes = [one for one in context.main.outcomes(candidate) if one.predicted is not None and one.job.repeat == 0]
    return np.sort(np.concatenate([one.rows for one in outcomes]))
