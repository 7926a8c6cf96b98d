"""Two windows, a killed one, a history lost or damaged: nothing is lost that can be kept, and no study is stopped."""

import csv
import io
import os
import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.evidence import MAIN, FitResult, Job
from core.history.history import History
from core.history.history_table import csv_text, harmless, write_csv
from core.history.recorder import open_history, rebuild, record_comparisons
from core.store import sqlite_file
from core.store.plan_record import plan_hash
from core.store.study_file import StudyFile
from core.wording.history_text import word_comparison, word_then
from tests.history.histories import data_of, findings_of, study_of

ROOT = Path(__file__).resolve().parents[2]


def writer(path: Path, first: int, last: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.history.history_writer", str(path), str(first), str(last)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_that_two_windows_lose_nothing_even_if_one_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    with writer(path, 0, 25) as steady, writer(path, 1000, 9000) as killed:
        assert killed.stdout is not None
        written = [killed.stdout.readline() for _ in range(10)]
        killed.kill()
        killed.communicate(timeout=500)
        said = steady.communicate(timeout=500)
    assert steady.returncode == 0, said
    ledger = History.open(path)
    assert ledger.verify() == ()
    plans = {entry.plan_hash for entry in ledger.entries()}
    assert plans >= {f"plan {seed}" for seed in [*range(25), *(int(line) for line in written)]}


def test_that_a_half_written_transaction_is_undone(tmp_path: Path) -> None:
    ledger = History.open(tmp_path / "history.sqlite")
    ledger.record(study_of(), data_of(), "h", False)
    code = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA cache_size = 1'); c.execute('BEGIN IMMEDIATE')\n"
        "for n in range(10, 60): c.execute('INSERT INTO link VALUES (?, ?, ?)', (n, b'x' * 4000, ''))\n"
        "os.abort()"
    )
    subprocess.run([sys.executable, "-c", code, str(ledger.path)], check=False, capture_output=True)
    assert Path(f"{ledger.path}-journal").exists()
    assert (History.open(ledger.path).count_comparisons(data_of()), ledger.verify()) == (1, ())


def test_that_there_is_no_second_file_to_lose(tmp_path: Path) -> None:
    ledger = History.open(tmp_path / "history.sqlite")
    ledger.record(study_of(), data_of(), "h", False)
    assert [file.name for file in tmp_path.iterdir()] == ["history.sqlite"]


def test_that_a_write_ahead_file_left_by_another_tool_is_not_needed(tmp_path: Path) -> None:
    """Someone looked at the history with a tool that journals ahead; the side files are deleted, the looks stay."""
    path = tmp_path / "history.sqlite"
    History.open(path).record(study_of(), data_of(), "h", False)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("SELECT count(*) FROM link").fetchall()
    (tmp_path / "copy.sqlite").write_bytes(path.read_bytes())  # as left behind without its -wal and -shm
    connection.close()
    assert History.open(tmp_path / "copy.sqlite").count_comparisons(data_of()) == 1


# --- rebuilt from study files ---


def study_file(path: Path, seed: int, seen: bool = True, finished: bool = False) -> Path:
    study, data = study_of(seed), data_of()
    with StudyFile.create(path, study, data) as file:
        file.lock(study)
        if seen:
            rows = np.arange(20)
            file.append([FitResult(Job(MAIN, 0, 0, "forest"), rows, np.zeros((20, 1)), train_size=180)])
        if finished:
            file.save_findings(findings_of(0.03, 0.05))
    return path


def studies(folder: Path) -> list[Path]:
    return [
        study_file(folder / "stopped.evenfold", 1),
        study_file(folder / "finished.evenfold", 2, finished=True),
        study_file(folder / "only locked.evenfold", 3, seen=False),
    ]


def test_that_a_deleted_history_is_said_and_built_again_from_the_study_files(tmp_path: Path) -> None:
    files = studies(tmp_path)
    opened = open_history(tmp_path / "history.sqlite", files)
    assert opened.history is not None
    found = {(entry.seen, entry.verdict) for entry in opened.history.entries()}
    assert found == {("complete", "win"), ("stopped", "")}
    assert opened.notes[0].startswith("There was no history here; 2 comparisons were found again in 3 study files.")


def test_that_a_first_start_says_nothing(tmp_path: Path) -> None:
    opened = open_history(tmp_path / "history.sqlite")
    assert (opened.notes, opened.history is not None) == ((), True)


