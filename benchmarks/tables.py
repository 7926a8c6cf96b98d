"""The measured rates as tables with standard errors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.worlds import World

CLAIMS = ("win", "loss", "better", "worse")


@dataclass(frozen=True, slots=True)
class Record:
    """One simulated study: what its headline said, and what was true for the models trained on its rows."""

    world: str
    study: int
    outcome: str
    answer: str
    effect: float
    low: float
    high: float
    generalises: bool | None
    changing: float
    true_here: float


@dataclass(frozen=True, slots=True)
class Column:
    """`cell` gets the studies of one world and the true gap of its algorithms."""

    title: str
    cell: Callable[[Sequence[Record], float], str]


def claims(study: Record) -> bool:
    """Whether the headline names a winner; where repeats or halves contradict it, the answer is unclear."""
    return study.outcome in CLAIMS and study.answer in ("yes", "no")


def share(hits: Sequence[bool]) -> tuple[float, float]:
    """A share and its standard error, both per 100; the error is that of a share moved off 0 and 1 by one study."""
    if not hits:
        return 0.0, 0.0
    count = len(hits)
    rate = float(np.mean(hits))
    guarded = min(max(rate, 1 / count), 1 - 1 / count) if count > 1 else 0.5
    return 100 * rate, 100 * float(np.sqrt(guarded * (1 - guarded) / count))


def wrong_side(study: Record, gap: float) -> bool:
    """Against the gap of the algorithms where there is one, else against that of the models trained on these rows."""
    return study.effect * (gap or study.true_here) < 0


def _rate(hits: Sequence[bool]) -> str:
    rate, error = share(hits)
    return f"{rate:.1f} ± {error:.1f}"


def _of_claims(mine: Sequence[Record], is_hit: Callable[[Record], bool]) -> str:
    claimed = [study for study in mine if claims(study)]
    return f"{sum(is_hit(study) for study in claimed)} of {len(claimed)}"


STUDIES = Column("studies", lambda mine, _: str(len(mine)))
TRUE_GAP = Column("true gap", lambda _, gap: f"{100 * gap:.1f}")
CHANGING = Column("answers changing", lambda mine, _: f"{100 * np.median([study.changing for study in mine]):.0f}")
CLAIMING = Column("headline names a winner", lambda mine, _: _rate([claims(study) for study in mine]))
SEEN_AT_HALF = Column(
    "of these also seen with half the rows", lambda mine, _: _of_claims(mine, lambda study: study.generalises is True)
)
WRONG = Column("of these the wrong one", lambda mine, gap: _of_claims(mine, lambda study: wrong_side(study, gap)))
COVERS = Column("range covers the true gap", lambda mine, gap: _rate([s.low <= gap <= s.high for s in mine]))
COVERS_HERE = Column(
    "range covers the gap of these models", lambda mine, _: _rate([s.low <= s.true_here <= s.high for s in mine])
)
EQUAL = (STUDIES, CHANGING, CLAIMING, SEEN_AT_HALF, COVERS, COVERS_HERE)
UNEQUAL = (STUDIES, TRUE_GAP, CHANGING, CLAIMING, WRONG, SEEN_AT_HALF, COVERS, COVERS_HERE)


def markdown(
    worlds: Sequence[World], studies: Sequence[Record], truths: Mapping[str, float], versions: Mapping[str, str]
) -> str:
    """One table of worlds without a gap, one of worlds with a gap; rates per 100 with their standard error."""
    parts = []
    for title, is_equal, columns in (("No true gap", True, EQUAL), ("A true gap", False, UNEQUAL)):
        rows = [row for row in worlds if row.is_equal is is_equal]
        lines = [_row(row, studies, truths, columns) for row in rows if any(s.world == row.key for s in studies)]
        if lines:
            head = [_line([title, *(column.title for column in columns)]), _line(["---"] * (len(columns) + 1))]
            parts.append("\n".join([*head, *lines]))
    return "\n\n".join([*parts, "Versions: " + ", ".join(f"{name} {number}" for name, number in versions.items())])


def _row(row: World, studies: Sequence[Record], truths: Mapping[str, float], columns: Sequence[Column]) -> str:
    mine = [study for study in studies if study.world == row.key]
    return _line([row.title, *(column.cell(mine, truths[row.key]) for column in columns)])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
