"""When Python looks for forgotten objects: on the window's thread, between two events, never at any other moment.

Left to itself, Python's collector runs in whichever thread happens to make the next object. A forgotten widget would be
destroyed there and then: on the thread of a run, or while Qt goes through a list it is in. Both crash the program.
"""

import gc

from PySide6.QtCore import QObject, QTimer

from core.support.memory import freeze_loaded_objects

EVERY = 500  # milliseconds


class Collector(QObject):
    """Takes over from Python for as long as it is entered."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.timeout.connect(collect_due)

    def __enter__(self) -> None:
        gc.disable()
        freeze_loaded_objects()  # what is there at the start stays to the end
        self._timer.start(EVERY)

    def __exit__(self, *_error: object) -> None:
        self._timer.stop()
        gc.unfreeze()
        gc.enable()


def collect_due() -> None:
    """What Python would have collected by now."""
    due = [
        age for age, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most
    ]
    if due:
        gc.collect(max(due))
