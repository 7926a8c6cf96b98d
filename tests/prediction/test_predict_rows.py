"""Ranges of single predictions, places, drift and the file of predictions, on studies whose truth is known."""

import csv
from pathlib import Path

import numpy as np
import pytest

from core.application.predict_rows import foresee_time, predict_rows, save_predictions
from core.application.prediction_ranges import describe_ranges
from core.data import read_table
from core.domain.prediction import LEVELS, ClassLimit, ErrorLimit, LimitRule, Place
from core.prediction.build import ModelForUse
from core.prediction.inputs import find_reach
from core.prediction.predict import estimate_seconds
from core.support.errors import StoreError, StudyError
from core.wording.prediction_text import word_error_limit, word_file, word_prediction_time
from tests.prediction.generated_studies import (
    build_generated_model,
    make_dataset,
    make_numbers,
    make_table,
    rename_class_column,
    run_generated_study,
)


@pytest.fixture(scope="module")
def linear() -> ModelForUse:
    return build_generated_model(make_dataset(*make_numbers(200, 1)), "linear")


def find_limit(model: ModelForUse, level: float) -> ErrorLimit:
    return next(limit for limit in model.model.error_limits if limit.level == level)


def test_that_ranges_hold_new_rows_about_as_often_as_promised(linear: ModelForUse) -> None:
    inputs, targets = make_numbers(2000, 2)
    for level in LEVELS:
        found = predict_rows(linear, make_table(inputs, targets), level)
        (check,) = found.checks
        assert check.rows > 1900
        coverage = find_limit(linear, level).coverage
        assert coverage is not None
        assert coverage.low - 0.04 < check.hits / check.rows < coverage.high + 0.04


def test_that_ranges_are_wider_where_errors_are_larger(linear: ModelForUse) -> None:
    inputs, _ = make_numbers(400, 3)
    found = predict_rows(linear, make_table(inputs))
    assert found.low is not None
    assert found.high is not None
    width = (found.high - found.low)[:, 0]
    noisy = np.isfinite(width) & (inputs[:, 2] > 0.5)
    calm = np.isfinite(width) & (inputs[:, 2] < -0.5)
    assert width[noisy].mean() > 2 * width[calm].mean()


def test_that_a_broken_relation_is_seen_although_each_column_is_in_its_range(linear: ModelForUse) -> None:
    inputs, _ = make_numbers(20, 4)
    inputs[:, 0], inputs[:, 1] = 1.5, -1.5
    found = predict_rows(linear, make_table(inputs))
    assert all(place in (Place.EDGE, Place.OUTSIDE) for place in found.places)
    assert found.low is not None
    is_outside = np.array([place is Place.OUTSIDE for place in found.places])
    assert is_outside.any()
    assert np.isnan(found.low[is_outside]).all()
    assert all("unlike" in remark for remark in found.remarks)


def test_that_a_number_far_beyond_is_outside_and_one_just_beyond_at_the_edge(linear: ModelForUse) -> None:
    column = linear.model.inputs[2]
    assert column.low is not None
    assert column.high is not None
    span = column.high - column.low
    rows = np.zeros((2, 3))
    rows[:, 2] = column.high + 0.05 * span, column.high + 0.5 * span
    found = predict_rows(linear, make_table(rows))
    assert found.places[0] in (Place.EDGE, Place.OUTSIDE)
    assert found.places[1] is Place.OUTSIDE
    assert "x2 is outside" in found.remarks[1]


