"""A report's file is there whole or not at all."""

import errno
from pathlib import Path

import pytest

from core.report.output import write_bytes, write_text
from core.support.errors import StoreError


def full(path: Path, content: bytes) -> int:
    """A disk that takes three bytes, and then no more."""
    with path.open("wb") as file:
        file.write(content[:3])
    raise OSError(errno.ENOSPC, "No space left on device")


def test_that_a_full_disk_leaves_the_earlier_file_and_no_half_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, new = tmp_path / "kept.html", tmp_path / "new.html"
    kept.write_text("the report of yesterday")
    monkeypatch.setattr(Path, "write_bytes", full)
    for path in (kept, new):
        with pytest.raises(StoreError, match="No space left on device"):
            write_bytes(path, b"the report of today")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.html"]
    assert kept.read_text() == "the report of yesterday"


def test_that_a_file_is_exchanged_with_its_rights_and_through_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_text("old")
    kept.chmod(0o640)
    link.symlink_to(kept)
    write_text(link, "new")
    assert link.is_symlink()
    assert kept.read_text() == "new"
    assert kept.stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 2


def test_that_a_file_another_program_has_open_is_told_of_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Windows does it while Excel shows the file."""
    target = tmp_path / "numbers.xlsx"
    target.write_bytes(b"before")

    def denied(*_arguments: object, **_named: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(StoreError) as told:
        write_bytes(target, b"after")
    assert "close it" in told.value.hint
    monkeypatch.undo()
    assert target.read_bytes() == b"before"
