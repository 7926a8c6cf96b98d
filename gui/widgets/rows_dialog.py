"""The first rows of a table as they were read."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableView, QVBoxLayout, QWidget

from core.domain.dataset import Column, Kind, Table
from core.figures.columns import short
from gui import strings

SHOWN = 50
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
    return str(np.datetime_as_string(value, unit="s")) if column.kind is Kind.DATE else str(value)


class RowsModel(QAbstractTableModel):
    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else min(SHOWN, self._table.rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._table.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._table.columns[section].name if orientation is Qt.Orientation.Horizontal else section + 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column = self._table.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(column, index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole and column.kind is Kind.NUMBER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None


class RowsDialog(QDialog):
    def __init__(self, table: Table, parent: QWidget) -> None:
        super().__init__(parent)
        count = min(SHOWN, table.rows)
        self.setWindowTitle(strings.DATA_ROWS_TITLE.format(count=count, name=table.name))
        self.setObjectName("rowsDialog")
        view = QTableView()
        view.setModel(RowsModel(table))
        view.setAccessibleName(self.windowTitle())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(view)
        layout.addWidget(buttons)
        self.resize(900, 480)
