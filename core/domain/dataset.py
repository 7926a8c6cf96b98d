"""A table as it was read, and the dataset a study works on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Task(StrEnum):
    """What is predicted: classes (one column of names) or numbers (one or more columns)."""

    CLASSES = "classes"
    NUMBERS = "numbers"


class Kind(StrEnum):
    """How the cells of a column are understood."""

    NUMBER = "number"
    NAMES = "names"
    YES_NO = "yes/no"
    DATE = "date"
    TEXT = "text"

    @property
    def is_coded(self) -> bool:
        """Whether the values are positions in the column's levels."""
        return self in (Kind.NAMES, Kind.YES_NO)


class Role(StrEnum):
    """What a column is for in a study."""

    TARGET = "to predict"
    INPUT = "input"
    GROUP = "keep whole"
    TIME = "time order"
    WEIGHT = "weight"
    UNCERTAINTY = "uncertainty of the answer"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column as read: numbers (NaN = missing), level positions (-1 = missing), times or texts.

    NUMBER: float64. NAMES, YES_NO: int32 positions in `levels`. DATE: datetime64[ms] (NaT = missing).
    TEXT: object array of str, None = missing. `strays` are (row, text) of cells that did not fit and became missing.
    """

    name: str
    kind: Kind
    values: NDArray[np.generic]
    levels: tuple[str, ...] = ()
    strays: tuple[tuple[int, str], ...] = ()

    @property
    def missing(self) -> NDArray[np.bool_]:
        if self.kind is Kind.NUMBER:
            return np.isnan(self.values.astype(np.float64, copy=False))
        if self.kind.is_coded:
            codes: Integers = self.values.astype(np.int64, copy=False)
            return np.asarray(codes < 0, dtype=np.bool_)
        if self.kind is Kind.DATE:
            return np.asarray(np.isnat(self.values), dtype=np.bool_)
        return np.fromiter((cell is None for cell in self.values), dtype=np.bool_, count=len(self.values))


@dataclass(frozen=True, slots=True)
class ParseQuestion:
    """What a file leaves open about how it is read: the key of the reading choice, a question, and its answers.

    Answers are (words, value of the choice), the one taken for now first; None: the person must name a value.
    """

    key: str
    text: str
    answers: tuple[tuple[str, object], ...]
    blocks: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A file as read: its columns in order and how it was read, so that it can be read the same way again.

    `questions` are choices the file leaves open. `text` is what was pasted, where there is no file.
    """

    name: str
    source: str
    columns: tuple[Column, ...]
    reading: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    questions: tuple[ParseQuestion, ...] = ()
    text: str = ""

    @property
    def settled(self) -> Mapping[str, object]:
        """How it was read, without the choices that are still open."""
        still_open = {question.key for question in self.questions}
        return {key: value for key, value in self.reading.items() if key not in still_open}

    @property
    def rows(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def column(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """What a study works on: rows with an answer, inputs as numbers, names as level positions (NaN = missing).

    `inputs` is rows x features, float64. `targets` is rows x outputs: class positions or numbers, never missing.
    `groups` are the rows that must stay on one side of every split (None: each row on its own); `group_names` says
    what they are called, by number (empty: they have no names).
    `order` sorts rows in time (None: no order). `weights` say how much each row counts (None: all the same), with
    mean 1; `weight_name` is their column. `rows` are the row numbers of the table that are used.
    `given` are columns of predictions made elsewhere, by name (class positions or numbers; NaN = missing).
    """

    name: str
    task: Task
    inputs: Floats
    kinds: tuple[Kind, ...]
    features: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    targets: Floats
    outputs: tuple[str, ...]
    classes: tuple[str, ...] = ()
    positive: int | None = None
    groups: Integers | None = None
    group_name: str = ""
    group_names: tuple[str, ...] = ()
    order: Floats | None = None
    rows: Integers | None = None
    given: Mapping[str, Floats] = field(default_factory=dict)
    left_out: int = 0
    fingerprint: str = ""
    weights: Floats | None = None
    weight_name: str = ""

    @property
    def size(self) -> int:
        return len(self.targets)

    @property
    def group_count(self) -> int:
        """How many named groups are kept together; 0 when every row stands alone."""
        return 0 if self.groups is None or not self.group_name else len(np.unique(self.groups))

    @property
    def labels(self) -> Integers:
        """Class positions of all rows; only for classes."""
        return self.targets[:, 0].astype(np.int64)

    @property
    def class_counts(self) -> Integers:
        return np.bincount(self.labels, minlength=len(self.classes)).astype(np.int64)

    @property
    def positive_class(self) -> int:
        """The class whose detection matters in a two-class study: the declared one, else the rarer, else the last."""
        if self.positive is not None:
            return self.positive
        counts = self.class_counts
        return int(len(counts) - 1 - np.argmin(counts[::-1]))
