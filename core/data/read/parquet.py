"""Parquet files, when the library that reads them is there."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from core.data.read.column_kinds import infer_column
from core.data.read.header import make_unique
from core.data.read.parse_questions import ask_date_order
from core.data.read.reader import Choices, Watch, report_progress
from core.data.read.table_builder import apply_choices, get_date_order
from core.domain.dataset import Column, Kind, ParseQuestion, Table
from core.support.errors import DataError
from core.support.lazy_import import import_lazily

pd = import_lazily("pandas")

_LARGEST_EXACT_INTEGER = 2**53


def read_parquet(path: Path, choices: Choices, watch: Watch) -> Table:
    if find_spec("pyarrow") is None:
        raise DataError(
            f"{path.name} is a Parquet file, which needs the pyarrow library.", hint="Save it as CSV instead."
        )
    report_progress(watch, 0.0)
    try:
        frame = pd.read_parquet(path)
    except (OSError, ValueError, NotImplementedError) as error:
        raise DataError(
            f"{path.name} is not a readable Parquet file.", hint="Copy it again or save it as CSV."
        ) from error
    return build_table_from_frame(frame, path, choices)


def build_table_from_frame(frame: Any, path: Path, choices: Choices) -> Table:
    """Texts that spell dates are read as chosen, and asked about where they can be read two ways."""
    names = make_unique([str(name) for name in frame.columns])
    dates = get_date_order(choices)
    columns = tuple(convert_series(name, frame.iloc[:, place], dates) for place, name in enumerate(names))
    questions = () if dates else _ask_date_order(columns, frame)
    reading = {"format": "parquet"} | ({"dates": dates} if dates else {})
    return apply_choices(Table(path.name, str(path), columns, reading, questions=questions), choices)


def _ask_date_order(columns: Sequence[Column], frame: Any) -> tuple[ParseQuestion, ...]:
    """Of columns that are dates here and no dates in the file."""
    spelled = [
        place
        for place, column in enumerate(columns)
        if column.kind is Kind.DATE and not pd.api.types.is_datetime64_any_dtype(frame.iloc[:, place].dtype)
    ]
    return ask_date_order(
        [columns[place].name for place in spelled], [_cells(frame.iloc[:, place]) for place in spelled]
    )


def convert_series(name: str, series: Any, dates: str = "") -> Column:
    """A typed column of a data frame as our own."""
    if pd.api.types.is_bool_dtype(series.dtype) or _is_exact(series):
        return infer_column(name, _cells(series))
    if pd.api.types.is_numeric_dtype(series.dtype):
        values = np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan))
        infinite = tuple((int(row), "inf" if values[row] > 0 else "-inf") for row in np.flatnonzero(np.isinf(values)))
        return Column(name, Kind.NUMBER, np.where(np.isfinite(values), values, np.nan), (), infinite)
    if pd.api.types.is_datetime64_any_dtype(series.dtype):
        moments = series.dt.tz_localize(None) if getattr(series.dt, "tz", None) else series
        return Column(name, Kind.DATE, np.asarray(moments.to_numpy(), dtype="datetime64[ms]"))
    return infer_column(name, _cells(series), dates=dates)


def _cells(series: Any) -> list[str | None]:
    """Lists and other parts without a single value are texts."""
    return [None if pd.api.types.is_scalar(value) and pd.isna(value) else _text(value) for value in series]


def _is_exact(series: Any) -> bool:
    """Whole numbers that a float cannot hold, or only 0 and 1."""
    if not pd.api.types.is_integer_dtype(series.dtype) or series.isna().all():
        return False
    low, high = int(series.min()), int(series.max())
    return high > _LARGEST_EXACT_INTEGER or low < -_LARGEST_EXACT_INTEGER or (low, high) == (0, 1)


def _text(value: object) -> str:
    return str(value) if not isinstance(value, bool | np.bool_) else ("true" if value else "false")
