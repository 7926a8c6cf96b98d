"""Live back-to-back histograms: reference upward and filled, candidate downward and hatched, dashed means."""

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.figures.histogram import BackToBack
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import hatch, thin

EMPTY = BackToBack((0.0, 1.0), (0,), (0,), None, None)


class Bars(QGraphicsItem):
    """Draws in pixels, so that gaps, hatches and dashes look the same at every scale."""

    def __init__(self) -> None:
        super().__init__()
        self._bins = EMPTY

    def show_bins(self, bins: BackToBack) -> None:
        self.prepareGeometryChange()
        self._bins = bins
        self.update()

    def boundingRect(self) -> QRectF:
        bins, tall = self._bins, max(1, self._bins.highest) * 1.15
        return QRectF(bins.edges[0], -tall, bins.edges[-1] - bins.edges[0], 2 * tall)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        colours, bins, to_pixels = theme.current(), self._bins, painter.transform()
        painter.save()
        painter.resetTransform()
        for left, right, up, down in zip(bins.edges, bins.edges[1:], bins.reference, bins.candidate, strict=False):
            above = to_pixels.mapRect(QRectF(left, 0, right - left, up)).adjusted(0.5, 0, -0.5, 0)
            below = to_pixels.mapRect(QRectF(left, -down, right - left, down)).adjusted(0.5, 0, -0.5, 0)
            if up:
                painter.fillRect(above, QColor(colours.series_a))
            if down:
                self._paint_hatched(painter, colours, below)
        base = QLineF(bins.edges[0], 0, bins.edges[-1], 0)
        painter.setPen(thin(colours.text))
        painter.drawLine(to_pixels.map(base))
        self._paint_means(painter, colours, to_pixels)
        painter.restore()

    @staticmethod
    def _paint_hatched(painter: QPainter, colours: theme.Theme, area: QRectF) -> None:
        painter.fillRect(area, QColor(colours.series_b))
        painter.setPen(thin(colours.surface, 1.2))
        painter.drawLines(hatch(area))

    def _paint_means(self, painter: QPainter, colours: theme.Theme, to_pixels: QTransform) -> None:
        tall = max(1, self._bins.highest) * 1.12
        for mean, end in ((self._bins.reference_mean, tall), (self._bins.candidate_mean, -tall)):
            if mean is None:
                continue
            line = to_pixels.map(QLineF(mean, 0, mean, end))
            painter.setPen(thin(colours.surface, 4))
            painter.drawLine(line)
            painter.setPen(thin(colours.text, 2, dashed=True))
            painter.drawLine(line)


class BackToBackPlot(Figure):
    """One measure of two candidates; keeps no numbers but the bins it shows."""

    def __init__(self, name: str, title: str, unit: str) -> None:
        super().__init__(name, title)
        self._bars = Bars()
        self.plot.getPlotItem().addItem(self._bars, ignoreBounds=True)
        self.plot.getAxis("left").tickStrings = _counts
        self.label_axes(unit, strings.run.FOLDS_AXIS)
        self.show_bins(EMPTY)

    def show_bins(self, bins: BackToBack) -> None:
        self._bars.show_bins(bins)
        tall = max(1, bins.highest) * 1.15
        self.show_range((bins.edges[0], bins.edges[-1]), (-tall, tall))
        self.say(bins.sentence)


def _counts(values: list[float], _scale: float, _spacing: float) -> list[str]:
    """Whole numbers without sign: downward counts are counts too."""
    return [f"{abs(value):.0f}" if value == round(value) else "" for value in values]


def key_line(reference: str, candidate: str) -> str:
    """Which side is whose, in colour and shape."""
    colours = theme.current()
    up = f'<span style="color:{colours.series_a}">▲</span> {reference}'
    return f'{up} &nbsp; <span style="color:{colours.series_b}">▼</span> {candidate}'
