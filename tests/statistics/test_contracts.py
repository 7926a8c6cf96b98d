"""What every row of the table of comparers keeps."""

import math
from collections.abc import Iterator
from dataclasses import astuple, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.findings import Comparison, CountDetails, Interval, Status
from core.domain.pairing import Pairing
from core.statistics.comparison_test import ComparisonTest, Standing
from core.statistics.comparison_tests import COMPARISON_TESTS, find_comparison_test
from core.support.errors import StudyError
from core.support.paths import resources
from core.wording.method_tables import TEST_TEXTS
from tests.statistics.pairings import drawn, pairing_of, shifted, swapped, with_itself, with_undefined, without_extras

LEVEL = 0.95
each_row = pytest.mark.parametrize("row", COMPARISON_TESTS, ids=[row.key for row in COMPARISON_TESTS])
BANNED = ("significan", "p-value", "null hypothesis", "accept", "prove", "statistically")


def numbers(value: object) -> Iterator[float]:
    """Every number inside a comparison, however deep."""
    if isinstance(value, Interval):
        yield from (value.low, value.high)
    elif isinstance(value, dict):
        for part in value.values():
            yield from numbers(part)
    elif isinstance(value, (tuple, list, np.ndarray)):
        for part in value:
            yield from numbers(part)
    elif isinstance(value, (int, float, np.number)):
        yield float(value)


def assert_sound(found: Comparison) -> None:
    details = () if found.details is None else astuple(found.details)
    inside = (found.statistic, found.df, found.p, found.effect, found.interval, details)
    assert all(math.isfinite(number) for number in numbers(inside)), found
    assert found.p is None or 0.0 <= found.p <= 1.0
    assert found.interval is None or found.interval.low <= found.interval.high
    assert bool(found.reason) == (found.status is not Status.OK)


@st.composite
def pairings(draw: st.DrawFn) -> Pairing:
    """Scores in steps of one per hundred, so that ties, equal folds and zero spreads are common."""
    repeats, folds = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    scores = st.lists(st.integers(70, 76), min_size=repeats * folds, max_size=repeats * folds)
    first, second = (np.array(draw(scores)).reshape(repeats, folds) / 100.0 for _ in range(2))
    return pairing_of(first, second, rows=60, seed=draw(st.integers(0, 3)))


@each_row
def test_that_an_algorithm_does_not_differ_from_itself(row: ComparisonTest) -> None:
    found = row.compare(with_itself(drawn()), LEVEL)
    assert_sound(found)
    assert found.p == 1.0
    assert found.status is Status.DEGENERATE
    assert found.effect in (None, 0.0)


@each_row
@pytest.mark.parametrize("seed", range(3))
def test_that_swapping_the_two_flips_the_sign_only(row: ComparisonTest, seed: int) -> None:
    pairing = drawn(seed)
    one, other = row.compare(pairing, LEVEL), row.compare(swapped(pairing), LEVEL)
    assert one.p == pytest.approx(other.p, rel=1e-9)
    assert one.df == other.df
    assert (one.effect is None) == (other.effect is None)
    assert (one.effect or 0.0) == pytest.approx(-(other.effect or 0.0), abs=1e-15)
    assert abs(one.statistic or 0.0) == pytest.approx(abs(other.statistic or 0.0), rel=1e-9)
    if one.interval is not None and other.interval is not None:
        assert (one.interval.low, one.interval.high) == pytest.approx((-other.interval.high, -other.interval.low))


@each_row
def test_that_a_usual_pairing_has_an_answer_under_its_own_key(row: ComparisonTest) -> None:
    pairing = drawn()
    found = row.compare(pairing, LEVEL)
    assert_sound(found)
    assert (found.comparer, found.first, found.second) == (row.key, "candidate", "reference")
    assert found.measure == ("auc" if row.key == "delong" else "error")
    assert found.status is Status.OK
    assert found.p is not None


@each_row
def test_that_a_constant_difference_never_becomes_a_claim(row: ComparisonTest) -> None:
    found = row.compare(shifted(drawn(), 0.1), LEVEL)
    assert_sound(found)
    if row.key not in ("sign-test", "mcnemar", "mcnemar-midp", "sign-flip", "delong"):
        assert found.p is None
        assert found.status is Status.DEGENERATE
        assert found.interval is None


@each_row
@settings(max_examples=60, deadline=None)
@given(pairing=pairings())
def test_that_no_pairing_gives_nan_or_an_impossible_p(row: ComparisonTest, pairing: Pairing) -> None:
    assert_sound(row.compare(pairing, LEVEL))


