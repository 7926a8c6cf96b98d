"""A dataset as a description and packed columns of a file; what makes no sense is refused before anyone uses it."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.fingerprint import Keys
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task
from core.domain.evidence import FitResult
from core.store.checksums import compute_checksum
from core.store.codec import pack_array, to_text, translate_content_errors, unpack_array
from core.support.errors import ContentError

Array = Floats | Integers
AddColumn = Callable[[str, int, bytes], object]  # name, rows, packed values
FINAL_TEST_KEYS = "keys of final test rows"
FINAL_TEST = "final test "  # before the names of columns of the rows that were set aside
_LISTS = ("features", "kinds", "levels", "outputs", "classes")


def write_dataset(add: AddColumn, data: Dataset, prefix: str = "") -> str:
    """Write the columns and return the rest as JSON."""

    def write(name: str, values: NDArray[Any]) -> None:
        add(prefix + name, len(values), pack_array(values))

    for position in range(data.inputs.shape[1]):
        write(f"input {position}", data.inputs[:, position])
    for position in range(data.targets.shape[1]):
        write(f"target {position}", data.targets[:, position])
    for name in ("groups", "order", "rows", "weights"):
        if getattr(data, name) is not None:
            write(name, getattr(data, name))
    for position, values in enumerate(data.given.values()):
        write(f"given {position}", values.ravel())
    names = (
        "name",
        "task",
        "kinds",
        "features",
        "levels",
        "outputs",
        "classes",
        "positive",
        "group_name",
        "weight_name",
    )
    description = {name: getattr(data, name) for name in (*names, "group_names", "left_out", "fingerprint", "size")}
    return to_text({**description, "given": [(name, list(values.shape)) for name, values in data.given.items()]})


@translate_content_errors()
def read_dataset(connection: sqlite3.Connection, description: str, prefix: str = "") -> Dataset:
    """Return what was written; a ValueError says what no dataset of ours can be."""
    plain: Mapping[str, Any] = json.loads(description)
    if not all(isinstance(one, list) for one in (*(plain[name] for name in _LISTS), *plain["levels"])):
        raise ContentError("not-described")
    size = int(plain["size"])
    _check_size(connection, prefix, size, len(plain["features"]), len(plain["outputs"]))
    data = Dataset(
        name=plain["name"],
        task=Task(plain["task"]),
        inputs=_read_columns(connection, f"{prefix}input", len(plain["features"]), size),
        kinds=tuple(Kind(kind) for kind in plain["kinds"]),
        features=tuple(plain["features"]),
        levels=tuple(tuple(levels) for levels in plain["levels"]),
        targets=_read_columns(connection, f"{prefix}target", len(plain["outputs"]), size),
        outputs=tuple(plain["outputs"]),
        classes=tuple(plain["classes"]),
        positive=plain["positive"],
        groups=read_column(connection, f"{prefix}groups"),
        group_name=plain["group_name"],
        group_names=tuple(plain.get("group_names", ())),
        order=read_column(connection, f"{prefix}order"),
        weights=_as_floats(read_column(connection, f"{prefix}weights")),
        weight_name=str(plain.get("weight_name", "")),
        rows=read_column(connection, f"{prefix}rows"),
        given={
            name: _read_needed(connection, f"{prefix}given {position}").reshape(shape)
            for position, (name, shape) in enumerate(plain["given"])
        },
        left_out=plain["left_out"],
        fingerprint=plain["fingerprint"],
    )
    _check_dataset(data)
    return data


def write_row_keys(add: AddColumn, keys: Keys) -> None:
    """Write what the final test rows are recognized by, so that nobody has to read them for that."""
    add(FINAL_TEST_KEYS, len(keys), pack_array(keys.view(np.int64)))


def read_row_keys(connection: sqlite3.Connection) -> Keys | None:
    values = read_column(connection, FINAL_TEST_KEYS)
    return None if values is None else values.astype(np.int64).view(np.uint64)


def insert_column(connection: sqlite3.Connection, name: str, length: int, content: bytes) -> bytes:
    """Add a packed column and return its checksum."""
    checksum = compute_checksum((name, length, content))
    insert = "INSERT INTO data_column (name, length, content, checksum) VALUES (?, ?, ?, ?)"
    connection.execute(insert, (name, length, content, checksum))
    return checksum


def read_column(connection: sqlite3.Connection, name: str) -> NDArray[Any] | None:
    """Return the values of a column, None where there is none; one that was changed is a ValueError."""
    row = connection.execute("SELECT length, content, checksum FROM data_column WHERE name = ?", (name,)).fetchone()
    if row is None:
        return None
    length, content, checksum = row
    if checksum != compute_checksum((name, length, content)):
        raise ContentError("column-changed")
    values = unpack_array(content)
    if values.shape != (length,):
        raise ContentError("column-length")
    return values


def has_same_rows(data: Dataset, other: Dataset) -> bool:
    """Whether both hold the same rows in the same order, whatever they are called."""
    plain = ("task", "kinds", "features", "levels", "outputs", "classes", "positive", "group_names")
    if any(getattr(data, name) != getattr(other, name) for name in plain) or data.given.keys() != other.given.keys():
        return False
    arrays = [
        (getattr(data, name), getattr(other, name)) for name in ("inputs", "targets", "groups", "order", "weights")
    ]
    return all(_are_equal(*pair) for pair in (*arrays, *((data.given[name], other.given[name]) for name in data.given)))


def fits_dataset(outcome: FitResult, data: Dataset) -> bool:
    """Whether stored predictions are about rows, outputs and classes this dataset has."""
    rows, predicted, scores = outcome.rows, outcome.predicted, outcome.scores
    if rows.ndim != 1 or (len(rows) and not 0 <= rows.min() <= rows.max() < data.size):
        return False
    if predicted is None:
        return not outcome.ok
    is_fitting = predicted.shape == (len(rows), len(data.outputs))
    return is_fitting and (scores is None or scores.shape == (len(rows), len(data.classes)))


def _check_size(connection: sqlite3.Connection, prefix: str, size: int, inputs: int, outputs: int) -> None:
    """Before anything of that size is made: the columns must be there, and as long as the description says."""
    query = "SELECT count(*), min(length), max(length) FROM data_column WHERE substr(name, 1, ?) = ?"
    for name, number in ((f"{prefix}input ", inputs), (f"{prefix}target ", outputs)):
        count, least, most = connection.execute(query, (len(name), name)).fetchone()
        if count != number or (number and (least, most) != (size, size)):
            raise ContentError("columns-length")
    if not inputs + outputs or size < 1:
        raise ContentError("no-rows")


def _read_needed(connection: sqlite3.Connection, name: str) -> Floats:
    values = read_column(connection, name)
    if values is None:
        raise ContentError("needed-column", column=name)
    return values.astype(np.float64)


def _as_floats(values: NDArray[Any] | None) -> Floats | None:
    return None if values is None else values.astype(np.float64)


def _read_columns(connection: sqlite3.Connection, name: str, number: int, size: int) -> Floats:
    result = np.empty((size, number))
    for position in range(number):
        result[:, position] = _read_needed(connection, f"{name} {position}")
    result.setflags(write=False)
    return result


def _are_equal(values: Array | None, others: Array | None) -> bool:
    if values is None or others is None:
        return values is others
    return np.array_equal(values, others, equal_nan=True)


def _check_dataset(data: Dataset) -> None:
    _check_names(data)
    _check_lengths(data)
    for kind, levels, values in zip(data.kinds, data.levels, data.inputs.T, strict=True):
        is_known = not kind.is_coded or _are_positions(values[~np.isnan(values)], len(levels))
        _expect(is_known, "unknown-names")
    if data.task is Task.CLASSES:
        _expect(data.targets.shape[1] == 1, "several-class-columns")
        _expect(_are_positions(data.targets, len(data.classes)), "unknown-class")
        positive = data.positive
        is_class = positive is None or (type(positive) is int and 0 <= positive < len(data.classes))
        _expect(is_class, "unknown-positive")
    else:
        _expect(bool(np.isfinite(data.targets).all()), "no-number")


def _check_names(data: Dataset) -> None:
    levels = tuple(name for names in data.levels for name in names)
    texts = (data.name, data.group_name, *data.features, *data.outputs, *data.classes, *data.group_names, *levels)
    _expect(all(isinstance(text, str) for text in (*texts, *data.given, data.fingerprint)), "name-no-text")
    _expect(type(data.left_out) is int, "excluded-count")
    kinds = (len(data.kinds), len(data.levels))
    _expect(kinds == (len(data.features), len(data.features)), "not-described")


def _check_lengths(data: Dataset) -> None:
    columns = (data.groups, data.order, data.rows, data.weights, *data.given.values())
    _expect(all(values is None or len(values) == data.size for values in columns), "column-size")
    is_counting = data.weights is None or bool(((data.weights > 0) & np.isfinite(data.weights)).all())
    _expect(is_counting, "weight")
    integers = (data.groups, data.rows)
    _expect(all(values is None or values.dtype.kind == "i" for values in integers), "column-kind")
    if data.groups is not None:
        most = len(data.group_names) or np.iinfo(np.int64).max
        _expect(bool(((data.groups >= 0) & (data.groups < most)).all()), "group-name")


def _are_positions(values: Floats, count: int) -> bool:
    return bool(((values >= 0) & (values < count) & (values == np.floor(values))).all())


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ContentError(otherwise)
