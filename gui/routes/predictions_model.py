"""Predictions as a table: the person's own columns, value, range, place and remark; without computing anything."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.domain.dataset import Column, Kind
from core.domain.prediction import Place, Predictions
from core.wording.names_text import strip_unit
from core.wording.numbers_text import choose_decimals, format_number
from gui import theme
from gui.strings import predict as words
from gui.widgets.data_grid import count_decimals
from gui.widgets.rows_dialog import cell_text

Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()
OWN, VALUE, RANGE, SCORE, POSSIBLE, PLACE, REMARK, ROW = (
    "own",
    "value",
    "range",
    "score",
    "possible",
    "place",
    "remark",
    "row",
)
PLACE_ROLE = Qt.ItemDataRole.UserRole
CHIP, RING = 20, 5


class PredictionsModel(QAbstractTableModel):
    """Columns are known by what they hold and, for several outputs, of which output."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Predictions | None = None
        self._columns: list[tuple[str, int]] = []
        self._own: list[Column] = []
        self._decimals: list[int] = []

    def show_predictions(self, found: Predictions | None, own: tuple[str, ...] = ()) -> None:
        """`own` are the columns of the file that the model uses; the others are in the saved file."""
        self.beginResetModel()
        self.found = found
        self._columns, self._own, self._decimals = [], [], []
        if found is not None:
            self._own = [column for column in found.table.columns if column.name in own]
            self._columns = [(ROW, 0), *((OWN, place) for place in range(len(self._own)))]
            for output in range(len(found.outputs)):
                self._columns.append((VALUE, output))
                if not found.classes:
                    self._columns.append((RANGE, output))
            if found.classes and found.scores is not None:
                self._columns += [(SCORE, 0), (POSSIBLE, 0)]
            self._columns += [(PLACE, 0), (REMARK, 0)]
            self._decimals = [_decimals_of(found, output) for output in range(len(found.outputs))]
        self.endResetModel()

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() or self.found is None else self.found.rows

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def kind(self, column: int) -> str:
        return self._columns[column][0]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or self.found is None:
            return None
        kind, place = self._columns[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if kind in (ROW, VALUE) or self._is_number(kind, place) else None
            return (side or Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        titles = {
            ROW: words.ROW,
            SCORE: words.SCORE,
            POSSIBLE: words.NOT_EXCLUDED,
            PLACE: words.TESTED,
            REMARK: words.REMARK,
        }
        if kind == OWN:
            return self._own[place].name
        if kind == VALUE:
            name, unit = strip_unit(self.found.outputs[place]), self.found.units[place]
            return f"{name}, {unit}" if unit else name
        level = f"{100 * self.found.level:g} %"
        return titles.get(kind) or words.RANGE.format(level=level)

    def _is_number(self, kind: str, place: int) -> bool:
        return kind == OWN and self._own[place].kind is Kind.NUMBER

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.found is None:
            return None
        kind, place = self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), kind, place)
        if role == Qt.ItemDataRole.ToolTipRole and kind in (REMARK, POSSIBLE):
            return self.text(index.row(), kind, place)
        if role == PLACE_ROLE:
            known = self.found.places[index.row()] if kind == PLACE else None
            return None if known is None else known.value
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_right = kind in (ROW, VALUE) or self._is_number(kind, place)
            return (
                Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
            ) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink(index.row(), kind)
        if role == Qt.ItemDataRole.FontRole and kind == VALUE:
            font = theme.application_font()
            font.setBold(True)
            return font
        return None

    def _ink(self, row: int, kind: str) -> QColor:
        colors = theme.current()
        is_outside = self.found is not None and self.found.places[row] is Place.OUTSIDE
        quiet = kind in (OWN, ROW, REMARK) or (is_outside and kind in (VALUE, RANGE))
        return QColor(colors.text3 if is_outside and quiet else colors.text2 if quiet else colors.text)

    def text(self, row: int, kind: str, place: int) -> str:
        """One cell in words."""
        found = self.found
        assert found is not None
        if kind == ROW:
            return f"{row + 1:,}"
        if kind == OWN:
            return cell_text(self._own[place], row)
        if kind == VALUE:
            shown = found.show_value(row, place)
            return shown if isinstance(shown, str) else self._number(shown, place)
        if kind == RANGE:
            low, high = (ends[row, place] if ends is not None else np.nan for ends in (found.low, found.high))
            is_known = np.isfinite(low) and np.isfinite(high)
            return f"{self._number(low, place)} – {self._number(high, place)}" if is_known else words.NO_RANGE
        if kind == SCORE:
            return f"{found.scores[row, int(found.values[row, 0])]:.2f}" if found.scores is not None else ""
        if kind == POSSIBLE:
            listed = found.possible[row] if found.possible is not None else ()
            return (
                ", ".join(name for name, is_in in zip(found.classes, listed, strict=False) if is_in) or words.NOT_KNOWN
            )
        if kind == PLACE:
            known = found.places[row]
            return words.NOT_KNOWN if known is None else words.PLACES[known.value]
        return found.remarks[row]

    def _number(self, value: float, output: int) -> str:
        return format_number(float(value), self._decimals[output])

    def as_text(self) -> str:
        """The table for a spreadsheet."""
        heads = [str(self.headerData(place, Qt.Orientation.Horizontal)) for place in range(len(self._columns))]
        rows = [[self.text(row, *column) for column in self._columns] for row in range(self.rowCount())]
        return "\n".join("\t".join(line) for line in (heads, *rows))


def _decimals_of(found: Predictions, output: int) -> int:
    """The digits of the training column if the file has it, else those that the width of the ranges asks for."""
    name = found.outputs[output]
    known = next((column for column in found.table.columns if column.name == name and column.kind is Kind.NUMBER), None)
    decimals = None if known is None else count_decimals(known.values.astype(np.float64))
    if decimals is not None:
        return decimals
    if found.low is not None and found.high is not None:
        widths = (found.high - found.low)[:, output] / 2
        present = widths[np.isfinite(widths)]
        if len(present):
            return choose_decimals(float(np.median(present)))
    return choose_decimals(float(np.std(found.values[:, output])) or 1.0)


class PlaceDelegate(QStyledItemDelegate):
    """A ring with a dot in it, on it or beside it; not one of the glyphs of answers."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(theme.scaled(96), theme.scaled(CHIP + 4))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        known = index.data(PLACE_ROLE)
        if not known:
            super().paint(painter, option, index)
            return
        place = Place(str(known))
        colors, area = theme.current(), option.rect
        inks = {Place.INSIDE: "yes", Place.EDGE: "unclear", Place.OUTSIDE: "blocked"}
        ink, ground = colors.answer(inks[place])
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(colors.accent_soft))
        text, font = words.PLACES[place.value], theme.application_font()
        font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
        font.setBold(True)
        painter.setFont(font)
        height = theme.scaled(CHIP)
        width = painter.fontMetrics().horizontalAdvance(text) + theme.scaled(40)
        chip = QRect(area.left() + 4, area.center().y() - height // 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(chip, height / 2, height / 2)
        ring = theme.scaled(RING)
        center = QPointF(chip.left() + theme.scaled(13), chip.center().y() + 0.5)
        shift = {Place.INSIDE: 0.0, Place.EDGE: ring, Place.OUTSIDE: 1.9 * ring}[place]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(ink))
        painter.drawEllipse(center, ring, ring)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        painter.drawEllipse(center + QPointF(shift, 0), ring / 2.2, ring / 2.2)
        painter.setPen(QColor(ink))
        painter.drawText(chip.adjusted(theme.scaled(30), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
