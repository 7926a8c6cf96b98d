"""The step Report of a short route: a preview, three kinds of file, and where they go."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from core.application.write_report import Document, pages, write_document
from core.support.errors import EvenfoldError
from core.support.paths import free_path
from gui import messages, theme
from gui.files import FileKind, where_words
from gui.pdf import INDENT, QtPainter, painted
from gui.strings import report as words
from gui.tasks import Background
from gui.widgets.parts import Card, OneLine, as_tip, button, column, row
from gui.wizard.bars import SETTLED, FooterLine
from gui.wizard.page import Shell
from gui.wizard.pages.report import BESIDE, KINDS, PAPER, SIDE, SIDE_NARROW, SMALLEST, enlarged

NARROW = 960


class ReportStep(QWidget):
    """`document` gives what is written, `study` the file beside which it goes; `written` is sent afterwards."""

    written = Signal()

    def __init__(
        self,
        shell: Shell,
        document: Callable[[], Document | None],
        copy: Callable[[], None],
        study: Callable[[], Path | None],
    ) -> None:
        super().__init__()
        self._shell, self._document, self._study = shell, document, study
        self._background = Background(self)
        self._name = ""
        self.made: Path | None = None
        self.preview = QTextBrowser()
        self.preview.setObjectName("reportPreview")
        self.preview.setAccessibleName(words.PREVIEW)
        self.preview.setOpenLinks(False)
        self.preview.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.preview.document().setIndentWidth(INDENT)
        self.preview.setStyleSheet(PAPER)
        kinds = row(
            *(
                button(title, partial(self.write, suffix), f"write{title}", "primary" if not place else "")
                for place, (title, suffix) in enumerate(KINDS)
            )
        )
        self.where = OneLine("help", "reportFolder", Qt.TextElideMode.ElideMiddle)
        change = button(words.CHANGE, self.ask_to_write, "changeFolder", "link")
        place = row(self.where, change)
        place.setStretch(0, 1)
        self._side = Card(words.WRITE_CARD, "writeCard")
        self._side.add(kinds, place, row(button(words.COPY, copy, "copyAnswer", "small"), 0), 0)
        both = row(self.preview, column(self._side, 0), spacing=16)
        both.setStretch(0, 1)
        self.setLayout(both)

    def renew(self, name: str) -> None:
        """Show the report of the answer as it is now; `name` becomes that of its file."""
        if name != self._name:
            self._name, self.made = name, None
        folder = self._folder
        self.where.setText(words.FOLDER.format(folder=where_words(folder)))
        self.where.setToolTip(as_tip(str(folder)))
        made = self._document()
        if made is None:
            return
        room = max(SMALLEST, self.preview.viewport().width() - BESIDE)
        shown = pages(made, room, theme.scale())
        for picture_name, picture in shown.pictures.items():
            drawn = painted(picture, min(1.0, room / picture.width) * self.devicePixelRatioF())
            drawn.setDevicePixelRatio(self.devicePixelRatioF())
            kind = QTextDocument.ResourceType.ImageResource.value
            self.preview.document().addResource(kind, QUrl(picture_name), drawn)
        self.preview.setHtml(enlarged(shown.html, theme.scale()))

    @property
    def _folder(self) -> Path:
        return self._shell.files.folder_for(FileKind.REPORT, self._study())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._side.setFixedWidth(theme.scaled(SIDE_NARROW if self.width() < NARROW * theme.scale() else SIDE))

    def write(self, suffix: str) -> None:
        """Write into the folder that is shown, under a name that is free."""
        self.write_to(free_path(self._folder, self._name, suffix))

    def ask_to_write(self) -> None:
        filters = ";;".join(f"{title} (*{suffix})" for title, suffix in KINDS)
        files, name = self._shell.files, f"{self._name}.pdf"
        chosen = files.ask_to_save(self, FileKind.REPORT, words.SAVE_TITLE, name, filters, self._study())
        if chosen is not None:
            path, used = chosen
            ending = next((suffix for _, suffix in KINDS if used.endswith(f"(*{suffix})")), ".pdf")
            known = path.suffix.lower() in {suffix for _, suffix in KINDS}
            self.write_to(path if known else path.with_name(path.name + ending))

    def write_to(self, path: Path) -> None:
        made = self._document()
        if made is None:
            return
        self._shell.announce(words.WRITING.format(name=path.name))
        self._background.start(partial(write_document, path, made, QtPainter()), self._tell, self._failed)

    def _tell(self, path: Path) -> None:
        self.made = path
        self._shell.announce("")
        self.written.emit()

    def line(self) -> FooterLine | None:
        if self.made is None:
            return None
        return FooterLine(words.WRITTEN.format(path=where_words(self.made)), words.OPEN, self._open, SETTLED)

    def _open(self) -> None:
        if self.made is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.made)))

    def _failed(self, error: EvenfoldError) -> None:
        self._shell.announce("")
        messages.show_error(self, error)

    def close_down(self) -> None:
        self._background.wait()
