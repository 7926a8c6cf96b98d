"""A final model used on a new file: trained again from its recipe, checked, then asked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.domain.dataset import Dataset, Floats, Table, Task
from core.judge.scores import context_of
from core.prediction.build import PART, remembered
from core.prediction.file import Kept
from core.prediction.inputs import inputs_of
from core.report.output import write_bytes
from core.report.tables import as_csv
from core.report.workbook import Cell
from core.routes.train_once import trained_once
from core.statistics.class_measures import decided_positive

CLOSE = 1e-6
OTHER_MODEL = (
    "On this computer the recipe gives a slightly different model ({apart} of {count} remembered answers differ)"
)


@dataclass(frozen=True, slots=True, eq=False)
class Predicted:
    """One answer per row and output (class names or numbers), scores per class or None, remarks per row, notes."""

    outputs: tuple[str, ...]
    classes: tuple[str, ...]
    answers: tuple[tuple[str | float, ...], ...]
    scores: Floats | None
    remarks: tuple[str, ...]
    notes: tuple[str, ...]


def predict(kept: Kept, table: Table) -> Predicted:
    """Everything a new file needs: its columns checked, its rows answered, what is strange about them told."""
    known, model = kept.data, kept.model
    seen = inputs_of(known, table)
    first = remembered(known)
    asked = _asked(known, np.concatenate([first.inputs, seen.values]))
    made = trained_once(model.study, [model.candidate], known, asked, PART)[model.candidate.key]
    assert made.predicted is not None
    scores = None if made.scores is None else made.scores[first.size :]
    answers = _decided(kept, made.predicted[first.size :], scores)
    notes = (*_other_model(kept, made.predicted[: first.size]), *seen.notes)
    return Predicted(known.outputs, known.classes, _shown(known, answers), scores, seen.remarks, notes)


def _asked(known: Dataset, inputs: Floats) -> Dataset:
    """Rows without answers; zeros stand where nobody looks."""
    return replace(
        known,
        inputs=inputs,
        targets=np.zeros((len(inputs), known.targets.shape[1])),
        groups=None,
        order=None,
        rows=None,
        given={},
    )


def _decided(kept: Kept, predicted: Floats, scores: Floats | None) -> Floats:
    """Under costs the threshold of the study decides, as it did when the model was judged."""
    data, study = kept.data, kept.model.study
    if study.question.measure != "cost" or len(data.classes) != 2:
        return predicted
    context = context_of(study, data)
    positive = decided_positive(predicted[:, 0], scores, context)
    return np.where(positive, context.positive, 1 - context.positive).astype(np.float64).reshape(-1, 1)


def _shown(known: Dataset, answers: Floats) -> tuple[tuple[str | float, ...], ...]:
    if known.task is Task.CLASSES:
        return tuple((known.classes[int(row[0])],) for row in answers)
    return tuple(tuple(float(value) for value in row) for row in answers)


def _other_model(kept: Kept, said: Floats) -> Iterator[str]:
    """Whether the recipe gives the model that was saved."""
    wanted = np.array(kept.model.answers, dtype=np.float64).reshape(said.shape)
    apart = int((~np.isclose(said, wanted, rtol=CLOSE, atol=1e-9).all(axis=1)).sum())
    if apart:
        there = ", ".join(f"{name} {number}" for name, number in kept.model.versions.items())
        yield f"{OTHER_MODEL.format(apart=apart, count=len(said))}. It was saved with {there}."


def write_predictions(path: Path, found: Predicted) -> None:
    """A table with one line per row: its number, the answers, the scores, and what was strange about it."""
    scores = tuple(f"score of {name}" for name in found.classes) if found.scores is not None else ()
    head = ("row", *(f"predicted {name}" for name in found.outputs), *scores, "remark")
    write_bytes(path, as_csv(head, _lines(found)))


def _lines(found: Predicted) -> Iterator[tuple[Cell, ...]]:
    for row, (answers, remark) in enumerate(zip(found.answers, found.remarks, strict=True)):
        scores = [] if found.scores is None else [float(score) for score in found.scores[row]]
        yield (row + 1, *answers, *scores, remark)
