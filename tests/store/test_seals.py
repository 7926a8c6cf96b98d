"""Seals of tables that grow: chained, so that none can be replaced alone, and as cheap at the end as at first."""

import sqlite3

import pytest

from core.store.seals import LONGEST, SEALS, Seals, Stretch, broken, unsealed

COMMITS, ROWS = 8, LONGEST


@pytest.fixture
def connection() -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.execute(SEALS)
    made.execute("CREATE TABLE fact (name TEXT, value TEXT)")
    made.execute("CREATE TABLE outcome (id INTEGER PRIMARY KEY, answer TEXT)")
    return made


def write(connection: sqlite3.Connection, commits: int) -> Seals:
    seals = Seals(connection)
    for _ in range(commits):
        connection.executemany("INSERT INTO outcome (answer) VALUES (?)", [("yes",)] * ROWS)
        seals.complete()
    return seals


def test_that_a_table_written_in_several_sittings_keeps_all_its_seals(connection: sqlite3.Connection) -> None:
    write(connection, 2)
    write(connection, 3)
    assert list(broken(connection)) == []
    assert unsealed(connection) == []


def test_that_a_stretch_cannot_be_sealed_again_alone(connection: sqlite3.Connection) -> None:
    """Whoever changes rows and replaces their seal breaks the chain behind them."""
    write(connection, COMMITS)
    other = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(other)
    other.execute("DELETE FROM outcome WHERE id > ?", (2 * ROWS,))
    other.execute("UPDATE outcome SET answer = 'no' WHERE id = ?", (ROWS + 1,))
    other.execute("DELETE FROM seal WHERE last > ?", (ROWS,))
    Seals(other).complete()
    forged = other.execute("SELECT time, hash FROM seal WHERE last = ?", (2 * ROWS,)).fetchone()
    connection.execute("UPDATE outcome SET answer = 'no' WHERE id = ?", (ROWS + 1,))
    connection.execute("UPDATE seal SET time = ?, hash = ? WHERE last = ?", (*forged, 2 * ROWS))
    assert list(broken(connection)) == [Stretch("outcome", 2 * ROWS + 1, 3 * ROWS)]


def test_that_a_commit_reads_no_more_seals_when_there_are_many(connection: sqlite3.Connection) -> None:
    def steps(commits: int) -> int:
        """How many hundreds of SQLite's own steps the last of them takes."""
        write(connection, commits - 1)
        counted: list[None] = []
        connection.set_progress_handler(lambda: counted.append(None), 100)
        write(connection, 1)
        connection.set_progress_handler(None, 100)
        return len(counted)

    few, many = steps(4), steps(400)
    assert 0 < many <= few + 1
