"""The few dialogs for what cannot wait, and what happens when something unexpected does."""

import logging
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from core.support import paths
from core.support.errors import EvenfoldError
from core.support.log_file import has_log_file
from core.support.typography import typeset
from gui import strings

LOG = logging.getLogger("evenfold")


def show_error(parent: QWidget | None, error: EvenfoldError) -> None:
    """An expected error that stops what was asked for: what is wrong, and how to go on."""
    box = QMessageBox(QMessageBox.Icon.Warning, strings.ERROR_TITLE, typeset(error.message), parent=parent)
    box.setObjectName("errorBox")
    box.setInformativeText(typeset(error.hint))
    box.open()


class Unexpected(QObject):
    """Takes the place of sys.excepthook: the log gets the details, the person gets a sentence and can copy them."""

    happened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.happened.connect(self._show)

    def install(self) -> None:
        sys.excepthook = self.handle

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """May be called on any thread; the dialog opens on the window's."""
        details = "".join(traceback.format_exception(kind, error, trace))
        LOG.error(details)
        if not issubclass(kind, KeyboardInterrupt):
            self.happened.emit(details)

    def _show(self, details: str) -> None:
        where = strings.UNEXPECTED_LOGGED.format(log=paths.log()) if has_log_file() else strings.UNEXPECTED_NOT_LOGGED
        box = QMessageBox(QMessageBox.Icon.Critical, strings.UNEXPECTED_TITLE, strings.UNEXPECTED_TITLE + ".")
        box.setInformativeText(f"{strings.UNEXPECTED} {where}")
        box.setDetailedText(details)
        copy = box.addButton(strings.COPY_DETAILS, QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
        box.addButton(QMessageBox.StandardButton.Close)
        box.exec()
