"""The shortest way through the whole program: a sample card, the lock, and the answer is there."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.data.samples import sample
from core.domain.dataset import Column, Table
from core.domain.study import Study
from core.judge.first_study import FirstStudy
from core.store.study_file import StudyFile
from gui import strings, theme
from gui.settings import Settings
from gui.window import Window
from gui.wizard import opening

MACHINES = 16


class Clicks(QObject):
    """Counts what the person presses."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self.count = 0
        self._application = application
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress
        self.count += pressed and isinstance(watched, QPushButton)
        return False

    def stop(self) -> None:
        self._application.removeEventFilter(self)


def fewer_machines(table: Table) -> Table:
    """The first machines of the sample: the same story on fewer rows."""
    kept = table.column("machine").values < MACHINES
    columns = [Column(c.name, c.kind, np.asarray(c.values[kept]), c.levels) for c in table.columns]
    return replace(table, columns=tuple(columns))


def fewer_shuffles(first: FirstStudy) -> FirstStudy:
    study: Study = first.study
    scheme = replace(study.scheme, folds=4, repeats=2, max_repeats=2)
    plain = tuple(replace(candidate, grid={}, settings={}) for candidate in study.candidates)
    light = tuple(replace(c, settings={"trees": 10}) if c.key == "forest" else c for c in plain)
    return replace(first, study=replace(study, scheme=scheme, candidates=light))


@pytest.fixture
def small_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, study_of = sample, opening.sample_study

    def small(key: str) -> object:
        chosen = whole(key)
        table = fewer_machines(chosen.make())
        return replace(chosen, make=lambda: table)

    monkeypatch.setattr(opening, "sample", small)
    monkeypatch.setattr(opening, "sample_study", lambda chosen, data: fewer_shuffles(study_of(chosen, data)))


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path))
    theme.apply("light")
    made = Window(Settings())
    qtbot.addWidget(made)
    made.resize(1280, 640)
    made.show()
    yield made
    made.close()


def press(qtbot: QtBot, window: Window, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button.isVisible(), name
    assert button.isEnabled(), name
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def texts(window: Window) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


@pytest.mark.usefixtures("small_sample")
def test_that_two_clicks_lead_from_home_to_the_verdict_and_the_study_reopens(
    qapp: QApplication, qtbot: QtBot, window: Window
) -> None:
    clicks = Clicks(qapp)
    shell = window.shell
    press(qtbot, window, "sample_bearing")
    qtbot.waitUntil(lambda: shell.current == "review", timeout=20_000)
    press(qtbot, window, "primary")
    qtbot.waitUntil(lambda: shell.current == "run", timeout=10_000)
    assert strings.run.CAPTION in texts(window)
    qtbot.waitUntil(lambda: shell.current == "verdict", timeout=90_000)
    clicks.stop()
    assert clicks.count == 2
    findings, file = shell.state.findings, shell.state.file
    assert findings is not None
    assert file is not None
    assert findings.verdict.headline in texts(window)
    assert findings.verdict.body in texts(window)
    path = file.path
    for page in ("explore", "report"):
        shell.visit(page)
        assert shell.current == page
    shell.start_new()
    with StudyFile.open(path) as kept:
        stored = kept.findings()
    assert stored is not None
    assert stored.verdict == findings.verdict
    shell.open_path(path)
    qtbot.waitUntil(lambda: shell.current == "verdict", timeout=20_000)
    assert findings.verdict.headline in texts(window)
