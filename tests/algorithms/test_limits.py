"""Too many rows: refused with the time it would take, or drawn by chance with the person's consent."""

import numpy as np
import pytest

from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.limits import (
    ABOVE_LIMIT,
    DRAW,
    PROCESS_LIMIT,
    REFUSE,
    VECTOR_LIMIT,
    Limit,
    Limited,
    drawn,
    time_words,
)
from core.domain.dataset import Floats, Integers, Kind, Task
from core.support.errors import EngineError
from tests.algorithms.examples import schema

SMALL = Limit("A snail", 10, 30.0, 3.0)


class Seen:
    """A model that remembers how many rows it was shown."""

    def __init__(self) -> None:
        self.rows = 0

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        self.rows = len(inputs)
        assert len(targets) == len(inputs)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 seconds"), (90, "90 seconds"), (300, "5 minutes"), (7200, "2 hours"), (864_000, "10 days")],
)
def test_that_times_are_said_in_the_unit_that_fits(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


def test_that_the_time_grows_with_the_power_of_the_rows() -> None:
    assert SMALL.expected(20) == "4 minutes"
    assert VECTOR_LIMIT.expected(100_000) == "17 minutes"
    assert PROCESS_LIMIT.expected(15_000) == "3 hours"


@pytest.mark.parametrize("policy", [REFUSE, DRAW])
def test_that_nothing_happens_up_to_the_limit(policy: str) -> None:
    assert SMALL.kept(np.zeros((10, 2)), policy, 1).tolist() == list(range(10))


def test_that_more_rows_are_refused_with_the_expected_time_and_a_way_out() -> None:
    with pytest.raises(EngineError, match=r"A snail on 20 training rows would take about 4 minutes.*10 rows.*draw"):
        SMALL.kept(np.zeros((20, 1)), REFUSE, 1)


def test_that_drawing_is_told_and_the_seed_decides() -> None:
    with pytest.warns(UserWarning, match="Trained on 10 of 50 training rows, drawn by chance"):
        first = SMALL.kept(np.zeros((50, 1)), DRAW, 1)
    with pytest.warns(UserWarning, match="drawn by chance"):
        again, other = SMALL.kept(np.zeros((50, 1)), DRAW, 1), SMALL.kept(np.zeros((50, 1)), DRAW, 2)
    assert len(set(first.tolist())) == 10
    assert first.tolist() == again.tolist() != other.tolist()


def test_that_no_class_is_lost_by_drawing() -> None:
    labels = np.zeros(500, dtype=np.int64)
    labels[[17, 400]] = [1, 2]
    rows = drawn(labels, 5, np.random.default_rng(3))
    assert set(labels[rows].tolist()) == {0, 1, 2}
    assert len(rows) == 5


def test_that_the_model_sees_the_drawn_rows_only() -> None:
    limited = Limited(Seen, SMALL, DRAW, 1)
    with pytest.warns(UserWarning, match="drawn by chance"):
        limited.fit(np.zeros((40, 2)), np.zeros((40, 1)))
    assert limited.model.rows == 10


def test_that_consent_changes_nothing_below_the_limit() -> None:
    inputs = np.linspace(0, 6, 200)[:, None]
    learner = find_algorithm("svm").build({ABOVE_LIMIT: DRAW}, 1)
    learner.fit(inputs, np.sin(inputs), schema(Task.NUMBERS, (Kind.NUMBER,), outputs=1))
    plain = find_algorithm("svm").build({}, 1)
    plain.fit(inputs, np.sin(inputs), schema(Task.NUMBERS, (Kind.NUMBER,), outputs=1))
    np.testing.assert_array_equal(learner.predict(inputs).predicted, plain.predict(inputs).predicted)


def test_that_refusing_is_what_happens_unless_chosen_otherwise() -> None:
    limited = [setting for row in ALGORITHMS for setting in row.settings if setting.key == ABOVE_LIMIT]
    assert [setting.default for setting in limited] == [REFUSE, REFUSE]
