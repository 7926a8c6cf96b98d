"""Nothing moves under the pointer: whatever a person does on a page, every control stays where it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSlider,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.parts import OneLine
from gui.window import Window
from gui.wizard.pages import PAGES
from tests.gui.page_actions import ACTIONS, do, prepare

SIZES = ((1024, 600), (1280, 720), (1920, 1080))
SCALES = (1.0, 1.5)
MESSAGE_LINK = "footerLink"
CONTROLS = (
    QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QAbstractItemView, QTabBar, QSlider,
)  # fmt: skip


def test_that_every_step_has_its_actions() -> None:
    assert set(ACTIONS) == {step.key for step in PAGES}


@pytest.fixture
def opened(window: Window, qtbot: QtBot, quiet: None) -> Iterator[Window]:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    theme.apply("light")


def places_of(window: Window) -> dict[str, QRect]:
    """Where each control of page and footer is, by its name; relative to the page where the page scrolls.

    Rows of a list that scrolls by itself may move inside it, and the link of the footer belongs to its message.
    """
    page, found = window.shell.page(window.shell.current), dict[str, QRect]()
    for region in (page, window.shell.footer):
        for widget in region.findChildren(QWidget):
            name = widget.objectName()
            if (
                not isinstance(widget, CONTROLS)
                or not widget.isVisible()
                or not name
                or name.startswith("qt_")
                or name == MESSAGE_LINK
            ):
                continue
            if not is_inside_list(widget, region):
                found[name] = QRect(widget.mapTo(region, QPoint(0, 0)), widget.size())
    return found


def is_inside_list(widget: QWidget, region: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and above is not region:
        if isinstance(above, QAbstractScrollArea | QComboBox | QAbstractSpinBox):
            return True
        above = above.parentWidget()
    return False


def find_cut_labels(window: Window) -> list[str]:
    """Labels that end in dots and tell the rest nowhere."""
    page = window.shell.page(window.shell.current)
    shown = [one for one in page.findChildren(OneLine) if one.isVisible() and not one.toolTip()]
    return [one.objectName() for one in shown if one.fontMetrics().horizontalAdvance(one.text()) > one.width() + 1]


def find_lost_focus(window: Window) -> str:
    """What is wrong with the focus; nothing where it is on the page or in its footer."""
    focus = QApplication.focusWidget()
    if focus is None:
        return "nothing has the focus"
    if not focus.isVisible() or not focus.isEnabled():
        return f"{focus.objectName()} has the focus and cannot be used"
    regions = (window.shell.stack, window.shell.footer)
    return "" if any(region.isAncestorOf(focus) for region in regions) else f"{focus.objectName()} is elsewhere"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("page", ACTIONS)
def test_that_nothing_moves_whatever_is_done(
    known_font: str, opened: Window, tmp_path: Path, page: str, size: tuple[int, int], scale: float
) -> None:
    check_that_nothing_moves(opened, tmp_path, page, size, scale)


@pytest.mark.parametrize("page", ACTIONS)
def test_that_nothing_moves_in_a_narrower_font(narrow_font: str, opened: Window, tmp_path: Path, page: str) -> None:
    check_that_nothing_moves(opened, tmp_path, page, SIZES[1], 1.0)


def check_that_nothing_moves(opened: Window, tmp_path: Path, page: str, size: tuple[int, int], scale: float) -> None:
    theme.apply("light", scale)
    opened.resize(*size)
    prepare(opened, page, tmp_path)
    area = opened.findChild(QScrollArea, f"page_{page}")
    assert isinstance(area, QScrollArea)
    wrong = []
    for act in ACTIONS[page]:
        before = places_of(opened)
        do(opened, act, page)
        after = places_of(opened)
        moved = [name for name, place in before.items() if name in after and after[name] != place]
        wrong += [f"{act.name}: {name} was {before[name]}, is {after[name]}" for name in moved]
        gone = [name for name in before if name not in after and not name.startswith(act.opens)]
        wrong += [f"{act.name}: {name} is gone" for name in gone]
        wrong += [f"{act.name}: {lost}" for lost in (find_lost_focus(opened),) if lost]
        wrong += [f"{act.name}: {name} is cut" for name in find_cut_labels(opened)]
    assert not wrong, "\n".join(wrong)
    assert area.horizontalScrollBar().maximum() == 0
