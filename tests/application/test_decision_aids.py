"""Decision aids: curves meet what is known, promises are kept, maps are judged on folds they have not seen."""

import threading
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.application.decision_aids import (
    draw_decision_curves,
    fit_final_score_map,
    judge_recalibration,
    promise_threshold,
)
from core.application.predict_rows import open_model, predict_rows, save_model_of_study
from core.application.run_study import run_study
from core.domain.dataset import Column, Dataset, Kind, Table, Task
from core.domain.decision import MapMethod
from core.domain.events import Ended
from core.domain.evidence import MAIN, Run
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.insight.recalibration import fit_score_map
from core.judge.conclude import conclude_study
from core.store.study_file import StudyFile
from core.wording.decision_text import word_recalibration, word_threshold_promise


def make_data(rows: int = 300, seed: int = 1) -> Dataset:
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2, rows)
    inputs = random.normal(size=(rows, 3)) + 0.6 * np.where(labels == 1, 1.0, -1.0)[:, None]
    inputs = np.column_stack([inputs, inputs[:, 0] + 0.1 * random.normal(size=rows)])
    return Dataset(
        name="two",
        task=Task.CLASSES,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * 4,
        features=tuple("abcd"),
        levels=((),) * 4,
        targets=labels[:, None].astype(np.float64),
        outputs=("state",),
        classes=("fine", "fault"),
        positive=1,
    )


@cache
def make_finished() -> tuple[Study, Dataset, Run]:
    data = make_data()
    study = Study(
        title="two",
        source="nowhere",
        columns=Columns(target=("state",)),
        question=Question(),
        candidates=(Candidate("naive-bayes", "naive-bayes"), Candidate("lda", "lda")),
        baseline="naive-bayes",
        scheme=SchemeChoice(folds=5, repeats=3, max_repeats=3),
        tuning=Tuning(TuningKind.NONE),
    )
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), Options(executor="inline"))
    assert isinstance(ended, Ended)
    return study, data, ended.run


def test_that_costs_and_benefits_are_those_of_the_decisions_at_the_threshold() -> None:
    study, data, run = make_finished()
    curves = draw_decision_curves(study, data, run, "lda")
    assert curves is not None
    point = min(curves.cost, key=lambda one: abs(one.ratio - 1.0))
    assert point.threshold == pytest.approx(0.5)
    wrong = np.mean(
        [
            np.mean((one.scores[:, 1] > point.threshold) != (data.labels[one.rows] == 1))
            for one in run.outcomes
            if one.job.part == MAIN and one.job.candidate == "lda" and one.scores is not None
        ]
    )
    assert point.value == pytest.approx(wrong)
    assert point.low is not None
    assert point.high is not None
    assert point.low < point.value < point.high
    worth = curves.benefit[curves.cost.index(point)]
    flagged_all = curves.flag_all[curves.cost.index(point)]
    assert worth.value > max(0.0, flagged_all)
    assert point.value < curves.constant_cost[curves.cost.index(point)]


def test_that_a_promise_names_a_threshold_that_misses_few() -> None:
    study, data, run = make_finished()
    found = promise_threshold(study, data, run, "lda", 0.1)
    assert found is not None
    assert found.threshold is not None
    assert found.missed is not None
    assert found.missed / found.positives < 0.1
    assert found.alarms_low is not None
    assert found.alarms is not None
    assert found.alarms_low < found.alarms
    assert "at most 10 of 100 fault" in word_threshold_promise(study, data, found).text


def test_that_a_promise_refuses_with_too_few_positives() -> None:
    study, data, run = make_finished()
    found = promise_threshold(study, data, run, "lda", 0.01)
    assert found is not None
    assert (found.threshold, found.reason, found.needed) == (None, "too_few_faults", 299)
    assert "299" in word_threshold_promise(study, data, found).text


def test_that_recalibration_helps_scores_that_are_too_sure_and_not_those_that_are_right() -> None:
    study, data, run = make_finished()
    for method in MapMethod:
        sure = judge_recalibration(study, data, _sharpen(run, "lda"), "lda", method)
        assert sure is not None
        assert sure.log_loss_after < sure.log_loss_before
        assert "recalibrated" in word_recalibration(study, sure).text
    right = judge_recalibration(study, data, run, "lda", MapMethod.PLATT)
    better = judge_recalibration(study, data, _sharpen(run, "lda"), "lda", MapMethod.PLATT)
    assert right is not None
    assert better is not None
    assert better.is_better
    assert better.gain > right.gain


def _sharpen(run: Run, key: str) -> Run:
    """The same scores, far too sure."""
    outcomes = []
    for one in run.outcomes:
        if one.job.candidate == key and one.scores is not None:
            powers = np.clip(one.scores, 1e-4, 1.0) ** 5
            one = replace(one, scores=powers / powers.sum(axis=1, keepdims=True))
        outcomes.append(one)
    return replace(run, outcomes=tuple(outcomes))


def test_that_maps_only_rise_and_find_the_known_shares() -> None:
    random = np.random.default_rng(3)
    scores = random.random(4000)
    happened = (random.random(4000) < scores**2).astype(np.float64)
    steps = fit_score_map(scores, happened, MapMethod.ISOTONIC)
    assert steps is not None
    at = np.linspace(0.05, 0.95, 19)
    assert np.all(np.diff(steps.apply(at)) >= 0)
    assert steps.apply(at) == pytest.approx(at**2, abs=0.08)
    curve = fit_score_map(scores, happened, MapMethod.PLATT)
    assert curve is not None
    assert np.all(np.diff(curve.apply(at)) > 0)
    assert fit_score_map(scores, np.ones(4000), MapMethod.PLATT) is None


def test_that_the_final_map_is_fitted_on_all_held_out_scores() -> None:
    study, data, run = make_finished()
    found = fit_final_score_map(study, data, run, "lda", MapMethod.PLATT)
    assert found is not None
    assert found.places[0] == pytest.approx(1.0, abs=0.4)
    imported = replace(run, outcomes=tuple(replace(one, scores=None) for one in run.outcomes))
    assert fit_final_score_map(study, data, imported, "lda", MapMethod.PLATT) is None


def test_that_a_saved_model_gives_recalibrated_scores_and_the_same_classes(tmp_path: Path) -> None:
    study, data, run = make_finished()
    with StudyFile.create(tmp_path / "two.evenfold", study, data) as file:
        file.lock(study)
        file.append(run.outcomes)
        file.save_findings(conclude_study(study, data, run))
        save_model_of_study(file, tmp_path / "plain.model", "naive-bayes")
        save_model_of_study(file, tmp_path / "mapped.model", "naive-bayes", recalibrate=MapMethod.PLATT)
    values = tuple(Column(name, Kind.NUMBER, data.inputs[:, place]) for place, name in enumerate(data.features))
    table = Table("new", "nowhere", values)
    plain, mapped = (predict_rows(open_model(tmp_path / name), table) for name in ("plain.model", "mapped.model"))
    assert np.array_equal(plain.values, mapped.values)
    assert plain.scores is not None
    assert mapped.scores is not None
    expected = fit_final_score_map(study, data, run, "naive-bayes", MapMethod.PLATT)
    assert expected is not None
    assert mapped.scores[:, 1] == pytest.approx(expected.apply(plain.scores[:, 1]))
    assert mapped.scores.sum(axis=1) == pytest.approx(1.0)
