"""A dataset from a file that does not hold together is refused in words before anybody counts on it."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.domain.evidence import Ending
from core.store.dataset_columns import fits_dataset, has_same_rows
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.verification.stored_findings import judge_study_file
from core.verification.study_checks import check_study_file
from tests.gui.routes.studies import finished_file


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_file(tmp_path_factory.mktemp("sound"))


def told_of(study: Path, folder: Path, changes: dict[str, Any], statement: str = "") -> str:
    copy = folder / "lying.evenfold"
    copy.write_bytes(study.read_bytes())
    connection = sqlite3.connect(copy)
    with connection:
        (text,) = connection.execute("SELECT value FROM fact WHERE name = 'data'").fetchone()
        plain = {**json.loads(text), **changes}
        connection.execute("UPDATE fact SET value = ? WHERE name = 'data'", (json.dumps(plain),))
        if statement:
            connection.execute(statement)
    connection.close()
    with StudyFile.open(copy, only_read=True) as file, pytest.raises(StoreError) as told:
        file.data  # noqa: B018
    return str(told.value)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"classes": ["only"]}, "none of its classes"),
        ({"positive": 7}, "class that matters"),
        ({"positive": -1}, "class that matters"),
        ({"positive": 1.5}, "class that matters"),
        ({"positive": True}, "class that matters"),
        ({"classes": "no"}, "not described"),
        ({"levels": ["ab", "cd"]}, "not described"),
        ({"kinds": ["names", "names"]}, "unknown names"),
        ({"kinds": ["number"]}, "not described"),
        ({"levels": []}, "not described"),
        ({"classes": [1, 2]}, "no text"),
        ({"name": {"a": 1}}, "no text"),
        ({"fingerprint": 12}, "no text"),
    ],
)
def test_that_a_description_that_lies_is_refused(
    study: Path, tmp_path: Path, changes: dict[str, Any], named: str
) -> None:
    assert named in told_of(study, tmp_path, changes)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE data_column SET length = length - 1 WHERE name = 'target 0'", "as many or as long"),
        ("UPDATE data_column SET content = zeroblob(20) WHERE name = 'target 0'", "was changed"),
        ("DELETE FROM data_column WHERE name = 'input 1'", "as many or as long"),
    ],
)
def test_that_changed_columns_are_refused(study: Path, tmp_path: Path, change: str, named: str) -> None:
    assert named in told_of(study, tmp_path, {}, change)


def test_that_predictions_for_other_classes_are_refused_and_named(study: Path, tmp_path: Path) -> None:
    copy = tmp_path / "more.evenfold"
    copy.write_bytes(study.read_bytes())
    connection = sqlite3.connect(copy)
    with connection:
        (text,) = connection.execute("SELECT value FROM fact WHERE name = 'data'").fetchone()
        changed = json.dumps({**json.loads(text), "classes": ["no", "yes", "perhaps"]})
        connection.execute("UPDATE fact SET value = ? WHERE name = 'data'", (changed,))
    connection.close()
    with StudyFile.open(copy, only_read=True) as file:
        with pytest.raises(StoreError, match="do not fit the rows"):
            judge_study_file(file)
        assert any("do not fit the rows" in text for one in check_study_file(file) for text in one.differences)


def test_that_answers_must_be_about_rows_there_are(study: Path) -> None:
    with StudyFile.open(study, only_read=True) as file:
        data, outcome = file.data, next(file.outcomes())
    assert fits_dataset(outcome, data)
    assert not fits_dataset(replace(outcome, rows=outcome.rows + data.size), data)
    assert not fits_dataset(replace(outcome, rows=outcome.rows[1:]), data)
    assert not fits_dataset(replace(outcome, predicted=None, scores=None), data)
    assert fits_dataset(replace(outcome, predicted=None, scores=None, ending=Ending.FAILED), data)


def test_that_only_a_changed_file_is_blamed_for_parts_that_contradict_each_other(
    tmp_path: Path, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def senseless(_file: StudyFile) -> None:
        raise IndexError("index 7 is out of bounds")

    monkeypatch.setattr("core.verification.study_checks._data", senseless)
    with StudyFile.open(study, only_read=True) as file, pytest.raises(IndexError):
        list(check_study_file(file))
    copy = tmp_path / "changed.evenfold"
    copy.write_bytes(study.read_bytes())
    with closing(sqlite3.connect(copy)) as changed, changed:
        changed.execute("UPDATE fact SET value = '1.5' WHERE name = 'seconds'")
    with StudyFile.open(copy, only_read=True) as file:
        last = list(check_study_file(file))[-1]
    assert last.differences == ("Its parts contradict each other: index 7 is out of bounds.",)


def test_that_a_file_that_was_closed_meanwhile_is_not_called_damaged(study: Path) -> None:
    file = StudyFile.open(study)
    file.close()
    with pytest.raises(StoreError, match="was closed before this was done"):
        file.statements()


def test_that_a_table_is_the_same_only_with_all_its_rows_in_order(study: Path) -> None:
    with StudyFile.open(study, only_read=True) as file:
        data = file.data
    assert has_same_rows(data, replace(data, name="other", fingerprint=""))
    assert not has_same_rows(data, replace(data, inputs=data.inputs[::-1]))
    assert not has_same_rows(data, replace(data, targets=1 - data.targets))
    assert not has_same_rows(data, replace(data, groups=np.arange(data.size)))
    assert not has_same_rows(data, replace(data, classes=("yes", "no")))
    assert not has_same_rows(data, replace(data, given={"old": data.targets[:, 0]}))
