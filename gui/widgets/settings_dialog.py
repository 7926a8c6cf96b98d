"""Own settings of one algorithm: one field per setting, checked by the algorithm's own rules."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from core.application.describe_models import Algorithm, Setting
from core.domain.study import Settings
from gui import strings
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import label


class SettingsDialog(QDialog):
    """`settled` carries all settings once every one of them is allowed."""

    settled = Signal(dict)

    def __init__(self, algorithm: Algorithm, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.algorithm = algorithm
        self.setWindowTitle(strings.candidates.FIXED_TITLE.format(title=algorithm.title))
        self.setObjectName("settingsDialog")
        self.setMinimumWidth(440)
        self._boxes = {row.key: _box(row, settings.get(row.key, row.default)) for row in algorithm.settings}
        self._message = label("", "blocked", "settingsMessage")
        form = QFormLayout()
        form.setSpacing(12)
        for row in algorithm.settings:
            form.addRow(row.title, self._boxes[row.key])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        use = buttons.addButton(strings.candidates.USE, QDialogButtonBox.ButtonRole.AcceptRole)
        use.setObjectName("useSettings")
        buttons.accepted.connect(self._use)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self._message)
        layout.addWidget(buttons)

    def _use(self) -> None:
        values: dict[str, object] = {}
        for row in self.algorithm.settings:
            value = row.read(_typed(row, self._boxes[row.key]))
            if value is None:
                self._message.setText(strings.candidates.WRONG.format(title=row.title, allowed=row.allowed))
                self._boxes[row.key].setFocus()
                return
            values[row.key] = value
        self.settled.emit(values)
        self.accept()


def _box(row: Setting, value: object) -> QWidget:
    if row.choices:
        box = ChoiceBox()
        for choice in row.choices:
            box.addItem(str(choice), choice)
        box.setCurrentIndex(max(0, box.findData(value)))
        made: QWidget = box
    else:
        text = ", ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
        made = QLineEdit(text)
    made.setObjectName(f"setting_{row.key}")
    made.setToolTip(row.note)
    made.setAccessibleDescription(row.note)
    return made


def _typed(row: Setting, box: QWidget) -> object:
    """What stands in the box, in the kind of the setting; something not understood stays text and is refused."""
    if isinstance(box, QComboBox):
        return box.currentData()
    assert isinstance(box, QLineEdit)
    text = box.text().strip()
    if isinstance(row.default, str):
        return text
    items = [_number(part) for part in text.split(",")] if isinstance(row.default, tuple) else [_number(text)]
    if None in items:
        return text
    return tuple(items) if isinstance(row.default, tuple) else items[0]


def _number(text: str) -> float | int | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() else value
