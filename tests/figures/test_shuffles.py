"""The ranks of shuffles: sorted, clear exactly outside the band, nothing made up where there is no t."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from core.comparers import comparer
from core.domain.findings import Comparison
from core.domain.pairing import Pairing
from core.figures.shuffles import Mark, Ranks, paper_ticks, ranks


def averaged(gaps: np.ndarray) -> Comparison:
    size = np.full(gaps.shape, 10.0)
    pair = Pairing("forest", "tree", "error", gaps, np.zeros_like(gaps), size, 9 * size)
    return comparer("averaged-t").compare(pair, 0.95)


def ranked(gaps: np.ndarray) -> Ranks:
    found = ranks(averaged(gaps))
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


def test_that_each_mark_is_the_paired_t_of_its_shuffle() -> None:
    gaps = noisy([0.1, 0.0, 0.05])
    for mark in ranked(gaps).marks:
        assert mark.t == pytest.approx(stats.ttest_1samp(gaps[mark.shuffle], 0.0).statistic)
        assert mark.gap == pytest.approx(gaps[mark.shuffle].mean())


def test_that_the_counts_add_up_and_are_said() -> None:
    found = ranked(noisy([0.3, 0.3, -0.3, 0.0]))
    assert (found.for_candidate, found.for_reference) == (2, 1)
    assert found.for_candidate + found.unclear + found.for_reference == 4
    assert found.sentence("forest", "tree").startswith("Of 4 shuffles 2 are clear for forest, 1 for tree, 1 not clear.")


def test_that_a_shuffle_without_spread_is_counted_but_has_no_mark() -> None:
    gaps = noisy([0.1, 0.0, 0.05])
    gaps[1] = 0.25
    found = ranked(gaps)
    assert found.unmarked == 1
    assert len(found.marks) == 2
    assert "does not exist" in found.sentence("forest", "tree")


def test_that_all_marks_fit_in_the_picture() -> None:
    found = ranked(noisy([2.0, -1.0, 0.0]))
    assert found.reach > max(abs(mark.t) for mark in found.marks)


def test_that_one_shuffle_has_no_ranks() -> None:
    assert ranks(averaged(noisy([0.1]))) is None
    assert ranks(None) is None


def test_that_a_comparison_read_back_from_a_file_gives_the_same_ranks() -> None:
    whole = averaged(noisy([0.1, 0.0, 0.05]))
    stored = replace(whole, details=json.loads(json.dumps(whole.details)))
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
