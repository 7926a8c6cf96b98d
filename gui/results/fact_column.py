"""The numbers beside a plot."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from core.figures.chart import Fact
from gui.widgets.parts import OneLine, as_tip, empty, label, plain


class FactColumn(QWidget):
    """Name, value, and its range in small below."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plotFacts")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 6, 4, 0)
        self._layout.setSpacing(2)

    def show_facts(self, facts: tuple[Fact, ...], remark: str) -> None:
        empty(self._layout)
        for fact in facts:
            line = QHBoxLayout()
            name = OneLine("caption")
            name.setText(fact.label)
            name.setToolTip(as_tip(fact.label))
            line.addWidget(name, 1)
            line.addWidget(plain(fact.value, "strong"))
            self._layout.addLayout(line)
            below = plain(fact.below, "micro")
            below.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._layout.addWidget(below)
            hairline = QFrame()
            hairline.setProperty("look", "line")
            self._layout.addWidget(hairline)
        if remark:
            self._layout.addWidget(label(remark, "caption"))
        self._layout.addStretch(1)
        self.setVisible(bool(facts or remark))
