"""Draw a chart on any canvas: places of panels and axes, ticks at round numbers, and every layer as simple shapes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.domain.dataset import Floats
from core.figures.chart import (
    Area,
    Axis,
    Bar,
    Block,
    Chart,
    Curve,
    Dots,
    Ink,
    Panel,
    Points,
    Rule,
    Shape,
    Stroke,
    Text,
    Tick,
)
from core.figures.difference_picture import DOT, piles
from core.figures.histogram import round_step

View = tuple[float, float, float, float]
"""Ends of a panel as it is looked at: low and high of x, low and high of y."""

SMALL = 11.0
"""Pixels of axis texts at normal text size."""

LINE = 1.28
"""Height of a line of text in terms of its size."""

GAP = 6.0
TICK = 4.0
LOW_PANEL, MOST_GROWTH, THICKEST_GROWTH = 90.0, 2.2, 1.6
"""Pixels of a panel in which piled marks have their least size, and how many times larger they become in a tall one."""

LEAST_DOT = 1.5
"""Half the width of a mark that is piled up very high."""

MOST_OF_WIDTH = 0.38
"""Share of a panel that names on its left may take."""


class Canvas(Protocol):
    """What a chart is drawn on; places are pixels from the top left."""

    def measure(self, text: str, size: float, is_strong: bool) -> float:
        """Return the width of a text."""

    def polyline(self, places: Floats, ink: Ink, width: float, stroke: Stroke, opacity: float) -> None: ...

    def polygon(self, places: Floats, ink: Ink, opacity: float) -> None: ...

    def rectangle(self, frame: "Frame", ink: Ink, opacity: float, is_hatched: bool) -> None: ...

    def marks(
        self, places: Floats, shape: Shape, radius: float, ink: Ink, opacity: float, is_set_off: bool
    ) -> None: ...

    def write(
        self, x: float, y: float, text: str, size: float, ink: Ink, align: int, is_strong: bool, is_upright: bool
    ) -> None:
        """Write a line whose middle is at y; upright ones read from below and have their middle at (x, y)."""

    def clip(self, frame: "Frame | None") -> None:
        """Draw only inside the frame until it is None again."""


@dataclass(frozen=True, slots=True)
class Frame:
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPanel:
    """Where a panel was drawn and what of it was seen, to find the mark under a pointer."""

    panel: Panel
    frame: Frame
    view: View

    def x(self, value: Floats | float) -> Floats:
        low, high = self.view[:2]
        return np.asarray(self.frame.left + self.frame.width * (np.asarray(value) - low) / (high - low))

    def y(self, value: Floats | float) -> Floats:
        low, high = self.view[2:]
        return np.asarray(self.frame.bottom - self.frame.height * (np.asarray(value) - low) / (high - low))

    def value_at(self, x: float, y: float) -> tuple[float, float]:
        low, high, bottom, top = self.view
        return (
            low + (high - low) * (x - self.frame.left) / self.frame.width,
            bottom + (top - bottom) * (self.frame.bottom - y) / self.frame.height,
        )


def whole_view(panel: Panel) -> View:
    return panel.x.low, panel.x.high, panel.y.low, panel.y.high


def draw_chart(
    chart: Chart,
    canvas: Canvas,
    area: Frame,
    scale: float = 1.0,
    views: Mapping[int, View] | None = None,
) -> tuple[DrawnPanel, ...]:
    """Draw all panels into an area; `scale` is that of the text, `views` what is seen of single panels."""
    drawn = []
    for place, (panel, room) in enumerate(zip(chart.panels, _share_area(chart, area, scale), strict=True)):
        view = (views or {}).get(place, whole_view(panel))
        drawn.append(_PanelDrawing(panel, canvas, room, scale, view).draw())
    return tuple(drawn)


def _share_area(chart: Chart, area: Frame, scale: float) -> list[Frame]:
    count = len(chart.panels)
    between = (16.0 if chart.is_side_by_side else 8.0) * scale
    whole = (area.width if chart.is_side_by_side else area.height) - between * (count - 1)
    weights = sum(panel.weight for panel in chart.panels) or 1.0
    frames, start = [], area.left if chart.is_side_by_side else area.top
    for panel in chart.panels:
        length = whole * panel.weight / weights
        if chart.is_side_by_side:
            frames.append(Frame(start, area.top, length, area.height))
        else:
            frames.append(Frame(area.left, start, area.width, length))
        start += length + between
    return frames


def choose_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Return round numbers between two ends, at most so many."""
    if not high > low or most < 1:
        return ()
    step = round_step((high - low) / most)
    return tuple(place * step for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1))


