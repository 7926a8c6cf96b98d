"""Home: a study that was not finished, what the list of recent studies says, and the pictures of the samples."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from core.data.samples import SAMPLES
from core.domain.evidence import MAIN
from core.domain.log_entry import LogEntry, LogKind
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui import strings
from gui.widgets.door import SampleRow
from gui.window import Window
from gui.wizard.known import known_studies
from gui.wizard.pages.run import RunPage
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
    qtbot.waitUntil(lambda: window.findChild(QAbstractButton, "lookAtPlan").isVisible())
    return path


def test_that_the_plan_of_an_unfinished_study_can_be_looked_at(window: Window, qtbot: QtBot, unfinished: Path) -> None:
    window.findChild(QAbstractButton, "lookAtPlan").click()
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=10_000)
    assert window.shell.state.locked
    window.shell.go("home")
    window.shell.open_plan(unfinished)
    assert window.shell.current == "review"


def test_that_the_study_that_waits_comes_before_the_doors_by_tab_too(window: Window, unfinished: Path) -> None:
    window.findChild(QAbstractButton, "continueStudy").setFocus()
    for name in ("lookAtPlan", "discardStudy", "doorCompare"):
        window.focusNextChild()
        focused = window.focusWidget()
        assert focused is not None
        assert focused.objectName() == name


def test_that_an_unfinished_study_can_be_discarded_and_its_file_stays(window: Window, unfinished: Path) -> None:
    discard = window.findChild(QAbstractButton, "discardStudy")
    assert discard.text() == strings.home.DISCARD
    discard.click()
    assert window.settings.recent == ()
    assert unfinished.exists()


def test_that_a_study_with_seen_folds_says_that_discarding_counts(window: Window, tmp_path: Path) -> None:
    known = known_studies((str(begun_file(tmp_path)),))
    assert known[0].seen
    page = window.shell.page("home")
    page._show_known(known)  # type: ignore[attr-defined]
    assert window.findChild(QAbstractButton, "discardStudy").text() == strings.home.DISCARD_SEEN


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


def test_that_a_finished_study_is_listed_with_the_glyph_of_its_verdict(tmp_path: Path) -> None:
    last, path = ended(), tmp_path / "parts.evenfold"
    assert last.findings is not None
    with StudyFile.create(path, parts_study(), parts_data()) as file:
        file.lock(parts_study())
        file.append(last.run.outcomes)
        file.save_findings(last.findings)
    (known,) = known_studies((str(path),))
    glyph = strings.verdict.TAGS[last.findings.conclusion.answer.value].split()[0]
    said = word_conclusion(parts_study(), parts_data(), last.findings)
    assert known.status == f"{glyph} {said.headline.text}"


def test_that_every_sample_says_in_one_line_what_it_teaches(window: Window) -> None:
    rows = [window.findChild(SampleRow, f"sample_{entry.key}") for entry in SAMPLES]
    said = [row.accessibleDescription() for row in rows]
    assert len(set(said)) == len(SAMPLES)
    assert all(row.toolTip() == entry.story for row, entry in zip(rows, SAMPLES, strict=True))
