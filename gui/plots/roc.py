"""The bundle of ROC curves: one thin line per fold, thick means, marks at one half and at the cost threshold."""

from typing import Any

import pyqtgraph
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.application.inspect_predictions import RocComparison
from core.figures.roc import GRID, Line
from core.figures.thresholds import STANDARD
from gui import theme
from gui.plots.figure import Figure
from gui.plots.ink import thin
from gui.strings import explore as words

SHADE, FAINTEST, FULL = 0.15, 0.02, 20
"""How much of its color one curve of a bundle shows; from so many curves on they share what there is."""
MANY = 100
"""Folds from which on their marks are small."""

DOTTED = (1.0, 4.0)
SIZE, SMALL = 8, 5
SQUARE = 12


class Strands(QGraphicsItem):
    """Many thin lines in one color; drawn without smoothing, which costs ten times as much."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[QPolygonF] = []
        self.color = QColor()

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        self._lines = [pyqtgraph.functions.arrayToQPolygonF(x, y) for x, y in lines]
        self.update()

    @property
    def count(self) -> int:
        return len(self._lines)

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, 1, 1)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        pen = QPen(self.color, 0)
        painter.setPen(pen)
        for line in self._lines:
            painter.drawPolyline(line)
        painter.restore()


class RocPlot(Figure):
    """Reference solid with circles, candidate dashed with triangles; squares stand at the cost threshold."""

    def __init__(self) -> None:
        super().__init__("rocPlot", words.ROC_CURVES)
        self.label_axes(words.ROC_BOTTOM, words.ROC_LEFT)
        self._region: Any = pyqtgraph.LinearRegionItem(movable=False)
        self._region.setZValue(-10)
        self._diagonal: Any = pyqtgraph.PlotDataItem([0, 1], [0, 1])
        self._strands = (Strands(), Strands())
        self._means: Any = (pyqtgraph.PlotDataItem(), pyqtgraph.PlotDataItem())
        self._halos: Any = (pyqtgraph.PlotDataItem(), pyqtgraph.PlotDataItem())
        self._marks: Any = tuple(pyqtgraph.ScatterPlotItem(size=SIZE, symbol=symbol) for symbol in ("o", "t1"))
        self._squares: Any = tuple(pyqtgraph.ScatterPlotItem(size=SQUARE, symbol="s") for _ in range(2))
        lines = (self._halos[0], self._means[0], self._halos[1], self._means[1])
        for item in (self._region, self._diagonal, *self._strands, *self._marks, *lines, *self._squares):
            self.plot.addItem(item, ignoreBounds=True)
        self._roc: RocComparison | None = None
        self.show_range((0.0, 1.0), (0.0, 1.0))
        self.dress()

    def show_roc(self, roc: RocComparison, threshold: float) -> None:
        self._roc = roc
        for place in range(2):
            side = roc.sides[place] if place < len(roc.sides) else None
            self._strands[place].show_lines(side.bundle.curves if side else ())
            for line in (self._halos[place], self._means[place]):
                line.setData([0, *GRID] if side else [], [0, *side.bundle.mean] if side else [])
            points = side.points(STANDARD) if side else ()
            size = SMALL if len(points) >= MANY else SIZE
            self._marks[place].setData([x for x, _ in points], [y for _, y in points], size=size)
        self._region.setVisible(roc.crossing is not None)
        if roc.crossing is not None:
            step = float(GRID[1]) / 2
            self._region.setRegion((roc.crossing.low - step, roc.crossing.high + step))
        self._shade()
        self.show_threshold(threshold)

    def _shade(self) -> None:
        """Hundreds of curves at full strength would be one blot."""
        colors = theme.current()
        for strands, color in zip(self._strands, (colors.series_a, colors.series_b), strict=True):
            shade = QColor(color)
            shade.setAlphaF(max(FAINTEST, SHADE * min(1.0, (FULL / max(1, strands.count)) ** 0.5)))
            strands.color = shade

    def show_threshold(self, threshold: float) -> None:
        """Move the squares; they are not there where scores are no probabilities."""
        sides = self._roc.sides if self._roc else ()
        for place, item in enumerate(self._squares):
            middle = sides[place].middle(threshold) if place < len(sides) else None
            item.setData([middle[0]] if middle else [], [middle[1]] if middle else [])

    def dress(self) -> None:
        super().dress()
        if not hasattr(self, "_roc"):
            return
        colors = theme.current()
        self._region.setBrush(pyqtgraph.mkBrush(colors.zone))
        for line in self._region.lines:
            line.setPen(None)
        diagonal = thin(colors.secondary)
        diagonal.setDashPattern(list(DOTTED))
        self._diagonal.setPen(diagonal)
        self._shade()
        for place, color in enumerate((colors.series_a, colors.series_b)):
            self._halos[place].setPen(thin(colors.surface, 5))
            self._means[place].setPen(thin(color, 2.5, dashed=place == 1))
            self._marks[place].setPen(thin(colors.surface))
            self._marks[place].setBrush(pyqtgraph.mkBrush(color))
            self._squares[place].setPen(thin(colors.text, 2))
            self._squares[place].setBrush(pyqtgraph.mkBrush(color))
