"""Tables of predictions with known answers."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.application.compare_predictions import judge_imported_predictions, make_predictions_study
from core.application.imported_predictions import PredictionRoles, read_predictions
from core.domain.dataset import Column, Floats, Integers, Kind, Table
from core.domain.findings import Findings
from core.domain.study import Question

STATES = ("good", "faulty")


def names(name: str, places: Sequence[int] | Integers, levels: tuple[str, ...] = STATES) -> Column:
    return Column(name, Kind.NAMES, np.asarray(places, dtype=np.int32), levels)


def numbers(name: str, values: Sequence[float] | Floats | Integers) -> Column:
    return Column(name, Kind.NUMBER, np.asarray(values, dtype=np.float64))


def counted(both: int, ours: int, vendor: int, neither: int) -> Table:
    """Rows by who is right: both, only ours, only the vendor, neither; the truth alternates."""
    right_ours = np.repeat([1, 1, 0, 0], [both, ours, vendor, neither])
    right_vendor = np.repeat([1, 0, 1, 0], [both, ours, vendor, neither])
    truth = np.arange(len(right_ours)) % 2
    columns = [
        numbers("part", 7000 + np.arange(len(truth))),
        names("state", truth),
        names("ours", np.where(right_ours == 1, truth, 1 - truth)),
        names("vendor", np.where(right_vendor == 1, truth, 1 - truth)),
    ]
    return Table("parts", "parts.csv", tuple(columns))


def with_columns(table: Table, *more: Column) -> Table:
    new = {column.name: column for column in more}
    kept = [new.pop(column.name, column) for column in table.columns]
    return Table(table.name, table.source, (*kept, *new.values()))


def csv_of(columns: Mapping[str, Sequence[object]]) -> str:
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(str(cell) for cell in row) for row in rows)]) + "\n"


def compare_predictions(
    table: Table, roles: PredictionRoles, answers: Mapping[str, str], question: Question | None = None
) -> Findings:
    """Read and judge, as window and terminal do one after the other."""
    given = read_predictions(table, roles)
    return judge_imported_predictions(given, make_predictions_study(table, roles, given.data, answers, question))
