"""Compute a formula of the table on numbers that somebody hands over, from JSON or from columns of a file."""

import types
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from inspect import Parameter, signature
from typing import Union, get_args, get_origin, get_type_hints

import numpy as np

from core.domain.dataset import Floats, Integers, Kind, Table
from core.laboratory.formula_table import FORMULAS, Formula
from core.store.codec import from_json
from core.support.errors import StudyError


def find_formula(key: str) -> Formula:
    for row in FORMULAS:
        if row.key == key:
            return row
    raise StudyError(f"There is no formula “{key}”.", f"Choose one of: {', '.join(row.key for row in FORMULAS)}.")


def describe_parameters(formula: Formula) -> tuple[tuple[str, str], ...]:
    """Return the name of every parameter, and what it takes in a few words; optional ones say so."""
    hints = get_type_hints(formula.compute)
    return tuple(
        (name, f"{_describe(hints[name])}{'' if one.default is Parameter.empty else f', else {one.default}'}")
        for name, one in signature(formula.compute).parameters.items()
    )


def evaluate_formula(formula: Formula, inputs: Mapping[str, object], table: Table | None = None) -> object:
    """Return what the formula gives, or an Undefined with its reason; texts name columns where lists are wanted.

    A StudyError says which input is missing, unknown or of another kind.
    """
    hints, known = get_type_hints(formula.compute), signature(formula.compute).parameters
    strange = next((name for name in inputs if name not in known), None)
    missing = next((n for n, one in known.items() if one.default is Parameter.empty and n not in inputs), None)
    if strange is not None or missing is not None:
        what = f"has no input “{strange}”" if strange is not None else f"needs “{missing}”"
        raise StudyError(f"{formula.key} {what}.", f"It takes: {', '.join(known)}.")
    values = {name: _convert(name, value, hints[name], table) for name, value in inputs.items()}
    try:
        return formula.compute(**values)
    except (ValueError, TypeError, IndexError, ArithmeticError) as problem:
        raise StudyError(f"{formula.key} cannot be computed from these: {problem}.", "Check their sizes.") from problem


def _convert(name: str, value: object, hint: object, table: Table | None) -> object:
    kinds = _list_kinds(hint)
    try:
        if _is_array(kinds):
            numbers = _read_column(value, table) if isinstance(value, str) else value
            return np.asarray(numbers, dtype=np.int64 if Integers in kinds else np.float64)
        if any(get_origin(kind) in (Sequence, list, tuple) for kind in kinds) and isinstance(value, list):
            inner = next(get_args(kind)[0] for kind in kinds if get_origin(kind) in (Sequence, list, tuple))
            return [_convert(name, item, inner, table) for item in value]
        record = next((kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)), None)
        if record is not None and isinstance(value, dict):
            return from_json(record, value)
        plain = tuple(kind for kind in kinds if kind in (int, float, str, bool, types.NoneType))
        if float in plain and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if isinstance(value, plain):
            return value
    except (ValueError, TypeError) as problem:
        raise StudyError(f"“{name}” cannot be used: {problem}.", f"It takes {_describe(hint)}.") from problem
    raise StudyError(f"“{name}” cannot be {value!r}.", f"It takes {_describe(hint)}.")


def _read_column(name: str, table: Table | None) -> Floats:
    if table is None or name not in table.names:
        raise StudyError(f"There is no column “{name}”.", "Name the file with --table, or give the numbers as a list.")
    column = table.column(name)
    if column.kind is Kind.TEXT or column.missing.any():
        raise StudyError(f"“{name}” has cells that are no numbers.", "Choose another column.")
    return np.asarray(column.values, dtype=np.float64)


def _list_kinds(hint: object) -> tuple[object, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _is_array(kinds: Sequence[object]) -> bool:
    return any(kind in (Floats, Integers) or get_origin(kind) is np.ndarray for kind in kinds)


def _describe(hint: object) -> str:
    kinds = _list_kinds(hint)
    if _is_array(kinds):
        return "a list (of lists) of numbers, or a column"
    names = {int: "a whole number", float: "a number", str: "a word", bool: "true or false", types.NoneType: "null"}
    texts = [names.get(kind) if isinstance(kind, type) else None for kind in kinds]
    record = next((kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)), None)
    if record is not None:
        return "{" + ", ".join(get_type_hints(record)) + "}"
    return " or ".join(text for text in texts if text) or "a list"
