"""The page Run: it starts by itself, pauses, stops, continues, and hands over to the verdict."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from core.domain.cluster_address import ClusterAddress
from core.domain.events import Extended
from core.domain.evidence import MAIN, Ending, FitResult, Job
from core.domain.log_entry import LogKind
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Tuning, TuningKind
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui import strings
from gui.results.time_left import TimeLeft
from gui.results.words import time_left
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.run import RunPage
from gui.wizard.pages.ways_on import WaysOn
from gui.wizard.state import State
from gui.wizard.words import where_words
from tests.gui.finished import INLINE, finished_state, locked_state, parts_study
from tests.gui.test_worker import note_idle_moments

LONG = parts_study(600)
NOWHERE = Options(executor="dask", cluster=ClusterAddress("nowhere"))


@pytest.fixture(autouse=True)
def _inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WaysOn, "options", lambda _ways: INLINE)


def run_page(window: Window) -> RunPage:
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    return page


def start(window: Window, folder: Path, study: object = None) -> RunPage:
    window.shell.replace_state(locked_state(folder, LONG if study is None else study))  # type: ignore[arg-type]
    window.shell.go("run")
    return run_page(window)


def press(qtbot: QtBot, window: Window, name: str) -> None:
    button = window.findChild(QPushButton, name)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_that_a_locked_study_runs_by_itself_and_ends_on_the_verdict(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    page = start(window, tmp_path, parts_study())
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    state = window.shell.state
    assert state.findings is not None
    assert state.run is not None
    assert state.run.complete
    assert page.status.bar.done == page.status.bar.total == len(state.run.outcomes)
    assert state.data is not None
    assert word_conclusion(state.study, state.data, state.findings).headline.text in window.shell.footer.spoken
    assert not window.shell.footer.said.text()  # it stands on the page


def test_that_the_pictures_show_every_fold_when_the_run_has_ended(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path, parts_study())
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    plots = page.view._plots
    assert set(plots) == {"error", "auc"}
    assert "15 and 15 values" in plots["error"].accessibleDescription()
    assert "Folds, 15 of 15" in page.status.stages.accessibleName()
    assert "Half-size check, 10 of 10" in page.status.stages.accessibleName()
    assert not page.view.is_behind


def test_that_a_lost_cluster_can_be_done_without(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WaysOn, "options", lambda ways: INLINE if ways.here else NOWHERE)
    page = start(window, tmp_path, parts_study())
    qtbot.waitUntil(lambda: not page._is_running, timeout=20_000)
    assert "is not the address of a cluster" in page.status.overlay.words.text()
    assert page.status.overlay.way.text() == strings.cluster.FINISH_HERE
    assert page.status.overlay.way.isVisible()
    page.status.overlay.way.click()
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    assert window.shell.state.findings is not None


def test_that_another_candidate_can_be_looked_at(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path, parts_study())
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    before = page.view.better.text()
    page.view.models.select("knn")
    assert page.view.candidate == "knn"
    assert "NEAREST" in page.view.better_in.text()
    assert page.view.better.text() != before
    page.view.models.select("lda")
    assert page.view.candidate == ""  # the baseline is no rival of itself


def test_that_only_a_long_run_is_offered_to_go_on_in_the_background(window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path)
    assert page._is_running
    assert [action.text for action in page.secondary()] == [strings.run.BACKGROUND, strings.run.STOP]
    for done, left in ((20, 60.0), (1, 300.0)):  # short, and not yet known well enough
        page.status.have(done, 100, left)
        assert not page.status.turns_long()
    assert not page.secondary()[0].enabled
    page.status.have(20, 100, 300.0)
    page._tick()
    assert page.secondary()[0].enabled
    page.status.have(99, 100, 1.0)
    assert page.status.is_long  # once offered it stays
    page.to_background()
    assert window.shell.current == "home"
    assert page._is_running
    assert not window.isMinimized()


def test_that_stop_keeps_its_place_from_the_first_moment_to_the_end(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    page = start(window, tmp_path)
    window.show()
    QApplication.processEvents()
    places = {name: window.findChild(QPushButton, name).geometry() for name in ("secondary1", "secondary2", "primary")}
    page.status.have(20, 100, 300.0)
    page._tick()
    page.toggle_pause()
    page.toggle_pause()
    page.stop()
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)
    assert {name: window.findChild(QPushButton, name).geometry() for name in places} == places


def test_that_the_log_tells_how_a_run_ended(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path)
    file = window.shell.state.file
    assert file is not None
    assert file.log_entries()[-1][1].kind is LogKind.BEGUN
    page.stop()
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)
    assert file.log_lines()[-1][1].startswith("stopped ")
    page.start()
    path = file.path
    window.shell.start_new()
    with StudyFile.open(path) as left:
        assert left.log_entries()[-1][1].kind is LogKind.CLOSED


def test_that_space_pauses_and_goes_on(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=10_000)
    qtbot.keyClick(window, Qt.Key.Key_Space)
    assert window.shell.instruction.text() == strings.run.PAUSED
    assert page.primary() == (strings.run.CONTINUE, strings.run.SPACE)
    assert page.status.bar.is_paused
    assert page._worker is not None
    idle = note_idle_moments(page._worker)
    qtbot.waitUntil(lambda: len(idle) > 2)  # trainings under way still come in, as many as the machine had begun
    done = page.status.done
    assert page._is_running
    assert done < page.status.total
    qtbot.keyClick(window, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.status.done > done, timeout=10_000)
    page.stop()
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)


def test_that_stopping_asks_first_counts_the_look_and_keeps_everything(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    page = start(window, tmp_path)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=10_000)
    press(qtbot, window, "secondary2")
    box = page.findChild(QMessageBox, "stopBox")
    assert "counts as one look" in box.informativeText()  # "secondary2" is Stop from the first moment on
    qtbot.mouseClick(box.findChild(QPushButton, "stopIt"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)
    file = window.shell.state.file
    assert file is not None
    assert len(file.done()) == page.status.done > 0
    assert any(entry.kind is LogKind.STOPPED for _, entry in file.log_entries())
    assert window.shell.instruction.text().startswith("Stopped after ")
    assert window.shell.footer.said.text() == strings.run.LINE_STOPPED
    assert page.primary() == (strings.run.CONTINUE,)


def test_that_keeping_running_changes_nothing(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=10_000)
    page.ask_to_stop()
    box = page.findChild(QMessageBox, "stopBox")
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert page._is_running
    page.stop()
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)


def test_that_a_stopped_run_waits_for_the_person_and_continues_where_it_was(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    page = start(window, tmp_path, parts_study(60))
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=10_000)
    assert page._space.isEnabled()
    page.stop()
    assert page.status.where.text() == strings.run.STOPPING
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)
    assert not page._space.isEnabled()  # the key belongs to the buttons again
    done = page.status.done
    window.shell.go("plan")
    window.shell.go("run")
    assert not page._is_running
    page.act()
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=30_000)
    assert page.status.done == page.status.total > done


def test_that_an_unfinished_file_shows_what_is_done_and_goes_on(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path, parts_study(60))
    qtbot.waitUntil(lambda: page._live.folds > 2, timeout=10_000)
    page.stop()
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)
    kept = page.status.done
    window.shell.start_new()
    opened = open_study(tmp_path / "parts.evenfold")
    assert opened.page == "run"
    window.shell.take_over(opened)
    qtbot.waitUntil(lambda: page.status.done >= kept, timeout=10_000)
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=30_000)


def test_that_a_verdict_is_not_thrust_on_somebody_who_looks_at_the_plan(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    start(window, tmp_path, parts_study())
    window.shell.go("plan")
    qtbot.waitUntil(lambda: window.shell.state.findings is not None, timeout=20_000)
    assert window.shell.current == "plan"
    assert strings.run.ANSWER_READY in window.shell.footer.said.text()


def test_that_another_study_stops_the_run_of_the_one_before(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=10_000)
    window.shell.start_new()
    qtbot.waitUntil(lambda: not page._is_running, timeout=10_000)
    assert window.shell.current == "data"


def test_that_failed_trainings_are_counted_and_told(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("run")
    page = run_page(window)
    assert page.view.problems.text() == strings.run.NO_PROBLEMS
    job = Job(MAIN, 2, 1, "knn")
    failed = FitResult(job, np.array([0]), None, ending=Ending.FAILED, message="A < B\nand more")
    page._live.add((), [failed])
    page._catch_up()
    assert "1 of" in page.view.problems.text()
    assert "first in repeat 3, fold 2" in page.view.problems.text()
    assert "A &lt; B" in page.view.problems.text()
    assert "and more" not in page.view.problems.text()
    page._say_troubles()
    assert "1 of" in window.shell.footer.spoken
    assert not window.shell.footer.said.text()


def test_that_a_file_open_elsewhere_is_not_run(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    assert state.file is not None
    state.file.close()
    with StudyFile.open(tmp_path / "parts.evenfold"):
        state.file = StudyFile.open(tmp_path / "parts.evenfold")
        window.shell.replace_state(state)
        window.shell.go("run")
        page = run_page(window)
        assert not page._is_running
        assert window.shell.instruction.text() == strings.run.OPEN_ELSEWHERE
        assert page.status.counts.text().startswith("0 of ")
        assert page.primary() == (strings.run.OPEN_AGAIN,)
    page.act()
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)


def test_that_a_finished_study_shows_its_pictures_and_the_way_to_the_verdict(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("run")
    page = run_page(window)
    assert not page._is_running
    assert page.primary() == (strings.run.SEE_RESULT,)
    assert "Folds, 15 of 15" in page.status.stages.accessibleName()
    page.act()
    assert window.shell.current == "verdict"


def test_that_the_histograms_of_several_outputs_are_chosen_by_segments(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state(several_outputs=True))
    window.shell.go("run")
    view = run_page(window).view
    assert set(view._plots) == {"mae", "rmse"}
    assert view.output == "wear (mm)"
    before = view._plots["mae"].accessibleDescription()
    view.outputs.buttons["1"].click()
    assert view.output == "heat (K)"
    assert view._plots["mae"].accessibleDescription() != before


def test_that_texts_have_their_turn_although_new_numbers_never_cease(qtbot: QtBot, window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("run")
    page = run_page(window)
    page.view.better.setText("old")
    for _ in range(3):
        page.view.renew()
        page.view.tick()
    assert page.view.better.text() != "old"


def test_that_closing_the_window_ends_the_run(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    page = start(window, tmp_path)
    qtbot.waitUntil(lambda: page._live.folds > 0, timeout=10_000)
    window.close()
    assert not page._is_running
    with StudyFile.open(tmp_path / "parts.evenfold") as file:
        assert len(file.done()) > 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (12.0, "under a minute"), (185.0, "about 3 min"), (4800.0, "about 1 h 20 min")],
)
def test_that_the_time_left_is_said_in_words(seconds: float | None, words: str) -> None:
    assert time_left(seconds) == words


def test_that_the_time_left_does_not_flicker() -> None:
    left = TimeLeft()
    assert left.words(300.0, 0.0, str) == "about 5 min left"
    assert left.words(60.0, 1.0, str) == "about 5 min left"
    assert left.words(60.0, 2.5, str) == "about 1 min left"


def test_that_a_time_that_grows_twice_is_said_to_be_slower_than_expected() -> None:
    left = TimeLeft()
    said = [
        left.words(seconds, 3.0 * place, lambda: " (slower)")
        for place, seconds in enumerate((100.0, 130.0, 170.0, 150.0))
    ]
    assert ["slower" in words for words in said] == [False, False, True, False]


def test_that_the_place_of_a_run_is_said_for_folds_and_for_other_schemes() -> None:
    folds = where_words(parts_study(), 1, 2, 15)
    assert folds[0] == "Repeat 2 of 3, fold 3 of 5"
    holdout = replace(parts_study(), scheme=SchemeChoice(SchemeKind.REPEATED_HOLDOUT, repeats=7))
    assert where_words(holdout, 3, 0, 7)[0] == "Test set 4 of 7"


def test_that_only_a_choice_of_settings_is_spoken_of() -> None:
    assert where_words(parts_study(), 1, 2, 15)[1] == ""
    several = (Candidate("knn", "knn", grid={"neighbours": (1, 3)}),)
    for kind, told in ((TuningKind.KFOLD, "by inner folds of"), (TuningKind.HOLDOUT, "on T1 / T2 inside")):
        tuned = replace(parts_study(), tuning=Tuning(kind), candidates=several)
        assert told in where_words(tuned, 1, 2, 15)[1]


def test_that_repeats_that_are_added_are_told(qtbot: QtBot, window: Window) -> None:
    state = finished_state()
    window.shell.replace_state(state)
    window.shell.go("run")
    page = run_page(window)
    longer = replace(state.study, scheme=replace(state.study.scheme, repeats=8, max_repeats=8))
    page._extended(Extended(longer, 200, 75))
    page._show_counts()
    assert window.shell.footer.said.text() == "5 repeats added, because the answer is borderline."
    assert page.status.folds == 40
    assert page.status.bar.done == 75


def test_that_another_study_ends_the_run_at_once(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.shell.replace_state(locked_state(tmp_path))
    window.shell.go("run")
    page = run_page(window)
    assert page._worker is not None
    window.shell.replace_state(State())
    assert page._worker is None


def test_that_a_run_slower_than_expected_says_who_needs_the_time(window: Window) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("run")
    page = run_page(window)
    assert page._slower() == strings.run.SLOWER
    page._live.add((), [FitResult(Job(MAIN, 0, 0, "knn"), np.array([0]), None, seconds=4000.0)])
    assert "neighbors needs" in page._slower()
