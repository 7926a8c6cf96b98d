"""What every plot is: drawn by pyqtgraph in the colors of the theme, without gestures, with a sentence beside it."""

from typing import Any

import pyqtgraph
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QVBoxLayout

from gui import theme
from gui.dressing import Dressed
from gui.plots.spoken import Spoken
from gui.widgets.parts import as_tip

LINES = 8
NARROWEST = 120  # pixels: three beside each other and the words fit a window of 1024
FRAME = 2
SMALL = 0.88
"""Size of axis texts in terms of the normal text."""


class Axis(pyqtgraph.AxisItem):  # type: ignore[misc]
    """Numbers below zero have the minus sign that all texts have."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [text.replace("-", "−") for text in super().tickStrings(values, scale, spacing)]

    def resizeEvent(self, event: Any = None) -> None:
        """A title longer than its axis ends with it and begins outside; longer than the picture it gets smaller."""
        super().resizeEvent(event)
        if self.label is None:
            return
        is_left, own = self.orientation == "left", self.label.boundingRect().width()
        axis = self.size().height() if is_left else self.size().width()
        whole = self.parentItem().size() if self.parentItem() else self.size()
        room = (whole.height() if is_left else whole.width()) - FRAME
        self.label.setScale(min(1.0, room / own) if own else 1.0)
        long, place = self.label.scale() * own, self.label.pos()
        if long > axis and is_left:
            place.setY(long - self.pos().y())
        elif long > axis:
            place.setX(axis - long)
        self.label.setPos(place)


class Figure(Dressed, Spoken):
    """Holds one plot; its range is set by the numbers it shows, never by the mouse."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        axes = {side: Axis(side) for side in ("bottom", "left")}
        self.plot: Any = pyqtgraph.PlotWidget(enableMenu=False, axisItems=axes)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setFrameShape(self.plot.Shape.NoFrame)
        item = self.plot.getPlotItem()
        item.hideButtons()
        item.setMouseEnabled(False, False)
        item.disableAutoRange()
        for side in ("bottom", "left"):  # once, before there is a label: later calls would rescale the ticks
            self.plot.getAxis(side).enableAutoSIPrefix(False)
        self._labels: dict[str, str] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        self.dress()

    def label_axes(self, bottom: str, left: str) -> None:
        self._labels = {"bottom": bottom, "left": left}
        self.dress()

    def say(self, sentence: str) -> None:
        """The picture in words."""
        self.setAccessibleDescription(sentence)
        self.setToolTip(as_tip(sentence))

    def minimumSizeHint(self) -> QSize:
        """Room for the axes and something between them, whatever the size of the text."""
        return QSize(NARROWEST, LINES * QFontMetrics(self.small_font()).height())

    def show_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.plot.setRange(xRange=x, padding=0.035, disableAutoRange=True)  # room for the last number of the axis
        self.plot.setRange(yRange=y, padding=0.02, disableAutoRange=True)

    def dress(self) -> None:
        """Colors and fonts of the theme, which pyqtgraph does not take from the palette."""
        colors = theme.current()
        self.plot.setBackground(colors.surface)
        half_a_number = QFontMetrics(self.small_font()).height() // 2 + 1
        self.plot.getPlotItem().layout.setContentsMargins(1, half_a_number, 1, 1)  # one at the very top is not cut
        for side in ("bottom", "left"):
            axis = self.plot.getAxis(side)
            axis.setPen(colors.border)
            axis.setTextPen(colors.secondary)
            axis.setStyle(tickFont=self.small_font(), tickLength=-4, maxTickLevel=0)
            if side in self._labels:
                size = f"{self.small_font().pixelSize()}px"
                axis.setLabel(self._labels[side], **{"color": colors.secondary, "font-size": size})

    @staticmethod
    def small_font() -> QFont:
        font = theme.application_font()
        font.setPixelSize(max(9, round(font.pixelSize() * SMALL)))
        return font

    def redress(self) -> None:
        self.dress()
        self.updateGeometry()
