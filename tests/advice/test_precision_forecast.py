"""What a study can see before it runs."""

import math
from dataclasses import replace

import pytest
from scipy import stats

from core.advice.precision_forecast import (
    WIDER_BY_RULE,
    count_groups_kept,
    forecast_precision,
    half_width,
    width_factor,
)
from core.domain.study import SchemeChoice, SchemeKind
from core.judge.context import count_comparisons
from tests.judge.worlds import class_data, number_data, study_of, with_scheme

TEN = SchemeChoice(folds=10, repeats=10)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (93, (4.8, 6.7, 9.5, 12.6)),
        (301, (2.7, 3.8, 5.3, 7.0)),
        (1000, (1.5, 2.1, 2.9, 3.9)),
        (3000, (0.8, 1.2, 1.7, 2.2)),
    ],
)
def test_that_the_published_table_is_reproduced_within_rounding(rows: int, expected: tuple[float, ...]) -> None:
    found = [half_width(share, rows, TEN) for share in (0.05, 0.10, 0.20, 0.35)]
    assert [width / WIDER_BY_RULE for width in found] == pytest.approx(expected, abs=0.051)


@pytest.mark.parametrize(("count", "times"), [(3, 1.22), (5, 1.31), (10, 1.43)])
def test_that_more_comparisons_widen_the_range_as_stated(count: int, times: float) -> None:
    assert half_width(0.1, 300, TEN, count) / half_width(0.1, 300, TEN) == pytest.approx(times, abs=0.01)


@pytest.mark.parametrize(("repeats", "times"), [(10, 1.0), (5, 1.05), (4, 1.14 / 1.05), (1, 1.5)])
def test_that_fewer_repeats_see_less(repeats: int, times: float) -> None:
    few = half_width(0.1, 300, replace(TEN, repeats=repeats))
    assert few / half_width(0.1, 300, TEN) == pytest.approx(times, abs=0.01)


def test_that_one_holdout_sees_what_its_test_rows_see() -> None:
    holdout = SchemeChoice(SchemeKind.HOLDOUT, share=2 / 3)
    assert half_width(0.1, 300, holdout) == pytest.approx(196 * (0.1 / 100) ** 0.5, rel=0.001)
    repeated = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, share=2 / 3, repeats=30)
    assert half_width(0.1, 300, TEN) < half_width(0.1, 300, repeated) < half_width(0.1, 300, holdout) * 1.1


def test_that_the_usual_line_is_held_against_the_margin_and_the_rows_needed_follow() -> None:
    data = class_data(93)
    found = forecast_precision(study_of(data), data)
    assert found.usual is not None
    assert found.is_narrow
    assert found.times_needed == pytest.approx((found.usual.half_width / 2.0) ** 2)
    assert [line.disagreement for line in found.lines] == [0.05, 0.10, 0.20]


def test_that_groups_show_both_ends_and_the_worse_one_is_judged() -> None:
    data = class_data(400, groups=20)
    found = forecast_precision(study_of(data), data)
    usual = found.usual
    assert usual is not None
    assert usual.by_groups == pytest.approx(usual.half_width * (400 / 20) ** 0.5)
    assert usual.worst == usual.by_groups
    assert found.group_times_needed > found.times_needed


def test_that_one_fold_per_group_leaves_one_partition_only() -> None:
    data = class_data(400, groups=10)
    ten, five = study_of(data), with_scheme(study_of(data), SchemeKind.KFOLD, folds=5)
    assert forecast_precision(ten, data).lines[1].half_width > 1.2 * forecast_precision(five, data).lines[1].half_width


def test_that_many_rows_are_enough() -> None:
    data = class_data(3000)
    found = forecast_precision(study_of(data), data)
    assert not found.is_narrow
    assert found.times_needed == 0.0


@pytest.mark.parametrize("measure", ["cost", "auc"])
def test_that_nothing_is_promised_for_other_measures(measure: str) -> None:
    data = class_data(93)
    found = forecast_precision(study_of(data, measure=measure), data)
    assert found.lines == ()
    assert found.has_claim
    assert forecast_precision(study_of(number_data()), number_data()).lines == ()


def test_that_a_design_without_a_claim_says_so() -> None:
    data = class_data(93)
    for kind in (SchemeKind.BOOTSTRAP, SchemeKind.TIME, SchemeKind.LEAVE_ONE_OUT, SchemeKind.RESUBSTITUTION):
        assert not forecast_precision(with_scheme(study_of(data), kind), data).has_claim


def test_that_looks_candidates_and_outputs_are_counted() -> None:
    data = number_data(100, ("a", "b"))
    study = study_of(data, challengers=("forest", "ridge"))
    assert count_comparisons(replace(study, earlier_comparisons=3), data) == 7
    assert count_comparisons(study_of(data, challengers=()), data) == 1


def test_that_a_margin_of_zero_asks_for_no_rows() -> None:
    data = class_data(93)
    found = forecast_precision(study_of(data, margin=0.0), data)
    assert found.is_narrow
    assert found.times_needed == 0.0


def test_that_repeated_holdouts_widen_by_shared_rows_and_by_their_number() -> None:
    share, repeats = 0.8, 12
    factor = math.sqrt((1 / repeats + 0.2 / share) / 0.2) * stats.t.isf(0.025, repeats - 1) / stats.t.isf(0.025, 99)
    repeated = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, share=share, repeats=repeats)
    assert width_factor(repeated, 0.05) == pytest.approx(factor)
    assert width_factor(replace(repeated, repeats=2), 0.05) is not None
    assert width_factor(replace(repeated, repeats=1), 0.05) is None
    assert width_factor(SchemeChoice(folds=2, repeats=1), 0.05) is not None
    assert width_factor(SchemeChoice(folds=1, repeats=1), 0.05) is None


def test_that_groups_that_are_not_heeded_are_not_counted() -> None:
    data = class_data(400, groups=20)
    study = study_of(data)
    assert count_groups_kept(study, data) == 20
    assert count_groups_kept(replace(study, scheme=replace(study.scheme, grouped=False)), data) == 0
