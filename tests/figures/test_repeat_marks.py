"""The ranks of repeats: sorted, clear exactly outside the band, nothing made up where there is no t."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from core.domain.findings import Comparison, RepeatDetails
from core.domain.pairing import Pairing
from core.figures.repeat_marks import Mark, Ranks, paper_ticks, ranks
from core.statistics.comparison_tests import find_comparison_test
from core.store.codec import from_json, to_json


def averaged(differences: np.ndarray) -> Comparison:
    size = np.full(differences.shape, 10.0)
    pair = Pairing("forest", "tree", "error", differences, np.zeros_like(differences), size, 9 * size)
    return find_comparison_test("averaged-t").compare(pair, 0.95)


def ranked(differences: np.ndarray) -> Ranks:
    found = ranks(averaged(differences))
    assert found is not None
    return found


def noisy(means: list[float], folds: int = 10) -> np.ndarray:
    random = np.random.default_rng(3)
    return np.array(means)[:, None] + random.normal(0, 0.05, (len(means), folds))


def test_that_marks_are_sorted_and_clear_exactly_outside_the_band() -> None:
    found = ranked(noisy([0.0, 0.2, -0.2, 0.02, 0.05]))
    t_values = [mark.t for mark in found.marks]
    assert t_values == sorted(t_values)
    assert all((mark.side != 0) == (abs(mark.t) > found.band) for mark in found.marks)
    assert found.band == pytest.approx(stats.t.ppf(0.975, 9))


def test_that_each_mark_is_the_paired_t_of_its_repeat() -> None:
    differences = noisy([0.1, 0.0, 0.05])
    for mark in ranked(differences).marks:
        assert mark.t == pytest.approx(stats.ttest_1samp(differences[mark.repeat], 0.0).statistic)
        assert mark.difference == pytest.approx(differences[mark.repeat].mean())


def test_that_the_counts_add_up_and_are_said() -> None:
    found = ranked(noisy([0.3, 0.3, -0.3, 0.0]))
    assert (found.for_candidate, found.for_baseline) == (2, 1)
    assert found.for_candidate + found.unclear + found.for_baseline == 4
    assert found.sentence("forest", "tree").startswith("Of 4 repeats 2 are clear for forest, 1 for tree, 1 not clear.")


def test_that_a_repeat_without_spread_is_counted_but_has_no_mark() -> None:
    differences = noisy([0.1, 0.0, 0.05])
    differences[1] = 0.25
    found = ranked(differences)
    assert found.unmarked == 1
    assert len(found.marks) == 2
    assert "does not exist" in found.sentence("forest", "tree")


def test_that_all_marks_fit_in_the_picture() -> None:
    found = ranked(noisy([2.0, -1.0, 0.0]))
    assert found.reach > max(abs(mark.t) for mark in found.marks)


def test_that_one_repeat_has_no_ranks() -> None:
    assert ranks(averaged(noisy([0.1]))) is None
    assert ranks(None) is None


def test_that_a_comparison_read_back_from_a_file_gives_the_same_ranks() -> None:
    whole = averaged(noisy([0.1, 0.0, 0.05]))
    stored = from_json(Comparison, json.loads(json.dumps(to_json(whole))))
    assert ranks(stored) == ranks(whole)


def test_that_the_papers_values_of_p_stand_where_t_has_them() -> None:
    ticks = {text: t for t, text in paper_ticks(9, 100.0) if t >= 0}
    assert ticks["0.5"] == 0.0
    assert ticks["0.025"] == pytest.approx(stats.t.isf(0.025, 9))
    assert ticks["0.0005"] == pytest.approx(stats.t.isf(0.0005, 9))
    both = paper_ticks(9, 3.0)
    assert [text for _, text in both] == ["0.025", "0.1", "0.5", "0.1", "0.025"]
    assert [t for t, _ in both] == sorted(t for t, _ in both)


def test_that_the_normal_curve_has_mean_and_spread_of_the_marks() -> None:
    marks = tuple(Mark(place, 0.0, float(t), 0.5, 0) for place, t in enumerate((-2.0, -1.0, 0.5, 1.0, 4.0)))
    found = Ranks(marks, 2.26, 0.5, 0.6, "", 0)
    assert found.normal[2] == pytest.approx(0.5)  # the mean, in the middle
    assert found.normal[4] - 0.5 == pytest.approx(stats.norm.ppf(0.9) * stats.tstd([mark.t for mark in marks]))
    assert Ranks(marks[:4], 2.26, 0.5, 0.6, "", 0).normal == ()


THREE = (Mark(0, -0.1, -3.0, 0.01, -1), Mark(2, 0.0, 0.5, 0.6, 0), Mark(1, 0.1, 3.0, 0.01, 1))


def test_that_each_mark_is_told_with_its_repeat_and_side() -> None:
    assert Ranks(THREE, 2.26, 0.2, 0.8, "", 0).in_words("forest", "tree") == (
        "Repeat 1: t −3.00, clear for tree",
        "Repeat 3: t 0.50, not clear",
        "Repeat 2: t 3.00, clear for forest",
    )


def test_that_repeats_without_a_mark_are_counted_as_not_clear() -> None:
    found = Ranks(THREE, 2.26, -0.2, 0.8, "", 2)
    assert found.unclear == 3
    assert found.sentence("forest", "tree").startswith(
        "Of 5 repeats 1 is clear for forest, 1 for tree, 3 not clear. The averaged t is −0.20, "
    )
    assert "does not exist" in replace(found, averaged_p=None).sentence("forest", "tree")


def test_that_the_picture_goes_beyond_the_band_and_beyond_the_farthest_mark() -> None:
    assert Ranks(THREE, 2.0, 0.2, 0.8, "", 0).reach == pytest.approx(1.15 * 3)
    assert Ranks(THREE, 3.0, 0.2, 0.8, "", 0).reach == pytest.approx(1.4 * 3)


def test_that_a_p_on_the_limit_is_not_clear_and_two_repeats_are_enough() -> None:
    details = RepeatDetails(t_values=(2.0, -2.5), p_values=(0.05, 0.049), means=(0.1, -0.1))
    found = ranks(replace(averaged(noisy([0.1, 0.0])), details=details))
    assert found is not None
    assert [(mark.repeat, mark.side) for mark in found.marks] == [(1, -1), (0, 0)]
    assert ranks(replace(averaged(noisy([0.1, 0.0])), df=0.0)) is None
    assert ranks(replace(averaged(noisy([0.1, 0.0])), df=1.0)) is not None
