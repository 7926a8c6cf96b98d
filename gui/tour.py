"""Plays the samples and takes a picture of every screen: for the help, for the README, and for looking at.

The pages before the lock show each sample's own plan. It is then locked with fewer folds and shuffles, so that the
tour ends within minutes: what the pictures after the lock show was really computed, from fewer trainings. All
screens of a stage are taken in one look before the next is put on.
"""

import csv
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from os import environ
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QCoreApplication, QEventLoop, QSize
from PySide6.QtWidgets import QApplication, QDialog

from core.application.read_tables import SAMPLES, find_sample
from core.application.study_facts import TRAINED_ON
from core.domain.study import SchemeKind
from core.support.errors import EngineError
from gui import theme
from gui.about import show_about
from gui.routes.claim import ClaimPage
from gui.routes.laboratory import EXHIBITS
from gui.routes.short_study_page import ShortStudyPage
from gui.settings import Settings
from gui.window import Window
from gui.wizard.pages.result import ResultPage
from gui.wizard.pages.run import RunPage

SIZES = (QSize(1280, 720), QSize(1024, 600))
PATIENCE = 900.0  # seconds
BARS = 3  # folds that are seen in the picture of a run
FOLDS, SHUFFLES = 4, 2  # of the studies that are played
CLAIM = "98 % right on 500 parts"
FILLED = ("question", "candidates", "plan", "review")


@dataclass(frozen=True, slots=True)
class Look:
    theme: str
    text: float
    sizes: tuple[QSize, ...]
    suffix: str = ""

    def name(self, size: QSize) -> str:
        return self.suffix or f"{self.theme}-{size.width()}x{size.height()}"


