"""Goals of the window that can be counted: actions in menus, focus in reading order, no dead ends, few clicks."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from core.data.samples import find_sample
from gui.routes.predictions import PredictionsPage
from gui.window import Window
from gui.wizard.pages import PAGES
from gui.wizard.state import State
from tests.gui.finished import finished_state, locked_state
from tests.gui.waiting import settle
from tests.journeys.steps import Clicks, press

FORM_PAGES = ("question", "candidates", "review")
BEFORE_LOCK = ("data", "question", "candidates", "plan", "review")
ROUTE_KEYS = ("predictions", "claim", "check", "confirm", "scores", "predict")
SAME_LINE = 40


def test_that_every_action_stands_in_a_menu(window: Window) -> None:
    listed = {action for menu in window.shell.header.menu_bar.findChildren(QMenu) for action in menu.actions()}
    assert [name for name, action in window.actions_by_name.items() if action not in listed] == []


def focus_chain(page: QWidget) -> list[QWidget]:
    """Everything Tab stops at on a page, in the order it does."""
    found, widget = [], page
    for _ in range(2000):
        widget = widget.nextInFocusChain()  # type: ignore[assignment]
        if widget is page:
            break
        if page.isAncestorOf(widget) and widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(widget)
    return found


@pytest.mark.parametrize("key", FORM_PAGES)
def test_that_the_focus_goes_in_reading_order(window: Window, qtbot: QtBot, key: str) -> None:
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=20_000)
    window.shell.go(key)
    page = window.shell.page(key)
    heights = [widget.mapTo(page, QPoint(0, 0)).y() for widget in focus_chain(page)]
    assert len(heights) > 5
    jumps = [(before, after) for before, after in pairwise(heights) if after < before - SAME_LINE]
    assert len(jumps) <= 2  # cards that stand beside each other are read one after the other


LEAST_TARGET = 24  # pixels, WCAG 2.5.8


def stops(root: QWidget) -> list[QWidget]:
    """Everything that can have the focus now; the text in a box for numbers is part of the box."""
    shown = [widget for widget in root.findChildren(QWidget) if widget.isVisible() and widget.isEnabled()]
    whole = [widget for widget in shown if not isinstance(widget.parentWidget(), QAbstractSpinBox)]
    return [widget for widget in whole if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]


def spoken_name(widget: QWidget) -> str:
    """What a screen reader says."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def test_that_everything_that_takes_the_focus_has_a_name_and_is_large_enough(window: Window, qtbot: QtBot) -> None:
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=20_000)
    nameless, small = [], []
    for key in ("home", *BEFORE_LOCK, *ROUTE_KEYS):
        window.shell.go(key)
        settle(window)
        for widget in stops(window):
            nameless += [] if spoken_name(widget) else [f"{key}: {widget.objectName()} {widget}"]
            if min(widget.width(), widget.height()) < LEAST_TARGET:
                small.append(f"{key}: {widget.objectName()}")
    assert nameless == []
    assert small == []


def reachable(window: Window, state: State) -> list[str]:
    window.shell.replace_state(state)
    keys = []
    for step in PAGES:
        window.shell.visit(step.key)
        if window.shell.current == step.key:
            keys.append(step.key)
    return keys


def test_that_no_state_is_a_dead_end(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.wizard.pages.run.RunPage.start", lambda _page: None)
    for state in (State(), finished_state(), finished_state(several_outputs=True), locked_state(tmp_path)):
        for key in reachable(window, state):
            window.shell.go(key)
            page = window.shell.page(key)
            assert page.primary() or page.secondary(), key


def test_that_predictions_are_compared_within_seven_clicks(
    qapp: QApplication, window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = find_sample("vendor").make()
    levels = [column.levels for column in table.columns]
    rows = zip(*(column.values for column in table.columns), strict=True)
    lines = [
        ",".join(names[int(v)] if names else f"{v:g}" for names, v in zip(levels, row, strict=True)) for row in rows
    ]
    path = tmp_path / "parts.csv"
    path.write_text("\n".join([",".join(table.names), *lines]) + "\n", "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_more: (str(path), ""))
    clicks = Clicks(qapp)
    press(qtbot, window, "doorPredictions")
    page = window.shell.page("predictions")
    assert isinstance(page, PredictionsPage)
    press(qtbot, window, "routeTableChoose")
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    press(qtbot, window, "primary")
    press(qtbot, window, "primary")
    press(qtbot, window, "fix_TRAINED-ON_0")
    press(qtbot, window, "primary")
    qtbot.waitUntil(lambda: page.is_answered, timeout=30_000)
    clicks.stop()
    assert clicks.count == 6  # and one more for the file in the dialog of the system
