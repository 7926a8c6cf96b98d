"""Imported by the process that workers are copied from: loads what they need, and leaves when its program is gone."""

import gc
import os
import signal
from importlib import import_module

from core.support.lazy_import import TRAINING

SECONDS_BETWEEN = 0.2


def load_while_wanted() -> None:
    """Loading takes seconds on a busy computer; who has no program left would only be in the way of others."""
    program = os.getppid()

    def look(*_: object) -> None:
        if os.getppid() != program:
            os._exit(1)

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, SECONDS_BETWEEN, SECONDS_BETWEEN)
    try:
        for name in (*TRAINING, "core.engine.worker"):
            import_module(name)
        gc.freeze()  # who looks for garbage among what was loaded has a copy of all of it
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


load_while_wanted()
