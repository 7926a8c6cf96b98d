"""Writing what a command found: to a file, or to standard output for "-"."""

from pathlib import Path

from core.report.output import write_text as write_file


def write_text(path: Path, text: str) -> None:
    if str(path) == "-":
        print(text)
    else:
        write_file(path, text)
