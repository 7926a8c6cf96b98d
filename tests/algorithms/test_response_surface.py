"""Response surfaces find the equation the rows were made from, and keep what belongs together."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.response_surface import FULL, INTERACTIONS, LINEAR, SQUARES, ResponseSurface
from core.domain.dataset import Floats


def made(rows: int = 40, noise: float = 0.0) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(3)
    inputs = rng.uniform(-1, 1, (rows, 4))
    target = 2 + inputs[:, 0] - 3 * inputs[:, 1] ** 2 + 4 * inputs[:, 0] * inputs[:, 2] + noise * rng.normal(size=rows)
    return inputs, target[:, None]


@pytest.mark.parametrize("price", [0.0, 4.0])
def test_that_an_exact_quadratic_is_found(price: float) -> None:
    inputs, targets = made()
    model = ResponseSurface(FULL, price)
    model.fit(inputs[:30], targets[:30])
    np.testing.assert_allclose(model.numbers(inputs[30:]), targets[30:], atol=1e-6)


def test_that_only_terms_of_the_equation_and_their_inputs_are_kept() -> None:
    inputs, targets = made(60, noise=0.1)
    model = ResponseSurface(FULL, 12.0)
    model.fit(inputs, targets)
    kept = {
        tuple(sorted((int(first), int(second))))
        for first, second, weight in zip(model.first, model.second, model.weights[:, 0], strict=True)
        if weight
    }
    assert kept == {(0, 4), (1, 4), (2, 4), (1, 1), (0, 2)}  # 4 stands for the constant factor


@pytest.mark.parametrize(("terms", "count"), [(LINEAR, 4), (SQUARES, 8), (INTERACTIONS, 10), (FULL, 14)])
def test_that_the_setting_names_the_terms(terms: str, count: int) -> None:
    inputs, targets = made()
    model = ResponseSurface(terms, 4.0)
    model.fit(inputs, targets)
    assert len(model.first) == count


def test_that_a_column_of_two_values_has_no_square() -> None:
    inputs, targets = made()
    inputs[:, 3] = np.sign(inputs[:, 3])
    model = ResponseSurface(SQUARES, 4.0)
    model.fit(inputs, targets)
    assert len(model.first) == 7


def test_that_many_rows_in_pieces_give_the_equation_of_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, targets = made(200, noise=0.3)
    whole, pieces = ResponseSurface(FULL, 4.0), ResponseSurface(FULL, 4.0)
    whole.fit(inputs, targets)
    monkeypatch.setattr("core.algorithms.rows.CELLS_AT_ONCE", 300)
    pieces.fit(inputs, targets)
    np.testing.assert_allclose(whole.weights, pieces.weights, atol=1e-9)


def test_that_tuning_may_keep_every_term() -> None:
    assert 0.0 in find_algorithm("response-surface").grid["price"]


def test_that_a_term_of_which_only_rounding_is_left_gets_no_weight() -> None:
    """Two rows whose product term is the same in both, up to rounding of either sign."""
    inputs = np.array([[0.0, 1.27], [0.03, 0.89]])
    scaled = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0)
    for price in (0.0, 4.0):
        model = ResponseSurface("full", price)
        model.fit(scaled, np.array([[1.0], [-1.0]]))
        assert np.isfinite(model.numbers(scaled)).all()
        assert model.weights[-1, 0] == 0
