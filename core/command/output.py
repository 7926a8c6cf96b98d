"""Writing what a command found: to a file, or to standard output for "-"."""

from pathlib import Path

from core.errors import StoreError


def write_text(path: Path, text: str) -> None:
    if str(path) == "-":
        print(text)
        return
    try:
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise StoreError(f"{path} could not be written: {problem.strerror}.", "Choose another place.") from None
