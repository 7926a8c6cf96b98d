"""What a person can do on each page, for the tests that nothing moves and every click arrives.

Each page that was built after the second design has a row in `ACTIONS`; those that were not are named in `NOT_REBUILT`,
which only ever shrinks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from gui.window import Window

Kind = TypeVar("Kind", bound=QWidget)
ROUNDS = 4  # a new size makes a new layout, which makes new sizes inside it
NOT_REBUILT = {
    "run": "a study that is under way; its footer is tried in test_run_page",
    "verdict": "banner, table and plots of the result",
    "report": "preview and ways to write it",
}
"""Steps whose page is still that of the first window, by what is to come."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a person does; `target` is the object name of what is aimed at."""

    name: str
    target: str
    do: Callable[[QWidget], None]


def click(target: str) -> Act:
    return Act(f"click {target}", target, lambda widget: _as(widget, QAbstractButton).click())


def choose(target: str, place: int) -> Act:
    """Choose an entry of a list by its place."""

    def do(widget: QWidget) -> None:
        box = _as(widget, QComboBox)
        if box.isEnabled() and place < box.count():
            box.setCurrentIndex(place)
            box.activated.emit(place)

    return Act(f"choose {place} in {target}", target, do)


def enter(target: str, value: float) -> Act:
    """Type a number and leave the field."""

    def do(widget: QWidget) -> None:
        if not widget.isEnabled():
            return
        box = _as(widget, QAbstractSpinBox)
        edit = box.lineEdit()
        edit.setText(
            box.locale().toString(float(value), "g", 6) if isinstance(box, QDoubleSpinBox) else str(int(value))
        )
        assert isinstance(box, QDoubleSpinBox | QSpinBox)
        box.interpretText()

    return Act(f"enter {value:g} in {target}", target, do)


def write(target: str, text: str) -> Act:
    """Type a text in place of what stands there."""

    def do(widget: QWidget) -> None:
        box = _as(widget, QLineEdit)
        box.setText(text)
        box.textEdited.emit(text)

    return Act(f"write “{text}” in {target}", target, do)


def _as(widget: QWidget, kind: type[Kind]) -> Kind:
    assert isinstance(widget, kind), f"{widget.objectName()} is a {type(widget).__name__}"
    return widget


MODELS = ("logistic", "tree", "forest", "boosting", "naive-bayes", "knn")
ACTIONS: Mapping[str, Sequence[Act]] = {
    "data": (
        write("row_meaning", ""),
        click("primary"),
        write("row_meaning", "one window"),
        write("use", "machines of line 2"),
        write("use", ""),
        click("columnAfter"),
        click("columnAfter"),
        choose("column_kind", 1),
        choose("column_kind", 0),
        choose("column_role", 4),
        click("columnBefore"),
        click("primary"),
    ),
    "question": (
        *(click(f"kind_{kind}") for kind in ("which", "good-enough", "replace", "better")),
        choose("question_measure", 1),
        enter("costRatio", 20),
        choose("question_measure", 2),
        choose("question_measure", 0),
        enter("margin", 0),
        enter("margin", 90),
        enter("margin", 2),
        choose("question_cross_check", 0),
        choose("question_cross_check", 1),
        enter("goodEnough", 12),
        choose("question_tie_break", 1),
        click("ask_question_margin"),
        click("primary"),
    ),
    "candidates": (
        *(click(f"tick_{key}") for key in ("logistic", "forest")),
        click("primary"),
        *(click(f"tick_{key}") for key in MODELS),
        click("baseline_tree"),
        click("baselineUse_in-use"),
        click("baselineUse_compare"),
        choose("settings_forest", 0),
        choose("settings_forest", 1),
        click("addDefault"),
        click("primary"),
    ),
    "plan": (
        enter("folds", 5),
        enter("folds", 700),
        click("primary"),
        enter("folds", 10),
        enter("repeats", 20),
        enter("mostRepeats", 30),
        choose("tuning_kind", 1),
        click("scheme_stratified"),
        click("scheme_grouped"),
        click("scheme_grouped"),
        choose("final_test", 1),
        choose("final_test", 0),
        click("secondary1"),
        click("ask_scheme_folds"),
    ),
    "review": (
        click("unseen_no"),
        click("unseen_yes"),
        click("alone_no"),
        click("alone_yes"),
        enter("earlier_comparisons", 3),
        enter("earlier_comparisons", 0),
        click("runAnyway"),
        click("primary"),
        click("runAnyway"),
        click("ask_looks"),
    ),
}
"""Actions of each page in the order in which they are done; some of them leave something open."""


def target_of(window: Window, act: Act) -> QWidget:
    """What the action aims at, on the page or in the footer; visible, even if it cannot be used now."""
    page = window.shell.page(window.shell.current)
    for region in (page, window.shell.footer):
        found = [one for one in region.findChildren(QWidget, act.target) if one.isVisible()]
        if found:
            return found[0]
    raise AssertionError(f"{act.target} is not there")


def do(window: Window, act: Act, page: str) -> None:
    """Do it as a person would: the focus is there, and whoever is led elsewhere comes back."""
    target = target_of(window, act)
    target.setFocus()
    act.do(target)
    settle()
    window.shell.popover.end()
    if window.shell.current != page:
        window.shell.go(page)
        settle()


def settle() -> None:
    """Let everything happen that is due: several times whatever waits, until Qt has nothing else to do.

    Timers of 0 ms, by which widgets fit themselves to a new text size, run only when no other event waits. On a busy
    machine a fixed number of rounds of events need not reach them.
    """
    for _ in range(ROUNDS):
        idle: list[bool] = []
        QTimer.singleShot(0, lambda idle=idle: idle.append(True))
        while not idle:
            QApplication.processEvents()
