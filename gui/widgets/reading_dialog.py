"""How the file is read, as found and as the person wants it, for every kind of file, with the first rows."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.application.read_tables import change_choices
from core.domain.dataset import Table
from gui import strings
from gui.strings import data as data_strings
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.numbers import MARGIN
from gui.widgets.parts import label
from gui.widgets.rows_dialog import SHOWN, RowsModel, table_view

FIND_OUT = -1
FIELDS: Mapping[str, tuple[str, ...]] = {
    "csv": ("format", "separator", "decimal", "dates", "encoding", "comment", "skip", "header"),
    "excel": ("sheet", "table", "dates", "skip", "header"),
    "arff": ("format", "encoding"),
    "tab": ("format", "encoding", "dates"),
    "web": ("dates", "encoding", "header"),
    "parquet": ("dates",),
}
"""By kind of file what can be chosen, in the order of the dialog."""

TITLES: Mapping[str, Mapping[str, str]] = {
    "format": data_strings.READING_FORMATS,
    "separator": data_strings.READING_SEPARATORS,
    "decimal": strings.READING_DECIMALS,
    "dates": data_strings.READING_DATES,
    "encoding": strings.READING_ENCODINGS,
    "comment": data_strings.READING_COMMENTS,
}
ROWS = ("skip", "header")
Choice = tuple[object, str]


class RowBox(QSpinBox):
    """A row number; 0 is said in words, and below it the program finds out."""

    def __init__(self, none: str) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
        self._words = {FIND_OUT: data_strings.READING_FIND_OUT, 0: none}

    def textFromValue(self, value: int) -> str:
        return self._words.get(value, str(value))

    def valueFromText(self, text: str) -> int:
        known = {words: value for value, words in self._words.items()}
        return known.get(text, int(text) if text.isdigit() else 0)

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        right = text.isdigit() or not text or text in self._words.values()
        return QValidator.State.Acceptable if right else QValidator.State.Invalid, text, place


class ReadingDialog(QDialog):
    """`wanted` carries the choices to read the file again with."""

    wanted = Signal(dict)

    def __init__(self, table: Table, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(strings.READING_TITLE)
        self.setObjectName("readingDialog")
        self._reading, self._settled = table.reading, table.settled
        self._controls = {key: self._control(key) for key in FIELDS[str(table.reading["format"])]}
        self._found = {key: self._value(key) for key in self._controls}
        form = QFormLayout()
        form.setSpacing(8)
        for key, control in self._controls.items():
            form.addRow(data_strings.READING_LABELS[key], control)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        again = buttons.addButton(strings.READING_AGAIN, QDialogButtonBox.ButtonRole.AcceptRole)
        again.setObjectName("readAgain")
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        middle = QHBoxLayout()
        middle.setSpacing(16)
        middle.addLayout(form)
        middle.addLayout(_preview(table), 1)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addLayout(middle, 1)
        layout.addWidget(buttons)
        self.resize(940, 480)

    def _control(self, key: str) -> QComboBox | QSpinBox:
        return self._row_box(key) if key in ROWS else self._list(key, self._choices(key))

    def _choices(self, key: str) -> Sequence[Choice]:
        if key == "sheet":
            return [(name, str(name)) for name in _listed(self._reading, "sheets")]
        if key == "table":
            return [(number, str(words)) for number, words in enumerate(_listed(self._reading, "tables"), start=1)]
        return list(TITLES[key].items())

    def _list(self, key: str, choices: Sequence[Choice]) -> QComboBox:
        """What was found is chosen; the first line lets the program find out again."""
        box = ChoiceBox()
        box.setObjectName(key)
        box.addItem(data_strings.READING_FIND_OUT, None)
        for value, title in choices:
            box.addItem(title, value)
        found = self._reading.get(key)
        if found is not None and box.findData(found) < 0:
            box.addItem(str(found), found)
        box.setCurrentIndex(max(box.findData(found), 0) if found is not None else 0)
        box.setMinimumContentsLength(18)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def _row_box(self, key: str) -> QSpinBox:
        """A number of rows; the row of names may also be found out."""
        box = RowBox(strings.READING_NO_HEADER if key == "header" else data_strings.READING_SKIP_NONE)
        box.setObjectName(key)
        box.setRange(FIND_OUT if key == "header" else 0, 100_000)
        found = self._reading.get(key, 0)
        box.setValue(found if isinstance(found, int) else 0)
        return box

    def _value(self, key: str) -> object:
        control = self._controls[key]
        if isinstance(control, QSpinBox):
            return None if control.value() == FIND_OUT else control.value()
        return control.currentData()

    def _accept(self) -> None:
        """Only what was changed is stated; what followed from it is found anew."""
        now = {key: self._value(key) for key in self._controls}
        changes = {key: value for key, value in now.items() if value != self._found[key]}
        self.wanted.emit(change_choices(self._settled, changes))
        self.accept()

    def pick_header(self) -> None:
        """The cursor on the row of names, for files that seem to have none."""
        self._controls["header"].setFocus()


def _listed(reading: Mapping[str, object], key: str) -> list[object]:
    found = reading.get(key)
    return list(found) if isinstance(found, list) else []


def _preview(table: Table) -> QVBoxLayout:
    title = data_strings.READING_FIRST_ROWS.format(count=min(SHOWN, table.rows))
    view = table_view(RowsModel(table))
    view.setObjectName("readingPreview")
    view.setAccessibleName(title)
    column = QVBoxLayout()
    column.addWidget(label(title, "caption"))
    column.addWidget(view, 1)
    if table.notes:
        column.addWidget(label(" ".join(table.notes), "caption"))
    return column
