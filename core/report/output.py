"""Writing a report's file; a place that cannot be written is told in one sentence."""

from contextlib import suppress
from pathlib import Path
from shutil import copymode
from uuid import uuid4

from core.support.errors import StoreError


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, content: bytes) -> None:
    """Put in place when it is whole: on a full disk the file that was there stays, and none is left half written."""
    try:
        if path.is_file():
            _exchange(path.resolve(), content)
        elif path.exists():  # a pipe or a device
            path.write_bytes(content)
        else:
            _put(path.resolve(), content)
    except OSError as problem:
        raise not_written(path, problem) from None


def _exchange(path: Path, content: bytes) -> None:
    path.open("ab").close()  # what may not be written is not exchanged either
    try:
        _put(path, content)
    except PermissionError:  # the folder takes no new file, but this one may be written
        path.write_bytes(content)


def _put(path: Path, content: bytes) -> None:
    part = path.with_name(f".evenfold-{uuid4().hex}.part")
    try:
        part.write_bytes(content)
        if path.exists():
            copymode(path, part)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def written(report: Path | None, numbers: Path | None = None) -> str:
    """The lines that name what was written, for a terminal."""
    named = [f"{name}: {path}\n" for name, path in (("Report", report), ("Numbers", numbers)) if path is not None]
    return "\n" + "".join(named) if named else ""


def not_written(path: Path, problem: OSError) -> StoreError:
    """On Windows a file that Excel or Word has open may not be written, and the system only says "denied"."""
    is_open = isinstance(problem, PermissionError) and path.is_file()
    hint = "If another program has it open, close it there; or choose another place."
    return StoreError(f"{path} could not be written: {problem.strerror}.", hint if is_open else "Choose another place.")
