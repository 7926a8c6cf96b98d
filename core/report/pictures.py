"""The pictures of the report, drawn from the numbers of core.figures and of the findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from core.figures.difference_picture import BARS_UP, DOT, DOTS_UP, DifferencePicture, piles, room_for
from core.figures.histogram import BackToBack
from core.report.blocks import Picture
from core.report.report_text import figure, shortened
from core.report.svg import SIDE, WIDTH, Axis, dot, hatch, line, picture, rect, ring, text, tick, triangle

TOP = 16
NAMES_WIDTH, LINE = 210, 20
MOST_REPEATS = 120


def strip_picture(difference: DifferencePicture) -> Picture:
    """Zone, zero line, twenty dots and graded bars without end caps, as in the window."""
    strip, axis = difference.strip, Axis(-difference.reach, difference.reach)
    placed = piles([(dot, axis.x(dot)) for dot in strip.dots], strip.margin)
    bottom = TOP + room_for(1 + max(level for _, _, level in placed))
    left, right = axis.x(-strip.margin), axis.x(strip.margin)
    shapes = [
        rect(left, TOP, right - left, bottom - TOP, "var(--zone)"),
        line(axis.x(0), axis.x(0), TOP, bottom, "var(--ink)"),
        text(axis.x(0), TOP - 5, difference.zone, "middle", "var(--soft)"),
        *(
            _bar(axis.x(low), axis.x(high), bottom - BARS_UP, thick, shade)
            for low, high, thick, shade in difference.grades
        ),
        *(_marked(x, bottom - DOTS_UP - level * (2 * DOT + 1), value > 0) for value, x, level in placed),
        *(tick(axis.x(value), bottom, said) for value, said in difference.ticks),
    ]
    names = (shortened(name, 40) for name in difference.directions)
    places = ((SIDE, "start"), (WIDTH - SIDE, "end"))
    shapes += [text(x, bottom + 36, name, anchor) for name, (x, anchor) in zip(names, places, strict=True)]
    low, high = (end * difference.scale for end in strip.bars[-1])
    seen = f"{figure(strip.effect, difference.scale)} {difference.unit}".strip()
    label = f"Difference {seen}, range {figure(low)} to {figure(high)}."
    return picture(round(bottom + 44), label, *shapes)


def histogram_picture(bins: BackToBack, scale: float, title: str, unit: str = "") -> Picture:
    """Reference upward, candidate downward and hatched, dashed means."""
    axis, middle, tall = Axis(bins.edges[0], bins.edges[-1]), 84, 60 / max(1, bins.highest)
    label = f"{title}: {bins.sentence}"
    pattern = f"hatch-{crc32(label.encode('utf-8', 'replace')):x}"
    shapes = [hatch(pattern)]
    for i, (up, down) in enumerate(zip(bins.baseline, bins.candidate, strict=True)):
        left, width = axis.x(bins.edges[i]) + 0.5, axis.x(bins.edges[i + 1]) - axis.x(bins.edges[i]) - 1
        shapes.append(rect(left, middle - up * tall, width, up * tall, "var(--second)"))
        shapes.append(rect(left, middle, width, down * tall, "var(--first)"))
        shapes.append(rect(left, middle, width, down * tall, f"url(#{pattern})"))
    means = ((bins.baseline_mean, middle - 62, middle), (bins.candidate_mean, middle, middle + 62))
    lines = [line(axis.x(m), axis.x(m), a, b, "var(--ink)", "4 3") for m, a, b in means if m is not None]
    words = (text(SIDE, 12, shortened(title, 96), "start"), text(WIDTH - SIDE, 182, unit, "end"))
    counts = [
        text(SIDE - 4, middle + 4 - place * bins.highest * tall, said, "end", "var(--soft)")
        for place, said in ((1, str(bins.highest)), (0, "0"), (-1, str(bins.highest)))
    ]
    lines += [line(SIDE, SIDE, middle - 62, middle + 62, "var(--line)"), *counts]
    return picture(186, label, *shapes, *lines, axis.ticks(scale, 150), *words)


@dataclass(frozen=True, slots=True)
class Ranged:
    """An estimate with its range, if it has one; `strong` is the one that the others are compared with."""

    name: str
    value: float
    low: float | None
    high: float | None
    strong: bool = False


def ranges_picture(rows: Sequence[Ranged], scale: float, title: str, unit: str) -> Picture:
    """One line per estimate with its range, as Figure 2 of Reich & Barai 1999 has them."""
    ends = [end for row in rows for end in (row.low, row.value, row.high) if end is not None]
    axis = Axis(*_widened(min(ends), max(ends)), left=NAMES_WIDTH)
    shapes = [text(SIDE, 12, shortened(title, 96), "start")]
    for place, row in enumerate(rows):
        y = 34 + place * LINE
        shapes.append(text(NAMES_WIDTH - 10, y + 4, shortened(row.name, 30), "end"))
        if row.low is not None and row.high is not None:
            shapes.append(line(axis.x(row.low), axis.x(row.high), y, y, "var(--line)"))
        shapes.append(dot(axis.x(row.value), y, 4.5) if row.strong else ring(axis.x(row.value), y, 4.0))
    bottom = 34 + len(rows) * LINE
    shapes += [axis.ticks(scale, bottom - 6), text(WIDTH - SIDE, bottom + 30, unit, "end")]
    said = ", ".join(f"{row.name} {figure(row.value, scale)}" for row in rows)
    return picture(bottom + 36, f"{title}: {said} {unit}.", *shapes)


def repeats_picture(differences: Sequence[float], clear: Sequence[int], scale: float, title: str, unit: str) -> Picture:
    """The difference of every repeat, in order of size; filled where the repeat alone would have named a winner."""
    order = sorted(range(len(differences)), key=lambda place: differences[place])
    shown = order[:: max(1, -(-len(order) // MOST_REPEATS))]
    axis = Axis(*_widened(min(0.0, *differences), max(0.0, *differences)))
    height = 26 + 9 * min(len(shown), 12)
    apart = (height - 40) / max(1, len(shown) - 1)
    shapes = [text(SIDE, 12, shortened(title, 96), "start"), line(axis.x(0), axis.x(0), 20, height, "var(--ink)")]
    for rank, place in enumerate(shown):
        x, y = axis.x(differences[place]), 30 + rank * apart
        shapes.append(
            dot(x, y, 3.4, differences[place] > 0) if clear[place] else ring(x, y, 3.0, differences[place] > 0)
        )
    shapes += [axis.ticks(scale, height), text(WIDTH - SIDE, height + 36, unit, "end")]
    clearly = sum(one != 0 for one in clear)
    low, high = figure(min(differences), scale), figure(max(differences), scale)
    span = f"{len(differences)} repeats from {low} to {high} {unit}"
    said = f"{title}: differences of {span}, {clearly} of them clear taken alone."
    return picture(height + 42, said, *shapes)


def _widened(low: float, high: float) -> tuple[float, float]:
    """A little room on both sides."""
    room = 0.06 * (high - low) or abs(high) * 0.1 or 1.0
    return low - room, high + room


def _bar(x1: float, x2: float, y: float, thick: float, shade: float) -> str:
    look = f'stroke="var(--ink)" stroke-width="{thick:g}" opacity="{shade:g}"'
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}" {look}/>'


def _marked(x: float, y: float, is_first: bool) -> str:
    """Triangles for the candidate, circles for the baseline: color is never alone."""
    return triangle(x, y, DOT) if is_first else dot(x, y, DOT, is_first=False)