LOOKS = (Look("light", 1.0, SIZES), Look("dark", 1.0, SIZES), Look("light", 2.0, SIZES[:1], "large-text"))


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen by its name in the pictures and how to get there."""

    name: str
    go: Callable[[], object] = lambda: None
    seconds: float = 0.3


class Tour:
    """Goes from screen to screen and photographs each in every look and size."""

    def __init__(self, folder: Path, wanted: Sequence[str] = ()) -> None:
        """Without names every screen is taken, otherwise those that begin with one of them, such as "bearing-run"."""
        self._folder, self._wanted, self._taken = folder, tuple(wanted), 0
        self._window = Window(Settings())
        self._shell = self._window.shell
        self._window.show()

    def play(self) -> int:
        """How many pictures there are."""
        self._shoot(Stop("home"))
        for key in ("predictions", "claim"):
            if self._leads_to(key):
                self._route(key)
        for place, row in enumerate(SAMPLES):
            if self._leads_to(row.key):
                self._play_sample(row.key, in_full=place == 0)
        self._shoot(Stop("home-afterwards", partial(self._shell.go, "home"), 1.0))
        self._dialogs()
        self._only(lambda: None)
        self._window.close()
        return self._taken

    def _is_wanted(self, name: str) -> bool:
        return not self._wanted or name.startswith(self._wanted)

    def _leads_to(self, key: str) -> bool:
        """Whether some screen of this sample or route is wanted."""
        return self._is_wanted(key) or any(name.startswith(key) for name in self._wanted)

    # --- Stops -------------------------------------------------------------------------------------------------------

    def _route(self, key: str) -> None:
        """Every step of a short route; what is shown was really compared."""
        self._shell.start_route(key)
        self._shoot(Stop(f"{key}-empty"))
        page = self._shell.page(key)
        assert isinstance(page, ShortStudyPage)
        page.open(self._vendor_file())
        self._pass_time(1.5)
        page.answers = {TRAINED_ON: "no"}
        if isinstance(page, ClaimPage):
            page.claimed.setText(CLAIM)
        while not page.is_answered:
            step = page.step
            self._shoot(Stop(f"{key}-{step}"))
            page.act()
            self._wait(lambda step=step: page.step != step, 60.0)  # type: ignore[misc]
        for step in ("result", "report"):
            page.show_step(step)
            self._shoot(Stop(f"{key}-{step}"))

    def _vendor_file(self) -> Path:
        table = find_sample("vendor").make()
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
        self._wait(lambda: self._shell.state.is_counted, 60.0)
        pages = ("data", *FILLED) if in_full else FILLED
        if in_full and self._is_wanted(f"{key}-review"):
            self._wait(self._is_time_told, 60.0, must=False)
        self._shoot(*(Stop(f"{key}-{page}", partial(self._before_lock, page)) for page in pages))
        if in_full:
            self._shoot(Stop(f"{key}-plan-one-by-one", self._one_by_one))
            while self._shell.state.can_undo:
                self._shell.undo()
        self._before_lock("review")
        self._shorten()
        self._shell.act()
        self._wait(lambda: self._shell.current in ("run", "verdict"), 60.0)
        self._shoot_run(key)
        self._wait(lambda: self._shell.current == "verdict", PATIENCE)
        self._shoot(*self._results(key, in_full))

    def _is_time_told(self) -> bool:
        """The review measures how long the study will take, and tells it a moment after it is opened."""
        return self._shell.clock.seconds() is not None

    def _shoot_run(self, key: str) -> None:
        """Paused, so that it is not over before the last picture."""
        page = self._shell.page("run")
        assert isinstance(page, RunPage)
        self._wait(lambda: self._shell.current == "verdict" or page.folds_seen >= BARS, PATIENCE, must=False)
        page.toggle_pause()
        self._pass_time(1.0)
        if self._shell.current == "run":
            self._shoot(Stop(f"{key}-run"))
        page.toggle_pause()

    def _before_lock(self, page: str) -> None:
        self._shell.go(page)
        if page == "data":  # what the columns look like is asked behind the page, and answered a moment later
            self._wait(lambda: self._shell.state.form.screened is not None, 60.0)

    def _one_by_one(self) -> None:
        """A plan that is blocked, with what it would do and how to mend it."""
        self._before_lock("plan")
        state = self._shell.state
        scheme = replace(state.study.scheme, kind=SchemeKind.LEAVE_ONE_OUT)
        state.change_study(replace(state.study, scheme=scheme), "scheme.kind")
        self._shell.go("plan")

    def _shorten(self) -> None:
        """The same study with fewer trainings, back on Review & lock."""
        state = self._shell.state
        scheme = replace(state.study.scheme, folds=FOLDS, repeats=SHUFFLES, max_repeats=SHUFFLES)
        state.change_study(replace(state.study, scheme=scheme), "scheme.folds")
        self._shell.go("review")
        self._wait(lambda: state.is_counted, 60.0)

    def _results(self, key: str, in_full: bool) -> Iterator[Stop]:
        yield Stop(f"{key}-verdict", partial(self._shell.go, "verdict"))
        page = self._shell.page("verdict")
        assert isinstance(page, ResultPage)
        for tab in page.panel.card.keys:
            yield Stop(f"{key}-verdict-{tab}", partial(self._plot, page, tab), 0.5)
        yield Stop(f"{key}-report", partial(self._shell.go, "report"), 1.0)
        for exhibit in EXHIBITS if in_full else ():
            yield Stop(f"{key}-laboratory-{exhibit.key}", partial(self._exhibit, exhibit.key), 0.5)

    def _plot(self, page: ResultPage, tab: str) -> None:
        self._shell.go("verdict")
        page.panel.card.open_tab(tab)

    def _exhibit(self, key: str) -> None:
        self._shell.go("laboratory")
        self._shell.page("laboratory").open_part(key)

    def _dialogs(self) -> None:
        openings: tuple[tuple[str, Callable[[], object]], ...] = (
            ("help", partial(self._window.show_help, "term-repeat")),
            ("help-page", partial(self._window.show_help, "corrected-t")),
            ("help-sample", partial(self._window.show_help, "sample-bearing")),
            ("preferences", self._window.show_preferences),
            ("ledger", self._shell.show_ledger),
            ("about", partial(show_about, self._window)),
        )
        self._shoot(*(Stop(f"dialog-{name}", partial(self._only, opening), 1.0) for name, opening in openings))

    def _only(self, opening: Callable[[], object]) -> None:
        """Open a dialog after those before it are closed."""
        for dialog in self._shown_dialogs():
            dialog.close()
        opening()

    def _shown_dialogs(self) -> list[QDialog]:
        return [found for found in self._window.findChildren(QDialog) if found.isVisible()]

    # --- Pictures ----------------------------------------------------------------------------------------------------

    def _shoot(self, *stops: Stop) -> None:
        """One picture of each that is wanted for each look and size."""
        wanted = [stop for stop in stops if self._is_wanted(stop.name)]
        for look in LOOKS if wanted else ():
            theme.apply(look.theme, look.text)
            for stop in wanted:
                stop.go()
                self._pass_time(stop.seconds)
                self._shoot_sizes(stop.name, look)
        self._window.resize(SIZES[0])
        theme.apply(LOOKS[0].theme)

    def _shoot_sizes(self, name: str, look: Look) -> None:
        for size in look.sizes:
            self._window.resize(size)
            self._pass_time(0.1)
            shown = (self._window, *self._shown_dialogs())[-1]
            if not shown.grab().save(str(self._folder / f"{name}-{look.name(size)}.png")):
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


def play(folder: Path, wanted: Sequence[str] = ()) -> int:
    """Exit code: 0 when every picture was taken."""
    assert QApplication.instance() is not None
    folder.mkdir(parents=True, exist_ok=True)
    with own_home():
        theme.apply(LOOKS[0].theme)
        taken = Tour(folder, wanted).play()
    sys.stdout.write(f"{taken} pictures in {folder}\n")
    return 0
