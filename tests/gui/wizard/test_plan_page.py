"""The page Plan, and what is used now on the page Candidates: every field reaches the study."""

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.domain.study import SchemeKind, TuningKind
from gui import strings
from gui.widgets.folds_drawing import FoldsDrawing
from gui.widgets.numbers import WholeBox
from gui.widgets.settings_dialog import SettingsDialog
from gui.window import Window
from gui.wizard.pages.advanced_dialog import AdvancedDialog
from gui.wizard.pages.incumbent import ColumnDialog
from gui.wizard.pages.input_groups_dialog import InputGroupsDialog
from gui.wizard.pages.plan import PlanPage
from tests.gui.wizard.test_pages import choose, on_page, open_sample, press

# --- Plan ---------------------------------------------------------------------------------------------------------

Kind = TypeVar("Kind", bound=QWidget)


def test_that_every_field_of_the_plan_reaches_the_study(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    on_page(window, WholeBox, "folds").stepBy(-5)
    on_page(window, WholeBox, "repeats").stepBy(2)
    on_page(window, QAbstractButton, "scheme_stratified").click()
    on_page(window, QAbstractButton, "scheme_grouped").click()
    choose(on_page(window, QComboBox, "tuning_kind"), TuningKind.NONE)
    seed = window.shell.state.study.seed
    advanced(window, QAbstractButton, "newSeed").click()
    study = window.shell.state.study
    assert (study.scheme.folds, study.scheme.repeats, study.scheme.max_repeats) == (5, 12, 12)
    assert not study.scheme.stratified
    assert not study.scheme.grouped
    assert study.tuning.kind is TuningKind.NONE
    assert study.seed != seed


def advanced(window: Window, kind: type[Kind], name: str) -> Kind:
    """A control of the dialog Advanced, which is opened first."""
    dialog = window.findChild(AdvancedDialog, "advancedDialog")
    if dialog is None:
        on_page(window, QAbstractButton, "advanced").click()
        dialog = window.findChild(AdvancedDialog, "advancedDialog")
    found = dialog.findChild(kind, name)
    assert isinstance(found, kind)
    return found


def test_that_shuffles_are_added_at_most_up_to_the_second_number(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    on_page(window, WholeBox, "mostRepeats").stepBy(20)
    assert (window.shell.state.study.scheme.repeats, window.shell.state.study.scheme.max_repeats) == (10, 30)
    on_page(window, WholeBox, "mostRepeats").stepBy(-25)
    assert (window.shell.state.study.scheme.repeats, window.shell.state.study.scheme.max_repeats) == (5, 5)
    choose(advanced(window, QComboBox, "scheme_kind"), SchemeKind.REPEATED_HOLDOUT)
    assert not on_page(window, WholeBox, "mostRepeats").isEnabled()
    assert window.shell.state.study.scheme.max_repeats == window.shell.state.study.scheme.repeats


def test_that_extra_estimates_are_ticked_and_the_main_way_is_not_offered(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    advanced(window, QAbstractButton, "extra_resubstitution").click()
    advanced(window, QAbstractButton, "extra_bootstrap").click()
    assert window.shell.state.study.extra == (SchemeKind.RESUBSTITUTION, SchemeKind.BOOTSTRAP)
    choose(advanced(window, QComboBox, "scheme_kind"), SchemeKind.HOLDOUT)
    assert not advanced(window, QAbstractButton, "extra_holdout").isVisible()


def test_that_the_drawing_follows_the_plan(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    drawing = on_page(window, FoldsDrawing, "foldsDrawing")
    qtbot.waitUntil(lambda: "10 × 10 = 100" in drawing.accessibleDescription())
    on_page(window, WholeBox, "folds").stepBy(-6)
    qtbot.waitUntil(lambda: "4 × 10 = 40" in drawing.accessibleDescription())
    assert not drawing.grab().isNull()


def test_that_a_plan_that_cannot_be_made_says_why(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    on_page(window, WholeBox, "folds").stepBy(90)
    drawing = on_page(window, FoldsDrawing, "foldsDrawing")
    qtbot.waitUntil(lambda: "no folds" in drawing.accessibleDescription())
    assert not drawing.grab().isNull()
    press(window, qtbot, "primary")
    assert window.shell.current == "plan"
    on_page(window, QAbstractButton, "fix_K-BIG_0").click()
    assert window.shell.state.study.scheme.folds == 10


def test_that_each_way_of_splitting_can_use_its_own_fields(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    choose(advanced(window, QComboBox, "scheme_kind"), SchemeKind.BOOTSTRAP)
    assert advanced(window, WholeBox, "samples").isEnabled()
    assert not on_page(window, WholeBox, "folds").isEnabled()
    assert window.shell.state.study.scheme.repeats == 1
    choose(advanced(window, QComboBox, "scheme_kind"), SchemeKind.REPEATED_HOLDOUT)
    assert advanced(window, WholeBox, "share").isEnabled()
    assert window.shell.state.study.scheme.repeats == 10


def test_that_everything_goes_back_to_what_was_suggested(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    suggested = window.shell.state.form.first.study.scheme
    on_page(window, WholeBox, "folds").stepBy(-3)
    window.shell.page("plan").secondary()[0].act()
    assert window.shell.state.study.scheme.folds == suggested.folds


# --- What is used now ---------------------------------------------------------------------------------------------


def test_that_a_formula_becomes_the_reference(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="candidates")
    on_page(window, QAbstractButton, "incumbentFormula").click()
    dialog = window.findChild(SettingsDialog)
    dialog.findChild(QLineEdit, "setting_formula").setText("rms_x - 2")
    dialog.findChild(QAbstractButton, "useSettings").click()
    study = window.shell.state.study
    assert study.baseline == "formula"
    assert study.candidate("formula").settings["formula"] == "rms_x - 2"
    assert [candidate.key for candidate in study.challengers] == ["logistic", "forest"]
    assert not window.shell.state.is_assumed("baseline")


def test_that_a_formula_with_an_unknown_input_is_refused_at_once(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("gui.wizard.pages.candidates.messages.show_error", lambda _, error: told.append(str(error)))
    open_sample(window, qtbot, page="candidates")
    before = window.shell.state.study
    on_page(window, QAbstractButton, "incumbentFormula").click()
    dialog = window.findChild(SettingsDialog)
    dialog.findChild(QLineEdit, "setting_formula").setText("nosuch + 1")
    dialog.findChild(QAbstractButton, "useSettings").click()
    assert [text for text in told if "nosuch" in text]
    assert window.shell.state.study == before


def test_that_a_column_of_predictions_becomes_the_reference(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    lines = ["today,force,quality"]
    lines += [f"{'yes' if n % 3 else 'no'},{n % 7},{'yes' if n % 2 else 'no'}" for n in range(60)]
    table = tmp_path / "parts.csv"
    table.write_text("\n".join(lines) + "\n", "utf-8")
    window.shell.open_path(table)
    qtbot.waitUntil(lambda: window.shell.state.data is not None, timeout=20_000)
    window.shell.go("candidates")
    on_page(window, QAbstractButton, "incumbentColumnAsk").click()
    dialog = window.findChild(ColumnDialog)
    assert [dialog.box.itemText(place) for place in range(dialog.box.count())] == ["today"]
    dialog.findChild(QAbstractButton, "useColumn").click()
    qtbot.waitUntil(lambda: window.shell.state.study.baseline == "today", timeout=20_000)
    state = window.shell.state
    assert state.data is not None
    assert state.data.features == ("force",)
    assert state.study.columns.given == ("today",)
    assert on_page(window, QAbstractButton, "tick_today").isChecked()


def test_that_a_table_without_such_a_column_says_so(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "corrosion", "candidates")
    on_page(window, QAbstractButton, "incumbentColumnAsk").click()
    assert window.shell.footer.said.text() == strings.candidates.COLUMN_NONE


def test_that_where_nothing_is_trained_there_is_nothing_to_shuffle(window: Window, qtbot: QtBot) -> None:
    window.shell.open_sample("vendor")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=20_000)
    assert on_page(window, QLabel, "reviewText_plan").text() == strings.review.AS_GIVEN
    window.shell.go("plan")
    page = window.shell.page("plan")
    assert isinstance(page, PlanPage)
    for control in (page.advanced, page.folds, page.repeats, page.most, page.tuning, page.final_test):
        assert not control.isEnabled()
    assert page.drawing.accessibleDescription() == strings.plan.NOTHING_TRAINED
    window.shell.open_sample("same")
    qtbot.waitUntil(lambda: window.shell.state.study.title != "Vendor's claim", timeout=20_000)
    window.shell.go("plan")
    assert all(control.isEnabled() for control in (page.advanced, page.folds, page.repeats, page.most))


def test_that_the_size_of_t2_reaches_the_study_from_10_to_50_percent(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    choose(on_page(window, QComboBox, "tuning_kind"), TuningKind.HOLDOUT)
    box = advanced(window, WholeBox, "tuningShare")
    assert box.isEnabled()
    assert (box.minimum(), box.maximum(), box.value()) == (10, 50, 25)
    box.stepBy(15)
    assert window.shell.state.study.tuning.share == 0.4


def test_that_which_inputs_matter_is_chosen_with_its_cost(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    study = window.shell.state.study
    runs = min(3, len(study.candidates)) * study.scheme.folds * study.scheme.repeats
    assert f"Up to {runs:,} more training runs after the answer" in advanced(window, QLabel, "importanceCost").text()
    advanced(window, QAbstractButton, "importance").click()
    assert not window.shell.state.study.importance
    assert not advanced(window, QAbstractButton, "inputGroupsButton").isEnabled()
    page = window.shell.page("plan")
    assert isinstance(page, PlanPage)
    assert strings.plan.REASONS_OFF in page.advanced_line.text()
    assert page.secondary()[0].enabled
    page._reset_all()
    assert window.shell.state.study.importance


def test_that_inputs_measured_together_are_shown_and_changed_before_the_run(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="plan")
    data = window.shell.state.data
    assert data is not None
    advanced(window, QAbstractButton, "inputGroupsButton").click()
    dialog = window.findChild(InputGroupsDialog, "inputGroupsDialog")
    assert list(dialog.numbers) == list(data.features)
    first, second = list(dialog.numbers)[:2]
    for name in (first, second):
        dialog.numbers[name].setValue(1)
    dialog.accept()
    assert (first, second) in window.shell.state.study.input_groups
    assert f"{first} + {second}" in advanced(window, QWidget, "inputGroupsLine").toolTip()
