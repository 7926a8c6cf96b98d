"""A table of the columns that may be models: a tick, the baseline among them, and where there are any their scores."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QRadioButton,
    QTableWidget,
    QWidget,
)

from gui import theme
from gui.dressing import Dressed
from gui.routes.boxes import ColumnBox
from gui.strings import short_studies as words

NAME, BASELINE, SCORES = 0, 1, 2
BASELINE_WIDTH = 84


class ModelColumns(Dressed, QTableWidget):
    """`changed` is sent when the person ticked, chose a baseline or scores. Its height is fixed by the page."""

    changed = Signal()

    def __init__(self, name: str, has_scores: bool) -> None:
        titles = words.MODEL_COLUMNS[1:] if has_scores else words.S_MODEL_COLUMNS[1:]
        super().__init__(0, len(titles))
        self._has_scores = has_scores
        self.setObjectName(name)
        self.setAccessibleName(words.MODELS)
        self.setHorizontalHeaderLabels(list(titles))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(BASELINE, QHeaderView.ResizeMode.Fixed)
        if has_scores:
            header.setSectionResizeMode(SCORES, QHeaderView.ResizeMode.Stretch)
        self.ticks: dict[str, QCheckBox] = {}
        self.baselines: dict[str, QRadioButton] = {}
        self.scores: dict[str, ColumnBox] = {}
        self._group = QButtonGroup(self)
        self.redress()

    def redress(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.scaled(theme.ROW))
        self.setColumnWidth(BASELINE, theme.scaled(BASELINE_WIDTH))

    def offer(
        self, names: tuple[str, ...], chosen: tuple[str, ...], score_columns: tuple[str, ...], scores: Mapping[str, str]
    ) -> None:
        """A row for every name; the first of `chosen` is the baseline."""
        self.setRowCount(0)
        self.ticks, self.baselines, self.scores = {}, {}, {}
        self._group = QButtonGroup(self)
        self.setRowCount(len(names))
        for place, name in enumerate(names):
            tick, base = QCheckBox(name.replace("&", "&&")), QRadioButton()
            tick.setObjectName(f"tick_{place}")
            tick.setAccessibleName(f"{words.MODEL_COLUMNS[1]}: {name}")
            tick.setToolTip(name)
            tick.setChecked(name in chosen)
            tick.clicked.connect(partial(self._ticked, name))
            base.setObjectName(f"baseline_{place}")
            base.setAccessibleName(f"{words.MODEL_COLUMNS[2]}: {name}")
            base.setChecked(bool(chosen) and name == chosen[0])
            base.setEnabled(name in chosen)
            base.clicked.connect(lambda: self.changed.emit())
            self._group.addButton(base)
            self.setCellWidget(place, NAME, _inset(tick))
            self.setCellWidget(place, BASELINE, _inset(base))
            self.ticks[name], self.baselines[name] = tick, base
            if self._has_scores:
                box = ColumnBox(f"scores_{place}", optional=True)
                box.setAccessibleName(f"{words.MODEL_COLUMNS[3]}: {name}")
                box.setToolTip(words.SCORES_TIP)
                box.setProperty("look", "inRow")
                box.show_columns(tuple(one for one in score_columns if one != name), scores.get(name))
                box.setEnabled(name in chosen)
                box.chosen.connect(self.changed)
                self.setCellWidget(place, SCORES, box)
                self.scores[name] = box

    def _ticked(self, name: str) -> None:
        """The baseline is always among the ticked ones."""
        on = self.ticks[name].isChecked()
        self.baselines[name].setEnabled(on)
        if name in self.scores:
            self.scores[name].setEnabled(on)
        ticked = [other for other, tick in self.ticks.items() if tick.isChecked()]
        if ticked and not any(self.baselines[other].isChecked() for other in ticked):
            self.baselines[ticked[0]].setChecked(True)
        self.changed.emit()

    @property
    def models(self) -> tuple[str, ...]:
        """The ticked columns, the baseline first."""
        ticked = [name for name, tick in self.ticks.items() if tick.isChecked()]
        return tuple(sorted(ticked, key=lambda name: not self.baselines[name].isChecked()))

    @property
    def chosen_scores(self) -> dict[str, str]:
        boxes = {name: self.scores[name].column for name in self.models if name in self.scores}
        return {name: column for name, column in boxes.items() if column is not None}

    def first_control(self) -> QWidget:
        return next(iter(self.ticks.values()), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # cells take the keys; the rest belongs to the page


def _inset(widget: QWidget) -> QWidget:
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(10, 0, 6, 0)
    layout.addWidget(widget)
    return holder
