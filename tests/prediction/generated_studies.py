"""Small studies whose truth is known, run through the engine without a file."""

import threading
from dataclasses import replace

import numpy as np

from core.application.run_study import run_study
from core.domain.dataset import Column, Dataset, Floats, Integers, Kind, Table, Task
from core.domain.events import Ended
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.prediction.build import ModelForUse, build_model
from core.report.subject import ReportInput

REPEATS = 2


def make_numbers(rows: int, seed: int, inputs: int = 3) -> tuple[Floats, Floats]:
    """Inputs of which the first two are strongly related, and an output that is noisier where the third is high."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(rows, inputs))
    values[:, 1] = 0.95 * values[:, 0] + np.sqrt(1 - 0.95**2) * values[:, 1]
    noise = rng.normal(size=rows) * np.where(values[:, 2] > 0, 2.0, 0.2)
    return values, 3 * values[:, 0] + noise


def make_dataset(
    inputs: Floats, targets: Floats, classes: tuple[str, ...] = (), groups: Integers | None = None
) -> Dataset:
    names = tuple(f"x{place}" for place in range(inputs.shape[1]))
    return Dataset(
        "generated",
        Task.CLASSES if classes else Task.NUMBERS,
        inputs,
        (Kind.NUMBER,) * len(names),
        names,
        ((),) * len(names),
        targets.reshape(len(inputs), -1),
        ("y [MPa]",),
        classes,
        groups=groups,
        group_name="machine" if groups is not None else "",
        group_names=tuple(f"m{group}" for group in range(groups.max() + 1)) if groups is not None else (),
    )


def build_generated_model(
    data: Dataset, algorithm: str, grouped: bool = True, with_rows: bool = True, folds: int = 5
) -> ModelForUse:
    """The final model of a study of one algorithm on these rows."""
    return build_model(run_generated_study(data, algorithm, grouped, folds), candidate=algorithm, with_rows=with_rows)


def run_generated_study(data: Dataset, algorithm: str, grouped: bool = True, folds: int = 5) -> ReportInput:
    candidate = Candidate(algorithm, algorithm)
    measure = "error" if data.task is Task.CLASSES else "mae"
    study = Study(
        "Generated",
        "generated",
        Columns(target=data.outputs),
        Question(measure=measure),
        (candidate, Candidate("other", "majority" if data.task is Task.CLASSES else "mean")),
        "other",
        scheme=SchemeChoice(folds=folds, repeats=REPEATS, max_repeats=REPEATS, grouped=grouped),
        tuning=Tuning(TuningKind.NONE),
    )
    options = Options(executor="inline")
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), options)
    assert isinstance(ended, Ended)
    assert ended.findings is not None
    return ReportInput(study, data, ended.run, ended.findings, "hash")


def make_table(inputs: Floats, targets: Floats | None = None) -> Table:
    columns = [Column(f"x{place}", Kind.NUMBER, values) for place, values in enumerate(inputs.T)]
    if targets is not None:
        columns.append(Column("y [MPa]", Kind.NUMBER, targets))
    return Table("new", "new.csv", tuple(columns))


def rename_class_column(table: Table, values: Integers, classes: tuple[str, ...]) -> Table:
    return replace(table, columns=(*table.columns, Column("y [MPa]", Kind.NAMES, values.astype(np.int32), classes)))
