"""The shortest way through the whole program: a sample card, the lock, and the answer is there."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui.window import Window
from tests.journeys.steps import Clicks, press, texts, to_verdict


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
    assert "For watching, not for judging." in texts(window)
    to_verdict(qtbot, window)
    clicks.stop()
    assert clicks.count == 2
    findings, file = shell.state.findings, shell.state.file
    assert findings is not None
    assert file is not None
    said = word_conclusion(file.study, file.data, findings)
    assert said.headline.text in texts(window)
    assert said.body.text in texts(window)
    path = file.path
    for page in ("laboratory", "report"):
        shell.visit(page)
        assert shell.current == page
    shell.start_new()
    with StudyFile.open(path) as kept:
        stored = kept.findings()
    assert stored is not None
    assert stored.conclusion == findings.conclusion
    shell.open_path(path)
    qtbot.waitUntil(lambda: shell.current == "verdict", timeout=20_000)
    assert said.headline.text in texts(window)
