"""The history as the terminal uses it: what must be said about it goes to standard error, and nothing stops a study."""

import argparse
import sys
from pathlib import Path

from core.application.comparison_history import count_with_history, open_history_near, with_history, with_reason
from core.domain.dataset import Dataset
from core.domain.study import REASON, Study
from core.history.history import History
from core.support.errors import StoreError, StudyError
from core.terminal.terminal_output import rewrite_line
from core.wording.history_text import word_count

BAR = 80  # letters of a progress bar, which a note takes the place of
IGNORE = "these are other rows than the history of this computer says: why (printed in the report)"


def add_ignore_history(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ignore-history", type=_reason, metavar="REASON", help=IGNORE)


def _reason(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a reason is needed, because it is printed in the report")
    return text.strip()


def open_history_aloud(study: Study, near: Path | None = None) -> History | None:
    found = open_history_near(study, near)
    for note in found.notes:
        say(note)
    return found.history


def count_aloud(study: Study, data: Dataset, history: History | None, reason: str | None = None) -> Study:
    """Return the study with the earlier comparisons on its rows, as in the window; that they count is said."""
    asked = with_reason(study, reason) if reason else study
    try:
        counted, found = with_history(asked, data, history), count_with_history(asked, data, history)
    except StoreError as problem:
        say(str(problem))
        counted, found = with_history(asked, data, None), count_with_history(asked, data, None)
    if found.before:
        say(word_count(found.before, found.total, study.alpha))
    return counted


def refuse_late_reason(reason: str | None, locked: Study, name: str) -> None:
    """A count that is locked stays: what was said before the results were seen cannot be changed after."""
    if reason and reason != locked.answers.get(REASON, ""):
        raise StudyError(f"{name} is locked with its count of comparisons.", "Leave --ignore-history out.")


def say(note: str) -> None:
    """Nothing where there is nothing to say."""
    if note:
        line = f"Note: {note}"
        if sys.stderr.isatty():
            rewrite_line(sys.stderr, f"{line:<{BAR}}")
            line = ""
        sys.stderr.write(f"{line}\n")
