"""What a person can do on each page, and what can happen there, for the tests that nothing moves and clicks arrive.

Every step has a row in `ACTIONS`. A run is played by `FakeWorker`: its events come when the test says so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QSpinBox,
    QTabBar,
    QWidget,
)

from core.domain.events import Ended, Event, Progressed, Started, Value
from core.domain.evidence import MAIN, Ending, FitResult, Job
from core.figures.live import values_of
from gui.tasks import Background
from gui.window import Window
from gui.wizard.pages.report import ReportPage
from gui.wizard.pages.run import RunPage
from tests.gui.finished import ended, finished_state, locked_state
from tests.gui.waiting import settle, wait_until

Kind = TypeVar("Kind", bound=QWidget)
BEFORE_LOCK = ("data", "question", "candidates", "plan", "review")


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a person does; `target` is the object name of what is aimed at, empty for what happens by itself."""

    name: str
    target: str
    do: Callable[[QWidget], None]
    opens: tuple[str, ...] = ()
    """How names of controls begin whose place another part of the card takes on purpose."""


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


def pick_row(target: str, place: int) -> Act:
    """Select a row of a table or list."""

    def do(widget: QWidget) -> None:
        view = _as(widget, QAbstractItemView)
        view.setCurrentIndex(view.model().index(place, 0))

    return Act(f"row {place} of {target}", target, do)


def pick_tab(target: str, place: int) -> Act:
    do = lambda widget: _as(widget, QTabBar).setCurrentIndex(place)  # noqa: E731
    return Act(f"tab {place} of {target}", target, do, opens=("plot", "check"))


def slide(target: str, value: int) -> Act:
    def do(widget: QWidget) -> None:
        _as(widget, QSlider).setValue(value)

    return Act(f"slide {target} to {value}", target, do)


def answer(target: str, text: str) -> Act:
    """Write several words and leave the field."""

    def do(widget: QWidget) -> None:
        _as(widget, QPlainTextEdit).setPlainText(text)

    return Act(f"write “{text}” in {target}", target, do)


def _as(widget: QWidget, kind: type[Kind]) -> Kind:
    assert isinstance(widget, kind), f"{widget.objectName()} is a {type(widget).__name__}"
    return widget


def pick_segment(place: int) -> Act:
    """Choose a plot of the tab, by its segment or in the list that stands for segments in narrow cards."""

    def do(widget: QWidget) -> None:
        buttons = [one for one in widget.findChildren(QAbstractButton) if one.objectName().startswith("plotSegments_")]
        shown = [one for one in buttons if one.isVisible()]
        lists = [one for one in widget.findChildren(QComboBox, "plotSegmentList") if one.isVisible()]
        if place < len(shown):
            shown[place].setFocus()
            shown[place].click()
        elif lists and place < lists[0].count():
            lists[0].setFocus()
            lists[0].setCurrentIndex(place)
            lists[0].activated.emit(place)

    return Act(f"segment {place}", "plotCard", do, opens=("plotOption", "plotNumbers"))


# --- what happens during a run ---


