"""Positive and negative errors apart: their costs may differ (Reich & Barai 1999, section 2.2.5)."""

import numpy as np

from core.domain.dataset import Floats, Task
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.laboratory.demo_runner import DemoRunner, Progress, Working
from core.laboratory.procedure import Procedure, ProcedureResult, Subject, cell
from core.support.errors import StudyError

KEY = "error-signs"


def show_signs(_shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Of every model, over all held-out predictions of all repeats."""
    yield Progress(0, 1)
    if subject.data.task is Task.CLASSES:
        return _show_classes(subject)
    return _show_numbers(subject)


def collect_errors(subject: Subject, key: str) -> Floats:
    """Predicted less true, of every row in every repeat in which it was tested."""
    parts = [
        outcome.predicted[:, subject.output] - subject.data.targets[outcome.rows, subject.output]
        for outcome in subject.run.of(key)
        if outcome.predicted is not None
    ]
    return np.concatenate(parts) if parts else np.empty(0)


def _show_numbers(subject: Subject) -> ProcedureResult:
    rows, high, low, names = [], [], [], []
    for place, model in enumerate(_tested(subject)):
        errors = collect_errors(subject, model)
        above, below = errors[errors > 0], -errors[errors < 0]
        shares = [100 * len(some) / len(errors) for some in (above, below)]
        means = [float(some.mean()) if some.size else 0.0 for some in (above, below)]
        high.append(Mark(place, shares[0] * means[0] / 100))
        low.append(Mark(place, shares[1] * means[1] / 100))
        names.append(subject.name(model))
        rows.append((names[-1], *(cell(one, 3) for one in (*shares, *means, float(errors.mean())))))
    name = subject.data.outputs[subject.output]
    return ProcedureResult(
        KEY,
        f"{name}: "
        + "; ".join(f"{row[0]} is too high for {row[1]} and too low for {row[2]} of 100 rows" for row in rows)
        + ".",
        "The two parts of the mean absolute error: what lies too high and what lies too low. Where one side costs "
        "more, set “too high costs r times” on the page Question, and that cost decides (Reich & Barai 1999, section "
        "2.2.5).",
        ("Model", "Too high, of 100", "Too low, of 100", "Mean when too high", "Mean when too low", "Mean error"),
        tuple(rows),
        Drawing(
            f"share of the mean absolute error, {name}", "",
            (Trace("too high", tuple(high), False), Trace("too low", tuple(low), False)), tuple(names), is_rows=True,
            from_zero=True,
        ),
    )  # fmt: skip


def _tested(subject: Subject) -> tuple[str, ...]:
    found = tuple(one.key for one in subject.study.candidates if any(o.ok for o in subject.run.of(one.key)))
    if not found:
        raise StudyError("No training of this study ended well, so there are no errors to count.", hint="")
    return found


def count_confusions(subject: Subject, key: str) -> Floats:
    """Rows of true class x predicted class, summed over repeats."""
    size = len(subject.data.classes)
    table = np.zeros((size, size))
    for outcome in subject.run.of(key):
        if outcome.predicted is not None:
            truth = subject.data.labels[outcome.rows].astype(np.int64)
            np.add.at(table, (truth, outcome.predicted[:, 0].astype(np.int64)), 1)
    return table


def _show_classes(subject: Subject) -> ProcedureResult:
    """Of every class: rows called it that are not, and rows of it called something else."""
    rows, alarms, misses, places = [], list[Mark](), list[Mark](), list[str]()
    for key in _tested(subject):
        table = count_confusions(subject, key)
        total = table.sum()
        for place, name in enumerate(subject.data.classes):
            alarm = float(table[:, place].sum() - table[place, place])
            miss = float(table[place].sum() - table[place, place])
            others = float(total - table[place].sum())
            own = float(table[place].sum())
            alarms.append(Mark(len(places), 100 * alarm / total))
            misses.append(Mark(len(places), 100 * miss / total))
            places.append(f"{subject.name(key)}: {name}")
            rates = (100 * alarm / others if others else None, 100 * miss / own if own else None)
            shares = (100 * alarm / total, 100 * miss / total, *rates)
            rows.append((subject.name(key), name, *(cell(one, 3) for one in shares)))
    first = rows[0]
    return ProcedureResult(
        KEY,
        f"{first[0]}, class {first[1]}: {first[2]} false alarms and {first[3]} misses per 100 rows.",
        "A false alarm is a row called this class that is not; a miss is a row of it called something else. Where a "
        "miss costs more than a false alarm, let the cost decide (page Question; Reich & Barai 1999, section 2.2.5; "
        "Aslan et al. 2009, section II).",
        ("Model", "Class", "False alarms per 100 rows", "Misses per 100 rows", "Alarm rate of others", "Miss rate"),
        tuple(rows),
        Drawing(
            "per 100 rows", "",
            (Trace("false alarms", tuple(alarms), False), Trace("misses", tuple(misses), False)), tuple(places),
            is_rows=True, from_zero=True,
        ),
    )  # fmt: skip


SIGNS = Procedure(
    KEY,
    "Positive and negative errors apart",
    "Reich & Barai 1999, section 2.2.5",
    "Too high and too low, or false alarms and misses, counted apart. Nothing is trained.",
    (),
    show_signs,
)
