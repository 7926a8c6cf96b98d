"""The pictures of a run: made once for a study, however often it is prepared."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from core.figures.live import Live
from core.judge.names import names_of
from gui.results.live_view import LiveView
from tests.gui.finished import parts_data, parts_study

DATA = parts_data()


def prepared(qtbot: QtBot) -> LiveView:
    view = LiveView()
    qtbot.addWidget(view)
    prepare(view)
    return view


def prepare(view: LiveView, measure: str = "error") -> None:
    study = parts_study()
    study = replace(study, question=replace(study.question, measure=measure))
    view.prepare(study, DATA, names_of(study, DATA), Live(tuple(one.key for one in study.candidates)))


def test_that_a_study_prepared_again_keeps_its_plots(qtbot: QtBot) -> None:
    view = prepared(qtbot)
    before = dict(view._plots)
    view.flashes = True
    prepare(view)
    assert view._plots == before
    assert all(plot.flashes for plot in view._plots.values())


def test_that_another_measure_gets_plots_of_its_own(qtbot: QtBot) -> None:
    view = prepared(qtbot)
    before = set(view._plots)
    prepare(view, "hit-rate")
    assert set(view._plots) != before
    assert {key[0] for key in view._plots} == {"hit-rate", "auc"}


def test_that_small_multiples_are_kept_by_a_second_preparation(qtbot: QtBot) -> None:
    view = prepared(qtbot)
    view.multiples.setChecked(True)
    before = dict(view._plots)
    assert len({candidate for _, _, candidate in before}) == 2
    prepare(view)
    assert view._plots == before


def test_that_a_run_with_one_measure_has_the_whole_width_after_one_with_two(qtbot: QtBot) -> None:
    view = prepared(qtbot)
    study = parts_study()
    study = replace(study, question=replace(study.question, cross_check=None))
    view.prepare(study, DATA, names_of(study, DATA), Live(tuple(one.key for one in study.candidates)))
    assert [view._grid.columnStretch(place) for place in range(view._grid.columnCount())] == [1, 0]
