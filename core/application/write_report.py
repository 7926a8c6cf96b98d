"""Reports: what stands in them, laid out as pages, written in every format."""

from pathlib import Path

from core.report.blocks import Document, Picture
from core.report.docx import write_docx
from core.report.formats import DOTS_PER_INCH, FORMATS, Painter, Written, format_of, key_of_ending, write_as
from core.report.html import html_page
from core.report.output import write_bytes, write_text
from core.report.pages import COLORS, Pages, pages
from core.report.plan_page import plan_document
from core.report.report_sentence import verdict_sentence
from core.report.sections import document
from core.report.sections.questions import Question, questions
from core.report.short_reports import TITLES, claim_document, predictions_document, scores_document
from core.report.subject import ReportInput

__all__ = [
    "COLORS",
    "FORMATS",
    "TITLES",
    "Document",
    "Pages",
    "Picture",
    "Question",
    "ReportInput",
    "Written",
    "claim_document",
    "document",
    "format_of",
    "key_of_ending",
    "pages",
    "plan_document",
    "predictions_document",
    "questions",
    "scores_document",
    "verdict_sentence",
    "write_as",
    "write_bytes",
    "write_document",
    "write_text",
]


def write_document(path: Path, made: Document, painter: Painter) -> Path:
    """Write a short report as what its ending says: PDF, a word processor's file, else one page for any browser."""
    if path.suffix.lower() == ".pdf":
        painter.pdf(pages(made), path)
    elif path.suffix.lower() == ".docx":
        write_docx(path, made, lambda picture: painter.png(picture, DOTS_PER_INCH))
    else:
        write_text(path, html_page(made))
    return path
