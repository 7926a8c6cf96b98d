"""Live back-to-back histograms: reference upward and filled, candidate downward and hatched, dashed means."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.figures.histogram import BackToBack
from gui import strings, theme
from gui.plots.figure import Figure
from gui.plots.ink import counts, hatch, thin

EMPTY = BackToBack((0.0, 1.0), (0,), (0,), None, None)
AIR = 1.25
"""How much higher than its highest bar a side is."""

WITH_LINES = 1.9
"""The same with lines of ranges outside the bars."""

LETTER = 0.06
"""Room for the letter at the end of a line, as a share of the axis."""

GRID_INK = 0.15
"""How strong the lines across a plot are."""

FLASH = 150
"""Milliseconds for which a fold that has just come in is marked."""

STEP = 10
"""Pixels between lines of ranges, at least: larger letters at their ends need more."""


@dataclass(frozen=True, slots=True)
class RangeLine:
    """A range drawn outside the bars of its side, with a letter at its end; `dashes` are in pixels (none: solid)."""

    letter: str
    low: float
    high: float
    dashes: tuple[float, ...] = ()


class Bars(QGraphicsItem):
    """Draws in pixels, so that gaps, hatches and dashes look the same at every scale."""

    def __init__(self) -> None:
        super().__init__()
        self._bins, self._fresh = EMPTY, EMPTY
        self._ranges: tuple[Sequence[RangeLine], ...] = ((), ())

    def show_bins(self, bins: BackToBack, ranges: tuple[Sequence[RangeLine], ...] = ((), ())) -> None:
        self.prepareGeometryChange()
        self._fresh = self._bins
        self._bins, self._ranges = bins, ranges
        self.update()

    def settle(self) -> None:
        """What was new is no longer marked."""
        self._fresh = self._bins
        self.update()

    @property
    def has_news(self) -> bool:
        """Whether folds came in since the bars were shown last, in the same bins."""
        before, now = self._fresh, self._bins
        return before.edges == now.edges and (before.baseline, before.candidate) != (now.baseline, now.candidate)

    @property
    def reach(self) -> tuple[float, float]:
        """Ends of bins and ranges along the axis, with room for their letters."""
        lines = [line for side in self._ranges for line in side]
        lows, highs = [line.low for line in lines], [line.high for line in lines]
        low, high = min((self._bins.edges[0], *lows)), max((self._bins.edges[-1], *highs))
        return low, high + (LETTER * (high - low) if lines else 0.0)

    @property
    def tall(self) -> float:
        """How far either side goes from the line: lines of ranges need room of their own."""
        return max(1, self._bins.highest) * (AIR if not any(self._ranges) else WITH_LINES)

    def boundingRect(self) -> QRectF:
        low, high = self.reach
        return QRectF(low, -self.tall, high - low, 2 * self.tall)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        colors, bins, to_pixels = theme.current(), self._bins, painter.transform()
        painter.save()
        painter.resetTransform()
        for left, right, up, down in zip(bins.edges, bins.edges[1:], bins.baseline, bins.candidate, strict=False):
            above = to_pixels.mapRect(QRectF(left, 0, right - left, up)).adjusted(0.5, 0, -0.5, 0)
            below = to_pixels.mapRect(QRectF(left, -down, right - left, down)).adjusted(0.5, 0, -0.5, 0)
            if up:
                painter.fillRect(above, QColor(colors.series_a))
            if down:
                self._paint_hatched(painter, colors, below)
        if self.has_news:
            self._paint_news(painter, colors, to_pixels)
        base = QLineF(bins.edges[0], 0, bins.edges[-1], 0)
        painter.setPen(thin(colors.text))
        painter.drawLine(to_pixels.map(base))
        self._paint_means(painter, colors, to_pixels)
        self._paint_ranges(painter, colors, to_pixels)
        painter.restore()

    def _paint_news(self, painter: QPainter, colors: theme.Theme, to_pixels: QTransform) -> None:
        """The part of each bar that has just grown, framed and lightened."""
        sides = ((self._fresh.baseline, self._bins.baseline, 1), (self._fresh.candidate, self._bins.candidate, -1))
        light = QColor(colors.surface)
        light.setAlphaF(0.55)
        for before, now, sign in sides:
            for left, right, was, is_now in zip(self._bins.edges, self._bins.edges[1:], before, now, strict=False):
                if is_now > was:
                    grown = to_pixels.mapRect(
                        QRectF(left, sign * was, right - left, sign * (is_now - was)).normalized()
                    )
                    painter.fillRect(grown, light)
                    painter.setPen(thin(colors.text, 1.5))
                    painter.drawRect(grown.adjusted(1, 1, -1, -1))

    @staticmethod
    def _paint_hatched(painter: QPainter, colors: theme.Theme, area: QRectF) -> None:
        """Hatched on a light ground and framed: told from the filled bars without any color."""
        painter.fillRect(area, QColor(colors.sel_soft))
        painter.setPen(thin(colors.sel, 1.8))
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)  # the ends of thick strokes pass the zero line
        painter.drawLines(hatch(area))
        painter.restore()
        painter.setPen(thin(colors.sel))
        painter.drawRect(area)

    def _paint_means(self, painter: QPainter, colors: theme.Theme, to_pixels: QTransform) -> None:
        """A dashed line for each side, with its value at the end, on the side where there is room."""
        tall = max(1, self._bins.highest) * (AIR - 0.03)
        painter.setFont(mean_font())
        for mean, end in ((self._bins.baseline_mean, tall), (self._bins.candidate_mean, -tall)):
            if mean is None:
                continue
            line = to_pixels.map(QLineF(mean, 0, mean, end))
            painter.setPen(thin(colors.surface, 4))
            painter.drawLine(line)
            painter.setPen(thin(colors.text, 2, dashed=True))
            painter.drawLine(line)
            self._paint_mean(painter, colors, line, mean, to_pixels)

    def _paint_mean(
        self, painter: QPainter, colors: theme.Theme, line: QLineF, mean: float, to_pixels: QTransform
    ) -> None:
        text = strings.run.MEAN.format(value=f"{mean:.3g}")
        width, height = painter.fontMetrics().horizontalAdvance(text), painter.fontMetrics().ascent()
        right = to_pixels.map(QPointF(self.reach[1], 0)).x()
        x = line.x2() + 6 if line.x2() + 10 + width < right else line.x2() - 6 - width
        y = line.y2() + height if line.y2() < line.y1() else line.y2()
        ground = QRectF(x - 2, y - height, width + 4, height + 3)
        light = QColor(colors.surface)
        light.setAlphaF(0.8)
        painter.fillRect(ground, light)
        painter.setPen(QColor(colors.text))
        painter.drawText(QPointF(x, y), text)

    def _step(self, wanted: float, to_pixels: QTransform) -> float:
        """Pixels between lines of ranges: what their letters want, as long as no line reaches the bars."""
        room = to_pixels.map(QLineF(0, self.tall, 0, max(1, self._bins.highest))).length()
        return max(STEP, min(wanted, room / max(1, *map(len, self._ranges))))

    def _paint_ranges(self, painter: QPainter, colors: theme.Theme, to_pixels: QTransform) -> None:
        painter.setFont(Figure.small_font())
        step = self._step(painter.fontMetrics().capHeight() + 2, to_pixels)
        for lines, sign, color in zip(self._ranges, (1, -1), (colors.series_a, colors.series_b), strict=True):
            for place, line in enumerate(lines):
                drawn = to_pixels.map(QLineF(line.low, sign * self.tall, line.high, sign * self.tall))
                drawn.translate(0, sign * (place + 0.6) * step)
                pen = thin(color, 1.8)
                if line.dashes:
                    pen.setDashPattern(list(line.dashes))
                painter.setPen(pen)
                painter.drawLine(drawn)
                painter.setPen(QColor(colors.text))
                painter.drawText(drawn.p2() + QPointF(3, 0.4 * step), line.letter)


def mean_font() -> QFont:
    font = Figure.small_font()
    font.setBold(True)
    return font


class BackToBackPlot(Figure):
    """One measure of two candidates; keeps no numbers but the bins it shows."""

    def __init__(self, name: str, title: str, unit: str) -> None:
        super().__init__(name, title)
        self._bars = Bars()
        self.plot.getPlotItem().addItem(self._bars, ignoreBounds=True)
        self.plot.getAxis("left").tickStrings = counts
        self.plot.showGrid(y=True, alpha=GRID_INK)
        self.label_axes(unit, strings.run.FOLDS_AXIS)
        self.flashes = False
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.setInterval(FLASH)
        self._flash.timeout.connect(self._bars.settle)
        self.show_bins(EMPTY)

    def show_bins(self, bins: BackToBack, ranges: tuple[Sequence[RangeLine], ...] = ((), ())) -> None:
        """`ranges` are lines above the bars of the reference and below those of the candidate."""
        self._bars.show_bins(bins, ranges)
        if not self.flashes:
            self._bars.settle()
        elif self._bars.has_news:
            self._flash.start()
        self.read_out(bins.in_words)
        self.show_range(self._bars.reach, (-self._bars.tall, self._bars.tall))
        self.say(bins.sentence)
