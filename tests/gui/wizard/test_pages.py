"""The pages Home to Review & lock, driven through their real widgets."""

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.domain.dataset import Role
from core.domain.study import QuestionKind, TieBreak
from core.wording.origin import is_baseline_in_use
from gui import strings, theme
from gui.widgets.data_grid import DataGrid
from gui.widgets.numbers import NumberBox, WholeBox
from gui.widgets.rail import StepState
from gui.widgets.settings_dialog import SettingsDialog
from gui.window import Window
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage
from gui.wizard.pages.worth_dialog import WorthDialog
from tests.gui.waiting import settle

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
    qtbot.waitUntil(lambda: window.findChild(QAbstractButton, "continueStudy") is not None)
    assert window.findChild(QAbstractButton, "recent0").accessibleName() == "Bearing faults"


def test_that_a_vanished_study_can_be_taken_off_the_list(window: Window, qtbot: QtBot) -> None:
    window.settings.remember(Path("/nowhere/gone.evenfold"))
    window.shell.go("home")
    qtbot.waitUntil(lambda: window.findChild(QAbstractButton, "locate0") is not None)
    entries = window.shell.page("home")._list_entries(window.shell.page("home").known[0])  # type: ignore[attr-defined]
    forget = {key: act for key, _, act, is_possible in entries if is_possible}
    assert set(forget) == {"forget"}
    forget["forget"]()
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
    assert "open" in window.shell.footer.said.text()
    assert window.focusWidget() is on_page(window, QLineEdit, "row_meaning")
    assert window.shell.rail.buttons["data"].mark.state is StepState.ATTENTION


def choose_role(grid: DataGrid, names: tuple[str, ...], role: Role) -> None:
    """As from the menu of a column's header."""
    title = strings.ROLE_TITLES[role]
    menu = grid.roles_menu(names)
    next(action for action in menu.actions() if action.text() == title).trigger()
    menu.deleteLater()


