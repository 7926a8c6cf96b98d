"""`tests`: single tests from numbers, against scipy and statsmodels-like formulas written out."""

import math

import numpy as np
import pytest
from scipy import stats

from core.terminal.entry import main


def columns(text: str) -> dict[str, list[str]]:
    lines = [line for line in text.splitlines() if "  " in line]
    cells = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]
    return {row[0]: row[1:] for row in cells}


def test_that_a_published_result_is_compared_four_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests", "published", "--ours", "10.2", "1.1", "10", "--theirs", "12.3", "2.4", "30"]) == 0
    said = capsys.readouterr().out
    found = columns(said)
    welch = stats.ttest_ind_from_stats(10.2, 1.1, 10, 12.3, 2.4, 30, equal_var=False)
    pooled = stats.ttest_ind_from_stats(10.2, 1.1, 10, 12.3, 2.4, 30)
    error = math.sqrt(1.1**2 / 10 + 2.4**2 / 30)
    expected = {
        "t' (Welch)": welch.pvalue,
        "pooled t": pooled.pvalue,
        "t', cautious df": 2 * stats.t.sf(2.1 / error, 9),
        "z (many values)": 2 * stats.norm.sf(2.1 / error),
    }
    for title, p in expected.items():
        assert float(found[title][-1]) == pytest.approx(p, rel=0.01)
        assert found[title][0] == "-2.1"
    assert "independent" in said


def test_that_cases_for_an_area_are_those_of_hanley_and_mcneil(capsys: pytest.CaptureFixture[str]) -> None:
    """Their table for 0.75 against 0.80 with alpha 0.05 (one-sided there) and power 0.8, here two-sided."""
    assert main(["tests", "auc-cases", "0.75", "0.80"]) == 0

    def variance(area: float) -> float:
        return area / (2 - area) + 2 * area**2 / (1 + area) - 2 * area**2

    z = stats.norm.isf(0.025), stats.norm.isf(0.2)
    cases = (z[0] * math.sqrt(2 * variance(0.75)) + z[1] * math.sqrt(variance(0.75) + variance(0.80))) ** 2 / 0.05**2
    assert f"{math.ceil(cases):,} positive" in capsys.readouterr().out


def test_that_p_values_are_adjusted_for_all_tests_ever_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests", "adjust", "0.01", "0.04", "--earlier", "10"]) == 0
    said = capsys.readouterr().out
    found = columns(said)
    assert [float(value) for value in found["Bonferroni"][:2]] == [0.12, 0.48]
    assert [float(value) for value in found["Holm"][:2]] == pytest.approx([0.12, 0.44])
    assert f"{100 * (1 - 0.95**12):.0f} of 100 studies" in said
    assert np.isclose(1 - 0.95**12, 0.4596, atol=1e-3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["published", "--ours", "1", "-1", "10", "--theirs", "1", "1", "10"],
        ["published", "--ours", "1", "1", "2.5", "--theirs", "1", "1", "10"],
        ["auc-cases", "0.8", "0.8"],
        ["auc-cases", "1.2", "0.8"],
        ["adjust", "1.5"],
        ["adjust", "0.5", "--earlier", "-1"],
    ],
)
def test_that_impossible_numbers_are_refused_in_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tests", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("evenfold: ")
    assert "Traceback" not in said
