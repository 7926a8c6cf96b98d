"""A study saved as another file goes on there, and nothing is lost on the way."""

import sys
from pathlib import Path

import pytest

from core.domain.evidence import FitResult
from core.store.study_file import StudyFile
from core.support.errors import NoPlaceError, StoreError
from tests.engine.studies import inline, signature
from tests.store.test_study_file import DATA, STUDY


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.evenfold"


@pytest.fixture(scope="module")
def outcomes() -> list[FitResult]:
    return inline(STUDY, DATA)


def test_that_a_study_goes_on_in_the_file_it_is_saved_as(path: Path, outcomes: list[FitResult], tmp_path: Path) -> None:
    other = tmp_path / "other.evenfold"
    half = len(outcomes) // 2
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        file.append(outcomes[:half])
        file.go_on_at(other)
        assert file.path == other
        file.append(outcomes[half:])
        assert len(file.done()) == len(outcomes)
    with StudyFile.open(path) as before, StudyFile.open(other) as now_there:
        assert len(before.done()) == half
        assert not before.read_only
        assert signature(list(now_there.outcomes())) == signature(outcomes)
        assert now_there.plan_hash == before.plan_hash
        assert now_there.is_unchanged
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([path.name, other.name])


def test_that_a_study_that_can_only_be_read_can_be_written_where_it_is_saved(path: Path, tmp_path: Path) -> None:
    with StudyFile.create(path, STUDY, DATA) as file, StudyFile.open(path) as second:
        assert second.read_only
        second.go_on_at(tmp_path / "own.evenfold")
        assert not second.read_only
        second.log("mine now")
        file.log("and mine still")
    with StudyFile.open(tmp_path / "own.evenfold") as own:
        assert own.log_lines()[-1][1] == "mine now"


def test_that_a_study_that_is_only_looked_at_can_be_saved_elsewhere(path: Path, tmp_path: Path) -> None:
    StudyFile.create(path, STUDY, DATA).close()
    with StudyFile.open(path, only_read=True) as file:
        file.go_on_at(tmp_path / "own.evenfold")
        file.log("mine now")
    with StudyFile.open(path, only_read=True) as file:
        file.copy_to(tmp_path / "sent.evenfold")
        with pytest.raises(StoreError):
            file.log("still only to be read")
    with StudyFile.open(tmp_path / "sent.evenfold") as sent:
        assert sent.study == STUDY


def test_that_a_file_that_cannot_be_saved_leaves_nothing_and_goes_on(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        for wrong in (path, path.parent / "nowhere" / "x.evenfold"):
            with pytest.raises(StoreError):
                file.go_on_at(wrong)
        file.append(outcomes)
        assert file.path == path
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_that_a_study_on_a_full_disk_is_saved_elsewhere(path: Path, outcomes: list[FitResult], tmp_path: Path) -> None:
    other = tmp_path / "roomy.evenfold"
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes[:1])
        pages = file._connection.execute("PRAGMA page_count").fetchone()[0]
        file._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="The disk is full"):
            file.log("more " * 100_000)
        file.go_on_at(other)
        file.append(outcomes[1:])
    with StudyFile.open(other) as file:
        assert signature(list(file.outcomes())) == signature(outcomes)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open files where they are")
@pytest.mark.parametrize("what", ["deleted", "moved", "replaced"])
def test_that_a_file_that_is_gone_is_noticed_at_once_and_can_be_saved_elsewhere(
    path: Path, outcomes: list[FitResult], tmp_path: Path, what: str
) -> None:
    half, other = len(outcomes) // 2, tmp_path / "other.evenfold"
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        file.append(outcomes[:half])
        path.unlink() if what == "deleted" else path.rename(tmp_path / "moved.evenfold")
        if what == "replaced":
            path.write_bytes(b"something else")
        with pytest.raises(NoPlaceError, match="no longer where it was"):
            file.append(outcomes[half:])
        file.go_on_at(other)
    with StudyFile.open(other) as found:
        assert signature(list(found.outcomes())) == signature(outcomes)
        assert found.is_unchanged
