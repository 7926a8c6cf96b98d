"""A chart as SVG text, for reports and for files; light colors, because paper is."""

from collections.abc import Mapping
from html import escape

from core.domain.dataset import Floats
from core.figures.chart import Chart, Ink, Shape, Stroke
from core.figures.chart_drawing import Frame, draw_chart

COLORS = {
    Ink.BASELINE: "#0072B2",
    Ink.SELECTED: "#C24E00",
    Ink.OTHER: "#767D8A",
    Ink.BASELINE_SOFT: "#CFE3F1",
    Ink.SELECTED_SOFT: "#F6DBCB",
    Ink.OTHER_SOFT: "#D5D9E0",
    Ink.TEXT: "#1A1D23",
    Ink.SECOND: "#4F5765",
    Ink.HELP: "#646C7A",
    Ink.ZONE: "#E3E7EE",
    Ink.GRID: "#E7EAEF",
    Ink.GOOD: "#00694E",
    Ink.GOOD_SOFT: "#E2F3EC",
    Ink.ATTENTION: "#854800",
    Ink.ACCENT_SOFT: "#E9ECFB",
}
DASHES = {Stroke.DASHED: "5 3", Stroke.DOTTED: "2 3"}
WIDE, NARROW = "mwMW@%", "ijltfrI.,:;'| "
HATCH = 5.0


def write_chart(
    chart: Chart,
    width: float,
    height: float,
    scale: float = 1.0,
    colors: Mapping[Ink, str] = COLORS,
    ground: str = "#FFFFFF",
    is_inside_page: bool = False,
) -> str:
    """Return the chart as one SVG element with its title and caption for readers who cannot see it.

    Inside a page it has neither a namespace nor a size of its own; `colors` may then be names of the page's style.
    """
    canvas = SvgCanvas(colors, ground)
    draw_chart(chart, canvas, Frame(0.0, 0.0, width, height), scale)
    told = f"<title>{escape(chart.title)}</title><desc>{escape(chart.caption)}</desc>"
    size = f'viewBox="0 0 {width:g} {height:g}"'
    if not is_inside_page:
        size = f'xmlns="http://www.w3.org/2000/svg" {size} width="{width:g}" height="{height:g}"'
    font = 'font-family="Inter, Helvetica, Arial, DejaVu Sans, sans-serif"'
    return f'<svg {size} role="img" {font}>{told}{"".join(canvas.parts)}</svg>'


def measure_text(text: str, size: float, is_strong: bool) -> float:
    """Return about how wide a text is in a wide font without serifs (DejaVu Sans); there is no font to ask.

    A narrower font leaves some room; too small a guess would cut the names at the left of a picture.
    """
    units = sum(0.92 if sign in WIDE else 0.36 if sign in NARROW else 0.72 if sign.isupper() else 0.61 for sign in text)
    return units * size * (1.12 if is_strong else 1.0)


