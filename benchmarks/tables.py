"""The measured rates as a table with standard errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.worlds import World
from core.judge.cautions import UNSTABLE

CLAIMS = ("win", "loss", "better", "worse")
TITLES = (
    "setting",
    "studies",
    "true gap per 100",
    "headline claims a gap",
    "of them on the wrong side",
    "range covers the gap of the algorithms",
    "range covers the gap of these trained models",
    "claim also seen with half-size training sets",
    "marked unstable",
)


@dataclass(frozen=True, slots=True)
class Record:
    """One simulated study: what its headline said, and what was true for the models trained on its rows."""

    world: str
    study: int
    outcome: str
    tag: str
    effect: float
    low: float
    high: float
    generalises: bool | None
    changing: float
    true_here: float


def claims(study: Record) -> bool:
    """Whether the headline names a winner; one that depends on the shuffle does not."""
    return study.outcome in CLAIMS and study.tag == "settled"


def share(hits: Sequence[bool]) -> tuple[float, float]:
    """A share and its standard error, both per 100; the error is that of a share moved off 0 and 1 by one study."""
    if not hits:
        return 0.0, 0.0
    count = len(hits)
    rate = float(np.mean(hits))
    guarded = min(max(rate, 1 / count), 1 - 1 / count) if count > 1 else 0.5
    return 100 * rate, 100 * float(np.sqrt(guarded * (1 - guarded) / count))


def markdown(
    worlds: Sequence[World], studies: Sequence[Record], truths: Mapping[str, float], versions: Mapping[str, str]
) -> str:
    lines = [_line(TITLES), _line(["---"] * len(TITLES))]
    for row in worlds:
        mine = [study for study in studies if study.world == row.key]
        if mine:
            lines.append(_line(_cells(row, mine, truths[row.key])))
    return "\n".join([*lines, "", "Versions: " + ", ".join(f"{name} {number}" for name, number in versions.items())])


def _cells(row: World, mine: Sequence[Record], gap: float) -> list[str]:
    claimed = [study for study in mine if claims(study)]
    return [
        f"{row.title}{'' if row.stable else ' (unstable)'}",
        str(len(mine)),
        f"{100 * gap:.1f}",
        _rate([claims(study) for study in mine]),
        _of([wrong_side(study, gap) for study in claimed]),
        _rate([study.low <= gap <= study.high for study in mine]),
        _rate([study.low <= study.true_here <= study.high for study in mine]),
        _of([study.generalises is True for study in claimed]),
        _rate([study.changing > UNSTABLE for study in mine]),
    ]


def wrong_side(study: Record, gap: float) -> bool:
    """Against the gap of the algorithms where there is one, else against that of the models trained on these rows."""
    true = gap or study.true_here
    return study.effect * true < 0


def _rate(hits: Sequence[bool]) -> str:
    rate, error = share(hits)
    return f"{rate:.1f} ± {error:.1f} %"


def _of(hits: Sequence[bool]) -> str:
    return f"{sum(hits)} of {len(hits)}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
