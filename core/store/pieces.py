"""A dataset as facts and compressed columns of a study file."""

import json
import sqlite3
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.fingerprint import Keys
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task
from core.store.guard import inflated
from core.store.sound import check_sound

KINDS = ("<f8", "<i8")
SHORT, LOOKED_AT = 4096, 24  # rows of a column that is taken as it is if its first values differ
LISTS = ("features", "kinds", "levels", "outputs", "classes")
SEALED_KEYS = "keys of sealed rows"
SEALED = "sealed "  # before the names of the columns of the vault


def write_data(connection: sqlite3.Connection, data: Dataset, before: str = "") -> str:
    """Write the columns and give back the rest as JSON."""
    for position in range(data.inputs.shape[1]):
        _write(connection, f"{before}input {position}", data.inputs[:, position])
    for position in range(data.targets.shape[1]):
        _write(connection, f"{before}target {position}", data.targets[:, position])
    for name in ("groups", "order", "rows"):
        if getattr(data, name) is not None:
            _write(connection, before + name, getattr(data, name))
    for position, values in enumerate(data.given.values()):
        _write(connection, f"{before}given {position}", values.ravel())
    return json.dumps(_description(data), ensure_ascii=False)


def read_data(connection: sqlite3.Connection, description: str, before: str = "") -> Dataset:
    plain: Mapping[str, Any] = json.loads(description)
    if not all(isinstance(one, list) for one in (*(plain[name] for name in LISTS), *plain["levels"])):
        raise ValueError("its columns are not described")
    size = int(plain["size"])
    _check_size(connection, before, size, len(plain["features"]), len(plain["outputs"]))
    given = {
        name: _floats(connection, f"{before}given {position}").reshape(shape)
        for position, (name, shape) in enumerate(plain["given"])
    }
    data = Dataset(
        name=plain["name"],
        task=Task(plain["task"]),
        inputs=_columns(connection, f"{before}input", len(plain["features"]), size),
        kinds=tuple(Kind(kind) for kind in plain["kinds"]),
        features=tuple(plain["features"]),
        levels=tuple(tuple(levels) for levels in plain["levels"]),
        targets=_columns(connection, f"{before}target", len(plain["outputs"]), size),
        outputs=tuple(plain["outputs"]),
        classes=tuple(plain["classes"]),
        positive=plain["positive"],
        groups=_integers(connection, f"{before}groups"),
        group_name=plain["group_name"],
        group_names=tuple(plain.get("group_names", ())),
        order=_read(connection, f"{before}order"),
        rows=_integers(connection, f"{before}rows"),
        given=given,
        left_out=plain["left_out"],
        fingerprint=plain["fingerprint"],
    )
    check_sound(data)
    return data


def write_keys(connection: sqlite3.Connection, keys: Keys) -> None:
    """What the sealed rows are recognised by, so that nobody has to read them for that."""
    _write(connection, SEALED_KEYS, keys.view(np.int64))


def read_keys(connection: sqlite3.Connection) -> Keys | None:
    values = _integers(connection, SEALED_KEYS)
    return None if values is None else values.view(np.uint64)


def _check_size(connection: sqlite3.Connection, before: str, size: int, inputs: int, outputs: int) -> None:
    """Before anything of that size is made: the columns must be there, and as long as the description says."""
    query = "SELECT count(*), min(length), max(length) FROM piece WHERE substr(name, 1, ?) = ?"
    found = 0
    for name, number in ((f"{before}input ", inputs), (f"{before}target ", outputs)):
        count, least, most = connection.execute(query, (len(name), name)).fetchone()
        if count != number or (number and (least, most) != (size, size)):
            raise ValueError("its columns are not as many or as long as it says")
        found += number
    if not found or size < 1:
        raise ValueError("it has no rows")


def _description(data: Dataset) -> dict[str, Any]:
    names = ("name", "task", "kinds", "features", "levels", "outputs", "classes", "positive", "group_name")
    plain = {name: getattr(data, name) for name in (*names, "group_names", "left_out", "fingerprint", "size")}
    plain["given"] = [(name, list(values.shape)) for name, values in data.given.items()]
    return plain


def _write(connection: sqlite3.Connection, name: str, values: NDArray[np.generic]) -> None:
    kind = "<i8" if values.dtype.kind in "iu" else "<f8"
    content = np.ascontiguousarray(values, dtype=kind)
    planes = content.view(np.uint8).reshape(-1, 8).T.tobytes()  # bytes of equal weight together compress better
    row = (name, kind, len(content), zlib.compress(planes, _effort(content)))
    connection.execute("INSERT INTO piece VALUES (?, ?, ?, ?)", row)


def _effort(content: NDArray[np.generic]) -> int:
    """None for a short column whose values differ: it would become little smaller."""
    is_varied = 2 * len(set(content[:LOOKED_AT].tolist())) > LOOKED_AT
    return 0 if len(content) <= SHORT and is_varied else 1


def _read(connection: sqlite3.Connection, name: str) -> NDArray[Any] | None:
    row = connection.execute("SELECT kind, length, content FROM piece WHERE name = ?", (name,)).fetchone()
    if row is None:
        return None
    kind, length, content = row
    if kind not in KINDS:
        raise ValueError(f"a column of kind {kind}")
    planes = np.frombuffer(inflated(content, 8 * length), dtype=np.uint8).reshape(8, length)
    values: NDArray[Any] = np.ascontiguousarray(planes.T).view(kind).reshape(length)
    return values.astype(kind[1:])


def _floats(connection: sqlite3.Connection, name: str) -> Floats:
    values = _read(connection, name)
    if values is None:
        raise ValueError(f"{name} is missing")
    return values.astype(np.float64)


def _integers(connection: sqlite3.Connection, name: str) -> Integers | None:
    values = _read(connection, name)
    return None if values is None else values.astype(np.int64)


def _columns(connection: sqlite3.Connection, name: str, number: int, size: int) -> Floats:
    result = np.empty((size, number))
    for position in range(number):
        result[:, position] = _floats(connection, f"{name} {position}")
    result.setflags(write=False)
    return result
