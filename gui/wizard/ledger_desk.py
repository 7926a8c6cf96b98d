"""Where the wizard asks the ledger, off the window's thread, and shows it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.support.errors import EvenfoldError
from gui.ledger import Seen, look_up
from gui.settings import Settings
from gui.strings import ledger as strings
from gui.tasks import Background
from gui.wizard.ledger_dialog import LedgerDialog
from gui.wizard.state import State


class LedgerDesk(QObject):
    """Keeps what the ledger said in the state it was asked for."""

    told = Signal(str)
    """Something to say: that it is being asked, or what is wrong with it."""

    counted = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings, self._window = settings, parent
        self._background = Background(self)

    def ask(self, state: State, then: Callable[[], None] | None = None) -> None:
        """Fill in what is known of these rows, at once if it was asked before; then go on."""
        if state.data is None or state.locked or state.is_counted:
            if then is not None:
                then()
            return
        if then is not None:
            self.told.emit(strings.ASKING)
        work = partial(look_up, state.form.study, state.data, self._settings.studies)
        self._background.start(work, partial(self._answered, state, then), self._failed)

    def _answered(self, state: State, then: Callable[[], None] | None, seen: Seen) -> None:
        is_news = state.seen is None or state.seen.notes != seen.notes
        state.seen = seen
        self.counted.emit()
        if seen.notes and is_news:
            self.told.emit(" ".join(seen.notes))
        if then is not None:
            then()

    def _failed(self, error: EvenfoldError) -> None:
        self.told.emit(str(error))

    def show(self, state: State) -> LedgerDialog:
        dialog = LedgerDialog(state, self._settings.studies, self._window)
        dialog.changed.connect(self.counted)
        dialog.open()
        return dialog

    def close_down(self) -> None:
        self._background.wait()
