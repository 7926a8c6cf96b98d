"""Tables of predictions that cannot be compared are refused in one sentence."""

from dataclasses import replace

import numpy as np
import pytest

from core.application.imported_predictions import PredictionRoles, read_predictions
from core.domain.dataset import Table
from core.support.errors import DataError
from tests.application.prediction_tables import counted, names, numbers, with_columns

ROLES = PredictionRoles("state", ("ours", "vendor"), row_id="part", positive="faulty")
SCORED = replace(ROLES, scores={"ours": "ours score"})


def test_that_scores_with_gaps_or_for_three_answers_are_refused() -> None:
    holes = np.random.default_rng(3).random(100)
    holes[:2] = np.nan
    table = counted(70, 20, 6, 4)
    with pytest.raises(DataError, match="2 scores are missing in 'ours score'"):
        read_predictions(with_columns(table, numbers("ours score", holes)), SCORED)
    three = with_columns(
        table,
        numbers("ours score", np.arange(100.0)),
        names("state", np.arange(100) % 3, ("good", "faulty", "unclear")),
    )
    with pytest.raises(DataError, match="two answers only"):
        read_predictions(three, SCORED)


def test_that_ids_with_gaps_are_refused_and_not_guessed() -> None:
    table = counted(70, 20, 6, 4)
    parts = np.repeat(np.arange(50.0), 2)
    parts[3] = np.nan
    with pytest.raises(DataError, match="1 row has no 'part'"):
        read_predictions(with_columns(table, numbers("part", parts)), ROLES)
    unnamed = with_columns(table, numbers("part", np.arange(100)), numbers("case id", parts))
    assert read_predictions(unnamed, replace(ROLES, row_id=None)).data.groups is None


def test_that_texts_are_no_answers_where_numbers_are_predicted() -> None:
    random = np.random.default_rng(4)
    wear = numbers("wear", random.normal(10, 1, 40))
    ours = numbers("ours", random.normal(10, 1, 40))
    rows = Table("parts", "", (wear, ours, names("vendor", np.arange(40) % 2), numbers("x", random.normal(size=40))))
    with pytest.raises(DataError, match="'vendor' does not hold numbers like 'wear'"):
        read_predictions(rows, PredictionRoles("wear", ("ours", "vendor")))


def test_that_a_score_speaks_for_its_answer_and_against_the_other() -> None:
    values = np.linspace(-1, 1, 100)
    for positive, place in (("faulty", 1), ("good", 0)):
        scores = (
            read_predictions(
                with_columns(counted(70, 20, 6, 4), numbers("ours score", values)), replace(SCORED, positive=positive)
            )
            .outcomes["ours"]
            .scores
        )
        assert scores is not None
        assert np.array_equal(scores[:, place], values)
        assert np.array_equal(scores[:, 1 - place], -values)


@pytest.mark.parametrize(
    ("truth", "answers", "classes"),
    [
        (np.arange(60) % 10, np.arange(60) % 10, 10),
        (np.arange(60) % 11, np.arange(60) % 11, 0),
        (np.arange(60) % 3 + 0.5, np.arange(60) % 3 + 0.5, 0),
        (np.arange(60) % 3, np.arange(60) % 4, 0),
    ],
)
def test_that_few_whole_numbers_are_names_where_models_answer_with_no_others(
    truth: np.ndarray, answers: np.ndarray, classes: int
) -> None:
    rows = Table(
        "t", "", (numbers("y", truth), numbers("a", answers), numbers("b", answers), numbers("x", np.arange(60)))
    )
    assert len(read_predictions(rows, PredictionRoles("y", ("a", "b"))).data.classes) == classes
