"""What a study can show, as bars against the zone that is too small to matter."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.domain.forecast import USUAL, Forecast, PrecisionForecast
from gui import theme
from gui.dressing import Dressed
from gui.strings import review as words

HEIGHT = 138
ROW, BAR, TOP, BOTTOM = 31, 12, 18, 22
LEFT, LEAST_PLOT = 5, 110  # pixels for half of the first number of the axis; for the bars


class ForecastBars(Dressed, QWidget):
    """A bar per share of rows on which two models differ; its second end holds if only groups count."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("forecastBars")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lines: tuple[PrecisionForecast, ...] = ()
        self._margin = 0.0
        self._note = ""
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(HEIGHT))

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(374), theme.scaled(HEIGHT))

    def show_forecast(self, forecast: Forecast, margin: float) -> None:
        self._lines, self._margin = forecast.lines, margin
        is_told = bool(forecast.lines) or forecast.auc is not None
        self._note = "" if is_told else words.SHOWS_NONE if forecast.has_claim else words.SHOWS_NO_CLAIM
        self.setAccessibleName(words.SHOWS)
        self.setAccessibleDescription(self._note or ". ".join(self.words_of(line) for line in self._lines))
        self.update()

    def words_of(self, line: PrecisionForecast) -> str:
        """Width and case of one bar, as it stands beside it."""
        count = round(100 * line.disagreement)
        said = words.BAR_USUAL if line.disagreement == USUAL else words.BAR
        case = words.BAR_FIRST if line is self._lines[0] else said
        return f"{self._width_of(line)} {case.format(count=count)}"

    @staticmethod
    def _width_of(line: PrecisionForecast) -> str:
        if line.by_groups is None:
            return f"{line.half_width:.1f}"
        return words.BAR_GROUPS.format(low=line.half_width, high=line.by_groups)

    def _fit_words(self, metrics: QFontMetrics) -> list[str]:
        """The words beside the bars; shorter ones where the bars would have no room."""
        said = [self.words_of(line) for line in self._lines]
        if max(map(metrics.horizontalAdvance, said)) + LEAST_PLOT * theme.scale() <= self.width():
            return said
        counts = [round(100 * line.disagreement) for line in self._lines]
        return [
            f"{self._width_of(line)} {words.BAR.format(count=count)}"
            for line, count in zip(self._lines, counts, strict=True)
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        small = QFont(self.font())
        small.setPixelSize(theme.scaled(theme.SIZES["micro"]))
        painter.setFont(small)
        if not self._lines:
            painter.setPen(QColor(colors.text2))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, self._note)
            return
        scale = theme.scale()
        top, bottom = TOP * scale, self.height() - BOTTOM * scale
        said = self._fit_words(painter.fontMetrics())
        words_width = max(painter.fontMetrics().horizontalAdvance(text) for text in said) + 8
        plot = QRectF(LEFT, top, self.width() - words_width - LEFT, bottom - top)
        longest = max([self._margin, *(line.worst for line in self._lines)]) * 1.1 or 1.0
        self._paint_zone(painter, colors, plot, longest)
        for place, line in enumerate(self._lines):
            self._paint_bar(painter, colors, plot, place, line, longest)
            where = QRectF(
                plot.right() + 8, top + place * plot.height() / len(said), words_width, plot.height() / len(said)
            )
            painter.setPen(QColor(colors.text))
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, said[place])
        self._paint_axis(painter, colors, plot, longest)

    def _paint_zone(self, painter: QPainter, colors: theme.Theme, plot: QRectF, longest: float) -> None:
        x = plot.left() + plot.width() * self._margin / longest
        painter.fillRect(QRectF(plot.left(), plot.top(), x - plot.left(), plot.height()), QColor(colors.zone))
        painter.setPen(QPen(QColor(colors.text), 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        painter.setPen(QColor(colors.text2))
        where = QRectF(plot.left(), 0, self.width(), plot.top())
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words.TOO_SMALL)

    def _paint_bar(
        self, painter: QPainter, colors: theme.Theme, plot: QRectF, place: int, line: PrecisionForecast, longest: float
    ) -> None:
        scale = theme.scale()
        row = plot.height() / len(self._lines)
        y = plot.top() + (place + 0.5) * row - BAR * scale / 2
        ends = [line.half_width] if line.by_groups is None else [line.by_groups, line.half_width]
        for end in ends:
            bar = QRectF(plot.left() + 1, y, plot.width() * end / longest, BAR * scale)
            painter.setPen(QPen(QColor(colors.accent), 1.2))
            hatched = end == line.by_groups
            ground = (
                QBrush(QColor(colors.accent), Qt.BrushStyle.BDiagPattern) if hatched else QColor(colors.accent_soft)
            )
            painter.setBrush(ground)
            painter.drawRect(bar)

    def _paint_axis(self, painter: QPainter, colors: theme.Theme, plot: QRectF, longest: float) -> None:
        painter.setPen(QPen(QColor(colors.ctl), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        step = next(step for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if longest / step <= 6 or step == 100)
        tick = 0.0
        while tick <= longest:
            x = plot.left() + plot.width() * tick / longest
            painter.setPen(QPen(QColor(colors.ctl), 1))
            painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4))
            painter.setPen(QColor(colors.text2))
            where = QRectF(x - 30, plot.bottom() + 4, 60, BOTTOM * theme.scale() - 4)
            painter.drawText(where, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, f"{tick:g}")
            tick = round(tick + step, 6)
