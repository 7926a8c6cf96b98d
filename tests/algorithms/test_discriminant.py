"""Discriminant analysis against scikit-learn and on singular spreads."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

from core.algorithms import find_algorithm
from core.algorithms.discriminant import Discriminant
from core.domain.dataset import Floats, Integers, Task
from tests.algorithms.examples import numbers_only


def example() -> tuple[Floats, Integers, Floats]:
    made = numbers_only(Task.CLASSES, rows=200)
    return made.inputs, made.targets[:, 0].astype(np.int64), made.new


def test_that_a_shared_spread_is_linear_discriminant_analysis() -> None:
    inputs, labels, new = example()
    ours = Discriminant(1.0, 0.0)
    ours.fit(inputs.copy(), labels)
    expected = LinearDiscriminantAnalysis(solver="lsqr").fit(inputs, labels).predict_proba(new)
    np.testing.assert_allclose(ours.scores(new), expected, atol=0.01)


def test_that_own_spreads_are_quadratic_discriminant_analysis() -> None:
    inputs, labels, new = example()
    ours = Discriminant(0.0, 0.0)
    ours.fit(inputs.copy(), labels)
    expected = QuadraticDiscriminantAnalysis().fit(inputs, labels).predict_proba(new)
    np.testing.assert_allclose(ours.scores(new), expected, atol=0.03)


def test_that_full_shrinkage_asks_only_for_the_nearest_mean() -> None:
    inputs, labels, new = example()
    ours = Discriminant(1.0, 1.0)
    ours.fit(inputs.copy(), labels)
    scores = ours.scores(new)
    means = np.array([inputs[labels == label].mean(axis=0) for label in range(3)])
    nearest = ((new[:, None, :] - means) ** 2).sum(axis=2).argmin(axis=1)
    shares = np.bincount(labels) / len(labels)
    assert np.ptp(shares) < 0.02  # else the shares would move the borders
    assert np.mean(scores.argmax(axis=1) == nearest) >= 11 / 12


def test_that_repeated_columns_do_no_harm() -> None:
    made = numbers_only(Task.CLASSES)
    doubled = np.hstack([made.inputs, made.inputs])
    schema = numbers_only(Task.CLASSES, features=8).schema
    for key in ("lda", "qda"):
        learner = find_algorithm(key).build({}, 1)
        learner.fit(doubled, made.targets, schema)
        assert np.mean(learner.predict(doubled).predicted == made.targets) > 0.7


def wide_example() -> tuple[Floats, Integers, Floats]:
    rng = np.random.default_rng(2)
    labels = np.arange(24) % 3
    inputs = rng.normal(size=(24, 60))
    inputs[:, :2] += labels[:, None]
    return inputs, labels, rng.normal(size=(9, 60))


@pytest.mark.parametrize(("sharing", "shrinkage"), [(1.0, 0.5), (0.0, 0.5), (0.5, 0.2), (1.0, 1.0), (0.0, 0.9)])
def test_that_the_space_of_the_rows_gives_the_scores_of_all_inputs(sharing: float, shrinkage: float) -> None:
    """With fewer inputs than rows nothing is done in the space of the rows: repeated rows say what it must give."""
    inputs, labels, new = wide_example()
    ours, plain = Discriminant(sharing, shrinkage), Discriminant(sharing, shrinkage)
    ours.fit(inputs.copy(), labels)
    plain.fit(np.tile(inputs, (3, 1)), np.tile(labels, 3))
    assert ours.space is not None
    assert plain.space is None
    assert 0.01 < ours.scores(new).max(axis=1).min() < 0.99  # else any answer would be near
    np.testing.assert_allclose(ours.scores(new), plain.scores(new), atol=1e-9)


def test_that_a_class_of_one_row_has_a_cloud_among_many_inputs() -> None:
    inputs, labels, new = wide_example()
    labels = np.where(np.arange(24) == 0, 2, labels % 2)
    for sharing in (0.0, 1.0):
        model = Discriminant(sharing, 0.1)
        model.fit(inputs.copy(), labels)
        assert np.isfinite(model.scores(new)).all()
