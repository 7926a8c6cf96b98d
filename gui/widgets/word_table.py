"""A table of words to be read: it cannot be edited, its rows are as high as their text."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTableWidget,
)

LEAST_LETTERS = 16
AROUND, RING = 16, 4
"""Pixels that padding and the ring of focus take from the width of a cell, and the ring from its height."""


class WrappedWords(QStyledItemDelegate):
    """Qt wraps words for the height of a row as if a cell had no padding, and then cuts them.

    Columns as wide as their words need no such care.
    """

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._header = table.horizontalHeader()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        if self._header.sectionResizeMode(index.column()) is not QHeaderView.ResizeMode.Stretch:
            return super().sizeHint(option, index)
        inside = QStyleOptionViewItem(option)
        inside.rect = option.rect.adjusted(0, 0, -AROUND, 0)
        size = super().sizeHint(inside, index)
        return QSize(size.width(), size.height() + RING)


def word_table(name: str, title: str, headings: Sequence[str], fitting: Collection[int]) -> QTableWidget:
    """`fitting` columns are as wide as their words, the others share what is left."""
    table = QTableWidget(0, len(headings))
    table.setObjectName(name)
    table.setAccessibleName(title)
    table.setHorizontalHeaderLabels(headings)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setWordWrap(True)
    table.setTabKeyNavigation(False)
    table.setItemDelegate(WrappedWords(table))
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setMinimumSectionSize(table.fontMetrics().averageCharWidth() * LEAST_LETTERS)
    for column in range(len(headings)):
        mode = QHeaderView.ResizeMode.ResizeToContents if column in fitting else QHeaderView.ResizeMode.Stretch
        header.setSectionResizeMode(column, mode)
    return table
