"""A read-only table of texts for the table views of the results."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from core.support.typography import typeset
from gui.widgets.parts import as_tip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class RowsModel(QAbstractTableModel):
    """Rows of texts under headings; numbers stand on the right."""

    def __init__(self) -> None:
        super().__init__()
        self.headings: tuple[str, ...] = ()
        self.rows: tuple[tuple[str, ...], ...] = ()

    def show_rows(self, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
        self.beginResetModel()
        self.headings, self.rows = tuple(headings), tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        text = self.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return typeset(text)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(text)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if is_number(text) else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        return None


def is_number(text: str) -> bool:
    """A number in brackets is one too."""
    try:
        float(text.strip("[]").replace(",", "").replace("−", "-"))
    except ValueError:
        return False
    return True
