"""What this study can see, before it runs: the gaps that will come back as "can't tell"."""

import math
from dataclasses import dataclass

from scipy import special

from core.domain.dataset import Dataset, Task
from core.domain.study import Study
from core.judge.suggest import group_count
from core.judge.words import plural, rounded_count

DISAGREEMENTS = (0.05, 0.10, 0.20)
USUAL = 0.10  # the share of rows two rivals are expected to disagree on
_FACTORS = ((10, 1.05), (5, 1.10), (4, 1.14), (1, 1.20))  # shuffles -> how much wider than one perfect shuffle


@dataclass(frozen=True, slots=True)
class Sight:
    """Half-width of the range (per 100) if two models disagree on a share of rows; `fewest` if only groups count."""

    disagreement: float
    half_width: float
    fewest: float | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """`text` are the sentences shown; `is_narrow` when the usual line exceeds the margin: "can't tell" is likely."""

    lines: tuple[Sight, ...]
    comparisons: int
    is_narrow: bool
    text: tuple[str, ...]
    rows_needed: str = ""


def comparisons_of(study: Study, data: Dataset) -> int:
    """The count the bar is divided by: looks before and the main comparisons of this study."""
    return max(1, study.looks + len(study.challengers) * len(data.outputs))


def forecast(study: Study, data: Dataset) -> Forecast:
    """UX 2.6(3): 1.96 x 1.05 x sqrt(q / n), widened for the number of comparisons; for numbers nothing can be said."""
    count = comparisons_of(study, data)
    if data.task is Task.NUMBERS or study.question.measure != "error":
        return Forecast((), count, False, (_UNKNOWN,))
    lines = tuple(_sight(q, study, data, count) for q in DISAGREEMENTS)
    usual = next(line for line in lines if line.disagreement == USUAL)
    margin = study.question.margin
    narrow = usual.half_width > margin
    needed = rounded_count(data.size * (usual.half_width / margin) ** 2) if narrow and margin > 0 else ""
    return Forecast(lines, count, narrow, _sentences(usual, study, data, narrow, needed), needed)


_UNKNOWN = (
    "Evenfold cannot forecast this before the first shuffle; it will tell you then, and you may stop without a verdict."
)


def half_width(disagreement: float, rows: float, shuffles: int, comparisons: int, alpha: float = 0.05) -> float:
    """Per 100 rows."""
    factor = next(factor for least, factor in _FACTORS if shuffles >= least)
    z = float(special.ndtri(1 - alpha / comparisons / 2))
    return 100 * z * factor * math.sqrt(disagreement / rows)


def _sight(disagreement: float, study: Study, data: Dataset, count: int) -> Sight:
    groups = group_count(data) if study.scheme.grouped else 0
    wide = half_width(disagreement, groups, study.scheme.repeats, count, study.alpha) if groups else None
    return Sight(disagreement, half_width(disagreement, data.size, study.scheme.repeats, count, study.alpha), wide)


def _sentences(usual: Sight, study: Study, data: Dataset, narrow: bool, needed: str) -> tuple[str, ...]:
    whose, seen = f"{data.size:,} {plural(study.row_meaning)}", f"{usual.half_width:.1f}"
    if usual.fewest is not None:
        groups = plural(data.group_name)
        whose += f" from {group_count(data)} {groups}"
        seen += f" (if rows stand alone) to {usual.fewest:.1f} (if only {groups} count)"
    found = [
        f"{whose}. If the two models disagree on 10 rows in 100, gaps below about {seen} per 100 will come back as "
        f"“can't tell”. You asked for {study.question.margin:g}.",
        f"A true gap of {usual.half_width:.1f} is found about every second time, "
        f"{1.4 * usual.half_width:.1f} about four times in five.",
    ]
    if narrow and needed:
        found.append(f"About {needed} rows would show gaps of {study.question.margin:g} per 100.")
    return tuple(found)
