"""Generated data: the least possible loss is known, harder data is harder, nothing of the person's data is used."""

import numpy as np
import pytest
from scipy import stats

from core.domain.dataset import Task
from core.domain.study import Candidate
from core.laboratory.demo_runner import run_to_end
from core.laboratory.generated_data import (
    DRAWS,
    HARDNESS,
    TESTED,
    GeneratedComparison,
    Step,
    _made,
    _range_of_mean,
    compare_on_generated_data,
)
from tests.gui.finished import outputs_data, outputs_study, parts_data, parts_study
from tests.laboratory.test_parametric_study import KNN, shop


@pytest.mark.parametrize("task", list(Task))
@pytest.mark.parametrize("hardness", HARDNESS, ids=lambda row: row.key)
def test_that_training_sets_are_apart_from_each_other_and_from_the_test_rows(task: Task, hardness: object) -> None:
    data, sets, least = _made(task, hardness.key, hardness.steps[-1], 60, 1)  # type: ignore[attr-defined]
    assert len(sets) == DRAWS
    rows = [row for one in sets for row in one.train.tolist()]
    assert len(rows) == len(set(rows)) == data.size - TESTED
    assert not set(rows) & set(sets[0].test.tolist())
    assert least > 0


def test_that_noise_raises_what_any_model_can_reach_and_what_both_do() -> None:
    study, data = parts_study(), parts_data()
    found = run_to_end(
        compare_on_generated_data(shop(), study, data, Candidate("naive-bayes", "naive-bayes"), "noise", 1)
    )
    assert found is not None
    least = [one.least for one in found.steps]
    assert least == sorted(least)
    assert least[-1] == pytest.approx(30.0)
    for one in found.steps:
        assert one.baseline is not None
        assert one.candidate is not None
        assert one.baseline > one.least - 3
    assert found.steps[-1].baseline > found.steps[0].baseline  # type: ignore[operator]


def test_that_numbers_are_generated_for_a_study_of_numbers() -> None:
    found = run_to_end(compare_on_generated_data(shop(), outputs_study(), outputs_data(), KNN, "rows", 1))
    assert found is not None
    assert found.measure == "mae"
    assert found.steps[-1].candidate > found.steps[0].candidate  # type: ignore[operator]


def test_that_who_is_ahead_is_said() -> None:
    ahead, behind = Step(0.1, 10.0, 5.0, 1.0), Step(0.2, 5.0, 10.0, 1.0)
    assert GeneratedComparison(HARDNESS[0], "error", (ahead, behind)).sentence("A", "B").endswith("at noise: 0.1.")
    assert "every step" in GeneratedComparison(HARDNESS[0], "error", (ahead,)).sentence("A", "B")
    assert "at no step" in GeneratedComparison(HARDNESS[0], "error", (behind,)).sentence("A", "B")


def test_that_the_range_over_draws_is_the_t_range_of_scipy() -> None:
    losses = np.array([10.0, 12.0, 11.0, 14.0, 9.0])
    low, high = stats.t.interval(0.95, 4, losses.mean(), stats.sem(losses))
    assert _range_of_mean(losses) == pytest.approx((float(low), float(high)))
    assert _range_of_mean(losses[:1]) is None
