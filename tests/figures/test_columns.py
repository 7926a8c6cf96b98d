"""A column in a few words."""

import numpy as np
import pytest

from core.domain.dataset import Column, Kind
from core.figures.column_summary import column_words, short


def names(places: list[int], levels: tuple[str, ...]) -> Column:
    return Column("c", Kind.NAMES, np.array(places, dtype=np.int32), levels)


def test_that_numbers_are_told_by_their_range() -> None:
    assert column_words(Column("c", Kind.NUMBER, np.array([0.11, np.nan, 4.92]))) == "0.11 to 4.92"
    assert column_words(Column("c", Kind.NUMBER, np.array([3.0, 3.0]))) == "3"


def test_that_few_names_are_counted_rarest_first() -> None:
    assert column_words(names([0, 0, 0, 1, -1], ("no", "yes"))) == "1 yes, 3 no"
    assert column_words(names([0, 0, 0, 1, -1], ("0", "-1"))) == "1 × -1, 3 × 0"
    assert column_words(names([0, 0, 0, 1, 2, 2], tuple("abc"))) == "1 b, 2 c, 3 a"


def test_that_many_names_are_told_by_how_often_they_come() -> None:
    assert column_words(names([0, 1, 2, 3], tuple("abcd"))) == "4 names, 1 row each"
    assert column_words(names([0, 0, 1, 2, 3], tuple("abcd"))) == "4 names, 1–2 rows each"


def test_that_dates_are_told_from_first_to_last() -> None:
    days = np.array(["2026-03-01", "NaT", "2026-01-05"], dtype="datetime64[ms]")
    assert column_words(Column("c", Kind.DATE, days)) == "2026-01-05 to 2026-03-01"


def test_that_texts_are_counted() -> None:
    assert column_words(Column("c", Kind.TEXT, np.array(["a", "b", None], dtype=object))) == "2 different"


def test_that_an_empty_column_says_nothing() -> None:
    assert column_words(Column("c", Kind.NUMBER, np.array([np.nan]))) == "nothing"


@pytest.mark.parametrize(
    ("value", "text"), [(3.0, "3"), (0.123456, "0.1235"), (-2.5, "-2.5"), (1e7, "1e+07"), (-9999999.0, "-9999999")]
)
def test_that_numbers_are_short(value: float, text: str) -> None:
    assert short(value) == text
