"""A table of words to be read: it cannot be edited, its rows are as high as their text."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableWidget

LEAST_LETTERS = 12
BESIDE_HEADING = 28
BESIDE_TEXT, ABOVE_TEXT = 24, 6
WITHOUT_END = 10_000


class WholeText(QStyledItemDelegate):
    """Asks for the height of all of a text in its column, which the measure of the style is a line short of."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint, table = super().sizeHint(option, index), option.widget
        if not isinstance(table, QTableWidget):
            return hint
        room = QRect(0, 0, table.columnWidth(index.column()) - BESIDE_TEXT, WITHOUT_END)
        wanted = table.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, str(index.data()))
        return QSize(hint.width(), max(hint.height(), wanted.height() + ABOVE_TEXT))


def word_table(name: str, title: str, headings: Sequence[str], fitting: Collection[int]) -> QTableWidget:
    """`fitting` columns are as wide as their words, the others share what is left."""
    table = QTableWidget(0, len(headings))
    table.setObjectName(name)
    table.setAccessibleName(title)
    table.setHorizontalHeaderLabels(headings)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setWordWrap(True)
    table.setItemDelegate(WholeText(table))
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    letters = QFont(table.font())
    letters.setBold(True)  # as the style sheet has headings
    widest = max(QFontMetrics(letters).horizontalAdvance(heading) for heading in headings) + BESIDE_HEADING
    header.setMinimumSectionSize(max(widest, table.fontMetrics().averageCharWidth() * LEAST_LETTERS))
    fit = QTimer(table, singleShot=True, interval=0)
    fit.timeout.connect(table.resizeRowsToContents)
    header.sectionResized.connect(lambda *_: fit.start())  # rows were measured for columns of another width
    for column in range(len(headings)):
        mode = QHeaderView.ResizeMode.ResizeToContents if column in fitting else QHeaderView.ResizeMode.Stretch
        header.setSectionResizeMode(column, mode)
    return table
