"""Fold results and predictions as tables for other programs: CSV and XLSX; no cell can become a formula."""

import csv
from collections.abc import Iterator, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from core.domain.dataset import Task
from core.domain.evidence import Outcome
from core.judge.scores import context_of, measures_of, value_of
from core.later import later
from core.report.output import write_bytes
from core.report.subject import Subject
from core.report.text import printable
from core.store.ledger_export import harmless

openpyxl = later("openpyxl")
cells = later("openpyxl.cell")

LONGEST_CELL = 32_767
MOST_SHEET_ROWS = 1_048_575
FOLD_HEAD = (
    "part", "shuffle", "fold", "model", "measure", "output", "value", "training rows", "test rows", "settings",
    "settings tried", "seconds", "ending", "message",
)  # fmt: skip
Cell = str | int | float | None


def fold_rows(subject: Subject) -> Iterator[tuple[Cell, ...]]:
    """One row per training, measure and output; values as fractions for error-like measures."""
    study, data = subject.study, subject.data
    context, measures = context_of(study, data), measures_of(study)
    for one in subject.run.outcomes:
        settings = "; ".join(f"{key} {value}" for key, value in one.settings.items())
        for row in measures:
            for place, output in enumerate(data.outputs):
                yield (
                    one.job.part, one.job.repeat + 1, one.job.fold + 1, one.job.candidate, row.key, output,
                    value_of(one, row, data, place, context), one.train_size, len(one.rows), settings, one.tried,
                    round(one.seconds, 4), one.ending.value, one.message,
                )  # fmt: skip


def prediction_head(subject: Subject) -> tuple[str, ...]:
    scores = tuple(f"score of {name}" for name in subject.data.classes)
    return ("part", "shuffle", "fold", "model", "row", "output", "truth", "predicted", *scores)


def prediction_rows(subject: Subject) -> Iterator[tuple[Cell, ...]]:
    """One row per training, test row and output; rows are numbered as in the table, from 1."""
    for one in subject.run.outcomes:
        if one.predicted is not None:
            yield from _predictions(subject, one)


def _predictions(subject: Subject, one: Outcome) -> Iterator[tuple[Cell, ...]]:
    data = subject.data
    numbers = one.rows if data.rows is None else data.rows[one.rows]
    predicted = one.predicted if one.predicted is not None else ()
    for i, row in enumerate(one.rows):
        scores = [float(score) for score in one.scores[i]] if one.scores is not None else []
        for place, output in enumerate(data.outputs):
            truth, answer = float(data.targets[row, place]), float(predicted[i][place])
            yield (
                one.job.part, one.job.repeat + 1, one.job.fold + 1, one.job.candidate, int(numbers[i]) + 1, output,
                _shown(subject, truth), _shown(subject, answer), *scores,
            )  # fmt: skip


def _shown(subject: Subject, value: float) -> Cell:
    return subject.data.classes[int(value)] if subject.data.task is Task.CLASSES else value


def write_csv(path: Path, subject: Subject) -> tuple[Path, ...]:
    """The fold results under this name, the predictions beside them."""
    beside = path.with_name(f"{path.stem}-predictions{path.suffix or '.csv'}")
    write_bytes(path, as_csv(FOLD_HEAD, fold_rows(subject)))
    write_bytes(beside, as_csv(prediction_head(subject), prediction_rows(subject)))
    return path, beside


def as_csv(head: Sequence[str], rows: Iterator[tuple[Cell, ...]]) -> bytes:
    """UTF-8 with its mark, so that spreadsheets read it right."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([_safe(name) for name in head])
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", "replace")


def _safe(cell: Cell) -> object:
    return harmless(printable(cell)) if isinstance(cell, str) else cell


def write_xlsx(path: Path, subject: Subject) -> tuple[Path, ...]:
    book = openpyxl.Workbook(write_only=True)
    _sheet(book, "Folds", FOLD_HEAD, fold_rows(subject))
    _sheet(book, "Predictions", prediction_head(subject), prediction_rows(subject))
    packed = BytesIO()
    book.save(packed)
    write_bytes(path, packed.getvalue())
    return (path,)


def _sheet(book: Any, title: str, head: Sequence[str], rows: Iterator[tuple[Cell, ...]]) -> None:
    """As many sheets as the rows need."""
    sheet = None
    for place, row in enumerate(rows):
        if place % MOST_SHEET_ROWS == 0:
            number = place // MOST_SHEET_ROWS
            sheet = _started(book, f"{title} {number + 1}" if number else title, head)
        if sheet is not None:
            sheet.append([_typed(sheet, cell) for cell in row])
    if sheet is None:
        _started(book, title, head)


def _started(book: Any, title: str, head: Sequence[str]) -> Any:
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    sheet.append([_typed(sheet, name) for name in head])
    return sheet


def _typed(sheet: Any, cell: Cell) -> object:
    """A text that could be taken for a formula or an error is marked as text, so that nothing is computed."""
    if not isinstance(cell, str):
        return cell
    text = printable(cell)[:LONGEST_CELL]
    if not text.startswith(("=", "#")):
        return text
    made = cells.WriteOnlyCell(sheet, text)
    made.data_type = "s"
    return made
