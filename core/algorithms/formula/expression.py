"""What a formula is made of once it is read: columns, numbers and operations on whole columns at once."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.algorithms.learner import Schema
from core.domain.dataset import Floats
from core.support.errors import StudyError


@dataclass(frozen=True, slots=True)
class Operation:
    """A function or sign: how many values it takes, and what it makes of them; no value (NaN) stays no value."""

    key: str
    least: int
    most: int
    apply: Callable[..., Floats]


def _truth(condition: NDArray[np.bool_], *values: Floats) -> Floats:
    """1 where the condition holds, 0 where it does not, no value where one is missing."""
    missing = np.logical_or.reduce([np.isnan(value) for value in values])
    return np.where(missing, np.nan, condition.astype(np.float64))


def _chosen(condition: Floats, then: Floats, otherwise: Floats) -> Floats:
    return np.where(np.isnan(condition), np.nan, np.where(condition != 0, then, otherwise))


def _least(*values: Floats) -> Floats:
    return np.asarray(np.minimum.reduce(np.broadcast_arrays(*values)))


def _most(*values: Floats) -> Floats:
    return np.asarray(np.maximum.reduce(np.broadcast_arrays(*values)))


_MANY = 20

FUNCTIONS: tuple[Operation, ...] = (
    Operation("abs", 1, 1, np.abs),
    Operation("sqrt", 1, 1, np.sqrt),
    Operation("exp", 1, 1, np.exp),
    Operation("log", 1, 1, np.log),
    Operation("log10", 1, 1, np.log10),
    Operation("sin", 1, 1, np.sin),
    Operation("cos", 1, 1, np.cos),
    Operation("tan", 1, 1, np.tan),
    Operation("min", 2, _MANY, _least),
    Operation("max", 2, _MANY, _most),
    Operation("if", 3, 3, _chosen),
)

SIGNS: tuple[Operation, ...] = (
    Operation("+", 2, 2, np.add),
    Operation("-", 2, 2, np.subtract),
    Operation("*", 2, 2, np.multiply),
    Operation("/", 2, 2, np.divide),
    Operation("**", 2, 2, np.power),
    Operation("<", 2, 2, lambda a, b: _truth(a < b, a, b)),
    Operation("<=", 2, 2, lambda a, b: _truth(a <= b, a, b)),
    Operation(">", 2, 2, lambda a, b: _truth(a > b, a, b)),
    Operation(">=", 2, 2, lambda a, b: _truth(a >= b, a, b)),
    Operation("==", 2, 2, lambda a, b: _truth(a == b, a, b)),
    Operation("!=", 2, 2, lambda a, b: _truth(a != b, a, b)),
    Operation("and", 2, 2, lambda a, b: _truth((a != 0) & (b != 0), a, b)),
    Operation("or", 2, 2, lambda a, b: _truth((a != 0) | (b != 0), a, b)),
    Operation("not", 1, 1, lambda a: _truth(a == 0, a)),
    Operation("minus", 1, 1, np.negative),
)

OPERATIONS = {operation.key: operation for operation in (*FUNCTIONS, *SIGNS)}


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    depth: int = 1

    def values(self, inputs: Floats, schema: Schema) -> Floats:
        return np.full(len(inputs), self.value)


@dataclass(frozen=True, slots=True)
class ColumnValue:
    """The numbers of a column."""

    name: str
    position: int
    depth: int = 1

    def values(self, inputs: Floats, schema: Schema) -> Floats:
        place = _place(self.name, self.position, schema)
        if schema.kinds[place].is_coded:
            raise StudyError(
                f'The formula computes with "{self.name}" at position {self.position}, which holds names.',
                hint=f'Compare it with one of its names: [{self.name}] == "{schema.levels[place][0]}".',
            )
        return inputs[:, place]


@dataclass(frozen=True, slots=True)
class HasName:
    """Whether a column of names holds a given name."""

    column: ColumnValue
    name: str
    depth: int = 2

    def values(self, inputs: Floats, schema: Schema) -> Floats:
        place = _place(self.column.name, self.column.position, schema)
        if self.name not in schema.levels[place]:
            known = ", ".join(schema.levels[place][:10]) or "none, it holds numbers"
            raise StudyError(
                f'The formula compares "{self.column.name}" with "{self.name}", a name it does not hold.',
                hint=f"Its names: {known}.",
            )
        codes = inputs[:, place]
        return _truth(codes == schema.levels[place].index(self.name), codes)


@dataclass(frozen=True, slots=True)
class Applied:
    """An operation, by its key, on the values of other expressions."""

    operation: str
    parts: tuple["Expression", ...]
    depth: int

    @classmethod
    def to(cls, operation: str, *parts: "Expression") -> "Applied":
        return cls(operation, parts, 1 + max(part.depth for part in parts))

    def values(self, inputs: Floats, schema: Schema) -> Floats:
        parts = [part.values(inputs, schema) for part in self.parts]
        with np.errstate(all="ignore"):
            return np.asarray(OPERATIONS[self.operation].apply(*parts), dtype=np.float64)


Expression = Number | ColumnValue | HasName | Applied


def _place(name: str, position: int, schema: Schema) -> int:
    if name not in schema.features:
        known = ", ".join(schema.features[:20])
        raise StudyError(
            f'The formula asks at position {position} for "{name}", which is no input.', hint=f"Inputs: {known}."
        )
    return schema.features.index(name)
