"""One byte changed, a journal deleted, a process killed: noticed and named, and nothing lost that was written."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.history.history import History
from core.history.recorder import open_history
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.terminal import main
from core.verification.study_checks import check_study_file
from tests.gui.routes.studies import finished_file
from tests.history.histories import data_of, findings_of, study_of
from tests.terminal.plans import finished_study

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("tampered"))


@pytest.fixture
def kept(study: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "kept.evenfold"
    copy.write_bytes(study.read_bytes())
    return copy


def change(path: Path, table: str, column: str, place: str, at: int) -> None:
    """Turn one bit of one byte of a stored value."""
    connection = sqlite3.connect(path)
    (value,) = connection.execute(f"SELECT {column} FROM {table} WHERE {place}").fetchone()
    content = bytearray(value if isinstance(value, bytes) else value.encode())
    content[at % len(content)] ^= 1
    changed = bytes(content) if isinstance(value, bytes) else bytes(content).decode("utf-8", "replace")
    with connection:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {place}", (changed,))
    connection.close()


def found(path: Path) -> list[str]:
    with StudyFile.open(path, only_read=True) as file:
        return [f"{one.title}: {text}" for one in check_study_file(file) for text in one.differences]


@pytest.mark.parametrize("at", [3, 40, 333, 900])
def test_that_one_byte_of_the_plan_is_caught(kept: Path, at: int) -> None:
    change(kept, "fact", "value", "name = 'plan'", at)
    assert found(kept)
    assert main(["check", str(kept)]) == 1


@pytest.mark.parametrize("column", ["record", "arrays"])
@pytest.mark.parametrize("at", [0, 9, 17, 21])
def test_that_one_byte_of_an_outcome_is_caught(kept: Path, column: str, at: int) -> None:
    change(kept, "outcome", column, "id = 7", at)
    told = found(kept)
    assert told[0] == "checksums: Training 7 as stored was changed after it was saved."
    assert "stored predictions were changed" in told[1]


def test_that_other_test_rows_than_planned_are_caught(kept: Path) -> None:
    change(kept, "split", "rows", "id = 2", 8)
    assert found(kept)


@pytest.mark.parametrize("name", ["input 0", "target 0"])
def test_that_one_byte_of_the_data_is_caught(kept: Path, name: str) -> None:
    change(kept, "data_column", "content", f"name = '{name}'", 20)
    assert found(kept)


def test_that_one_byte_of_the_findings_is_caught(kept: Path) -> None:
    connection = sqlite3.connect(kept)
    (text,) = connection.execute("SELECT value FROM fact WHERE name = 'findings'").fetchone()
    connection.close()
    change(kept, "fact", "value", "name = 'findings'", text.encode().index(b'"mean":0.') + 9)
    assert any(told.startswith("numbers") for told in found(kept))
    assert "checksums: The findings were changed after they were saved." in found(kept)


def run_sql(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()


def test_that_predictions_changed_with_all_checksums_are_caught_by_the_numbers(kept: Path) -> None:
    """Somebody who knows how checksums are made makes them all anew; the findings no longer fit."""
    with StudyFile.open(kept) as file:
        outcomes = list(file.outcomes())
        one = next(outcome for outcome in outcomes if outcome.job.candidate == "knn" and outcome.predicted is not None)
        assert one.predicted is not None
        forged = replace(one, predicted=1 - one.predicted)
        with file._writing():
            file._connection.execute("DELETE FROM outcome")
            file._checksums.restart("outcome")
            file._outcomes.write([forged if outcome is one else outcome for outcome in outcomes])
        assert file.is_unchanged
    assert any(told.startswith("numbers") for told in found(kept))


def test_that_a_lock_taken_off_after_the_scores_is_caught(kept: Path) -> None:
    run_sql(kept, "DELETE FROM fact WHERE name IN ('locked', 'hash')")
    assert "plan: Test folds were scored, and the plan was never locked." in found(kept)


def test_that_a_study_which_grew_and_was_stopped_is_no_tampered_one(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        study = file.study
        file.lock(replace(study, scheme=replace(study.scheme, repeats=4)))
    assert not found(kept)


def test_that_a_plan_locked_again_unchanged_hides_no_missing_training(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        file.lock(file.study)
    run_sql(kept, "DELETE FROM outcome WHERE id = 7")
    assert "numbers: Findings are stored although trainings are missing." in found(kept)


def test_that_final_test_rows_which_were_changed_are_noticed_and_stay_sealed(tmp_path: Path) -> None:
    path = finished_file(tmp_path, final_test=True)
    assert not found(path)
    run_sql(
        path,
        "UPDATE data_column SET content = (SELECT content FROM data_column WHERE name = 'final test input 0')"
        " WHERE name = 'final test input 1'",
    )
    assert any("was changed" in text for text in found(path))
    with StudyFile.open(path) as file:
        with pytest.raises(StoreError, match="a column of the data was changed"):
            file.open_final_test()
        assert file.final_test_opened_at is None


def test_that_one_byte_of_the_history_is_caught_and_named(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    ledger = History.open(path)
    ledger.record(study_of(), data_of(), "plan", complete=True, findings=findings_of(0.03, 0.08))
    assert ledger.verify() == ()
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER link_stays")
    with connection:
        connection.execute("UPDATE link SET content = replace(content, '0.03', '0.04') WHERE number = 2")
    connection.execute(
        "CREATE TRIGGER link_stays BEFORE UPDATE ON link BEGIN SELECT RAISE(ABORT, 'the history only grows'); END"
    )
    connection.close()
    told = open_history(path).notes
    assert "Entry 2" in told[0]
    assert "changed after it was written" in told[0]


def test_that_a_history_with_a_foreign_view_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    History.open(path).record(study_of(), data_of(), "plan", complete=True)
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE VIEW bomb AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    )
    connection.commit()
    connection.close()
    opened = open_history(path)
    assert opened.history is not None
    assert "foreign tables" in opened.notes[0]
    assert (tmp_path / "history-damaged-1.sqlite").exists()


# --- deleted journals, killed processes (of the history: test_ledger.py) ---


def test_that_deleting_the_journal_of_a_finished_study_loses_nothing(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        file.log("looked at")
    kept.with_name(f"{kept.name}-wal").unlink(missing_ok=True)
    kept.with_name(f"{kept.name}-shm").unlink(missing_ok=True)
    assert not found(kept)


def test_that_a_deleted_journal_of_a_killed_run_costs_only_what_was_in_it(kept: Path, tmp_path: Path) -> None:
    """What was brought into the file before stays; the study can be opened, checked and run again."""
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[2])\n"
        "from pathlib import Path\n"
        "from core.store.study_file import StudyFile\n"
        "file = StudyFile.open(Path(sys.argv[1])); file.log('just before'); os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(kept), str(ROOT)], check=False)
    wal = kept.with_name(f"{kept.name}-wal")
    assert wal.exists()
    wal.unlink()
    kept.with_name(f"{kept.name}-shm").unlink(missing_ok=True)
    assert not found(kept)
    with StudyFile.open(kept) as file:
        assert file.findings() is not None


@pytest.mark.parametrize("fault", [AttributeError("no such name"), TypeError("two, not three"), KeyError("renamed")])
def test_that_a_fault_of_the_program_is_not_blamed_on_the_file(
    kept: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fail(*_: object) -> None:
        raise fault

    with StudyFile.open(kept) as file:
        monkeypatch.setattr("core.store.dataset_columns.read_dataset", fail)
        with pytest.raises(type(fault)):
            _ = file.data


@pytest.mark.parametrize("content", ["[]", "5", "{}", '{"size": 3, "features": 4}'])
def test_that_a_description_that_describes_nothing_is_blamed_on_the_file(kept: Path, content: str) -> None:
    connection = sqlite3.connect(kept)
    with connection:
        connection.execute("UPDATE fact SET value = ? WHERE name = 'data'", (content,))
    connection.close()
    with StudyFile.open(kept) as file, pytest.raises(StoreError, match="damaged"):
        _ = file.data
