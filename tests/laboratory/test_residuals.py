"""Errors: confusions, clouds of misses, worst rows and groups count what was answered."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Floats
from core.domain.evidence import Run
from core.domain.study import Question
from core.judge.scores import ScoreTable, build_score_table
from core.laboratory.residuals import (
    MOST_POINTS,
    collect_residuals,
    compute_loss_by_group,
    count_confusions,
    find_worst_rows,
    has_threshold,
)
from core.laboratory.row_predictions import collect_losses, collect_predictions
from core.statistics.measure import Context
from core.statistics.measures import find_measure
from core.support.errors import DataError
from tests.laboratory.made import data_of, made_board

TRUTH = [0.0, 1.0, 0.0, 1.0]
YES_NO = ("no", "yes")
SCORES = [0.1, 0.9, 0.6, 0.4]
GIVEN = [0.0, 1.0, 1.0, 0.0]


def test_that_confusions_are_per_100_test_rows() -> None:
    main = made_board(data_of(TRUTH, YES_NO), {"a": [GIVEN, TRUTH]})
    found = count_confusions(main, "a", None)
    assert found.counts == ((3, 1), (1, 3))
    assert found.per_100 == ((37.5, 12.5), (12.5, 37.5))
    assert found.right == 75.0
    assert "gets 75.0 right" in found.sentence("a")


def test_that_a_threshold_moves_rows_between_answers() -> None:
    data = data_of(TRUTH, YES_NO)
    main = made_board(data, {"a": [GIVEN]}, SCORES)
    assert has_threshold(main, "a")
    assert count_confusions(main, "a", 0.5).counts == ((1, 1), (1, 1))
    assert count_confusions(main, "a", 0.05).counts == ((0, 2), (0, 2))
    assert count_confusions(main, "a", 0.95).counts == ((2, 0), (2, 0))
    assert not has_threshold(made_board(data, {"a": [GIVEN]}), "a")


def test_that_groups_are_called_by_their_names_or_else_by_number() -> None:
    data = data_of(TRUTH, YES_NO, [0, 0, 1, 1])
    assert [one.group for one in compute_loss_by_group(made_board(data, {"a": [TRUTH]}), ("a",), 0)] == [
        "machine 1",
        "machine 2",
    ]
    named = made_board(replace(data, group_names=("M07", "M 12")), {"a": [TRUTH]})
    assert [one.group for one in compute_loss_by_group(named, ("a",), 0)] == ["machine M07", "machine M 12"]


def test_that_no_wrong_answer_is_said() -> None:
    main = made_board(data_of(TRUTH, YES_NO), {"a": [TRUTH]})
    assert "none is wrong" in count_confusions(main, "a", None).sentence("a")


def test_that_misses_are_mean_answers_minus_truth() -> None:
    data = data_of([1.0, 2.0, 3.0, 4.0])
    main = made_board(data, {"a": [[1.0, 2.0, 3.0, 5.0], [1.0, 2.0, 3.0, 7.0]]})
    found = collect_residuals(main, "a", 0, None)
    assert found.x.tolist() == [1, 2, 3, 4]
    assert found.y.tolist() == [0, 0, 0, 2]
    assert "0.5 too high on average" in found.sentence("a")
    assert "grow" in found.sentence("a")
    assert collect_residuals(main, "a", 0, 0).across == "place"


def test_that_many_rows_are_thinned_and_counted() -> None:
    rows = 2 * MOST_POINTS + 2
    data = data_of(list(np.arange(rows, dtype=float)))
    found = collect_residuals(made_board(data, {"a": [list(np.arange(rows) + 1.0)]}), "a", 0, None)
    assert len(found.x) <= MOST_POINTS
    assert len(found.x) + found.left_out == rows


def test_that_classes_have_no_misses_and_rows_without_a_group_no_groups() -> None:
    main = made_board(data_of(TRUTH, YES_NO), {"a": [GIVEN]})
    with pytest.raises(DataError, match="right or wrong"):
        collect_residuals(main, "a", 0, None)
    with pytest.raises(DataError, match="no groups"):
        compute_loss_by_group(main, ("a",), 0)


def test_that_the_worst_rows_of_the_candidate_come_first() -> None:
    main = made_board(data_of(TRUTH, YES_NO), {"a": [TRUTH, TRUTH], "b": [GIVEN, [0.0, 1.0, 1.0, 1.0]]})
    found = find_worst_rows(main, ("a", "b"), 0)
    assert [(one.row, one.truth, one.answer, one.losses) for one in found] == [
        ("3", "no", "yes", (0.0, 1.0)),
        ("4", "yes", "no", (0.0, 0.5)),
    ]
    assert find_worst_rows(main, ("b", "a"), 0) == ()


def test_that_costs_decide_what_is_answered_and_what_a_row_loses() -> None:
    data = data_of(TRUTH, YES_NO, [0, 0, 1, 1])
    main = made_board(data, {"a": [GIVEN], "b": [GIVEN]}, [0.1, 0.9, 0.6, 0.15])
    dear = replace(main.study, question=Question(measure="cost", cost_ratio=4.0))  # flagged above 0.2
    main = build_score_table(dear, data, Run(tuple(one for key in ("a", "b") for one in main.outcomes(key)), True))
    assert collect_predictions(main, "a", 0)[:, 0].tolist() == [0, 1, 1, 0]
    assert collect_losses(main, "a", 0)[:, 0].tolist() == [0, 0, 1, 4]
    worst = find_worst_rows(main, ("a", "b"), 0)
    assert [(one.row, one.losses) for one in worst] == [("4", (4.0, 4.0)), ("3", (1.0, 1.0))]
    assert [one.losses[-1] for one in compute_loss_by_group(main, ("a", "b"), 0)] == [0.0, 2.5]
    lower = replace(dear, question=Question(measure="cost", cost_ratio=9.0))  # flagged above 0.1, not at it
    again = build_score_table(lower, data, Run(main.outcomes("a"), True))
    assert collect_predictions(again, "a", 0)[:, 0].tolist() == [0, 1, 1, 1]
    assert np.nanmean(collect_losses(again, "a", 0)) == pytest.approx(find_measure("cost").value(*_stacked(again)))


def _stacked(main: ScoreTable) -> tuple[Floats, Floats, Floats, Context]:
    """Truth, answers and scores of all rows, as measures take them."""
    outcomes = main.outcomes("a")
    rows = np.concatenate([one.rows for one in outcomes])
    given = np.concatenate([one.predicted[:, 0] for one in outcomes if one.predicted is not None])
    scores = np.concatenate([one.scores for one in outcomes if one.scores is not None])
    return main.data.targets[rows, 0], given, scores, main.context


def test_that_groups_stand_from_easy_to_hard() -> None:
    data = data_of(TRUTH, YES_NO, groups=[0, 1, 1, 1])
    found = compute_loss_by_group(made_board(data, {"a": [GIVEN]}), ("a",), 0)
    assert [(one.group, one.rows) for one in found] == [("machine 1", 1), ("machine 2", 3)]
    assert found[1].losses[0] == pytest.approx(2 / 3)
