"""What stands in the way of a claim: designs that only describe, too few rows, failures, open questions."""

import numpy as np

from core.domain.conclusion import NoClaim, Reason
from core.domain.dataset import Dataset, Task
from core.domain.study import Reply, SchemeKind, Study
from core.judge.context import ComparisonContext

DESCRIPTIVE_SCHEMES = (
    SchemeKind.RESUBSTITUTION,
    SchemeKind.BOOTSTRAP,
    SchemeKind.LEAVE_ONE_OUT,
    SchemeKind.TIME,
)
TOO_MANY_FAILED = 0.05
FEWEST_ROWS, FEWEST_OF_A_CLASS = 20, 10
USES_SCORES = ("auc", "cost", "pr-auc", "log-loss", "brier")
TRAINED_ON = "TRAINED-ON"  # were any of these rows used to train the models whose predictions are imported?
ROW_ORDER = "ORDER"  # are the imported columns in the same row order?
STATEMENTS = ("unseen", "alone")  # what the person states before the lock: no results seen, rows independent
BETWEEN = ", "  # names of inputs in one question


def explain_no_claim(study: Study, data: Dataset) -> NoClaim | None:
    """Why this design or this table supports no claim; None when it does."""
    if study.scheme.kind in DESCRIPTIVE_SCHEMES:
        return NoClaim(Reason.DESCRIPTIVE, design=study.scheme.kind.value)
    if study.scheme.kind is SchemeKind.KFOLD and study.scheme.folds >= data.size:
        return NoClaim(Reason.DESCRIPTIVE, design=SchemeKind.LEAVE_ONE_OUT.value)
    if data.size < FEWEST_ROWS:
        return NoClaim(Reason.FEW_ROWS, count=data.size, needed=FEWEST_ROWS)
    if data.task is Task.CLASSES and data.class_counts.min() < FEWEST_OF_A_CLASS:
        rarest = int(data.class_counts.argmin())
        count = int(data.class_counts[rarest])
        return NoClaim(Reason.FEW_ROWS, count=count, needed=FEWEST_OF_A_CLASS, name=data.classes[rarest])
    return None


def has_failed(context: ComparisonContext, key: str) -> bool:
    """Whether at least five in a hundred training runs of this model failed: the rest may be the easy ones."""
    failed, total = context.main.failed(key), len(context.main.outcomes(key))
    return bool(total) and failed >= TOO_MANY_FAILED * total


def is_identical(context: ComparisonContext, first: str, second: str, output: int) -> bool:
    """Whether both predicted the same on every row (and scored the same, where scores are measured)."""
    ours, theirs = context.main.outcomes(first), context.main.outcomes(second)
    by_scores = context.study.question.measure in USES_SCORES
    return bool(ours) and all(
        a.predicted is not None
        and b.predicted is not None
        and np.array_equal(a.predicted[:, output], b.predicted[:, output])
        and (not by_scores or a.scores is None or b.scores is None or np.array_equal(a.scores, b.scores))
        for a, b in zip(ours, theirs, strict=False)
    )


def is_in_sample(study: Study) -> bool:
    """Whether the person said that these rows were used to train the models."""
    return study.answers.get(TRAINED_ON) == Reply.YES


def is_out_of_order(study: Study) -> bool:
    """Whether the person said that imported columns are not in the same row order."""
    return study.answers.get(ROW_ORDER) == Reply.NO


def list_open_checks(study: Study) -> tuple[str, ...]:
    """Questions answered "not sure", and preparation of the whole table before import."""
    unsure = [key for key, reply in study.answers.items() if reply == Reply.NOT_SURE and not is_excluded(study, key)]
    return (*unsure, *(["PREP"] if study.answers.get("PREP") == Reply.YES else []))


def list_missing_statements(study: Study) -> tuple[str, ...]:
    """What the person could not state before the lock; then the result only explores."""
    return tuple(key for key in STATEMENTS if study.answers.get(key) == Reply.NO)


def list_open_leaks(study: Study) -> tuple[str, ...]:
    """Questions about inputs that may reveal the target of which the person is not sure."""
    unsure = (key for key, reply in study.answers.items() if reply == Reply.NOT_SURE)
    return tuple(key for key in unsure if key.startswith("LEAK") and not is_excluded(study, key))


def is_excluded(study: Study, key: str) -> bool:
    """Whether all that the question is about is no input any more: then there is nothing to be unsure of."""
    asked = key.partition(":")[2]
    return bool(asked) and (asked in study.columns.ignore or set(asked.split(BETWEEN)) <= set(study.columns.ignore))


def list_doubtful_inputs(study: Study, data: Dataset) -> tuple[str, ...]:
    """The inputs these questions are about; one question may name several."""
    asked = [key.partition(":")[2] for key in list_open_leaks(study)]
    exact = {name for name in asked if name in data.features}
    listed = [f"{BETWEEN}{name}{BETWEEN}" for name in asked if name not in exact]
    found = (
        name for name in data.features if name in exact or any(f"{BETWEEN}{name}{BETWEEN}" in one for one in listed)
    )
    return tuple(found)


def name_open_leaks(study: Study, data: Dataset) -> tuple[str, ...]:
    """What they are called: the inputs themselves, else what the questions say."""
    asked = (key.partition(":")[2] for key in list_open_leaks(study))
    return list_doubtful_inputs(study, data) or tuple(name for name in asked if name)
