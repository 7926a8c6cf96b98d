"""What a sample study brings along, and small helpers to build its table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.domain.dataset import Column, Floats, Integers, Kind, Table
from core.domain.study import Columns


@dataclass(frozen=True, slots=True)
class Sample:
    """A table made by our own code with everything a study needs, so that two clicks reach a verdict."""

    key: str
    title: str
    story: str
    make: Callable[[], Table]
    columns: Columns
    measure: str
    margin: float
    candidates: tuple[str, ...]
    baseline: str
    row_meaning: str
    use: str
    cost_ratio: float = 1.0
    folds: int = 10
    answers: Mapping[str, str] = field(default_factory=dict)


def make_numbers(name: str, values: Floats, digits: int) -> Column:
    """A column of numbers as an instrument writes them, with so many decimals."""
    return Column(name, Kind.NUMBER, np.round(values, digits))


def make_whole_numbers(name: str, values: Integers) -> Column:
    return Column(name, Kind.NUMBER, values.astype(np.float64))


def make_categories(name: str, places: Integers, levels: Sequence[str]) -> Column:
    return Column(name, Kind.NAMES, places.astype(np.int32), tuple(levels))


def make_yes_no(name: str, truth: Integers) -> Column:
    return Column(name, Kind.YES_NO, truth.astype(np.int32), ("no", "yes"))


def make_sample_table(key: str, title: str, columns: Sequence[Column]) -> Table:
    return Table(title, f"sample:{key}", tuple(columns), {"format": "sample", "sample": key})
