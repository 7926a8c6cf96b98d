"""Whatever table comes: our own algorithms give finite answers whose scores sum to one, and never raise."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.algorithms import find_algorithm
from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Kind, Task
from tests.algorithms.examples import Example

OWN = (
    "naive-bayes",
    "naive-bayes-discretised",
    "c45",
    "ripper",
    "lda",
    "qda",
    "knn",
    "memoriser",
    "perceptron",
    "additive",
    "nearest-centroid",
)
NUMBERS = ("linear", "pls", "knn", "mean", "median", "additive", "response-surface", "mars", "gaussian-process")
CALM = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
EXTREME = (0.0, 1.0, -1.0, 1e-12, 1e12, -1e12, 5e-324, float("nan"))


@st.composite
def tables(draw: st.DrawFn, task: Task) -> Example:
    """Up to five inputs of numbers and names, many equal, missing, tiny or huge cells, and one to four classes."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    kinds = tuple(draw(st.lists(st.sampled_from([Kind.NUMBER, Kind.NAMES]), min_size=1, max_size=5)))
    rows, classes, outputs = draw(st.integers(1, 40)), draw(st.integers(1, 4)), draw(st.integers(1, 3))
    columns = [_column(kind, rows + 5, rng) for kind in kinds]
    inputs = np.column_stack(columns)
    is_classes = task is Task.CLASSES
    targets = (
        rng.integers(0, classes, (rows, 1))
        if is_classes
        else rng.normal(size=(rows, outputs)) * 10.0 ** rng.integers(-6, 7)
    )
    levels = tuple(("a", "b", "c", "d") if kind is Kind.NAMES else () for kind in kinds)
    names = tuple(f"input {place}" for place in range(len(kinds)))
    meaning = Schema(task, kinds, levels, max(classes, 2) if is_classes else 0, 1 if is_classes else outputs, names)
    return Example(inputs[:rows], targets.astype(np.float64), inputs[rows:], meaning)


def _column(kind: Kind, rows: int, rng: np.random.Generator) -> Floats:
    if kind is Kind.NAMES:
        column = rng.integers(0, 4, rows).astype(np.float64)
        column[rng.random(rows) < 0.2] = np.nan
        return column
    column = rng.normal(size=rows).round(int(rng.integers(0, 4)))
    odd = rng.random(rows) < 0.2
    column[odd] = rng.choice(EXTREME, int(odd.sum()))
    return column


def predicted(key: str, example: Example) -> tuple[Floats, Floats | None]:
    learner = find_algorithm(key).build({}, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        learner.fit(example.inputs, example.targets, example.schema)
        found = learner.predict(example.new)
    return found.predicted, found.scores


@pytest.mark.parametrize("key", OWN)
@CALM
@given(example=tables(Task.CLASSES))
def test_that_classes_are_answered_for_any_table(key: str, example: Example) -> None:
    answers, scores = predicted(key, example)
    assert scores is not None
    assert np.isfinite(scores).all()
    assert (scores >= 0).all()
    np.testing.assert_allclose(scores.sum(axis=1), 1.0, atol=1e-9)
    seen = set(example.targets[:, 0].tolist())
    assert set(answers[:, 0].tolist()) <= seen


@pytest.mark.parametrize("key", NUMBERS)
@CALM
@given(example=tables(Task.NUMBERS))
def test_that_numbers_are_answered_for_any_table(key: str, example: Example) -> None:
    answers, scores = predicted(key, example)
    assert scores is None
    assert answers.shape == (5, example.schema.outputs)
    assert np.isfinite(answers).all()


@pytest.mark.parametrize("key", ["knn", "mean", "median", "memoriser", "tree"])
@CALM
@given(example=tables(Task.NUMBERS))
def test_that_averages_of_training_rows_stay_within_their_range(key: str, example: Example) -> None:
    answers, _ = predicted(key, example)
    low, high = example.targets.min(axis=0), example.targets.max(axis=0)
    slack = 1e-9 * (1 + np.abs(example.targets).max(axis=0))
    assert (answers >= low - slack).all()
    assert (answers <= high + slack).all()
