"""Large data costs little beside itself: rows are picked and looked at in pieces, and nothing else changes."""

from pathlib import Path

import numpy as np
import pytest

from core.algorithms import naive_bayes
from core.algorithms.learner import Prediction, Schema
from core.algorithms.naive_bayes import NaiveBayes
from core.domain.dataset import Floats, Integers, Kind, Task
from core.engine import pick
from core.engine.bench import read_bench, write_bench
from core.engine.pick import picked
from core.engine.plan import trainings
from core.engine.work import carry_out
from tests.engine.studies import inline, signature, simple, study_of
from tests.schemes.datasets import classes

ORDERS = {
    "in order": np.arange(0, 90, 2),
    "backwards": np.arange(89, -1, -1),
    "some several times": np.array([5, 5, 80, 0, 5]),
    "none": np.empty(0, dtype=np.int64),
}


def mapped(tmp_path: Path, values: Floats) -> Floats:
    np.save(tmp_path / "values.npy", values)
    return np.asanyarray(np.load(tmp_path / "values.npy", mmap_mode="r"))


@pytest.mark.parametrize("rows", ORDERS.values(), ids=ORDERS.keys())
@pytest.mark.parametrize("at_once", [1, 21, 10_000])
def test_that_rows_picked_in_pieces_are_those_rows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rows: Integers, at_once: int
) -> None:
    monkeypatch.setattr(pick, "CELLS_AT_ONCE", at_once)
    values = np.random.default_rng(1).standard_normal((90, 7))
    values[3] = np.nan
    inputs = mapped(tmp_path, values)
    np.testing.assert_array_equal(picked(inputs, rows), values[rows])
    np.testing.assert_array_equal(inputs, values)


def test_that_picked_rows_are_a_copy_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pick, "CELLS_AT_ONCE", 4)
    inputs = mapped(tmp_path, np.ones((9, 2)))
    found = picked(inputs, np.arange(9))
    found[:] = 0.0
    assert (inputs == 1.0).all()


def test_that_a_worker_that_picks_in_pieces_gives_the_same_outcomes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data, study = classes(60), study_of(simple("knn"), simple("naive-bayes"), simple("majority"))
    expected = signature(inline(study, data))
    monkeypatch.setattr(pick, "CELLS_AT_ONCE", 8)
    write_bench(tmp_path, study, data, "core.algorithms")
    bench = read_bench(tmp_path)
    assert signature([carry_out(training, bench) for training in trainings(study, data, frozenset())]) == expected


def with_names_and_gaps() -> tuple[Floats, Floats, Schema]:
    chance = np.random.default_rng(7)
    inputs = chance.standard_normal((400, 6)) * 10.0 ** np.arange(-3, 3) + 5
    inputs[:, 0] = chance.integers(0, 3, 400)
    inputs[chance.random(inputs.shape) < 0.1] = np.nan
    inputs[:, 4], inputs[:, 5] = 2.0, np.nan
    kinds = (Kind.NAMES, *[Kind.NUMBER] * 5)
    schema = Schema(Task.CLASSES, kinds, (("a", "b", "c"), *[()] * 5), 3, 1, tuple("uvwxyz"))
    return inputs, chance.integers(0, 3, (400, 1)).astype(np.float64), schema


def bayes() -> Prediction:
    inputs, targets, schema = with_names_and_gaps()
    learner = NaiveBayes()
    with pytest.warns(UserWarning, match="left out") as told:
        learner.fit(inputs, targets, schema)
    assert [str(one.message) for one in told] == [
        "1 input has no value in the rows of the training part and is left out.",
        "1 input is the same in all rows of the training part and is left out.",
    ]
    return learner.predict(inputs)


@pytest.mark.parametrize("at_once", [1, 900, 1900])
def test_that_naive_bayes_in_pieces_says_the_same(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    whole = bayes()
    monkeypatch.setattr(naive_bayes, "_AT_ONCE", at_once)
    pieces = bayes()
    assert whole.scores is not None
    assert pieces.scores is not None
    np.testing.assert_array_equal(pieces.predicted, whole.predicted)
    np.testing.assert_allclose(pieces.scores, whole.scores, rtol=1e-12, atol=1e-15)