def format_tick(value: float) -> str:
    text = f"{value:,.6g}"
    return "0" if float(text.replace(",", "")) == 0 else text.replace("-", "−")


class _PanelDrawing:
    def __init__(self, panel: Panel, canvas: Canvas, room: Frame, scale: float, view: View) -> None:
        self._panel, self._canvas, self._room, self._scale, self._view = panel, canvas, room, scale, view
        self._size = SMALL * scale
        self._line = LINE * self._size
        self._y_ticks = self._ticks(panel.y, view[2], view[3], 6)
        self._frame = self._place_frame()
        self._x_ticks = self._ticks(panel.x, view[0], view[1], self._most_across())
        self._drawn = DrawnPanel(panel, self._frame, view)

    # --- places ---

    def _ticks(self, axis: Axis, low: float, high: float, most: int) -> tuple[Tick, ...]:
        if axis.ticks is not None:
            return tuple(tick for tick in axis.ticks if low <= tick.value <= high)
        label = axis.label or format_tick
        return tuple(Tick(value, label(value)) for value in choose_ticks(low, high, most))

    def _most_across(self) -> int:
        """As many numbers as stand beside each other with a blank between them."""
        axis = self._panel.x
        label = axis.label or format_tick
        widest = max((self._width(label(value)) for value in choose_ticks(*self._view[:2], 8)), default=20.0)
        return max(2, min(8, int(self._frame.width / (widest + 14 * self._scale))))

    def _width(self, text: str, is_strong: bool = False) -> float:
        return self._canvas.measure(text, self._size, is_strong)

    def _place_frame(self) -> Frame:
        panel, room, scale = self._panel, self._room, self._scale
        names = [line for tick in self._y_ticks for line in self._fold(tick)]
        widest = max((self._width(line, True) for line in names), default=0.0)
        left = room.left + (widest + GAP * scale + TICK if widest else GAP * scale)
        if panel.y.title:
            left += self._line + 2
        above = any(isinstance(layer, Text) and layer.y is None for layer in panel.layers)
        top = room.top + (1.4 * self._line if panel.title or panel.note else 0.0) + (self._line if above else 4 * scale)
        below = self._line + TICK + 2 if self._has_numbers_below() else 4.0
        below += self._line + 2 if panel.x.title else 0.0
        below += self._line + 2 if any(panel.foot) else 0.0
        right = room.right - 12 * scale
        width, height = max(20.0, right - left), max(20.0, room.bottom - below - top)
        if panel.is_square:
            width = height = min(width, height)
        return Frame(left, top, width, height)

    def _has_numbers_below(self) -> bool:
        return self._panel.x.ticks is None or bool(self._panel.x.ticks)

    def _fold(self, tick: Tick) -> tuple[str, ...]:
        """A long name is written in two lines; a line that still leaves no room for the plot is cut."""
        most = MOST_OF_WIDTH * self._room.width
        if self._width(tick.text, True) <= most or " " not in tick.text:
            return (self._cut(tick.text, most),)
        words = tick.text.split(" ")
        cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        first, second = min(cuts, key=lambda pair: max(self._width(line, True) for line in pair))
        return self._cut(first, most), self._cut(second, most)

    def _cut(self, text: str, most: float) -> str:
        if self._width(text, True) <= most:
            return text
        kept = next((size for size in range(len(text) - 1, 0, -1) if self._width(f"{text[:size]}…", True) <= most), 1)
        return f"{text[:kept]}…"

    # --- drawing ---

    def draw(self) -> DrawnPanel:
        self._draw_grid()
        self._canvas.clip(self._frame)
        for layer in self._panel.layers:
            if not isinstance(layer, Text | Dots):
                self._draw_layer(layer)
        self._canvas.clip(None)
        for layer in self._panel.layers:
            if isinstance(layer, Text | Dots):
                self._draw_layer(layer)
        self._draw_axes()
        self._draw_words()
        return self._drawn

    def _draw_grid(self) -> None:
        frame = self._frame
        if self._panel.y.has_grid:
            for tick in self._y_ticks:
                y = float(self._drawn.y(tick.value))
                self._stroke([(frame.left, y), (frame.right, y)], Ink.GRID, 1.0)
        if self._panel.x.has_grid:
            for tick in self._x_ticks:
                x = float(self._drawn.x(tick.value))
                self._stroke([(x, frame.top), (x, frame.bottom)], Ink.GRID, 1.0)

    def _stroke(self, places: Sequence[tuple[float, float]], ink: Ink, width: float) -> None:
        self._canvas.polyline(np.array(places), ink, width, Stroke.SOLID, 1.0)

    def _draw_axes(self) -> None:
        frame = self._frame
        if not self._panel.x.is_bare:
            self._stroke([(frame.left, frame.bottom), (frame.right, frame.bottom)], Ink.OTHER, 1.0)
        for tick in self._x_ticks:
            x = float(self._drawn.x(tick.value))
            if not self._panel.x.is_bare:
                self._stroke([(x, frame.bottom), (x, frame.bottom + TICK)], Ink.OTHER, 1.0)
            half = self._width(tick.text, tick.is_strong) / 2
            inside = min(max(x, self._room.left + half), self._room.right - half)
            self._write(inside, frame.bottom + TICK + 0.6 * self._line, tick.text, tick.is_strong)
        for tick in self._y_ticks:
            lines, y = self._fold(tick), float(self._drawn.y(tick.value))
            for place, line in enumerate(lines):
                down = (place - (len(lines) - 1) / 2) * self._line
                ink = Ink.TEXT if self._panel.y.ticks is not None else Ink.SECOND
                self._write(frame.left - GAP * self._scale, y + down, line, tick.is_strong, 1, ink)
        if not self._panel.y.is_bare and self._panel.y.ticks is None:
            self._stroke([(frame.left, frame.top), (frame.left, frame.bottom)], Ink.OTHER, 1.0)

    def _write(
        self, x: float, y: float, text: str, is_strong: bool = False, align: int = 0, ink: Ink = Ink.SECOND
    ) -> None:
        if text:
            self._canvas.write(x, y, text, self._size, ink, align, is_strong, False)

    def _draw_words(self) -> None:
        panel, frame, room = self._panel, self._frame, self._room
        if panel.title:
            size = 12.0 * self._scale
            title = self._cut(panel.title, room.width * self._size / size)
            self._canvas.write(room.left, room.top + 0.7 * self._line, title, size, Ink.TEXT, -1, True, False)
        title_width = 1.3 * self._width(panel.title) + GAP if panel.title else 0.0  # its letters are larger and bold
        if panel.note and title_width + self._width(panel.note) <= room.width:
            self._write(room.right - 4, room.top + 0.7 * self._line, panel.note, False, 1)
        low = frame.bottom + (self._line + TICK + 2 if self._has_numbers_below() else 4.0)
        if panel.x.title:
            width = self._width(panel.x.title)
            middle = min(frame.left + frame.width / 2, room.right - width / 2)
            self._write(max(middle, room.left + width / 2), low + 0.6 * self._line, panel.x.title)
            low += self._line + 2
        if any(panel.foot):
            self._write(frame.left, low + 0.6 * self._line, panel.foot[0], False, -1, Ink.HELP)
            self._write(frame.right, low + 0.6 * self._line, panel.foot[1], False, 1, Ink.HELP)
        if panel.y.title:
            x, y = room.left + 0.6 * self._line, frame.top + frame.height / 2
            self._canvas.write(x, y, panel.y.title, self._size, Ink.SECOND, 0, False, True)

    def _draw_layer(self, layer: object) -> None:
        if isinstance(layer, Block):
            self._draw_block(layer)
        elif isinstance(layer, Rule):
            self._draw_rule(layer)
        elif isinstance(layer, Bar):
            self._draw_bar(layer)
        elif isinstance(layer, Points):
            places = np.column_stack((self._drawn.x(layer.x), self._drawn.y(layer.y)))
            self._canvas.marks(
                places, layer.shape, layer.radius * self._scale, layer.ink, layer.opacity, layer.is_set_off
            )
        elif isinstance(layer, Curve):
            places = np.column_stack((self._drawn.x(layer.x), self._drawn.y(layer.y)))
            self._canvas.polyline(places, layer.ink, layer.width * self._scale, layer.stroke, layer.opacity)
        elif isinstance(layer, Area):
            x = self._drawn.x(layer.x)
            upper = np.column_stack((x, self._drawn.y(layer.high)))
            lower = np.column_stack((x, self._drawn.y(layer.low)))[::-1]
            self._canvas.polygon(np.concatenate((upper, lower)), layer.ink, layer.opacity)
        elif isinstance(layer, Text):
            self._draw_text(layer)
        elif isinstance(layer, Dots):
            self._draw_dots(layer)

    def _draw_block(self, block: Block) -> None:
        frame = self._frame
        left = frame.left if block.left is None else float(self._drawn.x(block.left))
        right = frame.right if block.right is None else float(self._drawn.x(block.right))
        top = frame.top if block.top is None else float(self._drawn.y(block.top))
        bottom = frame.bottom if block.bottom is None else float(self._drawn.y(block.bottom))
        placed = Frame(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
        self._canvas.rectangle(placed, block.ink, block.opacity, block.is_hatched)

    def _draw_rule(self, rule: Rule) -> None:
        frame = self._frame
        if rule.x is not None:
            x = float(self._drawn.x(rule.x))
            places = np.array([(x, frame.top), (x, frame.bottom)])
        else:
            y = float(self._drawn.y(rule.y or 0.0))
            places = np.array([(frame.left, y), (frame.right, y)])
        self._canvas.polyline(places, rule.ink, rule.width * self._scale, rule.stroke, 1.0)

    def _draw_bar(self, bar: Bar) -> None:
        left, right = float(self._drawn.x(bar.left)), float(self._drawn.x(bar.right))
        grown = self._growth() if bar.lift else self._scale
        thick = bar.thickness * min(grown, THICKEST_GROWTH * self._scale)
        y = float(self._drawn.y(bar.y)) - bar.lift * grown
        self._canvas.rectangle(Frame(left, y - thick / 2, right - left, thick), bar.ink, bar.opacity, False)

    def _draw_text(self, text: Text) -> None:
        x = float(self._drawn.x(text.x))
        y = self._frame.top - 0.6 * self._line if text.y is None else float(self._drawn.y(text.y))
        width = self._width(text.text, text.is_strong)
        if text.align == 0:  # kept inside the room
            x = min(max(x, self._room.left + width / 2), self._room.right - width / 2)
        elif text.align < 0:
            x = min(x, self._room.right - width)
        self._write(x, y, text.text, text.is_strong, text.align, text.ink)

    def _draw_dots(self, dots: Dots) -> None:
        half, placed = self._size_dots(dots)
        base, step = dots.base * self._growth(), 2 * half + 1
        for is_above, ink, shape in ((True, dots.above, Shape.TRIANGLE), (False, dots.below, Shape.CIRCLE)):
            places = [
                (x, self._frame.bottom - base - level * step) for value, x, level in placed if (value > 0) is is_above
            ]
            if places:
                self._canvas.marks(np.array(places), shape, half, ink, 1.0, False)

    def _size_dots(self, dots: Dots) -> tuple[float, list[tuple[float, float, int]]]:
        """Half the width of a dot, and where all are piled up: as large as the height allows, at least as they are."""
        values = [(value, float(self._drawn.x(value))) for value in sorted(dots.values)]
        largest = DOT * self._growth()
        for half in np.linspace(largest, LEAST_DOT, 12):
            placed = piles(values, dots.margin, float(half))
            highest = max((level for _, _, level in placed), default=0)
            if dots.base * self._growth() + (2 * half + 1) * (highest + 1) <= self._frame.height:
                break
        return float(half), placed

    def _growth(self) -> float:
        """How much larger marks above the axis are than at their least height: a tall panel is not left empty."""
        return float(self._scale * min(MOST_GROWTH, max(1.0, self._frame.height / (LOW_PANEL * self._scale))))
