"""Which inputs are measured together when it is asked which inputs matter: shown, and changeable before the run."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QSpinBox, QTableWidgetItem, QVBoxLayout, QWidget

from core.application.plan_reasons import NameGroups
from gui.strings import plan as words
from gui.widgets.parts import label
from gui.widgets.word_table import word_table


class InputGroupsDialog(QDialog):
    """One line per input with the number of its group; inputs of the same number are measured together."""

    def __init__(self, groups: NameGroups, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inputGroupsDialog")
        self.setWindowTitle(words.GROUPS_TITLE)
        self.resize(460, 420)
        names = [name for group in groups for name in group]
        self.table = word_table("inputGroups", words.GROUPS_TITLE, words.GROUPS_HEADINGS, (1,))
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setRowCount(len(names))
        self.numbers: dict[str, QSpinBox] = {}
        joined = [group for group in groups if len(group) > 1]
        for place, name in enumerate(names):
            number = QSpinBox()
            number.setObjectName(f"group_{place}")
            number.setAccessibleName(words.GROUP_OF.format(name=name))
            number.setRange(0, max(1, len(names) // 2))
            number.setSpecialValueText(words.ALONE)
            number.setValue(next((at for at, group in enumerate(joined, 1) if name in group), 0))
            self.numbers[name] = number
            self.table.setItem(place, 0, QTableWidgetItem(name))
            self.table.setCellWidget(place, 1, number)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (label(words.GROUPS_NOTE, "help"), self.table, buttons):
            layout.addWidget(part)
        layout.setStretchFactor(self.table, 1)

    def groups(self) -> NameGroups:
        """Every input once, in the order of the list; a number that only one input has is no group."""
        found: dict[object, list[str]] = {}
        for name, number in self.numbers.items():
            found.setdefault(number.value() or name, []).append(name)
        return tuple(tuple(group) for group in found.values())
