"""Small tables and files for the tests of the data room."""

from pathlib import Path

import numpy as np

from core.data.read.table_file import parse_pasted
from core.domain.dataset import Column, Kind, Table


def written(folder: Path, text: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def pasted(text: str, **choices: object) -> Table:
    return parse_pasted(text, choices)


def numbers(name: str, values: object) -> Column:
    return Column(name, Kind.NUMBER, np.asarray(values, dtype=np.float64))


def names(name: str, values: list[str]) -> Column:
    levels = tuple(dict.fromkeys(values))
    return Column(name, Kind.NAMES, np.array([levels.index(value) for value in values], dtype=np.int32), levels)


def table(*columns: Column) -> Table:
    return Table("table", "test", columns)


def measured(rows: int = 60, seed: int = 0) -> Table:
    """Two measured inputs, and an answer that depends on the first."""
    random = np.random.default_rng(seed)
    x, y = random.normal(size=(2, rows))
    fault = ["yes" if value > 0 else "no" for value in x + random.normal(size=rows)]
    return table(numbers("x", x), numbers("y", y), names("fault", fault))
