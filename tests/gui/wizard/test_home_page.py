"""Home: doors, what the list of recent studies says and offers, and the samples."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from core.data.samples import SAMPLES
from core.domain.evidence import MAIN
from core.domain.log_entry import LogEntry, LogKind
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui import strings
from gui.results.beside_window import BesideWindow
from gui.widgets.door import SampleRow
from gui.window import Window
from gui.wizard.known import known_studies, word_date
from gui.wizard.pages.home import HomePage
from gui.wizard.pages.run import RunPage
from gui.wizard.recent_row import RecentRow
from tests.gui.finished import ended, locked_state, parts_data, parts_study


@pytest.fixture
def unfinished(window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study that was locked when the program closed, on Home; nothing is trained in these tests."""
    monkeypatch.setattr(RunPage, "start", lambda page: None)
    state = locked_state(tmp_path)
    assert state.file is not None
    path = state.file.path
    state.close()
    window.settings.remember(path)
    window.shell.go("home")
    qtbot.waitUntil(lambda: window.findChild(QAbstractButton, "continueStudy") is not None)
    return path


def choose(window: Window, place: int, key: str) -> None:
    """An entry of the menu of a row."""
    row = window.findChild(RecentRow, f"recent{place}")
    assert row is not None
    middle = row.rect().center()
    QApplication.sendEvent(row, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, row.mapToGlobal(middle)))
    assert row.menu_shown is not None
    next(one for one in row.menu_shown.actions() if one.objectName() == f"recent_{key}").trigger()
    row.menu_shown.close()


def finished_study(path: Path, title: str) -> Path:
    last, study = ended(), replace(parts_study(), title=title)
    assert last.findings is not None
    with StudyFile.create(path, study, parts_data()) as file:
        file.lock(study)
        file.append(last.run.outcomes)
        file.save_findings(last.findings)
    return path


def listed(window: Window, qtbot: QtBot, *paths: Path) -> HomePage:
    for path in reversed(paths):
        window.settings.remember(path)
    window.shell.go("home")
    page = window.shell.page("home")
    assert isinstance(page, HomePage)
    qtbot.waitUntil(lambda: len(page.known) == len(paths), timeout=20_000)
    return page


def test_that_the_plan_of_an_unfinished_study_can_be_looked_at(window: Window, qtbot: QtBot, unfinished: Path) -> None:
    choose(window, 0, "plan")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=10_000)
    assert window.shell.state.locked
    window.shell.go("home")
    window.shell.open_plan(unfinished)
    assert window.shell.current == "review"


def test_that_an_interrupted_run_is_continued_from_its_row(window: Window, qtbot: QtBot, unfinished: Path) -> None:
    window.findChild(QAbstractButton, "continueStudy").click()
    qtbot.waitUntil(lambda: window.shell.current == "run", timeout=10_000)


def test_that_a_row_can_be_removed_and_its_file_stays(window: Window, unfinished: Path) -> None:
    choose(window, 0, "forget")
    assert window.settings.recent == ()
    assert unfinished.exists()


