"""Whatever is changed, added or removed in a study file does not match its checksums, and the check says where."""

import random
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core.store import schema
from core.store.checksums import FACTS, GROWING, compute_checksum
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError
from core.terminal import main
from core.verification.study_checks import check_study_file, summarize_checks
from tests.gui.routes.studies import finished_file

ROOT = Path(__file__).resolve().parents[2]
TABLES = ("fact", "data_column", "split", "outcome", "log", "head")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With final test rows that was opened, a line in the log, and something told for the report."""
    path = finished_file(tmp_path_factory.mktemp("sealed"), final_test=True)
    with StudyFile.open(path) as file:
        file.log("looked at")
        file.save_statements({"3a": "two inspectors"})
        file.save_exhibit("lab", "k = 5", {"error": 0.1})
    return path


@pytest.fixture
def kept(study: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "kept.evenfold"
    copy.write_bytes(study.read_bytes())
    return copy


def run_sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def changes_of(path: Path) -> tuple[str, tuple[str, ...]]:
    """What the first check says, and what it finds."""
    with StudyFile.open(path, only_read=True) as file:
        first = next(check_study_file(file))
    return first.detail, first.differences


def test_that_an_untouched_file_has_all_its_checksums(kept: Path) -> None:
    detail, broken = changes_of(kept)
    assert not broken
    assert detail.startswith("all match, saved last at 20")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE log SET line = replace(line, 'looked', 'locked')", "of the log was changed"),
        ("UPDATE log SET time = '2020-01-01T00:00:00+00:00' WHERE id = 1", "Line 1 of the log was changed"),
        ("DELETE FROM log WHERE id = 1", "Lines of the log were removed from outside"),
        (
            "UPDATE fact SET value = '2020-01-01T00:00:00+00:00' WHERE name = 'locked'",
            "The time of the lock was changed",
        ),
        ("UPDATE fact SET value = '1.5' WHERE name = 'seconds'", "The time the study took was changed"),
        ("UPDATE fact SET value = replace(value, '.', ',') WHERE name = 'versions'", "The versions it was made with"),
        ("UPDATE fact SET value = '{}' WHERE name = 'statements'", "What was stated for the report was changed"),
        (
            "UPDATE fact SET value = replace(value, '0.1', '0.2') WHERE name LIKE 'exhibit%'",
            "What was explored was changed",
        ),
        ("DELETE FROM fact WHERE name = 'created'", "Facts of the study were removed"),
        ("INSERT INTO fact VALUES ('praise', 'good', x'00')", "“praise” was changed"),
        ("UPDATE outcome SET record = record || ' ' WHERE id = 3", "Training 3 as stored was changed"),
        ("UPDATE data_column SET name = 'input 9' WHERE name = 'input 0'", "of the data as stored was changed"),
        ("UPDATE split SET train_size = train_size + 1 WHERE id = 2", "Split 2 as stored was changed"),
        ("UPDATE split SET train_size = 'many' WHERE id = 2", "Split 2 as stored was changed"),
        ("UPDATE fact SET checksum = x'00' WHERE name = 'plan'", "The plan was changed"),
        ("UPDATE head SET count = count + 1 WHERE name = 'outcome'", "Trainings as stored were removed"),
        ("UPDATE head SET checksum = x'00' WHERE name = 'split'", "Splits as stored were changed"),
        ("DELETE FROM head WHERE name = 'fact'", "Facts of the study were added"),
        ("UPDATE head SET count = 'x' WHERE name = 'log'", "Lines of the log were added"),
    ],
)
def test_that_a_change_is_named(kept: Path, change: str, named: str) -> None:
    before = content(kept)
    run_sql(kept, change)
    assert content(kept) != before
    assert any(named in text for text in changes_of(kept)[1])
    assert main(["check", str(kept)]) == 1


def test_that_a_text_turned_into_bytes_is_named(kept: Path) -> None:
    run_sql(kept, "UPDATE log SET line = CAST(line AS BLOB) WHERE id = 2")
    assert "of the log was changed" in changes_of(kept)[1][0]


def content(path: Path) -> object:
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    try:
        return [connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall() for table in TABLES]
    except sqlite3.Error as problem:
        return str(problem)
    finally:
        connection.close()


@pytest.mark.parametrize("seed", range(4))
def test_that_no_turned_bit_changes_the_content_unnoticed(kept: Path, seed: int) -> None:
    """Anywhere in the file: either it is refused in words, or named, or the bit was in unused space."""
    whole, before = kept.read_bytes(), content(kept)
    chance = random.Random(seed)
    for _ in range(8):
        turned = bytearray(whole)
        turned[chance.randrange(len(turned))] ^= 1 << chance.randrange(8)
        kept.write_bytes(turned)
        try:
            noticed = bool(changes_of(kept)[1])
        except EvenfoldError:
            noticed = True
        assert noticed or content(kept) == before


def test_that_opening_and_writing_elsewhere_does_not_heal_a_change(kept: Path) -> None:
    run_sql(kept, "UPDATE log SET line = 'changed' WHERE id = 1", "UPDATE fact SET value = '9' WHERE name = 'seconds'")
    with StudyFile.open(kept) as file:
        file.log("looked at again")
    assert len(changes_of(kept)[1]) == 2


KILLED = """
import os, sys; sys.path.insert(0, sys.argv[2])
from dataclasses import replace
from pathlib import Path
from core.store.study_file import StudyFile
file = StudyFile.open(Path(sys.argv[1]))
one = next(file.outcomes())
for fold in range(int(sys.argv[3])):
    file.append([replace(one, job=one.job._replace(part="other", fold=fold))], 0.1)
