"""Numbers printed in Reich & Barai 1999, "Evaluating machine learning models for engineering problems", recomputed."""

import math

import numpy as np
import pytest

from core.figures.relations import expected_relations
from core.statistics.bootstrap_intervals import bootstrap_632
from core.statistics.distributions import t_quantile
from core.statistics.fold_arithmetic import bootstrap_expected_distinct, complete_cv_count
from core.statistics.multiplicity import familywise_error
from core.statistics.multivariate_tests import hotelling_one_sample
from core.statistics.number_measures import regression_errors
from core.statistics.power import rows_for_accuracy
from core.statistics.t_tests import (
    SampleSummary,
    compute_covariance_of_means,
    one_sample_t,
    one_sample_t_from_summary,
    paired_t,
    two_sample_t_from_summary,
)
from tests.papers.reich_tables import ALL, CLEANED, PROPELLER, RAW, Output, Spread

RUNS = 10


def violations(output: Output) -> tuple[str, ...]:
    return expected_relations(
        resubstitution=output.resubstitution,
        bootstrap=output.bootstrap.mean,
        folds=output.folds.mean,
        leave_one_out=output.leave_one_out,
        holdout=output.holdout.mean,
    )


def least_sd(spread: Spread, runs: int) -> float:
    """The smallest standard deviation that `runs` values with this minimum, maximum and mean can have."""
    rest = (runs * spread.mean - spread.low - spread.high) / (runs - 2)
    squares = sum((value - spread.mean) ** 2 for value in (spread.low, spread.high))
    return math.sqrt((squares + (runs - 2) * (rest - spread.mean) ** 2) / (runs - 1))


def greatest_sd(spread: Spread, runs: int) -> float:
    """The largest one: all values at the two ends."""
    return math.sqrt((spread.high - spread.mean) * (spread.mean - spread.low) * runs / (runs - 1))


def welch_p(output: Output) -> float:
    k, h = output.folds, output.holdout
    return float(two_sample_t_from_summary(SampleSummary(k.mean, k.sd, RUNS), SampleSummary(h.mean, h.sd, RUNS)).p)  # type: ignore[arg-type]


def test_that_eq_1_needs_the_square_it_lacks() -> None:
    """Printed: E[y - yhat]. That would be zero for misses of opposite sign; eq. 3 has the square."""
    reading = regression_errors(np.array([1.0, 1.0]), np.array([2.0, 0.0]))
    assert reading.mse == 1.0


def test_that_section_2_1_means_a_thousand_test_rows_for_three_points() -> None:
    """Highleyman's 1000: the worst case known to 3.1 points with 95 %."""
    assert rows_for_accuracy(0.5, 0.031, 0.95).whole == 1000


def test_that_section_2_1_divides_the_variance_by_the_test_size() -> None:
    """Printed: theta (1 - theta) / n with n the training size; the half-width shrinks with the rows that are tested."""
    rows = rows_for_accuracy(0.9, 0.03, 0.95).exact
    assert 1.959964 * math.sqrt(0.9 * 0.1 / rows) == pytest.approx(0.03, rel=1e-6)


def test_that_section_2_2_3_complete_cross_validation_has_n_over_k_chosen_from_n() -> None:
    assert complete_cv_count(20, 10) == 190
    assert complete_cv_count(7, 7) == 7  # leave-one-out is always complete


def test_that_section_2_2_4_draws_632_of_the_rows_for_large_n() -> None:
    assert 1 - 1 / math.e == pytest.approx(0.632, abs=5e-4)
    assert bootstrap_expected_distinct(100_000) == pytest.approx(0.632, abs=5e-4)


def test_that_eq_10_mixes_unseen_and_seen_errors() -> None:
    assert bootstrap_632(np.array([0.4, 0.2]), 0.1).estimate == pytest.approx(0.632 * 0.3 + 0.368 * 0.1)


def test_that_table_2_keeps_92_of_100_bootstrap_samples_with_a_visible_count() -> None:
    errors = np.full(100, 0.07)
    errors[:8] = np.nan
    assert bootstrap_632(errors, 0.06).left_out == 8


def test_that_eq_8_gives_the_range_of_the_worst_holdout() -> None:
    """Table 3, crack length: 6.09 with spread 8.06 over ten holdouts."""
    h = RAW[0].holdout
    reading = one_sample_t_from_summary(SampleSummary(h.mean, h.sd, RUNS), 0.95)
    assert (round(reading.low, 2), round(reading.high, 2)) == (0.32, 11.86)


def test_that_section_3_2_errors_range_from_7_8_to_2_per_cent() -> None:
    gaps = {output.name: output.holdout.high - output.resubstitution for output in PROPELLER}
    assert round(gaps["KT"], 1) == 7.8
    assert round(gaps["efficiency"]) == 2


def test_that_section_3_2_without_holdout_the_range_is_2_1_to_0_8_where_0_6_is_printed() -> None:
    kt, _, efficiency = PROPELLER
    assert kt.leave_one_out - kt.resubstitution == pytest.approx(2.12)
    assert efficiency.folds.mean - efficiency.resubstitution == pytest.approx(0.77)


def test_that_section_3_2_leave_one_out_is_poorer_than_folds_for_one_output_of_three() -> None:
    """Printed: "L gave poorer results compared to K"."""
    assert [output.leave_one_out > output.folds.mean for output in PROPELLER] == [True, False, False]


@pytest.mark.parametrize("output", PROPELLER, ids=lambda output: output.name)
def test_that_section_3_2_holdout_differs_from_folds_far_beyond_95_per_cent(output: Output) -> None:
    assert welch_p(output) < 0.003


