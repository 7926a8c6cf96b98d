"""The numbers behind the pictures of a page, as a table: what each picture draws, in words, line by line."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableView, QVBoxLayout, QWidget

from gui.plots.save import as_text
from gui.plots.spoken import Spoken
from gui.results.rows_model import RowsModel
from gui.strings import explore as strings
from gui.widgets.parts import Sentence, button


class NumbersDialog(QDialog):
    """One line for each value of each picture that is seen, and each picture in a sentence above."""

    def __init__(self, pictures: Sequence[Spoken], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("numbers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(strings.NUMBERS_TITLE)
        self.resize(760, 460)
        self._told = [picture.accessibleDescription() for picture in pictures]
        self.model = RowsModel()
        self.model.show_rows(strings.NUMBERS_HEADINGS, [line for picture in pictures for line in _lines(picture)])
        told = Sentence("secondary", "numbersTold")
        told.setText("\n".join(self._told))
        layout = QVBoxLayout(self)
        for widget in (told, self._table(), self._buttons()):
            layout.addWidget(widget)

    def _table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("numbersTable")
        table.setAccessibleName(strings.NUMBERS_TITLE)
        table.setModel(self.model)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.resizeColumnsToContents()
        table.horizontalHeader().setStretchLastSection(True)
        return table

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(
            button(strings.NUMBERS_COPY, self.copy, "copyNumbers"), QDialogButtonBox.ButtonRole.ActionRole
        )
        buttons.rejected.connect(self.close)
        return buttons

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(as_text(self._told, self.model.headings, self.model.rows))


def pictures_on(page: QWidget) -> tuple[Spoken, ...]:
    """Those that are shown and have something to say."""
    return tuple(picture for picture in page.findChildren(Spoken) if picture.isVisibleTo(page) and picture.values)


def _lines(picture: Spoken) -> list[tuple[str, ...]]:
    parted = (value.rpartition(": ") for value in picture.values)
    return [(picture.accessibleName(), where, said) for where, _, said in parted]
