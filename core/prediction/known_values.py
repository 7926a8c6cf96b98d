"""Actual values that a new file brings along for the outputs of a model."""

import numpy as np

from core.data.read.column_conversion import to_categories, to_codes, to_numbers
from core.domain.dataset import Floats, Table, Task
from core.prediction.record import FinalModel
from core.support.errors import DataError


def read_known_values(record: FinalModel, output: str, table: Table) -> Floats | None:
    """Numbers or class positions, NaN where a row has none or a class the model does not know; None: no such column."""
    if output not in table.names:
        return None
    column = table.column(output)
    if record.task is Task.NUMBERS:
        try:
            return to_codes(to_numbers(column))
        except DataError:
            return None
    named = to_categories(column)
    codes = {name: float(code) for code, name in enumerate(record.classes)}
    places = np.array([*(codes.get(level, np.nan) for level in named.levels), np.nan])
    return places[named.values.astype(np.int64)]