with file._writing():
    file._outcomes.write([replace(one, job=one.job._replace(part="never", fold=0))])
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("commits", [1, 2, 7])
def test_that_a_sudden_end_leaves_nothing_without_a_checksum(kept: Path, commits: int) -> None:
    """Read as it was left, with its journal beside it, and after it was opened again."""
    subprocess.run([sys.executable, "-c", KILLED, str(kept), str(ROOT), str(commits)], check=False)
    assert kept.with_name(f"{kept.name}-wal").exists()
    assert not changes_of(kept)[1]
    with StudyFile.open(kept) as file:
        assert sum(outcome.job.part == "other" for outcome in file.outcomes()) == commits
        file.log("went on")
    assert not changes_of(kept)[1]


ROW_ADDED = {
    "log": "INSERT INTO log (time, line, checksum) VALUES ('2026-01-01', 'hello', {})",
    "outcome": "INSERT INTO outcome (split, candidate, record, arrays, checksum) VALUES (9, 'hello', '', x'', {})",
    "split": "INSERT INTO split (part, repeat, fold, train_size, rows, checksum) VALUES ('9', 9, 9, 9, x'', {})",
    "data_column": "INSERT INTO data_column (name, length, content, checksum) VALUES ('more', 1, x'', {})",
}
VALUES = {
    "log": ("2026-01-01", "hello"),
    "outcome": (9, "hello", "", b""),
    "split": ("9", 9, 9, 9, b""),
    "data_column": ("more", 1, b""),
}


@pytest.mark.parametrize("table", ROW_ADDED)
def test_that_a_row_added_from_outside_is_named_and_stays_so(kept: Path, table: str) -> None:
    """Even with the right checksum of its own: the one over its table does not fit, whatever is written later."""
    run_sql(kept, ROW_ADDED[table].format(f"x'{compute_checksum(VALUES[table]).hex()}'"))
    assert "were added from outside" in changes_of(kept)[1][0]
    assert main(["check", str(kept)]) == 1
    with StudyFile.open(kept) as file:
        file.log("looked at")
    assert "were added from outside" in changes_of(kept)[1][0]
    assert main(["check", str(kept)]) == 1


