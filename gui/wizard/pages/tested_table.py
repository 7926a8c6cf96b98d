"""The table of Review & lock: what will be tested, by which measure, counted as what, against which bar."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from gui import strings
from gui.widgets.parts import as_tip, is_ringed, restyle
from gui.widgets.word_table import WholeText

MOST_ROWS = 6  # that are seen at once
LEAST_HEADING, FRAME = 30, 2


class TestedTable(QTableWidget):
    """To be read, not to be chosen from: its frame shows the focus only to those who come by keyboard."""

    __test__ = False

    def __init__(self) -> None:
        super().__init__(0, len(strings.review.HEADINGS))
        self.setObjectName("tested")
        self.setAccessibleName(strings.review.HEADINGS[0])
        self.setHorizontalHeaderLabels(strings.review.HEADINGS)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        self.setItemDelegateForColumn(0, WholeText(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().geometriesChanged.connect(self._fit_height)
        self._arrange_header()
        self._show_ring(False)

    def _arrange_header(self) -> None:
        header = self.horizontalHeader()
        header.sectionResized.connect(lambda *_: self.fit())
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, self.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def fill(self, rows: tuple[tuple[str, ...], ...]) -> None:
        self.setRowCount(len(rows))
        for place, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(as_tip(text))
                self.setItem(place, column, item)
        self.fit()

    def fit(self) -> None:
        """Rows as high as their words, and the table as high as its first rows."""
        self.verticalHeader().setMinimumSectionSize(max(28, self.fontMetrics().height() + 12))
        self.resizeRowsToContents()
        self._fit_height()

    def _fit_height(self) -> None:
        rows = sum(self.rowHeight(place) for place in range(min(self.rowCount(), MOST_ROWS)))
        self.setFixedHeight(rows + max(LEAST_HEADING, self.horizontalHeader().sizeHint().height()) + FRAME)

    # --- The ring ----------------------------------------------------------------------------------------------------

    @property
    def is_ringed(self) -> bool:
        return bool(self.property("ringed") == "true")

    def _show_ring(self, shown: bool) -> None:
        restyle(self, ringed="true" if shown else "false")

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._show_ring(is_ringed(event.reason(), self.is_ringed))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.is_ringed:
            self._show_ring(True)
        super().keyPressEvent(event)
