"""How scores made elsewhere came about, and which tests that design supports; others are refused with the reason."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.study import Reply
from core.statistics.comparison_test import ComparisonTest
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.support.errors import StudyError
from core.wording.units import Unit

FEWEST_FOLDS = 2
FOR_FLIPS = 6  # folds from which one pattern of signs in 20 can be named


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


@dataclass(frozen=True, slots=True)
class Design:
    """What must be asked: folds, shuffles, whether all models met the same folds; rows of the data if known."""

    folds: int
    repeats: int
    same_folds: Reply
    kind: str
    margin: float
    rows: int = 0
    looks: int = 0

    @property
    def text(self) -> str:
        shuffles = "1 shuffle" if self.repeats == 1 else f"{self.repeats} shuffles"
        return f"{shuffles} of {self.folds} folds"


@dataclass(frozen=True, slots=True)
class Refused:
    """A test that this design does not support, and why."""

    title: str
    reason: str


NOT_PAIRED = (
    "The models did not meet the same folds, so their scores cannot be set side by side; and scores of folds that "
    "share training rows support no test without that."
)
_ON_ROWS = "It needs the answers on every row; fold scores do not hold them."
_TOO_OFTEN = "It takes folds or shuffles that share rows for separate experiments, and claims far too often."


def _halves(design: Design) -> str:
    fits = (design.folds, design.repeats) == (2, 5)
    return "" if fits else f"It needs 5 shuffles of 2 folds; this is {design.text}."


def _several(design: Design) -> str:
    if design.repeats < 2:
        return "It averages over shuffles, and there is one only."
    return "" if design.folds > 2 else "With two folds a shuffle has no spread of its own to judge by."


def _one_shuffle(design: Design) -> str:
    return "" if design.folds > 2 else "With two folds one shuffle has no spread of its own to judge by."


def _flips(design: Design) -> str:
    return "" if design.folds >= FOR_FLIPS else f"With {design.folds} folds no pattern of signs is rare enough."


def _supported(_design: Design) -> str:
    return ""


def _because(reason: str) -> Callable[[Design], str]:
    return lambda _design: reason


_REASONS: dict[str, Callable[[Design], str]] = {
    "corrected-t": _supported,
    "bayes": _supported,
    "tost": _supported,
    "5x2-f": _halves,
    "5x2-t": _halves,
    "averaged-t": _several,
    "paired-t-one-shuffle": _one_shuffle,
    "sign-flip": _flips,
    "corrected-t2": _because("It judges several outputs together; here there is one."),
    "sign-test": _because(_ON_ROWS),
    "mcnemar": _because(_ON_ROWS),
    "mcnemar-midp": _because(_ON_ROWS),
    "delong": _because(_ON_ROWS),
    "pooled-t": _because(_TOO_OFTEN),
    "wilcoxon-shuffles": _because(_TOO_OFTEN),
    "fisher-shuffles": _because(_TOO_OFTEN),
}
_UNKNOWN = _because("It was not made for scores of folds.")


def supported(design: Design) -> tuple[tuple[ComparisonTest, ...], tuple[Refused, ...]]:
    """The tests to run, and those refused."""
    run, refused = [], []
    for row in COMPARISON_TESTS:
        reason = NOT_PAIRED if design.same_folds is Reply.NO else _REASONS.get(row.key, _UNKNOWN)(design)
        if reason:
            refused.append(Refused(row.title, reason))
        else:
            run.append(row)
    return tuple(run), tuple(refused)
