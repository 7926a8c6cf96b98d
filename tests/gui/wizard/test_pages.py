"""The pages Home to Review & lock, driven through their real widgets."""

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.domain.study import QuestionKind, TieBreak
from gui import strings
from gui.widgets.column_table import ColumnTable
from gui.widgets.columns_model import ROLE
from gui.widgets.numbers import NumberBox, WholeBox
from gui.widgets.settings_dialog import SettingsDialog
from gui.widgets.stepper import StepState
from gui.window import Window
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage
from gui.wizard.words import unbroken

Kind = TypeVar("Kind", bound=QWidget)


@pytest.fixture(autouse=True)
def _nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """These journeys end at the lock; what follows has tests of its own."""
    monkeypatch.setattr(RunPage, "start", lambda page: None)


def on_page(window: Window, kind: type[Kind], name: str) -> Kind:
    found = window.shell.page(window.shell.current).findChild(kind, name)
    assert isinstance(found, kind), f"{name} is not on {window.shell.current}"
    return found


def press(window: Window, qtbot: QtBot, name: str) -> None:
    found = window.findChild(QAbstractButton, name)
    assert found is not None, name
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def open_sample(window: Window, qtbot: QtBot, key: str = "bearing", page: str = "review") -> None:
    window.shell.open_sample(key)
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    window.shell.go(page)


def open_table(window: Window, qtbot: QtBot, path: Path) -> None:
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: window.shell.current == "data" and window.shell.state.data is not None, timeout=60_000)


def choose(box: QComboBox, value: object) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


# --- Home ---------------------------------------------------------------------------------------------------------


