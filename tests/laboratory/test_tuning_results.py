"""Tuning: every setting tried is listed with its scores, and the choices add up to the trainings."""

import threading
from dataclasses import replace
from functools import lru_cache

import pytest

from core.application.run_study import run_study
from core.domain.evidence import Run
from core.domain.study import Candidate, Study, Tuning, TuningKind
from core.laboratory.tuning_results import list_chosen_settings, list_tried_settings
from tests.gui.finished import INLINE, parts_data, parts_study


@lru_cache(maxsize=1)
def tuned() -> tuple[Study, Run]:
    candidates = (Candidate("lda", "lda"), Candidate("knn", "knn", grid={"neighbours": (1, 5, 15)}))
    study = replace(parts_study(2), candidates=candidates, tuning=Tuning(TuningKind.HOLDOUT))
    *_, last = run_study(study, parts_data(), threading.Event(), threading.Event(), INLINE, None)
    return study, last.run  # type: ignore[union-attr]


def test_that_every_setting_of_the_grid_is_listed_with_its_scores() -> None:
    mine = [one for one in list_tried_settings(*tuned()) if one.candidate == "knn"]
    assert [one.settings["neighbours"] for one in mine] == [1, 5, 15]
    assert sum(one.chosen for one in mine) == 10
    for one in mine:
        assert one.tried == 3
        assert one.mean is not None
        assert one.low is not None
        assert one.high is not None
        assert 0 <= one.low <= one.mean <= one.high <= 100


def test_that_the_setting_with_the_least_errors_was_chosen_in_every_fold() -> None:
    study, run = tuned()
    for one, outcome in zip(
        [c for c in list_chosen_settings(study, run) if c.candidate == "knn"], run.of("knn"), strict=True
    ):
        assert one.score == pytest.approx(100 * min(outcome.tuning))
        assert (one.repeat, one.fold) == (outcome.job.repeat, outcome.job.fold)


def test_that_a_model_without_a_grid_is_listed_untuned() -> None:
    (mine,) = [one for one in list_tried_settings(*tuned()) if one.candidate == "lda"]
    assert (mine.tried, mine.chosen, mine.mean) == (0, 10, None)
    assert all(one.score is None for one in list_chosen_settings(*tuned()) if one.candidate == "lda")
