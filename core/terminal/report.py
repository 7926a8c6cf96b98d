"""`report FILE.evenfold --to FORMAT`: what leaves the program, written from the study file alone."""

import sys
from pathlib import Path

from core.application.report_input import subject_of
from core.report.formats import FORMATS, Painter, format_of, write_as
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from core.terminal.terminal_output import OUTPUT

SUFFIXES = {row.key: row.suffix for row in FORMATS}


def report(file: Path, to: str | None, out: Path | None, painter: Painter | None) -> int:
    if out == OUTPUT:
        raise StudyError("--out: a report is not written to standard output.", "Name a file.")
    key = to or "html" if out is None else format_of(out, to)
    with StudyFile.open(file) as opened:
        subject = subject_of(opened)
    for path in write_as(key, subject, out or file.with_suffix(SUFFIXES[key]), painter):
        print(f"Written: {path}")
    if subject.changed:
        print(f"evenfold: {file.name} was changed after it was saved. What: evenfold check {file}", file=sys.stderr)
    return 0
