"""Naive Bayes against probabilities worked out by hand."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from core.algorithms.learner import Schema
from core.algorithms.naive_bayes import NaiveBayes
from core.domain.dataset import Floats, Kind, Task
from core.support.errors import EngineError

NAN = np.nan


def schema(kinds: str, levels: int = 3, classes: int = 2) -> Schema:
    """One letter per input: n for a number, c for names."""
    return Schema(
        Task.CLASSES,
        tuple(Kind.NUMBER if kind == "n" else Kind.NAMES for kind in kinds),
        tuple(() if kind == "n" else tuple("abcdefgh"[:levels]) for kind in kinds),
        classes,
        1,
        tuple(f"input {place}" for place in range(len(kinds))),
    )


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float64)[:, None]


def trained(inputs: Floats, targets: Floats, meaning: Schema, **settings: float) -> NaiveBayes:
    learner = NaiveBayes(**settings)
    learner.fit(inputs, targets, meaning)
    return learner


def scores(learner: NaiveBayes, *cells: float) -> Floats:
    found = learner.predict(np.array([cells], dtype=np.float64)).scores
    assert found is not None
    return np.asarray(found[0])


def test_that_names_are_counted_with_laplaces_added_count() -> None:
    learner = trained(column(0, 0, 1, 1, 1), column(0, 0, 0, 1, 1), schema("c"))
    first, second = 3 / 5 * (2 + 1) / (3 + 2), 2 / 5 * (0 + 1) / (2 + 2)
    np.testing.assert_allclose(scores(learner, 0.0), [first / (first + second), second / (first + second)])


def test_that_only_levels_seen_in_training_share_the_added_count() -> None:
    few = trained(column(0, 0, 1, 1, 1), column(0, 0, 0, 1, 1), schema("c", levels=2))
    many = trained(column(0, 0, 1, 1, 1), column(0, 0, 0, 1, 1), schema("c", levels=8))
    np.testing.assert_array_equal(scores(few, 1.0), scores(many, 1.0))


def test_that_numbers_follow_the_bell_curve_of_each_class() -> None:
    inputs, targets = column(1, 2, 3, 11, 13), column(0, 0, 0, 1, 1)
    variances = (2 / 3, 1.0)
    densities = [
        np.exp(-((5 - mean) ** 2) / (2 * variance)) / np.sqrt(variance)
        for mean, variance in zip((2, 12), variances, strict=True)
    ]
    weighted = np.array([3 / 5, 2 / 5]) * densities
    np.testing.assert_allclose(scores(trained(inputs, targets, schema("n")), 5.0), weighted / weighted.sum(), rtol=1e-7)


def test_that_numbers_alone_agree_with_scikit_learn() -> None:
    rng = np.random.default_rng(3)
    inputs, labels = rng.normal(size=(80, 4)) * [1, 10, 0.1, 5] + 100, rng.integers(0, 3, 80)
    ours = trained(inputs, labels[:, None].astype(np.float64), schema("nnnn", classes=3)).predict(inputs).scores
    assert ours is not None
    np.testing.assert_allclose(
        ours, GaussianNB(var_smoothing=1e-12).fit(inputs, labels).predict_proba(inputs), atol=1e-6
    )


def test_that_names_and_numbers_multiply() -> None:
    rng = np.random.default_rng(4)
    names, numbers = rng.integers(0, 3, (50, 1)).astype(np.float64), rng.normal(size=(50, 1))
    targets = rng.integers(0, 2, (50, 1)).astype(np.float64)
    prior = np.bincount(targets[:, 0].astype(int)) / 50
    product = scores(trained(names, targets, schema("c")), 1.0) * scores(trained(numbers, targets, schema("n")), 0.3)
    product /= prior
    both = scores(trained(np.hstack([names, numbers]), targets, schema("cn")), 1.0, 0.3)
    np.testing.assert_allclose(both, product / product.sum())


def test_that_missing_cells_are_skipped_in_training() -> None:
    complete = np.array([[1.0, 0], [2, 1], [7, 0], [9, 0]])
    targets = column(0, 0, 1, 1)
    holes = np.vstack([complete, [[NAN, NAN], [NAN, NAN]]])
    with_holes = trained(holes, np.vstack([targets, column(0, 1)]), schema("nc"))
    np.testing.assert_allclose(scores(with_holes, 4.0, 1.0), scores(trained(complete, targets, schema("nc")), 4.0, 1.0))


def test_that_a_row_of_missing_cells_gets_the_class_shares() -> None:
    learner = trained(np.array([[1.0, 0], [2, 1], [7, 0], [9, 2]]), column(0, 1, 1, 1), schema("nc"))
    np.testing.assert_allclose(scores(learner, NAN, NAN), [0.25, 0.75])


@pytest.mark.parametrize("unknown", [2.0, 7.0, -1.0])
def test_that_a_level_never_seen_says_nothing(unknown: float) -> None:
    learner = trained(column(0, 0, 1, 1), column(0, 0, 0, 1), schema("c"))
    with pytest.warns(UserWarning, match="1 cell holds a name not seen in training"):
        np.testing.assert_allclose(scores(learner, unknown), [0.75, 0.25])


def test_that_constant_and_empty_columns_say_nothing() -> None:
    inputs = np.array([[5.0, NAN, 1e9], [5, NAN, 1e9], [5, NAN, 1e9], [5, NAN, 1e9]])
    with (
        pytest.warns(UserWarning, match="1 input has no value"),
        pytest.warns(UserWarning, match="2 inputs are the same"),
    ):
        learner = trained(inputs, column(0, 1, 1, 1), schema("nnn"))
    np.testing.assert_allclose(scores(learner, 6.0, 3.0, 1e9 + 1), [0.25, 0.75])


def test_that_a_class_without_known_values_takes_the_curve_of_the_column() -> None:
    learner = trained(column(-1, 1, NAN, NAN), column(0, 0, 1, 1), schema("n"))
    np.testing.assert_allclose(scores(learner, 0.7), [0.5, 0.5])


def test_that_a_class_without_rows_gets_score_zero() -> None:
    learner = trained(column(1, 2, 3), column(0, 0, 2), schema("n", classes=3))
    found = scores(learner, 2.0)
    assert found[1] == 0
    assert found.sum() == pytest.approx(1)


def test_that_the_least_spread_keeps_a_frozen_number_from_deciding_alone() -> None:
    inputs = np.column_stack([[1.0, 1, 1, 1.2, 1.4, 0.9], [0, 0, 0, 1, 1, 1]])
    targets = column(0, 0, 0, 1, 1, 1)
    narrow = trained(inputs, targets, schema("nc"), spread_floor=1e-9)
    wide = trained(inputs, targets, schema("nc"), spread_floor=0.5)
    assert scores(narrow, 1.01, 0.0)[0] < 1e-6
    assert scores(wide, 1.01, 0.0)[0] > 0.5


def test_that_far_outliers_give_finite_scores() -> None:
    learner = trained(column(1, 2, 3, 4), column(0, 0, 1, 1), schema("n"))
    assert np.isfinite(scores(learner, 1e300)).all()
    assert scores(learner, -1e300).sum() == pytest.approx(1)


def test_that_large_offsets_do_not_spoil_the_variance() -> None:
    near = trained(column(1, 2, 3, 11, 13), column(0, 0, 0, 1, 1), schema("n"))
    far = trained(column(1, 2, 3, 11, 13) + 1e8, column(0, 0, 0, 1, 1), schema("n"))
    np.testing.assert_allclose(scores(far, 5e0 + 1e8), scores(near, 5.0), rtol=1e-6)


def test_that_predicting_before_training_is_refused() -> None:
    with pytest.raises(EngineError, match="not been trained"):
        NaiveBayes().predict(column(1))
