"""The extra ways of estimating that may be worked out beside the plan."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from core.application.prepare_run import find_scheme
from core.domain.study import SchemeKind
from gui import strings
from gui.widgets.flow import FlowLayout


class ExtraChoice(QWidget):
    """`changed` carries the ways that are ticked, in the order of the table."""

    changed = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._boxes = {SchemeKind(key): QCheckBox(title) for key, title in strings.plan.EXTRA.items()}
        layout = FlowLayout(self)
        for kind, box in self._boxes.items():
            box.setObjectName(f"extra_{kind}")
            box.setToolTip(find_scheme(kind).note)
            box.setAccessibleDescription(find_scheme(kind).note)
            box.clicked.connect(lambda _on=False: self.changed.emit(self._ticked()))
            layout.addWidget(box)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusProxy(next(iter(self._boxes.values())))

    def _ticked(self) -> tuple[SchemeKind, ...]:
        return tuple(kind for kind, box in self._boxes.items() if box.isChecked())

    def show_kinds(self, kinds: tuple[SchemeKind, ...], main: SchemeKind) -> None:
        """What the plan does anyway is not offered again."""
        for kind, box in self._boxes.items():
            box.setChecked(kind in kinds)
            box.setVisible(kind is not main)
