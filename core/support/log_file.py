"""The log of the program: one file in the person's state folder. Messages that refer to the log name its path.

Rooms log with `logging.getLogger(__name__)`; the window and the terminal call `start_log` once.
"""

import logging
import sys
from contextlib import suppress
from typing import TextIO

from core.support import paths

LARGEST = 2**21  # bytes; a larger log is put aside at the next start, so that it cannot grow without end
CRASHED = 70  # exit code of a fault of the program itself, as sysexits.h has it
FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class LogOnTerminal(logging.StreamHandler[TextIO]):
    """In place of a log file that cannot be written."""


def start_log() -> None:
    """Let everything from INFO on be written to the log file; does nothing where a log was set up already.

    The file is made with its first line. Where it cannot be written, the log goes to the terminal's error output.
    """
    root = logging.getLogger()
    if root.hasHandlers():
        return
    path = paths.log()
    with suppress(OSError):
        if path.stat().st_size > LARGEST:
            path.replace(path.with_suffix(".old.log"))
    handler: logging.Handler
    try:
        path.open("a", encoding="utf-8").close()
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError:
        handler = LogOnTerminal()
    handler.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(handler)
    root.setLevel(logging.INFO)


def report_fault() -> int:
    """The last net: log the exception that is being handled, say one sentence, and return the exit code."""
    start_log()
    logging.getLogger(__name__).exception("ended by a fault of the program")
    if sys.stderr is not None:  # a program with a window has none on Windows
        sys.stderr.write(f"evenfold: This is a fault of Evenfold, not of your files. {refer_to_log()}\n")
    return CRASHED


def has_log_file() -> bool:
    """Whether the log goes into the file, so that messages may name it."""
    return not any(isinstance(handler, LogOnTerminal) for handler in logging.getLogger().handlers)


def refer_to_log() -> str:
    """Return the hint of an error whose details are in the log."""
    if has_log_file():
        return f"Details are in the log file {paths.log()}."
    return "Details are in the lines above, because no log file can be written."
