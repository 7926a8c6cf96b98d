"""The fonts of the tests themselves: windows wear the one that a test asks for, and only while it runs."""

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gui import theme
from tests.fonts import NARROW, USUAL, require_font, window_font

WORDS = "Which column should the models predict?"


def test_that_a_widget_is_written_in_the_font_that_is_asked_for(
    qapp: QApplication, qtbot: QtBot, known_font: str
) -> None:
    require_font(NARROW)
    theme.apply("light")
    label = QLabel(WORDS)
    qtbot.addWidget(label)
    label.ensurePolished()
    assert QFontInfo(label.font()).family() == USUAL
    usual = QFontMetrics(label.font()).horizontalAdvance(WORDS)
    with window_font(NARROW):
        theme.apply("light")
        label.ensurePolished()
        assert QFontMetrics(label.font()).horizontalAdvance(WORDS) < 0.95 * usual
    theme.apply("light")
    assert QFontMetrics(label.font()).horizontalAdvance(WORDS) == usual


def test_that_a_font_that_is_not_installed_is_told(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFontDatabase, "hasFamily", lambda _family: False)
    with pytest.raises(pytest.skip.Exception, match="the font DejaVu Sans, which is not installed"):
        require_font(USUAL)
