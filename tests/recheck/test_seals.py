"""One byte changed anywhere in a study file breaks a seal, and the re-check says where."""

import gzip
import random
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from core.recheck.checks import all_checks, answer
from core.store import schema
from core.store.seals import EARLIER, GROWING, LONGEST, Seals
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError
from core.terminal import main
from tests.gui.routes.studies import finished_file

ROOT = Path(__file__).resolve().parents[2]
OLD = ROOT / "tests" / "store" / "version_2.evenfold.gz"
TABLES = ("fact", "piece", "text", "split", "outcome", "seen", "log", "seal")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a vault that was opened, a line in the log, and something told for the report."""
    path = finished_file(tmp_path_factory.mktemp("sealed"), vault=True)
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


def seals_of(path: Path) -> tuple[str, tuple[str, ...]]:
    """What the first check says, and what it finds."""
    with StudyFile.open(path, only_read=True) as file:
        first = next(all_checks(file))
    return first.detail, first.differences


def test_that_an_untouched_file_has_all_its_seals(kept: Path) -> None:
    detail, broken = seals_of(kept)
    assert not broken
    assert detail.startswith("all set, the last at 20")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE log SET line = replace(line, 'looked', 'locked')", "of the log changed"),
        ("UPDATE log SET time = '2020-01-01T00:00:00+00:00' WHERE id = 1", "Line 1 of the log changed"),
        ("DELETE FROM log WHERE id = 1", "Line 1 of the log changed"),
        ("UPDATE fact SET value = '2020-01-01T00:00:00+00:00' WHERE name = 'locked'", "The time of the lock changed"),
        ("UPDATE fact SET value = '1.5' WHERE name = 'seconds'", "The time the study took changed"),
        ("UPDATE fact SET value = replace(value, '.', ',') WHERE name = 'versions'", "The versions it was made with"),
        ("UPDATE fact SET value = '{}' WHERE name = 'statements'", "What was told for the report changed"),
        (
            "UPDATE fact SET value = replace(value, '0.1', '0.2') WHERE name LIKE 'exhibit%'",
            "What was explored changed",
        ),
        ("DELETE FROM fact WHERE name = 'created'", "The time at which the study was made changed"),
        ("INSERT INTO fact VALUES ('praise', 'good')", "“praise” changed"),
        ("UPDATE outcome SET seconds = seconds * 1.0000000000000004 WHERE rowid = 3", "Trainings 1 to"),
        ("UPDATE piece SET kind = '<i8' WHERE name = 'target 0'", "of the data as stored changed"),
        ("UPDATE split SET train_size = train_size + 1 WHERE id = 2", "Splits 1 to"),
        ("UPDATE text SET value = value || ' ' WHERE id = 2", "of the names, settings and messages changed"),
        ("UPDATE seal SET time = '2020-01-01T00:00:00+00:00' WHERE what = 'fact plan'", "The plan changed"),
        ("DELETE FROM seal WHERE what = 'fact findings'", "The findings changed"),
    ],
)
def test_that_a_change_is_named(kept: Path, change: str, named: str) -> None:
    before = content(kept)
    run_sql(kept, change)
    assert content(kept) != before
    assert any(named in text for text in seals_of(kept)[1])
    assert main(["check", str(kept)]) == 1


def test_that_a_text_turned_into_bytes_is_named(kept: Path) -> None:
    run_sql(kept, "UPDATE log SET line = CAST(line AS BLOB) WHERE id = 2")
    assert "of the log changed" in seals_of(kept)[1][0]


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
            noticed = bool(seals_of(kept)[1])
        except EvenfoldError:
            noticed = True
        assert noticed or content(kept) == before


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """As a version wrote it that knew no seals."""
    path = tmp_path / "old.evenfold"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    return path


def test_that_a_file_of_before_is_said_to_be_sealed_only_now(old: Path) -> None:
    run_sql(old, "UPDATE log SET line = 'changed long ago' WHERE id = 1")
    before = old.read_bytes()
    (told,) = seals_of(old)[1]
    assert told.startswith("Nothing vouches for what was written before 20")
    assert main(["check", str(old)]) == 1
    assert old.read_bytes() == before


def test_that_an_old_file_is_sealed_as_found_when_it_is_opened_for_writing(old: Path) -> None:
    with StudyFile.open(old) as file:
        assert [line for _, line in file.log_lines()].count(EARLIER) == 1
    run_sql(old, "UPDATE log SET line = 'changed' WHERE id = 1")
    assert "of the log changed after the seal was set." in seals_of(old)[1][0]


def test_that_opening_and_writing_elsewhere_does_not_heal_a_broken_seal(kept: Path) -> None:
    run_sql(kept, "UPDATE log SET line = 'changed' WHERE id = 1", "UPDATE fact SET value = '9' WHERE name = 'seconds'")
    with StudyFile.open(kept) as file:
        file.log("looked at again")
    assert len(seals_of(kept)[1]) == 2


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
    file._journal.write([replace(one, job=one.job._replace(part="never", fold=0))])
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("commits", [1, 2, 7])
def test_that_a_sudden_end_leaves_nothing_without_a_seal(kept: Path, commits: int) -> None:
    """Read as it was left, with its journal beside it, and after it was opened again."""
    subprocess.run([sys.executable, "-c", KILLED, str(kept), str(ROOT), str(commits)], check=False)
    assert kept.with_name(f"{kept.name}-wal").exists()
    assert not seals_of(kept)[1]
    with StudyFile.open(kept) as file:
        assert sum(outcome.job.part == "other" for outcome in file.outcomes()) == commits
        file.log("went on")
    assert not seals_of(kept)[1]


ROW_ADDED = {
    "log": "INSERT INTO log (time, line) VALUES ('2026-01-01', 'hello')",
    "text": "INSERT INTO text (value) VALUES ('hello')",
    "outcome": "INSERT INTO outcome SELECT 99, 98, 'ok', 1, 1, 1, x'', 1, 1, x''",
    "split": "INSERT INTO split (part, repeat, fold, train_size, rows) VALUES (9, 9, 9, 9, x'')",
    "piece": "INSERT INTO piece SELECT 'more', kind, length, content FROM piece LIMIT 1",
    "seen": "INSERT INTO seen VALUES (1, 1, x'00')",
}


@pytest.mark.parametrize("table", ROW_ADDED)
def test_that_a_row_added_from_outside_is_named_and_stays_so(kept: Path, table: str) -> None:
    run_sql(kept, ROW_ADDED[table])
    assert "carries no seal: it was added from outside" in seals_of(kept)[1][0]
    assert main(["check", str(kept)]) == 1
    with StudyFile.open(kept) as file:
        file.log("looked at")
    assert "carried no seal when the file was opened on 20" in seals_of(kept)[1][0]
    assert main(["check", str(kept)]) == 1


def test_that_a_row_before_the_first_is_no_hiding_place(kept: Path) -> None:
    run_sql(kept, "INSERT INTO log (id, time, line) VALUES (-5, '2026-01-01', 'hello')")
    assert seals_of(kept)[1] == ("Line 1 of the log changed after the seal was set.",)


@pytest.mark.parametrize("table", ["log", "text", "outcome", "split", "piece"])
def test_that_a_row_removed_is_named(kept: Path, table: str) -> None:
    for which in ("min", "max"):
        run_sql(kept, f"DELETE FROM {table} WHERE rowid = (SELECT {which}(rowid) FROM {table})")
        assert "changed after the seal was set" in seals_of(kept)[1][0]
        assert main(["check", str(kept)]) == 1


@pytest.mark.parametrize(
    ("table", "columns"), [("log", "time, line"), ("outcome", "split, candidate, predictions"), ("piece", "content")]
)
def test_that_two_rows_swapped_are_named(kept: Path, table: str, columns: str) -> None:
    connection = sqlite3.connect(kept)
    first, second = connection.execute(f"SELECT {columns} FROM {table} ORDER BY rowid LIMIT 2").fetchall()
    assert first != second
    places = ", ".join(f"{column} = ?" for column in columns.split(", "))
    with connection:
        if table == "outcome":
            connection.execute("UPDATE outcome SET split = -1 WHERE rowid = 1")
        connection.execute(f"UPDATE {table} SET {places} WHERE rowid = 2", first)
        connection.execute(f"UPDATE {table} SET {places} WHERE rowid = 1", second)
    connection.close()
    assert "changed after the seal was set" in seals_of(kept)[1][0]
    assert main(["check", str(kept)]) == 1


def test_that_every_seal_taken_out_is_noticed(kept: Path) -> None:
    whole = kept.read_bytes()
    connection = sqlite3.connect(kept)
    names = connection.execute("SELECT what, last FROM seal").fetchall()
    connection.close()
    assert len(names) > 15
    for what, last in names:
        kept.write_bytes(whole)
        run_sql(kept, f"DELETE FROM seal WHERE what = '{what}' AND last = {last}")
        assert any("one was taken out" in text for text in seals_of(kept)[1])
    assert main(["check", str(kept)]) == 1


def test_that_the_end_cut_off_together_with_its_seals_is_noticed(kept: Path) -> None:
    run_sql(
        kept,
        "DELETE FROM log WHERE id = (SELECT max(id) FROM log)",
        "DELETE FROM seal WHERE what = 'log' AND last = (SELECT max(last) FROM seal WHERE what = 'log')",
    )
    assert seals_of(kept)[1] == ("The seals are not all there as they were set: one was taken out, added or replaced.",)


def test_that_predictions_changed_with_their_seals_are_caught_by_the_numbers(kept: Path) -> None:
    """Somebody who knows how seals are made sets them all anew; verdict and trainings no longer fit."""
    connection = sqlite3.connect(kept)
    with connection:
        (content,) = connection.execute("SELECT predictions FROM outcome WHERE rowid = 1").fetchone()
        (other,) = connection.execute(
            "SELECT predictions FROM outcome WHERE length(predictions) = ? AND predictions <> ?",
            (len(content), content),
        ).fetchone()
        connection.execute("UPDATE outcome SET predictions = ? WHERE rowid = 1", (other,))
        connection.execute("DELETE FROM seal WHERE what = 'outcome'")
        Seals(connection).complete()
    connection.close()
    assert not seals_of(kept)[1]
    with StudyFile.open(kept, only_read=True) as file:
        told = [text for one in all_checks(file) for text in one.differences]
    assert any("were changed after the verdict" in text for text in told)
    assert main(["check", str(kept)]) == 1


def test_that_long_tables_are_sealed_in_stretches(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        for name in range(3 * LONGEST):
            with file._writing():
                file._journal._texts.number(f"text {name}")
    assert not seals_of(kept)[1]
    run_sql(kept, "UPDATE text SET value = 'other' WHERE value = 'text 200'")
    (told,) = seals_of(kept)[1]
    first, last = (int(word) for word in told.split() if word.isdigit())
    assert last - first < LONGEST


def test_that_seals_stand_after_a_commit_that_failed(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        with suppress(ZeroDivisionError), file._writing():
            file._journal._texts.number("never written")
            raise ZeroDivisionError
        file.log("looked at")
    assert not seals_of(kept)[1]


@pytest.mark.parametrize("with_data", [True, False])
def test_that_a_copy_to_send_keeps_its_seals(kept: Path, tmp_path: Path, with_data: bool) -> None:
    copy = tmp_path / "sent.evenfold"
    with StudyFile.open(kept) as file:
        file.copy_to(copy, with_data)
    assert not seals_of(copy)[1]
    with StudyFile.open(copy, only_read=True) as file:
        found = tuple(all_checks(file))
    assert not any(one.differences for one in found)
    assert ("without its data" in answer(found)) is not with_data


def test_that_unlocking_takes_the_seals_of_the_lock_along(tmp_path: Path) -> None:
    source = finished_file(tmp_path)
    with StudyFile.open(source, only_read=True) as old:
        study, data = old.study, old.data
    with StudyFile.create(tmp_path / "new.evenfold", study, data) as file:
        file.lock(study)
        file.unlock()
        assert file.broken_seals() == []


def test_that_every_table_that_grows_is_sealed() -> None:
    made = {statement.split()[2] for statement in schema.TABLES}
    assert set(GROWING) == made - {"fact", "seal"}
