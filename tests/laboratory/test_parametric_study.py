"""Training again: the study's own choice comes first, every value is judged, stopping leaves nothing."""

import threading
from dataclasses import replace

import pytest

from core.domain.study import Candidate, SchemeChoice, SchemeKind
from core.engine.run import Options
from core.laboratory.answer_sensitivity import Case, judge_by_folds
from core.laboratory.demo_runner import DemoRunner, run_to_end
from core.laboratory.parametric_study import list_settings, list_values, vary_folds, vary_setting
from core.support.errors import StudyError
from tests.gui.finished import ended, outputs_data, outputs_study, parts_data, parts_study

KNN = Candidate("knn", "knn")


def shop(stopped: bool = False) -> DemoRunner:
    stop = threading.Event()
    if stopped:
        stop.set()
    return DemoRunner(Options(executor="inline"), stop)


def test_that_what_is_set_now_comes_first_and_values_are_allowed() -> None:
    row = next(row for row in list_settings(KNN) if row.key == "neighbours")
    assert list_values(KNN, row)[0] == 5
    assert list_values(replace(KNN, settings={"neighbours": 7}), row)[0] == 7
    assert all(row.read(value) is not None for value in list_values(KNN, row))
    assert list_settings(Candidate("x", "given")) == ()


def test_that_every_value_of_a_setting_is_judged_on_the_folds_of_the_first_repeat() -> None:
    study, data = parts_study(), parts_data()
    found = run_to_end(vary_setting(shop(), study, data, KNN, "neighbours", 0))
    assert found is not None
    assert found.variants[0].label == "Neighbors 5 (now)"
    stored = judge_by_folds(Case(study, data, ended().run, "knn", 0))[-2]
    assert stored.label == "1 × 5 folds"
    assert found.variants[0].difference == pytest.approx(stored.difference)
    assert found.variants[0].low == pytest.approx(stored.low)
    assert len({one.difference for one in found.variants}) > 1


def test_that_numbers_of_folds_are_judged_and_too_many_are_left_out() -> None:
    found = run_to_end(vary_folds(shop(), parts_study(), parts_data(), KNN, 0))
    assert found is not None
    assert [one.label for one in found.variants] == ["5 folds", "2 folds", "3 folds", "10 folds", "20 folds"]
    few = replace(parts_study(), scheme=SchemeChoice(SchemeKind.HOLDOUT))
    with pytest.raises(StudyError, match="no folds"):
        run_to_end(vary_folds(shop(), few, parts_data(), KNN, 0))


def test_that_the_second_output_can_be_looked_at() -> None:
    found = run_to_end(vary_setting(shop(), outputs_study(), outputs_data(), KNN, "neighbours", 1))
    assert found is not None
    assert all(one.difference is not None for one in found.variants)


def test_that_nothing_is_kept_when_it_is_stopped() -> None:
    assert run_to_end(vary_setting(shop(stopped=True), parts_study(), parts_data(), KNN, "neighbours", 0)) is None