def test_that_two_clicks_lead_from_home_to_a_locked_sample(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, "sample_bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    press(window, qtbot, "primary")
    qtbot.waitUntil(lambda: window.shell.current == "run", timeout=10_000)
    assert window.shell.state.locked


def test_that_a_locked_study_is_found_again_on_home(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.state.lock(window.settings.studies)
    assert window.shell.state.file is not None
    window.settings.remember(window.shell.state.file.path)
    window.shell.start_new()
    window.shell.go("home")
    qtbot.waitUntil(lambda: window.findChild(QAbstractButton, "continueStudy").isVisible())
    assert window.findChild(QAbstractButton, "recent0").text() == "Bearing faults"


def test_that_a_vanished_study_can_be_taken_off_the_list(window: Window, qtbot: QtBot) -> None:
    window.settings.remember(Path("/nowhere/gone.evenfold"))
    window.shell.go("home")
    qtbot.waitUntil(lambda: window.findChild(QAbstractButton, "forget0") is not None)
    press(window, qtbot, "forget0")
    assert window.settings.recent == ()


# --- Data ---------------------------------------------------------------------------------------------------------


def test_that_an_empty_data_page_offers_ways_to_get_a_table(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, "doorCompare")
    assert window.shell.current == "data"
    for name in ("openFile", "pasteTable", "useSample"):
        assert on_page(window, QAbstractButton, name).isVisible()
    assert window.shell.footer.primary_button.accessibleName() == strings.DATA_OPEN.replace("&", "")


def test_that_a_dropped_file_is_opened(window: Window, qtbot: QtBot, machines: Path) -> None:
    window.shell.start_new()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(machines))])
    event = QDropEvent(
        QPointF(QPoint(5, 5)), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    window.shell.page("data").dropEvent(event)
    qtbot.waitUntil(lambda: window.shell.state.table is not None, timeout=60_000)
    assert window.shell.state.study.title == "machines"


def test_that_cells_can_be_pasted(window: Window, qtbot: QtBot) -> None:
    window.shell.start_new()
    QGuiApplication.clipboard().setText("one word")
    press(window, qtbot, "pasteTable")
    assert window.shell.footer.said.text() == strings.DATA_NO_CLIPBOARD
    rows = "\n".join(f"{row}\t{(row * 7) % 5}\t{'a' if row % 2 else 'b'}" for row in range(40))
    QGuiApplication.clipboard().setText("x\tz\tlabel\n" + rows)
    press(window, qtbot, "pasteTable")
    qtbot.waitUntil(lambda: window.shell.state.data is not None, timeout=60_000)
    assert window.shell.state.study.columns.target == ("label",)


def test_that_the_primary_button_says_what_is_open_and_goes_there(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    press(window, qtbot, "primary")
    assert window.shell.current == "data"
    assert "to settle" in window.shell.footer.said.text()
    assert window.focusWidget() is on_page(window, QLineEdit, "row_meaning")
    assert window.shell.stepper.buttons["data"].mark.state is StepState.ATTENTION


def test_that_a_role_chosen_in_the_table_changes_the_dataset(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    model = on_page(window, ColumnTable, "columns").model()
    model.setData(model.index(2, ROLE), "keep whole")
    qtbot.waitUntil(lambda: window.shell.state.study.columns.group == "machine", timeout=60_000)
    assert window.shell.state.data is not None
    assert window.shell.state.data.group_name == "machine"
    assert model.index(2, ROLE).data() == "Keep whole"
    assert "12 × machine" in window.shell.subtitle.text()


def test_that_a_role_is_given_to_all_selected_columns_at_once_and_can_be_undone(
    window: Window, qtbot: QtBot, machines: Path
) -> None:
    open_table(window, qtbot, machines)
    view = on_page(window, ColumnTable, "columns")
    for position in (3, 4):
        cell = view.visualRect(view.model().index(position, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, cell)
    view.model().setData(view.model().index(4, ROLE), "ignore")
    qtbot.waitUntil(lambda: {"rms", "temperature"} <= set(window.shell.state.study.columns.ignore), timeout=60_000)
    window.shell.state.undo()
    assert not {"rms", "temperature"} & set(window.shell.state.study.columns.ignore)


def test_that_a_choice_outside_the_selection_is_for_one_column(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    view = on_page(window, ColumnTable, "columns")
    view.selectRow(3)
    view.model().setData(view.model().index(4, ROLE), "ignore")
    qtbot.waitUntil(lambda: "temperature" in window.shell.state.study.columns.ignore, timeout=60_000)
    assert "rms" not in window.shell.state.study.columns.ignore


def test_that_columns_are_found_by_a_part_of_their_name(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    view, box = on_page(window, ColumnTable, "columns"), on_page(window, QLineEdit, "findColumn")
    qtbot.keyClicks(box, "TEMP")
    assert [view.model().index(row, 0).data() for row in range(view.model().rowCount())] == ["temperature"]
    box.clear()
    assert view.model().rowCount() == 5


def test_that_removing_the_target_blocks_with_a_reason(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    model = on_page(window, ColumnTable, "columns").model()
    model.setData(model.index(0, ROLE), "ignore")
    qtbot.waitUntil(lambda: window.shell.state.data is None, timeout=60_000)
    press(window, qtbot, "primary")
    assert window.shell.current == "data"
    window.shell.visit("plan")
    assert window.shell.footer.said.text() == strings.STEP_NEEDS_DATA
    window.shell.undo()
    assert window.shell.state.data is not None


def test_that_a_question_answered_by_ignoring_a_column_ignores_it(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    rows = "\n".join(f"{row * 0.37 % 1:.3f},{row % 3},{'bad' if row % 3 == 0 else 'ok'}" for row in range(60))
    path = tmp_path / "leak.csv"
    path.write_text("signal,repair_code,state\n" + rows, "utf-8")
    open_table(window, qtbot, path)
    leak = [problem for problem in window.shell.state.form.screened if problem.id == "LEAK"]
    assert leak
    press(window, qtbot, "fix_LEAK_1")
    qtbot.waitUntil(lambda: "repair_code" in window.shell.state.study.columns.ignore, timeout=60_000)


def test_that_first_rows_can_be_looked_at(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    press(window, qtbot, "showRows")
    dialog = window.findChild(QWidget, "rowsDialog")
    assert "machines.csv" in dialog.windowTitle()
    dialog.close()


def test_that_a_file_that_cannot_be_read_is_explained(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.shell.open_path(tmp_path / "none.csv")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "errorBox") is not None)
    box = window.findChild(QMessageBox, "errorBox")
    assert "no file" in box.text()
    box.close()


# --- Question -----------------------------------------------------------------------------------------------------


def test_that_every_field_of_the_question_reaches_the_study(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    on_page(window, QAbstractButton, "kind_replace").click()
    on_page(window, NumberBox, "margin").stepUp()
    choose(on_page(window, QComboBox, "question_cross_check"), None)
    on_page(window, NumberBox, "goodEnough").setValue(9.0)
    on_page(window, NumberBox, "goodEnough").stepUp()
    question = window.shell.state.study.question
    assert question.kind is QuestionKind.REPLACE
    assert question.margin > 2
    assert question.cross_check is None
    assert question.good_enough is not None
    assert question.good_enough > 9


def test_that_a_confirmed_margin_is_no_longer_assumed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    assert window.shell.state.is_assumed("question.margin")
    on_page(window, QAbstractButton, "confirmMargin").click()
    assert not window.shell.state.is_assumed("question.margin")
    assert not on_page(window, QAbstractButton, "confirmMargin").isVisible()


def test_that_another_measure_brings_its_own_margin_and_cost(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    assert not on_page(window, QWidget, "row_question_cost_ratio").isVisible()
    choose(on_page(window, QComboBox, "question_measure"), "auc")
    assert window.shell.state.study.question.margin == 0.01
    assert window.shell.state.study.question.cross_check == "error"
    choose(on_page(window, QComboBox, "question_measure"), "cost")
    assert on_page(window, QWidget, "row_question_cost_ratio").isVisible()
    on_page(window, NumberBox, "costRatio").setValue(19.0)
    on_page(window, NumberBox, "costRatio").changed.emit(19.0)
    assert "5.0 %" in on_page(window, QLabel, "threshold").text()


def test_that_a_gap_larger_than_all_errors_blocks_with_a_fix(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    margin = on_page(window, NumberBox, "margin")
    margin.changed.emit(90.0)
    window.shell.page("question").margins._boxes["fault"].setValue(90.0)  # type: ignore[attr-defined]
    window.shell.page("question").margins._tell()  # type: ignore[attr-defined]
    press(window, qtbot, "primary")
    assert window.shell.current == "question"
    on_page(window, QAbstractButton, "fix_MARGIN-BIG_0").click()
    assert window.shell.state.study.question.margin == 2.0
    press(window, qtbot, "primary")
    assert window.shell.current == "candidates"


def test_that_controls_of_the_question_stand_in_one_line(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    qtbot.wait(10)
    page = window.shell.page("question")
    left = {on_page(window, QWidget, name).mapTo(page, QPoint()).x() for name in ("margin", "goodEnough", "ties")}
    assert len(left) == 1


def test_that_the_order_of_preference_shows_all_of_it_and_nothing_below(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    qtbot.wait(10)
    ties = on_page(window, QListWidget, "ties")
    rows = sum(ties.sizeHintForRow(place) for place in range(ties.count()))
    assert rows <= ties.viewport().height() < rows + ties.sizeHintForRow(0)


def test_that_several_outputs_have_a_margin_each(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "corrosion", "question")
    on_page(window, NumberBox, "margin1").stepUp()
    margins = window.shell.state.study.question.margins
    assert len(margins) == 4
    assert window.shell.state.is_changed("question.margin")
    window.shell.page("question").reset("question.margin")  # type: ignore[attr-defined]
    assert not window.shell.state.is_changed("question.margin")


def test_that_the_order_of_preference_can_be_changed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    ties = on_page(window, QListWidget, "ties")
    ties.setCurrentRow(2)
    press(window, qtbot, "tieUp")
    press(window, qtbot, "tieUp")
    assert window.shell.state.study.question.tie_break[0] is TieBreak.FASTEST
    press(window, qtbot, "tieUp")
    assert ties.currentRow() == 0


def test_that_the_worth_of_a_gap_is_reckoned(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    press(window, qtbot, "worthOpen")
    on_page(window, NumberBox, "errorCost").setValue(30)
    on_page(window, NumberBox, "casesPerYear").setValue(30_000)
    on_page(window, NumberBox, "casesPerYear").changed.emit(30_000)
    assert "18,000" in on_page(window, QLabel, "worthText").text()


# --- Candidates ---------------------------------------------------------------------------------------------------


def test_that_ticking_enters_a_model_and_raises_the_bar(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "tick_tree").click()
    assert {candidate.key for candidate in window.shell.state.study.candidates} == {"logistic", "forest", "tree"}
    assert "2 comparisons" in on_page(window, QLabel, "runningCost").text()
    assert "÷ 2" in window.shell.top_bar.chip.text()


def test_that_the_reference_moves_on_when_it_leaves(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "tick_logistic").click()
    assert window.shell.state.study.reference == "forest"


def test_that_the_last_model_cannot_leave(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "tick_logistic").click()
    on_page(window, QAbstractButton, "tick_forest").click()
    assert on_page(window, QAbstractButton, "tick_forest").isChecked()
    assert window.shell.footer.said.text() == strings.candidates.NEED_ONE


def test_that_settings_are_standard_tuned_or_fixed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    box = on_page(window, QComboBox, "settings_forest")
    choose(box, "standard")
    forest = window.shell.state.study.candidate("forest")
    assert (forest.grid, forest.settings) == ({}, {})
    choose(on_page(window, QComboBox, "settings_forest"), "fixed")
    dialog = window.findChild(SettingsDialog, "settingsDialog")
    dialog.findChild(QLineEdit, "setting_trees").setText("50")
    dialog._use()
    assert window.shell.state.study.candidate("forest").settings["trees"] == 50
    choose(on_page(window, QComboBox, "settings_forest"), "tuned")
    assert window.shell.state.study.candidate("forest").grid


def test_that_the_trivial_model_cannot_be_removed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    trivial = on_page(window, QAbstractButton, "tick_trivial")
    assert trivial.isChecked()
    assert not trivial.isEnabled()


def test_that_columns_of_predictions_are_offered_as_candidates(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "vendor", "candidates")
    assert on_page(window, QAbstractButton, "tick_vendor").isChecked()
    assert window.shell.state.study.candidate("vendor").settings == {"column": "vendor"}


# --- Review and lock ----------------------------------------------------------------------------------------------


def test_that_the_claim_is_read_back_with_its_bar(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    claim = QTextDocumentFragment.fromHtml(on_page(window, QLabel, "claim").text()).toPlainText()
    assert "random forest" in claim
    assert "2 per 100" in claim
    table = on_page(window, QWidget, "tested")
    assert table.item(0, 0).text() == "Random forest against logistic regression"  # type: ignore[attr-defined]
    assert table.item(0, 3).text() == "0.05"  # type: ignore[attr-defined]


def test_that_looks_elsewhere_raise_the_bar(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    on_page(window, WholeBox, "looks").stepBy(4)
    assert window.shell.state.study.looks == 4
    assert unbroken("0.05 ÷ 5 = 0.01") in on_page(window, QLabel, "ledgerText").text()
    assert "5 comparisons" in window.shell.top_bar.chip.text()


def test_that_statements_must_be_answered_and_may_be_untrue(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    window.shell.state.change("row_meaning", "one window")
    for problem in window.shell.state.problems():
        if window.shell.state.is_open(problem) and problem.fixes:
            window.shell.state.apply(problem.fixes[-1])
    window.shell.go("review")
    press(window, qtbot, "primary")
    assert not window.shell.state.locked
    assert "to settle" in window.shell.footer.said.text()
    on_page(window, QAbstractButton, "unseen_no").click()
    assert on_page(window, QLabel, "exploratory").isVisible()
    on_page(window, QAbstractButton, "alone_yes").click()
    press(window, qtbot, "primary")
    qtbot.waitUntil(lambda: window.shell.state.locked, timeout=10_000)
    assert window.shell.state.study.answers["unseen"] == "no"


def test_that_open_things_of_earlier_pages_are_shown_there(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    window.shell.go("review")
    press(window, qtbot, "primary")
    assert window.shell.current == "data"
    assert "to settle" in window.shell.footer.said.text()


def test_that_sealed_pages_can_be_read_but_not_changed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.state.lock(window.settings.studies)
    window.shell.go("plan")
    assert "Sealed" in window.shell.subtitle.text()
    assert not on_page(window, WholeBox, "folds").isEnabled()
    assert window.shell.stepper.buttons["plan"].mark.state is StepState.SEALED
    window.shell.go("question")
    assert not on_page(window, QAbstractButton, "confirmMargin").isVisible()
    assert on_page(window, QLabel, "message_question_margin").text() == strings.question.ASSUMED_SEALED
    window.actions_by_name["newFrom"].trigger()
    window.shell.go("plan")
    assert on_page(window, WholeBox, "folds").isEnabled()


def test_that_an_own_table_reaches_the_lock_in_twelve_clicks_and_two_typed_fields(
    window: Window, qtbot: QtBot, machines: Path
) -> None:
    clicks = 0
    open_table(window, qtbot, machines)
    review = window.shell.page("review")
    assert isinstance(review, ReviewPage)
    qtbot.keyClicks(on_page(window, QLineEdit, "row_meaning"), "one window")
    for _ in range(12):
        if window.shell.state.locked:
            break
        waiting = window.shell.page(window.shell.current).problems()
        still_open = [problem for problem in waiting if window.shell.state.is_open(problem)]
        answers = {"unseen": "unseen_yes", "alone": "alone_yes", "RES": "runAnyway"}
        name = answers.get(still_open[0].id, f"fix_{still_open[0].id}_0") if still_open else "primary"
        press(window, qtbot, name)
        qtbot.waitUntil(lambda: not window.shell.background.busy and not review._locking.busy, timeout=60_000)
        clicks += 1
    assert window.shell.state.locked
    assert clicks <= 12


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_that_pages_can_be_pictured_at_any_text_size(window: Window, qtbot: QtBot, scale: float) -> None:
    window.scale_text(scale - 1.0)
    open_sample(window, qtbot)
    for key in ("home", "data", "question", "candidates", "plan", "review"):
        window.shell.go(key)
        assert not window.grab().isNull()
    window.scale_text(None)


def test_that_lists_of_sealed_pages_can_be_scrolled_but_not_changed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.state.lock(window.settings.studies)
    window.shell.go("data")
    view = on_page(window, ColumnTable, "columns")
    assert view.isEnabled()
    assert not view.model().index(1, ROLE).flags() & Qt.ItemFlag.ItemIsEditable
    assert on_page(window, QLineEdit, "row_meaning").isReadOnly()
    assert on_page(window, QWidget, "leaveOut").isHidden()
    window.shell.go("review")
    assert on_page(window, QWidget, "tested").isEnabled()
    assert not any(on_page(window, QAbstractButton, name).isEnabled() for name in ("unseen_no", "alone_yes"))
    assert not on_page(window, WholeBox, "looks").isEnabled()


def test_that_keys_scroll_a_sealed_page(window: Window, qtbot: QtBot) -> None:
    window.resize(1024, 600)
    open_sample(window, qtbot)
    window.shell.state.lock(window.settings.studies)
    window.shell.go("candidates")
    area = window.shell._areas["candidates"]
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0, timeout=10_000)
    assert window.focusWidget() is area
    qtbot.keyClick(area, Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() > 0
