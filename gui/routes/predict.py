"""The page Predict: a saved model, new rows, each prediction with its range and place, and a file to save them in."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QFrame,
    QHeaderView,
    QStackedWidget,
    QStyledItemDelegate,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.application.predict_rows import (
    SUFFIX,
    ModelForUse,
    foresee_time,
    open_model,
    predict_rows,
    save_predictions,
)
from core.application.read_tables import read_table
from core.domain.dataset import Column, Table
from core.domain.prediction import Place, Predictions
from core.support.errors import EvenfoldError
from core.support.text import pluralize
from core.wording.prediction_text import word_drift, word_expected_error, word_limits, word_percent, word_place
from gui import messages, theme
from gui.dressing import Dressed
from gui.files import FileKind, where_words
from gui.plots.distance_plot import DistancePlot
from gui.routes.key_numbers import KeyNumbers, Shown
from gui.routes.predictions_model import OWN, PLACE, REMARK, PlaceDelegate, PredictionsModel
from gui.routes.watch_view import WatchView
from gui.strings import predict as words
from gui.strings import watch as watch_words
from gui.tasks import Background
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.file_row import FileRow
from gui.widgets.parts import as_is, as_tip, button, column, plain, row
from gui.widgets.segments import Segments
from gui.wizard.bars import Action, FooterLine
from gui.wizard.page import Page, Shell
from gui.wizard.state import State, local_time

SIDE, ROW = 320, 34  # pixels of normal text
WATCH = "watch"  # one of words.MODES
KEYS = ("rows", "inside", "edge", "outside", "held")
MOST_LIMITS = 3
WIDEST = 260


def _count_predictions(found: Predictions | None) -> tuple[dict[str, Shown], dict[str, str]]:
    """The five numbers above the table, and the colors of those places that hold some row."""
    counts = {place: sum(one is place for one in found.places) for place in Place} if found is not None else {}
    rows = found.rows if found is not None else 0
    shown = {
        "rows": (f"{rows:,}" if found else "–", words.KEY_PREDICTION if rows == 1 else words.KEY_PREDICTIONS),
        "inside": (f"{counts[Place.INSIDE]:,}" if found else "–", words.KEY_INSIDE),
        "edge": (f"{counts[Place.EDGE]:,}" if found else "–", words.KEY_EDGE),
        "outside": (f"{counts[Place.OUTSIDE]:,}" if found else "–", words.KEY_OUTSIDE),
        "held": _held(found),
    }
    moods = {
        "inside": (Place.INSIDE, "yes"),
        "edge": (Place.EDGE, "unclear"),
        "outside": (Place.OUTSIDE, "blocked"),
    }
    return shown, {key: word for key, (place, word) in moods.items() if counts.get(place)}


def _held(found: Predictions | None) -> tuple[str, str]:
    """How often ranges hold: counted on new rows with known values, else what is to be expected."""
    if found is None:
        return "–", words.KEY_HELD.format(level="90 %")
    level = word_percent(found.level)
    held, checked = (
        (words.KEY_HELD_SET, words.KEY_CHECKED_SET) if found.classes else (words.KEY_HELD, words.KEY_CHECKED)
    )
    if found.checks:
        hits, rows = sum(one.hits for one in found.checks), sum(one.rows for one in found.checks)
        return words.OF_100.format(hits=hits, rows=rows), checked.format(level=level)
    known = [limit.coverage for limit in found.limits if limit.coverage is not None]
    if not known:
        return words.KEY_NO_RANGE, held.format(level=level)
    ends = words.KEY_ENDS.format(low=100 * min(one.low for one in known), high=100 * max(one.high for one in known))
    return words.ABOUT.format(share=f"{100 * found.level:g}"), f"{held.format(level=level)} {ends}"


class PredictPage(Dressed, Page):
    key = "predict"
    title = words.TITLE
    instruction = words.TITLE
    has_lead = False
    primary_alternatives = (words.SAVE_EXCEL, watch_words.ADD)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.setAcceptDrops(True)
        self.model: ModelForUse | None = None
        self.table: Table | None = None
        self.found: Predictions | None = None
        self._model_path: Path | None = None
        self._rows_path: Path | None = None
        self._background = Background(self)
        self._fit_soon = QTimer(self, singleShot=True, interval=0)  # when the table has its new width
        self._fit_soon.timeout.connect(self._bring_forward)
        self._build()

    def _build(self) -> None:
        self.model_row = FileRow("predictModel", words.MODEL, self.choose_model, words.NO_MODEL)
        self.rows_row = FileRow("predictRows", words.ROWS, self.choose_rows, words.NO_ROWS)
        self.watch = WatchView(self.shell, self._failed)
        self.watch.changed.connect(self.changed)
        self._row_files = QStackedWidget()
        self._row_files.addWidget(self.rows_row)
        self._row_files.addWidget(self.watch.rows_row)
        self.mode = Segments(list(words.MODES.items()), "predictMode")
        self.mode.setAccessibleName(words.MODE)
        self.mode.chosen.connect(self.show_mode)
        files = row(self.model_row, self._row_files, spacing=theme.SPACE["l"])
        files.setStretch(0, 1)
        files.setStretch(1, 1)
        self.keys = KeyNumbers("predictKeys", KEYS)
        self.level = Segments(list(words.LEVELS.items()), "predictLevel")
        self.level.setAccessibleName(words.LEVEL)
        self.level.choose("0.9")
        self.level.chosen.connect(lambda _key: self.predict())
        self.rows_model = PredictionsModel()
        self.view = self._table()
        self._pile = QStackedWidget()
        self._pile.addWidget(self._empty())
        self._pile.addWidget(self.view)
        self._pile.addWidget(self._missing())
        left = QFrame()
        left.setProperty("look", "card")
        above = row(plain(words.TABLE, "title"), 0, self.level)
        above.setContentsMargins(14, 6, 10, 4)
        inside = column(above, self._pile, spacing=0)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setStretch(1, 1)
        left.setLayout(inside)
        below = row(left, self._side(), spacing=theme.SPACE["l"])
        below.setStretch(0, 1)
        predicting = QWidget()
        inside = column(self.keys, below, spacing=theme.SPACE["m"])
        inside.setStretch(1, 1)
        predicting.setLayout(inside)
        self._views = QStackedWidget()
        self._views.addWidget(predicting)
        self._views.addWidget(self.watch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.SPACE["m"])
        layout.addLayout(files)
        layout.addWidget(self._views, 1)
        self.keys.show_numbers(*_count_predictions(None))
        self.redress()

    def _table(self) -> QTableView:
        view = QTableView()
        view.setObjectName("predictTable")
        view.setAccessibleName(words.TABLE)
        view.setModel(self.rows_model)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setTabKeyNavigation(False)
        view.setWordWrap(False)
        view.setShowGrid(False)
        view.setStyleSheet("QTableView { border: none; }")
        self._place_delegate, self._usual_delegate = PlaceDelegate(view), QStyledItemDelegate(view)
        view.verticalHeader().hide()
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.horizontalHeader().setStretchLastSection(True)
        view.horizontalHeader().setHighlightSections(False)
        view.selectionModel().currentRowChanged.connect(lambda now, _before: self._show_row(now))
        return view

    def _empty(self) -> QWidget:
        self.nothing = as_is(words.NO_MODEL, "secondary", "predictNothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        made = QWidget()
        made.setLayout(column(0, self.nothing, 0))
        return made

    def _missing(self) -> QWidget:
        """Inputs that the file lacks, each with a list of the columns that could be meant."""
        self._columns_form = QFormLayout()
        self._columns: dict[str, QComboBox] = {}
        self.use_columns = button(words.USE_COLUMNS, self._use_columns, "useColumns")
        made = QWidget()
        inside = column(0, self._columns_form, row(self.use_columns, 0), 0)
        inside.setContentsMargins(24, 8, 24, 8)
        made.setLayout(inside)
        return made

    def _side(self) -> QFrame:
        side = QFrame()
        side.setProperty("look", "card")
        self.use_title = plain(words.USE_HERE, "title", "useHere")
        self.use_words = as_is(words.SELECT, "", "useWords")
        self.plot_title = plain(words.PLOT, "strong")
        self.plot = DistancePlot()
        self.nearest = as_is("", "caption", "nearestRows")
        self.limits = as_is("", "caption", "predictLimits")
        told = self.use_title, self.use_words, self.plot_title, self.plot, self.nearest, self.limits
        inside = column(*told, spacing=5)
        inside.setContentsMargins(14, 10, 14, 10)
        inside.setStretch(3, 1)
        side.setLayout(inside)
        self._side_card = side
        return side

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_to_window()
        self.watch.fit_to_window()

    def redress(self) -> None:
        self._fit_to_window()
        self.view.verticalHeader().setDefaultSectionSize(theme.scaled(ROW))
        self.use_words.setMinimumHeight(theme.scaled(3 * theme.LINES["body"]))

    def _fit_to_window(self) -> None:
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        self._side_card.setFixedWidth(theme.scaled(SIDE - 60 if is_narrow else SIDE))
        self.limits.setHidden(is_narrow)  # its tip tells it
        if self.found is not None:
            self._fit_soon.start()

    def heightForWidth(self, _width: int) -> int:
        """Table and plot take what height there is; the page does not grow with wrapping sentences."""
        return self.minimumSizeHint().height()

    # --- Predict or watch --------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return words.TITLE_WATCH if self.is_watching else words.TITLE

    def tools(self) -> QWidget:
        return self.mode

    def open_part(self, key: str) -> None:
        self.mode.choose(key)
        self.show_mode(key)

    def show_mode(self, key: str) -> None:
        """Predictions of new rows, or how the model has done on rows whose values are known by now."""
        for pile in (self._views, self._row_files):
            pile.setCurrentIndex(1 if key == WATCH else 0)
        if key == WATCH:
            self.watch.show_model(self.model, self._model_path)
        self.changed.emit()

    @property
    def is_watching(self) -> bool:
        return self.mode.current == WATCH

    # --- Entering ----------------------------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        """The model saved last is chosen beforehand: that of the study that is open, else the newest."""
        self.explained.emit(words.TITLE, words.WHY, "", words.SOURCE)
        if self.model is None and (newest := self._newest_model(state)) is not None:
            self.open_model(newest)

    def _newest_model(self, state: State) -> Path | None:
        own = list(state.file.path.parent.glob(f"*{SUFFIX}")) if state.file is not None else []
        chosen = self.shell.settings.folder_of(FileKind.MODEL)
        others = list(self.shell.settings.studies.glob(f"*/*{SUFFIX}"))
        others += list(chosen.glob(f"*{SUFFIX}")) if chosen is not None else []
        return max(own or others, key=lambda path: path.stat().st_mtime, default=None)

    # --- Model and rows ----------------------------------------------------------------------------------------------

    def choose_model(self) -> None:
        chosen = self.shell.files.ask_to_open(self, FileKind.MODEL, words.MODEL_TITLE, words.MODEL_FILTER)
        if chosen is not None:
            self.open_model(chosen)

    def open_model(self, path: Path) -> None:
        self.shell.announce(words.READING.format(name=path.name))
        self._background.start(partial(open_model, path), partial(self._take_model, path), self._failed)

    def _take_model(self, path: Path, model: ModelForUse) -> None:
        self.model, self._model_path = model, path
        record = model.model
        self.model_row.shown.setText(words.MODEL_NAME.format(study=record.study.title, model=record.name))
        self.model_row.shown.setToolTip(str(path))
        expected = " ".join(f"{one.text[:1].upper()}{one.text[1:]}." for one in record.expected if one.text)
        self.model_row.tell(words.MODEL_SAVED.format(time=local_time(record.made_at), expected=expected))
        self.nothing.setText(words.DROP)
        self.shell.announce("")
        if self.is_watching:
            self.watch.show_model(model, path)
        self.predict()

    def choose_rows(self) -> None:
        chosen = self.shell.files.ask_to_open(self, FileKind.DATA, words.ROWS_TITLE)
        if chosen is not None:
            self.open_rows(chosen)

    def open_rows(self, path: Path) -> None:
        self.shell.announce(words.READING.format(name=path.name))
        self._background.start(partial(read_table, path), partial(self._take_rows, path), self._failed)

    def _take_rows(self, path: Path, table: Table) -> None:
        self.table, self._rows_path = table, path
        self.rows_row.shown.setText(table.name)
        self.rows_row.shown.setToolTip(str(path))
        self.shell.announce("")
        self.predict()

    def _failed(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        messages.show_error(self, error)

    # --- Predicting --------------------------------------------------------------------------------------------------

    def predict(self) -> None:
        """As soon as there are both; off the window's thread."""
        model, table = self.model, self.table
        if model is None or table is None:
            return
        missing = [one.name for one in model.model.inputs if one.name not in table.names]
        found = len(model.model.inputs) - len(missing)
        self.rows_row.tell(words.ROWS_FOUND.format(rows=table.rows, found=found, inputs=len(model.model.inputs)))
        if missing:
            self._ask_for_columns(table, missing)
            return
        self.shell.announce(words.PREDICTING.format(rows=table.rows))
        self._background.start(partial(foresee_time, model, table.rows), self._predict_now, self._not_predicted)

    def _predict_now(self, ahead: str) -> None:
        """`ahead` says how long it will take, where that is worth saying."""
        if self.model is None or self.table is None:
            return
        if ahead:
            self.shell.announce(ahead)
        work = partial(predict_rows, self.model, self.table, float(self.level.current))
        self._background.start(work, self._predicted, self._not_predicted)

    def _ask_for_columns(self, table: Table, missing: list[str]) -> None:
        self._show(None)
        while self._columns_form.rowCount():
            self._columns_form.removeRow(0)
        assert self.model is not None
        used = {one.name for one in self.model.model.inputs}
        self._columns = {}
        for name in missing:
            box = ChoiceBox()
            box.setAccessibleName(words.MISSING_COLUMN.format(name=name))
            box.addItem(words.CHOOSE_COLUMN, "")
            for other in table.names:
                if other not in used:
                    box.addItem(other, other)
            self._columns_form.addRow(words.MISSING_COLUMN.format(name=name), box)
            self._columns[name] = box
        self._pile.setCurrentIndex(2)

    def _use_columns(self) -> None:
        """The chosen columns take the names the model knows; what is not chosen is asked for again."""
        if self.table is None:
            return
        meant = {str(box.currentData()): name for name, box in self._columns.items() if box.currentData()}
        self.table = replace(self.table, columns=tuple(_renamed(one, meant) for one in self.table.columns))
        self.predict()

    def _not_predicted(self, error: EvenfoldError) -> None:
        self.shell.announce("")
        self._show(None)
        self.nothing.setText(str(error))
        self._pile.setCurrentIndex(0)

    def _predicted(self, found: Predictions) -> None:
        self.shell.announce("")
        self._show(found)
        drift = word_drift(found.drift)
        if drift:
            self.rows_row.tell(drift, "attention")
        self.view.selectRow(0)

    def _show(self, found: Predictions | None) -> None:
        self.found = found
        own = tuple(one.name for one in self.model.model.inputs) if self.model is not None else ()
        self.rows_model.show_predictions(found, own)
        self.keys.show_numbers(*_count_predictions(found))
        self._pile.setCurrentIndex(0 if found is None else 1)
        for place in range(self.rows_model.columnCount()):
            is_place = self.rows_model.kind(place) == PLACE
            self.view.setItemDelegateForColumn(place, self._place_delegate if is_place else self._usual_delegate)
            if self.rows_model.kind(place) != REMARK:
                self.view.resizeColumnToContents(place)
                self.view.setColumnWidth(place, min(self.view.columnWidth(place) + 8, WIDEST))
        self._bring_forward()
        self.limits.setText("\n".join(word_limits(found)[:MOST_LIMITS]) if found is not None else "")
        self.plot_title.setToolTip(as_tip(self.limits.text()))
        self.changed.emit()

    def _bring_forward(self) -> None:
        """What is predicted is seen without scrolling: own columns that leave no room for it stand behind it."""
        header, count = self.view.horizontalHeader(), self.rows_model.columnCount()
        kinds = [self.rows_model.kind(place) for place in range(count)]
        left = self.view.viewport().width() - header.minimumSectionSize()
        left -= sum(self.view.columnWidth(place) for place, kind in enumerate(kinds) if kind not in (OWN, REMARK))
        order: list[int] = []
        behind: list[int] = []
        for place, kind in enumerate(kinds):
            left -= self.view.columnWidth(place) if kind == OWN else 0
            (behind if kind == OWN and left < 0 else order).append(place)
        for at, place in enumerate(order + behind):
            header.moveSection(header.visualIndex(place), at)

    def _show_row(self, index: QModelIndex) -> None:
        """May the model be used for the selected row?"""
        found, place = self.found, index.row()
        if found is None or self.model is None or not 0 <= place < found.rows:
            return
        by_distance = self.model.model.by_distance
        known = by_distance[0] if by_distance else None
        error = float(found.expected_errors[place, 0]) if found.expected_errors.size else float("nan")
        has_error = error == error
        unit = found.units[0] if found.units else ""
        self.use_title.setText(words.USE_HERE_ROW.format(row=place + 1))
        remark = found.remarks[place]
        told = [word_place(found.places[place]), f"{remark.rstrip('.')}." if remark else ""]
        if known is not None and not found.classes:
            told.append(word_expected_error(error if has_error else None, unit, known.depends))
        self.use_words.setText(" ".join(part for part in told if part))
        self.plot_title.setText(words.PLOT_UNIT.format(unit=unit) if unit else words.PLOT)
        distance = float(found.distances[place]) if found.distances.size else 0.0
        self.plot.show_row(known, place + 1, distance, error)
        near = found.nearest[place].tolist() if found.nearest.size else []
        self.nearest.setText(words.NEAREST.format(rows=", ".join(f"row {one:,}" for one in near)) if near else "")

    # --- Saving ------------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (watch_words.ADD,) if self.is_watching else (words.SAVE_EXCEL,)

    def act(self) -> None:
        if self.is_watching:
            self.watch.choose_rows()
        else:
            self._save(".xlsx", words.EXCEL_FILTER)

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        has_some = self.watch.has_rows if self.is_watching else self.found is not None
        tip = "" if has_some else watch_words.NOTHING_YET if self.is_watching else words.NOTHING_YET
        save_csv = self.watch.save_history if self.is_watching else partial(self._save, ".csv", words.CSV_FILTER)
        return (
            Action(words.COPY, self.copy, enabled=has_some, tip=tip),
            Action(words.SAVE_CSV, save_csv, enabled=has_some, tip=tip),
        )

    def copy(self) -> None:
        shown = self.watch.as_text() if self.is_watching else self.rows_model.as_text()
        QGuiApplication.clipboard().setText(shown)
        self.shell.announce(words.COPIED)

    def _save(self, ending: str, filters: str) -> None:
        if self.found is None or self._rows_path is None:
            self.shell.announce(words.NOTHING_YET)
            return
        name = words.FILE_NAME.format(name=self._rows_path.stem) + ending
        chosen = self.shell.files.ask_to_save(
            self, FileKind.PREDICTION, words.SAVE_TITLE, name, filters, self._model_path
        )
        if chosen is not None:
            path = chosen[0] if chosen[0].suffix else chosen[0].with_suffix(ending)
            self.write(path)

    def write(self, path: Path) -> None:
        assert self.found is not None
        self._background.start(partial(_written, path, self.found), self._was_written, self._failed)

    def _was_written(self, path: Path) -> None:
        self.shell.announce(words.SAVED.format(place=where_words(path)))

    # --- What the frame asks for -------------------------------------------------------------------------------------

    def line(self) -> FooterLine:
        return FooterLine(watch_words.LINE if self.is_watching else words.LINE)

    def summary(self) -> str | None:
        return None if self.found is None else pluralize(self.found.rows, words.KEY_PREDICTION)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """A model, or new rows."""
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            take_rows = self.watch.add_rows if self.is_watching else self.open_rows
            (self.open_model if files[0].suffix == SUFFIX else take_rows)(files[0])

    def close_down(self) -> None:
        self._background.wait()
        self.watch.close_down()


def _renamed(column: Column, meant: dict[str, str]) -> Column:
    return replace(column, name=meant[column.name]) if column.name in meant else column


def _written(path: Path, found: Predictions) -> Path:
    save_predictions(path, found)
    return path
