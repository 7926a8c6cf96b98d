"""Pictures for the report, drawn as SVG from the numbers of core.figures; colours come from the page's style."""

from dataclasses import dataclass
from html import escape
from math import ceil, floor
from zlib import crc32

from core.figures.histogram import BackToBack, round_step
from core.figures.strip import Strip
from core.report.blocks import Picture
from core.report.text import figure, printable, shortened

WIDTH, SIDE = 640, 30
BASE, DOTS_HEIGHT = 68, 50


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
        first, last = ceil(scale * self.low / step - 1e-9), floor(scale * self.high / step + 1e-9)
        return "".join(_tick(self.x(i * step / scale), y, f"{i * step:g}") for i in range(first, last + 1))


def strip_picture(strip: Strip, scale: float, first: str, second: str, unit: str) -> Picture:
    """Zone, zero line, twenty dots and graded bars without end caps, in the unit shown to people."""
    reach = max(abs(end) for end in (*strip.dots, strip.margin, *strip.bars[-1])) * 1.1 or 1.0
    axis = Axis(-reach, reach)
    zone = _rect(axis.x(-strip.margin), 16, axis.x(strip.margin) - axis.x(-strip.margin), 74, "var(--zone)")
    zero = _line(axis.x(0), axis.x(0), 16, 90, "var(--ink)")
    bars = (_bar(axis.x(a), axis.x(b), thick) for (a, b), thick in zip(reversed(strip.bars), (3, 7, 11), strict=True))
    dots = _dots([axis.x(dot) for dot in strip.dots], axis.x(0))
    words = (
        _text(SIDE, 132, f"◄ {shortened(second, 36)} better", "start"),
        _text(WIDTH - SIDE, 132, f"{shortened(first, 36)} better ►", "end"),
        _text(axis.x(0), 11, f"too small to matter (±{strip.margin * scale:g} {unit})", "middle"),
    )
    low, high = (end * scale for end in strip.bars[-1])
    label = f"Gap {figure(strip.effect, scale)} {unit}, range {figure(low)} to {figure(high)}."
    return _picture(140, label, zone, zero, *bars, *dots, axis.ticks(scale, 96), *words)


def histogram_picture(bins: BackToBack, scale: float, title: str, unit: str = "") -> Picture:
    """Reference upward, candidate downward and hatched, dashed means."""
    axis, middle, tall = Axis(bins.edges[0], bins.edges[-1]), 84, 60 / max(1, bins.highest)
    label = f"{title}: {bins.sentence}"
    pattern = f"hatch-{crc32(label.encode('utf-8', 'replace')):x}"
    shapes = [_hatch(pattern)]
    for i, (up, down) in enumerate(zip(bins.reference, bins.candidate, strict=True)):
        left, width = axis.x(bins.edges[i]) + 0.5, axis.x(bins.edges[i + 1]) - axis.x(bins.edges[i]) - 1
        shapes.append(_rect(left, middle - up * tall, width, up * tall, "var(--second)"))
        shapes.append(_rect(left, middle, width, down * tall, "var(--first)"))
        shapes.append(_rect(left, middle, width, down * tall, f"url(#{pattern})"))
    means = ((bins.reference_mean, middle - 62, middle), (bins.candidate_mean, middle, middle + 62))
    lines = [_line(axis.x(m), axis.x(m), a, b, "var(--ink)", "4 3") for m, a, b in means if m is not None]
    words = (_text(SIDE, 12, shortened(title, 96), "start"), _text(WIDTH - SIDE, 182, unit, "end"))
    return _picture(186, label, *shapes, *lines, axis.ticks(scale, 150), *words)


def _hatch(name: str) -> str:
    """Every picture of a page has a pattern of its own, because names must not repeat."""
    size = 'width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    stroke = '<line x1="0" x2="0" y1="0" y2="5" stroke="var(--paper)" stroke-width="2" opacity="0.55"/>'
    return f'<defs><pattern id="{name}" {size}>{stroke}</pattern></defs>'


def _picture(height: int, label: str, *parts: str) -> Picture:
    said = printable(label)
    opening = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(said)}">'
    return Picture(f"{opening}{''.join(parts)}</svg>", said, WIDTH, height)


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def _line(x1: float, x2: float, y1: float, y2: float, colour: str, dash: str = "") -> str:
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{colour}"{pattern}/>'


def _bar(x1: float, x2: float, thick: int) -> str:
    shade = {3: "0.55", 7: "0.75", 11: "1"}[thick]
    look = f'stroke="var(--ink)" stroke-width="{thick}" opacity="{shade}"'
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="78" y2="78" {look}/>'


def _dots(places: list[float], zero: float) -> list[str]:
    """At their true places, raised where they would cover each other; as large as the height allows."""
    for radius in (5.0, 4.0, 3.0, 2.2, 1.6):
        levels = _levels(places, 2 * radius + 1)
        if (1 + max(levels)) * (2 * radius + 1) <= DOTS_HEIGHT:
            break
    return [
        _dot(x, BASE - radius - level * (2 * radius + 1), radius, x > zero)
        for x, level in zip(places, levels, strict=True)
    ]


def _levels(places: list[float], apart: float) -> list[int]:
    """For every dot, from left to right, the lowest level on which it covers no other."""
    ends: list[float] = []
    levels = []
    for x in places:
        level = next((i for i, end in enumerate(ends) if x - end >= apart), len(ends))
        ends[level : level + 1] = [x]
        levels.append(level)
    return levels


def _dot(x: float, y: float, radius: float, is_first: bool) -> str:
    if is_first:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="var(--first)"/>'
    ring = f'fill="var(--card)" stroke="var(--second)" stroke-width="{radius / 2.5:.1f}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.8:.1f}" {ring}/>'


def _tick(x: float, y: int, text: str) -> str:
    return _line(x, x, y, y + 4, "var(--line)") + _text(x, y + 17, text, "middle")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="var(--ink)">{escape(printable(text))}</text>'
