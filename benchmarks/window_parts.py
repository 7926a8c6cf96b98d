"""The window at work, measured from inside: a run with two workers, many outcomes a second, every tab of Explore.

Run as `python -m benchmarks.window_parts run|feed|explore`; it writes one line of JSON.
"""

import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from benchmarks.speed.sets import breast_cancer
from core.application.run_study import run_study
from core.domain.events import Ended, Progressed
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.store.study_file import StudyFile
from gui.app import make_application
from gui.collector import Collector
from gui.settings import Settings
from gui.theme import apply
from gui.window import Window
from gui.wizard.pages.result import ResultPage
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage
from gui.wizard.state import Form, State

Numbers = dict[str, float]
FIVE = ("logistic", "naive-bayes", "knn", "lda", "tree")
WATCH_MS, EVERY_MS, FED_SECONDS, RATE = 5, 50, 10.0, 1000
READ_SECONDS, AFTERWARDS = 10.0, 0.5


class Watchdog:
    """A timer of 5 ms in the event loop: what comes late was kept waiting by something else in the loop."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.busy: list[float] = []
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(WATCH_MS)
        self._timer.timeout.connect(self._look)
        self._last = (0.0, 0.0)

    def start(self) -> None:
        self._last = time.perf_counter(), time.thread_time()
        self._timer.start()

    def _look(self) -> None:
        now = time.perf_counter(), time.thread_time()
        self.gaps.append(1000 * (now[0] - self._last[0]))
        self.busy.append(1000 * (now[1] - self._last[1]))
        self._last = now

    def numbers(self, name: str) -> Numbers:
        """Gaps on the wall, and how long this thread itself computed in them, which other programs do not disturb."""
        self._timer.stop()
        found = {}
        for title, values in (("gap", self.gaps), ("own work in a gap", self.busy)):
            found[f"{name}, {title} p99 ms"] = float(np.percentile(values, 99))
            found[f"{name}, {title} max ms"] = max(values)
        return found


class Stopwatch:
    """The longest time that each of some methods took, of this thread's own work."""

    def __init__(self) -> None:
        self.longest: Numbers = {}

    def watch(self, thing: object, name: str) -> None:
        """Put a clock around a method; one that Qt calls must be watched before it is connected."""
        method: Callable[..., object] = getattr(thing, name)

        def timed(*arguments: object, **named: object) -> object:
            began = time.thread_time()
            result = method(*arguments, **named)
            taken = 1000 * (time.thread_time() - began)
            self.longest[name] = max(self.longest.get(name, 0.0), taken)
            return result

        setattr(thing, name, timed)


def study(repeats: int) -> Study:
    return Study(
        title="Window",
        source="here",
        columns=Columns(target=("class",)),
        question=Question(cross_check="auc"),
        candidates=tuple(Candidate(key, key, {"pruning": "off"} if key == "tree" else {}) for key in FIVE),
        baseline=FIVE[0],
        scheme=SchemeChoice(folds=10, repeats=repeats, max_repeats=repeats),
        tuning=Tuning(TuningKind.NONE),
        answers={"unseen": "yes", "alone": "yes", "RES": "run"},
    )


def shown_window() -> Window:
    """As the program shows it, with its own care for forgotten objects."""
    application = make_application()
    apply("light")
    window = Window(Settings())
    window.resize(1280, 640)
    window.show()
    QApplication.processEvents()
    Collector(application).__enter__()
    return window


def wait_until(is_so: Callable[[], bool], seconds: float) -> None:
    """Let the event loop run, so that timers come as they do for a person."""
    loop, poll, last = QEventLoop(), QTimer(), QTimer()
    poll.timeout.connect(lambda: loop.quit() if is_so() else None)
    last.timeout.connect(loop.quit)
    poll.start(20)
    last.start(int(1000 * seconds))
    if not is_so():
        loop.exec()


def run() -> Numbers:
    """W1 with five candidates, warm workers as after filling in the steps; from the lock to the verdict."""
    window, data, dog, clock = shown_window(), breast_cancer(), Watchdog(), Stopwatch()
    state = State(form=Form(study(10), data))
    page, review = _on_review(window, state)
    watched = ((review, "_locked"), (page, "_arrived"), (page.view, "tick"), (page, "_ended"), (window.shell, "go"))
    for thing, name in watched:
        clock.watch(thing, name)
    first_bar: list[float] = []
    began = time.perf_counter()
    _note_first_bar(page, began, first_bar)
    dog.start()
    review._lock()
    wait_until(lambda: window.shell.current == "verdict", 900.0)
    wait_until(lambda: False, AFTERWARDS)
    found = {"first bar after lock, s": first_bar[0] if first_bar else float("nan"), **dog.numbers("run")}
    found |= {"run, s": time.perf_counter() - began - AFTERWARDS}
    window.close()
    return found | {f"run, longest {name.strip('_')} ms": taken for name, taken in clock.longest.items()}


