"""The page Question: one table for several outputs, a limit where one is needed, and help that is true."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.numbers import NumberBox
from gui.window import Window
from tests.gui.wizard.test_pages import choose, on_page, open_sample, press


def test_that_every_output_has_its_margin_unit_and_limit_in_one_table(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "corrosion", "question")
    state = window.shell.state
    assert state.data is not None
    first, second, *_ = state.data.outputs
    before = state.study.margin(first)
    on_page(window, NumberBox, "margin_1").stepUp()
    assert len(state.study.question.margins) == 4
    assert state.study.margin(first) == before
    assert state.is_changed("question.margin")
    limit = on_page(window, NumberBox, "goodEnough_1")
    limit.changed.emit(7.0)
    assert state.study.question.limits == {second: 7.0}
    assert (state.study.limit(first), state.study.limit(second)) == (None, 7.0)
    assert state.is_set("question.good_enough")
    unit = on_page(window, QLineEdit, "outputUnit_1")
    unit.setText("MPa")
    unit.editingFinished.emit()
    assert state.study.columns.units == {second: "MPa"}
    assert limit.suffix().strip() == "MPa"
    assert limit.accessibleName() == f"Limit to meet, {second}"
    assert all(box.accessibleName() for box in window.shell.page("question").findChildren(NumberBox))
    assert not on_page(window, QWidget, "row_question_good_enough").isVisible()
    for key in ("question.margin", "question.good_enough"):
        window.shell.page("question").reset(key)  # type: ignore[attr-defined]
        assert not state.is_changed(key)


def test_that_good_enough_asks_for_a_limit_before_it_goes_on(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, "propeller", "question")
    on_page(window, QAbstractButton, "kind_good-enough").click()
    press(window, qtbot, "primary")
    assert window.shell.current == "question"
    assert on_page(window, NumberBox, "goodEnough_0").hasFocus()
    on_page(window, NumberBox, "goodEnough_0").changed.emit(5.0)
    press(window, qtbot, "primary")
    assert window.shell.current == "candidates"


def test_that_no_reason_is_told_for_a_value_that_was_not_suggested(window: Window, qtbot: QtBot) -> None:
    """The sample decides by MAPE: why the MAE would be suggested, or another margin, says nothing about it."""
    open_sample(window, qtbot, "propeller", "question")
    for name in ("measure", "margin", "cross_check"):
        assert "uggested" not in on_page(window, QLabel, f"message_question_{name}").text(), name


def test_that_what_follows_from_another_choice_is_not_called_the_persons(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    choose(on_page(window, QComboBox, "question_measure"), "auc")
    assert "Your value" in on_page(window, QLabel, "message_question_measure").text()
    for name in ("margin", "cross_check"):
        assert "Your value" not in on_page(window, QLabel, f"message_question_{name}").text(), name


def test_that_scrolling_over_a_box_without_the_focus_changes_nothing(window: Window, qtbot: QtBot) -> None:
    open_sample(window, qtbot, page="question")
    question = window.shell.state.study.question
    turned = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    for box in (on_page(window, NumberBox, "margin"), on_page(window, QComboBox, "question_measure")):
        window.shell.page("question").setFocus()
        assert not box.hasFocus()
        QApplication.sendEvent(box, turned)
        assert not box.hasFocus()
    assert window.shell.state.study.question == question
