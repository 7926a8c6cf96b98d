"""The first rows of a table as they were read, and the cells of a column that did not fit."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableView, QVBoxLayout, QWidget

from core.domain.dataset import Column, Kind, Table
from core.figures.column_summary import short
from gui import strings
from gui.strings import data as data_strings

SHOWN = 50
MOST_FITTED = 60  # columns that are made as wide as their content
ROWS_MEASURED = 5
WIDEST = 240  # pixels
NO_PARENT = QModelIndex()


def cell_text(column: Column, row: int) -> str:
    """A cell in words; an empty one is missing."""
    if bool(Column(column.name, column.kind, column.values[row : row + 1]).missing[0]):
        return ""
    value = column.values[row]
    if column.kind.is_coded:
        return column.levels[int(value)]
    if column.kind is Kind.NUMBER:
        return short(float(value))
    return _moment(value) if column.kind is Kind.DATE else str(value)


def _moment(value: np.datetime64) -> str:
    """A day, with the time of day unless it is midnight."""
    text = str(np.datetime_as_string(value, unit="s")).replace("T", " ")
    return text.removesuffix(" 00:00:00")


class RowsModel(QAbstractTableModel):
    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else min(SHOWN, self._table.rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._table.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return self._table.columns[section].name if orientation is Qt.Orientation.Horizontal else section + 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column = self._table.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(column, index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole and column.kind is Kind.NUMBER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None


class StraysModel(QAbstractTableModel):
    """Row numbers of the table and what stands there."""

    def __init__(self, column: Column) -> None:
        super().__init__()
        self._strays = column.strays

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._strays)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(data_strings.STRAYS_HEADINGS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return data_strings.STRAYS_HEADINGS[section]

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row, text = self._strays[index.row()]
        return text if index.column() else f"{row + 1:,}"


class RowsDialog(QDialog):
    def __init__(self, table: Table, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("rowsDialog")
        title = strings.DATA_ROWS_TITLE.format(count=min(SHOWN, table.rows), name=table.name)
        _fill(self, title, RowsModel(table))
        self.resize(900, 480)


class StraysDialog(QDialog):
    def __init__(self, column: Column, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("straysDialog")
        view = _fill(self, data_strings.STRAYS_TITLE.format(name=column.name), StraysModel(column))
        view.verticalHeader().hide()
        view.horizontalHeader().setStretchLastSection(True)
        self.resize(420, 360)


def table_view(model: QAbstractTableModel) -> QTableView:
    """The rows, with columns as wide as their names and first cells; of thousands of columns the first ones."""
    view = QTableView()
    view.setModel(model)
    header = view.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    header.setResizeContentsPrecision(ROWS_MEASURED)
    for column in range(min(model.columnCount(), MOST_FITTED)):
        wanted = max(view.sizeHintForColumn(column), header.sectionSizeHint(column))
        view.setColumnWidth(column, min(max(wanted, header.defaultSectionSize() // 2), WIDEST))
    return view


def _fill(dialog: QDialog, title: str, model: QAbstractTableModel) -> QTableView:
    dialog.setWindowTitle(title)
    view = table_view(model)
    view.setAccessibleName(title)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    layout = QVBoxLayout(dialog)
    layout.addWidget(view)
    layout.addWidget(buttons)
    return view
