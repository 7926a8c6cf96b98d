"""The page Report: what the report will say, and where to write it."""

import re
from pathlib import Path

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QTextBrowser

from core.errors import EvenfoldError
from core.report.html import Subject, html_report, write_html
from gui import messages, strings, theme
from gui.background import Background
from gui.widgets.parts import Card, button, column, plain, row
from gui.wizard.page import Page, Shell
from gui.wizard.state import State, free_path

BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)
PICTURES = re.compile(r"<svg.*?</svg>", re.DOTALL)


class ReportPage(Page):
    key = "report"
    title = strings.REPORT_TITLE
    instruction = strings.REPORT_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._background = Background(self)
        self._shown: State | None = None
        self._body = ""
        self.written: Path | None = None
        self.preview = QTextBrowser()
        self.preview.setObjectName("reportPreview")
        self.preview.setAccessibleName(strings.REPORT_PREVIEW)
        self.preview.setOpenLinks(False)
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
        self._background.start(lambda: body_of(html_report(subject)), self._show_body, self._failed)

    def _show_body(self, body: str) -> None:
        self._body = body
        colours = theme.current()
        self.preview.document().setDefaultStyleSheet(
            f".soft {{ color: {colours.secondary}; }} .settled {{ color: {colours.settled}; }}"
            f".open {{ color: {colours.caution}; }} .blocked {{ color: {colours.blocked}; }}"
            f"td, th {{ padding: 2px 8px; }} th {{ text-align: left; color: {colours.secondary}; }}"
        )
        self.preview.setHtml(body)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "said") and self._body:
            self._show_body(self._body)

    # --- Writing -----------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (strings.REPORT_WRITE,)

    def act(self) -> None:
        """Ask where, then write on a thread."""
        subject = subject_of(self.shell.state)
        if subject is None:
            return
        suggested = free_path(self.shell.settings.studies, subject.study.title).with_suffix(".html")
        chosen, _ = QFileDialog.getSaveFileName(
            self, strings.REPORT_SAVE_TITLE, str(suggested), strings.REPORT_SAVE_FILTER
        )
        if chosen:
            self.write(Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(".html"), subject)

    def write(self, path: Path, subject: Subject) -> None:
        self.shell.announce(strings.REPORT_WRITING.format(name=path.name))

        def work() -> Path:
            write_html(path, subject.study, subject.data, subject.run, subject.findings, subject.plan_hash)
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
    return Subject(state.study, state.data, state.run, state.findings, plan)


def body_of(page: str) -> str:
    """The text of a report without its pictures, which the preview cannot draw."""
    found = BODY.search(page)
    return PICTURES.sub("", found.group(1) if found else page)
