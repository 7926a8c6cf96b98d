"""What is used today, entered as the reference: a formula over the columns, or a column of predictions already made."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.study import Columns
from gui import strings
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import label


def answers_of(table: Table, columns: Columns, data: Dataset) -> tuple[str, ...]:
    """Columns that could be predictions of the one output: numbers for numbers, the same names for names."""
    taken = {*columns.target, columns.group, columns.time}
    if len(data.outputs) > 1:
        return ()
    return tuple(c.name for c in table.columns if c.name not in taken and _answers(c, data))


def _answers(column: Column, data: Dataset) -> bool:
    if not data.classes:
        return column.kind is Kind.NUMBER
    return bool(column.levels) and set(column.levels) <= set(data.classes)


def with_given(columns: Columns, name: str) -> Columns:
    """The column is no input any more, but the answers of a model."""
    ignore = tuple(known for known in columns.ignore if known != name)
    return replace(columns, given=(*columns.given, name), ignore=ignore)


class ColumnDialog(QDialog):
    """`chosen` carries the name of the column."""

    chosen = Signal(str)

    def __init__(self, names: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("incumbentColumn")
        self.setWindowTitle(strings.candidates.COLUMN_TITLE)
        self.setMinimumWidth(420)
        self.box = ChoiceBox()
        self.box.setObjectName("incumbentName")
        self.box.setAccessibleName(strings.candidates.COLUMN_TITLE)
        self.box.addItems(names)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        use = buttons.addButton(strings.candidates.COLUMN_USE, QDialogButtonBox.ButtonRole.AcceptRole)
        use.setObjectName("useColumn")
        buttons.accepted.connect(self._use)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addWidget(label(strings.candidates.COLUMN_NOTE, "secondary"))
        layout.addWidget(self.box)
        layout.addWidget(buttons)

    def _use(self) -> None:
        self.chosen.emit(self.box.currentText())
        self.accept()
