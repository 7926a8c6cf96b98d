"""Open questions of the report, each with a field; an answer is handed on when its field is left."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from core.application.write_report import Question
from gui.dressing import Dressed
from gui.strings import report as words
from gui.widgets.parts import column, empty, label

LINES = 2.6


class Questions(Dressed, QScrollArea):
    """`answered` is called with all answers that are not empty, by key."""

    def __init__(self, answered: Callable[[dict[str, str]], None]) -> None:
        super().__init__()
        self.setObjectName("reportQuestions")
        self.setAccessibleName(words.QUESTIONS)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.fields: dict[str, QPlainTextEdit] = {}
        self._answered, self._told = answered, dict[str, str]()
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 8, 0)
        self.setWidget(inside)

    def ask(self, asked: Sequence[Question], told: Mapping[str, str]) -> None:
        empty(self._list)
        self.fields, self._told = {}, dict(told)
        for question in asked:
            self._list.addLayout(self._row(question, told.get(question.key, "")))
        self._list.addStretch(1)
        self.redress()

    def redress(self) -> None:
        """Fields of some lines, whatever the size of the text."""
        for field in self.fields.values():
            field.ensurePolished()
            field.setFixedHeight(round(LINES * field.fontMetrics().lineSpacing()) + 8)

    def _row(self, question: Question, text: str) -> QVBoxLayout:
        source = question.source.replace(" ", "\N{NO-BREAK SPACE}")
        caption = label(words.QUESTION.format(question=question.text, source=source))
        field = QPlainTextEdit(text)
        field.setObjectName(f"answer_{question.key}")
        field.setAccessibleName(question.text)
        field.setPlaceholderText(words.ANSWER_HINT)
        field.setTabChangesFocus(True)
        field.installEventFilter(self)
        caption.setBuddy(field)
        self.fields[question.key] = field
        return column(caption, field, spacing=2)

    @property
    def open(self) -> int:
        return sum(not field.toPlainText().strip() for field in self.fields.values())

    def answers(self) -> dict[str, str]:
        """Everything told, also to questions that are no longer asked."""
        shown = {key: field.toPlainText().strip() for key, field in self.fields.items()}
        return {key: text for key, text in {**self._told, **shown}.items() if text}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusOut:
            self.hand_on()
        return super().eventFilter(watched, event)

    def hand_on(self) -> None:
        """What was told since the last time, also in a field that is not left yet."""
        if self.answers() != self._told:
            self._told = self.answers()
            self._answered(dict(self._told))