class FakeWorker(QObject):
    """In the place of the thread that trains; remembers nothing but whether it is paused."""

    arrived, noted, saved, finished = Signal(object), Signal(str), Signal(str), Signal()

    def __init__(self, _order: object, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_paused = False

    def start(self) -> None: ...

    def call_off(self) -> None: ...

    def wait(self) -> None: ...

    def isFinished(self) -> bool:
        return True

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False


def happen(name: str, make: Callable[[], Event]) -> Act:
    """An event of the worker."""

    def do(page: QWidget) -> None:
        assert isinstance(page, RunPage)
        if page._worker is not None:
            page._worker.arrived.emit((make(),))
            page._tick()

    return Act(name, "", do)


def trainings() -> tuple[FitResult, ...]:
    return ended().run.outcomes


@lru_cache(maxsize=1)
def folds() -> tuple[tuple[int, int], ...]:
    return tuple(dict.fromkeys((one.job.repeat, one.job.fold) for one in trainings() if one.job.part == MAIN))


@lru_cache(maxsize=1)
def _values() -> tuple[Value, ...]:
    last = ended()
    assert last.findings is not None
    return values_of(last.findings.estimates, last.run, "repeated-cv")


def progress_to(count: int) -> Progressed:
    """The first so many folds of all models."""
    wanted = set(folds()[:count])
    done = tuple(one for one in trainings() if (one.job.repeat, one.job.fold) in wanted and one.job.part == MAIN)
    values = tuple(value for value in _values() if (value.repeat, value.fold) in wanted)
    return Progressed(done, values, len(done), len(trainings()), 40.0)


def make_failure() -> Progressed:
    failed = FitResult(Job(MAIN, 0, 1, "knn"), trainings()[0].rows, None, ending=Ending.FAILED, message="No neighbor.")
    return Progressed((failed,), (), 5, len(trainings()), 40.0)


def make_long() -> Progressed:
    return replace(progress_to(8), seconds_left=4000.0)


def prepare(window: Window, page: str, folder: Path) -> None:
    """Bring the window to the page, with nothing under way but what the page itself waits for."""
    if page in BEFORE_LOCK:
        window.shell.open_sample("bearing")
        wait_until(lambda: window.shell.current == "review")
        wait_until(lambda: window.shell.state.is_counted and not window.shell.clock.is_measuring)
    elif page == "run":
        window.shell.replace_state(locked_state(folder))
    else:
        window.shell.replace_state(finished_state())
    window.shell.go(page)
    calm(window, page)


def calm(window: Window, page: str) -> None:
    """Until what is done behind the page has come in, and every control has its place."""
    shown = window.shell.page(page)
    wait_until(lambda: not any(one.busy for one in shown.findChildren(Background)))
    if isinstance(shown, ReportPage):
        wait_until(lambda: not shown._soon.isActive() and not shown._drawing.busy)
    settle(window)


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
    "run": (
        happen("started", lambda: Started(len(trainings()), 0)),
        pick_row("runModels", 1),
        happen("first fold", lambda: progress_to(1)),
        pick_row("runModels", 2),
        happen("fold failed", make_failure),
        click("showMessages"),
        happen("many folds", lambda: progress_to(8)),
        click("primary"),
        click("secondary2"),
        click("primary"),
        happen("more than two minutes", make_long),
        click("secondary2"),
        happen("stopped", lambda: Ended(ended().run, None, stopped=True)),
        click("primary"),
        happen("held up", lambda: Ended(ended().run, None, failure="The disk is full.")),
        click("primary"),
        happen("all folds", lambda: progress_to(len(folds()))),
        happen("finished", ended),
        click("primary"),
    ),
    "verdict": (
        pick_row("resultTable", 1),
        pick_row("resultTable", 3),
        pick_row("resultTable", 0),
        replace(click("plotTable"), opens=("plotNumbers",)),
        replace(click("plotTable"), opens=("plotNumbers",)),
        *(pick_segment(place) for place in range(5)),
        *(pick_tab("plotTabs", place) for place in range(6)),
        pick_row("resultTable", 2),
        *(pick_tab("plotTabs", place) for place in range(6)),
        pick_tab("plotTabs", 0),
        click("plotSave"),
        click("bannerButton1"),
        click("bannerButton2"),
        click("secondary1"),
        click("secondary2"),
        click("primary"),
    ),
    "report": (
        click("reportFull"),
        click("reportShort"),
        click("copyAnswer"),
        click("sendData"),
        click("writeHTML"),
        click("writeNumbers"),
        click("changeFolder"),
        click("sendCopy"),
        answer("answer_Factors", "in the plant"),
        click("writeWord"),
        click("primary"),
        click("sendData"),
    ),
}
"""Actions of each page in the order in which they are done; some of them leave something open."""


def is_there(window: Window, act: Act) -> bool:
    """Whether what the action aims at is in sight: a tab of a plot card may be another one now."""
    page = window.shell.page(window.shell.current)
    regions = (page, window.shell.footer)
    return not act.target or any(
        one.isVisible() for region in regions for one in region.findChildren(QWidget, act.target)
    )


def target_of(window: Window, act: Act) -> QWidget:
    """What the action aims at, on the page or in the footer; visible, even if it cannot be used now."""
    page = window.shell.page(window.shell.current)
    if not act.target:
        return page
    for region in (page, window.shell.footer):
        found = [one for one in region.findChildren(QWidget, act.target) if one.isVisible()]
        if found:
            return found[0]
    raise AssertionError(f"{act.target} is not there")


def do(window: Window, act: Act, page: str) -> None:
    """Do it as a person would: the focus is there, and whoever is led elsewhere comes back."""
    target = target_of(window, act)
    if act.target:
        target.setFocus()
    act.do(target)
    QApplication.processEvents()
    window.shell.popover.end()
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.close()
            window.activateWindow()
            wait_until(window.isActiveWindow)
    calm(window, window.shell.current)
    if window.shell.current != page:
        window.shell.go(page)
        calm(window, page)
