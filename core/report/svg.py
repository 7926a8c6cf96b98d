"""Pictures for the report, drawn as SVG from the numbers of core.figures; colours come from the page's style."""

from dataclasses import dataclass
from html import escape

from core.figures.histogram import BackToBack, round_step
from core.figures.strip import Strip

WIDTH, SIDE = 640, 30


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from low to high across the width of a picture."""

    low: float
    high: float

    def x(self, value: float) -> float:
        return SIDE + (WIDTH - 2 * SIDE) * (value - self.low) / (self.high - self.low)

    def ticks(self, scale: float, y: int) -> str:
        """Round numbers in the unit shown to people."""
        step = round_step(scale * (self.high - self.low) / 6)
        first, last = int(scale * self.low / step), int(scale * self.high / step)
        return "".join(_tick(self.x(i * step / scale), y, f"{i * step:g}") for i in range(first, last + 1))


def strip_svg(strip: Strip, scale: float, first: str, second: str, unit: str) -> str:
    """Zone, zero line, twenty dots and graded bars without end caps, in the unit shown to people."""
    reach = max(abs(end) for end in (*strip.dots, strip.margin, *strip.bars[-1])) * 1.1 or 1.0
    axis = Axis(-reach, reach)
    zone = _rect(axis.x(-strip.margin), 16, axis.x(strip.margin) - axis.x(-strip.margin), 74, "var(--zone)")
    zero = _line(axis.x(0), axis.x(0), 16, 90, "var(--ink)")
    bars = (_bar(axis.x(a), axis.x(b), thick) for (a, b), thick in zip(reversed(strip.bars), (3, 7, 11), strict=True))
    dots = (_dot(axis.x(dot), dot > 0) for dot in strip.dots)
    words = (
        _text(SIDE, 132, f"◄ {second} better", "start"),
        _text(WIDTH - SIDE, 132, f"{first} better ►", "end"),
        _text(axis.x(0), 11, f"too small to matter (±{strip.margin * scale:g} {unit})", "middle"),
    )
    low, high = (end * scale for end in strip.bars[-1])
    label = f"Gap {strip.effect * scale:.3g} {unit}, range {low:.3g} to {high:.3g}."
    return _svg(140, label, zone, zero, *bars, *dots, axis.ticks(scale, 96), *words)


def histogram_svg(bins: BackToBack, scale: float, title: str) -> str:
    """Reference upward, candidate downward, dashed means."""
    axis, middle, tall = Axis(bins.edges[0], bins.edges[-1]), 84, 60 / max(1, bins.highest)
    shapes = []
    for i, (up, down) in enumerate(zip(bins.reference, bins.candidate, strict=True)):
        left, width = axis.x(bins.edges[i]) + 0.5, axis.x(bins.edges[i + 1]) - axis.x(bins.edges[i]) - 1
        shapes.append(_rect(left, middle - up * tall, width, up * tall, "var(--second)"))
        shapes.append(_rect(left, middle, width, down * tall, "var(--first)"))
    means = ((bins.reference_mean, middle - 62, middle), (bins.candidate_mean, middle, middle + 62))
    lines = [_line(axis.x(m), axis.x(m), a, b, "var(--ink)", "4 3") for m, a, b in means if m is not None]
    return _svg(
        178, f"{title}: {bins.sentence}", *shapes, *lines, axis.ticks(scale, 150), _text(SIDE, 12, title, "start")
    )


def _svg(height: int, label: str, *parts: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def _line(x1: float, x2: float, y1: float, y2: float, colour: str, dash: str = "") -> str:
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{colour}"{pattern}/>'


def _bar(x1: float, x2: float, thick: int) -> str:
    shade = {3: "0.55", 7: "0.75", 11: "1"}[thick]
    look = f'stroke="var(--ink)" stroke-width="{thick}" opacity="{shade}"'
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="78" y2="78" {look}/>'


def _dot(x: float, is_first: bool) -> str:
    colour = "var(--first)" if is_first else "var(--second)"
    return f'<circle cx="{x:.1f}" cy="58" r="5" fill="{colour}"/>'


def _tick(x: float, y: int, text: str) -> str:
    return _line(x, x, y, y + 4, "var(--line)") + _text(x, y + 17, text, "middle")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'
