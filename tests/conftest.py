"""What holds for every test: a home of its own, no display, and nothing left behind."""

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import core.wording  # noqa: F401, errors are said in words from its first import on
from core.native_build import CompilerError, compile_library, find_compiler, library_file
from gui.collector import collect_due

SECONDS_TO_SETTLE = 60.0

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

hypothesis.settings.register_profile("repeatable", hypothesis.settings.default, deadline=None, derandomize=True)
hypothesis.settings.load_profile("repeatable")  # neither chance nor how busy the computer is decides


def pytest_sessionstart() -> None:
    """The native core as the set-up compiles it; without a compiler the tests run on its twin, which takes longer."""
    compiler, folder = find_compiler(), Path(sys.prefix)
    if compiler is not None and not library_file(folder).exists():
        with contextlib.suppress(CompilerError, OSError):
            compile_library(compiler, folder)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "on_demand" in str(config.getoption("markexpr")):
        return
    for item in items:
        if item.get_closest_marker("on_demand"):
            item.add_marker(pytest.mark.skip(reason="on demand: run it with -m on_demand"))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Without a screen Qt keeps what was copied until the process ends, longer than the Python that made it."""
    if isinstance(QApplication.instance(), QApplication):
        QApplication.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Settings, ledger, log and studies of the tests never touch those of the person who runs them."""
    home = tmp_path_factory.mktemp("evenfold-home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVENFOLD_HOME", str(home))
        yield home


@pytest.fixture
def heeded_hangup() -> Iterator[None]:
    """A closed terminal counts even where the tests themselves were started to outlive theirs (nohup)."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


class PatientBot(QtBot):
    """Waits for what must happen, not for how long that takes: only what never comes is a failure."""

    LONGEST = 300_000  # milliseconds

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 0) -> None:
        super().waitUntil(callback, timeout=self.LONGEST)

    def waitSignal(
        self,
        signal: SignalInstance,
        *,
        timeout: int = 0,
        raising: bool | None = None,
        check_params_cb: Callable[..., bool] | None = None,
    ) -> Any:
        return super().waitSignal(signal, timeout=self.LONGEST, raising=raising, check_params_cb=check_params_cb)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _widgets_are_collected_between_tests() -> Iterator[None]:
    """As in the program itself: never on another thread, nor while Qt goes through its widgets."""
    gc.disable()
    yield
    collect_due()


@pytest.fixture(autouse=True)
def _no_thread_or_process_left() -> Iterator[None]:
    threads, processes = set(_threads()), set(multiprocessing.active_children())
    yield
    left = _after_settling(
        lambda: [*(set(_threads()) - threads), *(set(multiprocessing.active_children()) - processes)]
    )
    assert not left, f"The test left threads or processes running: {left}"


@pytest.fixture(autouse=True)
def _no_timer_or_window_left() -> Iterator[None]:
    started: list[weakref.ref[QObject]] = []
    windows = set(_visible_windows())
    with pytest.MonkeyPatch.context() as patch:
        _note_starts(QTimer, started, patch)
        _note_starts(QThread, started, patch)
        yield
    left = _after_settling(lambda: [*_still_going(started), *(set(_visible_windows()) - windows)])
    assert not left, f"The test left timers, threads or windows behind: {left}"


def _threads() -> list[threading.Thread]:
    """Threads of Python; those of Qt appear here as dummies that never go away and are watched on their own."""
    return [thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)]


def _note_starts(
    kind: type[QTimer] | type[QThread], started: list[weakref.ref[QObject]], patch: pytest.MonkeyPatch
) -> None:
    start = kind.start

    def noted(self: QObject, *arguments: object) -> None:
        started.append(weakref.ref(self))
        start(self, *arguments)  # type: ignore[arg-type, call-overload]

    patch.setattr(kind, "start", noted)


def _still_going(started: list[weakref.ref[QObject]]) -> list[QObject]:
    alive = [thing for thing in (baseline() for baseline in started) if thing is not None and shiboken6.isValid(thing)]
    return [thing for thing in alive if (thing.isActive() if isinstance(thing, QTimer) else thing.isRunning())]  # type: ignore[attr-defined]


def _visible_windows() -> list[QObject]:
    if not isinstance(QApplication.instance(), QApplication):
        return []
    return [window for window in QApplication.topLevelWidgets() if shiboken6.isValid(window) and window.isVisible()]


def _after_settling(look: Callable[[], list[object]]) -> list[object]:
    """What is still there after the event loop had a fair chance to tidy up."""
    until = time.monotonic() + SECONDS_TO_SETTLE
    while (left := look()) and time.monotonic() < until:
        if QCoreApplication.instance() is not None:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QCoreApplication.processEvents()
        time.sleep(0.01)
    return left
