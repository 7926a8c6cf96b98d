"""`report FILE.evenfold --to FORMAT`: what leaves the program, written from the study file alone."""

from pathlib import Path

from core.report.formats import FORMATS, Painter, write_as
from core.report.subject import subject_of
from core.store.study_file import StudyFile

SUFFIXES = {row.key: row.suffix for row in FORMATS}


def report(file: Path, to: str, out: Path | None, painter: Painter | None) -> int:
    with StudyFile.open(file) as opened:
        subject = subject_of(opened)
    for path in write_as(to, subject, out or file.with_suffix(SUFFIXES[to]), painter):
        print(f"Written: {path}")
    return 0
