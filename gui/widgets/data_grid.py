"""The table of the Data page: real rows, and a header with name, role, small histogram and range of every column."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QIdentityProxyModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from core.domain.dataset import Column, Floats, Integers, Kind, Role, Table
from core.figures.column_sketch import ColumnSketch, choose_sketched_rows, sketch_column
from core.wording.names_text import find_physical_unit, strip_unit
from gui import strings, theme
from gui.dressing import Dressed
from gui.strings import data as words
from gui.widgets.rows_dialog import cell_text

Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()
HEADER, ROW = 106, 26  # pixels of normal text
NAME_TOP, ROLE_TOP, BARS_TOP, BARS, RANGE_TOP = 7, 26, 46, 34, 83
LINE, SIDE, GAP = 17, 8, 1
NARROWEST, WIDEST, MEASURED = 84, 210, 40  # pixels of a column; rows whose cells decide its width
ARROW = " ▾"
LARGE = 1e7  # from which on a number is written with an exponent
MEASURED_DECIMALS, MOST_DECIMALS = 200, 6  # rows that decide how many decimals a column has, and how many at most
MANY_COLUMNS = 60  # from which on only the columns in sight are measured


def count_decimals(values: Floats) -> int | None:
    """Return the decimals that show all of these numbers; None where they take too many or are very large or small."""
    present = values[np.isfinite(values)]
    if not len(present) or float(np.abs(present).max()) >= LARGE:
        return None
    for decimals in range(MOST_DECIMALS + 1):
        if np.allclose(np.round(present, decimals), present, rtol=0, atol=1e-9):
            return decimals
    return None


class GridModel(QAbstractTableModel):
    """All rows of the table, and only the columns whose names are looked for; the target stands first."""

    def __init__(self, units: Callable[[str], str]) -> None:
        """`units` tells the unit of a column by its name."""
        super().__init__()
        self._unit_of = units
        self.table: Table | None = None
        self.roles: Mapping[str, Role] = {}
        self.kinds: Mapping[str, Kind] = {}
        self.is_locked = False
        self.shown: tuple[Column, ...] = ()
        self._first: frozenset[str] = frozenset()
        self._looked_for = ""
        self._sketches: dict[str, ColumnSketch] = {}
        self._strays: dict[str, dict[int, str]] = {}
        self._decimals: dict[str, int | None] = {}
        self._sampled: Integers | None = None

    def show_table(
        self, table: Table | None, roles: Mapping[str, Role], kinds: Mapping[str, Kind], is_locked: bool
    ) -> None:
        """What is predicted stands first in a table just opened; nothing moves when a role is changed."""
        if table is not self.table:
            self.beginResetModel()
            self.table, self._sketches, self._strays, self._decimals = table, {}, {}, {}
            self._first = frozenset(name for name, role in roles.items() if role is Role.TARGET)
            self._sampled = choose_sketched_rows(table.rows) if table is not None else None
            self._find()
            self.endResetModel()
        self.roles, self.kinds, self.is_locked = roles, kinds, is_locked
        if self.shown:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.shown) - 1)

    def show_named(self, text: str) -> None:
        """Only the columns whose name has this text, all at once: hiding thousands one by one takes seconds."""
        self.beginResetModel()
        self._looked_for = text.strip().casefold()
        self._find()
        self.endResetModel()

    def _find(self) -> None:
        columns = self.table.columns if self.table is not None else ()
        found = [column for column in columns if self._looked_for in column.name.casefold()]
        self.shown = tuple(sorted(found, key=lambda column: column.name not in self._first))

    def sketch(self, column: Column) -> ColumnSketch:
        """Made when it is first seen; of a large table from 50,000 rows, which takes a millisecond."""
        if column.name not in self._sketches:
            self._sketches[column.name] = sketch_column(column, self._sampled)
        return self._sketches[column.name]

    @property
    def is_sampled(self) -> bool:
        return self._sampled is not None

    def unit(self, column: Column) -> str:
        return self._unit_of(column.name)

    def cell(self, column: Column, row: int) -> str:
        """A cell in words; the numbers of a column have the same decimals, as they were typed."""
        if column.kind is not Kind.NUMBER:
            return cell_text(column, row)
        if column.name not in self._decimals:
            self._decimals[column.name] = count_decimals(column.values[:MEASURED_DECIMALS].astype(np.float64))
        value, decimals = float(column.values[row]), self._decimals[column.name]
        if math.isnan(value):
            return ""
        return cell_text(column, row) if decimals is None else f"{value:.{decimals}f}".replace("-", "−")

    def place_of(self, name: str) -> int:
        """Where a column stands; -1 where it is not shown."""
        return next((place for place, column in enumerate(self.shown) if column.name == name), -1)

    # --- What Qt asks for --------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() or self.table is None else self.table.rows

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return f"{section + 1:,}" if role == Qt.ItemDataRole.DisplayRole else None
        column = self.shown[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            title = strings.ROLE_TITLES[self.roles.get(column.name, Role.INPUT)]
            return words.HEADER_SPOKEN.format(name=column.name, role=title, range=self.sketch(column).words)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column = self.shown[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._strays_of(column).get(index.row()) or self.cell(column, index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.kind is Kind.NUMBER else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role in (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.FontRole):
            return self._look(column, index.row(), role)
        if role == Qt.ItemDataRole.BackgroundRole:
            return None
        return None

    def _look(self, column: Column, row: int, role: int) -> Any:
        is_stray = row in self._strays_of(column)
        if role == Qt.ItemDataRole.FontRole:
            font = theme.application_font()
            font.setBold(True)
            return font if is_stray else None
        colors = theme.current()
        if is_stray:
            return QColor(colors.unclear)
        is_unused = self.roles.get(column.name) is Role.IGNORE
        return QColor(colors.text3 if is_unused else colors.text)

    def _strays_of(self, column: Column) -> dict[int, str]:
        """Cells that do not fit, which are missing to the models and shown as they stand in the file."""
        if column.name not in self._strays:
            self._strays[column.name] = dict(column.strays)
        return self._strays[column.name]


class GridHeader(Dressed, QHeaderView):
    """Paints what belongs to a column; a press on the role opens its menu, elsewhere it selects the column."""

    role_pressed = Signal(int)

    def __init__(self, parent: QTableView, model: GridModel, current: Callable[[], int]) -> None:
        """`current` tells which column is in sight."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._grid, self._current = model, current
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMouseTracking(True)
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(HEADER))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.scaled(HEADER))

    def role_area(self, section: int) -> QRect:
        """Where the role of a column is pressed, in pixels of the header."""
        left = self.sectionViewportPosition(section)
        return QRect(left, theme.scaled(ROLE_TOP), self.sectionSize(section), theme.scaled(LINE + 3))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        section = self.logicalIndexAt(event.position().toPoint())
        if section >= 0 and self.role_area(section).contains(event.position().toPoint()):
            self.role_pressed.emit(section)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        section = self.logicalIndexAt(point)
        is_role = section >= 0 and self.role_area(section).contains(point) and not self._grid.is_locked
        super().mouseMoveEvent(event)
        if is_role:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        column, colors = self._grid.shown[section], theme.current()
        is_current = self._current() == section
        painter.save()
        painter.fillRect(rect, QColor(colors.accent_soft if is_current else colors.surface))
        painter.setPen(QColor(colors.line))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(theme.scaled(SIDE), 0, -theme.scaled(SIDE), 0)
        self._paint_name(painter, inner, column)
        self._paint_role(painter, inner, column)
        self._paint_bars(painter, inner, column, is_current)
        self._paint_range(painter, inner, column)
        painter.restore()

    def _line(self, inner: QRect, top: int) -> QRect:
        return QRect(inner.left(), inner.top() + theme.scaled(top), inner.width(), theme.scaled(LINE))

    def _paint_name(self, painter: QPainter, inner: QRect, column: Column) -> None:
        colors, unit = theme.current(), self._grid.unit(column)
        bold = QFont(theme.application_font())
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(QColor(colors.text))
        line, name = self._line(inner, NAME_TOP), strip_unit(column.name) if unit else column.name
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)
        taken = painter.fontMetrics().horizontalAdvance(f"{shown} ")
        painter.setFont(theme.application_font())
        painter.setPen(QColor(colors.text3))
        painter.drawText(line.adjusted(taken, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, unit)

    def _paint_role(self, painter: QPainter, inner: QRect, column: Column) -> None:
        colors, role = theme.current(), self._grid.roles.get(column.name, Role.INPUT)
        inks = {Role.TARGET: colors.sel, Role.GROUP: colors.same, Role.TIME: colors.same, Role.IGNORE: colors.text3}
        painter.setFont(_small_font())
        painter.setPen(QColor(inks.get(role, colors.text2)))
        arrow = "" if self._grid.is_locked else ARROW
        title = strings.ROLE_TITLES[role] + arrow
        painter.drawText(self._line(inner, ROLE_TOP), Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_bars(self, painter: QPainter, inner: QRect, column: Column, is_current: bool) -> None:
        colors = theme.current()
        is_target = self._grid.roles.get(column.name) is Role.TARGET
        area = QRect(inner.left(), inner.top() + theme.scaled(BARS_TOP), inner.width(), theme.scaled(BARS))
        paint_bars(painter, area, self._grid.sketch(column), colors.accent if is_current or is_target else colors.other)

    def _paint_range(self, painter: QPainter, inner: QRect, column: Column) -> None:
        painter.setFont(_small_font())
        painter.setPen(QColor(theme.current().text3))
        line = self._line(inner, RANGE_TOP)
        shown = painter.fontMetrics().elidedText(
            self._grid.sketch(column).words, Qt.TextElideMode.ElideRight, line.width()
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)


def paint_bars(painter: QPainter, area: QRect, sketch: ColumnSketch, ink: str) -> None:
    """Bars on a common ground; the highest fills the area, and whatever holds a row is seen."""
    highest = max(sketch.bars, default=0)
    if not highest:
        return
    step = area.width() / len(sketch.bars)
    for place, count in enumerate(sketch.bars):
        if count:
            height = max(1, round(area.height() * count / highest))
            left, right = round(area.left() + place * step), round(area.left() + (place + 1) * step)
            painter.fillRect(QRect(left, area.bottom() + 1 - height, max(1, right - left - GAP), height), QColor(ink))


def _small_font() -> QFont:
    font = theme.application_font()
    font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
    return font


class DataGrid(Dressed, QTableView):
    """`role_chosen` carries the names of columns and the role chosen for them; `moved` the column in sight.

    A menu stands in for an editor, so that nothing is ever painted over a cell.
    """

    role_chosen = Signal(tuple, str)
    moved = Signal(str)

    def __init__(self, model: GridModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dataGrid")
        self.setAccessibleName(words.GRID)
        self.setAccessibleDescription(words.GRID_HELP)
        self.grid = model
        self.setModel(model)
        self.header = GridHeader(self, model, lambda: self.currentIndex().column())
        self.setHorizontalHeader(self.header)
        self.header.role_pressed.connect(self.open_roles)
        self.header.sectionClicked.connect(self._press_header)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setProperty("look", "grid")
        self.menu: QMenu | None = None
        self.selectionModel().currentColumnChanged.connect(self._moved)
        self.frozen = FrozenColumn(self)
        self.redress()

    def redress(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.scaled(ROW))
        self.header.redress()
        self.fit()
        self.frozen.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.frozen.fit()

    def fit(self) -> None:
        """Columns as wide as their names, roles and first cells; of very many only the first ones are measured."""
        metrics, small = QFontMetrics(theme.application_font()), QFontMetrics(_small_font())
        bold = QFont(theme.application_font())
        bold.setBold(True)
        for place, column in enumerate(self.grid.shown):
            if place >= MANY_COLUMNS:
                break
            unit = self.grid.unit(column)
            name = QFontMetrics(bold).horizontalAdvance(strip_unit(column.name) if unit else column.name)
            role = strings.ROLE_TITLES[self.grid.roles.get(column.name, Role.INPUT)] + ARROW
            texts = [self.grid.cell(column, row) for row in range(min(MEASURED, len(column.values)))]
            cells = max((metrics.horizontalAdvance(text) for text in texts), default=0)
            unit_width = metrics.horizontalAdvance(f" {unit}") if unit else 0
            below = small.horizontalAdvance(self.grid.sketch(column).words)
            wanted = max(name + unit_width, small.horizontalAdvance(role), cells, below) + theme.scaled(2 * SIDE + 4)
            self.setColumnWidth(place, min(max(wanted, theme.scaled(NARROWEST)), theme.scaled(WIDEST)))
        self.frozen.fit()

    # --- The column in sight -----------------------------------------------------------------------------------------

    @property
    def current_name(self) -> str:
        place = self.currentIndex().column()
        return self.grid.shown[place].name if 0 <= place < len(self.grid.shown) else ""

    def show_column(self, name: str, row: int | None = None) -> None:
        """Make it the column in sight, at that row or where the person was."""
        place = self.grid.place_of(name)
        if place >= 0 and self.grid.rowCount():
            at = max(0, self.currentIndex().row()) if row is None else row
            self.setCurrentIndex(self.grid.index(at, place))
            self.scrollTo(self.currentIndex())

    def step(self, by: int) -> None:
        """To the next column or the one before, in a circle."""
        count = len(self.grid.shown)
        if count:
            self.show_column(self.grid.shown[(max(0, self.currentIndex().column()) + by) % count].name)

    def _moved(self, *_indexes: object) -> None:
        self.header.viewport().update()
        self.frozen.header.viewport().update()
        self.moved.emit(self.current_name)

    def _press_header(self, section: int) -> None:
        self.selectionModel().setCurrentIndex(
            self.grid.index(max(0, self.rowAt(0)), section), self.selectionModel().SelectionFlag.NoUpdate
        )

    def selected_names(self, name: str) -> tuple[str, ...]:
        """The columns a choice for this one holds for: all that are selected whole, if it is among them."""
        places = {index.column() for index in self.selectionModel().selectedColumns()}
        names = tuple(column.name for place, column in enumerate(self.grid.shown) if place in places)
        return names if name in names else (name,)

    # --- Roles -------------------------------------------------------------------------------------------------------

    def open_roles(self, section: int) -> None:
        """The menu of roles below the role of that column."""
        if self.grid.is_locked or not 0 <= section < len(self.grid.shown):
            return
        name = self.grid.shown[section].name
        names = self.selected_names(name)
        if len(names) == 1:
            self.show_column(name)
        area = self.header.role_area(section)
        self.menu = self.roles_menu(names)
        self.menu.popup(self.header.viewport().mapToGlobal(QPoint(area.left(), area.bottom() + 1)))

    def roles_menu(self, names: tuple[str, ...]) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName("roles")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(names) > 1:
            menu.addSection(words.ROLES_FOR.format(count=len(names)))
        for role in Role:
            action = menu.addAction(strings.ROLE_TITLES[role])
            action.setCheckable(True)
            action.setChecked(all(self.grid.roles.get(name, Role.INPUT) is role for name in names))
            action.triggered.connect(lambda _on, role=role: self.role_chosen.emit(names, role.value))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        opens = event.key() == Qt.Key.Key_Down and event.modifiers() == Qt.KeyboardModifier.AltModifier
        if opens or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_roles(self.currentIndex().column())
            return
        super().keyPressEvent(event)


class FirstColumn(QIdentityProxyModel):
    """Only the first column of the grid; thousands of others need not be hidden one by one."""

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return min(1, super().columnCount(parent))


class FrozenColumn(QTableView):
    """The first column once more, over the left edge of a grid that is scrolled sideways."""

    def __init__(self, grid: DataGrid) -> None:
        super().__init__(grid)
        self.setObjectName("frozenColumn")
        self._over = grid
        first = FirstColumn(self)
        first.setSourceModel(grid.grid)
        self.setModel(first)
        self.header = GridHeader(self, grid.grid, lambda: grid.currentIndex().column())
        self.setHorizontalHeader(self.header)
        self.header.role_pressed.connect(grid.open_roles)
        self.verticalHeader().hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setStyleSheet("QTableView { border: none; border-radius: 0; }")
        for policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda index: grid.show_column(grid.grid.shown[0].name, index.row()))
        grid.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(grid.verticalScrollBar().setValue)
        grid.horizontalScrollBar().valueChanged.connect(lambda _value: self.fit())
        self.hide()

    def fit(self) -> None:
        """As wide as the first column, as high as grid and header; seen only while that column is scrolled away."""
        grid = self._over
        is_wanted = grid.horizontalScrollBar().value() > 0 and bool(grid.grid.shown)
        if is_wanted:
            width, height = grid.columnWidth(0), grid.header.height() + grid.viewport().height()
            self.setColumnWidth(0, width)
            self.verticalHeader().setDefaultSectionSize(grid.verticalHeader().defaultSectionSize())
            self.setGeometry(grid.viewport().x(), grid.header.y(), width, height)
            self.verticalScrollBar().setValue(grid.verticalScrollBar().value())
            self.raise_()
        self.setVisible(is_wanted)


def unit_in_name(name: str) -> str:
    """The unit that stands in a column's name: "[mm]" or "(mm)"; "[-]" is none."""
    unit = find_physical_unit(name)
    return "" if unit in ("-", "–", "") else unit
