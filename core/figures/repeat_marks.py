"""What each repeat says taken alone, sorted, and all of them together (Bradford & Brodley 2001, figures 1-5)."""

from dataclasses import dataclass

import numpy as np

from core.domain.chances import word_p_value
from core.domain.findings import Comparison, RepeatDetails
from core.support.lazy_import import import_lazily
from core.support.text import pluralize

special = import_lazily("scipy.special")

CLEAR = 0.05
LEAST_FOR_CURVE = 5
PAPER_TICKS = (0.5, 0.1, 0.025, 0.005, 0.0005)
"""Values of p, one-sided, that the paper's axis names; 0.5 is no difference."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One repeat: its mean difference and its t, positive for the candidate; `side` is 0 where it is not clear."""

    repeat: int
    difference: float
    t: float
    p: float
    side: int


@dataclass(frozen=True, slots=True)
class Ranks:
    """Marks from the most for the baseline to the most for the candidate; `band` is the t beyond which one is clear.

    `averaged` is the mean t of all repeats with its p, `enough` what more repeats could change, as a key word.
    `unmarked` are repeats without a t: their difference is the same on every fold.
    """

    marks: tuple[Mark, ...]
    band: float
    averaged: float | None
    averaged_p: float | None
    enough: str
    unmarked: int

    @property
    def for_candidate(self) -> int:
        return sum(mark.side > 0 for mark in self.marks)

    @property
    def for_baseline(self) -> int:
        return sum(mark.side < 0 for mark in self.marks)

    @property
    def unclear(self) -> int:
        return len(self.marks) - self.for_candidate - self.for_baseline + self.unmarked

    @property
    def reach(self) -> float:
        """How far the picture must go to either side."""
        return max([1.15 * abs(mark.t) for mark in self.marks] + [1.4 * self.band])

    @property
    def normal(self) -> tuple[float, ...]:
        """The t that a normal curve through all of them has at each rank (the paper's figure 5); empty for too few."""
        if len(self.marks) < LEAST_FOR_CURVE:
            return ()
        values = np.array([mark.t for mark in self.marks])
        ranks = (np.arange(len(values)) + 0.5) / len(values)
        return tuple(float(t) for t in values.mean() + values.std(ddof=1) * special.ndtri(ranks))

    def in_words(self, first: str, second: str) -> tuple[str, ...]:
        """One phrase for each mark, in its order."""
        sides = {0: "not clear", 1: f"clear for {first}", -1: f"clear for {second}"}
        return tuple(
            f"Repeat {mark.repeat + 1}: t {mark.t:.2f}, {sides[mark.side]}".replace("-", "−") for mark in self.marks
        )

    def counts(self, first: str, second: str) -> str:
        """What the repeats say, without a figure of a test."""
        return (
            f"Of {pluralize(len(self.marks) + self.unmarked, 'repeat')} "
            f"{pluralize(self.for_candidate, 'is', 'are')} clear for {first}, "
            f"{self.for_baseline} for {second}, {self.unclear} not clear."
        )

    def sentence(self, first: str, second: str) -> str:
        counts = self.counts(first, second)
        if self.averaged is None or self.averaged_p is None:
            return f"{counts} An averaged t does not exist here."
        average = f"{self.averaged:.2f}".replace("-", "−")
        return f"{counts} The averaged t is {average}, {word_p_value(self.averaged_p)}."


def ranks(averaged: Comparison | None) -> Ranks | None:
    """From the comparison by the averaged t; None for less than two repeats."""
    if averaged is None or not isinstance(averaged.df, int | float) or averaged.df <= 0:
        return None
    details = averaged.details
    if not isinstance(details, RepeatDetails) or len(details.t_values) < 2:
        return None
    marks = [
        Mark(place, difference, t, p, _side(t, p))
        for place, (t, p, difference) in enumerate(zip(details.t_values, details.p_values, details.means, strict=True))
        if t is not None and p is not None and difference is not None
    ]
    return Ranks(
        marks=tuple(sorted(marks, key=lambda mark: (mark.t, mark.repeat))),
        band=float(special.stdtrit(averaged.df, 1 - CLEAR / 2)),
        averaged=averaged.statistic,
        averaged_p=averaged.p,
        enough=details.enough_repeats,
        unmarked=len(details.t_values) - len(marks),
    )


def _side(t: float, p: float) -> int:
    return 0 if p >= CLEAR else 1 if t > 0 else -1


def paper_ticks(df: float, reach: float) -> tuple[tuple[float, str], ...]:
    """Where the paper's values of p stand on an axis of t, on both sides of p = 0.5, as far as the picture goes."""
    found = {p: float(-special.stdtrit(df, p)) for p in PAPER_TICKS}
    sides = [(sign * t, f"{p:g}") for p, t in found.items() for sign in ((1, -1) if p < PAPER_TICKS[0] else (1,))]
    return tuple(sorted((t, text) for t, text in sides if abs(t) <= reach))
