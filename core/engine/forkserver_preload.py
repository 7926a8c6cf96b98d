"""Imported by the process that workers are copied from: loads what they need, and leaves when its program is gone."""

import os
import signal
from importlib import import_module

from core.support.lazy_import import PRELOAD_VARIABLE
from core.support.memory import freeze_loaded_objects

SECONDS_BETWEEN = 0.2


def preload_libraries() -> None:
    """Import what workers need, and exit when the program is gone: loading takes seconds on a busy computer."""
    program = os.getppid()

    def look(*_: object) -> None:
        if os.getppid() != program:
            os._exit(1)

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, SECONDS_BETWEEN, SECONDS_BETWEEN)
    try:
        for name in ("core.engine.worker_process", *os.environ.get(PRELOAD_VARIABLE, "").split()):
            import_module(name)
        freeze_loaded_objects()  # a worker that searched them for garbage would have a copy of all of them
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


preload_libraries()
