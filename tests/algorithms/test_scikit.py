"""Estimators of scikit-learn behind our interface: the same numbers, with outputs and settings in line."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier

from core.algorithms import find_algorithm
from core.algorithms.scikit import PerOutput, ScikitRegressor, random_state
from core.algorithms.vectors import VectorClassifier, VectorRegressor, kernel_width
from core.domain.dataset import Floats, Task
from tests.algorithms.examples import Example, numbers_only

CLASSES, NUMBERS = numbers_only(Task.CLASSES), numbers_only(Task.NUMBERS, outputs=1)


def answer(key: str, example: Example, **settings: object) -> Floats:
    learner = find_algorithm(key).build(settings, 5)
    learner.fit(example.inputs, example.targets, example.schema)
    found = learner.predict(example.new)
    return found.predicted if found.scores is None else found.scores


def scaled(example: Example) -> tuple[Floats, Floats]:
    mean, spread = example.inputs.mean(axis=0), example.inputs.std(axis=0)
    return (example.inputs - mean) / spread, (example.new - mean) / spread


def standard(example: Example) -> tuple[Floats, float, float]:
    wanted = example.targets[:, 0]
    return (wanted - wanted.mean()) / wanted.std(), float(wanted.mean()), float(wanted.std())


def test_that_logistic_regression_is_that_of_scaled_inputs() -> None:
    inputs, new = scaled(CLASSES)
    other = LogisticRegression(C=0.5, tol=1e-10, max_iter=2000).fit(inputs, CLASSES.targets[:, 0])
    np.testing.assert_allclose(answer("logistic", CLASSES, shrinkage=2.0), other.predict_proba(new), atol=1e-6)


@pytest.mark.parametrize(
    ("key", "settings", "other"),
    [
        ("linear", {}, LinearRegression()),
        ("ridge", {"shrinkage": 3.0}, Ridge(alpha=3.0)),
        ("lasso", {"shrinkage": 0.2}, Lasso(alpha=0.2)),
    ],
)
def test_that_weighted_sums_are_those_of_scaled_inputs_and_outputs(
    key: str, settings: dict[str, object], other: LinearRegression
) -> None:
    inputs, new = scaled(NUMBERS)
    wanted, mean, spread = standard(NUMBERS)
    expected = other.fit(inputs, wanted).predict(new) * spread + mean
    np.testing.assert_allclose(answer(key, NUMBERS, **settings)[:, 0], expected, rtol=1e-6)


def test_that_a_forest_answers_nearly_as_that_of_scikit_learn() -> None:
    """Other random numbers, the same procedure: scores of 500 trees each differ by chance alone."""
    other = RandomForestClassifier(500, random_state=5).fit(CLASSES.inputs, CLASSES.targets[:, 0])
    found = answer("forest", CLASSES, trees=500)
    assert np.abs(found - other.predict_proba(CLASSES.new)).max() < 0.1


def test_that_a_forest_of_numbers_answers_nearly_as_that_of_scikit_learn() -> None:
    wanted, mean, spread = standard(NUMBERS)
    other = RandomForestRegressor(500, max_features=1 / 3, random_state=5).fit(NUMBERS.inputs, wanted)
    found = (answer("forest", NUMBERS, trees=500)[:, 0] - mean) / spread
    assert np.abs(found - other.predict(NUMBERS.new)).max() < 0.1


def test_that_an_unpruned_tree_gives_the_shares_of_its_leaves() -> None:
    other = DecisionTreeClassifier(min_samples_leaf=4, random_state=5).fit(CLASSES.inputs, CLASSES.targets[:, 0])
    found = answer("tree", CLASSES, pruning="off", leaf=4)
    np.testing.assert_allclose(found, other.predict_proba(CLASSES.new))


def test_that_boosting_of_numbers_is_that_of_each_output() -> None:
    example = numbers_only(Task.NUMBERS, rows=100, outputs=2)
    found = answer("boosting", example, rounds=15, depth=2, rate=0.2)
    for output in range(2):
        wanted = example.targets[:, output]
        other = HistGradientBoostingRegressor(
            max_iter=15, max_depth=2, learning_rate=0.2, min_samples_leaf=5, early_stopping=False
        ).fit(example.inputs, (wanted - wanted.mean()) / wanted.std())
        expected = other.predict(example.new) * wanted.std() + wanted.mean()
        np.testing.assert_allclose(found[:, output], expected, rtol=1e-6)


def test_that_a_detail_of_one_is_the_usual_width_of_vectors() -> None:
    inputs, new = scaled(CLASSES)
    labels = CLASSES.targets[:, 0].astype(np.int64)
    ours, theirs = VectorClassifier(3.0, 1.0), SVC(C=3.0).fit(inputs, labels)
    ours.fit(inputs, labels)
    np.testing.assert_allclose(ours.estimator.decision_function(new), theirs.decision_function(new))
    assert kernel_width(inputs, 2.0) == pytest.approx(2 / (4 * inputs.var()))


def test_that_each_output_gets_a_vector_machine_of_its_own() -> None:
    example = numbers_only(Task.NUMBERS, outputs=2)
    inputs, new = scaled(example)
    machines = VectorRegressor(2.0, 1.0)
    machines.fit(inputs, example.targets)
    for output in range(2):
        expected = SVR(C=2.0).fit(inputs, example.targets[:, output]).predict(new)
        np.testing.assert_allclose(machines.numbers(new)[:, output], expected)


def test_that_one_output_and_several_have_the_same_shape() -> None:
    inputs = np.arange(10.0)[:, None]
    for columns in (1, 3):
        targets = np.tile(inputs, (1, columns))
        for model in (ScikitRegressor(LinearRegression()), PerOutput(LinearRegression)):
            model.fit(inputs, targets)
            np.testing.assert_allclose(model.numbers(inputs), targets, atol=1e-9)


@pytest.mark.parametrize("seed", [0, 2**31 - 1, 2**32, 2**40 + 3])
def test_that_any_seed_is_brought_into_the_range_of_scikit_learn(seed: int) -> None:
    assert 0 <= random_state(seed) < 2**32


def test_that_large_seeds_train() -> None:
    learner = find_algorithm("forest").build({"trees": 2}, 2**40 + 3)
    learner.fit(CLASSES.inputs, CLASSES.targets, CLASSES.schema)
    assert len(learner.predict(CLASSES.new).predicted) == 12
