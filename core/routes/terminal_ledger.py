"""The ledger as the terminal uses it: what must be said about it goes to standard error, and nothing stops a study."""

import sys
from pathlib import Path

from core.domain.study import Study
from core.history.history import History
from core.history.recorder import OpenHistory, open_history_of
from core.support import paths

BAR = 80  # letters of a progress bar, which a note takes the place of


def open_history_aloud(study: Study, near: Path | None = None) -> History | None:
    found = open_history_near(study, near)
    for note in found.notes:
        say(note)
    return found.history


def open_history_near(study: Study, near: Path | None, being_run: Path | None = None) -> OpenHistory:
    """The ledger of this study; if it was lost, built again from the person's studies and those near a file.

    The file of a study that is being run is no earlier one.
    """
    folders = {paths.studies(), *(() if near is None else (near.absolute().parent,))}
    files = (file for folder in folders for file in folder.glob("*.evenfold"))
    return open_history_of(study, (file for file in files if being_run is None or file != being_run.absolute()))


def say(note: str) -> None:
    """Nothing where there is nothing to say."""
    if note:
        line = f"Note: {note}"
        sys.stderr.write(f"\r{line:<{BAR}}\n" if sys.stderr.isatty() else f"{line}\n")
