"""What a study can see before it runs."""

import math
from dataclasses import replace

import pytest
from scipy import stats

from core.domain.study import SchemeChoice, SchemeKind
from core.advice.precision_forecast import USUAL, comparisons_of, forecast, groups_kept, half_width, width_factor
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
    assert found == pytest.approx(expected, abs=0.051)


@pytest.mark.parametrize(("count", "times"), [(3, 1.22), (5, 1.31), (10, 1.43)])
def test_that_more_comparisons_widen_the_range_as_stated(count: int, times: float) -> None:
    assert half_width(0.1, 300, TEN, count) / half_width(0.1, 300, TEN) == pytest.approx(times, abs=0.01)


@pytest.mark.parametrize(("shuffles", "times"), [(10, 1.0), (5, 1.05), (4, 1.14 / 1.05), (1, 1.5)])
def test_that_fewer_shuffles_see_less(shuffles: int, times: float) -> None:
    few = half_width(0.1, 300, replace(TEN, repeats=shuffles))
    assert few / half_width(0.1, 300, TEN) == pytest.approx(times, abs=0.01)


def test_that_one_holdout_sees_what_its_test_rows_see() -> None:
    holdout = SchemeChoice(SchemeKind.HOLDOUT, share=2 / 3)
    assert half_width(0.1, 300, holdout) == pytest.approx(196 * (0.1 / 100) ** 0.5, rel=0.001)
    repeated = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, share=2 / 3, repeats=30)
    assert half_width(0.1, 300, TEN) < half_width(0.1, 300, repeated) < half_width(0.1, 300, holdout) * 1.1


def test_that_the_sentences_name_the_gap_the_chances_and_the_rows_needed() -> None:
    data = class_data(93)
    found = forecast(study_of(data), data)
    assert found.is_narrow
    assert "93 windows. If the two models disagree on 10 rows in 100, gaps below about 6.7 per 100" in found.text[0]
    assert found.more[1] == ("A true gap of 6.7 is found about every second time, 9.4 about four times in five.")
    assert found.text[1] == "About 1,100 rows would show gaps of 2 per 100."
    assert [line.disagreement for line in found.lines] == [0.05, 0.10, 0.20]
    assert found.more[0] == "If they disagree on 5 in 100: 4.8, on 20 in 100: 9.5."


def test_that_groups_show_both_ends_and_ask_for_groups() -> None:
    data = class_data(400, groups=20)
    found = forecast(study_of(data), data)
    usual = found.lines[1]
    assert usual.fewest == pytest.approx(usual.half_width * (400 / 20) ** 0.5)
    assert "from 20 machines" in found.text[0]
    assert "(if rows stand alone)" in found.text[0]
    assert found.text[1] == "About 53 to 1,100 machines would show gaps of 2 per 100."


def test_that_one_fold_per_group_leaves_one_partition_only() -> None:
    data = class_data(400, groups=10)
    ten, five = study_of(data), with_scheme(study_of(data), SchemeKind.KFOLD, folds=5)
    assert forecast(ten, data).lines[1].half_width > 1.3 * forecast(five, data).lines[1].half_width


def test_that_many_rows_are_enough() -> None:
    data = class_data(3000)
    found = forecast(study_of(data), data)
    assert not found.is_narrow
    assert found.rows_needed == ""
    assert len(found.text) == 1
    assert len(found.more) == 2


@pytest.mark.parametrize("measure", ["cost", "auc"])
def test_that_nothing_is_promised_for_other_measures(measure: str) -> None:
    data = class_data(93)
    found = forecast(study_of(data, measure=measure), data)
    assert found.lines == ()
    assert "cannot forecast this before the first shuffle" in found.text[0]
    assert "cannot forecast" in forecast(study_of(number_data()), number_data()).text[0]


def test_that_a_design_without_a_claim_says_so() -> None:
    data = class_data(93)
    for kind in (SchemeKind.BOOTSTRAP, SchemeKind.TIME, SchemeKind.LEAVE_ONE_OUT, SchemeKind.RESUBSTITUTION):
        assert "will not name a winner" in forecast(with_scheme(study_of(data), kind), data).text[0]


def test_that_looks_candidates_and_outputs_are_counted() -> None:
    data = number_data(100, ("a", "b"))
    study = study_of(data, challengers=("forest", "ridge"))
    assert comparisons_of(replace(study, looks=3), data) == 7
    assert comparisons_of(study_of(data, challengers=()), data) == 1


def test_that_a_margin_of_zero_asks_for_no_rows() -> None:
    data = class_data(93)
    found = forecast(study_of(data, margin=0.0), data)
    assert found.is_narrow
    assert found.rows_needed == ""


def test_that_repeated_holdouts_widen_by_shared_rows_and_by_their_number() -> None:
    share, repeats = 0.8, 12
    factor = math.sqrt((1 / repeats + 0.2 / share) / 0.2) * stats.t.isf(0.025, repeats - 1) / stats.t.isf(0.025, 99)
    repeated = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, share=share, repeats=repeats)
    assert width_factor(repeated, 0.05) == pytest.approx(factor)
    assert width_factor(replace(repeated, repeats=2), 0.05) is not None
    assert width_factor(replace(repeated, repeats=1), 0.05) is None
    assert width_factor(SchemeChoice(folds=2, repeats=1), 0.05) is not None
    assert width_factor(SchemeChoice(folds=1, repeats=1), 0.05) is None


def test_that_the_rows_needed_are_told_where_the_range_is_too_wide() -> None:
    data = class_data(93)
    found = forecast(study_of(data), data)
    assert found.rows_needed == "1,100"
    wide = next(line.half_width for line in found.lines if line.disagreement == USUAL)
    exactly = forecast(study_of(data, margin=wide), data)
    assert (exactly.is_narrow, exactly.rows_needed) == (False, "")


def test_that_groups_that_are_not_heeded_are_not_counted() -> None:
    data = class_data(400, groups=20)
    study = study_of(data)
    assert groups_kept(study, data) == 20
    assert groups_kept(replace(study, scheme=replace(study.scheme, grouped=False)), data) == 0