class SvgCanvas:
    """Collects the parts of an SVG."""

    def __init__(self, colors: Mapping[Ink, str] = COLORS, ground: str = "#FFFFFF") -> None:
        self.parts: list[str] = []
        self._colors, self._ground = colors, ground

    def measure(self, text: str, size: float, is_strong: bool) -> float:
        return measure_text(text, size, is_strong)

    def polyline(self, places: Floats, ink: Ink, width: float, stroke: Stroke, opacity: float) -> None:
        dash = f' stroke-dasharray="{DASHES[stroke]}"' if stroke in DASHES else ""
        self.parts.append(
            f'<polyline points="{_points(places)}" fill="none" stroke="{self._colors[ink]}" stroke-width="{width:g}"'
            f"{_opacity('stroke', opacity)}{dash}/>"
        )

    def polygon(self, places: Floats, ink: Ink, opacity: float) -> None:
        self.parts.append(
            f'<polygon points="{_points(places)}" fill="{self._colors[ink]}"{_opacity("fill", opacity)}/>'
        )

    def rectangle(self, frame: Frame, ink: Ink, opacity: float, is_hatched: bool) -> None:
        place = f'x="{frame.left:.2f}" y="{frame.top:.2f}" width="{frame.width:.2f}" height="{frame.height:.2f}"'
        if not is_hatched:
            self.parts.append(f'<rect {place} fill="{self._colors[ink]}"{_opacity("fill", opacity)}/>')
            return
        self.parts.append(
            f'<rect {place} fill="{self._colors[ink]}" fill-opacity="0.22" stroke="{self._colors[ink]}"/>'
        )
        self.parts.append(f'<path d="{_hatch(frame)}" stroke="{self._colors[ink]}" stroke-width="1" fill="none"/>')

    def marks(self, places: Floats, shape: Shape, radius: float, ink: Ink, opacity: float, is_set_off: bool) -> None:
        path = "".join(_mark(x, y, shape, radius) for x, y in places.tolist())
        if shape is Shape.RING:
            look = f'fill="none" stroke="{self._colors[ink]}" stroke-width="2"{_opacity("stroke", opacity)}'
        else:
            around = f' stroke="{self._ground}" stroke-width="1.2"' if is_set_off else ""
            look = f'fill="{self._colors[ink]}"{_opacity("fill", opacity)}{around}'
        self.parts.append(f'<path d="{path}" {look}/>')

    def write(
        self, x: float, y: float, text: str, size: float, ink: Ink, align: int, is_strong: bool, is_upright: bool
    ) -> None:
        anchor = ("start", "middle", "end")[align + 1]
        turned = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if is_upright else ""
        weight = ' font-weight="600"' if is_strong else ""
        self.parts.append(
            f'<text x="{x:.2f}" y="{y + 0.35 * size:.2f}" font-size="{size:g}" fill="{self._colors[ink]}"'
            f' text-anchor="{anchor}"{weight}{turned}>{escape(text)}</text>'
        )

    def clip(self, frame: Frame | None) -> None:
        """Marks lie inside their panels by the ranges of the axes; nothing is cut."""


def _opacity(what: str, opacity: float) -> str:
    return f' {what}-opacity="{opacity:g}"' if opacity < 1 else ""


def _points(places: Floats) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in places.tolist() if x == x and y == y)


def _mark(x: float, y: float, shape: Shape, radius: float) -> str:
    if x != x or y != y:
        return ""
    r = radius
    if shape in (Shape.CIRCLE, Shape.RING):
        return f"M{x - r:.2f},{y:.2f}a{r:g},{r:g} 0 1 0 {2 * r:g},0a{r:g},{r:g} 0 1 0 {-2 * r:g},0Z"
    if shape is Shape.TRIANGLE:
        return f"M{x:.2f},{y - r:.2f}L{x + r:.2f},{y + r:.2f}L{x - r:.2f},{y + r:.2f}Z"
    if shape is Shape.DASH:
        return f"M{x - 1.2 * r:.2f},{y - 1:.2f}h{2.4 * r:g}v2h{-2.4 * r:g}Z"
    if shape is Shape.SQUARE:
        return f"M{x - r:.2f},{y - r:.2f}h{2 * r:g}v{2 * r:g}h{-2 * r:g}Z"
    return f"M{x:.2f},{y - r:.2f}L{x + r:.2f},{y:.2f}L{x:.2f},{y + r:.2f}L{x - r:.2f},{y:.2f}Z"


def _hatch(frame: Frame) -> str:
    """Return diagonals over a rectangle, cut at its edges."""
    first, last = frame.left + frame.top, frame.right + frame.bottom
    parts, total = [], HATCH * (first // HATCH + 1)
    while total < last:
        low = max(frame.left, total - frame.bottom)
        high = min(frame.right, total - frame.top)
        parts.append(f"M{low:.2f},{total - low:.2f}L{high:.2f},{total - high:.2f}")
        total += HATCH
    return "".join(parts)
