"""The pictures of a run: made once for a study, however often it is prepared."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from core.figures.live import Live
from core.wording.model_names import names_of
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
    prepare(view, "recall")
    assert set(view._plots) != before
    assert {key[0] for key in view._plots} == {"recall", "auc"}


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


def test_that_the_choice_is_there_for_several_candidates_only(qtbot: QtBot) -> None:
    view, study = LiveView(), parts_study()
    qtbot.addWidget(view)
    one = replace(study, candidates=study.candidates[:2])
    for shown, several in ((one, False), (study, True), (one, False)):
        view.prepare(shown, DATA, names_of(shown, DATA), Live(()))
        assert view.shown.isVisibleTo(view) is several
        assert view.multiples.isVisibleTo(view) is several


def test_that_small_multiples_end_with_the_study_that_had_several_candidates(qtbot: QtBot) -> None:
    view, study = prepared(qtbot), parts_study()
    view.multiples.setChecked(True)
    one = replace(study, candidates=study.candidates[:2])
    view.prepare(one, DATA, names_of(one, DATA), Live(()))
    assert {candidate for _, _, candidate in view._plots} == {""}
