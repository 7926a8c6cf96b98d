"""Numbers printed in Bradford & Brodley 2001, "The effect of instance-space partition on significance", recomputed."""

import math

import numpy as np
import pytest

from core.laboratory.partition_impact import PartitionImpact, tally_conclusions
from core.statistics.distributions import t_tail_quantile, two_sided_p
from core.statistics.multiplicity import familywise_error
from core.statistics.partition_tests import averaged_t_from_t, fisher_combination, sufficient_partitions
from core.statistics.rank_tests import wilcoxon_signed_rank
from tests.papers.bradford_tables import ACCURACY, AVERAGED, BOLD, CONCLUSIONS, TABLE_4

NAMES = tuple(ACCURACY)
COMPARISONS = ("TDDT-2 tenfold", "TDDT-2 halves", "naive Bayes tenfold", "naive Bayes halves")
THRESHOLD = 0.025  # the paper's p are one-sided


def conclusions(name: str, comparison: int) -> tuple[int, ...]:
    return CONCLUSIONS[name][3 * comparison : 3 * comparison + 3]


def is_clear(name: str, comparison: int) -> bool:
    return abs(float(AVERAGED[name][comparison])) < THRESHOLD


def tally(comparison: int) -> tuple[int, int, int, int]:
    """Right without gap, right with gap, false claims, missed claims; table 2 is taken as the truth."""
    counts = [0, 0, 0, 0]
    for name in NAMES:
        other_ahead, unclear, first_ahead = conclusions(name, comparison)
        if is_clear(name, comparison):
            right = other_ahead if AVERAGED[name][comparison].startswith("-") else first_ahead
            counts[1] += right
            counts[3] += 55 - right
        else:
            counts[0] += unclear
            counts[2] += 55 - unclear
    return counts[0], counts[1], counts[2], counts[3]


def test_that_section_2_and_4_use_nine_degrees_although_ten_are_printed() -> None:
    assert sufficient_partitions([2.0, 2.5] * 5, 9).critical == pytest.approx(2.262, abs=5e-4)
    assert t_tail_quantile(0.975, 10) == pytest.approx(2.228, abs=5e-4)


def test_that_section_4_needs_the_degrees_of_one_repeat_although_those_of_55_are_printed() -> None:
    """t of 54 degrees is 2.005: the printed inequality asks for less evidence than one shuffle would need."""
    assert t_tail_quantile(0.975, 54) == pytest.approx(2.005, abs=5e-4)
    near = [2.1, 2.2, 2.1, 2.15, 2.2]
    assert sufficient_partitions(near, 9).decision == "not_significant_enough_partitions"
    assert sufficient_partitions(near, 54).decision == "significant_enough_partitions"


def test_that_section_4_averages_equal_repeats_to_25_whatever_their_number() -> None:
    t = t_tail_quantile(0.75, 9)
    for partitions in (1, 6, 55, 1000):
        whole = averaged_t_from_t([t] * partitions, 9)
        assert whole.p / 2 == pytest.approx(0.25)
        assert whole.p == pytest.approx(0.5)


def test_that_section_4_fisher_gives_043_where_05_is_printed() -> None:
    combined = fisher_combination([0.15, 0.10, 0.10])
    assert [round(math.log(p), 3) for p in (0.15, 0.10)] == [-1.897, -2.303]
    assert combined.statistic == pytest.approx(13.0046, abs=5e-5)
    assert combined.df == 6
    assert combined.p == pytest.approx(0.0430, abs=5e-5)


def test_that_section_4_fisher_of_the_other_side_gives_99_and_not_95() -> None:
    combined = fisher_combination([0.85, 0.90, 0.90])
    assert combined.statistic == pytest.approx(0.747, abs=1e-3)
    assert round(combined.p, 2) == 0.99  # type: ignore[arg-type]


def test_that_section_4_fisher_of_55_repeats_needs_110_degrees_where_10_are_printed() -> None:
    combined = fisher_combination([0.25] * 55)
    assert combined.statistic == pytest.approx(152.4924, abs=5e-5)
    assert combined.df == 110
    assert combined.p == pytest.approx(0.0046, abs=5e-5)


