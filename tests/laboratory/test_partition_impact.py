"""Groups of data sets and wrong conclusions of single repeats, against scipy's t and counts by hand."""

import numpy as np
import pytest
from scipy import stats

from core.domain.pairing import Pairing
from core.laboratory.many_data_sets import ManyPlan
from core.laboratory.partition_impact import (
    CONCLUSION_HEADINGS,
    GROUP_HEADINGS,
    PartitionImpact,
    describe_impact,
    list_conclusion_rows,
    list_group_rows,
    tally_conclusions,
    word_impacts,
)
from core.report.html import html_page
from core.report.many_sets_report import many_sets_report
from core.statistics.comparison_tests import find_comparison_test
from tests.laboratory.test_many_data_sets import found_on


def _pairing(differences: np.ndarray) -> Pairing:
    size = np.ones_like(differences)
    return Pairing("forest", "tree", "error", differences, np.zeros_like(differences), size, 9 * size)


def impact(counts: tuple[int, int, int], side: int | None, ends: tuple[float, float] = (-1, 1)) -> PartitionImpact:
    return PartitionImpact("set", "a", "b", *counts, side, 0.5, *ends)


@pytest.mark.parametrize(
    ("counts", "ends", "group"),
    [
        ((1, 53, 1), (-3, 3), 1),
        ((1, 0, 54), (-3, 3), 1),
        ((4, 51, 0), (0, 3), 2),
        ((0, 30, 25), (-3, 0), 2),
        ((0, 55, 0), (-1, 1), 3),
        ((55, 0, 0), (3, 9), 3),
        ((0, 55, 0), (0, 0), 4),
        ((55, 0, 0), (4, 4), 4),
    ],
)
def test_that_groups_follow_section_3(counts: tuple[int, int, int], ends: tuple[float, float], group: int) -> None:
    assert impact(counts, 0, ends).group == group


def test_that_wrong_conclusions_are_counted_by_kind() -> None:
    found = tally_conclusions(
        [impact((2, 5, 1), 0), impact((6, 3, 1), 1), impact((1, 3, 4), -1), impact((9, 9, 9), None)]
    )
    assert (found.accepted, found.rejected, found.type_1, found.type_2, found.opposite) == (5, 6 + 4, 3, 6, 2)
    assert (found.wrong, found.total) == (11, 8 + 10 + 8)
    rows = list_conclusion_rows([impact((2, 5, 1), 0)], {"a": "Forest"})
    assert rows == (("Forest", "b", "37.5 %", "5", "0", "3", "0", "0"),)


def test_that_repeats_are_judged_as_scipy_judges_them() -> None:
    random = np.random.default_rng(5)
    differences = random.normal(0.04, 0.05, (20, 10))
    details = find_comparison_test("averaged-t").compare(_pairing(differences), 0.95)
    found = describe_impact("set", details)
    assert found is not None
    tests = [stats.ttest_1samp(row, 0.0) for row in differences]
    ahead = sum(test.pvalue < 0.05 and test.statistic > 0 for test in tests)
    behind = sum(test.pvalue < 0.05 and test.statistic < 0 for test in tests)
    assert (found.for_first, found.for_second) == (ahead, behind)
    assert 0 < ahead < 20  # the draw is worth counting
    assert found.repeats == 20
    mean = float(np.mean([test.statistic for test in tests]))
    assert found.averaged_t == pytest.approx(mean)
    assert found.average_side == (1 if 2 * stats.t.sf(mean, 9) < 0.05 else 0)
    assert (found.t_low, found.t_high) == pytest.approx(
        (min(test.statistic for test in tests), max(test.statistic for test in tests))
    )


def test_that_equal_models_are_in_group_4_and_one_repeat_has_no_group() -> None:
    same = describe_impact("set", find_comparison_test("averaged-t").compare(_pairing(np.zeros((3, 5))), 0.95))
    assert same is not None
    assert (same.group, same.unclear) == (4, 3)
    assert describe_impact("set", find_comparison_test("averaged-t").compare(_pairing(np.zeros((1, 5))), 0.95)) is None


def test_that_a_study_over_data_sets_tells_groups_in_words_tables_and_report() -> None:
    found = found_on(ManyPlan(repeats=3))
    assert len(found.impacts) == 9  # three pairs on three data sets
    assert all(one.repeats == 3 for one in found.impacts)
    assert tally_conclusions(found.impacts).total == 27
    assert all(len(row) == len(GROUP_HEADINGS) for row in list_group_rows(found.impacts, {}))
    rows = list_conclusion_rows(found.impacts, {})
    assert all(len(row) == len(CONCLUSION_HEADINGS) for row in rows)
    assert rows[-1][0] == "all"
    page = html_page(many_sets_report(found, {}))
    assert "4 Does one repeat decide?" in page
    assert "Of 27 repeats taken alone" in word_impacts(found.impacts)
    assert found_on(ManyPlan(repeats=1)).impacts == ()
    assert word_impacts(()) == "Groups need at least two repeats."