@each_row
def test_that_missing_evidence_is_said_and_not_invented(row: ComparisonTest) -> None:
    found = row.compare(without_extras(drawn()), LEVEL)
    assert_sound(found)
    if found.status is not Status.OK:
        assert found.p is None


@each_row
def test_that_a_single_split_has_no_spread_to_judge(row: ComparisonTest) -> None:
    pairing = without_extras(drawn(repeats=1, folds=1))
    found = row.compare(pairing, LEVEL)
    assert_sound(found)
    assert found.status is not Status.OK or row.key == "sign-flip"
    assert found.p in (None, 1.0)


@each_row
def test_that_too_many_undefined_folds_leave_no_answer(row: ComparisonTest) -> None:
    pairing = without_extras(with_undefined(drawn(), 3))
    found = row.compare(pairing, LEVEL)
    assert_sound(found)
    assert found.status is Status.DEGENERATE
    assert found.p is None
    assert found.effect is None


@each_row
def test_that_a_few_undefined_folds_are_left_out(row: ComparisonTest) -> None:
    pairing = drawn()
    kept = replace(
        pairing,
        first_scores=pairing.first_scores[:, 2:],
        second_scores=pairing.second_scores[:, 2:],
        test_sizes=pairing.test_sizes[:, 2:],
        train_sizes=pairing.train_sizes[:, 2:],
        outputs_first=None,
        outputs_second=None,
    )
    found = row.compare(replace(with_undefined(pairing, 2), outputs_first=None, outputs_second=None), LEVEL)
    expected = row.compare(kept, LEVEL)
    assert (found.p, found.statistic, found.effect) == (expected.p, expected.statistic, expected.effect)


@each_row
def test_that_the_unit_of_the_scores_does_not_matter(row: ComparisonTest) -> None:
    pairing = drawn()
    scaled = replace(
        pairing,
        first_scores=pairing.first_scores * 1e6,
        second_scores=pairing.second_scores * 1e6,
        outputs_first=pairing.outputs_first * 1e6,  # type: ignore[arg-type, operator]
        outputs_second=pairing.outputs_second * 1e6,  # type: ignore[arg-type, operator]
        halves=pairing.halves * 1e6,  # type: ignore[arg-type, operator]
        margin=0.02e6,
    )
    assert row.compare(pairing, LEVEL).p == pytest.approx(row.compare(scaled, LEVEL).p, rel=1e-6)


@pytest.mark.parametrize("key", ["sign-test", "mcnemar", "mcnemar-midp"])
def test_that_rows_on_which_both_agree_change_nothing(key: str) -> None:
    pairing = drawn()
    both = np.ones(500, dtype=np.int64)
    longer = replace(
        pairing,
        correct_first=np.concatenate((pairing.correct_first, both, 1 - both)),  # type: ignore[arg-type]
        correct_second=np.concatenate((pairing.correct_second, both, 1 - both)),  # type: ignore[arg-type]
    )
    one, other = find_comparison_test(key).compare(pairing, LEVEL), find_comparison_test(key).compare(longer, LEVEL)
    assert (one.p, one.statistic) == (other.p, other.statistic)
    assert isinstance(one.details, CountDetails)
    assert isinstance(other.details, CountDetails)
    assert one.details.first_only == other.details.first_only
    assert (other.details.both_right - one.details.both_right, other.details.both_wrong - one.details.both_wrong) == (
        500,
        500,
    )


def test_that_keys_are_unique_and_no_test_of_the_table_decides() -> None:
    """What decides is a method of the judge, chosen by the design; the tests of the table stand beside it."""
    keys = [row.key for row in COMPARISON_TESTS]
    assert len(set(keys)) == len(keys)
    assert Standing.HEADLINE not in {row.standing for row in COMPARISON_TESTS}


@each_row
def test_that_every_row_explains_itself(row: ComparisonTest) -> None:
    assert TEST_TEXTS[row.key].title
    assert TEST_TEXTS[row.key].note.endswith(".")
    assert TEST_TEXTS[row.key].source
    assert not any(word in f"{TEST_TEXTS[row.key].title} {TEST_TEXTS[row.key].note}".lower() for word in BANNED)


@each_row
def test_that_every_row_has_a_help_page_with_its_title(row: ComparisonTest) -> None:
    page = (resources() / "help" / f"{row.key}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {TEST_TEXTS[row.key].title}\n")
    assert "Source:" in page
    assert "\nMisleads " in page


def test_that_an_unknown_key_names_the_known_ones() -> None:
    with pytest.raises(StudyError, match="corrected-t"):
        find_comparison_test("student")
