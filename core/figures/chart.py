"""A plot as a record: axes, layers of marks, a caption and the same numbers as a table; window and report draw it.

Colors are named by their role; what a color is on a screen or on paper is known where it is drawn. Places are in the
unit of the axes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.domain.dataset import Floats

Lines = tuple[str, ...]


class Ink(StrEnum):
    """The role of a color; the value is its name among the tokens of the window."""

    BASELINE = "base"
    SELECTED = "sel"
    OTHER = "other"
    BASELINE_SOFT = "base_soft"
    SELECTED_SOFT = "sel_soft"
    OTHER_SOFT = "other_soft"
    TEXT = "text"
    SECOND = "text2"
    HELP = "text3"
    ZONE = "zone"
    GRID = "grid"
    GOOD = "yes"
    GOOD_SOFT = "yes_soft"
    ATTENTION = "unclear"
    ACCENT_SOFT = "accent_soft"


class Shape(StrEnum):
    """Color is never alone: every series has a mark of its own."""

    CIRCLE = "circle"  # the baseline
    TRIANGLE = "triangle"  # the selected model
    DIAMOND = "diamond"  # every other model
    DASH = "dash"  # the constant guess
    RING = "ring"
    SQUARE = "square"


class Stroke(StrEnum):
    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"


@dataclass(frozen=True, slots=True)
class Tick:
    value: float
    text: str
    is_strong: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """Ends and words of one direction. Without `ticks` they stand at round numbers, written by `label`.

    `is_bare`: only ticks, neither line nor numbers between. Named ticks (models, classes, inputs) are never zoomed.
    """

    low: float
    high: float
    title: str = ""
    ticks: tuple[Tick, ...] | None = None
    label: Callable[[float], str] | None = None
    is_bare: bool = False
    has_grid: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Single marks; `describe` gives the lines of the card shown for one of them (None: nothing is shown)."""

    x: Floats
    y: Floats
    ink: Ink
    shape: Shape
    radius: float = 4.5
    opacity: float = 1.0
    describe: Callable[[int], Lines] | None = None
    is_set_off: bool = False  # with a line in the color of the ground around each, where they lie on other marks


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    x: Floats
    y: Floats
    ink: Ink
    width: float = 2.0
    stroke: Stroke = Stroke.SOLID
    opacity: float = 1.0
    describe: Callable[[int], Lines] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """The surface between two curves over the same places."""

    x: Floats
    low: Floats
    high: Floats
    ink: Ink
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle; an end that is None lies at the edge of the panel."""

    left: float | None
    right: float | None
    bottom: float | None
    top: float | None
    ink: Ink
    opacity: float = 1.0
    is_hatched: bool = False
    tip: Lines = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A horizontal range at one height, so many pixels thick and so many pixels above that height."""

    y: float
    left: float
    right: float
    thickness: float
    ink: Ink
    opacity: float = 1.0
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the whole panel, at one x or at one y."""

    x: float | None = None
    y: float | None = None
    ink: Ink = Ink.TEXT
    width: float = 1.5
    stroke: Stroke = Stroke.SOLID


@dataclass(frozen=True, slots=True)
class Text:
    """Words at a place; `align` is -1 (begins there), 0 (middle) or 1 (ends there). `y` None: above the panel."""

    x: float
    y: float | None
    text: str
    ink: Ink = Ink.SECOND
    align: int = 0
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Dots:
    """Marks piled up over an axis at `base` pixels above it; beyond `edges` marks are never piled on others."""

    values: tuple[float, ...]
    margin: float
    above: Ink = Ink.SELECTED
    below: Ink = Ink.BASELINE
    base: float = 17.0


Layer = Points | Curve | Area | Block | Bar | Rule | Text | Dots


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One pair of axes; `weight` is its share of the space, `is_square` keeps both directions equally long.

    `foot` are words at the left and the right below the axis.
    """

    x: Axis
    y: Axis
    layers: tuple[Layer, ...]
    title: str = ""
    note: str = ""
    foot: tuple[str, str] = ("", "")
    weight: float = 1.0
    is_square: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A number beside a plot with what stands below it in small."""

    label: str
    value: str
    below: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """`headings` and `rows` are the same numbers as a table; `facts` stand beside the panels, `remark` below them.

    `offer` is the key of work that can be done for it. Where it has to be done before there is anything to draw,
    `remark` says what it costs; beside a plot `offer_text` names the work and its cost.
    """

    key: str
    title: str
    panels: tuple[Panel, ...]
    caption: str = ""
    headings: Lines = ()
    rows: tuple[Lines, ...] = ()
    facts: tuple[Fact, ...] = ()
    remark: str = ""
    is_side_by_side: bool = False
    offer: str = ""
    offer_text: str = ""


def as_floats(values: object) -> Floats:
    return np.asarray(values, dtype=np.float64)


def pad_range(low: float, high: float, share: float = 0.06) -> tuple[float, float]:
    """Widen a range so that marks at its ends are not cut; a single value gets some room around it."""
    width = high - low
    if not width > 0:
        width = abs(high) or 1.0
    return low - share * width, high + share * width
