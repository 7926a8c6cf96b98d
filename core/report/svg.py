"""Shapes, words and axes of a picture as SVG; colors are names of the page's style."""

from dataclasses import dataclass
from html import escape
from math import ceil, floor

from core.figures.histogram import round_step
from core.report.blocks import Picture
from core.support.text import printable

WIDTH, SIDE = 640, 30


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from low to high across the width of a picture."""

    low: float
    high: float
    left: float = SIDE

    def x(self, value: float) -> float:
        return self.left + (WIDTH - SIDE - self.left) * (value - self.low) / (self.high - self.low)

    def ticks(self, scale: float, y: int) -> str:
        """Round numbers in the unit shown to people."""
        step = round_step(scale * (self.high - self.low) / 6)
        first, last = ceil(scale * self.low / step - 1e-9), floor(scale * self.high / step + 1e-9)
        return "".join(
            tick(self.x(i * step / scale), y, f"{i * step:g}".replace("-", "−")) for i in range(first, last + 1)
        )


def hatch(name: str) -> str:
    """Every picture of a page has a pattern of its own, because names must not repeat."""
    size = 'width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    stroke = '<line x1="0" x2="0" y1="0" y2="5" stroke="var(--paper)" stroke-width="2" opacity="0.55"/>'
    return f'<defs><pattern id="{name}" {size}>{stroke}</pattern></defs>'


def picture(height: int, label: str, *parts: str) -> Picture:
    said = printable(label)
    opening = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(said)}">'
    return Picture(f"{opening}{''.join(parts)}</svg>", said, WIDTH, height)


def rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def line(x1: float, x2: float, y1: float, y2: float, color: str, dash: str = "") -> str:
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{color}"{pattern}/>'


def dot(x: float, y: float, radius: float, is_first: bool = True) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="var(--{_side(is_first)})"/>'


def triangle(x: float, y: float, radius: float) -> str:
    """The mark of the candidate, its middle at x and y."""
    corners = f"{x:.1f},{y - radius:.1f} {x + radius:.1f},{y + radius:.1f} {x - radius:.1f},{y + radius:.1f}"
    return f'<polygon points="{corners}" fill="var(--first)"/>'


def ring(x: float, y: float, radius: float, is_first: bool = False) -> str:
    look = f'fill="var(--card)" stroke="var(--{_side(is_first)})" stroke-width="{radius / 2:.1f}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {look}/>'


def _side(is_first: bool) -> str:
    return "first" if is_first else "second"


def tick(x: float, y: float, said: str) -> str:
    return line(x, x, y, y + 4, "var(--line)") + text(x, y + 17, said.replace("-", "−"), "middle")


def text(x: float, y: float, said: str, anchor: str, color: str = "var(--ink)") -> str:
    return f'<text x="{x:.1f}" y="{y:g}" text-anchor="{anchor}" fill="{color}">{escape(printable(said))}</text>'
