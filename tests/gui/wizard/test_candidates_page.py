"""The page Models: its table at every size of text."""

from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from gui import theme
from gui.window import Window


def open_sample(window: Window, qtbot: QtBot, key: str) -> None:
    window.shell.open_sample(key)
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    window.shell.go("candidates")


def test_that_settings_can_be_chosen_only_where_there_are_some(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "bearing")
    page = window.shell.page("candidates")
    assert page.findChild(QComboBox, "settings_forest").isEnabled()
    assert not page.findChild(QComboBox, "settings_tree").isEnabled()
    open_sample(window, qtbot, "vendor")
    assert not page.findChild(QComboBox, "settings_vendor").isEnabled()


def test_that_ticks_can_be_hit_with_large_text(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "bearing")
    theme.apply("light", 2.0)
    tick = window.shell.page("candidates").findChild(QCheckBox, "tick_logistic")
    qtbot.waitUntil(lambda: min(tick.width(), tick.height()) >= 24)
    theme.apply("light")
