"""Plays the samples and takes a picture of every screen: for the help, for the README, and for looking at."""

import csv
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from os import environ
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QCoreApplication, QEventLoop, QSize
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from core.data.samples import SAMPLES, sample
from core.errors import EngineError
from core.judge.limits import TRAINED_ON
from core.routes.predictions import ORDER
from gui import theme
from gui.about import show_about
from gui.routes.claim import ClaimPage
from gui.routes.route_page import RoutePage
from gui.settings import Settings
from gui.window import Window
from gui.wizard.pages.explore import ExplorePage

LOOKS = ("light", "dark")
SIZES = (QSize(1280, 640), QSize(1024, 600))
LARGE = 2.0
PATIENCE = 900.0  # seconds
RUNNING_FOR = 3.0
CLAIM = "98 % right on 500 parts"
ANSWERS = {TRAINED_ON: "no", ORDER: "yes"}
FILLED = ("data", "question", "candidates", "plan", "review")


class Tour:
    """Goes from screen to screen and photographs each in every look and size."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._taken = folder, 0
        self._window = Window(Settings())
        self._shell = self._window.shell
        self._window.show()

    def play(self) -> int:
        """How many pictures there are."""
        self._shoot("home")
        for key in ("predictions", "claim"):
            self._route(key)
        for place, row in enumerate(SAMPLES):
            self._play_sample(row.key, in_full=place == 0)
        self._shell.go("home")
        self._pass_time(1.0)
        self._shoot("home-afterwards")
        self._dialogs()
        self._window.close()
        return self._taken

    # --- Stops -------------------------------------------------------------------------------------------------------

    def _route(self, key: str) -> None:
        self._shell.go(key)
        self._shoot(f"{key}-empty")
        page = self._shell.page(key)
        assert isinstance(page, RoutePage)
        page.open(self._vendor_file())
        self._pass_time(1.5)
        if isinstance(page, ClaimPage):
            page.claimed.setText(CLAIM)
        self._shoot(f"{key}-filled")
        page.answers = dict(ANSWERS)
        page.act()
        self._wait(lambda: page.is_answered, 60.0)
        self._shoot(f"{key}-answer")

    def _vendor_file(self) -> Path:
        table = sample("vendor").make()
        path = Path(environ["EVENFOLD_HOME"]) / "parts.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([column.name for column in table.columns])
            levels = [column.levels for column in table.columns]
            for values in zip(*(column.values for column in table.columns), strict=True):
                writer.writerow([names[int(v)] if names else v for names, v in zip(levels, values, strict=True)])
        return path

    def _play_sample(self, key: str, in_full: bool) -> None:
        self._shell.open_sample(key)
        self._wait(lambda: self._shell.current == "review" and self._shell.state.study.source.endswith(key), 60.0)
        self._wait(lambda: self._shell.state.is_counted, 20.0)
        for page in FILLED if in_full else ("question", "candidates", "plan", "review"):
            self._shell.go(page)
            self._pass_time(0.5)
            self._shoot(f"{key}-{page}")
        if in_full:
            self._shell.show_why()
            self._shoot(f"{key}-why")
            self._shell.toggle_why()
        self._shell.act()
        self._wait(lambda: self._shell.current in ("run", "verdict"), 30.0)
        self._wait(lambda: self._shell.current == "verdict", RUNNING_FOR, must=False)
        if self._shell.current == "run":
            self._shoot(f"{key}-run")
        self._wait(lambda: self._shell.current == "verdict", PATIENCE)
        self._shoot(f"{key}-verdict")
        self._explore(key, in_full)
        self._shell.go("report")
        self._pass_time(2.0)
        self._shoot(f"{key}-report")

    def _explore(self, key: str, in_full: bool) -> None:
        self._shell.go("explore")
        page = self._shell.page("explore")
        assert isinstance(page, ExplorePage)
        for tab in page.tabs.keys if in_full else page.tabs.keys[:1]:
            page.tabs.open_tab(tab)
            self._pass_time(0.5)
            self._shoot(f"{key}-explore-{tab}")

    def _dialogs(self) -> None:
        openings: tuple[tuple[str, Callable[[], object]], ...] = (
            ("help", self._window.show_help),
            ("help-page", partial(self._window.show_help, "corrected-t")),
            ("help-sample", partial(self._window.show_help, "sample-bearing")),
            ("preferences", self._window.show_preferences),
            ("ledger", self._shell.show_ledger),
            ("about", partial(show_about, self._window)),
        )
        for name, opening in openings:
            opening()
            self._pass_time(1.0)
            dialogs = [found for found in self._window.findChildren(QDialog) if found.isVisible()]
            self._shoot(f"dialog-{name}", dialogs[-1])
            if isinstance(dialogs[-1], QMessageBox) or not name.startswith("help-p"):
                dialogs[-1].close()

    # --- Pictures ----------------------------------------------------------------------------------------------------

    def _shoot(self, name: str, widget: QWidget | None = None) -> None:
        """One picture for each look and size, and one with text twice as large."""
        for look in LOOKS:
            theme.apply(look)
            for size in SIZES:
                self._window.resize(size)
                self._save(f"{name}-{look}-{size.width()}x{size.height()}", widget)
        self._window.resize(SIZES[0])
        theme.apply(LOOKS[0], LARGE)
        self._save(f"{name}-large-text", widget)
        theme.apply(LOOKS[0])
        self._pass_time(0.1)

    def _save(self, name: str, widget: QWidget | None) -> None:
        self._pass_time(0.15)
        picture = (widget or self._window).grab()
        if not picture.save(str(self._folder / f"{name}.png")):
            raise EngineError(f"{name}.png could not be written.", hint=f"Is there room in {self._folder}?")
        self._taken += 1

    # --- Time --------------------------------------------------------------------------------------------------------

    def _pass_time(self, seconds: float) -> None:
        self._wait(lambda: False, seconds, must=False)

    def _wait(self, is_so: Callable[[], bool], seconds: float, must: bool = True) -> None:
        """Let the window work until it is so."""
        until = monotonic() + seconds
        while not is_so():
            if monotonic() > until:
                if must:
                    raise EngineError("The tour waited in vain.", hint=f"It was on the page {self._shell.current}.")
                return
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


@contextmanager
def own_home() -> Iterator[None]:
    """Nothing of the tour gets into this person's settings, studies and ledger."""
    before = environ.get("EVENFOLD_HOME")
    with tempfile.TemporaryDirectory(prefix="evenfold-tour-") as home:
        environ["EVENFOLD_HOME"] = home
        try:
            yield
        finally:
            if before is None:
                del environ["EVENFOLD_HOME"]
            else:
                environ["EVENFOLD_HOME"] = before


def play(folder: Path) -> int:
    """Exit code: 0 when every picture was taken."""
    assert QApplication.instance() is not None
    folder.mkdir(parents=True, exist_ok=True)
    with own_home():
        theme.apply(LOOKS[0])
        taken = Tour(folder).play()
    sys.stdout.write(f"{taken} pictures in {folder}\n")
    return 0
