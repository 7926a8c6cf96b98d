"""Losses of a model in use, kept inside its file: one row per batch, each with a checksum over all before it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.prediction import WatchBatch
from core.store.checksums import compute_checksum
from core.store.codec import pack_array, unpack_array
from core.store.sqlite_file import connect, translate_damage, translate_sqlite_errors
from core.store.timestamps import current_time
from core.support.errors import ContentError, StoreError

WATCH = (
    "CREATE TABLE watch (id INTEGER PRIMARY KEY, time TEXT NOT NULL, name TEXT NOT NULL, rows INTEGER NOT NULL,"
    " keys BLOB NOT NULL, losses BLOB NOT NULL, checksum BLOB NOT NULL)"
)


@dataclass(frozen=True, slots=True, eq=False)
class StoredBatch:
    """A batch with its losses, observations x outputs, in [0, 1]; `keys` tell its rows from others."""

    batch: WatchBatch
    keys: Integers
    losses: Floats


def read_batches(path: Path, outputs: int) -> tuple[StoredBatch, ...]:
    """All batches in the order in which they were added."""
    with translate_damage(path), closing(connect(path, "ro")) as connection:
        return tuple(_read(connection, outputs))


def _read(connection: sqlite3.Connection, outputs: int) -> Iterator[StoredBatch]:
    before = b""
    for time, name, rows, keys, packed, checksum in connection.execute(
        "SELECT time, name, rows, keys, losses, checksum FROM watch ORDER BY id"
    ):
        if checksum != compute_checksum((before, time, name, rows, keys, packed)):
            raise ContentError("the watched rows were changed after they were added")
        losses = unpack_array(packed).astype(np.float64)
        if losses.size % outputs or not ((losses >= 0) & (losses <= 1)).all():
            raise ContentError("a watched loss is none")
        losses = losses.reshape(-1, outputs)
        before = checksum
        yield StoredBatch(WatchBatch(time, name, rows, len(losses)), unpack_array(keys).astype(np.int64), losses)


def add_batch(path: Path, name: str, keys: Integers, losses: Floats, known: int) -> None:
    """Add a batch behind the `known` ones; refused where somebody else has added one since they were read."""
    with translate_sqlite_errors(path), closing(connect(path, "rw")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT COUNT(*) FROM watch").fetchone()[0] != known:
            raise StoreError("Rows were added to this model a moment ago.", hint="Look at them, then try again.")
        last = connection.execute("SELECT checksum FROM watch ORDER BY id DESC LIMIT 1").fetchone()
        time, packed, packed_keys, rows = current_time(), pack_array(losses.ravel()), pack_array(keys), len(keys)
        checksum = compute_checksum((last[0] if last else b"", time, name, rows, packed_keys, packed))
        connection.execute(
            "INSERT INTO watch (time, name, rows, keys, losses, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            (time, name, rows, packed_keys, packed, checksum),
        )
        connection.execute("COMMIT")
