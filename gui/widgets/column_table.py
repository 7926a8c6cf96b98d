"""The list of columns with their type and role, each chosen from a list in its own cell."""

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.columns_model import CHOICES, FINDING, NAME, ColumnsModel, Index

MOST_SELECTED = 500
MOST_MEASURED = 30  # rows whose content decides how wide a column is, beside those in sight
MOST_FITTED, MOST_LINES = 500, 6
"""Rows that are fitted to their findings, and lines of a finding."""
ABOVE, BESIDE = 8, 10  # pixels around the words of a finding
FINDING_WIDTH, NAME_WIDTH = 190, 120  # pixels of normal text that a finding and a long name have at least
WIDTHS = ((90, 220), (92, 96), (108, 116), (110, 240), (78, 100))
"""Least and most of each column but the last, in pixels of normal text."""


class ChoiceDelegate(QStyledItemDelegate):
    """Shows a small arrow in cells with a choice, and a list when one is edited."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._arrow = ("", 0), QIcon()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        box = QComboBox(parent)
        box.setObjectName("choice")
        model = index.model()
        assert isinstance(model, ColumnsModel)
        for value, title in model.options(index):
            box.addItem(title, value)
        box.setAccessibleName(f"{model.column(index).name}: {strings.DATA_HEADINGS[index.column()]}")
        box.activated.connect(lambda: self._done(box))
        return box

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QStyledItemDelegate.EndEditHint.NoHint)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(index.data(Qt.ItemDataRole.EditRole))))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData(), Qt.ItemDataRole.EditRole)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            area: Any = option.rect
            area = area.adjusted(area.width() - 8 - round(12 * theme.scale()), 0, -6, 0)
            self._chevron().paint(painter, area)

    def _chevron(self) -> QIcon:
        """Made once for a look: it is painted in every cell with a choice."""
        look = theme.current().key, round(12 * theme.scale())
        if look != self._look:
            self._look, self._arrow = look, theme.icon(f"chevron-{look[0]}", pixels=look[1])
        return self._arrow

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width() + (28 if index.column() in CHOICES else 8), max(30, size.height() + 10))


class ColumnTable(Dressed, QTableView):
    """Enter, Space or a click opens the list of a cell; typing finds a column.

    Several rows can be selected with Shift and Ctrl; a choice in one of them then holds for all of them.
    """

    explained = Signal()

    def __init__(self, model: ColumnsModel) -> None:
        super().__init__()
        self.setObjectName("columns")
        self.setAccessibleName(strings.DATA_TABLE)
        self.setAccessibleDescription(strings.DATA_TABLE_HELP)
        self.setModel(model)
        self.setItemDelegate(ChoiceDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionsClickable(False)  # else every repaint asks whether all rows are selected
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().sectionResized.connect(self._resized)
        self.clicked.connect(self._clicked)
        self.horizontalHeader().setResizeContentsPrecision(MOST_MEASURED)
        self.setMinimumHeight(150)

    def fit(self) -> None:
        """Columns as wide as their content, within reason; rows as high as the text."""
        high_row = max(30, self.fontMetrics().height() + 14)
        self.verticalHeader().setDefaultSectionSize(high_row)
        self.setMinimumHeight(5 * high_row)
        scale = self.fontInfo().pixelSize() / theme.BASE_PIXELS
        for column, (low, high) in enumerate(WIDTHS):
            wanted = max(low * scale, self.sizeHintForColumn(column))
            heading = self.horizontalHeader().sectionSizeHint(column)
            self.setColumnWidth(column, round(max(heading, min(high * scale, wanted))))
        self._make_room()
        self._fill_width()

    def _make_room(self) -> None:
        """In a narrow window long names give way to findings; a tip tells them whole."""
        scale = self.fontInfo().pixelSize() / theme.BASE_PIXELS
        used = sum(self.columnWidth(column) for column in range(FINDING))
        short = round(FINDING_WIDTH * scale) - (self.viewport().width() - used)
        least = round(NAME_WIDTH * scale)
        if short > 0 and self.columnWidth(NAME) > least:
            self.setColumnWidth(NAME, max(least, self.columnWidth(NAME) - short))

    def _fill_width(self) -> None:
        """Findings take the width that is left, and never so little that they cannot be read."""
        left = self.viewport().width() - sum(self.columnWidth(column) for column in range(FINDING))
        least = FINDING_WIDTH * self.fontInfo().pixelSize() / theme.BASE_PIXELS
        self.setColumnWidth(FINDING, max(left, round(least)))
        self.fit_findings()

    def _resized(self, section: int, _before: int, _now: int) -> None:
        if section != FINDING:
            self._fill_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        self._fill_width()

    def fit_findings(self) -> None:
        """Rows with a finding are as high as its words need, up to a few lines."""
        model, metrics = self.model(), self.fontMetrics()
        assert isinstance(model, ColumnsModel)
        usual, width = self.verticalHeader().defaultSectionSize(), self.columnWidth(FINDING) - 2 * BESIDE
        room = QRect(0, 0, max(1, width), MOST_LINES * metrics.lineSpacing())
        for place, column in enumerate(model.shown[:MOST_FITTED]):
            high, finding = usual, model.finding(column)
            if finding:
                words = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, finding)
                high = max(usual, min(words.height(), room.height()) + 2 * ABOVE)
            if high != self.rowHeight(place):
                self.setRowHeight(place, high)

    def redress(self) -> None:
        self.fit()

    def names_with(self, name: str) -> tuple[str, ...]:
        """The selected columns if this is one of them, otherwise this one alone."""
        model = self.model()
        assert isinstance(model, ColumnsModel)
        selected = tuple(model.shown[place].name for place in sorted(self._selected_rows()))
        return selected if name in set(selected) else (name,)

    def selectAll(self) -> None:
        """Of very many rows only the names: Qt asks for every selected cell, one by one."""
        model = self.model()
        if model.rowCount() <= MOST_SELECTED:
            super().selectAll()
            return
        names = QItemSelection(model.index(0, NAME), model.index(model.rowCount() - 1, NAME))
        self.selectionModel().select(names, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def forget_large_selection(self) -> None:
        """Thousands of selected rows make every repaint slow; after a choice for all of them they are let go."""
        if len(self._selected_rows()) > MOST_SELECTED:
            self.clearSelection()

    def _selected_rows(self) -> set[int]:
        """Rows with a selected cell."""
        spans = self.selectionModel().selection()
        chosen = [spans.at(number) for number in range(spans.size())]
        return {place for span in chosen for place in range(span.top(), span.bottom() + 1)}

    def show_named(self, text: str) -> None:
        """Show only the columns whose name has this text."""
        model = self.model()
        assert isinstance(model, ColumnsModel)
        model.show_named(text)
        self.fit_findings()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a choice of several selected rows keeps them selected."""
        index = self.indexAt(event.position().toPoint())
        rows = self._selected_rows()
        is_choice = bool(index.flags() & Qt.ItemFlag.ItemIsEditable) and not event.modifiers()
        if len(rows) > 1 and is_choice and index.row() in rows:
            self.open_choice(index)
            return
        super().mousePressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        """With Shift or Ctrl a click selects, otherwise it opens the list."""
        if not QGuiApplication.keyboardModifiers():
            self.open_choice(index)

    def open_choice(self, index: QModelIndex) -> None:
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)
            editor = self.indexWidget(index) or self.findChild(QComboBox, "choice")
            if isinstance(editor, QComboBox):
                editor.showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not event.modifiers():
            self.open_choice(self.currentIndex())
            return
        super().keyPressEvent(event)
