"""A lock to be opened until a fold is scored, final test rows that open once, and files that are only looked at."""

import sqlite3
from pathlib import Path

import pytest

from core.data.final_test_rows import split_final_test
from core.domain.evidence import TRIVIAL
from core.history.history import History
from core.history.recorder import count_opened
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.gui.finished import parts_data, parts_study
from tests.gui.routes.studies import finished_file


@pytest.fixture
def locked(tmp_path: Path) -> StudyFile:
    file = StudyFile.create(tmp_path / "s.evenfold", parts_study(1), parts_data())
    file.lock(parts_study(1))
    return file


def test_that_a_lock_opens_while_nothing_was_scored(locked: StudyFile) -> None:
    with locked as file:
        file.unlock()
        assert file.locked_at is None
        assert file.log_lines()[-1][1] == "unlocked before any test fold was scored"
        file.lock(parts_study(2))
        assert file.study.scheme.repeats == 2


def test_that_a_lock_stays_once_a_fold_was_scored(tmp_path: Path) -> None:
    with StudyFile.open(finished_file(tmp_path)) as file:
        with pytest.raises(StoreError, match="were scored"):
            file.unlock()
        assert file.locked_at is not None


def test_that_the_trivial_model_alone_is_no_look(locked: StudyFile, tmp_path: Path) -> None:
    """It tells nothing of any candidate: the lock opens, and no history counts it."""
    with StudyFile.open(finished_file(tmp_path), only_read=True) as finished:
        outcomes = list(finished.outcomes())
    with locked as file:
        file.append([outcome for outcome in outcomes if outcome.job.candidate == TRIVIAL])
        assert file.done()
        assert not file.is_seen
        assert count_opened(History.open(tmp_path / "history.sqlite"), file) == 0
        file.unlock()
        file.lock(parts_study(1))
        file.append(outcomes)
        assert file.is_seen
        assert count_opened(History.open(tmp_path / "history.sqlite"), file) > 0


def test_that_final_test_rows_open_once(tmp_path: Path) -> None:
    path = finished_file(tmp_path, final_test=True)
    expected = split_final_test(parts_data(120)).final_rows
    with StudyFile.open(path) as file:
        found = file.open_final_test()
        assert found.fingerprint == expected.fingerprint
        with pytest.raises(StoreError, match="once only"):
            file.open_final_test()
        assert file.opened_rows().size == 40
    with StudyFile.open(path) as file:
        assert file.final_test_opened_at is not None


def test_that_a_file_opened_to_be_read_stays_byte_for_byte(tmp_path: Path) -> None:
    path = finished_file(tmp_path, final_test=True)
    before = path.read_bytes(), path.stat().st_mtime_ns
    with StudyFile.open(path, only_read=True) as file:
        assert file.read_only
        assert file.findings() is not None
        assert len(list(file.outcomes())) == len(file.done())
        with pytest.raises(StoreError, match="read"):
            file.log("not here")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert sorted(tmp_path.iterdir()) == [path]


def test_that_a_copy_to_send_without_data_holds_no_sealed_row_either(tmp_path: Path) -> None:
    sent = tmp_path / "sent.evenfold"
    with StudyFile.open(finished_file(tmp_path, final_test=True)) as file:
        file.copy_to(sent, with_data=False)
    connection = sqlite3.connect(sent)
    assert connection.execute("SELECT count(*) FROM data_column").fetchone() == (0,)
    connection.close()


def test_that_what_was_told_for_the_report_is_kept_beside_the_locked_plan(locked: StudyFile) -> None:
    with locked as file:
        before = file.plan_hash
        assert file.statements() == {}
        file.save_statements({"3a": "two technicians, “by ear”"})
        file.save_statements({"3a": "two technicians", "1b": ""})
    with StudyFile.open(locked.path) as file:
        assert file.statements() == {"3a": "two technicians", "1b": ""}
        assert file.plan_hash == before