def test_that_section_4_wilcoxon_example_has_rank_sums_four_and_two() -> None:
    """p = {-.20, .30, .05}: the smaller p, the larger the rank."""
    evidence = np.array([sign * t_tail_quantile(1 - p, 9) for sign, p in ((-1, 0.20), (1, 0.30), (1, 0.05))])
    assert wilcoxon_signed_rank(evidence).positive_ranks == 4.0
    assert wilcoxon_signed_rank(-evidence).positive_ranks == 2.0
    assert wilcoxon_signed_rank(evidence).p > 0.05


@pytest.mark.parametrize(("repeats", "level", "p"), [(6, 0.05, 2 / 64), (8, 0.01, 2 / 256)])
def test_that_section_4_wilcoxon_needs_six_and_eight_repeats(repeats: int, level: float, p: float) -> None:
    ahead = np.arange(1, repeats + 1) / 100
    assert wilcoxon_signed_rank(ahead).p == pytest.approx(p)
    assert wilcoxon_signed_rank(ahead).p < level < wilcoxon_signed_rank(ahead[1:]).p


def test_that_section_4_has_a_chance_of_69_percent_and_1_2_expected_in_23() -> None:
    family = familywise_error(0.05, 23)
    assert round(100 * family.any_false) == 69
    assert family.expected_false == pytest.approx(1.15)


def test_that_table_1_has_only_two_accuracies_higher_with_halves() -> None:
    higher = [
        (name, column) for name in NAMES for column in (1, 3, 5) if ACCURACY[name][column + 1] > ACCURACY[name][column]
    ]
    assert higher == [("breast", 5), ("tic-tac-toe", 5)]


def test_that_section_3_monk1_drops_6_1_and_8_6_points() -> None:
    row = ACCURACY["monk1-full"]
    assert (row[3] - row[4], row[1] - row[2]) == pytest.approx((6.1, 8.6))


def test_that_section_3_groups_of_figure_1_are_2_13_6_and_2() -> None:
    kinds = [tuple(count > 0 for count in conclusions(name, 0)) for name in NAMES]
    both_sides = [name for name, kind in zip(NAMES, kinds, strict=True) if kind[0] and kind[2]]
    sometimes = [name for name, kind in zip(NAMES, kinds, strict=True) if kind[0] != kind[2]]
    never = [name for name, kind in zip(NAMES, kinds, strict=True) if not (kind[0] or kind[2])]
    always_right = [name for name in never if ACCURACY[name][1] == ACCURACY[name][3] == 100.0]
    assert both_sides == ["heart", "tic-tac-toe"]
    assert (len(sometimes), len(never) - len(always_right), always_right) == (13, 6, ["monk3-full", "mushroom"])


def test_that_section_3_fourteen_data_sets_of_figure_2_change_their_answer() -> None:
    changing = [name for name in NAMES if sum(count > 0 for count in conclusions(name, 2)) > 1]
    named = "breast cleve crx diabetes german-org glass glass2 heart horse-colic hypothyroid labor-neg"
    assert changing == [*named.split(), "monk2", "soybean-large", "zoo"]


def test_that_section_3_tic_tac_toe_has_no_claim_with_halves() -> None:
    assert conclusions("tic-tac-toe", 1) == (0, 55, 0)
    assert all(conclusions(name, 1)[0] and conclusions(name, 1)[2] for name in ("horse-colic", "soybean-large"))


def test_that_every_row_of_table_3_adds_up_to_55() -> None:
    assert all(sum(conclusions(name, comparison)) == 55 for name in NAMES for comparison in range(4))


@pytest.mark.parametrize("comparison", range(4), ids=COMPARISONS)
def test_that_table_4_follows_from_tables_2_and_3(comparison: int) -> None:
    assert tally(comparison) == TABLE_4[comparison]


def printed_impacts(comparison: int) -> list[PartitionImpact]:
    """Tables 2 and 3 as the program keeps repeats; the t of two accurate data sets are equal (group 4)."""
    found = []
    for name in NAMES:
        other_ahead, unclear, first_ahead = conclusions(name, comparison)
        ahead = -1 if AVERAGED[name][comparison].startswith("-") else 1
        side = ahead if is_clear(name, comparison) else 0
        ends = (0.0, 0.0) if name in ("monk3-full", "mushroom") else (-1.0, 1.0)
        found.append(PartitionImpact(name, "a", "b", first_ahead, unclear, other_ahead, side, 0.0, *ends))
    return found


