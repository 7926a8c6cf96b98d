"""A p in a sentence."""

import pytest

from core.domain.chances import word_p_value


@pytest.mark.parametrize(
    ("p", "said"), [(0.0402, "p = 0.04"), (1.0, "p = 1"), (0.001, "p = 0.001"), (8.2e-10, "p below 0.001")]
)
def test_that_a_tiny_p_is_said_without_powers_of_ten(p: float, said: str) -> None:
    assert word_p_value(p) == said
