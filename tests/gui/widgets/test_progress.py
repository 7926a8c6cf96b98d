"""The bar of progress: what the working thread may ask of it, and when it stops the work."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.progress import STEPS, Progress


def bar(qtbot: QtBot) -> Progress:
    parent = QWidget()
    qtbot.addWidget(parent)
    progress = Progress("Looking", parent)
    progress.setMinimumDuration(0)
    return progress


def test_that_overtaken_work_is_told_to_stop_after_the_bar_is_gone(qtbot: QtBot) -> None:
    progress = bar(qtbot)
    progress.end()
    QCoreApplication.sendPostedEvents(progress, QEvent.Type.DeferredDelete)
    assert progress.watch(0.3) is False


def test_that_the_bar_follows_the_share_it_was_told(qtbot: QtBot) -> None:
    progress = bar(qtbot)
    assert progress.watch(0.4) is True
    qtbot.waitUntil(lambda: progress.value() == int(0.4 * STEPS))
    progress.end()


def test_that_the_bar_is_never_full_before_the_work_has_ended(qtbot: QtBot) -> None:
    progress = bar(qtbot)
    progress.watch(1.0)
    qtbot.waitUntil(lambda: progress.value() == STEPS - 1)
    progress.end()


def test_that_cancelling_stops_the_work_at_its_next_question(qtbot: QtBot) -> None:
    progress = bar(qtbot)
    progress.canceled.emit()
    assert progress.watch(0.5) is False
    progress.end()
