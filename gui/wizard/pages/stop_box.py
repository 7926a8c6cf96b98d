"""The question before a run is stopped, and whether that counts as a look."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from gui import strings


def ask_to_stop(parent: QWidget, is_seen: bool, progress: dict[str, int], stop: Callable[[], None]) -> None:
    """`progress` holds the `folds` that were seen and their `count`; to keep running is what Escape does."""
    box = QMessageBox(QMessageBox.Icon.Question, strings.run.STOP_TITLE, strings.run.STOP_TITLE, parent=parent)
    box.setObjectName("stopBox")
    box.setInformativeText(_told(is_seen, progress))
    keep = box.addButton(strings.run.KEEP_RUNNING, QMessageBox.ButtonRole.RejectRole)
    box.addButton(strings.run.STOP_RUN, QMessageBox.ButtonRole.AcceptRole).setObjectName("stopIt")
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.accepted.connect(stop)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def _told(is_seen: bool, progress: dict[str, int]) -> str:
    if not is_seen:
        return strings.run.STOP_UNSEEN
    return (strings.run.STOP_SEEN if progress["folds"] else strings.run.STOP_BEGUN).format(**progress)
