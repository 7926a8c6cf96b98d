"""The page Candidates: its column of settings."""

from PySide6.QtWidgets import QComboBox, QLabel
from pytestqt.qtbot import QtBot

from gui import strings, theme
from gui.window import Window


def open_sample(window: Window, qtbot: QtBot, key: str) -> None:
    window.shell.open_sample(key)
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    window.shell.go("candidates")


def test_that_settings_have_a_heading_only_where_there_are_some(window: Window, qtbot: QtBot) -> None:
    def is_headed() -> bool:
        shown = window.shell.page("candidates").findChildren(QLabel)
        return any(found.text() == strings.candidates.HEADINGS[1] and found.isVisible() for found in shown)

    open_sample(window, qtbot, "bearing")
    assert is_headed()
    open_sample(window, qtbot, "vendor")
    assert not is_headed()


def test_that_the_settings_of_a_candidate_are_not_cut_by_large_text(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "bearing")
    theme.apply("light", 2.0)
    box = window.shell.page("candidates").findChild(QComboBox, "settings_logistic")
    assert isinstance(box, QComboBox)
    qtbot.waitUntil(lambda: box.width() >= box.sizeHint().width() > 200)
    theme.apply("light")
