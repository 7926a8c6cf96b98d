"""Small studies with invented predictions, so that conclusions are tested without training anything."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

import numpy as np

from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.evidence import HALVES, MAIN, TRIVIAL, Ending, FitResult, Job, Run
from core.domain.findings import Findings
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study
from core.wording.result_text import word_result


def class_data(rows: int = 200, classes: int = 2, groups: int = 0) -> Dataset:
    """Balanced classes, one meaningless input."""
    labels = np.arange(rows) % classes
    return Dataset(
        name="invented",
        task=Task.CLASSES,
        inputs=np.zeros((rows, 1)),
        kinds=(Kind.NUMBER,),
        features=("x",),
        levels=((),),
        targets=labels[:, None].astype(np.float64),
        outputs=("fault",),
        classes=tuple("abcdefgh"[:classes]),
        groups=np.arange(rows) % groups if groups else None,
        group_name="machine" if groups else "",
    )


def number_data(rows: int = 200, outputs: tuple[str, ...] = ("strength (MPa)",)) -> Dataset:
    random = np.random.default_rng(5)
    return replace(
        class_data(rows),
        task=Task.NUMBERS,
        targets=random.normal(10, 2, (rows, len(outputs))),
        outputs=outputs,
        classes=(),
    )


def study_of(data: Dataset, challengers: tuple[str, ...] = ("forest",), **question: object) -> Study:
    measure = "error" if data.task is Task.CLASSES else "mae"
    simple = "logistic" if data.task is Task.CLASSES else "linear"
    asked = Question(**{"measure": measure, "margin": 2.0, **question})  # type: ignore[arg-type]
    return Study(
        title="Invented",
        source="nowhere",
        columns=Columns(target=data.outputs),
        question=asked,
        candidates=(Candidate(simple, simple), *(Candidate(key, key) for key in challengers)),
        baseline=simple,
        scheme=SchemeChoice(folds=10, repeats=10),
        row_meaning="one window",
    )


def folds_of(rows: int, repeats: int, folds: int) -> list[tuple[int, int, np.ndarray[tuple[int], np.dtype[np.int64]]]]:
    found = []
    for repeat in range(repeats):
        order = np.random.default_rng(repeat).permutation(rows)
        found += [(repeat, fold, np.sort(order[fold::folds])) for fold in range(folds)]
    return found


def predictions_run(data: Dataset, predictions: dict[str, Floats], study: Study, halves: bool = True) -> Run:
    """The same predictions in every repeat; the trivial model always answers the first class or 10."""
    rows = data.size
    constant = np.zeros((rows, 1)) if data.task is Task.CLASSES else np.full((rows, len(data.outputs)), 10.0)
    everyone = {**predictions, TRIVIAL: constant}
    layouts = [(MAIN, folds_of(rows, study.scheme.repeats, study.scheme.folds))]
    if halves:
        layouts.append((HALVES, folds_of(rows, 5, 2)))
    outcomes = [
        outcome_of(data, Job(part, repeat, fold, key), test, everyone[key])
        for part, layout in layouts
        for repeat, fold, test in layout
        for key in everyone
    ]
    return Run(tuple(sorted(outcomes, key=lambda outcome: outcome.job)), complete=True)


def outcome_of(
    data: Dataset, job: Job, rows: np.ndarray[tuple[int], np.dtype[np.int64]], predicted: Floats
) -> FitResult:
    return FitResult(
        job=job,
        rows=rows,
        predicted=predicted[rows],
        scores=_scores(data, predicted[rows]),
        train_size=data.size - len(rows),
        seconds=0.5,
    )


def _scores(data: Dataset, predicted: Floats) -> Floats | None:
    if data.task is not Task.CLASSES:
        return None
    scores: Floats = np.eye(len(data.classes))[predicted[:, 0].astype(int)] * 0.8 + 0.2 / len(data.classes)
    return scores


def wrong_on(data: Dataset, rows: range | list[int]) -> Floats:
    """Right everywhere but on these rows."""
    predicted = data.targets.copy()
    listed = list(rows)
    predicted[listed, 0] = (predicted[listed, 0] + 1) % len(data.classes)
    return predicted


def failed(outcome: FitResult, message: str = "did not settle") -> FitResult:
    return replace(outcome, predicted=None, scores=None, ending=Ending.FAILED, message=message)


def with_scheme(study: Study, kind: SchemeKind, **changes: object) -> Study:
    return replace(study, scheme=replace(study.scheme, kind=kind, **changes))  # type: ignore[arg-type]


def one_holdout(run: Run) -> Run:
    """The first fold of the first repeat only, as one test set."""
    return Run(tuple(o for o in run.outcomes if o.job.fold == 0 and o.job.repeat == 0 and o.job.part == MAIN), True)


def holdouts(run: Run) -> Run:
    """The first fold of every repeat: a repeated holdout."""
    return Run(tuple(o for o in run.outcomes if o.job.fold == 0 and o.job.part == MAIN), True)


def figures_of(record: object) -> Iterator[float]:
    """Every number anywhere in a record."""
    if isinstance(record, bool | str) or record is None:
        return
    if isinstance(record, int | float):
        yield float(record)
    elif is_dataclass(record):
        yield from (number for field in fields(record) for number in figures_of(getattr(record, field.name)))
    elif isinstance(record, Mapping):
        yield from (number for value in record.values() for number in figures_of(value))
    elif isinstance(record, Iterable):
        yield from (number for value in record for number in figures_of(value))


def texts_of(study: Study, data: Dataset, findings: Findings) -> Iterator[str]:
    """Every text on the first level of a result."""
    text = word_result(study, data, findings)
    yield from text.paragraphs
    for _, said in text.rows:
        yield from (said.headline.text, said.body.text, said.action.text)
