"""Why a design, a data set or a run supports no claim, and what keeps an answer from being sure."""

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.study import Reply, SchemeKind, Study
from core.judge.doubtful import is_left_out
from core.judge.evidence import ComparisonContext
from core.judge.gaps import DESCRIPTIVE_SCHEMES
from core.judge.special import USE_FOLDS
from core.support.text import pluralize

TOO_MANY_FAILED = 0.05
FEWEST_ROWS, FEWEST_OF_A_CLASS = 20, 10
USES_SCORES = ("auc", "cost")
DESCRIBES = "describes; it cannot tell two models apart."
DESIGNS = {
    SchemeKind.RESUBSTITUTION: f"Testing on the rows that were trained on {DESCRIBES}",
    SchemeKind.BOOTSTRAP: f"Drawing rows with repeats (bootstrap) {DESCRIBES}",
    SchemeKind.LEAVE_ONE_OUT: f"Leaving out one row at a time {DESCRIBES}",
    SchemeKind.TIME: f"Rows in the order of time can be tested in one way only; that {DESCRIBES}",
}
WAIT = "Take it as a hint, and confirm on new rows when some have come in: on these a claim can be made."
TRAINED_ON = "TRAINED-ON"  # were any of these rows used to train the models whose predictions are given?
STATEMENTS = {
    "unseen": "Exploratory: you told us you had seen results on these rows.",
    "alone": "Exploratory: you told us that rows depend on each other, so the range may be too narrow.",
}


def no_claim(evidence: ComparisonContext) -> str:
    """Why this design or this data supports no claim; nothing when it does."""
    study, data = evidence.study, evidence.data
    if study.scheme.kind in DESCRIPTIVE_SCHEMES:
        return DESIGNS[study.scheme.kind]
    if study.scheme.kind is SchemeKind.KFOLD and study.scheme.folds >= data.size:
        return f"With one row per fold the design {DESCRIBES}"
    if data.size < FEWEST_ROWS:
        return f"With {pluralize(data.size, 'row')} Evenfold will describe, not judge."
    if _rarest(data) < FEWEST_OF_A_CLASS:
        name = data.classes[int(data.class_counts.argmin())]
        return f"With {pluralize(_rarest(data), 'row')} of '{name}' Evenfold will describe, not judge."
    return ""


def advice(evidence: ComparisonContext) -> str:
    """What would let a design that only describes make a claim."""
    if evidence.data.size < FEWEST_ROWS:
        return "Collect more rows: judging takes at least 20."
    if _rarest(evidence.data) < FEWEST_OF_A_CLASS:
        return "Collect more rows of that class, join it with another, or leave its rows out."
    return WAIT if evidence.study.scheme.kind is SchemeKind.TIME else USE_FOLDS


def _rarest(data: Dataset) -> int:
    """Rows of the smallest class; all rows where numbers are predicted."""
    return int(data.class_counts.min(initial=data.size)) if data.task is Task.CLASSES else data.size


def failures(evidence: ComparisonContext, *keys: str) -> str:
    """The first candidate of which at least five in a hundred trainings failed; nothing when none."""
    for key in keys:
        failed, total = evidence.main.failed(key), len(evidence.main.outcomes(key))
        if total and failed >= TOO_MANY_FAILED * total:
            return f"{failed} of {total} trainings of {evidence.names[key]} failed"
    return ""


def is_identical(evidence: ComparisonContext, key: str, output: int) -> bool:
    """Whether the candidate answered like the reference on every row (and scored, where scores are measured)."""
    ours, theirs = evidence.main.outcomes(key), evidence.main.outcomes(evidence.study.reference)
    by_scores = evidence.study.question.measure in USES_SCORES
    return bool(ours) and all(
        a.predicted is not None
        and b.predicted is not None
        and np.array_equal(a.predicted[:, output], b.predicted[:, output])
        and (not by_scores or a.scores is None or b.scores is None or np.array_equal(a.scores, b.scores))
        for a, b in zip(ours, theirs, strict=False)
    )


def is_in_sample(study: Study) -> bool:
    return study.answers.get(TRAINED_ON) == Reply.YES


def doubts(study: Study) -> tuple[str, ...]:
    """Questions answered "not sure", and preparation of the whole table before import."""
    unsure = [key for key, answer in study.answers.items() if answer == Reply.NOT_SURE and not is_left_out(study, key)]
    return (*unsure, *(["PREP"] if study.answers.get("PREP") == Reply.YES else []))


def exploratory(study: Study) -> str:
    """What the person could not state before the lock; then the answer only explores."""
    told = [text for key, text in STATEMENTS.items() if study.answers.get(key) == Reply.NO]
    return " ".join([*told, "Confirm on new rows before you rely on this."]) if told else ""
