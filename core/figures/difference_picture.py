"""The picture of a difference, drawn alike in the window and in the report: places, grades and the words around it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from core.domain.conclusion import ModelAnswer, Reason
from core.figures.histogram import round_step
from core.figures.strip import Strip, strip

DOT = 4.0
"""Half the width of a dot."""

GRADES = ((3.0, 0.55), (7.0, 0.75), (12.0, 1.0))
"""Thickness and shade of the full range, of the 80 % bar and of the 50 % bar."""

BARS_UP, DOTS_UP = 12.0, 26.0
"""How far above the axis the bars are, and the lowest dots."""

LEAST_ROOM = 64.0
ROOM = 1.12
"""How much farther than its outermost mark a picture reaches."""

TICKS = 6
UNDECIDED = (
    Reason.LEAK,
    Reason.IN_SAMPLE,
    Reason.ROW_ORDER,
    Reason.FEW_ROWS,
    Reason.FAILURES,
    Reason.DESCRIPTIVE,
    Reason.UNDEFINED,
    Reason.GUESS,
    Reason.IDENTICAL,
)
"""Answers that no range decided: a picture of one would seem to say more than they do."""


@dataclass(frozen=True, slots=True)
class DifferencePicture:
    """A strip with the words around it; `scale` turns its numbers into the unit shown."""

    strip: Strip
    scale: float
    unit: str
    first: str
    second: str

    @property
    def reach(self) -> float:
        """The same distance to both sides, so that zero is in the middle."""
        marks = (*self.strip.dots, self.strip.margin, *self.strip.bars[-1])
        return ROOM * max(abs(end) for end in marks) or 1.0

    @property
    def margin(self) -> str:
        return f"{self.strip.margin * self.scale:g} {self.unit}".strip()

    @property
    def zone(self) -> str:
        return f"too small to matter (±{self.margin})"

    @property
    def directions(self) -> tuple[str, str]:
        return f"◄ {_capital(self.second)} better", f"{_capital(self.first)} better ►"

    @property
    def grades(self) -> Iterator[tuple[float, float, float, float]]:
        """Ends, thickness and shade of the bars, the longest first."""
        for (low, high), (thick, shade) in zip(reversed(self.strip.bars), GRADES, strict=True):
            yield low, high, thick, shade

    @property
    def ticks(self) -> Iterator[tuple[float, str]]:
        """Round numbers of the unit shown, with their signs."""
        reach = self.reach * self.scale
        step = round_step(2 * reach / TICKS)
        for place in range(math.ceil(-reach / step - 1e-9), math.floor(reach / step + 1e-9) + 1):
            text = f"{place * step:+.6g}" if place else "0"
            yield place * step / self.scale, text.replace("-", "−")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def piles(dots: list[tuple[float, float]], margin: float, half: float = DOT) -> list[tuple[float, float, int]]:
    """Value, place and level of each dot: one that would overlap is put on the one before, if both mean the same.

    `half` is half the width of a dot, in the unit of the places.
    """
    placed: list[tuple[float, float, int]] = []
    for value, x in dots:
        before = placed[-1] if placed else None
        if before and x - before[1] < 2 * half + 1 and _side(before[0], margin) == _side(value, margin):
            placed.append((value, before[1], before[2] + 1))
        else:
            placed.append((value, max(x, before[1] + 2 * half) if before else x, 0))
    return placed


def _side(value: float, margin: float) -> tuple[bool, bool]:
    return value > 0, abs(value) > margin


def room_for(levels: int) -> float:
    """The height between the zone's top and the axis that so many levels of dots take."""
    return max(LEAST_ROOM, DOTS_UP + levels * (2 * DOT + 1) + 8)


def strip_of(row: ModelAnswer | None) -> Strip | None:
    """The strip of the range that decided; nothing where none did."""
    if row is None or row.difference is None or row.reason in UNDECIDED:
        return None
    mean, interval = row.difference.mean, row.difference.interval
    if mean is None or interval is None or interval.high <= interval.low:
        return None
    return strip(mean, interval, row.margin)
