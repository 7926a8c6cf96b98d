"""Where things are kept, also where the person's own folder cannot be written."""

import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from core.history.recorder import open_history
from core.support import paths


@pytest.fixture
def blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file stands where the folder should be; root may write everywhere else."""
    paths._makeshift.cache_clear()
    (tmp_path / "home").write_text("in the way")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    yield tmp_path / "home"
    paths._makeshift.cache_clear()


def test_that_a_folder_that_can_be_written_is_used_and_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home" / "deep"))
    assert paths.user_data() == tmp_path / "home" / "deep"
    assert paths.about_makeshift() == ""


def test_that_another_folder_serves_for_the_time_being(blocked: Path) -> None:
    first = paths.user_data()
    assert first.is_dir()
    assert first == paths.user_data()
    assert paths.studies().parent == first
    told = paths.about_makeshift()
    assert str(blocked) in told
    assert str(first) in told


def test_that_the_history_says_that_it_may_not_last(blocked: Path) -> None:
    found = open_history(paths.history())
    assert found.history is not None
    assert found.notes == (paths.about_makeshift(),)


def test_that_a_folder_one_may_only_read_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths._makeshift.cache_clear()
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path))
    monkeypatch.setattr("os.access", lambda folder, _mode: Path(folder) != tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert paths.user_data() != tmp_path
    paths._makeshift.cache_clear()


def test_that_study_files_never_overwrite_each_other(tmp_path: Path) -> None:
    first = paths.free_path(tmp_path, "Line 2: faults?")
    first.touch()
    second = paths.free_path(tmp_path, "Line 2: faults?")
    assert first.name == "Line 2 faults.evenfold"
    assert second.name == "Line 2 faults 2.evenfold"
    assert paths.free_path(tmp_path, "???").name == "study.evenfold"


@pytest.mark.parametrize(
    "title", ["../../etc/passwd", "/etc/passwd", "..", "a\x00b", "x" * 4000, "漢" * 4000, ".hidden"]
)
def test_that_no_title_leads_out_of_the_folder_or_is_too_long_for_it(title: str, tmp_path: Path) -> None:
    path = paths.free_path(tmp_path, title)
    assert path.parent == tmp_path
    path.write_text("can be made")
    assert paths.free_path(tmp_path, title) != path


@pytest.mark.parametrize(
    ("platform", "shown"),
    [
        ("linux", "python3 main.py run 'my studies/it'\"'\"'s ü.evenfold' plain.toml"),
        ("win32", 'py main.py run "my studies/it\'s ü.evenfold" plain.toml'),
    ],
)
def test_that_a_command_that_is_shown_can_be_typed_as_it_is(
    platform: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert paths.own_command("run", PurePosixPath("my studies/it's ü.evenfold"), "plain.toml") == shown


@pytest.mark.parametrize(
    ("platform", "program", "shown"),
    [
        ("linux", "/opt/evenfold/evenfold", "evenfold run plan.toml"),
        ("win32", "/Programs/Evenfold/evenfold.exe", "/Programs/Evenfold/evenfold-terminal.exe run plan.toml"),
        ("win32", "/My Programs/evenfold.exe", '"/My Programs/evenfold-terminal.exe" run plan.toml'),
    ],
)
def test_that_the_installed_program_names_the_one_for_terminals(
    platform: str, program: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", program)
    assert paths.own_command("run", "plan.toml") == shown


@pytest.mark.parametrize("title", ["con", "NUL", "Com1", "lpt9"])
def test_that_no_study_is_named_like_a_device_of_windows(title: str, tmp_path: Path) -> None:
    assert paths.free_path(tmp_path, title).stem == f"{title} study"
    assert paths.free_path(tmp_path, f"{title}trol").stem == f"{title}trol"
