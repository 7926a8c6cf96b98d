"""Fold results and predictions as tables for other programs: CSV and XLSX; no cell can become a formula."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby, repeat
from pathlib import Path
from textwrap import wrap

from core.domain.dataset import Dataset, Floats, Task
from core.domain.evidence import MAIN, TRIVIAL, FitResult
from core.history.history_table import harmless
from core.judge.scores import context_of, measures_of, value_of
from core.report.output import write_bytes, write_text
from core.report.report_sentence import verdict_sentence
from core.report.subject import ReportInput
from core.report.write_workbook import MOST_COLUMNS, Cell, Sheet, packed_workbook
from core.support.text import printable

FOLD_HEAD = (
    "part", "shuffle", "fold", "model", "measure", "output", "value", "training rows", "test rows", "settings",
    "settings tried", "seconds", "ending", "message",
)  # fmt: skip
LINE = 100  # letters; a sheet does not break lines by itself
PREDICTION_HEAD = ("part", "shuffle", "fold", "row", "output", "truth")
ABOUT_FOLDS = "Folds: one line per training, measure and output. Error-like measures are fractions of 1."
ABOUT_PREDICTIONS = (
    "Predictions: one line per test row and output of every split, the answers of all models side by side. "
    "Rows are numbered as in the table, from 1; nothing stands where a training failed. A row comes back in every "
    "repeat: to count each row once, keep part main and repeat 1."
)
ABOUT_PARTS = "part: main decides; 5x2 and extra are the further splits that the report names."
ABOUT_GIVEN = (
    "Folds: every row once, in parts; one line per part, model, measure and output. Nothing was trained here. "
    "Error-like measures are fractions of 1.",
    "Predictions: every row once, the answers of all models side by side. Rows are numbered as in the table, from 1.",
)
TOO_WIDE = "The scores of the classes are left out: a sheet has no room for so many columns. The CSV tables have them."


def fold_rows(subject: ReportInput) -> Iterator[tuple[Cell, ...]]:
    """One row per training, measure and output; values as fractions for error-like measures."""
    study, data = subject.study, subject.data
    context, measures = context_of(study, data), measures_of(study)
    for one in _outcomes(subject):
        settings = "; ".join(f"{key} {value}" for key, value in one.settings.items())
        for row in measures:
            for place, output in enumerate(data.outputs):
                yield (
                    one.job.part, one.job.repeat + 1, one.job.fold + 1, one.job.candidate, row.key, output,
                    value_of(one, row, data, place, context), *_effort(subject, one, settings),
                    one.ending.value, one.message,
                )  # fmt: skip


def _effort(subject: ReportInput, one: FitResult, settings: str) -> tuple[Cell, ...]:
    if subject.is_given:
        return None, len(one.rows), settings, None, None
    return one.train_size, len(one.rows), settings, one.tried, round(one.seconds, 4)


def _outcomes(subject: ReportInput) -> tuple[FitResult, ...]:
    """Predictions made elsewhere are the same in every repeat: one tells them all."""
    found = subject.run.outcomes
    return tuple(one for one in found if one.job[:2] == (MAIN, 0)) if subject.is_given else found


def _about(subject: ReportInput) -> tuple[str, ...]:
    """How to read the tables, the verdict first."""
    read = ABOUT_GIVEN if subject.is_given else (ABOUT_FOLDS, ABOUT_PREDICTIONS, ABOUT_PARTS)
    return verdict_sentence(subject), *read


def prediction_head(subject: ReportInput, with_scores: bool = True) -> tuple[str, ...]:
    """The answers of every model, then the scores of those that give any, class by class."""
    keys, scored = _models(subject), _scored(subject) if with_scores else ()
    scores = (f"{key}: score of {name}" for key in scored for name in subject.data.classes)
    return (*PREDICTION_HEAD, *keys, *scores)


def prediction_rows(subject: ReportInput, with_scores: bool = True) -> Iterator[tuple[Cell, ...]]:
    """One row per test row and output of every split."""
    keys, scored = _models(subject), _scored(subject) if with_scores else ()
    answered = (one for one in _outcomes(subject) if one.predicted is not None)
    for _, split in groupby(answered, key=lambda one: one.job[:3]):
        for same_rows in _by_rows(split):
            yield from _side_by_side(subject.data, same_rows, keys, scored)


def _models(subject: ReportInput) -> tuple[str, ...]:
    return (*(candidate.key for candidate in subject.study.candidates), TRIVIAL)


def _scored(subject: ReportInput) -> tuple[str, ...]:
    found = {one.job.candidate for one in subject.run.outcomes if one.scores is not None}
    return tuple(key for key in _models(subject) if key in found)


def _by_rows(split: Iterable[FitResult]) -> list[list[FitResult]]:
    """All models of a split answer the same rows; should one not, it gets lines of its own."""
    found: dict[bytes, list[FitResult]] = {}
    for one in split:
        found.setdefault(one.rows.tobytes(), []).append(one)
    return list(found.values())


def _side_by_side(
    data: Dataset, outcomes: Sequence[FitResult], keys: Sequence[str], scored: Sequence[str]
) -> Iterator[tuple[Cell, ...]]:
    part, shuffle, fold, _ = outcomes[0].job
    rows, mine = outcomes[0].rows, {one.job.candidate: one for one in outcomes}
    numbers = ((rows if data.rows is None else data.rows[rows]) + 1).tolist()
    scores = [column for key in scored for column in _scores(mine.get(key), data)]
    for place, output in enumerate(data.outputs):
        answers = (_answers(mine.get(key), data, place) for key in keys)
        truth = _shown(data, data.targets[rows, place])
        columns = (numbers, repeat(output), truth, *answers, *scores)
        for cells in zip(*columns, strict=False):  # repeated cells have no end
            yield (part, shuffle + 1, fold + 1, *cells)


def _answers(one: FitResult | None, data: Dataset, place: int) -> Iterable[Cell]:
    return repeat(None) if one is None or one.predicted is None else _shown(data, one.predicted[:, place])


def _scores(one: FitResult | None, data: Dataset) -> Iterator[Iterable[Cell]]:
    for place in range(len(data.classes)):
        yield repeat(None) if one is None or one.scores is None else one.scores[:, place].tolist()


def _shown(data: Dataset, values: Floats) -> list[Cell]:
    return [data.classes[int(value)] for value in values] if data.task is Task.CLASSES else values.tolist()


def write_csv(path: Path, subject: ReportInput) -> tuple[Path, ...]:
    """The fold results under this name; beside them the predictions, and how to read both."""
    beside = path.with_name(f"{path.stem}-predictions{path.suffix or '.csv'}")
    about = path.with_name(f"{path.stem}-about.txt")
    write_bytes(path, as_csv(FOLD_HEAD, fold_rows(subject)))
    write_bytes(beside, as_csv(prediction_head(subject), prediction_rows(subject)))
    write_text(about, "\n\n".join(_about(subject)) + "\n")
    return path, beside, about


def as_csv(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """UTF-8 with its mark, so that spreadsheets read it right."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([_safe(name) for name in head])
    writer.writerows([_safe(cell) if cell.__class__ is str else cell for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", "replace")


def _safe(cell: Cell) -> object:
    return harmless(printable(cell)) if isinstance(cell, str) else cell


def write_xlsx(path: Path, subject: ReportInput) -> tuple[Path, ...]:
    fits = len(prediction_head(subject)) <= MOST_COLUMNS
    told = (*_about(subject), *([] if fits else [TOO_WIDE]))
    sheets = (
        Sheet("About", (subject.study.title,), [(line,) for text in told for line in (*wrap(text, LINE), "")]),
        Sheet("Folds", FOLD_HEAD, fold_rows(subject)),
        Sheet("Predictions", prediction_head(subject, fits), prediction_rows(subject, fits)),
    )
    write_bytes(path, packed_workbook(sheets))
    return (path,)