def test_that_a_row_has_glyph_name_headline_kind_and_date(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = listed(window, qtbot, finished_study(tmp_path / "a.evenfold", "Parts"))
    row = window.findChild(RecentRow, "recent0")
    last = ended()
    assert last.findings is not None
    assert row.known.answer is last.findings.conclusion.answer
    said = row.accessibleDescription()
    assert word_conclusion(parts_study(), parts_data(), last.findings).headline.text in said
    assert "Comparison. Today" in said
    assert page.saved_note.isVisible()


def test_that_a_study_is_duplicated_in_a_file_of_its_own(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = finished_study(tmp_path / "a.evenfold", "Parts")
    page = listed(window, qtbot, path)
    choose(window, 0, "duplicate")
    qtbot.waitUntil(lambda: len(page.known) == 2, timeout=20_000)
    copy = Path(window.settings.recent[0])
    assert copy != path
    assert copy.is_relative_to(window.settings.studies)
    with StudyFile.open(copy) as file:
        assert file.findings() is not None


def test_that_two_results_stand_beside_each_other(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    left = finished_study(tmp_path / "a.evenfold", "Parts")
    right = finished_study(tmp_path / "b.evenfold", "Others")
    page = listed(window, qtbot, left, right)
    page.open_beside(left, right)
    qtbot.waitUntil(lambda: window.findChild(BesideWindow) is not None, timeout=20_000)
    shown = window.findChild(BesideWindow)
    assert [panel.shown.study.title for panel in shown.panels if panel.shown] == ["Parts", "Others"]
    shown.close()


def test_that_a_moved_study_is_located_and_takes_its_place(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = finished_study(tmp_path / "there.evenfold", "Parts")
    listed(window, qtbot, tmp_path / "gone.evenfold")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_more: (str(there), ""))
    window.findChild(QAbstractButton, "locate0").click()
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    assert window.settings.recent == (str(there),)


def test_that_keys_open_doors_and_arrows_go_from_row_to_row(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    listed(window, qtbot, finished_study(tmp_path / "a.evenfold", "A"), finished_study(tmp_path / "b.evenfold", "B"))
    first, second = (window.findChild(RecentRow, f"recent{place}") for place in range(2))
    qtbot.waitUntil(second.isVisible)
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    assert window.focusWidget() is second
    qtbot.keyClick(second, Qt.Key.Key_Up)
    assert window.focusWidget() is first
    qtbot.keyClick(window.shell.page("home"), Qt.Key.Key_3)
    assert window.shell.current == "claim"


@pytest.mark.parametrize(("size", "shown"), [((1024, 600), False), ((1280, 720), True)])
def test_that_a_narrow_home_has_low_doors_and_samples_as_a_menu(
    window: Window, qtbot: QtBot, size: tuple[int, int], shown: bool
) -> None:
    window.resize(*size)
    page = window.shell.page("home")
    assert isinstance(page, HomePage)
    qtbot.waitUntil(lambda: window.findChild(SampleRow, "sample_bearing").isVisible() is shown)
    assert page.open_sample.isVisible() is not shown
    assert {door.height() for door in page.doors} == {124 if shown else 96}


def test_that_home_offers_another_folder_where_nothing_can_be_saved(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.wizard.pages.home.can_write", lambda _folder: False)
    window.shell.go("home")
    qtbot.waitUntil(window.findChild(QAbstractButton, "chooseFolder").isVisible)


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        (datetime(2026, 11, 18, 9, 5), "Today 09:05"),
        (datetime(2026, 11, 17, 23, 59), "Yesterday"),
        (datetime(2026, 11, 2), "2 Nov"),
        (datetime(2025, 11, 2), "2 Nov 2025"),
    ],
)
def test_that_dates_are_short(moment: datetime, told: str) -> None:
    assert word_date(moment, datetime(2026, 11, 18, 10, 0)) == told


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        ((), "is locked and not finished: 3 of 15 folds are in."),
        ((LogKind.BEGUN,), "Evenfold ended unexpectedly while <i>"),
        ((LogKind.BEGUN, LogKind.CLOSED), "Evenfold was closed while <i>"),
        ((LogKind.BEGUN, LogKind.STOPPED), "You stopped <i>"),
        ((LogKind.BEGUN, LogKind.STOPPED_UNSEEN), "You stopped <i>"),
        ((LogKind.BEGUN, LogKind.HELD_UP), "at 3 of 15 folds: The disk is full."),
        ((LogKind.BEGUN, LogKind.STOPPED, LogKind.BEGUN), "ended unexpectedly"),
    ],
)
def test_that_home_tells_what_became_of_a_run(tmp_path: Path, kinds: tuple[LogKind, ...], told: str) -> None:
    path = begun_file(tmp_path)
    with StudyFile.open(path) as file:
        for kind in kinds:
            file.log(LogEntry(kind, {"reason": "The disk is full."} if kind is LogKind.HELD_UP else {}))
    (known,) = known_studies((str(path),))
    assert told in known.happened
    assert "3 of 15 folds" in known.status


def test_that_a_study_in_another_window_is_not_called_broken_off(window: Window, tmp_path: Path) -> None:
    path = begun_file(tmp_path)
    with StudyFile.open(path) as file:
        file.log(LogEntry(LogKind.BEGUN))
        (known,) = known_studies((str(path),))
    assert known.status == strings.home.OPEN_ELSEWHERE
    assert not known.unfinished
    assert known_studies((str(path),))[0].unfinished


def begun_file(folder: Path) -> Path:
    path = folder / "begun.evenfold"
    with StudyFile.create(path, parts_study(), parts_data()) as file:
        file.lock(parts_study())
        file.append(outcome for outcome in ended().run.outcomes if outcome.job.part == MAIN and outcome.job.fold == 0)
    return path


def test_that_every_sample_says_in_one_line_what_it_teaches(window: Window) -> None:
    rows = [window.findChild(SampleRow, f"sample_{entry.key}") for entry in SAMPLES]
    said = [row.accessibleDescription() for row in rows]
    assert len(set(said)) == len(SAMPLES)
    assert all(row.toolTip() == entry.story for row, entry in zip(rows, SAMPLES, strict=True))
