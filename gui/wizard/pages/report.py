"""The page Report: what the report will say, what it would still like to know, and where to write it."""

import re
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLayout, QProgressBar, QSplitter, QTextBrowser, QWidget

from core.domain.vault import VaultReading
from core.laboratory.put_back import kept_in
from core.laboratory.without_leak import KEY as LEAK
from core.report.formats import FORMATS, Written, format_of, key_of_ending, write_as
from core.report.pages import COLOURS, Pages, pages
from core.report.sections import document
from core.report.sections.questions import questions
from core.report.subject import ReportInput, looks_on
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError
from core.support.paths import free_path
from gui import messages, theme
from gui.background import Background
from gui.pdf import INDENT, QtPainter, painted
from gui.results.tab import with_ending
from gui.strings import report as words
from gui.widgets.parts import Card, button, column, label, plain, row
from gui.widgets.questions import Questions
from gui.wizard.page import Page, Shell
from gui.wizard.state import State

WIDTHS = (3, 2)
SMALLEST, BESIDE = 240, 56  # a picture of the preview, and what stands beside it
GUTTER = 8
POINTS = re.compile(r"font-size:([\d.]+)pt")
SETTLES = 120  # milliseconds until the page has its size
PAPER = f"QTextBrowser {{ background: {COLOURS['paper']}; color: {COLOURS['ink']}; }}"
"""A report looks like paper, whatever the window wears."""
FILTERS = ";;".join(words.FILTER.format(title=row.title, suffix=row.suffix) for row in FORMATS)


class ReportPage(Page):
    key = "report"
    title = words.TITLE
    instruction = words.INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._drawing, self._writing = Background(self), Background(self)
        self._shown: State | None = None
        self._vault: VaultReading | None = None
        self._soon = QTimer(self, singleShot=True, interval=SETTLES)
        self._soon.timeout.connect(self._renew)
        self._told: dict[str, str] = {}
        self.written: Path | None = None
        self.preview = self._preview()
        self.questions = Questions(self._keep)
        self.left = plain("", "caption", "questionsLeft")
        self.said = label("", "", "reportSaid")
        self.open_it = button(words.OPEN, self.open_report, "openReport", "small")
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.hide()
        told = row(self.said, self.open_it)
        told.setStretch(0, 1)
        self.notice = Card("", "reportNotice").add(told)
        self.notice.hide()
        sides = QSplitter(Qt.Orientation.Horizontal)
        for side, width in zip((self._left(), self._right()), WIDTHS, strict=True):
            sides.addWidget(side)
            sides.setStretchFactor(sides.count() - 1, width)
        sides.setChildrenCollapsible(False)
        sides.splitterMoved.connect(lambda *_: self._soon.start())
        layout = column(self.notice, self.bar, sides)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def _preview(self) -> QTextBrowser:
        preview = QTextBrowser()
        preview.setObjectName("reportPreview")
        preview.setAccessibleName(words.PREVIEW)
        preview.setOpenLinks(False)
        preview.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        preview.document().setIndentWidth(INDENT)
        preview.setStyleSheet(PAPER)
        return preview

    def _left(self) -> QWidget:
        return _holding(self.preview, 0, GUTTER, plain(words.PREVIEW, "caption"), self.preview)

    def _right(self) -> QWidget:
        self.with_data = QCheckBox(words.SEND_DATA)
        self.with_data.setToolTip(words.SEND_DATA_TIP)
        send = button(words.SEND, self.ask_to_send, "sendCopy", "small")
        send.setToolTip(words.SEND_TIP)
        head = row(plain(words.QUESTIONS, "strong"), 0, self.left)
        note, below = label(words.QUESTIONS_NOTE, "caption"), row(send, self.with_data, 0)
        return _holding(self.questions, GUTTER, 0, head, note, self.questions, below)

    def enter(self, state: State) -> None:
        self.explained.emit(words.TITLE, words.WHY, words.WHY_REASON, words.SOURCE)
        found = subject_of(state)
        if found is None:
            return
        if state is self._shown and found.vault == self._vault:
            self._soon.start()  # Explore may have added to what the file keeps
            return
        self._shown, self._vault, self.written = state, found.vault, None
        self._told = state.file.statements() if state.file is not None else {}
        self.notice.hide()
        self.preview.setPlainText(words.PREPARING)
        subject = self.subject()
        if subject is not None:
            self.questions.ask(questions(subject), self._told)
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shown is not None:
            self._soon.start()

    def subject(self) -> ReportInput | None:
        """What is written, with the answers given here."""
        found = subject_of(self.shell.state)
        return None if found is None else replace(found, statements=self._told)

    def _renew(self) -> None:
        self.left.setText(words.QUESTIONS_LEFT.format(left=self.questions.open, count=len(self.questions.fields)))
        subject, room, file, scale = self.subject(), self._room(), self.shell.state.file, theme.scale()
        if subject is not None:
            self._drawing.start(
                lambda: pages(document(completed(subject, file)), room, scale), self._show_pages, self._failed
            )

    def _room(self) -> int:
        """The width a picture can take."""
        return max(SMALLEST, self.preview.viewport().width() - BESIDE)

    def _show_pages(self, shown: Pages) -> None:
        paper, bar = self.preview.document(), self.preview.verticalScrollBar()
        place = bar.value()
        for name, picture in shown.pictures.items():
            drawn = painted(picture, min(1.0, self._room() / picture.width) * self.devicePixelRatioF())
            drawn.setDevicePixelRatio(self.devicePixelRatioF())
            paper.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), drawn)
        self.preview.setHtml(enlarged(shown.html, theme.scale()))
        bar.setValue(place)

    # --- Answers -----------------------------------------------------------------------------------------------------

    def _keep(self, told: dict[str, str]) -> None:
        self._told = told
        file = self.shell.state.file
        if file is None or file.read_only:
            self.shell.announce(words.SAVED_NOT)
        else:
            try:
                file.save_statements(told)
            except EvenfoldError as error:
                self._failed(error)
        self._renew()

    # --- Writing -----------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (words.WRITE,)

    def act(self) -> None:
        """Ask where, then write on a thread; by key this is reached from within a field."""
        self.questions.hand_on()
        subject = self.subject()
        if subject is None:
            return
        suggested = free_path(self.shell.settings.studies, subject.study.title, ".html")
        chosen, kind = QFileDialog.getSaveFileName(self, words.SAVE_TITLE, str(suggested), FILTERS)
        if chosen:
            self.write(named_as(Path(chosen), kind), subject)

    def write(self, path: Path, subject: ReportInput) -> None:
        self._begin(path)
        file = self.shell.state.file

        def work() -> Written:
            return write_as(format_of(path), completed(subject, file), path, QtPainter())

        self._writing.start(work, self._was_written, self._failed)

    def ask_to_send(self) -> None:
        """A copy of the study file for somebody else, with or without the rows."""
        self.questions.hand_on()
        file = self.shell.state.file
        if file is None:
            return
        suggested = file.path.with_name(words.SEND_NAME.format(stem=file.path.stem))
        chosen, kind = QFileDialog.getSaveFileName(self, words.SEND_TITLE, str(suggested), words.SEND_FILTER)
        if not chosen:
            return
        path, with_data = with_ending(Path(chosen), kind), self.with_data.isChecked()
        self._begin(path)

        def work() -> Written:
            file.copy_to(path, with_data)
            return (path,)

        self._writing.start(work, lambda made: self._tell(words.SENT, made), self._failed)

    def _begin(self, path: Path) -> None:
        self.bar.show()
        self.shell.announce(words.WRITING.format(name=path.name))

    def _was_written(self, made: Written) -> None:
        self._tell(words.WRITTEN if len(made) == 1 else words.FILES_WRITTEN, made)

    def _tell(self, sentence: str, made: Written) -> None:
        self.bar.hide()
        self.written = made[0]
        self.said.setText(sentence.format(count=len(made), path=made[0]))
        self.notice.show()
        self.open_it.setFocus()
        self.shell.announce(self.said.text())

    def open_report(self) -> None:
        if self.written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.written)))

    def _failed(self, error: EvenfoldError) -> None:
        self.bar.hide()
        self.shell.announce("")
        messages.show_error(self, error)

    def forget(self) -> None:
        """The preview is of no use any more; a report being written gets its end, because its study is closed next."""
        self._soon.stop()
        self._drawing.forget()
        self._writing.wait()
        self.bar.hide()

    def close_down(self) -> None:
        self._soon.stop()
        self._drawing.wait()
        self._writing.wait()


