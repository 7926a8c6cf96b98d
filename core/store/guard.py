"""Protection from files made to do harm: nothing unpacks beyond its stated size, no foreign view or trigger runs."""

import sqlite3
import zlib
from collections.abc import Sequence

from core.support.errors import StoreError

LARGEST_VALUE = 2**30  # bytes of one value in a file of ours, packed or not
HINT = "Open only files that Evenfold has made."


def inflated(content: bytes, expected: int) -> bytes:
    """Exactly so many bytes; anything else is damage, and a bomb is not even unpacked."""
    if not 0 <= expected <= LARGEST_VALUE:
        raise ValueError("a part of it is larger than any study can be")
    worker = zlib.decompressobj()
    found = worker.decompress(content, expected + 1)
    if len(found) != expected or worker.unconsumed_tail:
        raise ValueError("a part of it is not as long as it says")
    return found


def guarded(connection: sqlite3.Connection) -> sqlite3.Connection:
    """No value longer than our own ever are, and no function of the file's own making."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def check_schema(connection: sqlite3.Connection, statements: Sequence[str], name: str) -> None:
    """Only tables that we made, word for word: a view in their place could run for ever."""
    known = {" ".join(statement.split()) for statement in statements}
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    if any(" ".join(str(sql).split()) not in known for (sql,) in found):
        raise StoreError(f"{name} holds tables that are not Evenfold's.", hint=HINT)
