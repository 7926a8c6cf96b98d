"""Every format the study can leave the program in; the terminal and the window both write through this table."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from core.report.bibliography import bibtex
from core.report.blocks import Picture
from core.report.docx import write_docx
from core.report.html import html_page
from core.report.output import write_bytes, write_text
from core.report.pages import Pages, colored, pages, pictures_of
from core.report.report_sentence import methods_paragraph, verdict_sentence
from core.report.script import write_script
from core.report.sections import document
from core.report.sections.references import references_of
from core.report.subject import ReportInput
from core.report.tables import write_csv, write_xlsx
from core.store.plan_record import plan_text
from core.store.sqlite_file import STUDY
from core.support.errors import StudyError

DOTS_PER_INCH = 300
Written = tuple[Path, ...]


class Painter(Protocol):
    """What only the window's libraries can do; where they are missing there is none."""

    def pdf(self, pages: Pages, path: Path) -> None: ...

    def png(self, picture: Picture, dots_per_inch: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Format:
    """`write` gives the files it made; the painter is None where nothing can be painted."""

    key: str
    suffix: str
    title: str
    write: Callable[[ReportInput, Path, Painter | None], Written]


def _html(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    write_text(path, html_page(document(subject)))
    return (path, *_attach(subject, path))


def _pdf(subject: ReportInput, path: Path, painter: Painter | None) -> Written:
    _needed(painter, "PDF").pdf(pages(document(subject)), path)
    return (path, *_attach(subject, path))


def _attach(subject: ReportInput, path: Path) -> Written:
    """Write what programs read and nobody wants on paper beside a full report: the plan and the references."""
    if subject.is_short:
        return ()
    plan, references = (path.with_name(f"{path.stem}-{name}") for name in ("plan.json", "references.bib"))
    write_text(plan, plan_text(subject.study))
    _bibtex(subject, references, None)
    return plan, references


def _docx(subject: ReportInput, path: Path, painter: Painter | None) -> Written:
    write_docx(path, document(subject), (lambda picture: painter.png(picture, DOTS_PER_INCH)) if painter else None)
    return (path, *_attach(subject, path))


def _csv(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    return write_csv(path, subject)


def _xlsx(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    return write_xlsx(path, subject)


def _svg(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    return _pictures(subject, path, lambda picture: picture.svg.encode("utf-8", "replace"))


def _png(subject: ReportInput, path: Path, painter: Painter | None) -> Written:
    needed = _needed(painter, "PNG")
    return _pictures(subject, path, lambda picture: needed.png(picture, DOTS_PER_INCH))


def _text(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    write_text(path, f"{verdict_sentence(subject)}\n\n{methods_paragraph(subject)}\n")
    return (path,)


def _bibtex(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    write_text(path, "\n\n".join(bibtex(reference) for reference in references_of(subject)) + "\n")
    return (path,)


def _script(subject: ReportInput, path: Path, _painter: Painter | None) -> Written:
    write_script(path, subject)
    return (path,)


FORMATS: tuple[Format, ...] = (
    Format("html", ".html", "Report as one page for any browser", _html),
    Format("pdf", ".pdf", "Report as PDF", _pdf),
    Format("docx", ".docx", "Report for a word processor", _docx),
    Format("xlsx", ".xlsx", "Fold results and predictions as a workbook", _xlsx),
    Format("csv", ".csv", "Fold results and predictions as text tables", _csv),
    Format("svg", ".svg", "Pictures, drawn", _svg),
    Format("png", ".png", "Pictures, 300 dots per inch", _png),
    Format("text", ".txt", "Verdict sentence and methods paragraph", _text),
    Format("bibtex", ".bib", "References of the methods used", _bibtex),
    Format("script", ".zip", "Script that repeats the study", _script),
)

ALSO = {".htm": ".html"}


def write_as(key: str, subject: ReportInput, path: Path, painter: Painter | None) -> Written:
    """Write the subject in the format of this key; every file that was made is named."""
    if path.suffix.lower() == STUDY.suffix:
        raise StudyError(f"{path.name} is the name of a study, which is never written over.", "Choose another name.")
    return next(row for row in FORMATS if row.key == key).write(subject, path, painter)


def format_of(path: Path, asked: str | None = None) -> str:
    """The format of this key, else of the file's ending, else HTML; no file gets the ending of something else."""
    meant, ending = key_of_ending(path), path.suffix.lower()
    suffix = next((row.suffix for row in FORMATS if row.key == asked), None)
    if suffix is not None and ending and meant != asked:
        raise StudyError(
            f"{path.name}: the format {asked} is a file that ends in {suffix}.", f"Write {path.stem}{suffix}."
        )
    if ending and meant is None:
        known = ", ".join(row.suffix for row in FORMATS)
        raise StudyError(f"{path.name}: no report ends in {path.suffix}.", f"Reports end in {known}.")
    return asked or meant or "html"


def key_of_ending(path: Path) -> str | None:
    ending = ALSO.get(path.suffix.lower(), path.suffix.lower())
    return next((row.key for row in FORMATS if row.suffix == ending), None)


def _pictures(subject: ReportInput, path: Path, content: Callable[[Picture], bytes]) -> Written:
    """One file per picture of the report, numbered in its order."""
    drawn = pictures_of(document(subject))
    if not drawn:
        raise StudyError("This report has no pictures.", "Write it as html.")
    files = tuple(path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, len(drawn) + 1))
    for file, picture in zip(files, drawn, strict=True):
        write_bytes(file, content(colored(picture)))
    return files


def _needed(painter: Painter | None, name: str) -> Painter:
    if painter is None:
        raise StudyError(f"{name} cannot be written here.", "Use html and print it, or start main.py.")
    return painter
