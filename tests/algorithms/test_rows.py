"""Large data costs little beside itself: rows are picked and looked at in pieces, and nothing else changes."""

from pathlib import Path

import numpy as np
import pytest

from core.algorithms import find_algorithm, linear, naive_bayes, preparation
from core.algorithms import rows as rows_module
from core.algorithms.learner import Prediction, Schema
from core.algorithms.naive_bayes import NaiveBayes
from core.algorithms.prepared import Common, Prepared
from core.algorithms.rows import Rows
from core.domain.dataset import Floats, Integers, Kind, Task
from core.engine.fit_context import read_fit_context, write_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
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
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", at_once)
    values = np.random.default_rng(1).standard_normal((90, 7))
    values[3] = np.nan
    inputs = mapped(tmp_path, values)
    np.testing.assert_array_equal(Rows(inputs, rows).picked(), values[rows])
    np.testing.assert_array_equal(inputs, values)


def test_that_picked_rows_are_a_copy_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", 4)
    inputs = mapped(tmp_path, np.ones((9, 2)))
    found = Rows(inputs, np.arange(9)).picked()
    found[:] = 0.0
    assert (inputs == 1.0).all()


@pytest.mark.parametrize("rows", [*ORDERS.values(), None], ids=[*ORDERS.keys(), "all"])
@pytest.mark.parametrize("at_once", [21, 10_000])
def test_that_rows_at_hand_are_the_same_rows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rows: Integers | None, at_once: int
) -> None:
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", at_once)
    values = np.random.default_rng(1).standard_normal((90, 7))
    found = Rows(mapped(tmp_path, values), rows).at_hand()
    np.testing.assert_array_equal(found.picked(), values if rows is None else values[rows])


def test_that_a_worker_that_picks_in_pieces_gives_the_same_outcomes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data, study = classes(60), study_of(simple("knn"), simple("naive-bayes"), simple("majority"))
    expected = signature(inline(study, data))
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", 8)
    write_fit_context(tmp_path, study, data, "core.algorithms")
    bench = read_fit_context(tmp_path)
    assert signature([run_fit(training, bench) for training in list_fit_jobs(study, data, frozenset())]) == expected


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


# --- algorithms that add up rows piece by piece, and those that use the memory of their inputs ---

IN_PIECES = ("lda", "qda", "linear", "ridge", "pls", "logistic", "knn", "tree", "forest", "lasso", "boosting")


def on_many_rows(key: str, inputs: Floats) -> Prediction:
    task = Task.CLASSES if Task.CLASSES in find_algorithm(key).tasks else Task.NUMBERS
    answers = inputs[:, :1] * 2 - inputs[:, 1:2] + np.random.default_rng(8).standard_normal((len(inputs), 1))
    targets = (answers > 0).astype(np.float64) if task is Task.CLASSES else answers
    kinds = (Kind.NUMBER,) * inputs.shape[1]
    schema = Schema(task, kinds, ((),) * len(kinds), 2 if task is Task.CLASSES else 0, 1, tuple("abcde"))
    learner = find_algorithm(key).build({}, 3)
    learner.fit(inputs[:200], targets[:200], schema)
    return learner.predict(inputs[200:])


@pytest.mark.parametrize("key", IN_PIECES)
def test_that_rows_in_pieces_train_the_same_model(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = np.random.default_rng(9).standard_normal((300, 5)) * [1, 10, 0.1, 1e4, 1] + [0, 5, 0, 1e3, 2]
    before = inputs.copy()
    whole = on_many_rows(key, inputs)
    for module in (rows_module, linear, preparation):
        monkeypatch.setattr(module, "CELLS_AT_ONCE", 60)
    pieces = on_many_rows(key, inputs)
    np.testing.assert_allclose(pieces.predicted, whole.predicted, rtol=1e-9)
    np.testing.assert_array_equal(inputs, before)


@pytest.mark.parametrize("key", [*IN_PIECES, "svm", "mlp", "perceptron", "memoriser"])
def test_that_many_rows_are_predicted_in_parts_with_the_same_bits(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = np.random.default_rng(11).standard_normal((200 + 5 * rows_module.BLOCK + 5, 5))
    whole = on_many_rows(key, inputs)
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", 1210)  # 200 rows of 5 and a constant are learned as one piece
    assert [len(part) for part in Rows(inputs[200:]).parts(5)] == [192, 133]
    monkeypatch.setattr(preparation.Preparation, "apply", None)  # which takes all rows at once
    parts = on_many_rows(key, inputs)
    assert parts.predicted.tobytes() == whole.predicted.tobytes()
    assert whole.scores is None or (parts.scores is not None and parts.scores.tobytes() == whole.scores.tobytes())


def test_that_new_names_in_many_rows_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = Schema(Task.CLASSES, (Kind.NAMES, Kind.NUMBER), (("a", "b", "c"), ()), 2, 1, ("name", "x"))
    chance = np.random.default_rng(12)
    inputs = np.column_stack([np.arange(400) % 2, chance.standard_normal(400)]).astype(np.float64)
    learner = find_algorithm("logistic").build({}, 1)
    learner.fit(inputs, (inputs[:, 1:] > 0).astype(np.float64), schema)
    inputs[[0, 399], 0] = 2.0
    monkeypatch.setattr(rows_module, "CELLS_AT_ONCE", 128)
    with pytest.warns(UserWarning, match="not seen in training") as told:
        learner.predict(inputs)
    assert [str(one.message)[:18] for one in told] == ["2 cells hold names"]


@pytest.mark.parametrize("key", ["linear", "ridge", "pls", "lasso"])
def test_that_inputs_that_are_shared_are_left_alone(key: str) -> None:
    inputs = np.random.default_rng(10).standard_normal((50, 3)) + 7
    targets = inputs[:, :1] - inputs[:, :1].mean()
    own, shared = find_algorithm(key).build({}, 1), find_algorithm(key).build({}, 1)
    assert isinstance(own, Prepared)
    assert isinstance(shared, Prepared)
    shared.common = Common()
    schema = Schema(Task.NUMBERS, (Kind.NUMBER,) * 3, ((),) * 3, 0, 1, tuple("abc"))
    for learner in (own, shared):
        learner.fit(inputs, targets, schema)
    (_, prepared) = next(iter(shared.common.trained.values()))
    assert not prepared.flags.writeable
    np.testing.assert_allclose(prepared.std(axis=0), 1.0)
    assert own.predict(inputs).predicted.tobytes() == shared.predict(inputs).predicted.tobytes()


def test_that_a_long_least_squares_is_the_same_when_inputs_repeat_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of equally good weights the smallest are found in pieces too."""
    chance = np.random.default_rng(11)
    inputs = chance.standard_normal((400, 4))
    inputs = np.hstack([inputs, inputs[:, :2] * 3])
    targets = inputs @ chance.standard_normal((6, 2))
    whole = linear.LeastSquares()
    whole.fit(inputs.copy(), targets - targets.mean(axis=0))
    for module in (rows_module, linear):
        monkeypatch.setattr(module, "CELLS_AT_ONCE", 90)
    pieces = linear.LeastSquares()
    pieces.fit(inputs.copy(), targets - targets.mean(axis=0))
    np.testing.assert_allclose(pieces.weights, whole.weights, atol=1e-10)
