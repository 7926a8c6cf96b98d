"""Starts Evenfold: its environment first, then the window, the command line or the checks."""

import atexit
import contextlib
import multiprocessing
import os
import sys
import threading
from typing import Any, NoReturn

OLDEST_PYTHON = (3, 11)


def main() -> int:
    if sys.version_info < OLDEST_PYTHON:
        print(f"Evenfold needs Python 3.11 or newer, and this is Python {sys.version.split()[0]}.", file=sys.stderr)
        print("Install a newer one and start Evenfold with it, for example: python3.12 main.py", file=sys.stderr)
        return 2
    try:
        return start()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except Exception:  # noqa: BLE001 the last net, which logs it
        from core.support.log_file import report_fault

        return report_fault()


def start() -> int:
    from core import bootstrap
    from core.support.stop_signals import raise_on_stop_signals

    arguments = sys.argv[1:]
    purpose = bootstrap.purpose_of(arguments)
    bootstrap.one_thread_each()
    with raise_on_stop_signals():  # whatever a set-up has started ends with it
        code = None if getattr(sys, "frozen", False) else bootstrap.enter(purpose)
    if code is not None:
        return code
    if purpose is bootstrap.Purpose.TESTS:
        if getattr(sys, "frozen", False):
            print("The installed program has no tests; they are beside its sources.", file=sys.stderr)
            return 2
        from core import bootstrap_checks

        return bootstrap_checks.run(arguments[1:])
    try:
        return work(arguments, purpose is bootstrap.Purpose.WINDOW)
    except Exception as problem:  # noqa: BLE001 raised again where no package is damaged
        from core.support.damaged_package import name_package

        return bootstrap.start_repaired(problem, name_package(problem))


def work(arguments: list[str], in_window: bool) -> int:
    if in_window:
        from gui import app

        return app.start(arguments)
    from core import terminal

    return terminal.main(arguments, Painter()) if arguments else terminal.without_display()


class Painter:
    """Only what is painted needs Qt, so only this loads it."""

    def pdf(self, pages: Any, path: Any) -> None:
        _qt("PDF").write_pdf(pages, path)

    def png(self, picture: Any, dots_per_inch: int) -> bytes:
        return bytes(_qt("A picture").png(picture, dots_per_inch))


def _qt(what: str) -> Any:
    from core.support.errors import StoreError

    try:
        from gui import pdf
    except ImportError as problem:
        raise StoreError(f"{what} needs Qt, which cannot be loaded: {problem}.", "Use html and print it.") from None
    return pdf


def leave(code: int) -> NoReturn:
    """End with this exit code, in order, but leave threads alone that are still at work.

    A stopped run may leave a training behind in a thread. Python ends such a thread where it next asks to go on; inside
    compiled C++ that aborts the whole program.
    """
    if any(thread.daemon for thread in threading.enumerate()):
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    leave(main())
