"""`report FILE.evenfold --to FORMAT`: what leaves the program, written from the study file alone."""

from collections.abc import Callable, Mapping
from pathlib import Path

from core.errors import StudyError
from core.report.docx import write_docx
from core.report.html import html_page
from core.report.output import write_text
from core.report.pages import Pages, pages
from core.report.script import write_script
from core.report.sections import document
from core.report.sentence import methods_paragraph, verdict_sentence
from core.report.subject import Subject, subject_of
from core.report.tables import write_csv, write_xlsx
from core.store.study_file import StudyFile

SUFFIXES = {"text": ".txt", "script": ".zip"}
FORMATS = ("html", "pdf", "docx", "csv", "xlsx", "text", "script")
Written = tuple[Path, ...]


def report(file: Path, to: str, out: Path | None, writers: Mapping[str, Callable[[Pages, Path], None]]) -> int:
    with StudyFile.open(file) as opened:
        subject = subject_of(opened)
    target = out or file.with_suffix(SUFFIXES.get(to, f".{to}"))
    for path in _write(subject, to, target, writers):
        print(f"Written: {path}")
    return 0


def _write(subject: Subject, to: str, out: Path, writers: Mapping[str, Callable[[Pages, Path], None]]) -> Written:
    match to:
        case "html":
            write_text(out, html_page(document(subject)))
        case "docx":
            write_docx(out, document(subject))
        case "csv":
            return write_csv(out, subject)
        case "xlsx":
            return write_xlsx(out, subject)
        case "text":
            write_text(out, f"{verdict_sentence(subject)}\n\n{methods_paragraph(subject)}\n")
        case "script":
            write_script(out, subject)
        case _:
            if to not in writers:
                raise StudyError(f"{to.upper()} cannot be written here.", "Use html and print it, or start main.py.")
            writers[to](pages(document(subject)), out)
    return (out,)
