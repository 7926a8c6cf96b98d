"""Rows that show a difference of two areas, against the formulas of Hanley and McNeil written out."""

import math
from dataclasses import replace

import pytest
from scipy import stats

from core.advice.auc_forecast import CHECK_MARGIN, CORRELATION, count_cases, find_smallest
from core.advice.precision_forecast import forecast_precision
from core.wording.forecast_text import NO_FORECAST, word_auc_forecast, word_forecast, word_forecast_details
from tests.judge.worlds import class_data, number_data, study_of


def rows_by_hand(first: float, second: float, alpha: float) -> int:
    def variance(area: float) -> float:
        return area / (2 - area) + 2 * area**2 / (1 + area) - 2 * area**2

    one, other = variance(first), variance(second)
    equal = math.sqrt(2 * one * (1 - CORRELATION))
    apart = math.sqrt(one + other - 2 * CORRELATION * math.sqrt(one * other))
    reach = stats.norm.isf(alpha / 2) * equal + stats.norm.isf(0.2) * apart
    return math.ceil(float((reach / (first - second)) ** 2))


@pytest.mark.parametrize("alpha", [0.05, 0.0125])
@pytest.mark.parametrize("difference", [0.01, 0.03, 0.1])
def test_that_rows_needed_are_those_of_the_formula(difference: float, alpha: float) -> None:
    assert count_cases(difference, alpha) == rows_by_hand(0.80, 0.80 + difference, alpha)


def test_that_the_smallest_difference_is_the_one_the_rarer_class_just_finds() -> None:
    data = class_data(400)
    found = find_smallest(data, 0.05)
    assert found is not None
    rarer = min(data.class_counts)
    assert rows_by_hand(0.80, 0.80 + found, 0.05) <= rarer
    assert rows_by_hand(0.80, 0.80 + found - 0.001, 0.05) > rarer


def test_that_a_study_of_areas_has_a_forecast_of_rows_before_the_run() -> None:
    data = class_data(400)
    study = study_of(data, measure="auc", margin=0.02, cross_check="")
    found = forecast_precision(study, data)
    assert found.auc is not None
    assert found.auc.decides
    assert found.auc.cases == rows_by_hand(0.80, 0.82, study.alpha / found.comparisons)
    assert found.auc.positives + found.auc.negatives == 400
    (said,) = word_forecast(found, study, data)
    assert "0.8 against 0.82 in 80 of 100 studies" in said
    assert "kept together" not in said
    (grouped,) = word_auc_forecast(replace(found, auc=replace(found.auc, in_groups=True)))
    assert grouped == f"{said} Rows that are kept together count for less."
    assert f"your {found.auc.positives:,} and {found.auc.negatives:,} show differences from" in said


def test_that_areas_as_the_second_measure_are_told_beside_the_errors() -> None:
    data = class_data(400)
    study = study_of(data, cross_check="auc")
    found = forecast_precision(study, data)
    assert found.auc is not None
    assert not found.auc.decides
    assert found.auc.margin == CHECK_MARGIN
    assert found.usual is not None
    assert word_auc_forecast(found)[0] in word_forecast_details(found)
    assert "ROC AUC" not in " ".join(word_forecast(found, study, data))


def test_that_nothing_is_said_of_areas_that_nobody_asked_for() -> None:
    numbers = number_data(120)
    found = forecast_precision(study_of(numbers), numbers)
    assert found.auc is None
    assert word_forecast(found, study_of(numbers), numbers) == (NO_FORECAST,)
    data = class_data(400)
    assert forecast_precision(study_of(data, cross_check=""), data).auc is None
    tiny = class_data(12)
    few = forecast_precision(study_of(tiny, measure="auc", margin=0.02), tiny)
    assert few.auc is None or few.auc.smallest is None
    if few.auc is not None:
        assert "show no difference" in word_auc_forecast(few)[0]
