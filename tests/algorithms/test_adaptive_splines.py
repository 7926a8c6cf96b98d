"""Adaptive splines find kinks where they are, and products only where they are allowed."""

import numpy as np

from core.algorithms.adaptive_splines import AdaptiveSplines
from core.domain.dataset import Floats


def uniform(rows: int = 150, columns: int = 4) -> Floats:
    return np.random.default_rng(8).uniform(-1, 1, (rows, columns))


def test_that_a_kink_is_found_and_other_inputs_stay_out() -> None:
    inputs = uniform()
    target = np.maximum(inputs[:, 1] - 0.3, 0.0)
    model = AdaptiveSplines(2, 6.0)
    model.fit(inputs, (target - target.mean())[:, None])
    terms, _, _ = model.equations[0]
    assert {piece.input for term in terms for piece in term} == {1}
    new = np.random.default_rng(9).uniform(-1, 1, (50, 4))
    found = model.numbers(new)[:, 0] + target.mean()
    assert np.abs(found - np.maximum(new[:, 1] - 0.3, 0.0)).max() < 0.05


def test_that_products_are_found_only_where_allowed() -> None:
    inputs = uniform()
    target = inputs[:, 0] * inputs[:, 2]
    misses = []
    for together in (1, 2):
        model = AdaptiveSplines(together, 4.0)
        model.fit(inputs, (target - target.mean())[:, None])
        misses.append(float(np.mean((model.numbers(inputs)[:, 0] + target.mean() - target) ** 2) / target.var()))
        assert max((len(term) for term in model.equations[0][0]), default=0) <= together
    assert misses[0] > 0.7
    assert misses[1] < 0.01


def test_that_noise_has_few_terms_and_a_constant_none() -> None:
    inputs = uniform()
    noise = np.random.default_rng(10).normal(size=150)
    model = AdaptiveSplines(2, 12.0)
    model.fit(inputs, np.column_stack([noise - noise.mean(), np.zeros(150)]))
    assert len(model.equations[0][0]) <= 2
    assert model.equations[1][0] == []
