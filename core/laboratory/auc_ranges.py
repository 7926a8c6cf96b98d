"""Ranges of an AUC beside each other, with what each takes for granted (Aslan et al. 2009, section V and figure 6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from core.domain.chances import word_p_value
from core.domain.dataset import Floats, Integers, Task
from core.judge.pairings import first_repeat
from core.judge.scores import ScoreTable
from core.statistics.auc_intervals import AucInterval, agarwal, delong, hanley_mcneil
from core.statistics.auc_tests import AucDifference, delong_paired, hanley_mcneil_paired
from core.statistics.cortes_mohri import AucFromErrors, auc_range
from core.statistics.undefined import Undefined
from core.wording.undefined_text import describe_reason


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows of the first repeat, each once: truth (1 positive, 0 other), scores (None: none), wrong answers."""

    truth: Integers
    ranking: Floats | None
    errors: int


@dataclass(frozen=True, slots=True)
class AucMethod:
    """`letter` marks its line in the picture; `note` is what it takes for granted."""

    key: str
    letter: str
    title: str
    note: str
    source: str
    range: Callable[[Rows, float], AucInterval | AucFromErrors | Undefined]


def _cortes_mohri(rows: Rows, level: float) -> AucFromErrors | Undefined:
    positives = int((rows.truth == 1).sum())
    return auc_range(positives, len(rows.truth) - positives, rows.errors, level)


ScoreRange = Callable[[Integers, Floats, float], AucInterval | Undefined]


def _of_scores(formula: ScoreRange) -> Callable[[Rows, float], AucInterval | Undefined]:
    def found(rows: Rows, level: float) -> AucInterval | Undefined:
        if rows.ranking is None:
            return Undefined("no_scores")
        return formula(rows.truth, rows.ranking, level)

    return found


METHODS = (
    AucMethod(
        "cortes-mohri",
        "C",
        "Cortes–Mohri",
        "knows only the number of errors and takes every order with that many errors for equally likely",
        "Cortes & Mohri 2004",
        _cortes_mohri,
    ),
    AucMethod(
        "agarwal",
        "A",
        "Agarwal",
        "takes nothing for granted but independent rows, so it is wide",
        "Agarwal et al. 2005",
        _of_scores(agarwal),
    ),
    AucMethod(
        "delong",
        "D",
        "DeLong",
        "takes many independent rows of each class for granted, and one model for all of them",
        "DeLong, DeLong & Clarke-Pearson 1988",
        _of_scores(delong),
    ),
    AucMethod(
        "hanley-mcneil",
        "H",
        "Hanley–McNeil",
        "takes scores with exponential tails for granted, besides what DeLong does",
        "Hanley & McNeil 1982",
        _of_scores(hanley_mcneil),
    ),
)
TESTS = (("DeLong", delong_paired), ("Hanley–McNeil", hanley_mcneil_paired))
APPROXIMATE = "Each fold has its own model here, so all of these are approximate."


@dataclass(frozen=True, slots=True)
class AucRange:
    """One method on one model; without ends where it has no answer, for this reason."""

    method: AucMethod
    model: str
    low: float | None
    high: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class AucTest:
    """The difference between both AUCs on the same rows, positive for the candidate."""

    title: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    reason: str

    def sentence(self) -> str:
        if self.difference is None or self.low is None or self.high is None or self.p is None:
            return f"{self.title}: no answer. {self.reason}"
        span = f"{self.difference:.3f} ({self.low:.3f} to {self.high:.3f})"
        text = f"{self.title}: difference {span}, {word_p_value(self.p)}."
        return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class AucRanges:
    """`declined` says why nothing of this applies."""

    ranges: tuple[AucRange, ...] = ()
    tests: tuple[AucTest, ...] = ()
    declined: str = ""


def compare_auc_ranges(main: ScoreTable, names: Mapping[str, str], candidate: str | None, level: float) -> AucRanges:
    """All methods on the baseline and on the candidate, if there is one."""
    declined = _declined(main)
    if declined:
        return AucRanges(declined=declined)
    keys = [key for key in (main.study.baseline, candidate) if key is not None]
    rows = {key: found for key in keys if (found := _rows(main, key)) is not None}
    ranges = tuple(_range(method, names[key], rows[key], level) for key in rows for method in METHODS)
    return AucRanges(
        ranges, tuple(_test(title, test, rows, candidate, level) for title, test in TESTS if len(rows) == 2)
    )


def _declined(main: ScoreTable) -> str:
    if main.data.task is not Task.CLASSES:
        return "Numbers have no AUC."
    if len(main.data.classes) != 2:
        return f"Ranges of the AUC exist for two classes; this study has {len(main.data.classes)}."
    return ""


def _rows(main: ScoreTable, key: str) -> Rows | None:
    outcome = first_repeat(main, key)
    if outcome is None or outcome.predicted is None:
        return None
    labels, positive = main.data.labels[outcome.rows], main.context.positive
    ranking = None if outcome.scores is None else outcome.scores[:, positive].astype(np.float64)
    return Rows((labels == positive).astype(np.int64), ranking, int(np.sum(outcome.predicted[:, 0] != labels)))


def _range(method: AucMethod, model: str, rows: Rows, level: float) -> AucRange:
    found = method.range(rows, level)
    if isinstance(found, Undefined):
        return AucRange(method, model, None, None, describe_reason(found.reason))
    return AucRange(method, model, found.low, found.high, "")


def _test(
    title: str,
    test: Callable[[Integers, Floats, Floats, float], AucDifference | Undefined],
    rows: Mapping[str, Rows],
    candidate: str | None,
    level: float,
) -> AucTest:
    ours = next(found for key, found in rows.items() if key == candidate)
    theirs = next(found for key, found in rows.items() if key != candidate)
    if ours.ranking is None or theirs.ranking is None or not np.array_equal(ours.truth, theirs.truth):
        return AucTest(title, None, None, None, None, describe_reason("no_scores"))
    made = test(ours.truth, ours.ranking, theirs.ranking, level)
    if isinstance(made, Undefined):
        return AucTest(title, made.estimate, None, None, made.p, describe_reason(made.reason))
    return AucTest(title, made.difference, made.low, made.high, made.p, "")
