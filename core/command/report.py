"""`report FILE.evenfold --to FORMAT`: what leaves the program, written from the study file alone."""

import sys
from pathlib import Path

from core.command.output import OUTPUT
from core.errors import StudyError
from core.report.formats import FORMATS, Painter, key_of_ending, write_as
from core.report.subject import subject_of
from core.store.study_file import StudyFile

SUFFIXES = {row.key: row.suffix for row in FORMATS}


def report(file: Path, to: str | None, out: Path | None, painter: Painter | None) -> int:
    key = format_asked(to, out)
    with StudyFile.open(file) as opened:
        subject = subject_of(opened)
    for path in write_as(key, subject, out or file.with_suffix(SUFFIXES[key]), painter):
        print(f"Written: {path}")
    if subject.changed:
        print(f"evenfold: {file.name} was changed after it was sealed. What: evenfold check {file}", file=sys.stderr)
    return 0


def format_asked(to: str | None, out: Path | None) -> str:
    """By name or by the ending of the file; a file never gets the ending of another format."""
    if out == OUTPUT:
        raise StudyError("--out: a report is not written to standard output.", "Name a file.")
    meant = None if out is None else key_of_ending(out)
    if to is not None and meant not in (None, to):
        raise StudyError(
            f"--out: a name that ends in {SUFFIXES[meant or to]} is {meant}, and --to says {to}.", "Change one."
        )
    return to or meant or "html"
