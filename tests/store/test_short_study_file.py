"""The file of a short route: what was filled in comes back, also after a killed program, and damage is noticed."""

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.conclusion import Answer
from core.domain.dataset import Column, Kind, Table
from core.domain.short_study import ShortKind, ShortStudy
from core.store.short_study_file import ShortStudyFile, read_kind, read_summary
from core.store.study_file import StudyFile
from core.support.errors import StoreError

TABLE = Table(
    "parts.csv",
    "/somewhere/parts.csv",
    (
        Column("size", Kind.NUMBER, np.array([1.5, np.nan, -0.0])),
        Column("state", Kind.NAMES, np.array([0, 1, -1], dtype=np.int32), ("good", "bad")),
        Column("made", Kind.DATE, np.array(["2026-01-02", "NaT", "1969-12-31"], dtype="datetime64[ms]")),
        Column("remark", Kind.TEXT, np.array(["a", None, "ä\n"], dtype=object)),
    ),
    {"separator": ",", "rows": (1, 2)},
)
STUDY = ShortStudy(ShortKind.CLAIM, "Parts", TABLE, {"text": "98 %", "answers": {"TRAINED-ON": "no"}})
KILLED = """
import sys
from pathlib import Path
from core.domain.short_study import ShortKind, ShortStudy
from core.store.short_study_file import ShortStudyFile
file = ShortStudyFile.create(Path(sys.argv[1]), ShortStudy(ShortKind.CLAIM, "Parts"))
for number in range(20):
    file.save(ShortStudy(ShortKind.CLAIM, "Parts", form={"answers": number}))
print("ready", flush=True)
sys.stdin.read()
"""


def test_that_everything_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.evenfold"
    ShortStudyFile.create(path, STUDY).close()
    file = ShortStudyFile.open(path)
    found = file.study
    file.close()
    assert (found.kind, found.title, dict(found.form)) == (STUDY.kind, STUDY.title, dict(STUDY.form))
    assert found.table is not None
    assert (found.table.name, found.table.source, found.table.names) == ("parts.csv", TABLE.source, TABLE.names)
    assert dict(found.table.reading) == dict(TABLE.reading)
    for ours, theirs in zip(TABLE.columns, found.table.columns, strict=True):
        assert (ours.kind, ours.levels, ours.values.dtype) == (theirs.kind, theirs.levels, theirs.values.dtype)
        if ours.kind is Kind.TEXT:
            assert ours.values.tolist() == theirs.values.tolist()
        else:
            assert ours.values.tobytes() == theirs.values.tobytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.evenfold"]


def test_that_an_answer_is_listed_without_the_table(tmp_path: Path) -> None:
    path = tmp_path / "a.evenfold"
    file = ShortStudyFile.create(path, STUDY)
    file.save(replace(STUDY, answer=Answer.NO, headline="No. It does not.", answered_at="2026-11-18T06:00:00+00:00"))
    assert read_kind(path) is ShortKind.CLAIM
    found = read_summary(path)
    assert (found.answer, found.headline, found.table) == (Answer.NO, "No. It does not.", None)
    file.close()


def test_that_a_killed_program_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "a.evenfold"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    file = ShortStudyFile.open(path)
    assert not file.read_only
    assert file.study.form["answers"] == 19
    file.close()


def test_that_a_second_window_only_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.evenfold"
    first = ShortStudyFile.create(path, STUDY)
    second = ShortStudyFile.open(path)
    assert second.read_only
    with pytest.raises(StoreError, match="open elsewhere"):
        second.save(STUDY)
    second.close()
    first.close()


def test_that_it_is_no_study_with_training_runs(tmp_path: Path) -> None:
    path = tmp_path / "a.evenfold"
    ShortStudyFile.create(path, STUDY).close()
    with pytest.raises(StoreError, match="short study"):
        StudyFile.open(path)


@pytest.mark.parametrize("name", ["form", "answer", "kind", "table"])
def test_that_a_changed_file_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.evenfold"
    ShortStudyFile.create(path, STUDY).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE fact SET value = 'x' || value WHERE name = ?", (name,))
    connection.close()
    with pytest.raises(StoreError):
        ShortStudyFile.open(path)


def test_that_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no study file"):
        read_kind(tmp_path / "gone.evenfold")
