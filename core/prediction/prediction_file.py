"""A file of predictions: the person's own columns, then what the model predicts and how far it may be trusted."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from core.data.read.header import make_unique
from core.domain.dataset import Column, Kind
from core.domain.prediction import Predictions
from core.report.output import write_bytes
from core.report.tables import as_csv
from core.report.write_workbook import MOST_ROWS, Cell, Sheet, packed_workbook
from core.support.errors import StoreError
from core.wording.prediction_text import word_file

ENDINGS = (".csv", ".xlsx")
BETWEEN_CLASSES = "; "


def save_predictions(path: Path, found: Predictions) -> None:
    """Write CSV or Excel, by the ending of the name."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise StoreError(f"{path.name}: predictions are written as CSV or Excel.", "Let its name end in .csv or .xlsx.")
    if ending == ".csv":
        write_bytes(path, as_csv(list_headings(found), list_rows(found)))
        return
    if found.rows >= MOST_ROWS:
        raise StoreError(f"{found.rows:,} rows are more than a sheet of Excel holds.", "Let the name end in .csv.")
    about = Sheet("About", ("About these predictions",), [(line,) for line in word_file(found)])
    write_bytes(path, packed_workbook([Sheet("Predictions", list_headings(found), list_rows(found)), about]))


def list_headings(found: Predictions) -> tuple[str, ...]:
    """The person's own names first; names of ours that stand there already get a number."""
    return make_unique((*found.table.names, *_list_own_headings(found)))


def _list_own_headings(found: Predictions) -> tuple[str, ...]:
    if found.classes:
        return ("predicted", "score", "not_excluded", "place", "remark")
    several = len(found.outputs) > 1
    parts = ("predicted", "low", "high")
    by_output = (f"{output} {part}" if several else part for output in found.outputs for part in parts)
    return (*by_output, "place", "remark")


def list_rows(found: Predictions) -> Iterator[tuple[Cell, ...]]:
    """One row per row of the file; empty where nothing is given."""
    columns = [_list_cells(column) for column in found.table.columns]
    places = ["" if place is None else place.value for place in found.places]
    return zip(*columns, *_list_own_cells(found), places, found.remarks, strict=True)


def _list_own_cells(found: Predictions) -> list[Sequence[Cell]]:
    if found.classes:
        codes = found.values[:, 0].astype(np.int64)
        scores = [None] * found.rows if found.scores is None else found.scores[np.arange(found.rows), codes].tolist()
        return [[found.classes[code] for code in codes.tolist()], scores, list_possible(found)]
    low, high = found.low, found.high
    assert low is not None
    assert high is not None
    return [
        _list_numbers(values[:, place]) for place in range(len(found.outputs)) for values in (found.values, low, high)
    ]


def list_possible(found: Predictions) -> list[str]:
    """The classes of each row that cannot be excluded, in one text."""
    if found.possible is None:
        return [""] * found.rows
    return [
        BETWEEN_CLASSES.join(name for name, is_possible in zip(found.classes, row, strict=True) if is_possible)
        for row in found.possible.tolist()
    ]


def _list_numbers(values: Sequence[float] | np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[Cell]:
    return [None if value != value else value for value in np.asarray(values).tolist()]


def _list_cells(column: Column) -> list[Cell]:
    """The cells of a column as they can be written again; what could not be read stands as it was."""
    cells: list[Cell]
    if column.kind is Kind.NUMBER:
        numbers = _list_numbers(column.values.astype(np.float64))
        cells = [
            int(one) if isinstance(one, float) and one.is_integer() and abs(one) < 1e15 else one for one in numbers
        ]
    elif column.kind.is_coded:
        levels: list[Cell] = [*column.levels, None]
        cells = [levels[code] for code in column.values.astype(np.int64).tolist()]
    elif column.kind is Kind.DATE:
        texts = np.datetime_as_string(column.values.astype("datetime64[ms]"), unit="s").tolist()
        cells = [None if text == "NaT" else text.removesuffix("T00:00:00").replace("T", " ") for text in texts]
    else:
        cells = [None if text is None else str(text) for text in column.values.tolist()]
    for row, text in column.strays:
        cells[row] = text
    return cells
