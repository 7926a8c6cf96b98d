"""Terms enter and leave by their worth, as fitting every model anew would have it."""

from itertools import combinations

import numpy as np
import pytest

from core.algorithms.stepwise import choose_terms
from core.domain.dataset import Floats


def centered(rows: int, columns: int, seed: int) -> Floats:
    inputs = np.random.default_rng(seed).normal(size=(rows, columns))
    return np.asarray(inputs - inputs.mean(axis=0))


def cost_of(inputs: Floats, target: Floats, places: tuple[int, ...], price: float) -> float:
    weights = np.linalg.lstsq(inputs[:, places], target, rcond=None)[0] if places else np.empty(0)
    misses = float(((target - inputs[:, places] @ weights) ** 2).sum() / (target**2).sum())
    rows, terms = len(inputs), len(places)
    return float(rows * np.log(misses) + price * (terms + 2) * rows / (rows - terms - 3))


@pytest.mark.parametrize("seed", range(6))
def test_that_no_single_term_could_enter_or_leave_with_profit(seed: int) -> None:
    inputs = centered(30, 7, seed)
    target = inputs[:, 0] - inputs[:, 3] + 0.7 * np.random.default_rng(seed + 50).normal(size=30)
    target -= target.mean()
    price = 3.0
    chosen = tuple(choose_terms(inputs.T @ inputs, inputs.T @ target, float(target @ target), 30, price))
    best = cost_of(inputs, target, chosen, price)
    neighbors = [tuple(sorted({*chosen} ^ {place})) for place in range(7)]
    assert best <= min(cost_of(inputs, target, other, price) for other in neighbors) + 1e-9
    assert {0, 3} <= set(chosen)


def test_that_two_terms_that_matter_only_together_replace_one_that_stands_for_both() -> None:
    """Leaving matters: the sum enters first and is worth nothing once both parts are in."""
    inputs = centered(60, 2, 1)
    noise = np.random.default_rng(2).normal(size=60)
    both = np.column_stack([inputs, inputs.sum(axis=1) + 0.5 * (noise - noise.mean())])
    target = 5 * inputs.sum(axis=1) + 0.01 * centered(60, 1, 3)[:, 0]
    found = choose_terms(both.T @ both, both.T @ target, float(target @ target), 60, 4.0)
    np.testing.assert_array_equal(found, [0, 1])


def test_that_repeated_columns_enter_once_and_noise_at_a_high_price_not_at_all() -> None:
    inputs = centered(40, 3, 4)
    doubled = np.hstack([inputs, inputs, np.zeros((40, 1))])
    target = inputs @ np.array([1.0, 2.0, 0.0])
    found = choose_terms(doubled.T @ doubled, doubled.T @ target, float(target @ target), 40, 4.0)
    assert len(found) == 2
    assert {place % 3 for place in found.tolist()} == {0, 1}
    noise = centered(40, 1, 5)[:, 0]
    assert not len(choose_terms(doubled.T @ doubled, doubled.T @ noise, float(noise @ noise), 40, 50.0))


def test_that_there_are_never_as_many_terms_as_rows() -> None:
    inputs = centered(8, 20, 6)
    target = centered(8, 1, 7)[:, 0]
    found = choose_terms(inputs.T @ inputs, inputs.T @ target, float(target @ target), 8, 0.1)
    assert len(found) <= 4
    assert all(pair[0] != pair[1] for pair in combinations(found.tolist(), 2))
