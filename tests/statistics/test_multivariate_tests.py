"""Several outputs together: invariances, agreement with the t test, MANOVA, and false claims of the corrected form."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.domain.dataset import Floats, Integers
from core.domain.findings import Status
from core.domain.pairing import Pairing
from core.statistics.multivariate_tests import (
    STATISTICS,
    compare_corrected_t2,
    corrected_t2,
    hotelling_one_sample,
    hotelling_paired,
    hotelling_two_sample,
    manova,
)
from core.statistics.undefined import Undefined

often = settings(deadline=None, max_examples=40)
seeds = st.integers(0, 10_000)


def cloud(seed: int, rows: int = 12, outputs: int = 3, shift: float = 0.3) -> Floats:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(rows, outputs)) @ rng.normal(size=(outputs, outputs)) + shift


def pairing(first: Floats | None, second: Floats | None, folds: int = 10) -> Pairing:
    ones = np.ones((1, folds))
    return Pairing("new", "old", "mae", ones, ones, ones, 9 * ones, outputs_first=first, outputs_second=second)


@often
@given(seeds, st.lists(st.floats(-6, 6), min_size=3, max_size=3))
def test_that_t2_does_not_depend_on_the_units_of_the_outputs(seed: int, powers: list[float]) -> None:
    rows, units = cloud(seed), 10.0 ** np.array(powers)
    plain, scaled = hotelling_one_sample(rows), hotelling_one_sample(rows * units)
    assert scaled.t2 == pytest.approx(plain.t2, rel=1e-6)
    assert scaled.p == pytest.approx(plain.p, rel=1e-6)


@often
@given(seeds)
def test_that_t2_does_not_depend_on_the_choice_of_axes(seed: int) -> None:
    rows = cloud(seed)
    turned = rows @ np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 2.0]])
    assert hotelling_one_sample(turned).t2 == pytest.approx(hotelling_one_sample(rows).t2, rel=1e-6)


@often
@given(seeds)
def test_that_one_output_gives_the_squared_t(seed: int) -> None:
    rows = cloud(seed, outputs=1)
    expected = stats.ttest_1samp(rows[:, 0], 0.0)
    reading = hotelling_one_sample(rows)
    assert reading.t2 == pytest.approx(expected.statistic**2)
    assert reading.p == pytest.approx(expected.pvalue)


@often
@given(seeds)
def test_that_two_samples_of_one_output_give_the_squared_pooled_t(seed: int) -> None:
    first, second = cloud(seed, 8, 1), cloud(seed + 1, 11, 1)
    expected = stats.ttest_ind(first[:, 0], second[:, 0])
    reading = hotelling_two_sample(first, second)
    assert (reading.t2, reading.p) == pytest.approx((expected.statistic**2, expected.pvalue))


@often
@given(seeds, st.floats(0, 2))
def test_that_the_correction_divides_t2_by_its_factor(seed: int, ratio: float) -> None:
    rows = cloud(seed)
    plain, corrected = hotelling_one_sample(rows), corrected_t2(rows, ratio)
    assert corrected.t2 == pytest.approx(plain.t2 / (1 + len(rows) * ratio), rel=1e-9)
    assert corrected.p >= plain.p - 1e-12


def test_that_identical_algorithms_have_p_one() -> None:
    rows = cloud(1)
    reading = hotelling_paired(rows, rows)
    assert (reading.p, reading.reason) == (1.0, "identical_scores")
    assert hotelling_two_sample(np.ones((4, 2)), np.ones((5, 2))).reason == "identical_scores"


def test_that_dependent_or_constant_outputs_are_undefined() -> None:
    rows = cloud(2, outputs=2)
    doubled = np.column_stack([rows, rows[:, 0] - rows[:, 1]])
    constant = np.column_stack([rows, np.full(12, 0.1)])
    for hard in (doubled, constant):
        reading = hotelling_one_sample(hard)
        assert reading == Undefined("singular_covariance")


@pytest.mark.parametrize("rows", [0, 1, 2, 3])
def test_that_no_more_rows_than_outputs_are_too_few(rows: int) -> None:
    reading = hotelling_one_sample(cloud(3, rows=rows))
    assert (reading.p, reading.reason) == (None, "too_few_pairs")


def test_that_undefined_folds_and_ratios_are_said() -> None:
    rows = cloud(4)
    rows[0, 0] = np.nan
    assert hotelling_one_sample(rows).reason == "undefined_values"
    assert isinstance(corrected_t2(cloud(4), -0.1), Undefined)


@pytest.mark.parametrize("statistic", STATISTICS)
@often
@given(seed=seeds)
def test_that_manova_of_two_groups_is_the_two_sample_t2(statistic: str, seed: int) -> None:
    first, second = cloud(seed, 9), cloud(seed + 1, 9, shift=0.5)
    assert manova([first, second], statistic).p == pytest.approx(
        hotelling_two_sample(first, second).p, rel=1e-6, abs=1e-12
    )


@pytest.mark.parametrize("statistic", STATISTICS)
def test_that_manova_of_one_output_is_one_way_anova(statistic: str) -> None:
    groups = [cloud(seed, 7, 1) for seed in (1, 2, 3)]
    expected = stats.f_oneway(*(group[:, 0] for group in groups))
    assert manova(groups, statistic).p == pytest.approx(expected.pvalue)


def test_that_manova_of_three_groups_follows_the_definitions() -> None:
    """Wilks has an exact F for three groups; Pillai and Hotelling-Lawley are traces of the two scatters."""
    groups = [cloud(seed, 8, shift=seed / 5) for seed in (1, 2, 3)]
    within = sum((np.cov(group.T) * 7 for group in groups), np.zeros((3, 3)))
    between = np.cov(np.vstack(groups).T) * 23 - within
    wilks = np.linalg.det(within) / np.linalg.det(within + between)
    root, residual = np.sqrt(wilks), 24 - 3
    found = manova(groups, "wilks")
    assert found.statistic == pytest.approx(wilks)
    assert found.f == pytest.approx((1 - root) / root * (residual - 3 + 1) / 3)
    assert (found.df1, found.df2) == (6, pytest.approx(2 * (residual - 3 + 1)))
    assert manova(groups, "pillai").statistic == pytest.approx(np.trace(between @ np.linalg.inv(within + between)))
    assert manova(groups, "hotelling-lawley").statistic == pytest.approx(np.trace(between @ np.linalg.inv(within)))


def test_that_roys_p_is_the_lowest() -> None:
    groups = [cloud(seed, 10) for seed in (4, 5, 6)]
    found = {statistic: manova(groups, statistic).p for statistic in STATISTICS}
    assert min(found, key=found.__getitem__) == "roy"  # type: ignore[arg-type]


def test_that_manova_gives_reasons_for_impossible_input() -> None:
    assert manova([cloud(1)], "pillai").reason == "too_few_pairs"
    assert manova([], "pillai").reason == "too_few_pairs"
    assert manova([cloud(1, 2), cloud(2, 2)], "pillai").reason == "too_few_pairs"
    assert manova([cloud(1), cloud(2)], "largest").reason == "unknown_method"
    assert manova([np.ones((4, 2)), np.zeros((4, 2))], "wilks").reason == "singular_covariance"


def claims_over_equal_algorithms(studies: int, level: float) -> tuple[float, float]:
    """Share of studies that claim a difference between two equally good ridge-like fits, plain and corrected.

    80 rows, two outputs, two algorithms that each see their own noisy half of the inputs; 3 repeats of 5 folds.
    """
    rng = np.random.default_rng(17)
    plain = corrected = 0
    for _ in range(studies):
        blocks, coefficients = rng.normal(size=(2, 80, 2)), np.ones((2, 2))
        answers = (blocks[0] + blocks[1]) @ coefficients + rng.normal(size=(80, 2))
        differences = np.array([fold_gaps(blocks, answers, rng.permutation(80)) for _ in range(3)]).reshape(-1, 2)
        plain += hotelling_one_sample(differences).p < 1 - level
        corrected += corrected_t2(differences, 1 / 4).p < 1 - level
    return plain / studies, corrected / studies


def fold_gaps(blocks: Floats, answers: Floats, order: Integers) -> list[Floats]:
    differences = []
    for test in np.array_split(order, 5):
        train = np.setdiff1d(order, test)
        losses = []
        for inputs in blocks:
            fit = np.linalg.lstsq(inputs[train], answers[train], rcond=None)[0]
            losses.append(np.mean((answers[test] - inputs[test] @ fit) ** 2, axis=0))
        differences.append(losses[1] - losses[0])
    return differences


def test_that_the_corrected_t2_keeps_its_level_over_folds_and_the_plain_one_does_not() -> None:
    plain, corrected = claims_over_equal_algorithms(400, 0.95)
    assert corrected <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)
    assert plain > 0.15


def test_that_a_comparison_uses_all_repeats_and_folds() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=(3, 10, 2)) + 0.2, rng.normal(size=(3, 10, 2))
    found = compare_corrected_t2(pairing(first, second), 0.95)
    expected = corrected_t2((first - second).reshape(-1, 2), 1 / 9)
    assert (found.statistic, found.p, found.df) == (expected.t2, expected.p, (2.0, 28.0))
    assert found.details.means == pytest.approx(tuple((first - second).mean(axis=(0, 1))))


def test_that_a_comparison_leaves_out_a_few_undefined_folds_and_refuses_many() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=(1, 10, 2)), rng.normal(size=(1, 10, 2))
    first[0, 0, 0] = np.nan
    assert compare_corrected_t2(pairing(first, second), 0.95).df == (2.0, 7.0)
    first[0, :4] = np.nan
    assert compare_corrected_t2(pairing(first, second), 0.95).reason == "too_many_undefined"


def test_that_a_single_output_needs_no_overall_test() -> None:
    found = compare_corrected_t2(pairing(None, None), 0.95)
    assert (found.p, found.status, found.reason) == (None, Status.DEGENERATE, "one_output")
