"""Pictures of the laboratory as small records that a study file can keep, and the chart each becomes."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.figures.chart import (
    Axis,
    Bar,
    Chart,
    Curve,
    Ink,
    Layer,
    Panel,
    Points,
    Rule,
    Shape,
    Stroke,
    Tick,
    as_floats,
    pad_range,
)

LOOKS = (
    (Ink.BASELINE, Shape.CIRCLE, "●"),
    (Ink.SELECTED, Shape.TRIANGLE, "▲"),
    (Ink.OTHER, Shape.DIAMOND, "◆"),
    (Ink.TEXT, Shape.SQUARE, "■"),
    (Ink.ATTENTION, Shape.RING, "○"),
    (Ink.SECOND, Shape.DASH, "–"),
)
THICK, THIN = 5.0, 1.5


@dataclass(frozen=True, slots=True)
class Mark:
    """A value at a place with its range, and the least and most of what it is the mean of."""

    at: float
    value: float
    low: float | None = None
    high: float | None = None
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """One series; `is_line` joins its marks, `is_bundle` draws a thin line without marks that the key leaves out."""

    name: str
    marks: tuple[Mark, ...]
    is_line: bool = True
    is_bundle: bool = False
    look: int | None = None  # position among LOOKS; None: by its position among the traces


@dataclass(frozen=True, slots=True)
class Drawing:
    """Traces over places. With `is_rows` places are named rows from the top and values run across.

    `rule` is a value that is marked by a line; `places` name the positions 0, 1, ... where they are no numbers.
    """

    across: str
    upward: str
    traces: tuple[Trace, ...]
    places: tuple[str, ...] = ()
    rule: float | None = None
    is_rows: bool = False
    is_square: bool = False
    from_zero: bool = False


def draw_exhibit(
    key: str, title: str, drawing: Drawing, headings: tuple[str, ...], rows: tuple[tuple[str, ...], ...]
) -> Chart:
    panel = _draw_rows(drawing) if drawing.is_rows else _draw_curves(drawing)
    return Chart(key, title, (panel,), headings=headings, rows=rows)


def _look(trace: Trace, place: int) -> tuple[Ink, Shape, str]:
    return LOOKS[(place if trace.look is None else trace.look) % len(LOOKS)]


def _name_series(traces: Sequence[Trace]) -> str:
    """The key, above the panel; a single series needs none."""
    named = [(trace, place) for place, trace in enumerate(traces) if trace.name and not trace.is_bundle]
    return "   ".join(f"{_look(trace, place)[2]} {trace.name}" for trace, place in named) if len(named) > 1 else ""


def _ends(drawing: Drawing) -> tuple[float, float]:
    marks = [mark for trace in drawing.traces for mark in trace.marks]
    known = [end for mark in marks for end in (mark.value, mark.low, mark.high, mark.least, mark.most)]
    values = [end for end in (*known, drawing.rule) if end is not None]
    if drawing.from_zero:
        values.append(0.0)
    low, high = pad_range(min(values, default=0.0), max(values, default=1.0))
    return (0.0 if drawing.from_zero and min(values) >= 0 else low), high


def _draw_rows(drawing: Drawing) -> Panel:
    low, high = _ends(drawing)
    last, layers = len(drawing.places) - 1, list[Layer]()
    step = 0.26 if len(drawing.traces) > 1 else 0.0
    for place, trace in enumerate(drawing.traces):
        ink, shape, _ = _look(trace, place)
        lift = step * ((len(drawing.traces) - 1) / 2 - place)
        for mark in trace.marks:
            height = last - mark.at + lift
            if mark.least is not None and mark.most is not None:
                layers.append(Bar(height, mark.least, mark.most, THIN, ink))
            if mark.low is not None and mark.high is not None:
                layers.append(Bar(height, mark.low, mark.high, THICK, ink, opacity=0.55))
        x, y = [mark.value for mark in trace.marks], [last - mark.at + lift for mark in trace.marks]
        layers.append(Points(as_floats(x), as_floats(y), ink, shape, is_set_off=True))
    if drawing.rule is not None:
        layers.append(Rule(x=drawing.rule, ink=Ink.SECOND, stroke=Stroke.DASHED))
    ticks = tuple(Tick(float(last - place), name) for place, name in enumerate(drawing.places))
    return Panel(
        Axis(low, high, drawing.across, has_grid=True),
        Axis(-0.6, last + 0.6, ticks=ticks),
        tuple(layers),
        note=_name_series(drawing.traces),
    )


def _draw_curves(drawing: Drawing) -> Panel:
    low, high = _ends(drawing)
    layers = list[Layer]()
    for place, trace in enumerate(drawing.traces):
        ink, shape, _ = _look(trace, place)
        x, y = as_floats([mark.at for mark in trace.marks]), as_floats([mark.value for mark in trace.marks])
        if trace.is_bundle:
            layers.append(Curve(x, y, ink, 1.0, opacity=0.45))
            continue
        for mark in trace.marks:
            if mark.low is not None and mark.high is not None:
                layers.append(Curve(as_floats([mark.at] * 2), as_floats([mark.low, mark.high]), ink, THIN))
        if trace.is_line:
            layers.append(Curve(x, y, ink, 1.5, opacity=0.8))
        layers.append(Points(x, y, ink, shape, 4.0))
    if drawing.rule is not None:
        layers.append(Rule(y=drawing.rule, ink=Ink.SECOND, stroke=Stroke.DASHED))
    at = [mark.at for trace in drawing.traces for mark in trace.marks]
    left, right = pad_range(min(at, default=0.0), max(at, default=1.0), 0.04)
    ticks = tuple(Tick(float(place), name) for place, name in enumerate(drawing.places)) or None
    if drawing.is_square:
        left, right, low, high = 0.0, 1.0, 0.0, 1.0
    return Panel(
        Axis(left, right, drawing.across, ticks),
        Axis(low, high, drawing.upward, has_grid=True),
        tuple(layers),
        note=_name_series(drawing.traces),
        is_square=drawing.is_square,
    )
