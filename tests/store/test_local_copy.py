"""A run writes to a local copy; the study file in the documents gets it whole, and a crash loses nothing."""

import shutil
from pathlib import Path

import pytest

from core.store import study_connection
from core.store.study_file import StudyFile
from core.support import paths
from core.support.errors import NoPlaceError
from tests.gui.routes.studies import finished_file


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    return paths.local_copies()


@pytest.fixture
def path(tmp_path: Path, local: Path) -> Path:
    assert local.is_dir()
    return finished_file(tmp_path)


def test_that_writing_goes_to_the_local_copy_until_it_is_brought_home(path: Path, local: Path) -> None:
    with StudyFile.open(path) as file:
        file.use_local_copy()
        file.log("written locally")
        assert len(list(local.glob("*.evenfold"))) == 1
        with StudyFile.open(path, only_read=True) as seen:
            assert not any(line == "written locally" for _, line in seen.log_lines())
        file.copy_home()
        with StudyFile.open(path, only_read=True) as seen:
            assert any(line == "written locally" for _, line in seen.log_lines())
            assert seen.is_unchanged
        assert not list(path.parent.glob(f"{path.name}-wal"))
        file.return_home()
        file.log("written at home")
        assert not list(local.iterdir())
    with StudyFile.open(path) as file:
        assert [line for _, line in file.log_lines()][-2:] == ["written locally", "written at home"]
        assert file.is_unchanged


def test_that_closing_brings_the_local_copy_home(path: Path, local: Path) -> None:
    with StudyFile.open(path) as file:
        file.use_local_copy()
        file.log("written locally")
    assert not list(local.iterdir())
    with StudyFile.open(path) as file:
        assert any(line == "written locally" for _, line in file.log_lines())


def test_that_another_window_can_only_read_while_a_local_copy_is_written(path: Path) -> None:
    with StudyFile.open(path) as file:
        file.use_local_copy()
        with StudyFile.open(path) as second:
            assert second.read_only


def test_that_what_a_killed_run_had_written_is_found_again(path: Path, local: Path, tmp_path: Path) -> None:
    with StudyFile.open(path) as file:
        file.use_local_copy()
        file.log("written before the end")
        copy = next(local.glob("*.evenfold"))
        for ending in ("", "-wal"):  # as the killed program would have left it
            shutil.copy(f"{copy}{ending}", tmp_path / f"left{ending}")
        file._connection.execute("DELETE FROM log WHERE line = 'written before the end'")
    for ending in ("", "-wal"):
        shutil.copy(tmp_path / f"left{ending}", f"{copy}{ending}")
    with StudyFile.open(path) as file:
        lines = [line for _, line in file.log_lines()]
        assert lines[-2] == "written before the end"
        assert "recovered" in lines[-1]
        assert file.is_unchanged
        assert file.findings() is not None
    assert not list(local.iterdir())


def test_that_a_local_copy_of_another_study_is_not_taken_over(path: Path, local: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with StudyFile.open(finished_file(tmp_path / "other")) as other:
        other.log("of another study")
        with other._writing():
            other._set_fact("created", "1999-01-01T00:00:00+00:00")
        other.copy_to(study_connection.find_local_copy(path))
    with StudyFile.open(path) as file:
        assert not any(line == "of another study" for _, line in file.log_lines())
    (aside,) = local.iterdir()
    assert aside.name.endswith(".damaged.evenfold")


def test_that_a_study_whose_place_is_gone_is_kept_locally_and_goes_on_elsewhere(
    path: Path, local: Path, tmp_path: Path
) -> None:
    file = StudyFile.open(path)
    file.use_local_copy()
    file.log("written locally")
    path.unlink()
    with pytest.raises(NoPlaceError):
        file.copy_home()
    assert file.has_local_copy
    file.go_on_at(tmp_path / "elsewhere.evenfold")
    assert not file.has_local_copy
    assert not list(local.iterdir())
    file.log("written elsewhere")
    lines = [line for _, line in file.log_lines()]
    assert "written locally" in lines
    assert lines[-1] == "written elsewhere"
    file.close()
