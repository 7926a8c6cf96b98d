"""Predict > Watch: rows with known values are added to a saved model; a chart shows whether it keeps its promise."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QStackedWidget, QTableWidget, QTableWidgetItem, QWidget

from core.application.predict_rows import ModelForUse
from core.application.watch_model import save_watch_history, watch_file, watch_model
from core.domain.prediction import Watch, WatchedLoss, WatchedOutput
from core.support.errors import EvenfoldError
from core.support.text import pluralize
from core.wording.names_text import strip_unit
from core.wording.watch_text import (
    ALARM,
    SHORT_TITLES,
    TITLES,
    TOO_EARLY,
    WATCH_CONDITION,
    scale_watched_loss,
    show_evidence,
    show_mean_so_far,
    show_watched_loss,
    word_watched_output,
)
from gui import theme
from gui.dressing import Dressed
from gui.files import FileKind, where_words
from gui.plots.watch_chart import ErrorSoFar, Evidence, WatchedCurve
from gui.routes.key_numbers import KeyNumbers, Shown
from gui.strings import watch as words
from gui.strings.predict import CSV_FILTER
from gui.tasks import Background
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.file_row import FileRow
from gui.widgets.parts import as_is, as_tip, column, plain, row
from gui.widgets.segments import Segments
from gui.widgets.word_table import word_table
from gui.wizard.page import Shell
from gui.wizard.state import local_time

KEYS = ("rows", "mean", "promise", "evidence", "state")
SIDE = 440  # pixels of normal text
SENTENCE_LINES = 3
ERROR = "error"  # one of words.CHARTS


class WatchView(Dressed, QWidget):
    """The page holds `rows_row` beside the model, and this below them."""

    changed = Signal()

    def __init__(self, shell: Shell, failed: Callable[[EvenfoldError], None]) -> None:
        super().__init__()
        self.shell = shell
        self.found: Watch | None = None
        self._model: ModelForUse | None = None
        self._path: Path | None = None
        self._output = 0
        self._failed = failed
        self._background = Background(self)
        self.rows_row = FileRow("watchRows", words.ROWS, self.choose_rows, words.NO_MODEL, words=words.ADD)
        self.keys = KeyNumbers("watchKeys", KEYS)
        below = row(self._chart_card(), self._history_card(), spacing=theme.SPACE["l"])
        below.setStretch(0, 1)
        inside = column(self.keys, below, spacing=theme.SPACE["m"])
        inside.setStretch(1, 1)
        self.setLayout(inside)
        self._show(None)
        self.redress()

    def _chart_card(self) -> QFrame:
        self.chart = Segments(list(words.CHARTS.items()), "watchChart")
        self.chart.setAccessibleName(words.CHART)
        self.chart.chosen.connect(self._choose_chart)
        self.outputs = ChoiceBox()
        self.outputs.setObjectName("watchOutput")
        self.outputs.setAccessibleName(words.OUTPUT)
        self.outputs.activated.connect(self._choose_output)
        self.error_chart = ErrorSoFar("watchError", words.CHARTS[ERROR])
        self.evidence_chart = Evidence("watchEvidence", words.EVIDENCE_TITLE, ALARM)
        self._charts = QStackedWidget()
        self._charts.addWidget(self.error_chart)
        self._charts.addWidget(self.evidence_chart)
        self.nothing = as_is(words.EMPTY, "secondary", "watchNothing")
        nothing = QWidget()
        nothing.setLayout(column(0, row(0, self.nothing, 0), 0))
        self._charts.addWidget(nothing)
        self.caption = as_is("", "caption", "watchCaption")
        card = QFrame()
        card.setProperty("look", "card")
        inside = column(row(self.chart, 0, self.outputs), self._charts, self.caption, spacing=6)
        inside.setContentsMargins(14, 8, 14, 8)
        inside.setStretch(1, 1)
        card.setLayout(inside)
        return card

    def _history_card(self) -> QFrame:
        self.sentence = as_is("", "", "watchSentence")
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.condition = as_is(WATCH_CONDITION, "caption", "watchCondition")
        self.history = self._table()
        card = QFrame()
        card.setProperty("look", "card")
        inside = column(self.sentence, plain(words.HISTORY, "strong"), self.history, self.condition, spacing=6)
        inside.setContentsMargins(14, 10, 14, 8)
        inside.setStretch(2, 1)
        card.setLayout(inside)
        self._side_card = card
        return card

    def _table(self) -> QTableWidget:
        table = word_table("watchHistory", words.HISTORY, [head.format(title="") for head in words.HISTORY_HEADS], ())
        table.setShowGrid(False)
        table.setStyleSheet("QTableWidget { border: none; }")
        header = table.horizontalHeader()
        header.setMinimumSectionSize(40)
        for place in range(len(words.HISTORY_HEADS)):
            is_name = place == 1
            header.setSectionResizeMode(
                place, QHeaderView.ResizeMode.Stretch if is_name else QHeaderView.ResizeMode.ResizeToContents
            )
        return table

    def redress(self) -> None:
        self.fit_to_window()

    def fit_to_window(self) -> None:
        """In a narrow window there is less beside the chart, and what stands below it is told by tips."""
        is_narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        self._side_card.setFixedWidth(theme.scaled(SIDE - 80 if is_narrow else SIDE))
        self.history.setColumnHidden(len(words.HISTORY_HEADS) - 1, is_narrow)
        self.sentence.setMinimumHeight(theme.scaled(SENTENCE_LINES * theme.LINES["body"]))
        for told in (self.caption, self.condition):
            told.setHidden(is_narrow)
        self.sentence.setToolTip(as_tip(WATCH_CONDITION))

    # --- The model and its rows --------------------------------------------------------------------------------------

    @property
    def has_rows(self) -> bool:
        return self.found is not None and bool(self.found.batches)

    def show_model(self, model: ModelForUse | None, path: Path | None) -> None:
        """What its file holds so far; read where that does not hold up the window."""
        is_known = path is not None and path == self._path and self.found is not None
        self._model, self._path = model, path
        if model is None or path is None or is_known:
            return
        self._output = 0
        self.outputs.clear()
        for promise in model.model.promises:
            self.outputs.addItem(strip_unit(promise.output))
        self.outputs.setVisible(self.outputs.count() > 1)
        self._show(None)
        self.rows_row.shown.clear()
        self.rows_row.tell(words.HELP)
        self._background.start(partial(watch_model, path), self._show, self._cannot)

    def choose_rows(self) -> None:
        if self._path is None:
            self.shell.announce(words.NO_MODEL)
            return
        chosen = self.shell.files.ask_to_open(self, FileKind.DATA, words.ADD_TITLE)
        if chosen is not None:
            self.add_rows(chosen)

    def add_rows(self, path: Path) -> None:
        """Those of a file that are new go into the file of the model; what did not count is told."""
        model = self._path
        if model is None:
            self.shell.announce(words.NO_MODEL)
            return
        self.shell.announce(words.READING.format(name=path.name))
        self._background.start(partial(watch_file, model, path), partial(self._added, path), self._refused)

    def _added(self, path: Path, found: Watch) -> None:
        self.shell.announce("")
        self.rows_row.shown.setText(path.name)
        self.rows_row.shown.setToolTip(as_tip(str(path)))
        told = words.ADDED.format(rows=found.batches[-1].rows, notes=" ".join(found.notes))
        self.rows_row.tell(told.strip(), "attention" if found.notes else "help")
        self._show(found)

    def _refused(self, error: EvenfoldError) -> None:
        """Nothing was added; what is shown stays."""
        self._failed(error)

    def _cannot(self, error: EvenfoldError) -> None:
        self._show(None)
        self.nothing.setText(str(error))
        self.shell.announce("")

    # --- Showing -----------------------------------------------------------------------------------------------------

    def _choose_chart(self, _key: str) -> None:
        self._show(self.found)

    def _choose_output(self, place: int) -> None:
        self._output = place
        self._show(self.found)

    def _show(self, found: Watch | None) -> None:
        self.found = found
        self.nothing.setText(words.EMPTY)
        self.keys.show_numbers(*self._count(found))
        self._fill_history(found)
        if found is None or not found.batches:
            self._charts.setCurrentIndex(2)
            self.caption.setText("")
            self.sentence.setText(words.NOTHING_YET)
        else:
            output = found.outputs[self._output]
            self.sentence.setText(word_watched_output(output, found, self._unit(output)))
            self._draw(found, output)
        self.changed.emit()

    def _unit(self, output: WatchedOutput) -> str:
        if self._model is None:
            return ""
        record = self._model.model
        return record.units[record.outputs.index(output.promise.output)]

    def _count(self, found: Watch | None) -> tuple[dict[str, Shown], dict[str, str]]:
        """The five numbers, and the color of how the model stands."""
        title = SHORT_TITLES[found.loss] if found is not None else SHORT_TITLES[WatchedLoss.ABSOLUTE]
        nothing = {
            "rows": ("–", words.KEY_ROWS.format(batches=pluralize(0, "batch", "batches"))),
            "mean": ("–", title),
            "promise": ("–", words.KEY_PROMISE),
            "evidence": ("–", words.KEY_EVIDENCE.format(alarm=ALARM)),
            "state": ("–", words.NOTHING_YET),
        }
        if found is None or not found.outputs:
            return nothing, {}
        output = found.outputs[self._output]
        unit = self._unit(output)
        promised = f"{show_watched_loss(output.promise.promise, output.promise, found.loss)} {unit}".strip()
        nothing["promise"] = (promised, words.KEY_PROMISE)
        if not found.batches:
            return nothing, {}
        batches = pluralize(len(found.batches), "batch", "batches")
        counted, rows = len(output.losses), sum(batch.rows for batch in found.batches)
        told = words.KEY_GROUPS.format(rows=rows, batches=batches) if found.by_groups else words.KEY_ROWS
        mean, ends = show_mean_so_far(output, found.loss)
        state, mood = self._judge(found, output)
        mean_told = words.KEY_MEAN.format(title=title, range=ends) if ends else words.KEY_MEAN_CHANGED
        return {
            "rows": (f"{counted:,}", told.format(batches=batches)),
            "mean": (f"{mean} {unit}".strip(), mean_told.format(title=title)),
            "promise": (promised, words.KEY_PROMISE),
            "evidence": (words.EVIDENCE_SHOWN.format(evidence=show_evidence(output)), nothing["evidence"][1]),
            "state": state,
        }, {"state": mood}

    def _judge(self, found: Watch, output: WatchedOutput) -> tuple[Shown, str]:
        counted = "group" if found.by_groups else "row"
        if output.alarm_at is not None:
            return (words.ALARM, words.STATE_ALARM.format(counted=counted, at=output.alarm_at)), "blocked"
        if len(output.losses) < TOO_EARLY:
            return (words.EARLY, words.STATE_EARLY.format(count=pluralize(TOO_EARLY, counted))), ""
        return (words.STANDS, words.STATE_STANDS), "yes"

    def _draw(self, found: Watch, output: WatchedOutput) -> None:
        is_error = self.chart.current == ERROR
        self._charts.setCurrentIndex(0 if is_error else 1)
        self.caption.setText(words.CAPTION_ERROR if is_error else words.CAPTION_EVIDENCE)
        rows = words.AXIS_GROUPS if found.by_groups else words.AXIS_ROWS
        title, unit, promise = TITLES[found.loss], self._unit(output), output.promise
        scale = scale_watched_loss(1.0, promise, found.loss)
        counts = np.arange(1, len(output.losses) + 1)
        self.error_chart.label_axes(rows, f"{title}, {unit}" if unit else title)
        self.error_chart.show_curve(
            WatchedCurve(
                scale * np.cumsum(output.losses) / counts,
                scale * output.lows,
                scale * output.highs,
                (found.ends.tolist(), (scale * found.average_batches(self._output)).tolist()),
                scale * promise.promise,
            )
        )
        said = word_watched_output(output, found, unit)
        self.error_chart.say(f"{said} {words.CAPTION_ERROR}")
        self.evidence_chart.label_axes(rows, words.AXIS_EVIDENCE)
        self.evidence_chart.show_evidence(output.log_evidence)
        self.evidence_chart.say(words.SPOKEN_EVIDENCE.format(evidence=show_evidence(output), alarm=ALARM))
        self.evidence_chart.setToolTip(as_tip(words.CAPTION_EVIDENCE))

    def _fill_history(self, found: Watch | None) -> None:
        rows = self._list_history(found)
        title = words.HISTORY_TITLES[found.loss.value] if found is not None else ""
        self.history.setHorizontalHeaderLabels([head.format(title=title) for head in words.HISTORY_HEADS])
        self.history.setRowCount(len(rows))
        for place, cells in enumerate(rows):
            for at, cell in enumerate(cells):
                item = QTableWidgetItem(cell)
                item.setToolTip(as_tip(cell))
                self.history.setItem(place, at, item)

    def _list_history(self, found: Watch | None) -> list[tuple[str, ...]]:
        """One line for every batch, the latest first."""
        if found is None or not found.batches:
            return []
        output = found.outputs[self._output]
        means = found.average_batches(self._output)
        lines: list[tuple[str, ...]] = []
        for at, (batch, end) in enumerate(zip(found.batches, found.ends.tolist(), strict=True)):
            mean = show_watched_loss(float(means[at]), output.promise, found.loss)
            evidence = show_evidence(output, end - 1)
            lines.append((local_time(batch.time).split(",")[0], batch.name, f"{batch.rows:,}", mean, evidence))
        return lines[::-1]

    # --- Taking it along ---------------------------------------------------------------------------------------------

    def as_text(self) -> str:
        """The history for a spreadsheet."""
        title = TITLES[self.found.loss] if self.found is not None else ""
        heads = [head.format(title=title) for head in words.HISTORY_HEADS]
        return "\n".join("\t".join(line) for line in (heads, *self._list_history(self.found)))

    def save_history(self) -> None:
        if self.found is None or not self.found.batches or self._path is None:
            self.shell.announce(words.NOTHING_YET)
            return
        name = words.FILE_NAME.format(name=self._path.stem)
        chosen = self.shell.files.ask_to_save(self, FileKind.PREDICTION, words.SAVE_TITLE, name, CSV_FILTER, self._path)
        if chosen is not None:
            path, found = chosen[0] if chosen[0].suffix else chosen[0].with_suffix(".csv"), self.found
            self._background.start(partial(_written, path, found), self._was_written, self._failed)

    def _was_written(self, path: Path) -> None:
        self.shell.announce(words.SAVED.format(place=where_words(path)))

    def close_down(self) -> None:
        self._background.wait()


def _written(path: Path, found: Watch) -> Path:
    save_watch_history(path, found)
    return path
