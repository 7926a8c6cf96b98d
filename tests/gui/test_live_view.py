"""What is watched while a run goes on: plots are made once for a study, however often it is prepared."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from core.domain.events import Value
from core.domain.study import Study
from core.figures.live import Live
from core.wording.model_names import names_of
from gui.results.live_view import LiveView
from tests.gui.finished import outputs_data, outputs_study, parts_data, parts_study

DATA = parts_data()


@pytest.fixture
def view(qtbot: QtBot) -> LiveView:
    made = LiveView()
    qtbot.addWidget(made)
    prepare(made, parts_study())
    return made


def prepare(view: LiveView, study: Study, live: Live | None = None) -> None:
    keys = tuple(one.key for one in study.candidates)
    view.prepare(study, DATA, names_of(study, DATA), live or Live(keys), 15, 3)


def test_that_a_study_prepared_again_keeps_its_plots(view: LiveView) -> None:
    before = dict(view._plots)
    view.flashes = True
    prepare(view, parts_study())
    assert view._plots == before
    assert all(plot.flashes for plot in view._plots.values())


def test_that_another_measure_gets_plots_of_its_own(view: LiveView) -> None:
    study = parts_study()
    prepare(view, replace(study, question=replace(study.question, measure="recall")))
    assert set(view._plots) == {"recall", "auc"}


def test_that_a_run_with_one_measure_has_one_plot(view: LiveView) -> None:
    study = parts_study()
    prepare(view, replace(study, question=replace(study.question, cross_check=None)))
    assert set(view._plots) == {"error"}
    assert view._panels.count() == 1


def test_that_a_model_alone_is_drawn_alone(view: LiveView) -> None:
    study = parts_study()
    live = Live(("lda",))
    live.add([Value("lda", "error", "quality", 0, fold, 0.1) for fold in range(3)], ())
    prepare(view, replace(study, candidates=study.candidates[:1]), live)
    assert view.candidate == ""
    assert "mean of 3 folds" in view.key.text()


def test_that_every_model_is_listed_with_its_folds(view: LiveView) -> None:
    live = Live(("lda", "naive-bayes", "knn"))
    live.add([Value("lda", "error", "quality", 0, fold, 0.1) for fold in range(4)], ())
    live.add([Value("knn", "error", "quality", 0, 0, 0.1)], ())
    prepare(view, parts_study(), live)
    assert [(row.key, row.done) for row in view.models.listed.rows] == [("lda", 4), ("naive-bayes", 0), ("knn", 1)]
    assert [row.is_baseline for row in view.models.listed.rows] == [True, False, False]


def test_that_one_output_needs_no_segments(view: LiveView, qtbot: QtBot) -> None:
    assert view.outputs.isHidden()
    study, data = outputs_study(), outputs_data()
    view.prepare(study, data, names_of(study, data), Live(()), 10, 3)
    assert list(view.outputs.buttons) == ["0", "1"]