def _holding(tall: QWidget, left: int, right: int, *parts: QWidget | QLayout) -> QWidget:
    """A side of the page with room beside it; one of its parts takes the height."""
    side = QWidget()
    layout = column(*parts)
    layout.setContentsMargins(left, 0, right, 0)
    layout.setStretchFactor(tall, 1)
    side.setLayout(layout)
    return side


def enlarged(html: str, factor: float) -> str:
    """Small print grows with the text of the window, from which the rest takes its size."""
    return POINTS.sub(lambda found: f"font-size:{float(found[1]) * factor:g}pt", html)


def named_as(path: Path, kind: str) -> Path:
    """The chosen name, with the ending of the chosen kind unless it ends like a report already."""
    suffix = next((row.suffix for row in FORMATS if kind.endswith(f"(*{row.suffix})")), FORMATS[0].suffix)
    return path if key_of_ending(path) else path.with_name(f"{path.name}{suffix}")


def subject_of(state: State) -> ReportInput | None:
    """What the report is made of as far as it is at hand; None before there is a verdict."""
    if state.findings is None or state.data is None or state.run is None:
        return None
    plan, locked, path, vault = state.fingerprint, "", "", None
    if state.file is not None:
        plan, locked, path = state.file.plan_hash, state.file.locked_at or "", state.file.path.name
        vault = state.file.vault()
    return ReportInput(state.study, state.data, state.run, state.findings, plan, locked, path, vault=vault)


def completed(subject: ReportInput, file: StudyFile | None) -> ReportInput:
    """Asked off the window's thread, because the ledger and the file may be long: all that the terminal would tell."""
    looks = looks_on(subject.study, subject.data)
    if file is None:
        return replace(subject, looks=looks)
    rows, leak = kept_in(file), kept_in(file, LEAK)
    return replace(subject, looks=looks, put_back=rows, without_leak=leak, changed=not file.is_unchanged)
