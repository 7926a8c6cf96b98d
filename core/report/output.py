"""Writing a report's file; a place that cannot be written is told in one sentence."""

from pathlib import Path

from core.errors import StoreError


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as problem:
        raise not_written(path, problem) from None


def written(report: Path | None, numbers: Path | None = None) -> str:
    """The lines that name what was written, for a terminal."""
    named = [f"{name}: {path}\n" for name, path in (("Report", report), ("Numbers", numbers)) if path is not None]
    return "\n" + "".join(named) if named else ""


def not_written(path: Path, problem: OSError) -> StoreError:
    return StoreError(f"{path} could not be written: {problem.strerror}.", "Choose another place.")
