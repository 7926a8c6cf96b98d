"""The ledger as the terminal uses it: what must be said about it goes to standard error, and nothing stops a study."""

import sys
from pathlib import Path

from core.domain.study import Study
from core.store.ledger import Ledger
from core.store.ledger_repair import Opened, ledger_of
from core.support import paths

BAR = 80  # letters of a progress bar, which a note takes the place of


def ledger_in_words(study: Study, near: Path | None = None) -> Ledger | None:
    found = opened_near(study, near)
    for note in found.notes:
        say(note)
    return found.ledger


def opened_near(study: Study, near: Path | None, being_run: Path | None = None) -> Opened:
    """The ledger of this study; if it was lost, built again from the person's studies and those near a file.

    The file of a study that is being run is no earlier one.
    """
    folders = {paths.studies(), *(() if near is None else (near.absolute().parent,))}
    files = (file for folder in folders for file in folder.glob("*.evenfold"))
    return ledger_of(study, (file for file in files if being_run is None or file != being_run.absolute()))


def say(note: str) -> None:
    """Nothing where there is nothing to say."""
    if note:
        line = f"Note: {note}"
        sys.stderr.write(f"\r{line:<{BAR}}\n" if sys.stderr.isatty() else f"{line}\n")
