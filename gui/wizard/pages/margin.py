"""The smallest gap that matters: one number, or one per output, and what it is worth in a year."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from core.domain.dataset import Dataset
from core.domain.study import Study
from core.wording.units import unit_of
from gui import strings
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import button, column, empty, label, plain, row


class Margins(QWidget):
    """`changed` carries the margin of the first output and, where there are several, one per output."""

    changed = Signal(float, dict)

    def __init__(self) -> None:
        super().__init__()
        self.suffix = ""
        self._boxes: dict[str, NumberBox] = {}
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def show_margins(self, study: Study, data: Dataset) -> None:
        several = len(data.outputs) > 1
        if tuple(self._boxes) != data.outputs:
            self._rebuild(data.outputs, several)
        for output, box in self._boxes.items():
            box.setSuffix(suffix_of(study, data, output))
            box.setValue(study.margin(output))
        self.suffix = suffix_of(study, data, data.outputs[0])

    def _rebuild(self, outputs: tuple[str, ...], several: bool) -> None:
        empty(self._layout)
        self._boxes = {}
        for place, output in enumerate(outputs):
            box = NumberBox(f"margin{place}" if several else "margin", 0.0, 1e12)
            box.setMinimumWidth(130)
            box.setAccessibleName(f"{strings.question.MARGIN}: {output}" if several else strings.question.MARGIN)
            box.changed.connect(self._tell)
            self._boxes[output] = box
            if several:
                self._layout.addWidget(plain(output), place, 0)
            self._layout.addWidget(box, place, 1)
        self.setFocusProxy(self._boxes[outputs[0]])

    def _tell(self) -> None:
        values = {output: box.value() for output, box in self._boxes.items()}
        first = next(iter(values.values()))
        self.changed.emit(first, values if len(values) > 1 else {})


def suffix_of(study: Study, data: Dataset, output: str) -> str:
    short = unit_of(study.question.measure, study, data, output).short
    return f" {short}" if short else ""


class Worth(QWidget):
    """A small sum: what the smallest gap that matters is worth in a year."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("worth")
        self._margin = 0.0
        self._open = button(strings.question.WORTH, self._toggle, "worthOpen", "link")
        self.cost = NumberBox("errorCost", 0, 1e12)
        self.parts = NumberBox("casesPerYear", 0, 1e12)
        self.cost.setAccessibleName(strings.question.WORTH_COST)
        self.parts.setAccessibleName(strings.question.WORTH_PARTS)
        self.text = label("", "secondary", "worthText")
        for box in (self.cost, self.parts):
            box.changed.connect(self._tell)
        self._sum = QWidget()
        self._sum.setLayout(
            row(plain(strings.question.WORTH_COST), self.cost, plain(strings.question.WORTH_PARTS), self.parts, 0)
        )
        layout = column(row(self._open, 0), self._sum, self.text, spacing=4)
        self.setLayout(layout)
        self._sum.hide()
        self.text.hide()

    def show_margin(self, margin: float | None) -> None:
        self.setVisible(margin is not None)
        self._margin = margin or 0.0
        self._tell()

    def _toggle(self) -> None:
        self._sum.setVisible(not self._sum.isVisible())
        self._tell()

    def _tell(self) -> None:
        cost, parts = self.cost.value(), self.parts.value()
        self.text.setVisible(self._sum.isVisible() and cost > 0 and parts > 0)
        worth = self._margin / 100 * parts * cost
        self.text.setText(
            strings.question.WORTH_TEXT.format(cost=f"{cost:,g}", parts=f"{parts:,g}", margin=self._margin, worth=worth)
        )
