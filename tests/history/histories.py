"""Small tables and studies for the tests of the history, and ways to bring the same rows in again."""

from dataclasses import replace

import numpy as np

from core.data.prepare import prepare_dataset
from core.domain.conclusion import (
    Answer,
    Conclusion,
    Confirmation,
    Difference,
    DifferenceInterval,
    ModelAnswer,
    Reason,
    Scope,
)
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.findings import Comparison, Findings, Interval
from core.domain.study import Candidate, Columns, Question, QuestionKind, Study

COLUMNS = Columns(target=("fault",))
CONFIRMED = Confirmation.CONFIRMED
ANSWERS = {
    Reason.WIN: Answer.YES,
    Reason.BETTER: Answer.YES,
    Reason.SAME: Answer.SAME,
    Reason.LOSS: Answer.NO,
    Reason.WORSE: Answer.NO,
    Reason.NOT_BETTER: Answer.NO,
    Reason.LEAK: Answer.BLOCKED,
}


def table_of(rows: int = 200, seed: int = 3) -> Table:
    random = np.random.default_rng(seed)
    columns = [Column(f"x{i}", Kind.NUMBER, np.round(random.normal(5, 2, rows), 4 + i)) for i in range(4)]
    columns.append(Column("line", Kind.NAMES, random.integers(0, 3, rows).astype(np.int32), ("a", "b", "c")))
    columns.append(Column("fault", Kind.YES_NO, random.integers(0, 2, rows).astype(np.int32), ("no", "yes")))
    return Table("Bearings", "bearings.csv", tuple(columns))


def data_of(table: Table | None = None, target: str = "fault") -> Dataset:
    return prepare_dataset(table or table_of(), Columns(target=(target,)))


def taken(table: Table, rows: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Table:
    columns = tuple(replace(column, values=column.values[rows]) for column in table.columns)
    return replace(table, columns=columns)


def study_of(seed: int = 1, challengers: tuple[str, ...] = ("forest",), **changes: object) -> Study:
    study = Study(
        title="Bearing faults",
        source="bearings.csv",
        columns=COLUMNS,
        question=Question(measure="error", margin=2.0),
        candidates=(Candidate("logistic", "logistic"), *(Candidate(key, key) for key in challengers)),
        baseline="logistic",
        seed=seed,
    )
    return replace(study, **changes)  # type: ignore[arg-type]


def findings_of(low: float, high: float, reason: Reason = Reason.WIN, level: float = 0.95) -> Findings:
    """One comparison of the forest with the logistic regression, with 99 degrees of freedom."""
    interval = DifferenceInterval(low, high, level, "cross-validated", low, high, 99.0, confirmation=CONFIRMED)
    difference = Difference("forest", "logistic", "error", "fault", (low + high) / 2, interval)
    answer = ANSWERS.get(reason, Answer.UNCLEAR)
    row = ModelAnswer("forest", "logistic", "fault", answer, reason, difference, margin=0.02)
    conclusion = Conclusion(
        QuestionKind.BETTER, answer, reason, Scope.ALGORITHMS, "error", level, 1, 0, "forest", "logistic", "fault",
        use="forest" if answer is Answer.YES else "logistic", rows=(row,), models=(row,),
    )  # fmt: skip
    comparison = Comparison(
        "cross-validated", "error", "forest", "logistic", None, 99.0, 0.003, difference.mean,
        Interval(low, high, level, "cross-validated"), output="fault",
    )  # fmt: skip
    return Findings((), (comparison,), (), conclusion)
