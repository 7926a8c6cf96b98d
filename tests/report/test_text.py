"""Numbers, ranges and moments as a report shows them."""

import pytest

from core.domain.findings import Interval
from core.report.report_text import decimals_of, figure, from_to, moment, span
from core.support.text import SPACE, in_one_piece


@pytest.mark.parametrize(
    ("values", "decimals"),
    [((38.09, 28.7), 2), ((0.65, 0.7733), 4), ((-6.7, 1.0), 3), ((1444.0,), 0), ((123456.0,), 0), ((0.0,), 0), ((), 0)],
)
def test_that_the_largest_of_a_column_gets_four_digits(values: tuple[float, ...], decimals: int) -> None:
    assert decimals_of(values) == decimals


def test_that_what_is_not_known_or_not_finite_does_not_count() -> None:
    assert decimals_of((None, float("inf"), 2.5)) == 3
    assert decimals_of((3e-9,)) is None  # four digits in powers of ten


def test_that_decimals_are_kept_and_nothing_is_minus_zero() -> None:
    assert figure(28.7, 1.0, 2) == "28.70"
    assert figure(-0.001, 1.0, 1) == "0.0"
    assert figure(-1.5) == "−1.5"
    assert figure(1e-20, 1.0, 2) == "0.00"


def test_that_a_range_is_never_torn_apart() -> None:
    assert from_to(-1.25, 3.0, 1.0, 1) == f"−1.2{SPACE}to{SPACE}3.0"
    assert " " not in span(Interval(0.01, 0.02, 0.95, "t"), 100.0)


FIGURES = ["19 %", "−3 to −1", "6 to 19", "3 per 100", "14 in 100", "0.4 more", "4.9 fewer", "p = 0.04", "p < 0.01"]


@pytest.mark.parametrize("figures", FIGURES)
def test_that_a_figure_in_a_sentence_is_kept_in_one_piece(figures: str) -> None:
    assert in_one_piece(f"less by {figures} again") == f"less by {figures.replace(' ', SPACE)} again"


def test_that_what_is_counted_may_stand_between_a_figure_and_its_per_100() -> None:
    assert in_one_piece("4 errors per 100 rows") == f"4 errors per{SPACE}100 rows"


def test_that_percentage_points_begin_in_the_line_of_their_number() -> None:
    assert in_one_piece("by 19 percentage points more") == f"by 19{SPACE}percentage points more"


def test_that_other_spaces_stay_where_a_line_may_end() -> None:
    assert in_one_piece("up to 3 folds per repeat") == "up to 3 folds per repeat"


@pytest.mark.parametrize("stored", ["2026-03-01T14:05:30+00:00", "2026-03-01T15:05:30+01:00"])
def test_that_moments_are_told_by_one_clock(stored: str) -> None:
    assert moment(stored) == "2026-03-01 14:05 UTC"


def test_that_now_is_told_by_the_same_clock() -> None:
    assert moment().endswith(" UTC")
