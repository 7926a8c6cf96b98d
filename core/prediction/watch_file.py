"""Losses of a model in use, kept inside its file: one row per batch, each with a checksum over all before it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.domain.dataset import Floats
from core.domain.prediction import WatchBatch
from core.store.checksums import compute_checksum
from core.store.codec import pack_array, unpack_array
from core.store.sqlite_file import connect, translate_damage, translate_sqlite_errors
from core.store.timestamps import current_time
from core.support.errors import ContentError, StoreError

WATCH = (
    "CREATE TABLE watch (id INTEGER PRIMARY KEY, time TEXT NOT NULL, name TEXT NOT NULL, rows INTEGER NOT NULL,"
    " key TEXT NOT NULL UNIQUE, losses BLOB NOT NULL, checksum BLOB NOT NULL)"
)


@dataclass(frozen=True, slots=True, eq=False)
class StoredBatch:
    """A batch with its losses, observations x outputs, in [0, 1]."""

    batch: WatchBatch
    losses: Floats


def read_batches(path: Path, outputs: int) -> tuple[StoredBatch, ...]:
    """All batches in the order in which they were added."""
    with translate_damage(path), closing(connect(path, "ro")) as connection:
        return tuple(_read(connection, outputs))


def _read(connection: sqlite3.Connection, outputs: int) -> Iterator[StoredBatch]:
    before = b""
    for time, name, rows, key, packed, checksum in connection.execute(
        "SELECT time, name, rows, key, losses, checksum FROM watch ORDER BY id"
    ):
        if checksum != compute_checksum((before, time, name, rows, key, packed)):
            raise ContentError("the watched rows were changed after they were added")
        losses = unpack_array(packed).astype(np.float64)
        if losses.size % outputs or not ((losses >= 0) & (losses <= 1)).all():
            raise ContentError("a watched loss is none")
        losses = losses.reshape(-1, outputs)
        before = checksum
        yield StoredBatch(WatchBatch(time, name, rows, len(losses)), losses)


def add_batch(path: Path, name: str, rows: int, key: str, losses: Floats) -> None:
    """Add a batch; one with the same key was added before and is refused."""
    with translate_sqlite_errors(path), closing(connect(path, "rw")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        known = connection.execute("SELECT time FROM watch WHERE key = ?", (key,)).fetchone()
        if known is not None:
            raise StoreError(f"These rows were added on {str(known[0])[:10]}.", hint="Add rows that came since then.")
        last = connection.execute("SELECT checksum FROM watch ORDER BY id DESC LIMIT 1").fetchone()
        time, packed = current_time(), pack_array(losses.ravel())
        checksum = compute_checksum((last[0] if last else b"", time, name, rows, key, packed))
        connection.execute(
            "INSERT INTO watch (time, name, rows, key, losses, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            (time, name, rows, key, packed, checksum),
        )
        connection.execute("COMMIT")
