"""Starts the window: application, log, look, and what happens when something unexpected does."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from core.application.exit_codes import STOPPED
from core.application.study_files import StudyFile
from core.support import paths
from core.support.errors import EvenfoldError
from core.support.log_file import start_log
from core.support.stop_signals import handle_stop_signals
from core.support.text import pluralize
from gui import strings, theme, tour
from gui.collector import Collector
from gui.messages import Unexpected
from gui.settings import Settings
from gui.window import Window

TOUR = "--tour"
FIRST_CHECK = 3000  # milliseconds, so that the start itself is not slowed down


def start(arguments: Sequence[str]) -> int:
    """Show the window and stay until it is closed; a path among the arguments is opened at once."""
    if TOUR in arguments[:1]:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        with Collector(make_application()):
            return tour.play(Path(arguments[1]), arguments[2:])
    application = make_application()
    settings = Settings()
    theme.apply(settings.theme, settings.text_scale)
    start_log()
    unexpected = Unexpected()
    unexpected.install()
    window = Window(settings)
    follow_system(application, settings)
    if sys.platform == "darwin":
        open_files_from_desktop(application, window)
    window.show()
    window.shell.announce(paths.about_makeshift())
    QTimer.singleShot(FIRST_CHECK, window, lambda: window.self_check.at_first_start() if window.isVisible() else None)
    files = [Path(argument) for argument in arguments if not argument.startswith("-")]
    if files:
        QTimer.singleShot(0, lambda: window.shell.open_path(files[0]))
    stop = StopOnSignal(window)
    with handle_stop_signals(stop.ask), Collector(application):  # which runs often enough for Python to see a signal
        code = application.exec()
    return STOPPED if stop.is_asked else code


class StopOnSignal(QObject):
    """Closes the window when the terminal, the desktop or the system asks for it, and says what was kept."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.is_asked = False

    def ask(self) -> None:
        """Comes in the middle of any work of the window's thread, so the window closes after it."""
        if not self.is_asked:
            self.is_asked = True
            QTimer.singleShot(0, self, self._close)

    def _close(self) -> None:
        file = self._window.shell.state.file
        self._window.close()
        QApplication.quit()
        if sys.stderr is not None:  # a program with a window has none on Windows
            sys.stderr.write(f"{_tell_kept(None if file is None else file.path)}\n")


def _tell_kept(path: Path | None) -> str:
    """As many trainings as are really in the file, now that it is closed."""
    if path is None or not path.exists():
        return strings.STOPPED
    try:
        with StudyFile.open(path, only_read=True) as file:
            return strings.STOPPED_KEPT.format(trainings=pluralize(len(file.done()), "training"), file=path)
    except EvenfoldError as problem:
        return f"{strings.STOPPED} {problem}"


def open_files_from_desktop(application: QApplication, window: Window) -> None:
    application.installEventFilter(FilesFromDesktop(window.shell.open_path, window))


class FilesFromDesktop(QObject):
    """macOS tells of a double click with an event, not with an argument; it sees every event, so only macOS has it."""

    def __init__(self, open_path: Callable[[Path], None], parent: QObject) -> None:
        super().__init__(parent)
        self._open_path = open_path

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().eventFilter(watched, event)
        self._open_path(Path(event.file()))
        return True


def make_application() -> QApplication:
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName(strings.APPLICATION)
    application.setApplicationDisplayName(strings.APPLICATION)
    return application


def follow_system(application: QApplication, settings: Settings) -> None:
    """Where the person chose so, the look changes with the desktop's."""

    def changed() -> None:
        if settings.theme == theme.SYSTEM:
            theme.apply(settings.theme, settings.text_scale)

    application.styleHints().colorSchemeChanged.connect(lambda _scheme: changed())
