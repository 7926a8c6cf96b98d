"""The widgets the pages are made of."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.algorithms import find_algorithm
from core.data.read import READERS
from core.domain.dataset import Column, Kind, Table
from core.domain.problem import Fix, Problem, Severity
from gui import theme
from gui.widgets.field import FieldRow, HelpState
from gui.widgets.flow import FlowLayout
from gui.widgets.message_dock import MessageDock
from gui.widgets.numbers import NumberBox, WholeBox
from gui.widgets.parts import Heading, Sentence, column
from gui.widgets.problem_card import ProblemCard, emphasized, identity
from gui.widgets.rail import Mark, Rail, StepState
from gui.widgets.reading_dialog import FIELDS, ReadingDialog
from gui.widgets.rows_dialog import RowsModel, cell_text
from gui.widgets.segments import Segments
from gui.widgets.settings_dialog import SettingsDialog

TABLE = Table(
    "t.csv",
    "t.csv",
    (
        Column("size", Kind.NUMBER, np.array([1.0, np.nan, 2.5])),
        Column("color", Kind.NAMES, np.array([0, 1, -1], dtype=np.int32), ("red", "blue")),
        Column("day", Kind.DATE, np.array(["2026-01-01", "NaT", "2026-01-03"], dtype="datetime64[ms]")),
    ),
)
BLOCK = Problem("K-BIG", Severity.BLOCKS, "Too many folds.", "scheme.folds", (Fix("Use 5", "scheme.folds", 5),))
ASK = Problem(
    "LEAK", Severity.ASKS, "Is it known *before*?", "columns.x",
    (Fix("Yes", "answers.LEAK:x", "yes"), Fix("No", "answers.LEAK:x", "no")),
)  # fmt: skip


# --- The card of problems --------------------------------------------------------------------------------------------


@pytest.fixture
def card(qapp: QApplication, qtbot: QtBot) -> ProblemCard:
    made = ProblemCard()
    qtbot.addWidget(made)
    made.show_problems((BLOCK, ASK), {identity(BLOCK): (False,), identity(ASK): (False, True)})
    return made


def test_that_blocks_get_buttons_and_questions_get_a_choice(card: ProblemCard) -> None:
    assert isinstance(card.findChild(QAbstractButton, "fix_K-BIG_0"), QPushButton)
    assert card.findChild(QAbstractButton, "fix_LEAK_1").isChecked()
    assert not card.findChild(QAbstractButton, "fix_LEAK_0").isChecked()


def test_that_pressing_a_fix_tells_which(card: ProblemCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.fixed) as told:
        card.findChild(QAbstractButton, "fix_LEAK_0").click()
    assert told.args == [ASK.fixes[0]]


def test_that_the_card_hides_when_nothing_is_left(card: ProblemCard) -> None:
    card.show_problems((), {})
    assert card.isHidden()


def test_that_a_problem_that_can_be_settled_gets_the_focus(card: ProblemCard) -> None:
    assert card.focus_on(BLOCK)
    assert not card.focus_on(Problem("X", Severity.BLOCKS, "unknown"))


def test_that_no_line_of_a_problem_ends_inside_a_figure(card: ProblemCard) -> None:
    told = Problem("X", Severity.NOTE, "it scores 0 % instead of 33 %.")
    card.show_problems((told,), {identity(told): ()})
    words = [found.text() for found in card.findChildren(QLabel)]
    assert "it scores 0\N{NO-BREAK SPACE}% instead of 33\N{NO-BREAK SPACE}%." in words


def test_that_stars_lean_words_and_angles_stay_text() -> None:
    assert emphasized("known *before* a < b") == "known <i>before</i> a &lt; b"
    assert emphasized("no answer in *fault*; it") == "no answer in <i>fault</i>; it"


def test_that_stars_in_the_names_of_columns_stay() -> None:
    assert emphasized("'P*T', 'A*B': the value -999") == "'P*T', 'A*B': the value -999"


def test_that_rows_are_shown_as_read_with_empty_cells_where_missing() -> None:
    assert [cell_text(TABLE.column("size"), row) for row in range(3)] == ["1", "", "2.5"]
    assert [cell_text(TABLE.column("color"), row) for row in range(3)] == ["red", "blue", ""]
    assert cell_text(TABLE.column("day"), 2).startswith("2026-01-03")


def test_that_the_preview_has_all_columns(qapp: QApplication) -> None:
    model = RowsModel(TABLE)
    assert (model.rowCount(), model.columnCount()) == (3, 3)
    assert model.headerData(1, Qt.Orientation.Horizontal) == "color"


def _asked(*names: str) -> tuple[Problem, ...]:
    fixes = (Fix("Keep it", "answers.A", "keep"), Fix("Leave it out", "answers.A", "out"))
    return tuple(Problem("LEAK", Severity.ASKS, f"Is '{name}' known?", f"columns.{name}", fixes) for name in names)


def _show(card: ProblemCard, asked: tuple[Problem, ...]) -> None:
    card.show_problems(asked, {identity(problem): (False, False) for problem in asked})


def test_that_the_next_question_has_the_focus_when_an_answered_one_is_gone(qtbot: QtBot) -> None:
    card = ProblemCard()
    qtbot.addWidget(card)
    card.show()
    _show(card, _asked("a", "b", "c"))
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow, timeout=5000)
    card.focus_on(_asked("b")[0])
    _show(card, _asked("a", "c"))
    assert card.focusWidget().accessibleDescription() == "Is 'c' known?"
    _show(card, _asked("a"))
    assert card.focusWidget().accessibleDescription() == "Is 'a' known?"


# --- Fields and numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1280, theme.FIELD_ROW), (1024, theme.FIELD_ROW_LOW)])
def test_that_a_field_keeps_its_height_whatever_it_says(
    qapp: QApplication, qtbot: QtBot, width: int, height: int
) -> None:
    theme.apply("light")
    field = FieldRow("scheme.folds", "&Folds", "How many parts.", QLineEdit())
    qtbot.addWidget(field)
    field.resize(width, height)
    field.show()
    before = field.height()
    assert before == height
    for state in HelpState:
        field.tell("With 48 pumps at most 48 folds make sense.", state)
        field.mark_open(True)
        assert field.height() == before
    field.tell("")
    assert field.height() == before


def test_that_the_question_mark_asks_about_its_field(qapp: QApplication, qtbot: QtBot) -> None:
    field = FieldRow("scheme.folds", "&Folds", "How many parts.", QLineEdit())
    qtbot.addWidget(field)
    with qtbot.waitSignal(field.asked) as told:
        field.mark.click()
    assert told.args == ["scheme.folds"]


def test_that_the_dock_keeps_answered_rows_in_their_place(qapp: QApplication, qtbot: QtBot) -> None:
    dock = MessageDock(2)
    qtbot.addWidget(dock)
    dock.show()
    first, second = _asked("a", "b")
    dock.show_problems((first, second), {}, frozenset({identity(first), identity(second)}))
    height = dock.height()
    dock.show_problems((second,), {}, frozenset({identity(second)}))
    assert dock.messages == (first, second)
    assert dock.height() == height
    dock.start_anew()
    dock.show_problems((second,), {}, frozenset({identity(second)}))
    assert dock.messages == (second,)


def test_that_segments_tell_what_was_chosen_and_move_with_arrows(qapp: QApplication, qtbot: QtBot) -> None:
    segments = Segments((("a", "First"), ("b", "Second")), "which")
    qtbot.addWidget(segments)
    segments.show()
    with qtbot.waitSignal(segments.chosen) as told:
        segments.buttons["b"].click()
    assert told.args == ["b"]
    qtbot.keyClick(segments, Qt.Key.Key_Left)
    assert segments.current == "a"


def test_that_a_heading_is_shown_whole_in_as_many_lines_as_it_takes(qapp: QApplication, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    heading = Heading("crack_length: Root mean squared miss")
    page.setLayout(column(heading, 0))
    page.resize(900, 300)
    with qtbot.waitExposed(page):
        page.show()
    one = heading.height()
    page.resize(200, 300)
    qtbot.waitUntil(lambda: heading.height() >= 2 * one - 4)


def test_that_a_field_names_its_control(qapp: QApplication, qtbot: QtBot) -> None:
    field = FieldRow("seed", "S&eed", "Fixes all shuffles.", QLineEdit())
    qtbot.addWidget(field)
    assert field.control.accessibleName() == "Seed"
    assert field.control.accessibleDescription() == "Fixes all shuffles."
    assert field.caption.buddy() is field.control


def test_that_number_boxes_tell_only_the_persons_changes(qapp: QApplication, qtbot: QtBot) -> None:
    number, whole = NumberBox("n", 0, 100), WholeBox("w", 0, 100)
    for box in (number, whole):
        qtbot.addWidget(box)
    told: list[float] = []
    number.changed.connect(told.append)
    whole.changed.connect(told.append)
    number.setValue(2.5)
    whole.setValue(7)
    assert told == []
    assert number.text() == "2.5"
    whole.stepUp()
    assert told == [8]


def test_that_items_flow_into_the_next_line(qapp: QApplication, qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder)
    for _ in range(6):
        flow.addWidget(QPushButton("a choice"))
    assert flow.heightForWidth(2000) < flow.heightForWidth(200)
    flow.setGeometry(QRect(0, 0, 200, 400))
    places = {flow.itemAt(place).geometry().y() for place in range(6)}
    assert len(places) > 1


# --- The rail --------------------------------------------------------------------------------------------------------


def test_that_steps_say_number_title_and_state(qapp: QApplication, qtbot: QtBot) -> None:
    marks = (Mark("a", "Data", StepState.DONE, False), Mark("b", "Plan", StepState.ATTENTION, True))
    rail = Rail(marks)
    qtbot.addWidget(rail)
    assert rail.buttons["a"].accessibleName() == "Step 1: Data, done"
    assert "you are here" in rail.buttons["b"].accessibleName()
    with qtbot.waitSignal(rail.chosen) as told:
        rail.buttons["a"].click()
    assert told.args == ["a"]


@pytest.mark.parametrize("state", list(StepState))
def test_that_each_state_of_a_step_can_be_drawn(state: StepState, qapp: QApplication, qtbot: QtBot) -> None:
    rail = Rail((Mark("a", "Data", state, False),))
    qtbot.addWidget(rail)
    assert not rail.buttons["a"].grab().isNull()


# --- Dialogs ---------------------------------------------------------------------------------------------------------


def test_that_own_settings_are_checked_before_they_are_used(qapp: QApplication, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = SettingsDialog(find_algorithm("mlp"), {"hidden": (30, 30)}, parent)
    hidden = dialog.findChild(QLineEdit, "setting_hidden")
    assert hidden.text() == "30, 30"
    hidden.setText("thirty")
    dialog._use()
    assert "must be" in dialog._message.text()
    hidden.setText("20, 10")
    with qtbot.waitSignal(dialog.settled) as told:
        dialog._use()
    assert told.args[0]["hidden"] == (20, 10)


def test_that_the_way_of_reading_can_be_changed(qapp: QApplication, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    reading = {"format": "csv", "separator": ";", "decimal": ",", "encoding": "utf-8", "header": 1}
    dialog = ReadingDialog(replace(TABLE, reading=reading), parent)
    box = dialog.findChild(QWidget, "separator")
    box.setCurrentIndex(box.findData(","))  # type: ignore[attr-defined]
    with qtbot.waitSignal(dialog.wanted) as told:
        dialog._accept()
    assert told.args == [{"format": "csv", "encoding": "utf-8", "separator": ","}]


def test_that_every_kind_of_file_has_its_choices() -> None:
    assert set(FIELDS) == {reader.key for reader in READERS}


def test_that_a_sentence_keeps_numbers_with_what_belongs_to_them(qtbot: QtBot) -> None:
    sentence = Sentence()
    qtbot.addWidget(sentence)
    said = "Ahead by 18.6 % or 3.2 per 100, p = 0.36 here."
    sentence.setText(said)
    assert sentence.text() == said
    assert QLabel.text(sentence) == "Ahead by 18.6\u00a0% or 3.2\u00a0per\u00a0100, p\u00a0=\u00a00.36 here."
