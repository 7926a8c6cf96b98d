"""Work on the window's own thread that is done piece by piece, with a turn of the event loop between two pieces."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

NOTHING: Iterator[None] = iter(())


class Pieces(QObject):
    """Each `yield` ends a piece; whatever is begun takes the place of what is under way."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work = NOTHING
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def begin(self, work: Iterator[None], every: int = 0) -> None:
        """A piece every so many milliseconds; 0 is at once, after what is waiting to be painted."""
        self._work = work
        self._timer.start(every)

    @property
    def busy(self) -> bool:
        return self._timer.isActive()

    def stop(self) -> None:
        self._work = NOTHING
        self._timer.stop()

    def _go_on(self) -> None:
        work = self._work
        if next(work, self) is self and work is self._work:
            self.stop()
