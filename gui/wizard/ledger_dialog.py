"""The screen of the ledger: every comparison, what it read then and reads now, with a filter and a CSV export."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QLabel,
    QLineEdit,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.application.ask_history import SAMPLE, CurrentConclusion, write_csv
from core.application.study_facts import count_comparisons
from core.domain.dataset import Dataset
from core.domain.study import REASON, WHO, Study
from core.support.errors import EvenfoldError, StoreError
from core.wording.history_text import word_answer, word_change, word_comparison, word_then
from core.wording.units import sentences
from gui import messages
from gui import strings as frame
from gui.files import FileKind, FileService
from gui.ledger import Page, opened, page_of
from gui.settings import Settings
from gui.strings import honesty
from gui.strings import ledger as strings
from gui.tasks import Background
from gui.widgets.parts import as_is, as_tip, button, row
from gui.widgets.word_table import word_table
from gui.wizard.state import State
from gui.wizard.words import bar_words

NOW, WHO_COLUMN = strings.HEADINGS.index("Verdict now"), strings.HEADINGS.index("Who")


class LedgerDialog(QDialog):
    """Read in the background when it opens; `changed` is sent when a reason was given or taken back."""

    changed = Signal()

    def __init__(self, state: State, folder: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._folder = state, folder
        self._everything, self._these = Page((), {}), Page((), {})
        self._shown: tuple[CurrentConclusion, ...] = ()
        self._background = Background(self)
        self.setObjectName("ledgerDialog")
        self.setWindowTitle(strings.TITLE)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._build()
        self._arrange()
        self.resize(min(1000, parent.width() - 40), min(520, parent.height() - 20))
        self._read()

    def _build(self) -> None:
        self.intro = as_is(strings.READING, "strong", "ledgerIntro")
        self.intro.setToolTip(strings.FOOT)
        self.intro.setAccessibleDescription(strings.FOOT)
        self.notes, self.said = as_is("", "caution", "ledgerNotes"), as_is("", "caption", "ledgerSaid")
        self.search = QLineEdit()
        self.search.setObjectName("ledgerFind")
        self.search.setPlaceholderText(strings.FIND_HINT)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.these_rows = QCheckBox(strings.THESE_ROWS)
        self.these_rows.setObjectName("ledgerTheseRows")
        self.these_rows.setChecked(self._state.data is not None)
        self.these_rows.setVisible(self._state.data is not None)
        self.these_rows.toggled.connect(self._show)
        self.table = word_table("ledgerTable", strings.TABLE, strings.HEADINGS, (0, 3, 6))
        self.reason = QLineEdit(self._state.study.answers.get(REASON, ""))
        self.reason.setObjectName("ledgerReason")
        self.reason.setPlaceholderText(strings.REASON_HINT)
        self.reason.setToolTip(strings.REASON_HINT)
        self.reason.editingFinished.connect(self._give_reason)
        self.who = QLineEdit(self._state.study.answers.get(WHO, ""))
        self.who.setObjectName("ledgerWho")
        self.who.setPlaceholderText(honesty.WHO_HINT)
        self.who.setToolTip(honesty.WHO_HINT)
        self.who.editingFinished.connect(self._say_who)

    def _arrange(self) -> None:
        filters = row(_caption(strings.FIND, self.search), self.search, self.these_rows)
        filters.setStretch(1, 1)
        self._reason_row = QWidget()
        self._reason_row.setLayout(row(_caption(strings.REASON, self.reason), self.reason))
        seen = self._state.seen
        self._reason_row.setVisible(not self._state.locked and seen is not None and seen.count > 0)
        self._who_row = QWidget()
        self._who_row.setLayout(row(_caption(honesty.WHO, self.who), self.who))
        self._who_row.setVisible(not self._state.locked and self._state.data is not None)
        export = button(strings.EXPORT, self.export, "ledgerExport")
        close = button(frame.CLOSE, self.reject, "ledgerClose")
        close.setDefault(True)
        layout = QVBoxLayout(self)
        layout.addWidget(self.intro)
        layout.addLayout(filters)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.notes)
        layout.addWidget(self._reason_row)
        layout.addWidget(self._who_row)
        layout.addWidget(self.said)
        layout.addLayout(row(0, export, close))

    # --- Reading and showing -----------------------------------------------------------------------------------------

    def _read(self) -> None:
        work = partial(read_pages, self._state.study, self._state.data, self._folder)
        self._background.start(work, self._arrived, self._failed)

    def _arrived(self, pages: tuple[Page, Page]) -> None:
        self._everything, self._these = pages
        self.notes.setText("\n".join(self._everything.notes))
        self._show()

    def _failed(self, error: EvenfoldError) -> None:
        self.intro.setText(str(error))

    @property
    def _is_about_these(self) -> bool:
        return self._state.data is not None and self.these_rows.isChecked()

    def _show(self) -> None:
        page = self._these if self._is_about_these else self._everything
        wanted = self.search.text().strip().lower()
        self._shown = tuple(entry for entry in page.rows if wanted in " ".join(texts_of(entry)).lower())
        self.intro.setText(self._intro(len(page.rows)))
        self.notes.setVisible(bool(self.notes.text()))
        self.said.setVisible(bool(self.said.text()))
        self.table.setRowCount(len(self._shown))
        self.table.setColumnHidden(WHO_COLUMN, not any(one.entry.who for one in self._shown))
        for place, entry in enumerate(self._shown):
            for column, text in enumerate(texts_of(entry)):
                item = QTableWidgetItem(text)
                change = word_change(entry.entry, entry.count, entry.answer, entry.reason) if column == NOW else ""
                item.setToolTip(as_tip(change or text))
                self.table.setItem(place, column, item)

    def _intro(self, count: int) -> str:
        samples = f" {strings.SAMPLES}" if self._state.study.source.startswith(SAMPLE) else ""
        if not self._is_about_these:
            several = strings.ONE_AT_ALL if count == 1 else strings.EVERYTHING.format(count=count)
            return (several if count else strings.NONE_AT_ALL) + samples
        text = strings.SEVERAL if count > 1 else strings.ONE if count else strings.NONE
        study, data = self._state.study, self._state.data
        bar = max([count_comparisons(study, data) if data is not None else 1, *self._counts_of_today()])
        return text.format(count=count, bar=bar_words(study.alpha, bar)) + samples

    def _counts_of_today(self) -> list[int]:
        """Of this very study, if it was locked: more may have been asked since."""
        file = self._state.file
        return [row.count for row in self._these.rows if file is not None and row.entry.plan_hash == file.plan_hash]

    # --- What can be done --------------------------------------------------------------------------------------------

    def _give_reason(self) -> None:
        given = self.reason.text().strip()
        if given != self._state.study.answers.get(REASON, "") and not self._state.locked:
            self._state.answer(REASON, given)
            self.changed.emit()

    def _say_who(self) -> None:
        given = self.who.text().strip()
        if given != self._state.study.answers.get(WHO, "") and not self._state.locked:
            self._state.answer(WHO, given)

    def export(self) -> None:
        name, filters = strings.EXPORT_NAME, strings.EXPORT_FILTER
        chosen = FileService(Settings()).ask_to_save(self, FileKind.HISTORY, strings.EXPORT_TITLE, name, filters)
        if chosen is not None:
            self.write(chosen[0])

    def write(self, path: Path) -> None:
        """The rows that are shown."""
        try:
            write_csv(path, self._shown, self._everything.names)
        except StoreError as error:
            messages.show_error(self, error)
            return
        self.said.setText(strings.EXPORTED.format(path=path))
        self.said.show()

    def done(self, result: int) -> None:
        self._give_reason()
        self._say_who()
        self._background.wait()
        super().done(result)


def read_pages(study: Study, data: Dataset | None, folder: Path) -> tuple[Page, Page]:
    """Everything, and what is about these rows."""
    found = opened(study, folder)
    everything = page_of(found)
    return everything, everything if data is None else page_of(found, data)


def texts_of(entry: CurrentConclusion) -> tuple[str, ...]:
    known = entry.entry
    now = word_answer(known, entry.answer, entry.reason)
    asked = sentences(word_comparison(known))
    return known.day, known.title, asked, known.seen, word_then(known), now, known.who


def _caption(text: str, buddy: QLineEdit) -> QLabel:
    caption = QLabel(text)
    caption.setBuddy(buddy)
    buddy.setAccessibleName(text.replace("&", ""))
    return caption