def test_that_a_row_before_the_first_is_no_hiding_place(kept: Path) -> None:
    run_sql(kept, "INSERT INTO log (id, time, line, checksum) VALUES (-5, '2026-01-01', 'hello', x'')")
    assert changes_of(kept)[1][0] == "Line -5 of the log was changed after it was saved."


@pytest.mark.parametrize("table", GROWING)
def test_that_a_row_removed_is_named(kept: Path, table: str) -> None:
    for which in ("min", "max"):
        run_sql(kept, f"DELETE FROM {table} WHERE id = (SELECT {which}(id) FROM {table})")
        assert "were removed from outside" in changes_of(kept)[1][0]
        assert main(["check", str(kept)]) == 1


@pytest.mark.parametrize("table", GROWING)
def test_that_two_rows_swapped_are_named(kept: Path, table: str) -> None:
    """With their checksums: every row is right, their order is not."""
    first, second = rows_of(kept, f"SELECT min(id), min(id) + 1 FROM {table}")[0]
    run_sql(
        kept,
        f"UPDATE {table} SET id = -1 WHERE id = {first}",
        f"UPDATE {table} SET id = {first} WHERE id = {second}",
        f"UPDATE {table} SET id = {second} WHERE id = -1",
    )
    assert "were changed after they were saved" in changes_of(kept)[1][0]
    assert main(["check", str(kept)]) == 1


def rows_of(path: Path, query: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_that_every_head_taken_out_is_noticed(kept: Path) -> None:
    whole = kept.read_bytes()
    names = [name for (name,) in rows_of(kept, "SELECT name FROM head")]
    assert set(names) == {*GROWING, FACTS}
    for name in names:
        kept.write_bytes(whole)
        run_sql(kept, f"DELETE FROM head WHERE name = '{name}'")
        assert any("were added from outside" in text for text in changes_of(kept)[1])


def test_that_checksums_match_after_a_transaction_that_failed(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        with suppress(ZeroDivisionError), file._writing():
            file._write_log("never written")  # type: ignore[arg-type]
            file._set_fact("never", "written")
            raise ZeroDivisionError
        file.log("looked at")
    assert not changes_of(kept)[1]


def test_that_a_transaction_costs_no_more_when_there_are_many_rows(kept: Path) -> None:
    def count_steps(lines: int) -> int:
        """How many hundreds of SQLite's own steps one more line takes."""
        counted: list[None] = []
        with StudyFile.open(kept) as file:
            for _ in range(lines):
                file.log("line")
            file._connection.set_progress_handler(lambda: counted.append(None), 100)
            file.log("last")
            file._connection.set_progress_handler(None, 100)
        return len(counted)

    few, many = count_steps(2), count_steps(300)
    assert many <= few + 1


@pytest.mark.parametrize("with_data", [True, False])
def test_that_a_copy_to_send_keeps_its_checksums(kept: Path, tmp_path: Path, with_data: bool) -> None:
    copy = tmp_path / "sent.evenfold"
    with StudyFile.open(kept) as file:
        file.copy_to(copy, with_data)
    assert not changes_of(copy)[1]
    with StudyFile.open(copy, only_read=True) as file:
        found = tuple(check_study_file(file))
    assert not any(one.differences for one in found)
    assert ("without its data" in summarize_checks(found)) is not with_data


def test_that_unlocking_takes_the_changes_of_the_lock_along(tmp_path: Path) -> None:
    source = finished_file(tmp_path)
    with StudyFile.open(source, only_read=True) as old:
        study, data = old.study, old.data
    with StudyFile.create(tmp_path / "new.evenfold", study, data) as file:
        file.lock(study)
        file.unlock()
        assert file.is_unchanged


def test_that_every_table_has_checksums() -> None:
    made = {statement.split()[2] for statement in schema.TABLES}
    assert {*GROWING, FACTS} == made - {"head"}
