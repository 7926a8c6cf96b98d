"""Counts in words."""

import pytest

from core.support.text import pluralize


@pytest.mark.parametrize(
    ("count", "words", "said"),
    [
        (1, ("row",), "1 row"),
        (0, ("row",), "0 rows"),
        (1200, ("row",), "1,200 rows"),
        (1, ("row has", "rows have"), "1 row has"),
        (2, ("row has", "rows have"), "2 rows have"),
    ],
)
def test_that_the_words_agree_with_the_number(count: int, words: tuple[str, ...], said: str) -> None:
    assert pluralize(count, *words) == said