def test_that_a_damaged_history_is_set_aside_and_built_again(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    files = studies(tmp_path)
    History.open(path).record(study_of(1), data_of(), "h", False)
    path.write_bytes(path.read_bytes()[:5000])
    opened = open_history(path, files)
    assert opened.history is not None
    assert opened.history.count_comparisons(data_of()) == 2
    assert "was cut off" in opened.notes[0]
    assert "set aside as history-damaged-1.sqlite" in opened.notes[0]
    assert (tmp_path / "history-damaged-1.sqlite").stat().st_size == 5000


def test_that_an_altered_history_stays_and_the_alteration_is_said(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    History.open(path).record(study_of(1), data_of(), "h", False)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE head SET count = 7")
    connection.close()
    opened = open_history(path)
    assert opened.history is not None
    assert opened.notes == tuple(f"Entry {number} is missing." for number in range(3, 8))


def test_that_building_again_adds_only_what_is_missing_and_names_what_cannot_be_read(tmp_path: Path) -> None:
    files = studies(tmp_path)
    (tmp_path / "broken.evenfold").write_bytes(b"nothing")
    ledger = History.open(tmp_path / "history.sqlite")
    first = rebuild(ledger, [*files, tmp_path / "broken.evenfold"])
    again = rebuild(ledger, files)
    assert (first.added, again.added, ledger.count_comparisons(data_of())) == (2, 0, 2)
    assert first.notes == ("broken.evenfold could not be used: broken.evenfold is not a study file.",)


# --- never in the way ---


def test_that_a_history_that_cannot_be_written_does_not_stop_a_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_SECONDS", 0.05)
    ledger = History.open(tmp_path / "history.sqlite")
    holder = sqlite3.connect(ledger.path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    said = record_comparisons(ledger, study_of(), data_of(), "h")
    holder.execute("ROLLBACK")
    holder.close()
    assert said.startswith("This study could not be counted in the history: history.sqlite is being written by another")
    assert record_comparisons(None, study_of(), data_of(), "h") != ""
    assert record_comparisons(ledger, study_of(), data_of(), "h") == ""


WITHOUT_ROOM = """
import resource, signal, sys
from dataclasses import replace
from pathlib import Path
from core.history.history_table import csv_text
from core.history.history import History
from core.history.recorder import record_comparisons
from tests.history.histories import data_of, findings_of, study_of
history = History.open(Path(sys.argv[1]))
size = history.path.stat().st_size
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
for seed in range(100, 300):
    study, findings = replace(study_of(), seed=seed), findings_of(0.03, 0.08)
    said = record_comparisons(history, study, data_of(), f"plan {seed}", findings)
    print(said or f"plan {seed}")
    if said:
        break
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files cannot be limited there")
def test_that_a_full_disk_costs_the_history_nothing_it_had(tmp_path: Path) -> None:
    ledger = History.open(tmp_path / "history.sqlite")
    ledger.record(study_of(), data_of(), "plan 1", complete=True, findings=findings_of(0.03, 0.08))
    command = [sys.executable, "-c", WITHOUT_ROOM, str(ledger.path)]
    told = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=500, check=True
    ).stdout.splitlines()
    assert told[-1].startswith("This study could not be counted in the history: ")
    assert {entry.plan_hash for entry in ledger.entries()} == {"plan 1", *told[:-1]}
    assert open_history(ledger.path).notes == ()
    assert record_comparisons(ledger, study_of(), data_of(), "plan 2") == ""


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="the administrator may write everywhere")
def test_that_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    opened = open_history(tmp_path / "history.sqlite")
    tmp_path.chmod(0o700)
    assert opened.history is None
    assert opened.notes[0].startswith("The history cannot be used: ")


def test_that_a_place_that_does_not_exist_is_said(tmp_path: Path) -> None:
    opened = open_history(tmp_path / "nowhere" / "history.sqlite")
    assert opened.history is None
    assert opened.notes[0].startswith("The history cannot be used: history.sqlite cannot be opened.")


# --- as a table ---


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1"])
def test_that_no_cell_is_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Use forest.", "", -0.5, 3])
def test_that_texts_and_numbers_stay_as_they_are(cell: object) -> None:
    assert harmless(cell) == cell


def test_that_the_history_is_written_as_a_table(tmp_path: Path) -> None:
    ledger = History.open(tmp_path / "history.sqlite")
    study = study_of(title='=HYPERLINK("x"), "quoted"\nline')
    ledger.record(study, data_of(), plan_hash(study), True, findings_of(-0.01, 0.05))
    rows = list(csv.DictReader(io.StringIO(csv_text(ledger.list_current_conclusions(), ledger.names()))))
    assert len(rows) == 1
    assert rows[0]["study"] == "'" + study.title
    assert (rows[0]["data"], rows[0]["seen"], rows[0]["count now"]) == ("Bearings", "complete", "1")
    assert float(rows[0]["low then"]) == -0.01
    write_csv(tmp_path / "out.csv", ledger.list_current_conclusions(), ledger.names())
    assert (tmp_path / "out.csv").read_text("utf-8-sig").startswith("date,study,data,")


# --- whatever is wrong with the file ---


def damage(content: bytes, chance: np.random.Generator) -> bytes:
    """A few bytes anywhere, a stretch of zeros or garbage, or an end that is missing."""
    damaged = bytearray(content)
    place, length = int(chance.integers(len(damaged))), int(chance.integers(1, 300))
    match int(chance.integers(4)):
        case 0:
            damaged[place] ^= int(chance.integers(1, 256))
        case 1:
            damaged[place : place + length] = bytes(len(damaged[place : place + length]))
        case 2:
            damaged[place : place + length] = chance.bytes(len(damaged[place : place + length]))
        case _:
            del damaged[place:]
    return bytes(damaged)


@pytest.mark.parametrize("seed", range(4))
def test_that_no_damage_of_the_file_stops_anything(tmp_path: Path, seed: int) -> None:
    """A start counts, shows, records and exports, whatever is in the file; what is damaged is set aside and said."""
    whole = tmp_path / "whole.sqlite"
    history, data = History.open(whole), data_of()
    for number in range(6):
        study = replace(study_of(), seed=number)
        history.record(study, data, f"plan {number}", complete=True, findings=findings_of(0.03, 0.08))
    content, chance = whole.read_bytes(), np.random.default_rng(seed)
    path, renewed = tmp_path / "history.sqlite", 0
    for number in range(75):
        path.write_bytes(damage(content, chance))
        opened = open_history(path, [study_file(tmp_path / "known.evenfold", 77)] if number == 0 else [])
        assert opened.history is not None, opened.notes
        opened.history.count_comparisons(data)
        csv_text(opened.history.list_current_conclusions(data), opened.history.names())
        [word_comparison(entry) + word_then(entry) for entry in opened.history.entries()]
        opened.history.final_tests(data)
        assert record_comparisons(opened.history, study_of(99), data, "new", findings_of(0.01, 0.02)) == ""
        renewed += any("set aside" in note for note in opened.notes)
    assert renewed


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE head SET count = -5",
        "UPDATE head SET hash = 5",
        "UPDATE head SET count = 'many'",
        "DELETE FROM head",
        "INSERT INTO link VALUES (99, '', '')",
        'INSERT INTO link VALUES (99, \'{"kind": "data", "like": 5}\', \'\')',
        "INSERT INTO link VALUES (99, '{\"kind\": \"look\"}', '')",
        "INSERT INTO link SELECT 99, replace(content, '\"error\"', '\"ezror\"'), hash FROM link WHERE number = 2",
        "INSERT INTO link SELECT 99, replace(content, '\"count\":1', '\"count\":0'), hash FROM link WHERE number = 2",
        "INSERT INTO link SELECT 99, replace(content, '0.05', '1e999'), hash FROM link WHERE number = 2",
        "UPDATE sketch SET content = 5",
        "UPDATE sketch SET data = x'ff'",
    ],
)
def test_that_content_that_makes_no_sense_stops_nothing(tmp_path: Path, statement: str) -> None:
    path, data = tmp_path / "history.sqlite", data_of()
    History.open(path).record(study_of(), data, "plan", complete=True, findings=findings_of(0.03, 0.08))
    connection = sqlite3.connect(path)
    with suppress(sqlite3.IntegrityError), connection:
        connection.execute(statement)
    connection.close()
    opened = open_history(path)
    assert opened.history is not None
    assert opened.notes
    opened.history.count_comparisons(data)
    csv_text(opened.history.list_current_conclusions(data), opened.history.names())
    assert record_comparisons(opened.history, study_of(99), data, "new", findings_of(0.01, 0.02)) == ""
