"""Stability: changed answers are counted, and the rows that move the difference come first."""

import pytest

from core.laboratory.prediction_stability import measure_stability
from core.support.errors import DataError
from tests.laboratory.made import NAMES, data_of, made_board

TRUTH = [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]
YES_NO = ("no", "yes")


def test_that_rows_whose_class_changes_are_counted_per_candidate() -> None:
    data = data_of(TRUTH, YES_NO)
    flip = [1.0, *TRUTH[1:]]
    main = made_board(data, {"a": [TRUTH, TRUTH, TRUTH], "b": [TRUTH, flip, TRUTH]})
    found = measure_stability(main, NAMES, "b", 0)
    assert [(one.key, one.changed, one.rows) for one in found.shares] == [("a", 0, 6), ("b", 1, 6)]
    assert "at least once in 3 repeats" in found.sentence(("a", "b"))
    assert "model B 1 of 6 (17 of 100)" in found.sentence(("a", "b"))
    assert "model B 1 of 6" in found.sentence(("a",))
    assert found.step is None


def test_that_the_row_that_moves_the_difference_is_named() -> None:
    data = data_of(TRUTH, YES_NO)
    flip = [*TRUTH[:4], 1.0, 1.0]
    found = measure_stability(made_board(data, {"a": [TRUTH, TRUTH], "b": [TRUTH, flip]}), NAMES, "b", 0)
    assert [one.row for one in found.torn] == ["5"]
    assert found.torn[0].part == pytest.approx(1.0)
    assert (found.torn[0].truth, found.torn[0].baseline, found.torn[0].candidate) == ("no", 0.0, 0.5)
    assert "1 of 1 changing rows" in found.torn_sentence()


def test_that_rows_on_which_both_change_alike_do_not_move_the_difference() -> None:
    data = data_of(TRUTH, YES_NO)
    flip = [1.0, *TRUTH[1:]]
    found = measure_stability(made_board(data, {"a": [TRUTH, flip], "b": [TRUTH, flip]}), NAMES, "b", 0)
    assert found.torn == ()
    assert found.torn_sentence() == ""
    assert [one.changed for one in found.shares] == [1, 1]


def test_that_numbers_change_when_they_move_by_more_than_matters() -> None:
    data = data_of([1.0, 2.0, 3.0, 4.0], groups=[0, 0, 1, 1])
    near, far = [1.2, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 6.0]
    main = made_board(data, {"a": [near, far], "b": [near, near]})
    found = measure_stability(main, NAMES, None, 0)
    assert found.step == 0.5
    assert [one.changed for one in found.shares] == [1, 0]
    assert [one.row for one in found.torn] == ["4", "1"]
    assert found.torn[0].group == "machine 2"
    assert found.torn[0].candidate is None


def test_that_one_repeat_is_refused_in_words() -> None:
    main = made_board(data_of(TRUTH, YES_NO), {"a": [TRUTH], "b": [TRUTH]})
    with pytest.raises(DataError, match="this study has one"):
        measure_stability(main, NAMES, "b", 0)
