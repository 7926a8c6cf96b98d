"""Bias squared, variance and noise against sums written out, and against a simulation whose parts are known."""

import numpy as np
import pytest

from core.statistics.error_decomposition import ErrorParts, decompose_squared_error, decompose_with_replicates
from core.statistics.undefined import Undefined


def test_that_the_parts_are_those_written_out_by_hand() -> None:
    predicted = np.array([[1.0, 4.0], [3.0, 4.0]])
    found = decompose_squared_error(predicted, np.array([1.0, 1.0]), 0.25)
    assert isinstance(found, ErrorParts)
    assert found.variance == pytest.approx((2.0 + 0.0) / 2)  # of (1, 3) and of (4, 4), dividing by 1
    assert found.bias2 == pytest.approx(((2 - 1) ** 2 + (4 - 1) ** 2) / 2 - 1.0 / 2)
    assert found.total == pytest.approx(found.bias2 + 1.0 + 0.25)


def test_that_a_known_bias_variance_and_noise_are_found_again() -> None:
    random = np.random.default_rng(5)
    truth = random.normal(size=300)
    predicted = truth + 0.7 + random.normal(0, 0.5, (60, 300))
    found = decompose_squared_error(predicted, truth, 0.04)
    assert isinstance(found, ErrorParts)
    assert found.bias2 == pytest.approx(0.49, abs=0.02)
    assert found.variance == pytest.approx(0.25, abs=0.01)
    fresh = truth + random.normal(0, 0.2, 300)  # what eq. 9 says the squared error of new answers is
    assert float(np.mean((predicted - fresh) ** 2)) == pytest.approx(found.total, rel=0.05)


def test_that_on_rows_the_parts_add_up_to_the_squared_error() -> None:
    random = np.random.default_rng(6)
    observed = random.normal(size=50)
    predicted = observed + 1 + random.normal(0, 0.3, (10, 50))
    found = decompose_with_replicates(predicted, observed, 0.1)
    assert isinstance(found, ErrorParts)
    assert found.total == pytest.approx(float(np.mean((predicted - observed) ** 2)))


@pytest.mark.parametrize("decompose", [decompose_squared_error, decompose_with_replicates])
def test_that_one_training_set_or_unknown_values_have_no_parts(decompose) -> None:  # type: ignore[no-untyped-def]
    assert isinstance(decompose(np.ones((1, 3)), np.ones(3), 0.0), Undefined)
    assert isinstance(decompose(np.full((2, 3), np.nan), np.ones(3), 0.0), Undefined)
    assert isinstance(decompose(np.ones((2, 3)), np.ones(4), 0.0), Undefined)
