"""The check of the installation: at the first start in the background, later from the Help menu."""

from html import escape

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from core.application.check_installation import Check, installation, keep
from core.support import paths
from core.version import VERSION
from gui.messages import show_error
from gui.settings import Settings
from gui.strings import self_check as words
from gui.tasks import Background


class SelfCheck:
    """Runs off the window's thread; at the first start of a version it speaks only of problems."""

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        self._parent, self._settings = parent, settings
        self._background = Background(parent)

    def at_first_start(self) -> None:
        if self._settings.checked != VERSION:
            self._start(only_problems=True)

    def on_request(self) -> None:
        self._start(only_problems=False)

    def _start(self, only_problems: bool) -> None:
        seen = of_window()

        def work() -> tuple[Check, ...]:
            found = (*installation(), *seen)
            keep(found)
            return found

        def done(found: tuple[Check, ...]) -> None:
            self._settings.checked = VERSION
            if not only_problems or any(not check.ok for check in found):
                show(self._parent, found)

        self._background.start(work, done, lambda error: show_error(self._parent, error))

    @property
    def busy(self) -> bool:
        return self._background.busy

    def wait(self) -> None:
        self._background.wait()


def of_window() -> tuple[Check, ...]:
    """What only the window knows."""
    screen = QGuiApplication.primaryScreen()
    size, families = screen.size(), QFontDatabase.families()
    said = words.PLATFORM_SAID.format(
        version=qVersion(),
        platform=QGuiApplication.platformName(),
        width=size.width(),
        height=size.height(),
        ratio=screen.devicePixelRatio(),
    )
    fonts = words.FONTS_SAID.format(count=len(families)) if families else words.NO_FONTS
    return Check(words.PLATFORM, True, said), Check(words.FONTS, bool(families), fonts)


def show(parent: QWidget, found: tuple[Check, ...]) -> None:
    wrong = sum(not check.ok for check in found)
    box = QMessageBox(parent)
    box.setObjectName("selfCheckBox")
    box.setWindowTitle(words.TITLE)
    box.setIcon(QMessageBox.Icon.Warning if wrong else QMessageBox.Icon.Information)
    box.setText({0: words.ALL_WELL, 1: words.PROBLEMS_ONE}.get(wrong, words.PROBLEMS.format(count=wrong)))
    lines = "".join(f"<p>{'✔' if check.ok else '✘'} <b>{check.title}</b>: {escape(check.said)}</p>" for check in found)
    box.setInformativeText(f"{lines}<p>{escape(words.LOG.format(path=paths.self_check()))}</p>")
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.open()
