"""Numbers printed in Salzberg 1997, "On comparing classifiers", recomputed."""

import pytest

from core.statistics.count_tests import mcnemar_chi2, sign_test
from core.statistics.multiplicity import familywise_error, permutation_p_value

FAMILY = familywise_error(0.05, 154)


def test_that_section_3_expects_7_7_false_results_in_154() -> None:
    assert 14 * 11 == 154
    assert FAMILY.expected_false == pytest.approx(7.7)


def test_that_section_3_has_a_chance_of_9996_of_one_mistake_in_154() -> None:
    assert round(FAMILY.any_false, 4) == 0.9996


def test_that_section_3_needs_a_level_of_0003_in_154_by_either_name() -> None:
    """The paper calls the formula Bonferroni; it is Sidak's (.000333). Bonferroni's is .000325; both round to .0003."""
    assert FAMILY.sidak_alpha == pytest.approx(0.000333, abs=5e-7)
    assert FAMILY.bonferroni_alpha == pytest.approx(0.000325, abs=5e-7)
    assert round(FAMILY.sidak_alpha, 4) == round(FAMILY.bonferroni_alpha, 4) == 0.0003


def test_that_section_3_is_over_150_times_stricter() -> None:
    assert 0.05 / FAMILY.sidak_alpha == pytest.approx(150.1, abs=0.05)
    assert 0.05 / FAMILY.bonferroni_alpha == pytest.approx(154.0)


def test_that_section_3_1_gives_0033_for_35_of_50_where_0032_is_printed() -> None:
    assert sign_test(35, 15).p_first_better == pytest.approx(0.0033002, abs=5e-8)
    assert round(sign_test(35, 15).p_first_better, 4) != 0.0032


def test_that_section_3_1_gives_0066_two_sided_where_0064_is_printed() -> None:
    assert sign_test(35, 15).p_two_sided == pytest.approx(0.0066004, abs=5e-8)
    assert round(sign_test(35, 15).p_two_sided, 4) != 0.0064


def test_that_section_3_1_gives_1013_for_30_of_50_where_1012_is_printed() -> None:
    assert sign_test(30, 20).p_first_better == pytest.approx(0.10132, abs=5e-6)
    assert round(sign_test(30, 20).p_first_better, 4) != 0.1012


def test_that_section_3_1_means_at_least_although_more_than_is_printed() -> None:
    """P(s > 35) would be .0013; the sum printed below the formula starts at 35."""
    strictly_more = sign_test(36, 14).p_first_better
    assert strictly_more == pytest.approx(0.0013, abs=5e-5)
    assert sign_test(35, 15).p_first_better > 2 * strictly_more


def test_that_section_3_1_mcnemar_is_nearly_identical_to_the_exact_test() -> None:
    assert mcnemar_chi2(35, 15).statistic == pytest.approx(19**2 / 50)
    assert mcnemar_chi2(35, 15).p == pytest.approx(sign_test(35, 15).p_two_sided, abs=0.001)
    assert mcnemar_chi2(30, 20).p == pytest.approx(sign_test(30, 20).p_two_sided, abs=0.001)


def test_that_section_3_1_mcnemar_must_be_clipped_when_both_win_equally_often() -> None:
    """The printed formula gives (0 - 1)^2 / 10 = .1 for 5 and 5, a difference where there is none."""
    assert (abs(5 - 5) - 1) ** 2 / (5 + 5) == pytest.approx(0.1)
    assert (mcnemar_chi2(5, 5).statistic, mcnemar_chi2(5, 5).p) == (0.0, 1.0)


def test_that_section_3_2_expects_five_and_one_of_100_people_to_find_something() -> None:
    assert familywise_error(0.05, 100).expected_false == pytest.approx(5.0)
    assert familywise_error(0.01, 100).expected_false == pytest.approx(1.0)
    assert familywise_error(0.05, 100).any_false > 0.99


def test_that_section_3_3_needs_005_for_ten_settings() -> None:
    tried = familywise_error(0.05, 10)
    assert tried.bonferroni_alpha == pytest.approx(0.005)
    assert round(tried.sidak_alpha, 3) == 0.005


def test_that_section_3_1_randomization_counts_the_observed_order() -> None:
    """With m random relabelings the smallest possible p is 1/(m + 1), never 0."""
    assert permutation_p_value(0, 99) == pytest.approx(0.01)


def test_that_sections_2_and_3_3_quote_3_of_43_as_7_percent() -> None:
    """Reich & Barai print 4.9 % for the same survey, which is 3 of 61; the papers disagree."""
    assert round(100 * 3 / 43, 1) == 7.0
    assert round(100 * 3 / 61, 1) == 4.9
