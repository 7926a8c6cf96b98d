"""The ledger as the terminal uses it: what must be said about it goes to standard error, and nothing stops a study."""

import sys
from pathlib import Path

from core import paths
from core.domain.study import Study
from core.store.ledger import Ledger
from core.store.ledger_repair import Opened, ledger_of


def ledger_in_words(study: Study, near: Path | None = None) -> Ledger | None:
    found = opened_near(study, near)
    for note in found.notes:
        say(note)
    return found.ledger


def opened_near(study: Study, near: Path | None) -> Opened:
    """The ledger of this study; if it was lost, built again from the person's studies and those near a file."""
    folders = {paths.studies(), *(() if near is None else (near.absolute().parent,))}
    return ledger_of(study, (file for folder in folders for file in folder.glob("*.evenfold")))


def say(note: str) -> None:
    """Nothing where there is nothing to say."""
    if note:
        sys.stderr.write(f"Note: {note}\n")
