"""What single rows of the table say about a pairing."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.findings import Comparison, Status
from core.domain.pairing import Pairing
from core.statistics.comparison_tests import COMPARISON_TESTS, find_comparison_test
from core.statistics.t_tests import corrected_resampled_t, paired_t
from core.wording.undefined_text import describe_note, describe_reason
from tests.statistics.pairings import drawn, shifted, swapped, with_itself, with_undefined, without_extras


def compare(key: str, pairing: object, level: float = 0.95) -> Comparison:
    return find_comparison_test(key).compare(pairing, level)  # type: ignore[arg-type]


def test_that_the_headline_uses_every_split_and_the_mean_ratio() -> None:
    pairing = drawn()
    found = compare("corrected-t", pairing)
    expected = corrected_resampled_t(pairing.differences.ravel(), 1 / 9)
    assert (found.statistic, found.df, found.p) == pytest.approx((expected.t, 39, expected.p))
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high))
    assert found.details.splits == 40
    assert found.details.test_train_ratio == pytest.approx(1 / 9)


def test_that_the_effect_is_the_unweighted_mean_over_splits() -> None:
    pairing = drawn()
    sizes = pairing.test_sizes * np.linspace(0.5, 1.5, pairing.test_sizes.size).reshape(pairing.test_sizes.shape)
    found = compare("corrected-t", replace(pairing, test_sizes=sizes))
    assert found.effect == pytest.approx(float(np.mean(pairing.differences)))
    assert found.details.test_train_ratio == pytest.approx(float(np.mean(sizes / pairing.train_sizes)))


def test_that_a_stricter_level_widens_the_headline_range_only() -> None:
    usual, strict = compare("corrected-t", drawn()), compare("corrected-t", drawn(), 0.99)
    assert usual.interval is not None
    assert strict.interval is not None
    assert strict.interval.low < usual.interval.low
    assert (strict.p, strict.interval.level) == (usual.p, 0.99)


def test_that_undefined_splits_are_counted() -> None:
    found = compare("corrected-t", with_undefined(drawn(), 1))
    assert (found.details.splits, found.details.undefined_splits, found.df) == (36, 4, 35)


def test_that_the_exhibit_of_pooled_folds_claims_more_than_the_headline() -> None:
    pairing = drawn(difference=0.01)
    assert compare("pooled-t", pairing).p < compare("corrected-t", pairing).p


def test_that_one_repeat_means_the_first() -> None:
    pairing = drawn()
    expected = paired_t(pairing.first_scores[0], pairing.second_scores[0])
    found = compare("paired-t-one-shuffle", pairing)
    assert (found.p, found.df) == (expected.p, 9)


def test_that_the_averaged_t_lists_every_repeat() -> None:
    found = compare("averaged-t", drawn(repeats=5))
    t_values, p_values = found.details.t_values, found.details.p_values
    assert isinstance(t_values, tuple)
    assert isinstance(p_values, tuple)
    assert found.statistic == pytest.approx(np.mean(t_values))  # type: ignore[arg-type]
    assert len(t_values) == len(p_values) == 5
    assert found.df == 9
    assert found.details.p_one_sided == pytest.approx((found.p or 0.0) / 2)
    assert found.details.enough_repeats in (
        "significant_enough_partitions",
        "not_significant_enough_partitions",
        "more_partitions_needed",
    )


def test_that_the_sign_test_counts_the_rows_of_the_first_repeat() -> None:
    pairing = replace(
        drawn(), correct_first=np.array([1] * 35 + [0] * 15 + [1] * 9), correct_second=np.array([0] * 35 + [1] * 24)
    )
    found = compare("sign-test", pairing)
    assert (found.details.first_only, found.details.second_only, found.details.both_right) == (35, 15, 9)
    assert (found.p, found.statistic) == (pytest.approx(0.0066004, abs=1e-6), 20.0)
    assert found.details.odds == pytest.approx(35 / 15)
    assert compare("mcnemar", pairing).statistic == pytest.approx(19**2 / 50)
    assert compare("mcnemar-midp", pairing).p < found.p


def test_that_counting_rows_is_refused_for_numbers_in_plain_words() -> None:
    found = compare("sign-test", without_extras(drawn()))
    assert (found.status, found.p) == (Status.DEGENERATE, None)
    assert "right and wrong" in describe_note(found)
    assert found.effect == pytest.approx(float(np.mean(drawn().differences)))


def test_that_halves_not_run_are_said_to_be_not_run() -> None:
    found = compare("5x2-f", without_extras(drawn()))
    assert (found.p, found.reason) == (None, "not_run")
    assert "not run" in describe_note(found)


def test_that_one_undefined_half_leaves_no_answer() -> None:
    pairing = drawn()
    halves = np.array(pairing.halves)
    halves[2, 1] = np.nan
    assert compare("5x2-t", replace(pairing, halves=halves)).reason == "too_few_defined_folds"


def test_that_sameness_is_shown_exactly_for_margins_beyond_the_smallest() -> None:
    pairing = drawn(difference=0.005)
    smallest = compare("tost", pairing).details.smallest_margin
    assert isinstance(smallest, float)
    assert compare("tost", replace(pairing, margin=smallest)).p == pytest.approx(0.05, rel=1e-6)
    assert compare("tost", replace(pairing, margin=smallest * 1.01)).p < 0.05


def test_that_sameness_without_a_margin_only_names_the_smallest() -> None:
    found = compare("tost", replace(drawn(), margin=None))
    assert (found.p, found.reason) == (None, "no_margin")
    assert found.details.smallest_margin is not None


def test_that_the_chances_use_the_margin_of_the_pairing() -> None:
    wide, none = (compare("bayes", replace(drawn(), margin=margin)) for margin in (0.5, None))
    assert wide.details.same == pytest.approx(1.0, abs=1e-6)
    assert none.details.same == 0.0
    assert wide.p == pytest.approx(compare("corrected-t", drawn()).p)


def test_that_sign_flips_stop_at_twenty_folds() -> None:
    assert compare("sign-flip", drawn(folds=12)).details.patterns == 4096
    assert compare("sign-flip", drawn(folds=21)).reason == "too_many_pairs"


def test_that_counter_examples_grow_with_repeats_and_the_averaged_t_does_not() -> None:
    """Bradford section 4: repeating a repeat with one-sided p = .25 makes Fisher and Wilcoxon sure of it."""
    once = drawn(repeats=1)
    noise = once.differences - np.mean(once.differences)
    difference = 0.7027221 * np.std(noise, ddof=1) / np.sqrt(10)
    once = replace(once, first_scores=once.second_scores + noise + difference)
    repeated = {
        times: replace(
            once,
            first_scores=np.tile(once.first_scores, (times, 1)),
            second_scores=np.tile(once.second_scores, (times, 1)),
        )
        for times in (2, 8, 32)
    }
    for key in ("wilcoxon-shuffles", "fisher-shuffles"):
        p = [compare(key, pairing).p or 0.0 for pairing in repeated.values()]
        assert p[0] > p[1] > p[2]
    averaged = [compare("averaged-t", pairing).p for pairing in repeated.values()]
    assert averaged == pytest.approx([0.5] * 3)


def test_that_a_single_repeat_is_too_few_for_the_counter_examples() -> None:
    for key in ("wilcoxon-shuffles", "fisher-shuffles"):
        assert compare(key, drawn(repeats=1)).reason == "too_few_partitions"


def test_that_a_repeat_without_t_stops_tests_over_repeats() -> None:
    for key in ("averaged-t", "wilcoxon-shuffles", "fisher-shuffles"):
        assert compare(key, shifted(drawn(), 0.1)).reason == "zero_variance_partition"


def test_that_every_reason_has_words() -> None:
    assert describe_reason("") == ""
    assert describe_reason("something_new") == "Something new."
    assert describe_reason("zero_variance").endswith(".")


@pytest.mark.parametrize("key", ["corrected-t", "pooled-t", "paired-t-one-shuffle", "bayes", "tost"])
def test_that_identical_scores_leave_no_range_of_zero_width(key: str) -> None:
    assert compare(key, with_itself(drawn())).interval is None


def test_that_sameness_is_decided_by_the_nearer_end_of_the_margin() -> None:
    ahead, behind = compare("tost", drawn()), compare("tost", swapped(drawn()))
    assert (ahead.statistic, ahead.p) == (ahead.details.t_upper, ahead.details.p_upper)
    assert (behind.statistic, behind.p) == (behind.details.t_lower, behind.details.p_lower)
    assert ahead.statistic == pytest.approx(-behind.statistic)


def test_that_fisher_over_repeats_doubles_the_smaller_side() -> None:
    found = compare("fisher-shuffles", drawn())
    assert found.p == pytest.approx(2.0 * found.details.p_first_better)
    assert found.details.p_first_better < found.details.p_second_better


def test_that_every_note_is_one_sentence_with_one_full_stop() -> None:
    nothing = np.zeros((1, 5))
    pair = Pairing("a", "b", "mae", nothing, nothing, nothing + 1, nothing + 4)
    notes = [describe_note(row.compare(pair, 0.95)) for row in COMPARISON_TESTS]
    assert any(notes)
    assert not [note for note in notes if note.endswith("..") or (note and not note.endswith("."))]