def test_that_a_number_is_outside_only_beyond_what_rows_of_the_study_lay_beyond_the_others() -> None:
    inputs = np.column_stack([np.arange(21.0), np.arange(21.0)])
    data = make_dataset(inputs, inputs[:, 0])
    assert find_reach(data) == 0.1
    inputs[-1, 1] = 19 + 0.3 * 19  # beyond the others by three tenths of their span
    assert find_reach(make_dataset(inputs, inputs[:, 0])) == pytest.approx(0.3)
    inputs[-1, 1] = 1e9
    assert find_reach(make_dataset(inputs, inputs[:, 0])) == 1.0
    groups = np.minimum(np.arange(21) // 2, 9)
    inputs[-1, 1] = 20.0
    assert find_reach(make_dataset(inputs, inputs[:, 0], groups=groups), groups) == pytest.approx(3 / 17)


def test_that_the_time_of_many_rows_follows_from_that_of_some(linear: ModelForUse) -> None:
    times = iter([10.0, 10.25])
    assert estimate_seconds(linear, 100_000, lambda: next(times)) == pytest.approx(25.0)
    assert foresee_time(linear, 10) == ""
    assert (
        word_prediction_time("k-NN", 100_000, 25.0) == "k-NN takes about 25 seconds for 100,000 rows on this computer."
    )
    assert "3 minutes" in word_prediction_time("k-NN", 100_000, 180.0)


def test_that_few_rows_are_refused_a_range_with_the_number_needed() -> None:
    model = build_generated_model(make_dataset(*make_numbers(14, 5)), "linear")
    refused = find_limit(model, 0.95)
    assert (refused.limit, refused.needed, refused.units) == (None, 19, 14)
    assert word_error_limit(refused) == "A 95 % range needs 19 held-out rows; there are 14."
    found = predict_rows(model, make_table(np.zeros((3, 3))), 0.95)
    assert found.low is not None
    assert np.isnan(found.low).all()
    assert found.places == (None, None, None)
    given = predict_rows(model, make_table(np.zeros((3, 3))), 0.9).low
    assert given is not None
    assert np.isfinite(given).all()


@pytest.mark.parametrize(
    ("groups", "rule"), [(5, LimitRule.POOLED_GROUPS), (8, LimitRule.POOLED_GROUPS), (25, LimitRule.GROUPS)]
)
def test_that_groups_count_where_folds_kept_them_whole(groups: int, rule: LimitRule) -> None:
    inputs, targets = make_numbers(150, 6)
    member = np.arange(150) % groups
    model = build_generated_model(make_dataset(inputs, targets, groups=member), "linear")
    limit = find_limit(model, 0.9)
    assert limit.rule is rule
    assert limit.units == groups
    assert (limit.limit is None) == (groups < 6)
    mixed = build_generated_model(make_dataset(inputs, targets, groups=member), "linear", grouped=False)
    assert find_limit(mixed, 0.9).rule is LimitRule.ROWS
    assert any("not for new groups" in line for line in word_file(predict_rows(mixed, make_table(inputs))))


def test_that_a_rare_class_is_excluded_no_more_often_than_promised() -> None:
    rng = np.random.default_rng(7)
    labels = (rng.random(400) < 0.15).astype(np.int64)
    inputs = rng.normal(size=(400, 3)) + labels[:, np.newaxis]
    model = build_generated_model(make_dataset(inputs, labels.astype(np.float64), ("no", "yes")), "lda")
    fresh = (rng.random(3000) < 0.15).astype(np.int64)
    rows = rng.normal(size=(3000, 3)) + fresh[:, np.newaxis]
    found = predict_rows(model, rename_class_column(make_table(rows), fresh, ("no", "yes")))
    assert found.possible is not None
    given = found.possible.any(axis=1)
    for place in (0, 1):
        mine = given & (fresh == place)
        assert found.possible[mine, place].mean() > 0.8
    assert {limit.name for limit in found.limits if isinstance(limit, ClassLimit)} == {"no", "yes"}
    (check,) = found.checks
    assert check.hits / check.rows > 0.85


def test_that_a_class_with_too_few_rows_is_never_excluded() -> None:
    rng = np.random.default_rng(8)
    labels = np.repeat([0, 1], [60, 6])
    inputs = rng.normal(size=(66, 2)) + 5.0 * labels[:, np.newaxis]
    model = build_generated_model(make_dataset(inputs, labels.astype(np.float64), ("no", "yes")), "lda", folds=3)
    found = predict_rows(model, make_table(inputs[:20]))
    assert found.possible is not None
    assert found.possible[:, 1].all()
    assert any("“yes” is never excluded" in line and "needs 9" in line for line in word_file(found))


def test_that_rows_of_the_study_check_nothing(linear: ModelForUse) -> None:
    inputs, targets = make_numbers(200, 1)
    assert predict_rows(linear, make_table(inputs, targets)).checks == ()


def test_that_another_population_is_told_and_the_same_is_not(linear: ModelForUse) -> None:
    inputs, _ = make_numbers(60, 9)
    assert predict_rows(linear, make_table(inputs)).drift.p > 0.01  # type: ignore[operator]
    shifted = predict_rows(linear, make_table(inputs + np.array([0.0, 0.0, 1.5])))
    assert any("These rows differ from the study's: x2 is higher" in line for line in word_file(shifted))


def test_that_the_nearest_tested_rows_are_named_by_their_numbers(linear: ModelForUse) -> None:
    inputs, _ = make_numbers(200, 1)
    found = predict_rows(linear, make_table(inputs[[7, 90]]))
    assert found.nearest[:, 0].tolist() == [8, 91]
    assert found.nearest.shape == (2, 3)


def test_that_a_model_without_rows_has_one_width_and_checks_columns_alone() -> None:
    model = build_generated_model(make_dataset(*make_numbers(200, 1)), "linear", with_rows=False)
    inputs, _ = make_numbers(20, 4)
    inputs[:, 0], inputs[:, 1] = 1.5, -1.5
    inputs[0, 2] = 50.0
    found = predict_rows(model, make_table(inputs))
    assert found.places == (Place.OUTSIDE, *(Place.INSIDE,) * 19)
    assert found.low is not None
    assert found.high is not None
    assert np.ptp((found.high - found.low)[1:]) < 1e-9
    assert found.nearest.shape == (20, 0)
    assert any("without rows" in line for line in word_file(found))


def test_that_ranges_without_a_model_file_are_those_of_one_width(linear: ModelForUse) -> None:
    subject = run_generated_study(make_dataset(*make_numbers(200, 1)), "linear")
    found = describe_ranges(subject.study, subject.data, subject.run, "linear")
    assert [limit.limit for limit in found] == [limit.limit for limit in linear.model.error_limits]
    assert all(isinstance(limit, ErrorLimit) and limit.scaled is None for limit in found)


def test_that_a_level_nobody_computed_is_refused(linear: ModelForUse) -> None:
    with pytest.raises(StudyError, match="80 %, 90 %, 95 %"):
        predict_rows(linear, make_table(np.zeros((2, 3))), 0.99)


def test_that_the_file_has_the_own_columns_first(linear: ModelForUse, tmp_path: Path) -> None:
    inputs, targets = make_numbers(30, 11)
    inputs[3, 2] = 50.0
    found = predict_rows(linear, make_table(inputs, targets))
    path = tmp_path / "out.csv"
    save_predictions(path, found)
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    assert rows[0] == ["x0", "x1", "x2", "y [MPa]", "predicted", "low", "high", "place", "remark"]
    assert float(rows[1][0]) == inputs[0, 0]
    assert rows[4][5:8] == ["", "", "outside"]
    assert found.low is not None
    assert float(rows[1][5]) == found.low[0, 0]
    save_predictions(tmp_path / "out.xlsx", found)
    again = read_table(tmp_path / "out.xlsx")
    assert again.names == tuple(rows[0])
    assert again.column("predicted").values[0] == pytest.approx(found.values[0, 0])
    with pytest.raises(StoreError, match="CSV or Excel"):
        save_predictions(tmp_path / "out.txt", found)