def test_that_section_3_4_resubstitution_and_holdout_differ_in_all_cases_but_one() -> None:
    bound = t_quantile(0.95, RUNS - 1)
    values = [(output.holdout.mean - output.resubstitution) / (output.holdout.sd / math.sqrt(RUNS)) for output in ALL]
    assert bound == pytest.approx(2.262, abs=5e-4)
    assert [value > bound for value in values].count(False) == 1
    assert values[3] == pytest.approx(2.18, abs=5e-3)  # crack length, raw data


def test_that_figure_2_is_obeyed_by_nine_of_eleven_outputs() -> None:
    found = [violations(output) for output in ALL]
    assert sum(not broken for broken in found) == 9
    assert violations(RAW[2]) == ("B>K", "L>H")
    assert violations(CLEANED[2]) == ("B>L",)


def test_that_table_4_prints_impossible_maxima_of_the_bootstrap() -> None:
    """Time of failure: maximum 1.06 with spread 1.50; reduction of area: maximum 3.22 below the mean 6.70."""
    time_of_failure, area = CLEANED[2].bootstrap, CLEANED[3].bootstrap
    assert greatest_sd(time_of_failure, 100) < 0.49 < time_of_failure.sd
    assert area.high < area.mean
    assert greatest_sd(Spread(0.1, 10.6, 0.6, 1.5), 100) > 1.5  # the slipped decimal point put back
    assert greatest_sd(Spread(1.2, 32.2, 6.7, 4.7), 100) > 4.7


def test_that_table_2_prints_spreads_of_holdout_that_ten_runs_cannot_have() -> None:
    kt, _, efficiency = (output.holdout for output in PROPELLER)
    assert least_sd(kt, 10) == pytest.approx(1.62, abs=5e-3)
    assert least_sd(efficiency, 10) == pytest.approx(0.29, abs=5e-3)
    assert kt.sd < least_sd(kt, 10) - 0.1
    assert efficiency.sd < least_sd(efficiency, 10) - 0.02
    assert next(runs for runs in range(10, 20) if least_sd(kt, runs) < kt.sd + 0.005) >= 12


def test_that_section_3_3_folds_and_holdout_do_differ_at_95_per_cent_on_two_cleaned_outputs() -> None:
    """Printed: "not statistically different with confidence of 0.95"."""
    assert welch_p(CLEANED[1]) == pytest.approx(0.035, abs=5e-4)
    assert welch_p(CLEANED[3]) == pytest.approx(0.017, abs=5e-4)


def test_that_section_3_3_relative_error_is_impossible_with_true_zeros() -> None:
    reading = regression_errors(np.array([0.0, 2.0]), np.array([0.1, 2.1]))
    assert reading.relative is None
    assert reading.mse == pytest.approx(0.01)


def test_that_table_5_prints_4_9_per_cent_which_is_3_of_61_and_not_3_of_43() -> None:
    """Salzberg quotes the same survey as 3 of 43, which is 7.0 %."""
    assert round(100 * 3 / 61, 1) == 4.9
    assert round(100 * 3 / 43, 1) == 7.0


def test_that_table_6_gives_the_printed_shares_of_32_applications() -> None:
    counts = {"R": 10, "H": 6, "K": 0, "L": 1, "B": 0, "TTV": 4, "NM": 11}
    printed = {"R": 31.3, "H": 18.7, "L": 3.1, "TTV": 12.5, "NM": 34.4}
    assert sum(counts.values()) == 32
    for method, share in printed.items():
        assert 100 * counts[method] / 32 == pytest.approx(share, abs=0.0501)


def test_that_section_5_2_item_5_is_welchs_degrees_of_freedom() -> None:
    k, h = CLEANED[3].folds, CLEANED[3].holdout
    c = k.sd**2 / (k.sd**2 + h.sd**2)
    reading = two_sample_t_from_summary(SampleSummary(k.mean, k.sd, RUNS), SampleSummary(h.mean, h.sd, RUNS))
    assert reading.df == pytest.approx((RUNS - 1) / (c**2 + (1 - c) ** 2))


def test_that_eq_14_is_the_paired_t() -> None:
    rng = np.random.default_rng(1)
    first = rng.normal(size=10)
    second = first + rng.normal(size=10)
    shared = compute_covariance_of_means(first, second)
    se = math.sqrt(first.var(ddof=1) / 10 + second.var(ddof=1) / 10 - 2 * shared)
    assert (first.mean() - second.mean()) / se == pytest.approx(paired_t(first, second).t)


def test_that_section_5_2_fifteen_comparisons_give_a_chance_of_54_and_the_six_meaningful_ones_27() -> None:
    """3 programs on 2 databases: 9 of the 15 pairs compare different databases."""
    assert math.comb(6, 2) == 15
    assert round(familywise_error(0.05, 15).any_false, 2) == 0.54
    same_database = 2 * math.comb(3, 2)
    assert familywise_error(0.05, same_database).any_false == pytest.approx(0.265, abs=5e-4)


def test_that_section_5_2_one_judgment_errs_with_chance_alpha() -> None:
    """Printed: 1 - (1 - alpha)^J = alpha; the exponent must be 1."""
    assert familywise_error(0.05, 1).any_false == pytest.approx(0.05)


def test_that_figure_7_a_mean_can_differ_together_while_each_output_alone_does_not() -> None:
    rows = np.array([[1.2, -1.1], [-0.4, 0.6], [0.9, -0.7], [-1.0, 1.2], [0.5, -0.2], [-0.1, 0.4], [0.8, -0.6]])
    reading = hotelling_one_sample(rows)
    assert all(one_sample_t(column).p > 0.05 for column in rows.T)
    assert reading.p < 0.05
