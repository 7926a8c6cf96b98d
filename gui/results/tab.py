"""What every exhibit is: a picture with its sentence, the same as a table, and a way to save both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHeaderView,
    QLayout,
    QStackedWidget,
    QTableView,
    QWidget,
)

from core.application.study_files import StudyFile
from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import Study
from core.support.errors import EvenfoldError, StoreError
from gui import messages, strings, theme
from gui.dressing import Dressed
from gui.files import FileKind, FileService
from gui.plots.save import as_text, image_of, save_picture, save_table, save_text
from gui.plots.spoken import Spoken
from gui.results.choices import align
from gui.results.contests import Contest
from gui.results.rows_model import RowsModel
from gui.settings import Settings
from gui.strings import explore as words
from gui.strings import laboratory as lab_words
from gui.tasks import Background
from gui.widgets.flow import WITHOUT_END
from gui.widgets.parts import Sentence, button, column, plain, row

Result = TypeVar("Result")
SIDE = 260
"""Pixels of normal text for the words and choices beside a picture."""
LARGE_TEXT = 1.5
LOOKED_AT = 40
"""Rows that decide how wide the columns of a table are; asking thousands takes a third of a second."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What is looked at: a finished study and one of its contests (None: only one model was entered), on one output."""

    study: Study
    data: Dataset
    run: Run
    findings: Findings
    names: Mapping[str, str]
    contest: Contest | None
    output: str = ""
    file: StudyFile | None = None

    @property
    def place(self) -> int:
        """The position of the output."""
        return self.data.outputs.index(self.output) if self.output in self.data.outputs else 0

    @property
    def candidate(self) -> str | None:
        return None if self.contest is None else self.contest.candidate

    @property
    def pair(self) -> tuple[str, ...]:
        """The reference and, if there is one, the candidate."""
        return (self.study.baseline,) if self.contest is None else (self.study.baseline, self.contest.candidate)


