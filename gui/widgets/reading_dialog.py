"""How the file is read: separator, decimal mark, encoding and header row, as found and as the person wants it."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from gui import strings

CHOICES = {
    "separator": strings.READING_SEPARATORS,
    "decimal": strings.READING_DECIMALS,
    "encoding": strings.READING_ENCODINGS,
}


class ReadingDialog(QDialog):
    """`wanted` carries the choices to read the file again with."""

    wanted = Signal(dict)

    def __init__(self, reading: Mapping[str, object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(strings.READING_TITLE)
        self.setObjectName("readingDialog")
        self._boxes = {key: self._box(key, titles, reading) for key, titles in CHOICES.items()}
        self._header = QSpinBox()
        self._header.setObjectName("header")
        self._header.setRange(0, 1000)
        self._header.setSpecialValueText(strings.READING_NO_HEADER)
        self._header.setValue(int(str(reading.get("header", 1))))
        form = QFormLayout()
        form.setSpacing(12)
        for key, box in self._boxes.items():
            form.addRow(strings.READING_LABELS[key], box)
        form.addRow(strings.READING_LABELS["header"], self._header)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        again = buttons.addButton(strings.READING_AGAIN, QDialogButtonBox.ButtonRole.AcceptRole)
        again.setObjectName("readAgain")
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addWidget(buttons)

    def _box(self, key: str, titles: Mapping[str, str], reading: Mapping[str, object]) -> QComboBox:
        box = QComboBox()
        box.setObjectName(key)
        found = str(reading.get(key, ""))
        for value, title in titles.items():
            box.addItem(title, value)
        if box.findData(found) < 0:
            box.addItem(found, found)
        box.setCurrentIndex(box.findData(found))
        return box

    def _accept(self) -> None:
        choices: dict[str, object] = {key: box.currentData() for key, box in self._boxes.items() if box.currentData()}
        self.wanted.emit(choices | {"header": self._header.value()})
        self.accept()