def _on_review(window: Window, state: State) -> tuple[RunPage, ReviewPage]:
    """A person reads the plan for a while before it is locked: workers are started and the page Run is made."""
    window.shell.replace_state(state)
    window.shell.go("review")
    wait_until(lambda: False, READ_SECONDS)
    page, review = window.shell.page("run"), window.shell.page("review")
    assert isinstance(page, RunPage)
    assert isinstance(review, ReviewPage)
    return page, review


def _note_first_bar(page: RunPage, began: float, found: list[float]) -> None:
    """When a plot was drawn with a value in it."""
    tick = page.view.tick

    def noting() -> None:
        tick()
        if page._live.folds and not found:
            found.append(time.perf_counter() - began)

    page.view.tick = noting  # type: ignore[method-assign]


class Feeder(QObject):
    """Sends recorded outcomes from another thread, so many a second, in lists every 50 ms."""

    arrived = Signal(object)

    is_paused = False

    def __init__(self, recorded: Progressed) -> None:
        super().__init__()
        self.sent = 0
        self._recorded = recorded
        self._thread = threading.Thread(target=self._feed, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def _feed(self) -> None:
        each = RATE * EVERY_MS // 1000
        outcomes, values = self._recorded.outcomes, self._recorded.values
        per_outcome = len(values) // len(outcomes)
        began, total = time.perf_counter(), int(RATE * FED_SECONDS)
        while self.sent < total:
            start = self.sent % (len(outcomes) - each)
            some = values[start * per_outcome : (start + each) * per_outcome]
            self.sent += each
            batch = Progressed(outcomes[start : start + each], some, self.sent, total, None)
            self.arrived.emit((batch,))
            time.sleep(max(0.0, began + self.sent / RATE - time.perf_counter()))


def feed() -> Numbers:
    """A thousand outcomes a second for ten seconds, none of them computed."""
    window, data, dog = shown_window(), breast_cancer(), Watchdog()
    made = [event for event in _events(study(2), data) if isinstance(event, Progressed)]
    recorded = Progressed(
        tuple(one for event in made for one in event.outcomes if one.job.part == "main"),
        tuple(value for event in made for value in event.values),
        0,
        0,
        None,
    )
    state = State(form=Form(study(2), data))
    page, _ = _on_review(window, state)
    page.start = lambda: None  # type: ignore[method-assign]
    state.locked_at = "12:00"
    dog.start()
    window.shell.go("run")
    feeder, taken = Feeder(recorded), list[int]()
    page._worker = feeder  # type: ignore[assignment]

    def take(events: tuple[Progressed, ...]) -> None:
        page._arrived(feeder, events)  # type: ignore[arg-type]
        taken.append(events[0].done)

    feeder.arrived.connect(take)
    page._timer.start()
    began = time.process_time()
    feeder.start()
    wait_until(lambda: feeder.is_done, 120.0)
    sent = time.perf_counter()
    wait_until(lambda: bool(taken) and taken[-1] == feeder.sent, 60.0)
    behind = 1000 * (time.perf_counter() - sent)
    page._worker = None
    share = (time.process_time() - began) / FED_SECONDS
    found = {**dog.numbers("feed"), "feed, behind at the end ms": behind, "feed, share of a core": share}
    window.close()
    return found


def _events(one: Study, data: object, file: StudyFile | None = None) -> list[object]:
    stop, pause = threading.Event(), threading.Event()
    return list(run_study(one, data, stop, pause, Options(executor="inline", watched=True), file))  # type: ignore[arg-type]


def tabs() -> Numbers:
    """Every plot of Result, for a finished study of 55 repeats x 10 folds with five models, one after the other."""
    window, data = shown_window(), breast_cancer()
    with tempfile.TemporaryDirectory() as folder:
        state = State(form=Form(study(55), data))
        state.lock(Path(folder))
        ended = _events(state.study, data, state.file)[-1]
        assert isinstance(ended, Ended)
        state.run, state.findings = ended.run, ended.findings
        window.shell.replace_state(replace(state, visited={"run"}))
        page = window.shell.page("verdict")
        assert isinstance(page, ResultPage)
        found = {"result, page": _taken(partial(window.shell.go, "verdict"))}
        for key in page.panel.card.keys:
            found[f"result, {key}"] = _taken(partial(page.panel.card.open_tab, key))
        window.close()
    opened = [value for name, value in found.items() if name != "result, page"]
    return {"slowest tab ms": max(opened), **{f"{name} ms": value for name, value in found.items()}}


def _taken(work: Callable[[], None]) -> float:
    """Milliseconds of processor time of this process."""
    began = time.process_time()
    work()
    QApplication.processEvents()
    return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"run": run, "feed": feed, "tabs": tabs}[sys.argv[1]]()) + "\n")
