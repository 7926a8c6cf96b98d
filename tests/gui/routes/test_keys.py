"""On every short route each letter with Alt leads to one place only: menus, bar, footer and the page share them."""

from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from gui.routes import ROUTES
from gui.routes.predictions import PredictionsPage
from gui.window import Window
from tests.gui.finished import finished_state


def letters(window: Window) -> dict[str, list[str]]:
    """Every letter with the texts that claim it, visible ones only."""
    texts = [action.text() for action in window.shell.header.menu_bar.actions()]
    texts += [one.text() for one in window.shell.findChildren(QAbstractButton) if one.isVisible()]
    texts += [one.text() for one in window.shell.findChildren(QLabel) if one.isVisible() and one.buddy() is not None]
    found: dict[str, list[str]] = {}
    for text in texts:
        key = QKeySequence.mnemonic(text).toString()
        if key:
            found.setdefault(key, []).append(text)
    return found


def shared(window: Window) -> dict[str, list[str]]:
    return {key: texts for key, texts in letters(window).items() if len(texts) > 1}


@pytest.mark.parametrize("step", ["run", "verdict", "report"])
def test_that_no_letter_is_given_twice_after_the_run(window: Window, step: str) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go(step)
    assert len(letters(window)) >= 5  # the menus
    assert shared(window) == {}


@pytest.mark.parametrize("route", ROUTES)
def test_that_no_letter_is_given_twice(window: Window, route: str) -> None:
    window.shell.start_route(route)
    assert len(letters(window)) >= 5  # the menus
    assert shared(window) == {}


def test_that_no_letter_is_given_twice_on_any_step(window: Window, qtbot: QtBot, predictions: Path) -> None:
    window.shell.start_route("predictions")
    page = window.shell.page("predictions")
    assert isinstance(page, PredictionsPage)
    page.open(predictions)
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    page.answers.update({problem.id: str(problem.fixes[0].value) for problem in page.asked()})
    for step in ("data", "question", "review"):
        assert page.step == step
        assert shared(window) == {}
        window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    for _ in ("result", "report"):
        assert shared(window) == {}
        window.shell.act()
