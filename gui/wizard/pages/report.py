"""The page Report: what the report will say, and where to write it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QPainter, QTextDocument
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QTextBrowser

from core.errors import EvenfoldError
from core.report.blocks import Picture
from core.report.docx import write_docx
from core.report.html import html_page
from core.report.output import write_text
from core.report.pages import COLOURS, Pages, pages
from core.report.sections import document
from core.report.subject import Subject
from core.report.tables import write_xlsx
from gui import messages, strings
from gui.background import Background
from gui.pdf import write_pdf
from gui.results.tab import with_ending
from gui.widgets.parts import Card, button, column, plain, row
from gui.wizard.page import Page, Shell
from gui.wizard.state import State, free_path

SHARPNESS = 2
PAPER = f"QTextBrowser {{ background: {COLOURS['paper']}; color: {COLOURS['ink']}; }}"
"""A report looks like paper, whatever the window wears."""


def _html(subject: Subject, path: Path) -> None:
    write_text(path, html_page(document(subject)))


def _pdf(subject: Subject, path: Path) -> None:
    write_pdf(pages(document(subject)), path)


def _docx(subject: Subject, path: Path) -> None:
    write_docx(path, document(subject))


def _xlsx(subject: Subject, path: Path) -> None:
    write_xlsx(path, subject)


WRITERS: dict[str, Callable[[Subject, Path], None]] = {".html": _html, ".pdf": _pdf, ".docx": _docx, ".xlsx": _xlsx}


class ReportPage(Page):
    key = "report"
    title = strings.REPORT_TITLE
    instruction = strings.REPORT_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._background = Background(self)
        self._shown: State | None = None
        self.written: Path | None = None
        self.preview = QTextBrowser()
        self.preview.setObjectName("reportPreview")
        self.preview.setAccessibleName(strings.REPORT_PREVIEW)
        self.preview.setOpenLinks(False)
        self.preview.setStyleSheet(PAPER)
        self.said = plain("", "", "reportSaid")
        self.open_it = button(strings.REPORT_OPEN, self.open_report, "openReport", "small")
        self.notice = Card("", "reportNotice").add(row(self.said, 0, self.open_it))
        self.notice.hide()
        layout = column(self.notice, plain(strings.REPORT_PREVIEW, "caption"), self.preview)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def enter(self, state: State) -> None:
        self.explained.emit(strings.REPORT_TITLE, strings.REPORT_WHY, strings.REPORT_WHY_REASON, strings.REPORT_SOURCE)
        subject = subject_of(state)
        if state is self._shown or subject is None:
            return
        self._shown, self.written = state, None
        self.notice.hide()
        self.preview.setPlainText(strings.REPORT_PREPARING)
        self._background.start(lambda: pages(document(subject)), self._show_pages, self._failed)

    def _show_pages(self, shown: Pages) -> None:
        paper = self.preview.document()
        for name, picture in shown.pictures.items():
            paper.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image_of(picture))
        self.preview.setHtml(shown.html)

    # --- Writing -----------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (strings.REPORT_WRITE,)

    def act(self) -> None:
        """Ask where, then write on a thread."""
        subject = subject_of(self.shell.state)
        if subject is None:
            return
        suggested = free_path(self.shell.settings.studies, subject.study.title).with_suffix(".html")
        chosen, kind = QFileDialog.getSaveFileName(
            self, strings.REPORT_SAVE_TITLE, str(suggested), strings.REPORT_SAVE_FILTER
        )
        if chosen:
            self.write(with_ending(Path(chosen), kind), subject)

    def write(self, path: Path, subject: Subject) -> None:
        self.shell.announce(strings.REPORT_WRITING.format(name=path.name))

        def work() -> Path:
            WRITERS.get(path.suffix.lower(), _html)(subject, path)
            return path

        self._background.start(work, self._was_written, self._failed)

    def _was_written(self, path: Path) -> None:
        self.written = path
        self.said.setText(strings.REPORT_WRITTEN.format(path=path))
        self.notice.show()
        self.open_it.setFocus()
        self.shell.announce(self.said.text())

    def open_report(self) -> None:
        if self.written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.written)))

    def _failed(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        messages.show_error(self, error)

    def close_down(self) -> None:
        self._background.wait()


def subject_of(state: State) -> Subject | None:
    """Everything the report is made of; None before there is a verdict."""
    if state.findings is None or state.data is None or state.run is None:
        return None
    plan = state.file.plan_hash if state.file is not None else state.fingerprint
    path = state.file.path.name if state.file is not None else ""
    return Subject(state.study, state.data, state.run, state.findings, plan, state.locked_at, path)


def image_of(picture: Picture) -> QImage:
    """A picture of the report for the preview, fine enough for close looks."""
    image = QImage(picture.width * SHARPNESS, picture.height * SHARPNESS, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(picture.svg.encode())).render(painter, QRectF(image.rect()))
    painter.end()
    return image