@pytest.mark.parametrize("comparison", range(4), ids=COMPARISONS)
def test_that_table_4_comes_out_of_the_count_over_data_sets(comparison: int) -> None:
    """The function behind "One repeat or all" of many data sets, given the printed tables."""
    found = tally_conclusions(printed_impacts(comparison))
    assert (found.accepted, found.rejected, found.type_1, found.type_2 + found.opposite) == TABLE_4[comparison]
    assert found.total == 23 * 55


def test_that_section_3_four_groups_come_out_of_the_same_count() -> None:
    groups = {one.data: one.group for one in printed_impacts(0)}
    assert [name for name, group in groups.items() if group == 1] == ["heart", "tic-tac-toe"]
    assert [sum(group == number for group in groups.values()) for number in (1, 2, 3, 4)] == [2, 13, 6, 2]


def test_that_section_4_counts_496_wrong_conclusions_of_5060() -> None:
    wrong = sum(row[2] + row[3] for row in TABLE_4)
    assert 23 * 4 * 55 == sum(map(sum, TABLE_4)) == 5060
    assert wrong == 496
    assert round(100 * wrong / 5060, 1) == 9.8


def test_that_table_3_counts_the_other_algorithm_first_although_the_caption_says_tddt_1() -> None:
    """Every claim in the first column goes with a minus in table 2; only glass2 tenfold deviates, at p = -.50."""
    deviating = []
    for name in NAMES:
        for comparison in range(4):
            first, _, third = conclusions(name, comparison)
            other_is_ahead = AVERAGED[name][comparison].startswith("-")
            if first != third and (first > third) != other_is_ahead:
                deviating.append((name, comparison, AVERAGED[name][comparison]))
    assert deviating == [("glass2", 0, "-0.50")]


def test_that_table_3_prints_two_clear_results_in_bold_as_no_difference() -> None:
    """Tables 2 and 4 count vehicle (.023) and soybean-large (.018), both with halves, as clear."""
    unclear_in_bold = [(name, comparison) for name in NAMES for comparison in range(4) if BOLD[name][comparison] == 1]
    wrong = [(name, comparison) for name, comparison in unclear_in_bold if is_clear(name, comparison)]
    assert wrong == [("soybean-large", 3), ("vehicle", 1)]


def test_that_figure_4_caption_names_the_wrong_winner_of_tic_tac_toe() -> None:
    """It says naive Bayes; tables 1 and 2 say TDDT-1."""
    assert ACCURACY["tic-tac-toe"][2] > ACCURACY["tic-tac-toe"][6]
    assert not AVERAGED["tic-tac-toe"][3].startswith("-")


def test_that_table_2_has_smaller_p_with_halves_although_the_text_says_less_clear() -> None:
    pairs = [(float(row[place]), float(row[place + 1])) for row in AVERAGED.values() for place in (0, 2)]
    assert sum(abs(halves) < abs(tenfold) for tenfold, halves in pairs) == 30
    assert sum(abs(halves) == abs(tenfold) for tenfold, halves in pairs) == 4


@pytest.mark.parametrize(
    ("name", "dietterich", "plain"),
    [("tic-tac-toe", 7.2, 22.8), ("vehicle", 6.8, 21.4), ("vote", 3.4, 10.8), ("monk3-full", 2.4, 7.4)],
)
def test_that_table_2_halves_cannot_be_dietterichs_t(name: str, dietterich: float, plain: float) -> None:
    """0.00000 needs t beyond 17.9 with 5 degrees, more than the least sampling noise of a half allows.

    The least noise: the loser wins no row that the winner loses, so the disagreement is the gap itself.
    """
    size, gap = ACCURACY[name][0] / 2, (ACCURACY[name][2] - ACCURACY[name][6]) / 100
    ceiling = gap / math.sqrt((gap - gap**2) / size)
    assert AVERAGED[name][3] == "0.00000"
    assert t_tail_quantile(1 - 5e-6, 5) == pytest.approx(17.9, abs=0.05)
    assert ceiling == pytest.approx(dietterich, abs=0.06)
    assert ceiling * math.sqrt(10) == pytest.approx(plain, abs=0.06)
    assert ceiling < 17.9


def test_that_printed_p_are_one_sided_and_twice_as_large_two_sided_p() -> None:
    """The paper asks for .025 where a two-sided p would be .05."""
    critical = t_tail_quantile(1 - THRESHOLD, 9)
    assert two_sided_p(critical, 9) == pytest.approx(0.05)
    assert averaged_t_from_t([critical], 9).p / 2 == pytest.approx(THRESHOLD)
