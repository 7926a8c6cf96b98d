"""The page Report: what the report will say, what it would still like to know, and where to write it."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QCheckBox, QProgressBar, QRadioButton, QTextBrowser, QWidget

from core.application.report_input import complete_report_input
from core.application.write_report import (
    COLORS,
    FORMATS,
    Pages,
    ReportInput,
    Written,
    document,
    format_of,
    key_of_ending,
    pages,
    questions,
    verdict_sentence,
    write_as,
)
from core.domain.final_test import FinalTestResult
from core.support.errors import EvenfoldError
from core.support.paths import free_path
from gui import messages, theme
from gui.files import FileKind, where_words
from gui.pdf import INDENT, QtPainter, painted
from gui.results.tab import with_ending
from gui.strings import report as words
from gui.tasks import Background
from gui.widgets.flow import FlowLayout
from gui.widgets.parts import Card, OneLine, as_tip, button, column, label, plain, row
from gui.widgets.questions import Questions
from gui.wizard.bars import SETTLED, Action, FooterLine
from gui.wizard.page import Page, Shell
from gui.wizard.state import State

KINDS = (("PDF", ".pdf"), ("Word", ".docx"), ("HTML", ".html"))
SIDE, SIDE_NARROW, NARROW = 380, 300, 960
SMALLEST, BESIDE = 240, 56  # a picture of the preview, and what stands beside it
POINTS = re.compile(r"font-size:([\d.]+)pt")
SETTLES = 120  # milliseconds until the page has its size
PAPER = f"QTextBrowser {{ background: {COLORS['paper']}; color: {COLORS['ink']}; }}"
"""A report looks like paper, whatever the window wears."""
FILTERS = ";;".join(words.FILTER.format(title=row.title, suffix=row.suffix) for row in FORMATS)


class ReportPage(Page):
    key = "report"
    title = words.TITLE
    instruction = words.INSTRUCTION
    has_lead = False

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._drawing, self._writing = Background(self), Background(self)
        self._shown: State | None = None
        self._final_test: FinalTestResult | None = None
        self._soon = QTimer(self, singleShot=True, interval=SETTLES)
        self._soon.timeout.connect(self._renew)
        self._told: dict[str, str] = {}
        self.written: Path | None = None
        self.said = ""
        self.preview = self._preview()
        self.questions = Questions(self._keep)
        self.left = plain("", "caption", "questionsLeft")
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(3)
        keeping = self.bar.sizePolicy()
        keeping.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(keeping)
        self.bar.hide()
        side = column(self._write_card(), self._question_card(), spacing=12)
        side.setStretch(1, 1)
        self._side = QWidget()
        side.setContentsMargins(0, 0, 0, 0)
        self._side.setLayout(side)
        both = row(self.preview, self._side, spacing=16)
        both.setStretch(0, 1)
        layout = column(self.bar, both, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)

    def _write_card(self) -> Card:
        """Three kinds of file, where they go, how long the report is, and what else can be taken along."""
        card = Card(words.WRITE_CARD, "writeCard")
        kinds = row(
            *(
                button(title, partial(self.write_kind, suffix), f"write{title}", "primary" if not place else "")
                for place, (title, suffix) in enumerate(KINDS)
            )
        )
        self.where = OneLine("help", "reportFolder", Qt.TextElideMode.ElideMiddle)
        change = button(words.CHANGE, self.ask_to_write, "changeFolder", "link")
        place = row(self.where, change)
        place.setStretch(0, 1)
        self.short, self.full = QRadioButton(words.SHORT), QRadioButton(words.FULL)
        self.short.setObjectName("reportShort")
        self.full.setObjectName("reportFull")
        self.short.setChecked(True)
        self.short.toggled.connect(lambda _on: self._renew())
        self.with_data = QCheckBox(words.SEND_DATA)
        self.with_data.setObjectName("sendData")
        self.with_data.setToolTip(words.SEND_DATA_TIP)
        send = button(words.SEND, self.ask_to_send, "sendCopy", "small")
        send.setToolTip(words.SEND_TIP)
        copy = button(words.COPY, self.copy_answer, "copyAnswer", "small")
        numbers = button(words.NUMBERS, partial(self.ask_to_write, ".csv"), "writeNumbers", "small")
        more = QWidget()
        lines = FlowLayout(more, theme.SPACE["s"])  # with large text not all three fit beside each other
        for made in (copy, numbers, send):
            lines.addWidget(made)
        return card.add(kinds, place, self.short, self.full, more, self.with_data)

    def _question_card(self) -> Card:
        card = Card("", "questionCard")
        head = row(plain(words.QUESTIONS, "title"), 0, self.left)
        card.add(head, label(words.QUESTIONS_NOTE, "caption"), self.questions)
        card.body.setStretchFactor(self.questions, 1)
        return card

    def _preview(self) -> QTextBrowser:
        preview = QTextBrowser()
        preview.setObjectName("reportPreview")
        preview.setAccessibleName(words.PREVIEW)
        preview.setOpenLinks(False)
        preview.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        preview.document().setIndentWidth(INDENT)
        preview.setStyleSheet(PAPER)
        return preview

    def enter(self, state: State) -> None:
        self.explained.emit(words.TITLE, words.WHY, words.WHY_REASON, words.SOURCE)
        found = subject_of(state)
        if found is None:
            return
        if state is self._shown and found.final_test == self._final_test:
            self._soon.start()  # Explore may have added to what the file keeps
            return
        self._shown, self._final_test, self.written = state, found.final_test, None
        self._told = state.file.statements() if state.file is not None else {}
        self._show_folder()
        self.preview.setPlainText(words.PREPARING)
        subject = self.subject()
        if subject is not None:
            self.questions.ask(questions(subject), self._told)
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW * theme.scale()
        self._side.setFixedWidth(theme.scaled(SIDE_NARROW if is_narrow else SIDE))
        if self._shown is not None:
            self._soon.start()

    def subject(self) -> ReportInput | None:
        """What is written, with the answers given here, in the length that was chosen."""
        found = subject_of(self.shell.state)
        return None if found is None else replace(found, statements=self._told, is_short=self.short.isChecked())

    def _renew(self) -> None:
        self.left.setText(words.QUESTIONS_LEFT.format(left=self.questions.open, count=len(self.questions.fields)))
        subject, room, file, scale = self.subject(), self._room(), self.shell.state.file, theme.scale()
        if subject is not None:
            self._drawing.start(
                lambda: pages(document(complete_report_input(subject, file)), room, scale),
                self._show_pages,
                self._failed,
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
        return (words.WRITE_PDF,)

    def act(self) -> None:
        self.write_kind(".pdf")

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        return ((words.NEW_STUDY, self.shell.new_from_this),)

    def line(self) -> FooterLine | None:
        """Where the report is, once it was written."""
        if self.written is None:
            return None
        return FooterLine(words.WRITTEN.format(path=where_words(self.written)), words.OPEN, self.open_report, SETTLED)

    @property
    def folder(self) -> Path:
        """Where reports go: the folder chosen last, else that of the study."""
        file = self.shell.state.file
        return self.shell.files.folder_for(FileKind.REPORT, None if file is None else file.path)

    def _show_folder(self) -> None:
        told = words.FOLDER.format(folder=where_words(self.folder))
        self.where.setText(told)
        self.where.setToolTip(as_tip(str(self.folder)))

    def write_kind(self, suffix: str) -> None:
        """Write into the folder that is shown, under a name that is free; by key this is reached from a field."""
        self.questions.hand_on()
        subject = self.subject()
        if subject is not None:
            self.write(free_path(self.folder, subject.study.title, suffix), subject)

    def ask_to_write(self, suffix: str = ".html") -> None:
        """Ask where and as what, then write."""
        self.questions.hand_on()
        subject = self.subject()
        if subject is None:
            return
        file = self.shell.state.file
        chosen = self.shell.files.ask_to_save(
            self,
            FileKind.REPORT,
            words.SAVE_TITLE,
            f"{subject.study.title}{suffix}",
            FILTERS,
            None if file is None else file.path,
        )
        if chosen is not None:
            self.write(named_as(*chosen), subject)
            self._show_folder()

    def copy_answer(self) -> None:
        subject = self.subject()
        if subject is not None:
            QGuiApplication.clipboard().setText(verdict_sentence(subject))
            self.shell.announce(words.COPIED)

    def write(self, path: Path, subject: ReportInput) -> None:
        self._begin(path)
        file = self.shell.state.file

        def work() -> Written:
            return write_as(format_of(path), complete_report_input(subject, file), path, QtPainter())

        self._writing.start(work, self._was_written, self._failed)

    def ask_to_send(self) -> None:
        """A copy of the study file for somebody else, with or without the rows."""
        self.questions.hand_on()
        file = self.shell.state.file
        if file is None:
            return
        name = words.SEND_NAME.format(stem=file.path.stem)
        files, title, filters = self.shell.files, words.SEND_TITLE, words.SEND_FILTER
        chosen = files.ask_to_save(self, FileKind.STUDY, title, name, filters, file.path)
        if chosen is None:
            return
        path, with_data = with_ending(*chosen), self.with_data.isChecked()
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
        told = sentence.format(count=len(made), path=where_words(made[0]))
        self.said = told
        self.shell.announce(told, shown=False)
        self.shell.point_out(FooterLine(told, words.OPEN, self.open_report, SETTLED))

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
    plan, locked, path, final_test = state.fingerprint, "", "", None
    if state.file is not None:
        plan, locked, path = state.file.plan_hash, state.file.locked_at or "", state.file.path.name
        final_test = state.file.final_test()
    return ReportInput(state.study, state.data, state.run, state.findings, plan, locked, path, final_test=final_test)
