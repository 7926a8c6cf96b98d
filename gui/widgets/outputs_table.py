"""One row for every output: its unit, the difference that matters on it and the limit it has to meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.dressing import Dressed
from gui.strings import question as words
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import OneLine, empty, plain, rule

ROW, HEADING, SEEN = 30, 22, 2.4  # pixels of normal text, and rows that are seen at once
NAME, UNIT, NUMBER = 100, 52, 104
LONGEST_UNIT = 12
LEAST = -1.0
"""What the box of a limit shows as "none"."""


@dataclass(frozen=True, slots=True)
class OutputRow:
    """What is shown of one output; `suffix` is the unit of the deciding measure, empty where it has none."""

    name: str
    unit: str
    margin: float
    limit: float | None
    suffix: str


class OutputsTable(Dressed, QFrame):
    """Keeps its height, its rows scroll. `margin`, `limit` and `unit` tell what the person set, by output."""

    margin = Signal(str, float)
    limit = Signal(str, object)
    unit = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("outputsTable")
        self.setProperty("look", "card")
        self._names: tuple[str, ...] = ()
        self.units: list[QLineEdit] = []
        self.margins: list[NumberBox] = []
        self.limits: list[NumberBox] = []
        self._heading, self._inside = QWidget(), QWidget()
        self._titles, self._grid = QGridLayout(self._heading), QGridLayout(self._inside)
        self.area = QScrollArea()
        self.area.setObjectName("outputRows")
        self.area.setProperty("look", "inner")
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.area.setWidget(self._inside)
        for grid in (self._titles, self._grid):
            grid.setContentsMargins(8, 0, 8, 0)
            grid.setHorizontalSpacing(8)
            grid.setVerticalSpacing(0)
            grid.setColumnStretch(4, 1)
        for place, (text, tip) in enumerate(words.OUTPUT_HEADINGS):
            title = plain(text, "overline")
            title.setToolTip(tip)
            self._titles.addWidget(title, 0, place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 4)
        layout.setSpacing(0)
        for part in (self._heading, rule(), self.area):
            layout.addWidget(part)
        self.redress()

    def redress(self) -> None:
        for grid in (self._titles, self._grid):
            for place, width in enumerate((NAME, UNIT, NUMBER, NUMBER)):
                grid.setColumnMinimumWidth(place, theme.scaled(width))
        bar = self.area.verticalScrollBar().sizeHint().width()
        self._titles.setContentsMargins(8, 0, 8 + bar, 0)
        self._heading.setFixedHeight(theme.scaled(HEADING))
        for place in range(len(self._names)):
            self._grid.setRowMinimumHeight(place, theme.scaled(ROW))
        for unit, margin, limit in zip(self.units, self.margins, self.limits, strict=True):
            unit.setFixedWidth(theme.scaled(UNIT))
            margin.setFixedWidth(theme.scaled(NUMBER))
            limit.setFixedWidth(theme.scaled(NUMBER))
        self.area.setFixedHeight(round(theme.scaled(ROW) * min(SEEN, max(1, len(self._names)))))

    def show_rows(self, rows: Sequence[OutputRow]) -> None:
        """The boxes stay as long as the outputs are the same ones, so that none loses the focus."""
        names = tuple(row.name for row in rows)
        if names != self._names:
            self._clear()
            self._names = names
            for name in names:
                self._add(name)
            self.redress()
        for place, row in enumerate(rows):
            self.units[place].setText(row.unit)
            self.margins[place].setSuffix(row.suffix)
            self.margins[place].setValue(row.margin)
            self.limits[place].setSuffix(row.suffix if row.limit is not None else "")
            self.limits[place].setValue(LEAST if row.limit is None else row.limit)

    def _clear(self) -> None:
        empty(self._grid)
        for boxes in (self.units, self.margins, self.limits):
            boxes.clear()

    def _add(self, name: str) -> None:
        place = len(self.units)
        title = OneLine("strong", f"output_{place}")
        title.setText(name)
        title.setToolTip(name)
        unit, margin = QLineEdit(), NumberBox(f"margin_{place}", 0.0, 1e12)
        limit = NumberBox(f"goodEnough_{place}", LEAST, 1e12)
        unit.setObjectName(f"outputUnit_{place}")
        unit.setMaxLength(LONGEST_UNIT)
        limit.setSpecialValueText(words.NO_LIMIT)
        for box, spoken in ((unit, words.UNIT_NAME), (margin, words.MARGIN), (limit, words.LIMIT_NAME)):
            box.setAccessibleName(words.OF_OUTPUT.format(what=spoken, output=name))
            box.setToolTip(box.accessibleName())
            box.setProperty("look", "inRow")
        for number in (margin, limit):
            number.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
            number.installEventFilter(self)
        unit.installEventFilter(self)
        unit.editingFinished.connect(lambda: self.unit.emit(name, unit.text().strip()))
        margin.changed.connect(partial(self.margin.emit, name))
        limit.changed.connect(lambda value: self.limit.emit(name, None if value <= LEAST else value))
        for column, part in enumerate((title, unit, margin, limit)):
            self._grid.addWidget(part, place, column, Qt.AlignmentFlag.AlignVCenter)
        self.units.append(unit)
        self.margins.append(margin)
        self.limits.append(limit)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        """Tab leads to rows that are out of sight: they are scrolled to."""
        if event.type() == QEvent.Type.FocusIn:
            self.area.ensureWidgetVisible(watched, 0, theme.scaled(4))
        return super().eventFilter(watched, event)
