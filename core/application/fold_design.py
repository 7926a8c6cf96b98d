"""How scores made elsewhere came about, and which tests that design supports; others are refused with the reason."""

from collections.abc import Callable

from core.domain.fold_scores import Design, Refused
from core.domain.study import Reply
from core.statistics.comparison_test import ComparisonTest
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.wording.fold_scores_text import NOT_PAIRED
from core.wording.method_tables import TEST_TEXTS

FEWEST_FOLDS = 2
FOR_FLIPS = 6  # folds from which one pattern of signs in 20 can be named


_ON_ROWS = "It needs the answers on every row; fold scores do not hold them."
_TOO_OFTEN = "It takes folds or repeats that share rows for separate experiments, and claims far too often."


def _halves(design: Design) -> str:
    fits = (design.folds, design.repeats) == (2, 5)
    return "" if fits else f"It needs 5 repeats of 2 folds; this is {design.text}."


def _several(design: Design) -> str:
    if design.repeats < 2:
        return "It averages over repeats, and there is one only."
    return "" if design.folds > 2 else "With two folds a repeat has no spread of its own to judge by."


def _one_repeat(design: Design) -> str:
    return "" if design.folds > 2 else "With two folds one repeat has no spread of its own to judge by."


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
    "paired-t-one-shuffle": _one_repeat,
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


def choose_tests(design: Design) -> tuple[tuple[ComparisonTest, ...], tuple[Refused, ...]]:
    """The tests to run, and those refused."""
    run, refused = [], []
    for row in COMPARISON_TESTS:
        reason = NOT_PAIRED if design.same_folds is Reply.NO else _REASONS.get(row.key, _UNKNOWN)(design)
        if reason:
            refused.append(Refused(TEST_TEXTS[row.key].title, reason))
        else:
            run.append(row)
    return tuple(run), tuple(refused)