class Tab(Dressed, QWidget):
    """Without a picture only the table is shown; `controls` are choices above both, `side` stands beside both."""

    def __init__(
        self,
        key: str,
        say: Callable[[str], None],
        picture: QWidget | None = None,
        controls: tuple[QWidget | QLayout | int, ...] = (),
        side: tuple[QWidget | QLayout | int, ...] = (),
    ) -> None:
        super().__init__()
        self.key, self.picture, self._say = key, picture, say
        self._is_drawn = picture is not None
        self.setObjectName(f"tab_{key}")
        self.sentence, self.caption = Sentence(name=f"sentence_{key}"), Sentence("caption")
        self.background = Background(self)
        self.model = RowsModel()
        self.table = self._table()
        self.stack = QStackedWidget()
        keeping = self.stack.sizePolicy()
        keeping.setRetainSizeWhenHidden(True)
        self.stack.setSizePolicy(keeping)
        for widget in (picture, self.table):
            if widget is not None:
                self.stack.addWidget(widget)
        self.switch = button(strings.EXPLORE_AS_TABLE, self.toggle_table, f"asTable_{key}", "small")
        self.switch.setToolTip(strings.EXPLORE_AS_TABLE_TIP)
        if picture is None:
            self.switch.hide()
        self._save_button = button(strings.EXPLORE_SAVE, self.ask_to_save, f"save_{key}", "small")
        self._save_button.setToolTip(strings.EXPLORE_SAVE_TIP)
        self._offer_numbers()
        self._around = tuple((QWidget(), items) for items in (controls, side))
        (above, _), (beside, _) = self._around
        above.setLayout(row(*controls))
        beside.setLayout(column(*side))
        self._head = row(above, 0, row(0, self.switch, self._save_button))
        self._head.setStretch(0, 100)
        self._means = plain(lab_words.MEANS.upper(), "overline")
        self._notes = QWidget()
        self._notes.setLayout(
            column(beside, plain(lab_words.SEE.upper(), "overline"), self.sentence, 4, self._means, self.caption, 0)
        )
        self._middle = row(self.stack, self._notes, spacing=theme.SPACE["l"])
        self._middle.setStretch(0, 1)
        layout = column(self._head, self._middle)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self._show_around(True)
        self._fit_side()

    def _fit_side(self) -> None:
        """With large text there is no room beside the picture: words and choices stand above it."""
        scale, beside, is_large = self._text_scale, self._notes, self.has_large_text
        directions = QBoxLayout.Direction
        is_above = is_large or self.picture is None  # a table needs the whole width
        self._middle.setDirection(directions.BottomToTop if is_above else directions.LeftToRight)
        beside.setMinimumWidth(0 if is_above else round(SIDE * scale))
        beside.setMaximumWidth(WITHOUT_END if is_above else round(SIDE * scale))
        align(self._around[1][1])
        self._fit_head()

    def _fit_head(self) -> None:
        """In a narrow window the choices have a line of their own, above the two buttons."""
        directions = QBoxLayout.Direction
        is_narrow = self.window().width() < theme.NARROW_WINDOW * theme.scale()
        self._head.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_head()

    @property
    def _text_scale(self) -> float:
        return self.fontInfo().pixelSize() / theme.BASE_PIXELS

    @property
    def has_large_text(self) -> bool:
        return self._text_scale >= LARGE_TEXT

    def redress(self) -> None:
        self._fit_side()
        self.table.resizeColumnsToContents()
        if self.table.wordWrap():
            self.table.resizeRowsToContents()

    def _table(self) -> QTableView:
        table = QTableView()
        table.setObjectName(f"table_{self.key}")
        table.setAccessibleName(lab_words.TITLES[self.key])
        table.setModel(self.model)
        table.setAlternatingRowColors(True)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setResizeContentsPrecision(LOOKED_AT)
        return table

    # --- Showing -----------------------------------------------------------------------------------------------------

    def show_view(self, view: View) -> None:
        """Show what this tab has to say about the view."""

    def compute(self, work: Callable[[], Result], done: Callable[[Result], None], keep: bool = False) -> None:
        """Off the window's thread; an expected error is said in place of the picture; `keep` leaves it till then."""
        if not keep:
            self.tell(words.COMPUTING)
            self.stack.hide()
        self.background.start(work, done, lambda error: self.refuse(str(error)))

    def refuse(self, text: str) -> None:
        """What was asked for cannot be shown; a tab with other views leaves the choice between them."""
        self.show_nothing(text)

    def give_up(self) -> None:
        """The study is left: nobody waits for what is being computed."""
        self.background.forget()

    def close_down(self) -> None:
        """The window closes: end what is under way."""
        self.background.wait()

    def tell(self, sentence: str, caption: str = "") -> None:
        """The picture in words, seen by everybody; what it means, small below it."""
        self.sentence.setText(sentence)
        self.caption.setText(caption)
        for part in (self._means, self.caption):
            part.setVisible(bool(caption))
        if self.picture is not None:
            self.picture.setAccessibleDescription(sentence)

    def fill(self, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
        self.model.show_rows(headings, rows)
        self.table.resizeColumnsToContents()
        self._offer_numbers()
        for plot in self._plots():
            plot.read_rows(headings, rows)

    def _offer_numbers(self) -> None:
        """As a table or to be saved: only where there are some."""
        for offer in (self.switch, self._save_button):
            offer.setEnabled(bool(self.model.rows))

    def _plots(self) -> list[Spoken]:
        if self.picture is None:
            return []
        own = [self.picture] if isinstance(self.picture, Spoken) else []
        return [*own, *self.picture.findChildren(Spoken)]

    def show_nothing(self, text: str = strings.EXPLORE_NOTHING) -> None:
        self.show_words(text)
        self._show_around(False)

    def show_words(self, text: str) -> None:
        """No picture and no table, but the choices stay."""
        self.tell(text)
        self.fill((), ())
        self.stack.hide()

    def show_something(self) -> None:
        self.stack.show()
        self._show_around(True)

    def _show_around(self, wanted: bool) -> None:
        for place, items in self._around:
            place.setVisible(wanted and bool(items))

    def toggle_table(self) -> None:
        """Alt+T: the numbers behind the picture, or the picture again."""
        if not self._is_drawn:
            return
        to_table = self.switch.text() == strings.EXPLORE_AS_TABLE
        self.switch.setText(strings.EXPLORE_AS_PICTURE if to_table else strings.EXPLORE_AS_TABLE)
        self.show_drawn(True)

    def show_drawn(self, is_drawn: bool) -> None:
        """Whether what is shown has a picture at all; if so, what was shown as a table stays a table."""
        self._is_drawn = is_drawn and self.picture is not None
        self.switch.setVisible(self._is_drawn)
        as_picture = self._is_drawn and self.switch.text() == strings.EXPLORE_AS_TABLE
        self.stack.setCurrentWidget(self.picture if as_picture and self.picture is not None else self.table)

    # --- Saving ------------------------------------------------------------------------------------------------------

    def ask_to_save(self) -> None:
        """Ctrl+E: where to, and as what."""
        if not self.model.rows:
            self._say(strings.EXPLORE_NOTHING_TO_SAVE)
            return
        filters = strings.EXPLORE_SAVE_FILTER if self._is_drawn else strings.EXPLORE_SAVE_TABLE_FILTER
        files = FileService(Settings())
        chosen = files.ask_to_save(self, FileKind.PICTURE, strings.EXPLORE_SAVE_TITLE, self.key, filters)
        if chosen is not None:
            self.save(with_ending(*chosen))

    def copy(self) -> None:
        """Ctrl+C: the picture for a document, words and numbers for a letter or a spreadsheet."""
        if not self.model.rows:
            self._say(strings.EXPLORE_NOTHING_TO_SAVE)
            return
        taken = QMimeData()
        taken.setText(self._as_text())
        if self.picture is not None and self.stack.currentWidget() is self.picture:
            taken.setImageData(image_of(self.picture))
        QGuiApplication.clipboard().setMimeData(taken)
        self._say(strings.EXPLORE_COPIED)

    def _as_text(self) -> str:
        said = (lab_words.TITLES[self.key], self.sentence.text(), self.caption.text())
        return as_text(said, self.model.headings, self.model.rows)

    def save(self, path: Path) -> None:
        """A picture for .svg and .png, words and numbers for .txt, the numbers for everything else."""
        try:
            if path.suffix.lower() in (".svg", ".png"):
                self._save_picture(path)
            elif path.suffix.lower() == ".txt":
                save_text(self._as_text(), path)
            else:
                save_table(self.model.headings, self.model.rows, path)
        except EvenfoldError as error:
            messages.show_error(self, error)
            return
        self._say(strings.EXPLORE_SAVED.format(path=path))

    def _save_picture(self, path: Path) -> None:
        """It is laid out only while it is shown; afterwards what was shown is shown again."""
        if self.picture is None or not self._is_drawn:
            raise StoreError(strings.EXPLORE_NO_PICTURE, hint=strings.EXPLORE_AS_NUMBERS)
        self.stack.setCurrentWidget(self.picture)
        try:
            save_picture(self.picture, path)
        finally:
            self.show_drawn(True)


def with_ending(path: Path, kind: str) -> Path:
    """The chosen name with the ending of the chosen kind, if it has none."""
    ending = kind.partition("(*")[2].rstrip(")")
    return path if path.suffix or not ending else path.with_suffix(ending)


def figure(value: float | None, digits: int = 4) -> str:
    """A number for a table; a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}g}".replace("-", "−")
