"""How unlike its training rows a new row is."""

import numpy as np
import pytest
from sklearn.covariance import ledoit_wolf
from sklearn.isotonic import IsotonicRegression

from core.domain.prediction import ErrorByDistance, Place
from core.prediction.domain_of_use import DomainPlaces, describe_error_by_distance, place_rows
from core.prediction.row_distance import compute_column_scale, compute_near_distance, compute_whitened_distance
from core.statistics.undefined import Undefined

NUMBERS = np.zeros(3, dtype=np.bool_)


def test_that_a_copy_of_a_training_row_has_no_distance() -> None:
    train = np.random.default_rng(1).normal(size=(40, 3))
    assert compute_near_distance(train, train[:5], NUMBERS) == pytest.approx(np.zeros(5), abs=1e-12)
    assert compute_whitened_distance(train, train[:5], NUMBERS) == pytest.approx(np.zeros(5), abs=1e-12)


def test_that_units_of_columns_do_not_matter() -> None:
    rng = np.random.default_rng(2)
    train, new, units = rng.normal(size=(60, 3)), rng.normal(size=(7, 3)), np.array([1e-6, 1.0, 1e6])
    for formula in (compute_near_distance, compute_whitened_distance):
        assert formula(train * units, new * units, NUMBERS) == pytest.approx(formula(train, new, NUMBERS))


def test_that_distances_are_those_of_their_definition() -> None:
    rng = np.random.default_rng(3)
    train, new = rng.normal(size=(50, 3)), rng.normal(size=(6, 3))
    scales = np.array([compute_column_scale(column) for column in train.T])
    near = [np.sqrt(np.min(np.mean(((train - row) / scales) ** 2, axis=1))) for row in new]
    assert compute_near_distance(train, new, NUMBERS) == pytest.approx(near)
    inverse = np.linalg.inv(ledoit_wolf(train / scales)[0])
    apart = (train / scales)[np.newaxis] - (new / scales)[:, np.newaxis]
    white = np.sqrt(np.einsum("nti,ij,ntj->nt", apart, inverse, apart).min(axis=1) / 3)
    assert compute_whitened_distance(train, new, NUMBERS) == pytest.approx(white)


def test_that_categories_differences_and_constant_columns_count_as_said() -> None:
    train = np.array([[0.0, 1.0, 7.0], [0.0, np.nan, 7.0], [1.0, 2.0, 7.0]])
    kinds = np.array([True, False, False])
    new = np.array([[0.0, 1.0, 7.0], [2.0, 1.0, 7.0], [0.0, np.nan, 7.0], [0.0, 1.0, 8.0]])
    found = compute_near_distance(train, new, kinds)
    assert found == pytest.approx([0.0, np.sqrt(9 / 3), 0.0, np.sqrt(9 / 3)])


def test_that_a_broken_relation_is_seen_by_whitening_alone() -> None:
    rng = np.random.default_rng(4)
    base = rng.normal(size=300)
    train = np.column_stack([base, base + 0.2 * rng.normal(size=300)])
    kinds = np.zeros(2, dtype=np.bool_)
    held_out = [np.empty(300), np.empty(300)]
    for part in np.array_split(rng.permutation(300), 10):
        rest = np.delete(train, part, axis=0)
        held_out[0][part] = compute_near_distance(rest, train[part], kinds)
        held_out[1][part] = compute_whitened_distance(rest, train[part], kinds)
    new = np.array([[1.5, -1.5], [0.5, 0.55], [9.0, 9.0]])
    found = place_rows(
        held_out[0],
        held_out[1],
        compute_near_distance(train, new, kinds),
        compute_whitened_distance(train, new, kinds),
    )
    assert isinstance(found, DomainPlaces)
    assert found.places == (Place.OUTSIDE, Place.INSIDE, Place.OUTSIDE)


def test_that_rows_of_the_same_kind_are_rarely_called_outside() -> None:
    rng, flagged = np.random.default_rng(5), []
    for _ in range(100):
        held, white, new = (rng.exponential(size=size) for size in (100, 100, 50))
        found = place_rows(held, white, new, rng.exponential(size=50))
        assert isinstance(found, DomainPlaces)
        flagged.append([place is Place.OUTSIDE for place in found.places])
    assert np.mean(flagged) <= 0.03


def test_that_few_rows_are_never_outside_and_very_few_have_no_place() -> None:
    held = np.linspace(0, 1, 30)
    found = place_rows(held, None, np.array([99.0]), None)
    assert isinstance(found, DomainPlaces)
    assert found.places == (Place.EDGE,)
    assert place_rows(held[:19], None, held[:1], None) == Undefined("too_few_rows")
    assert place_rows(held, None, held[:1], None, np.arange(30) // 3) == Undefined("too_few_groups")


def test_that_error_over_distance_rises_as_isotonic_regression_says() -> None:
    rng = np.random.default_rng(6)
    far = rng.random(160)
    size = np.abs(rng.normal(size=160)) * (0.2 + far)
    found = describe_error_by_distance(far, size)
    assert isinstance(found, ErrorByDistance)
    assert found.depends
    means = [step.mean for step in found.steps]
    assert means == sorted(means)
    bins = np.array([part.mean() for part in np.array_split(size[np.argsort(far)], 8)])
    assert sorted(set(np.round(IsotonicRegression().fit_transform(np.arange(8), bins), 12))) == pytest.approx(means)
    assert sum(step.rows for step in found.steps) == 160


def test_that_noise_does_not_depend_on_distance() -> None:
    rng = np.random.default_rng(7)
    found = describe_error_by_distance(rng.random(100), np.abs(rng.normal(size=100)))
    assert isinstance(found, ErrorByDistance)
    assert not found.depends
    assert describe_error_by_distance(np.ones(39), np.ones(39)) == Undefined("too_few_rows")
    flat = describe_error_by_distance(np.ones(60), np.ones(60))
    assert isinstance(flat, ErrorByDistance)
    assert not flat.depends
