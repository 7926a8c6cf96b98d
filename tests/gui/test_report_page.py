"""The page Report: the preview is the report, writing happens off the window's thread, and says where."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from core.application.report_input import complete_report_input
from core.report.formats import FORMATS
from core.report.subject import ReportInput
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui.strings import report as words
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.report import ReportPage, enlarged, subject_of
from gui.wizard.state import State
from tests.gui.finished import ended, finished_state, parts_data, parts_study
from tests.gui.routes.studies import finished_file


def report(qtbot: QtBot, window: Window) -> ReportPage:
    window.shell.replace_state(finished_state())
    window.shell.go("report")
    page = window.shell.page("report")
    assert isinstance(page, ReportPage)
    qtbot.waitUntil(lambda: len(page.preview.toPlainText()) > 500, timeout=20_000)
    return page


def choose(monkeypatch: pytest.MonkeyPatch, path: Path, kind: str = "Web page (*.html)") -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(path), kind))


def test_that_the_preview_is_the_report(qtbot: QtBot, window: Window) -> None:
    page = report(qtbot, window)
    findings = ended().findings
    assert findings is not None
    text = page.preview.toPlainText()
    said = word_conclusion(parts_study(), parts_data(), findings)
    assert said.headline.text in text
    assert said.action.text
    assert said.action.text in text


@pytest.mark.parametrize("size", [(1280, 640), (1024, 600)])
def test_that_no_table_of_the_preview_is_wider_than_the_preview(
    qtbot: QtBot, window: Window, size: tuple[int, int]
) -> None:
    window.resize(*size)
    page = report(qtbot, window)
    room = page.preview.viewport().width()
    qtbot.waitUntil(lambda: page.preview.document().size().width() <= room + 1, timeout=20_000)
    assert not page.preview.horizontalScrollBar().isVisible()


def test_that_the_moment_of_the_lock_is_that_of_the_file(qtbot: QtBot, window: Window) -> None:
    page = report(qtbot, window)
    subject = page.subject()
    assert subject is not None
    file = window.shell.state.file
    assert subject.locked_at == ((file.locked_at or "") if file is not None else "")


@pytest.mark.parametrize("ending", [row.suffix for row in FORMATS if row.key not in ("svg", "png")])
def test_that_the_report_is_written_where_asked_and_can_be_opened(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    page = report(qtbot, window)
    choose(monkeypatch, tmp_path / "report", f"Something (*{ending})")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    page.ask_to_write()
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    path = tmp_path / f"report{ending}"
    assert path.stat().st_size > 500
    assert path.name in page.said
    page.open_report()
    assert [url.toLocalFile() for url in opened] == [str(path)]


def test_that_pictures_are_written_as_numbered_files(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    choose(monkeypatch, tmp_path / "p", "Pictures (*.png)")
    page.ask_to_write()
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    files = list(tmp_path.glob("p-*.png"))
    assert len(files) >= 2
    assert str(len(files)) in page.said


def test_that_an_answer_is_printed(qtbot: QtBot, window: Window) -> None:
    page = report(qtbot, window)
    page.full.setChecked(True)
    asked = len(page.questions.fields)
    assert page.questions.open == asked > 5
    page.questions.fields["3a"].setFocus()
    page.questions.fields["3a"].setPlainText("two technicians with a stethoscope")
    page.preview.setFocus()
    qtbot.waitUntil(lambda: "two technicians with a stethoscope" in page.preview.toPlainText(), timeout=20_000)
    assert page.left.text().startswith(str(asked - 1))


def test_that_an_answer_is_written_although_its_field_is_not_left(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    page.full.setChecked(True)
    page.questions.fields["3a"].setFocus()
    page.questions.fields["3a"].setPlainText("two technicians")
    choose(monkeypatch, tmp_path / "report.html")
    page.ask_to_write()
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    assert "two technicians" in (tmp_path / "report.html").read_text("utf-8")


def test_that_answers_and_copies_come_from_the_study_file(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = finished_state()
    assert state.data is not None
    state.file = StudyFile.create(tmp_path / "parts.evenfold", state.study, state.data)
    state.file.lock(state.study)
    state.file.save_statements({"1b": "they fail most"})
    window.shell.replace_state(state)
    window.shell.go("report")
    page = window.shell.page("report")
    assert isinstance(page, ReportPage)
    page.full.setChecked(True)
    assert page.questions.fields["1b"].toPlainText() == "they fail most"
    page.questions.fields["3a"].setFocus()
    page.questions.fields["3a"].setPlainText("two technicians")
    page.preview.setFocus()
    qtbot.waitUntil(lambda: "two technicians" in page.preview.toPlainText(), timeout=20_000)
    assert state.file.statements() == {"1b": "they fail most", "3a": "two technicians"}
    choose(monkeypatch, tmp_path / "sent", "Study (*.evenfold)")
    page.ask_to_send()
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    with StudyFile.open(tmp_path / "sent.evenfold") as sent:
        assert not sent.has_data
        assert sent.statements()["3a"] == "two technicians"


def test_that_a_written_page_holds_the_verdict_and_needs_no_network(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    choose(monkeypatch, tmp_path / "report.html")
    page.ask_to_write()
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    text = (tmp_path / "report.html").read_text("utf-8")
    assert page.shell.state.fingerprint[:12] in text
    assert "<script src" not in text


def test_that_a_place_that_cannot_be_written_is_told_in_words(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    choose(monkeypatch, tmp_path / "nowhere" / "report.html")
    page.ask_to_write()
    qtbot.waitUntil(lambda: page.findChild(QMessageBox, "errorBox") is not None, timeout=20_000)
    box = page.findChild(QMessageBox, "errorBox")
    assert box is not None
    assert "could not be written" in box.text()
    assert page.written is None
    box.close()


def test_that_nobody_is_asked_twice_when_they_change_their_mind(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: ("", ""))
    page.ask_to_write()
    assert not page._writing.busy
    assert page.primary() == (words.WRITE_PDF,)


def test_that_there_is_no_report_before_a_verdict() -> None:
    assert subject_of(State()) is None


def test_that_a_study_left_while_its_preview_is_made_is_not_called_damaged(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, left = list[str](), threading.Event()

    def slow(subject: ReportInput, file: StudyFile | None) -> ReportInput:
        left.wait(500)
        return complete_report_input(subject, file)

    monkeypatch.setattr("gui.messages.show_error", lambda _parent, error: told.append(str(error)))
    monkeypatch.setattr("gui.wizard.pages.report.complete_report_input", slow)
    window.shell.take_over(open_study(finished_file(tmp_path)))
    window.shell.go("report")
    page = window.shell.page("report")
    assert isinstance(page, ReportPage)
    qtbot.waitUntil(lambda: page._drawing.busy, timeout=20_000)
    window.shell.start_new()
    left.set()
    qtbot.waitUntil(lambda: not page._drawing.busy, timeout=20_000)
    assert not told


def test_that_small_print_grows_with_the_text() -> None:
    assert enlarged('<p style="font-size:7.5pt">', 2.0) == '<p style="font-size:15pt">'


def test_that_a_report_goes_into_the_folder_that_is_shown_without_a_question(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    monkeypatch.setattr(ReportPage, "folder", property(lambda _page: tmp_path))
    page.act()
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    assert page.written == tmp_path / "Parts.pdf"
    assert (tmp_path / "Parts.pdf").read_bytes().startswith(b"%PDF")
    assert len(list(tmp_path.glob("Parts*"))) == 1  # a short report has nothing attached


def test_that_a_full_report_has_plan_and_references_beside_it(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = report(qtbot, window)
    monkeypatch.setattr(ReportPage, "folder", property(lambda _page: tmp_path))
    page.full.setChecked(True)
    page.write_kind(".html")
    qtbot.waitUntil(lambda: page.written is not None, timeout=20_000)
    names = {path.name for path in tmp_path.glob("Parts*")}
    assert names == {"Parts.html", "Parts-plan.json", "Parts-references.bib"}
    text = (tmp_path / "Parts.html").read_text("utf-8")
    assert "@article" not in text
    assert "Report card" in text
