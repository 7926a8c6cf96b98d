"""A dressed application, settings of its own for every test, and a window that is closed again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.report.sections import document
from gui import theme
from gui.files import FileService
from gui.results.extra_work import ExtraWork
from gui.settings import Settings
from gui.window import Window
from gui.wizard.pages import report
from tests.gui.page_actions import FakeWorker

Find = Callable[[type[QWidget], str], QWidget]


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Nothing starts by itself; tests of what does switch it on."""
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(ExtraWork, "is_automatic", False)
    made = Settings()
    made.start_early = False
    return made


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, settings: Settings) -> Iterator[Window]:
    theme.apply("light")
    made = Window(settings)
    qtbot.addWidget(made)
    made.resize(1280, 640)
    made.show()
    yield made
    made.close()


@pytest.fixture
def machines(tmp_path: Path) -> Path:
    """A small table of an analyst: 60 rows from 12 machines, an id, two inputs and the answer."""
    lines = ["serial_no,machine,rms,temperature,fault"]
    for row in range(60):
        fault = (row * 7) % 5 < 2
        rms = 1.0 + 0.37 * ((row * 13) % 11) / 11 + (0.4 if fault else 0.0)
        lines.append(f"{9000 + row},M{row % 12:02d},{rms:.3f},{60 + (row * 17) % 23},{'yes' if fault else 'no'}")
    path = tmp_path / "machines.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing trains, reports are made once and not written, and no dialog of the system asks for a file."""
    monkeypatch.setattr("gui.wizard.pages.run.Worker", FakeWorker)
    monkeypatch.setattr(FileService, "ask_to_save", lambda *_arguments: None)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_arguments: True)
    made: dict[bool, object] = {}
    monkeypatch.setattr(report, "complete_report_input", lambda subject, _file: subject)
    monkeypatch.setattr(report, "write_as", lambda _format, _subject, path, _painter: (path,))
    monkeypatch.setattr(report, "document", lambda subject: made.setdefault(subject.is_short, document(subject)))
