"""The frame: menus, keys, rail, popover, themes, regions."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gui import strings, theme
from gui.preferences import Preferences
from gui.widgets.rail import StepState
from gui.window import Window
from gui.wizard.known import Known
from gui.wizard.pages import PAGES
from gui.wizard.pages.home import HomePage
from tests.gui.waiting import settle


def open_sample(window: Window, qtbot: QtBot, key: str = "bearing") -> None:
    window.shell.open_sample(key)
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)


def test_that_the_window_opens_on_home_with_four_doors(window: Window) -> None:
    assert window.shell.current == "home"
    doors = [f"door{name}" for name in ("Compare", "Predictions", "Claim", "Predict")]
    assert all(window.findChild(QAbstractButton, name).isVisible() for name in doors)
    assert not window.shell.rail.isVisible()


def test_that_the_first_door_has_the_focus(window: Window) -> None:
    assert window.focusWidget().objectName() == "doorCompare"


def test_that_no_key_is_used_twice(window: Window) -> None:
    keys = [action.shortcut().toString() for action in window.findChildren(QAction) if action.shortcut().toString()]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    assert {"Ctrl+N", "Ctrl+O", "F1", "F2", "F6", "Ctrl+Return", "Alt+1", "Alt+8", "Ctrl+Z", "Ctrl+L"} <= set(keys)


def test_that_every_page_is_made_and_says_what_it_is(window: Window) -> None:
    for step in PAGES:
        page = window.shell.page(step.key)
        assert page.key == step.key
        assert page.instruction


def test_that_steps_that_are_not_ready_say_why(window: Window) -> None:
    window.shell.start_new()
    window.shell.visit("plan")
    assert window.shell.current == "data"
    assert window.shell.footer.said.text() == strings.STEP_NEEDS_DATA
    window.shell.visit("run")
    assert window.shell.footer.said.text() == strings.STEP_NEEDS_LOCK
    window.shell.visit("verdict")
    assert window.shell.footer.said.text() == strings.STEP_NEEDS_VERDICT


def test_that_a_sample_opens_on_review_with_four_steps_done(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    states = {key: button.mark.state for key, button in window.shell.rail.buttons.items()}
    assert [states[key] for key in ("data", "question", "candidates", "plan")] == [StepState.DONE] * 4
    assert states["run"] is StepState.NOT_STARTED
    assert window.shell.rail.buttons["review"].mark.current


def test_that_back_goes_one_step_and_home_from_the_first(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.back()
    assert window.shell.current == "plan"
    window.shell.go("data")
    window.shell.back()
    assert window.shell.current == "home"


def test_that_the_rail_is_circles_only_in_a_narrow_window(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    assert window.shell.rail.width() == theme.RAIL
    window.resize(1024, 600)
    qtbot.waitUntil(lambda: window.shell.rail.width() == theme.RAIL_NARROW)
    window.resize(1700, 900)
    qtbot.waitUntil(lambda: window.shell.rail.width() == theme.RAIL_WIDE)


def test_that_the_focused_field_is_explained_beside_it_and_keeps_the_focus(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.go("plan")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    folds, popover = window.shell.page("plan").folds, window.shell.popover  # type: ignore[attr-defined]
    folds.setFocus()
    window.actions_by_name["why"].trigger()
    assert popover.isVisible()
    assert popover.heading.text() == "Folds (k)"
    assert "Kohavi" in popover.source.text()
    assert window.shell.rect().contains(popover.geometry())
    qtbot.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert folds.hasFocus()


def test_that_a_click_elsewhere_closes_the_popover_and_arrives(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.go("plan")
    page = window.shell.page("plan")
    mark = page.findChild(QPushButton, "ask_scheme_folds")
    mark.click()
    assert window.shell.popover.isVisible()
    qtbot.mouseClick(window.shell.footer.back_button, Qt.MouseButton.LeftButton)
    assert not window.shell.popover.isVisible()
    assert window.shell.current == "candidates"


def test_that_the_menus_stand_in_the_header(window: Window) -> None:
    assert window.menuWidget() is window.shell.header
    titles = [action.text().replace("&", "") for action in window.shell.header.menu_bar.actions()]
    assert titles == ["File", "Edit", "View", "Study", "Help"]


def test_that_regions_are_reached_in_a_circle(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.rail.focus_current()
    seen = []
    for _ in range(3):
        window.shell.next_region(1)
        focus = window.focusWidget()
        regions = (window.shell.rail, window.shell.stack, window.shell.footer)
        seen.append([region.isAncestorOf(focus) for region in regions].index(True))
    assert seen == [1, 2, 0]


def test_that_renaming_changes_title_and_study(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    name = window.shell.header.name
    window.actions_by_name["rename"].trigger()
    name.clear()
    qtbot.keyClicks(name, "Line 2")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    assert window.shell.state.study.title == "Line 2"
    assert window.windowTitle().startswith("Line 2")


def test_that_undo_brings_a_value_back_and_redo_again(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.go("plan")
    plan = window.shell.page("plan")
    plan.folds.stepBy(-3)  # type: ignore[attr-defined]
    assert window.shell.state.study.scheme.folds == 7
    window.actions_by_name["undo"].trigger()
    assert window.shell.state.study.scheme.folds == 10
    assert plan.folds.value() == 10  # type: ignore[attr-defined]
    window.actions_by_name["redo"].trigger()
    assert window.shell.state.study.scheme.folds == 7


def test_that_the_theme_can_change_while_a_study_is_open(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    for choice in ("dark", "high-contrast", "light"):
        window.actions_by_name[f"theme_{choice}"].trigger()
        assert theme.current().key == choice
        assert window.settings.theme == choice


def test_that_text_can_be_made_larger_and_normal_again(window: Window, qapp: QApplication) -> None:
    window.actions_by_name["larger"].trigger()
    assert window.settings.text_scale == pytest.approx(1.1)
    window.actions_by_name["normalText"].trigger()
    assert qapp.font().pixelSize() == theme.BASE_PIXELS


def test_that_preferences_take_effect_at_once(window: Window) -> None:
    dialog = Preferences(window.settings, window)
    dialog.findChild(QWidget, "workers").setValue(2)  # type: ignore[attr-defined]
    dialog.findChild(QWidget, "timeLimit").setValue(30)  # type: ignore[attr-defined]
    dialog.findChild(QWidget, "reduceMotion").click()  # type: ignore[attr-defined]
    assert (window.settings.workers, window.settings.time_limit, window.settings.reduce_motion) == (2, 30.0, True)
    dialog.deleteLater()


def test_that_preferences_show_no_stray_ampersand_and_use_each_letter_once(window: Window) -> None:
    dialog = Preferences(window.settings, window)
    captions = [found for found in dialog.findChildren(QLabel) if "&" in found.text()]
    assert [found.text() for found in captions if found.buddy() is None] == []
    letters = Counter(found.text().partition("&")[2][:1].lower() for found in captions)
    assert [letter for letter, count in letters.items() if count > 1] == []
    dialog.deleteLater()


def test_that_preferences_grow_with_the_text(window: Window, qtbot: QtBot) -> None:
    theme.apply("light", 2.0)
    dialog = Preferences(window.settings, window)
    dialog.show()
    settle(dialog)
    found = {name: dialog.findChild(QWidget, name) for name in ("theme", "workers", "timeLimit", "chooseFolder")}
    cut = [name for name, control in found.items() if control.width() < control.minimumSizeHint().width()]
    theme.apply("light")
    dialog.close()
    dialog.deleteLater()
    assert cut == []


def test_that_a_long_verdict_of_a_known_study_fits_home(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = window.shell.page("home")
    assert isinstance(page, HomePage)
    window.settings.remember(tmp_path / "a.evenfold")
    page._show_known((Known(tmp_path / "a.evenfold", "Spot welds", "They are the same. " * 20, "today"),))
    settle(window)
    assert window.shell._areas["home"].horizontalScrollBar().maximum() == 0


def test_that_about_names_versions_and_licenses(window: Window) -> None:
    window.actions_by_name["about"].trigger()
    box = window.findChild(QMessageBox, "aboutBox")
    assert "LGPL" in box.detailedText()
    assert "numpy" in box.detailedText()
    box.close()


def test_that_every_control_has_a_name_for_assistive_technology(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    nameless = []
    for key in ("home", "data", "question", "candidates", "plan", "review"):
        window.shell.go(key)
        for widget in window.shell.page(key).findChildren(QAbstractButton):
            face = QAccessible.queryAccessibleInterface(widget)
            if widget.isVisible() and face and not face.text(QAccessible.Text.Name):
                nameless.append(f"{key}: {widget.objectName()}")
    assert nameless == []


class Shown(QObject):
    """Notes every window that appears."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(f"{type(watched).__name__} {watched.objectName()}")
        return False


