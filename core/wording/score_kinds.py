"""Kinds of scores that other tools write, and how each is said."""

from dataclasses import dataclass

from core.support.errors import StudyError
from core.wording.units import Unit


@dataclass(frozen=True, slots=True)
class ScoreKind:
    """What the numbers are; times `scale` they are shares from 0 to 1, an AUC, or in their own unit."""

    key: str
    title: str
    note: str
    higher_is_better: bool
    scale: float
    unit: Unit


def _unit(scale: float, level: str, short: str, better: str, worse: str, less: str, more: str) -> Unit:
    return Unit(
        scale=scale,
        decimals=1 if scale == 100.0 else None,
        better=better,
        worse=worse,
        level=level,
        short=short,
        less=less,
        more=more,
    )


_ERRORS = _unit(
    100.0, "{} errors per 100", "per 100", "{} fewer errors per 100", "{} more errors per 100", "{} fewer", "{} more"
)
_AREA = _unit(1.0, "an AUC of {}", "AUC", "an AUC higher by {}", "an AUC lower by {}", "{} higher", "{} lower")
_MISS = _unit(1.0, "a miss of {}", "", "a miss smaller by {}", "a miss larger by {}", "{} smaller", "{} larger")
_SCORE = _unit(1.0, "a score of {}", "", "a score higher by {}", "a score lower by {}", "{} higher", "{} lower")

SCORE_KINDS: tuple[ScoreKind, ...] = (
    ScoreKind("error", "Share of errors, 0 to 1", "0.12 means 12 errors per 100 rows.", False, 1.0, _ERRORS),
    ScoreKind("error-percent", "Errors per 100", "12 means 12 errors per 100 rows.", False, 0.01, _ERRORS),
    ScoreKind("right", "Share of right answers, 0 to 1", "0.88 means 12 errors per 100 rows.", True, 1.0, _ERRORS),
    ScoreKind("right-percent", "Right answers per 100", "88 means 12 errors per 100 rows.", True, 0.01, _ERRORS),
    ScoreKind("auc", "AUC", "How well rows are put in order; higher is better.", True, 1.0, _AREA),
    ScoreKind("miss", "A miss, in its own unit", "MAE, RMSE or the like; lower is better.", False, 1.0, _MISS),
    ScoreKind("score", "Another score", "Any number of which more is better.", True, 1.0, _SCORE),
)


def score_kind(key: str) -> ScoreKind:
    for row in SCORE_KINDS:
        if row.key == key:
            return row
    known = ", ".join(row.key for row in SCORE_KINDS)
    raise StudyError(f"There is no kind of score “{key}”.", hint=f"Choose one of: {known}.")
