"""The table of a result: one selected row drives everything else; estimates and differences with their ranges below."""

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPainterPath, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from core.domain.conclusion import Answer
from core.wording.conclusion_text import ANSWER_WORDS
from core.wording.result_table import ModelRole, ResultGroup, ResultRow, ResultTable
from gui import theme
from gui.dressing import Dressed
from gui.strings import result as words
from gui.widgets.answer_chip import chip_width, paint_chip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_TWO_LINES, ROW, GROUP_ROW, HEADER = 40, 34, 26, 31
MARK = 4.6


class Column(IntEnum):
    MODEL = 0
    ESTIMATE = 1
    DIFFERENCE = 2
    ANSWER = 3


class ResultTableModel(QAbstractTableModel):
    """Rows in groups by output; sorting stays inside the groups, and the constant guess stays last."""

    def __init__(self) -> None:
        super().__init__()
        self._table: ResultTable | None = None
        self._lines: list[ResultRow | ResultGroup] = []
        self._sorted_by, self._order = Column.ESTIMATE, Qt.SortOrder.AscendingOrder
        self.is_short = False
        """Whether headings are short, so that the names of models have room."""

    @property
    def table(self) -> ResultTable | None:
        return self._table

    @property
    def has_groups(self) -> bool:
        return self._table is not None and len(self._table.groups) > 1

    @property
    def sorted_by(self) -> tuple[Column, Qt.SortOrder]:
        return self._sorted_by, self._order

    def show_table(self, table: ResultTable) -> None:
        self.beginResetModel()
        self._table = table
        self._lay_out()
        self.endResetModel()

    def _lay_out(self) -> None:
        self._lines = []
        for group in self._table.groups if self._table else ():
            if self.has_groups:
                self._lines.append(group)
            self._lines += self._in_order(group)

    def _in_order(self, group: ResultGroup) -> list[ResultRow]:
        rows = [row for row in group.rows if row.role is not ModelRole.GUESS]
        last = [row for row in group.rows if row.role is ModelRole.GUESS]
        if self._sorted_by is Column.MODEL:
            rows.sort(key=lambda row: row.name.casefold())
        elif self._sorted_by is Column.DIFFERENCE:
            rows.sort(key=lambda row: (row.gain is None, -(row.gain or 0.0)))
        elif self._sorted_by is Column.ANSWER:
            rows.sort(key=lambda row: list(Answer).index(row.answer))
        if self._order is Qt.SortOrder.DescendingOrder:
            rows.reverse()
        return [*rows, *last]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Rows of an estimate come best first as the table words them."""
        self.beginResetModel()
        self._sorted_by, self._order = Column(self.logical(column)), order
        self._lay_out()
        self.endResetModel()

    def logical(self, column: int) -> Column:
        """Without differences the answers stand in their place."""
        if self._table is not None and not self._table.difference and column >= Column.DIFFERENCE:
            return Column.ANSWER
        return Column(column)

    def line(self, place: int) -> ResultRow | ResultGroup:
        return self._lines[place]

    def find(self, model: str, output: str) -> int | None:
        for place, line in enumerate(self._lines):
            if isinstance(line, ResultRow) and (line.model, line.output) == (model, output):
                return place
        return None

    def rowCount(self, _parent: Index = ROOT) -> int:
        return len(self._lines)

    def columnCount(self, _parent: Index = ROOT) -> int:
        return 4 if self._table is None or self._table.difference else 3

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self._table is None or way is not Qt.Orientation.Horizontal:
            return None
        column = self.logical(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = column is Column.ESTIMATE and not self.has_groups
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        texts = {
            Column.MODEL: words.OUTPUT_AND_MODEL if self.has_groups else words.MODEL,
            Column.ESTIMATE: self._table.short_measure if self.is_short else self._table.measure,
            Column.DIFFERENCE: words.DIFFERENCE if self.is_short else self._table.difference,
            Column.ANSWER: self._table.question,
        }
        arrow = " ↑" if self._order is Qt.SortOrder.AscendingOrder else " ↓"
        return texts[column] + (arrow if column is self._sorted_by else "")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self._lines[index.row()]
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if isinstance(line, ResultGroup):
            return f"{line.title} {line.note}" if index.column() == 0 else None
        column = self.logical(index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(line, column)
        return self._text(line, column, role == Qt.ItemDataRole.AccessibleTextRole)

    def _text(self, row: ResultRow, column: Column, is_spoken: bool) -> str:
        if column is Column.MODEL:
            return row.name
        if column is Column.ESTIMATE:
            return f"{row.estimate} ({row.range})" if row.range else row.estimate
        if column is Column.DIFFERENCE:
            return f"{row.difference} ({row.difference_range})" if row.difference_range else row.difference
        said = ANSWER_WORDS.get(row.answer, row.remark)
        return f"{self._table.question} {said}" if is_spoken and self._table and row.answer in ANSWER_WORDS else said

    def _tip(self, row: ResultRow, column: Column) -> str | None:
        if column is Column.MODEL:
            return row.name
        if column is Column.ESTIMATE and row.range:
            return words.RANGE_TIP.format(range=row.range)
        if column is Column.DIFFERENCE and row.difference_range:
            return words.RANGE_TIP.format(range=row.difference_range)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self._lines[index.row()], ResultGroup):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class RowDelegate(QStyledItemDelegate):
    """Paints two-line cells, the mark of the series, and the chip of the answer."""

    def __init__(self, view: "ResultTableView") -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line = self._view.lines.line(index.row())
        height = theme.scale() * self._view.height_of(line)
        return QSize(round(self._width(line, index)), round(height))

    def _width(self, line: ResultRow | ResultGroup, index: Index) -> float:
        if isinstance(line, ResultGroup):
            return 0
        bold, small = QFontMetrics(_font(13, QFont.Weight.DemiBold)), QFontMetrics(_font(12))
        column, pad = self._view.lines.logical(index.column()), 16 * theme.scale()
        if column is Column.ANSWER:
            remark = small.horizontalAdvance(line.remark) + 12 * theme.scale()
            return pad + (chip_width(line.answer) if line.answer in ANSWER_WORDS else remark)
        if column is Column.MODEL:
            return bold.horizontalAdvance(line.name) + pad + 16 * theme.scale()
        first, second = self._cells(line, column)
        one_line = self._view.is_inline and bool(second)
        if one_line:
            return bold.horizontalAdvance(first) + small.horizontalAdvance(f" ({second})") + pad
        return max(bold.horizontalAdvance(first), small.horizontalAdvance(second)) + pad

    def _cells(self, line: ResultRow, column: Column) -> tuple[str, str]:
        if column is Column.ESTIMATE:
            return line.estimate, "" if self._view.is_narrow else line.range.replace(
                " to ", "–"
            ) if self._view.is_inline else line.range
        hides = self._view.is_narrow or (self._view.is_inline and not self._view.is_wide)
        return line.difference, "" if hides else line.difference_range

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = self._view.lines.line(index.row())
        area = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, ResultGroup):
            self._paint_group(painter, area, line, index.column())
        else:
            self._paint_row(painter, area, line, index, bool(option.state & QStyle.StateFlag.State_Selected))
        painter.setPen(QColor(theme.token("line")))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.restore()

    def _paint_group(self, painter: QPainter, area: QRect, group: ResultGroup, column: int) -> None:
        painter.fillRect(area, QColor(theme.token("canvas")))
        if column:
            return
        left = area.left() + round(8 * theme.scale())
        whole = QRect(left, area.top(), self._view.viewport().width() - left - 8, area.height())
        title = _font(12, QFont.Weight.DemiBold)
        self._write(painter, whole, group.title, title, "text", Qt.AlignmentFlag.AlignLeft)
        behind = QFontMetrics(title).horizontalAdvance(group.title + "  ")
        self._write(
            painter, whole.adjusted(behind, 0, 0, 0), group.note, _font(12), "text3", Qt.AlignmentFlag.AlignLeft
        )

    def _paint_row(self, painter: QPainter, area: QRect, row: ResultRow, index: Index, is_selected: bool) -> None:
        scale = theme.scale()
        painter.fillRect(area, QColor(theme.token("accent_soft" if is_selected else "surface")))
        column = self._view.lines.logical(index.column())
        if column is Column.MODEL:
            if is_selected:
                painter.fillRect(
                    area.left(), area.top(), round(3 * scale), area.height(), QColor(theme.token("accent"))
                )
            self._paint_mark(painter, QPointF(area.left() + 14 * scale, area.center().y() + 0.5), row, is_selected)
            font = _font(13, QFont.Weight.DemiBold if is_selected else QFont.Weight.Normal)
            room = area.adjusted(round(28 * scale), 0, -4, 0)
            text = QFontMetrics(font).elidedText(row.name, Qt.TextElideMode.ElideRight, room.width())
            self._write(painter, room, text, font, "text", Qt.AlignmentFlag.AlignLeft)
        elif column is Column.ANSWER:
            self._paint_answer(painter, area, row)
        else:
            self._paint_figures(painter, area, row, column)

    def _paint_mark(self, painter: QPainter, middle: QPointF, row: ResultRow, is_selected: bool) -> None:
        """The marks and colors are those of the plots."""
        radius = MARK * theme.scale()
        painter.setPen(Qt.PenStyle.NoPen)
        if row.role is ModelRole.BASELINE:
            painter.setBrush(QColor(theme.token("base")))
            painter.drawEllipse(middle, radius, radius)
            return
        x, y = middle.x(), middle.y()
        if row.role is ModelRole.GUESS:
            painter.fillRect(QRectF(x - radius, y - 1, 2 * radius, 2), QColor(theme.token("text2")))
            return
        painter.setBrush(QColor(theme.token("sel" if is_selected else "other")))
        if is_selected:
            corners = [QPointF(x, y - radius), QPointF(x + radius, y + radius), QPointF(x - radius, y + radius)]
        else:
            corners = [QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius), QPointF(x - radius, y)]
        path = QPainterPath()
        path.addPolygon(QPolygonF(corners))
        painter.drawPath(path)

    def _paint_answer(self, painter: QPainter, area: QRect, row: ResultRow) -> None:
        left, middle = area.left() + 8 * theme.scale(), area.center().y() + 0.5
        if row.answer in ANSWER_WORDS:
            paint_chip(painter, row.answer, left, middle)
            return
        if row.remark and row.role is ModelRole.BASELINE:
            font = _font(11, QFont.Weight.Medium)
            width = QFontMetrics(font).horizontalAdvance(row.remark) + 12
            height = 18 * theme.scale()
            box = QRectF(left, middle - height / 2, width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.token("sunken")))
            painter.drawRoundedRect(box, 4, 4)
            self._write(painter, box.toRect(), row.remark, font, "text2", Qt.AlignmentFlag.AlignHCenter)
            return
        whole = area.adjusted(round(8 * theme.scale()), 0, 0, 0)
        self._write(painter, whole, row.remark, _font(12), "text3", Qt.AlignmentFlag.AlignLeft)

    def _paint_figures(self, painter: QPainter, area: QRect, row: ResultRow, column: Column) -> None:
        first, second = self._cells(row, column)
        is_estimate = column is Column.ESTIMATE
        strong = _font(13, QFont.Weight.DemiBold if is_estimate else QFont.Weight.Normal)
        small = _font(12)
        is_dim = first in ("–", "leader")
        ink = "text3" if is_dim else "text"
        pad = round(8 * theme.scale())
        room = area.adjusted(pad, 0, -pad if is_estimate and not self._view.is_inline else 0, 0)
        side = Qt.AlignmentFlag.AlignRight if is_estimate and not self._view.is_inline else Qt.AlignmentFlag.AlignLeft
        if not second or self._view.is_inline:
            self._write(painter, room, first, strong, ink, side)
            if second:
                behind = QFontMetrics(strong).horizontalAdvance(first + " ")
                self._write(painter, room.adjusted(behind, 0, 0, 0), f"({second})", small, "text3", side)
            return
        half = area.height() // 2
        upper = QRect(room.left(), area.top() + 3, room.width(), half - 1)
        lower = QRect(room.left(), area.top() + half, room.width(), half - 3)
        self._write(painter, upper, first, strong, ink, side)
        self._write(painter, lower, second, small, "text3", side)

    @staticmethod
    def _write(painter: QPainter, area: QRect, text: str, font: QFont, ink: str, side: Qt.AlignmentFlag) -> None:
        painter.setFont(font)
        painter.setPen(QColor(theme.token(ink)))
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, text)


def _font(size: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    font = theme.application_font()
    font.setPixelSize(round(size * theme.scale()))
    font.setWeight(weight)
    return font


class ResultTableView(Dressed, QTableView):
    """`chosen` names model and output of the row the person selects; arrows move it, Enter enlarges the plot."""

    chosen = Signal(str, str)
    enlarge_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("resultTable")
        self.setAccessibleName(words.TABLE)
        self.lines = ResultTableModel()
        self.is_narrow = self.is_wide = False
        self.setModel(self.lines)
        self.setItemDelegate(RowDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setStyleSheet("QTableView { border: none; padding: 0px; }")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.sectionClicked.connect(self._sort)

    @property
    def is_inline(self) -> bool:
        """Whether ranges stand beside their figures, because there are rows for several outputs."""
        return self.lines.has_groups

    def height_of(self, line: ResultRow | ResultGroup) -> int:
        if isinstance(line, ResultGroup):
            return GROUP_ROW
        return ROW if self.is_narrow or self.is_inline else ROW_TWO_LINES

    def show_table(self, table: ResultTable, model: str, output: str) -> None:
        self.lines.show_table(table)
        self.redress()
        self.choose(model, output)

    def choose(self, model: str, output: str) -> None:
        """Select a row without telling anybody."""
        place = self.lines.find(model, output)
        if place is not None:
            blocked = self.blockSignals(True)
            self.setCurrentIndex(self.lines.index(place, 0))
            self.selectRow(place)
            self.blockSignals(blocked)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        rows = self.selectionModel().selectedRows() if self.selectionModel() else []
        line = self.lines.line(rows[0].row()) if rows else None
        if isinstance(line, ResultRow) and not self.signalsBlocked():
            self.chosen.emit(line.model, line.output)

    def _sort(self, section: int) -> None:
        rows = self.selectionModel().selectedRows()
        line = self.lines.line(rows[0].row()) if rows else None
        column, order = self.lines.sorted_by
        turned = column is self.lines.logical(section) and order is Qt.SortOrder.AscendingOrder
        self.lines.sort(section, Qt.SortOrder.DescendingOrder if turned else Qt.SortOrder.AscendingOrder)
        self.redress()
        if isinstance(line, ResultRow):
            self.choose(line.model, line.output)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.enlarge_wanted.emit()
            return
        super().keyPressEvent(event)

    # --- sizes ---

    def set_form(self, is_narrow: bool, is_wide: bool) -> None:
        """Narrow: ranges are tips and headings short. Wide: ranges of differences are shown for several outputs too."""
        if (is_narrow, is_wide) != (self.is_narrow, self.is_wide):
            self.is_narrow = is_narrow
            self.is_wide = is_wide
            self.redress()

    def redress(self) -> None:
        scale = theme.scale()
        self.horizontalHeader().setFixedHeight(round(HEADER * scale))
        self.horizontalHeader().setStyleSheet(
            f"QHeaderView::section {{ font-size: {round(12 * scale)}px; font-weight: 600;"
            f" color: {theme.token('text2')};"
            f" background: {theme.token('surface')}; border: none; border-bottom: 1px solid {theme.token('line')};"
            f" padding: 0px {round(8 * scale)}px; }}"
        )
        self.clearSpans()
        for place in range(self.lines.rowCount()):
            line = self.lines.line(place)
            self.setRowHeight(place, round(self.height_of(line) * scale))
            if isinstance(line, ResultGroup):
                self.setSpan(place, 0, 1, self.lines.columnCount())
        self._fit_columns()
        self.updateGeometry()
        self.viewport().update()

    def _fit_columns(self) -> None:
        """Figures and answers have the width they need, the names what is left; headings give way before names do."""
        needed = max(
            (self.sizeHintForIndex(self.lines.index(place, 0)).width() for place in range(self.lines.rowCount())),
            default=0,
        )
        for is_short in (False, True):
            self.lines.is_short = is_short
            widths = self._measure_columns()
            if self.viewport().width() - sum(widths) >= needed:
                break
        left = max(round(64 * theme.scale()), self.viewport().width() - sum(widths))
        for column, width in enumerate((left, *widths)):
            self.setColumnWidth(column, width)
        self.horizontalHeader().viewport().update()

    def _measure_columns(self) -> list[int]:
        """Return the width that each column but the first needs."""
        count = self.lines.columnCount()
        bold = QFontMetrics(_font(12, QFont.Weight.DemiBold))
        widths = []
        for column in range(1, count):
            text = str(self.lines.headerData(column, Qt.Orientation.Horizontal) or "")
            widest = max(
                (self.sizeHintForIndex(self.lines.index(r, column)).width() for r in range(self.lines.rowCount())),
                default=0,
            )
            widths.append(max(widest, bold.horizontalAdvance(text) + round(16 * theme.scale())))
        return widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def sizeHint(self) -> QSize:
        """As high as its rows, so that what stands below begins where they end."""
        rows = sum(self.rowHeight(place) for place in range(self.lines.rowCount()))
        return QSize(404, self.horizontalHeader().height() + rows)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, round(100 * theme.scale()))
