"""Training runs that failed, or ended worse on their own training rows than a constant would (Reich & Barai, 3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Integers, Task
from core.domain.evidence import FitResult, Run
from core.domain.study import Study
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.scores import context_of
from core.laboratory.demo_runner import DemoRunner, Progress, Working
from core.laboratory.procedure import Procedure, ProcedureResult, Subject, cell
from core.schemes import drop_unused_roles, make_splits
from core.statistics.measure import Context
from core.statistics.measures import Measure, find_measure

KEY = "training-endings"
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Endings:
    """Of one model: training runs, those that failed, those that ended worse than the constant, those with warnings.

    `known` are the runs whose loss on their own training rows is known.
    """

    runs: int
    failed: int
    useless: int
    known: int
    warned: int


def count_endings(study: Study, data: Dataset, run: Run, candidate: str) -> Endings:
    """A run is useless if it is worse on its training rows than the best constant there, on any output."""
    outcomes = run.of(candidate)
    row, context = find_measure(study.question.measure), context_of(study, data)
    known = [one for one in outcomes if one.ok and len(one.training_values) == len(data.outputs)]
    useless = 0
    if known:
        plain = drop_unused_roles(study, data)
        trained = {(one.repeat, one.fold): one.train for one in make_splits(plain, study.scheme, study.seed)}
        useless = sum(_is_useless(one, trained, data, row, context) for one in known)
    return Endings(
        len(outcomes),
        sum(not one.ok for one in outcomes),
        useless,
        len(known),
        sum(bool(one.warnings) for one in outcomes),
    )


def _is_useless(
    outcome: FitResult, trained: dict[tuple[int, int], Integers], data: Dataset, row: Measure, context: Context
) -> bool:
    rows = trained.get((outcome.job.repeat, outcome.job.fold))
    if rows is None:
        return False
    return any(
        is_worse_than_constant(value, data, rows, row, place, context)
        for place, value in enumerate(outcome.training_values)
    )


def is_worse_than_constant(
    value: float, data: Dataset, rows: Integers, row: Measure, output: int, context: Context
) -> bool:
    """Whether a value on training rows is worse than that of the best constant on the same rows."""
    constant = find_constant_value(data, rows, row, output, context)
    if constant is None:
        return False
    sign = 1.0 if row.lower_is_better else -1.0
    return sign * (value - constant) > ROUNDING * max(1.0, abs(constant))


def find_constant_value(data: Dataset, rows: Integers, row: Measure, output: int, context: Context) -> float | None:
    """The best value a constant reaches on these rows: a class, or mean or median; None where a constant has none."""
    truth = data.targets[rows, output]
    answers: Sequence[float]
    if data.task is Task.CLASSES:
        answers = [float(place) for place in range(len(data.classes))]
    else:
        answers = [float(np.mean(truth)), float(np.median(truth))]
    values = [row.value(truth, np.full(len(truth), answer), None, context) for answer in answers]
    known = [value for value in values if value is not None]
    return None if not known else min(known) if row.lower_is_better else max(known)


def show_endings(_shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    yield Progress(0, 1)
    found = {
        one.key: count_endings(subject.study, subject.data, subject.run, one.key) for one in subject.study.candidates
    }
    names = tuple(subject.name(key) for key in found)
    failed, useless = sum(one.failed for one in found.values()), sum(one.useless for one in found.values())
    traces = tuple(
        Trace(title, tuple(Mark(place, float(getattr(one, field))) for place, one in enumerate(found.values())), False)
        for title, field in (("failed", "failed"), ("useless", "useless"), ("with warnings", "warned"))
    )
    total = sum(one.runs for one in found.values())
    return ProcedureResult(
        KEY,
        f"Of {total:,} training runs {failed:,} failed and {useless:,} ended worse on their own training rows than a "
        "constant would.",
        "A training that diverged need not fail: it may end in a model that errs more than a constant, even on the "
        "rows it was trained on. Such runs say more about the training than about the data; they stay in the result, "
        "because a user of the model would have met them too (Reich & Barai 1999, section 3.2).",
        ("Model", "Training runs", "Failed", "Useless", "Known of", "With warnings"),
        tuple(
            (name, *(cell(float(value), 6) for value in (one.runs, one.failed, one.useless, one.known, one.warned)))
            for name, one in zip(names, found.values(), strict=True)
        ),
        Drawing("training runs", "", traces, names, is_rows=True, from_zero=True),
    )


ENDINGS = Procedure(
    KEY,
    "Failed and useless training runs",
    "Reich & Barai 1999, section 3.2",
    "Runs that failed, and runs worse than a constant on their own training rows. Nothing is trained.",
    (),
    show_endings,
)
