"""The messages of trainings that failed or warned, in full, with how often each came."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from core.figures.live import Trouble
from gui import strings
from gui.widgets.parts import button


class FailuresDialog(QDialog):
    """One paragraph for each message; failures first."""

    def __init__(self, troubles: Iterable[Trouble], names: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("failures")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(strings.run.MESSAGES_TITLE)
        self.resize(620, 400)
        self.text = QPlainTextEdit("\n\n".join(message_words(trouble, names) for trouble in troubles))
        self.text.setObjectName("failureTexts")
        self.text.setAccessibleName(strings.run.MESSAGES_TITLE)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(
            button(strings.COPY_DETAILS, self.copy, "copyFailures"), QDialogButtonBox.ButtonRole.ActionRole
        )
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(buttons)

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


def message_words(trouble: Trouble, names: Mapping[str, str]) -> str:
    words = strings.run.MESSAGE_FAILED if trouble.failed else strings.run.MESSAGE_WARNED
    told = words.format(
        count=trouble.count,
        who=names.get(trouble.candidate, trouble.candidate),
        repeat=trouble.job.repeat + 1,
        fold=trouble.job.fold + 1,
    )
    return f"{told[:1].upper()}{told[1:]}\n{trouble.message.strip()}"