def test_that_no_page_flashes_a_stray_window(window: Window, qtbot: QtBot, qapp: QApplication) -> None:
    spy = Shown()
    qapp.installEventFilter(spy)
    open_sample(window, qtbot)
    for key in ("data", "question", "candidates", "plan", "review", "home"):
        window.shell.go(key)
    qapp.removeEventFilter(spy)
    assert spy.names == []


@pytest.mark.parametrize("size", [(1280, 640), (1024, 600)])
def test_that_no_page_needs_sideways_scrolling(window: Window, qtbot: QtBot, size: tuple[int, int]) -> None:
    window.resize(*size)
    open_sample(window, qtbot)
    wide = []
    for key in ("home", "data", "question", "candidates", "plan", "review"):
        window.shell.go(key)
        settle(window)
        if window.shell._areas[key].horizontalScrollBar().maximum() > 0:
            wide.append(key)
    assert wide == []


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_that_costs_of_a_miss_fit_beside_each_other(window: Window, qtbot: QtBot, scale: float) -> None:
    theme.apply("light", scale)
    window.resize(1280 if scale > 1 else 1024, 600)
    open_sample(window, qtbot, "defects")
    window.shell.go("question")
    settle(window)
    theme.apply("light")
    assert window.shell._areas["question"].horizontalScrollBar().maximum() == 0
