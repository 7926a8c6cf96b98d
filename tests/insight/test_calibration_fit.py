"""Slope and intercept of calibration: right for probabilities that occur, and of the known size where they do not."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, FitResult, Job, Run
from core.insight.calibration_fit import CalibrationFit, fit_calibration
from core.judge.scores import ScoreTable, build_score_table
from core.statistics.undefined import Undefined
from tests.judge.worlds import class_data, folds_of, study_of

ROWS = 400


def make_table(seed: int, sharpen: float = 1.0, shift: float = 0.0) -> tuple[ScoreTable, Dataset]:
    """Classes drawn from known probabilities; scores are those probabilities with their logit changed."""
    random = np.random.default_rng(seed)
    logit: Floats = random.normal(0, 1.2, ROWS)
    happened = random.random(ROWS) < 1 / (1 + np.exp(-logit))
    data = replace(class_data(ROWS), targets=happened[:, None].astype(np.float64), positive=1)
    study = study_of(data)
    told = 1 / (1 + np.exp(-(sharpen * logit + shift)))
    scores = np.column_stack([1 - told, told])
    outcomes = [
        FitResult(Job(MAIN, repeat, fold, "logistic"), rows, np.round(told[rows])[:, None], scores[rows])
        for repeat, fold, rows in folds_of(ROWS, 3, 10)
    ]
    return build_score_table(study, data, Run(tuple(outcomes), complete=True)), data


def test_that_probabilities_that_occur_have_slope_1_and_intercept_0_in_most_studies() -> None:
    held = 0
    for seed in range(60):
        found = fit_calibration(make_table(seed)[0], "logistic")
        assert isinstance(found, CalibrationFit)
        held += found.slope_low <= 1 <= found.slope_high
    assert held >= 53  # 95 of 100 are promised; the range is somewhat wide because repeats share rows


@pytest.mark.parametrize("sharpen", [3.0, 0.4])
def test_that_the_slope_undoes_how_much_scores_were_sharpened(sharpen: float) -> None:
    found = fit_calibration(make_table(3, sharpen)[0], "logistic")
    assert isinstance(found, CalibrationFit)
    assert found.slope == pytest.approx(1 / sharpen, rel=0.35)
    assert not found.slope_low <= 1 <= found.slope_high


def test_that_the_intercept_undoes_a_shift() -> None:
    found = fit_calibration(make_table(4, shift=-1.0)[0], "logistic")
    assert isinstance(found, CalibrationFit)
    assert found.intercept == pytest.approx(1.0, abs=0.3)
    assert found.intercept_low > 0


def test_that_scores_without_probabilities_or_one_rare_class_have_no_answer() -> None:
    table, data = make_table(5)
    plain = tuple(replace(outcome, scores=None) for outcome in table.outcomes("logistic"))
    without = replace(table, by_candidate={"logistic": plain})
    assert fit_calibration(without, "logistic") == Undefined("no-scores")
    rare = replace(table, data=replace(data, targets=(np.arange(ROWS) < 5)[:, None].astype(np.float64)))
    assert fit_calibration(rare, "logistic") == Undefined("too_few_of_a_class")
