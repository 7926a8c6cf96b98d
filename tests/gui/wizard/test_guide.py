"""The tour: the list of stops is driven through the real pages of the sample, by its own buttons."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from gui.strings import guide as words
from gui.window import Window
from gui.wizard.pages import PAGES
from gui.wizard.pages.run import RunPage


def press(window: Window, qtbot: QtBot, name: str) -> None:
    button = window.findChild(QAbstractButton, name)
    assert button is not None
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def start(window: Window, qtbot: QtBot) -> None:
    window.shell.go("home")
    press(window, qtbot, "footerLink")
    qtbot.waitUntil(lambda: window.shell.guide.card.isVisible() and window.shell.current == "data", timeout=60_000)


def test_that_there_is_one_stop_for_every_step() -> None:
    assert [page for page, _, _ in words.STOPS] == [step.key for step in PAGES]


def test_that_the_tour_leads_from_page_to_page_as_far_as_the_lock(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunPage, "start", lambda page: None)
    start(window, qtbot)
    card = window.shell.guide.card
    for page, heading, _ in words.STOPS[:5]:
        assert window.shell.current == page
        assert (card.isVisible(), card.heading.text()) == (True, heading)
        if page == "review":
            qtbot.waitUntil(lambda: window.shell.state.is_counted, timeout=60_000)
        press(window, qtbot, "guideNext")
    qtbot.waitUntil(lambda: window.shell.current == "run", timeout=60_000)
    assert card.isVisible()
    assert not card.next.isEnabled()  # the page goes on by itself when the answer is there


@pytest.mark.parametrize("way", ["skip", "escape", "home"])
def test_that_the_tour_can_be_left_at_any_time(window: Window, qtbot: QtBot, way: str) -> None:
    start(window, qtbot)
    if way == "skip":
        press(window, qtbot, "guideSkip")
    elif way == "escape":
        qtbot.keyClick(window.shell.guide.card, Qt.Key.Key_Escape)
    else:
        window.shell.go("home")
    assert not window.shell.guide.is_on
    assert not window.shell.guide.card.isVisible()
    window.shell.go("question")
    assert not window.shell.guide.card.isVisible()