def test_that_a_role_chosen_in_the_table_changes_the_dataset(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    grid = on_page(window, DataGrid, "dataGrid")
    choose_role(grid, ("machine",), Role.GROUP)
    qtbot.waitUntil(lambda: window.shell.state.study.columns.group == "machine", timeout=60_000)
    assert window.shell.state.data is not None
    assert window.shell.state.data.group_name == "machine"
    assert grid.grid.roles["machine"] is Role.GROUP


def test_that_a_role_is_given_to_all_selected_columns_at_once_and_can_be_undone(
    window: Window, qtbot: QtBot, machines: Path
) -> None:
    open_table(window, qtbot, machines)
    grid = on_page(window, DataGrid, "dataGrid")
    for name in ("rms", "temperature"):
        columns = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Columns
        grid.selectionModel().select(grid.grid.index(0, grid.grid.place_of(name)), columns)
    choose_role(grid, grid.selected_names("rms"), Role.IGNORE)
    qtbot.waitUntil(lambda: {"rms", "temperature"} <= set(window.shell.state.study.columns.ignore), timeout=60_000)
    window.shell.state.undo()
    assert not {"rms", "temperature"} & set(window.shell.state.study.columns.ignore)


def test_that_a_choice_outside_the_selection_is_for_one_column(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    grid = on_page(window, DataGrid, "dataGrid")
    grid.selectColumn(grid.grid.place_of("rms"))
    choose_role(grid, grid.selected_names("temperature"), Role.IGNORE)
    qtbot.waitUntil(lambda: "temperature" in window.shell.state.study.columns.ignore, timeout=60_000)
    assert "rms" not in window.shell.state.study.columns.ignore


def test_that_columns_are_found_by_a_part_of_their_name(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    grid, box = on_page(window, DataGrid, "dataGrid"), window.findChild(QLineEdit, "findColumn")
    qtbot.keyClicks(box, "TEMP")
    assert [column.name for column in grid.grid.shown] == ["temperature"]
    assert grid.current_name == "temperature"
    box.clear()
    assert len(grid.grid.shown) == 5


def test_that_removing_the_target_blocks_with_a_reason(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    grid = on_page(window, DataGrid, "dataGrid")
    choose_role(grid, (grid.grid.shown[0].name,), Role.IGNORE)
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


def test_that_all_rows_can_be_looked_at(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    grid, table = on_page(window, DataGrid, "dataGrid"), window.shell.state.table
    assert table is not None
    assert (grid.grid.rowCount(), grid.grid.columnCount()) == (table.rows, len(table.columns))
    assert grid.grid.index(table.rows - 1, 0).data()


def test_that_a_file_that_cannot_be_read_is_explained(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.shell.open_path(tmp_path / "none.csv")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "errorBox") is not None)
    box = window.findChild(QMessageBox, "errorBox")
    assert "no file" in box.text()
    box.close()


# --- Question -----------------------------------------------------------------------------------------------------


def test_that_a_typed_unit_reaches_the_study_and_stands_behind_the_margin(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "corrosion", page="question")
    unit = on_page(window, QLineEdit, "outputUnit_0")
    output = window.shell.state.study.columns.target[0]
    assert unit.isVisible()
    unit.setText("furlong")
    unit.editingFinished.emit()
    assert window.shell.state.study.columns.units == {output: "furlong"}
    margin = on_page(window, NumberBox, "margin_0")
    assert margin.suffix() == " furlong"
    assert margin.lineEdit().width() > margin.width() // 2  # or its number could not be read
    unit.setText("")
    unit.editingFinished.emit()
    assert window.shell.state.study.columns.units == {}


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


def test_that_an_edited_margin_is_the_persons_own_and_an_untouched_one_is_not(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    assert window.shell.state.is_assumed("question.margin")
    on_page(window, NumberBox, "margin").stepUp()
    assert not window.shell.state.is_assumed("question.margin")
    assert on_page(window, QLabel, "message_question_margin").text().startswith("Your value.")


def test_that_another_measure_brings_its_own_margin_and_cost(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    assert not on_page(window, NumberBox, "costRatio").isEnabled()
    choose(on_page(window, QComboBox, "question_measure"), "auc")
    assert window.shell.state.study.question.margin == 0.01
    assert window.shell.state.study.question.cross_check == "error"
    choose(on_page(window, QComboBox, "question_measure"), "cost")
    assert on_page(window, NumberBox, "costRatio").isEnabled()
    on_page(window, NumberBox, "costRatio").changed.emit(19.0)
    assert "5.0 %" in on_page(window, QLabel, "message_question_cost_ratio").text()


def test_that_a_gap_larger_than_all_errors_blocks_with_a_fix(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    margin = on_page(window, NumberBox, "margin")
    margin.changed.emit(90.0)
    press(window, qtbot, "primary")
    assert window.shell.current == "question"
    on_page(window, QAbstractButton, "fix_MARGIN-BIG_0").click()
    assert window.shell.state.study.question.margin == 2.0
    press(window, qtbot, "primary")
    assert window.shell.current == "candidates"


def test_that_controls_of_the_question_stand_in_one_line(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    settle(window)
    page = window.shell.page("question")
    left = {
        on_page(window, QWidget, name).mapTo(page, QPoint()).x()
        for name in ("margin", "goodEnough", "question_tie_break")
    }
    assert len(left) == 1


def test_that_what_to_do_without_a_clear_answer_follows_the_question_until_it_is_chosen(
    window: Window, qtbot: QtBot
) -> None:
    open_sample(window, qtbot, page="question")
    on_page(window, QAbstractButton, "kind_which").click()
    assert window.shell.state.study.question.tie_break[0] is TieBreak.SIMPLEST
    choose(on_page(window, QComboBox, "question_tie_break"), TieBreak.FASTEST)
    on_page(window, QAbstractButton, "kind_better").click()
    assert window.shell.state.study.question.tie_break[0] is TieBreak.FASTEST


def test_that_the_worth_of_a_difference_is_reckoned(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    press(window, qtbot, "worthOpen")
    dialog = window.findChild(WorthDialog, "worthDialog")
    dialog.cost.setValue(30)
    dialog.parts.setValue(30_000)
    dialog.parts.changed.emit(30_000)
    assert "18,000" in dialog.text.text()
    dialog.close()


def test_that_the_answers_of_a_question_name_what_matters(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    on_page(window, NumberBox, "margin").changed.emit(3.0)
    assert "3 per 100" in on_page(window, QLabel, "answer_same").text()
    on_page(window, QAbstractButton, "kind_good-enough").click()
    assert not on_page(window, QLabel, "answer_same").isEnabled()


# --- Candidates ---------------------------------------------------------------------------------------------------


def test_that_ticking_enters_a_model_and_raises_the_bar(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "tick_tree").click()
    assert {candidate.key for candidate in window.shell.state.study.candidates} == {"logistic", "forest", "tree"}
    assert on_page(window, QLabel, "panelValue_comparisons").text() == "2"
    assert "2 comparisons" in window.shell.header.chip.text()


def test_that_the_reference_moves_on_when_it_leaves(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "tick_logistic").click()
    assert window.shell.state.study.baseline == "forest"


def test_that_without_any_model_nothing_goes_on_and_nothing_else_changes(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "tick_logistic").click()
    on_page(window, QAbstractButton, "tick_forest").click()
    assert not on_page(window, QAbstractButton, "tick_forest").isChecked()
    assert window.shell.footer.said.text() == strings.candidates.NEED_ONE
    assert on_page(window, QLabel, "panelValue_comparisons").text() == "0"
    press(window, qtbot, "primary")
    assert window.shell.current == "candidates"
    on_page(window, QAbstractButton, "tick_tree").click()
    assert [candidate.key for candidate in window.shell.state.study.candidates] == ["tree"]
    press(window, qtbot, "primary")
    assert window.shell.current == "plan"


def test_that_only_the_person_says_that_the_baseline_is_in_use(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    assert not is_baseline_in_use(window.shell.state.study)
    on_page(window, QAbstractButton, "baselineUse_in-use").click()
    assert is_baseline_in_use(window.shell.state.study)
    on_page(window, QAbstractButton, "baselineUse_compare").click()
    assert not is_baseline_in_use(window.shell.state.study)


def test_that_models_not_in_the_list_can_be_added(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    page = window.shell.page("candidates")
    others = page._others()  # type: ignore[attr-defined]
    assert others
    page._tick(others[0].key, True)  # type: ignore[attr-defined]
    assert on_page(window, QAbstractButton, f"tick_{others[0].key}").isChecked()


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


def test_that_columns_of_predictions_are_offered_as_candidates(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "vendor", "candidates")
    assert on_page(window, QAbstractButton, "tick_vendor").isChecked()
    assert window.shell.state.study.candidate("vendor").settings == {"column": "vendor"}


# --- Review and lock ----------------------------------------------------------------------------------------------


def test_that_the_plan_is_read_back(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    claim = QTextDocumentFragment.fromHtml(on_page(window, QLabel, "claim").text()).toPlainText()
    assert "random forest" in claim
    assert "2 per 100" in claim
    assert on_page(window, QLabel, "reviewText_models").text() == "Random forest against logistic regression"
    assert "64 machines" in on_page(window, QLabel, "reviewText_data").text()


def test_that_comparisons_made_elsewhere_count(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    on_page(window, WholeBox, "earlier_comparisons").stepBy(4)
    assert window.shell.state.study.earlier_comparisons == 4
    assert on_page(window, QLabel, "comparisonsText").text() == "1 new, 4 before"
    assert "5 comparisons" in window.shell.header.chip.text()


def test_that_statements_must_be_answered_and_may_be_untrue(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    window.shell.state.change("row_meaning", "one window")
    for problem in window.shell.state.problems():
        if window.shell.state.is_open(problem) and problem.fixes:
            window.shell.state.apply(problem.fixes[-1])
    window.shell.go("review")
    press(window, qtbot, "primary")
    assert not window.shell.state.locked
    assert "open" in window.shell.footer.said.text()
    on_page(window, QAbstractButton, "unseen_no").click()
    on_page(window, QAbstractButton, "alone_yes").click()
    press(window, qtbot, "primary")
    qtbot.waitUntil(lambda: window.shell.state.locked, timeout=10_000)
    assert window.shell.state.study.answers["unseen"] == "no"


def test_that_open_things_of_earlier_pages_are_shown_there(window: Window, qtbot: QtBot, machines: Path) -> None:
    open_table(window, qtbot, machines)
    window.shell.go("review")
    press(window, qtbot, "primary")
    assert window.shell.current == "data"
    assert "open" in window.shell.footer.said.text()


def test_that_sealed_pages_can_be_read_but_not_changed(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot)
    window.shell.state.lock(window.settings.studies)
    window.shell.go("plan")
    assert "Locked" in window.shell.footer.said.text()
    assert not on_page(window, WholeBox, "folds").isEnabled()
    assert window.shell.rail.buttons["plan"].mark.state is StepState.LOCKED
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
    grid = on_page(window, DataGrid, "dataGrid")
    assert grid.isEnabled()
    grid.open_roles(1)
    assert grid.menu is None
    assert on_page(window, QLineEdit, "row_meaning").isReadOnly()
    assert not window.findChild(QWidget, "leaveOut").isEnabled()
    window.shell.go("review")
    assert on_page(window, QWidget, "reviewLines").isEnabled()
    assert not any(on_page(window, QAbstractButton, name).isEnabled() for name in ("unseen_no", "alone_yes"))
    assert not on_page(window, WholeBox, "earlier_comparisons").isEnabled()


def test_that_keys_scroll_a_sealed_page(window: Window, qtbot: QtBot) -> None:
    window.resize(1024, 600)
    open_sample(window, qtbot)
    window.shell.state.lock(window.settings.studies)
    theme.apply("light", 2.0)
    window.shell.go("plan")
    area = window.shell._areas["plan"]
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0, timeout=10_000)
    assert window.focusWidget() is area
    qtbot.keyClick(area, Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() > 0
    theme.apply("light")
