"""Dialogs start where people look for their files."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from core.support import paths
from gui.files import FileKind, FileService, where_words
from gui.settings import Settings


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileService:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path))
    return FileService(Settings())


class Chooser:
    """Stands for the dialog: takes what is proposed, or what it was told to, and remembers where it started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answer: Path | None = None
        self.started = Path()
        monkeypatch.setattr(QFileDialog, "getSaveFileName", self.choose)
        monkeypatch.setattr(QFileDialog, "getOpenFileName", self.choose)

    def choose(self, _parent: QWidget, _title: str, start: str, *_rest: object, **_options: object) -> tuple[str, str]:
        self.started = Path(start)
        return str(self.answer or start), ""


def test_that_data_is_looked_for_in_the_documents_and_then_where_it_was_found(
    service: FileService, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    parent, chooser = QWidget(), Chooser(monkeypatch)
    qtbot.addWidget(parent)
    (tmp_path / "mine").mkdir()
    chooser.answer = tmp_path / "mine" / "table.csv"
    assert service.ask_to_open(parent, FileKind.DATA, "") == chooser.answer
    assert chooser.started == paths.documents()
    service.ask_to_open(parent, FileKind.DATA, "")
    assert chooser.started == tmp_path / "mine"
    assert service.folder_for(FileKind.MODEL) == paths.studies()  # each kind has a folder of its own


def test_that_a_report_is_written_beside_its_study_unless_another_folder_was_chosen(
    service: FileService, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    parent, chooser = QWidget(), Chooser(monkeypatch)
    qtbot.addWidget(parent)
    first, second = service.path_of_new_study("Pumps"), service.path_of_new_study("Fans")
    ask = service.ask_to_save
    assert ask(parent, FileKind.REPORT, "", "report.pdf", "", first) == (first.with_name("report.pdf"), "")
    ask(parent, FileKind.REPORT, "", "report.pdf", "", second)
    assert chooser.started.parent == second.parent  # taking what is proposed is no choice of a folder
    chooser.answer = tmp_path / "report.pdf"
    ask(parent, FileKind.REPORT, "", "report.pdf", "", second)
    ask(parent, FileKind.REPORT, "", "report.pdf", "", first)
    assert chooser.started.parent == tmp_path


def test_that_each_study_has_a_folder_of_its_own_in_the_documents(service: FileService, tmp_path: Path) -> None:
    home = tmp_path / "Documents" / "Evenfold"
    assert service.path_of_new_study("Pumps: line 2") == home / "Pumps line 2" / "Pumps line 2.evenfold"
    again = service.path_of_new_study("Pumps: line 2")
    assert again == home / "Pumps line 2 2" / "Pumps line 2 2.evenfold"
    assert where_words(again).startswith("Documents › Evenfold › Pumps line 2 2")
    assert where_words(Path("/elsewhere/x.evenfold")) == str(Path("/elsewhere/x.evenfold"))


def test_that_a_folder_that_is_gone_is_passed_over(service: FileService, tmp_path: Path) -> None:
    Settings().remember_folder(FileKind.DATA, tmp_path / "stick")
    assert service.folder_for(FileKind.DATA) == paths.documents()
