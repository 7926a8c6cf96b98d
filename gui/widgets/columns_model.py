"""What the list of columns shows and what can be chosen in it."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from core.data.roles import find_role
from core.domain.dataset import Column, Kind, Role, Table
from core.domain.study import Columns
from core.figures.columns import column_words
from core.support.typography import typeset
from gui import strings, theme
from gui.widgets.parts import as_tip

Index = QModelIndex | QPersistentModelIndex
NAME, KIND, ROLE, VALUES, MISSING, FINDING = range(6)
CHOICES = (KIND, ROLE)
NO_PARENT = QModelIndex()
USUAL = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
EDITABLE = USUAL | Qt.ItemFlag.ItemIsEditable


class ColumnsModel(QAbstractTableModel):
    """Rows are the columns of the table whose names are looked for; `chosen` tells column, field and value picked."""

    chosen = Signal(str, int, str)

    def __init__(self, kind_of: Callable[[Columns, Column], Kind], kinds_for: Callable[[Column], tuple[Kind, ...]]):
        super().__init__()
        self._kind_of, self._kinds_for = kind_of, kinds_for
        self.table: Table | None = None
        self.columns = Columns()
        self.findings: Mapping[str, str] = {}
        self.sealed = False
        self._words: dict[str, str] = {}
        self._first: frozenset[str] = frozenset()
        self._looked_for = ""
        self.shown: tuple[Column, ...] = ()

    def show_table(self, table: Table | None, columns: Columns, findings: Mapping[str, str], sealed: bool) -> None:
        """What is to be predicted stands first in a table just opened; nothing moves when a role is changed."""
        if table is not self.table:
            self.beginResetModel()
            self._words = {}
            self.table, self._first = table, frozenset(columns.target)
            self._find()
            self.endResetModel()
        self.columns, self.findings, self.sealed = columns, findings, sealed
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, FINDING))

    def show_named(self, text: str) -> None:
        """Only the columns whose name has this text; all of them at once, since hiding one by one takes seconds."""
        self.beginResetModel()
        self._looked_for = text.strip().casefold()
        self._find()
        self.endResetModel()

    def _find(self) -> None:
        columns = self.table.columns if self.table is not None else ()
        found = [column for column in columns if self._looked_for in column.name.casefold()]
        self.shown = tuple(sorted(found, key=lambda column: column.name not in self._first))

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(strings.DATA_HEADINGS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return strings.DATA_HEADINGS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column = self.column(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(column, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(self._text(column, index.column()))
        if role == Qt.ItemDataRole.EditRole:
            return self._value(column, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.name}, {strings.DATA_HEADINGS[index.column()]}: {self._text(column, index.column())}"
        if role == Qt.ItemDataRole.FontRole and index.column() == NAME:
            return self._name_font(column)
        return None

    def _name_font(self, column: Column) -> Any:
        font = theme.application_font()
        font.setBold(find_role(column.name, self.columns) is Role.TARGET)
        return font

    def column(self, index: Index) -> Column:
        return self.shown[index.row()]

    def _value(self, column: Column, field: int) -> str:
        return str(self._kind_of(self.columns, column) if field == KIND else find_role(column.name, self.columns))

    def _text(self, column: Column, field: int) -> str:
        if field == NAME:
            return column.name
        if field in CHOICES:
            titles = strings.KIND_TITLES if field == KIND else strings.ROLE_TITLES
            return titles[self._value(column, field)]
        if field == VALUES:
            return self._content(column)
        if field == MISSING:
            return f"{int(column.missing.sum()):,}"
        return self.finding(column)

    def finding(self, column: Column) -> str:
        """As it is shown, so that whoever measures the words measures those."""
        return typeset(self.findings.get(column.name, ""))

    def _content(self, column: Column) -> str:
        if column.name not in self._words:
            self._words[column.name] = column_words(column)
        return self._words[column.name]

    def options(self, index: Index) -> tuple[tuple[str, str], ...]:
        """Value and title of what can be chosen in a cell."""
        if index.column() == KIND:
            return tuple((str(kind), strings.KIND_TITLES[kind]) for kind in self._kinds_for(self.column(index)))
        return tuple((str(role), strings.ROLE_TITLES[role]) for role in Role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return USUAL if self.sealed or index.column() not in CHOICES else EDITABLE

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        column = self.column(index)
        if role != Qt.ItemDataRole.EditRole or str(value) == self._value(column, index.column()):
            return False
        self.chosen.emit(column.name, index.column(), str(value))
        return True
