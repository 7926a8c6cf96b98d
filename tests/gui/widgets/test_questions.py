"""The fields of the open questions: high enough for their lines at every size of text."""

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.report.sections.questions import Question
from gui import theme
from gui.widgets.questions import Questions


def asked(qtbot: QtBot) -> tuple[Questions, QPlainTextEdit]:
    shown = Questions(lambda _answers: None)
    qtbot.addWidget(shown)
    shown.ask([Question("why", "Why these rows?", "REFORMS")], {})
    with qtbot.waitExposed(shown):
        shown.show()
    return shown, shown.fields["why"]


def two_lines_fit(field: QPlainTextEdit) -> bool:
    return field.height() >= 2 * field.fontMetrics().lineSpacing() + 8


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_that_a_field_has_room_for_two_lines_at_this_text_size(qtbot: QtBot, scale: float) -> None:
    theme.apply("light", scale)
    _shown, field = asked(qtbot)
    assert two_lines_fit(field)
    theme.apply("light")


def test_that_fields_grow_when_the_text_is_enlarged(qtbot: QtBot) -> None:
    theme.apply("light")
    _shown, field = asked(qtbot)
    before = field.height()
    theme.apply("light", 2.0)
    qtbot.waitUntil(lambda: field.height() > 1.5 * before)
    assert two_lines_fit(field)
    theme.apply("light")


def test_that_the_source_of_a_question_is_not_torn(qtbot: QtBot) -> None:
    shown = Questions(lambda _answers: None)
    qtbot.addWidget(shown)
    shown.ask([Question("why", "Why these rows?", "REFORMS 1b")], {})
    assert [text.text() for text in shown.findChildren(QLabel)] == ["Why these rows? (REFORMS\N{NO-BREAK SPACE}1b)"]
