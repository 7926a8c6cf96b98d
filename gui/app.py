"""Starts the window: application, log, look, and what happens when something unexpected does."""

import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from core import paths
from gui import strings, theme, tour
from gui.messages import Unexpected
from gui.settings import Settings
from gui.window import Window

TOUR = "--tour"
FIRST_CHECK = 3000  # milliseconds, so that the start itself is not slowed down


def start(arguments: Sequence[str]) -> int:
    """Show the window and stay until it is closed; a path among the arguments is opened at once."""
    if TOUR in arguments[:1]:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        make_application()
        return tour.play(Path(arguments[1]))
    application = make_application()
    settings = Settings()
    theme.apply(settings.theme, settings.text_scale)
    keep_log()
    unexpected = Unexpected()
    unexpected.install()
    window = Window(settings)
    follow_system(application, settings)
    window.show()
    QTimer.singleShot(FIRST_CHECK, window.self_check.at_first_start)
    files = [Path(argument) for argument in arguments if not argument.startswith("-")]
    if files:
        QTimer.singleShot(0, lambda: window.shell.open_path(files[0]))
    return application.exec()


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


def keep_log() -> None:
    logging.basicConfig(
        filename=paths.log(), level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", encoding="utf-8"
    )
