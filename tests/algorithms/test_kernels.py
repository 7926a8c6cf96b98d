"""Support vector machines and Gaussian processes: scores, curves and limits."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

from core.algorithms import find_algorithm, vectors
from core.algorithms.processes import EACH, KERNELS, ONE, Process
from core.algorithms.vectors import VectorChoices, VectorClassifier, VectorRegressor
from core.domain.dataset import Kind, Task
from core.support.errors import EngineError
from tests.algorithms.examples import numbers_only, schema


@pytest.mark.parametrize("classes", [2, 3])
def test_that_scores_of_vectors_rank_as_their_decisions(classes: int) -> None:
    example = numbers_only(Task.CLASSES, classes=classes)
    model = VectorClassifier(1.0, 1.0)
    model.fit(example.inputs, example.targets[:, 0].astype(np.int64))
    scores = model.scores(example.new)
    decisions = model.estimator.decision_function(example.new)
    last = decisions if classes == 2 else decisions[:, -1]
    if classes == 2:
        np.testing.assert_array_equal(np.argsort(scores[:, 1]), np.argsort(last))
        np.testing.assert_array_equal(scores.argmax(axis=1), model.estimator.predict(example.new))
    else:
        np.testing.assert_array_equal(scores.argmax(axis=1), decisions.argmax(axis=1))


@pytest.mark.parametrize(
    ("key", "rows", "task"),
    [("svm", 10_001, Task.CLASSES), ("svm", 10_001, Task.NUMBERS), ("gaussian-process", 1501, Task.NUMBERS)],
)
def test_that_too_many_rows_are_refused_in_words(key: str, rows: int, task: Task) -> None:
    inputs = np.arange(rows, dtype=float)[:, None]
    targets = inputs % 2
    words = f"{rows:,} training rows would take about .*; the limit is {rows - 1:,} rows.*forest instead"
    with pytest.raises(EngineError, match=words):
        find_algorithm(key).build({}, 1).fit(inputs, targets, schema(task, (Kind.NUMBER,), 2, 1))


def test_that_a_process_follows_a_smooth_curve_closely() -> None:
    inputs = np.linspace(0, 6, 40)[:, None]
    learner = find_algorithm("gaussian-process").build({"smoothness": "smooth"}, 1)
    learner.fit(inputs, np.sin(inputs), schema(Task.NUMBERS, (Kind.NUMBER,), outputs=1))
    between = inputs[:-1] + 0.05
    np.testing.assert_allclose(learner.predict(between).predicted, np.sin(between), atol=0.01)


@pytest.mark.parametrize("smoothness", tuple(KERNELS))
@pytest.mark.parametrize(("reaches", "common"), [((2.0,), None), ((2.0, 1.0, 3.0), 0.3)])
def test_that_slopes_of_the_likelihood_are_those_of_small_steps(
    smoothness: str, reaches: tuple[float, ...], common: float | None
) -> None:
    rng = np.random.default_rng(14)
    process = Process(smoothness, EACH, 3.0)
    process.inputs = rng.normal(size=(20, 3))
    target = np.sin(process.inputs[:, 0])
    logs = np.log([1.2, 0.1, *reaches])
    slopes = process._unlikely(logs, target, common)[1]
    for place, slope in enumerate(slopes):
        step = np.zeros(len(logs))
        step[place] = 1e-5
        rise = process._unlikely(logs + step, target, common)[0] - process._unlikely(logs - step, target, common)[0]
        assert rise / 2e-5 == pytest.approx(slope, abs=1e-5)


def test_that_the_likelihood_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(15)
    process = Process("bent", EACH, 3.0)
    process.inputs = rng.normal(size=(25, 2))
    target = process.inputs[:, 0] + 0.1 * rng.normal(size=25)
    kernel = ConstantKernel(1.5) * Matern([2.0, 0.7], nu=2.5) + WhiteKernel(0.2)
    expected = GaussianProcessRegressor(kernel, optimizer=None).fit(process.inputs, target).log_marginal_likelihood()
    found = -process._unlikely(np.log([1.5, 0.2, 2.0, 0.7]), target, None)[0] - 12.5 * np.log(2 * np.pi)
    assert found == pytest.approx(expected, rel=1e-9)


def test_that_each_input_has_its_reach_and_useless_ones_a_long_one() -> None:
    rng = np.random.default_rng(16)
    inputs = rng.normal(size=(120, 4))
    target = np.sin(2 * inputs[:, 0]) + 0.1 * rng.normal(size=120)
    target = ((target - target.mean()) / target.std())[:, None]
    new = rng.normal(size=(200, 4))
    misses = []
    for lengths in (ONE, EACH):
        process = Process("bent", lengths, 3.0)
        process.fit(inputs, target)
        misses.append(float(np.std(process.numbers(new)[:, 0] - np.sin(2 * new[:, 0]) / 0.7)))
        reaches = process.curves[0].reaches
        assert bool(reaches[1:].min() > 3 * reaches[0]) is (lengths == EACH)
    assert misses[1] < 0.7 * misses[0]


@pytest.mark.parametrize("task", list(Task))
@pytest.mark.parametrize("most_rows", [2000, 5])
def test_that_machines_that_share_a_kernel_answer_as_each_alone(
    task: Task, most_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MOST_ROWS_OF_KERNEL", most_rows)
    example, pairs = numbers_only(task, classes=3), [(0.5, 1.0), (10.0, 0.3), (10.0, 1.0)]
    targets = example.targets[:, 0].astype(np.int64) if task is Task.CLASSES else example.targets
    together = VectorChoices(pairs, "refuse", 1)
    together.fit(example.inputs, targets)
    for pair, found in zip(pairs, together.answers_of_choices(example.new), strict=True):
        alone = (VectorClassifier if task is Task.CLASSES else VectorRegressor)(*pair)
        alone.fit(example.inputs, targets)  # type: ignore[arg-type]
        answers = alone.scores(example.new) if isinstance(alone, VectorClassifier) else alone.numbers(example.new)
        np.testing.assert_allclose(found, answers, atol=2e-3)  # the solver itself stops at 1e-3
        assert task is Task.NUMBERS or (found.argmax(axis=1) == answers.argmax(axis=1)).all()
