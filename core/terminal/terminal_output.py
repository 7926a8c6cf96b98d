"""Where a command writes what it found: checked before the work, and never over what is read."""

import codecs
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, cast

from core.report.output import write_text as write_file
from core.support.errors import StudyError
from core.support.text import printable, to_one_line

WRITTEN = ("json", "out", "report", "csv")  # names of arguments
OUTPUT = Path("-")  # standard output
PLAIN = {
    "−": "-",
    "–": "-",
    "—": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "±": "+-",
    "×": "x",
    "÷": "/",
    "²": "2",
    "…": "...",
}
"""For terminals that know few letters: a minus must not become a question mark."""


class HarmlessStream:
    """A stream of text in which nothing steers a terminal, whatever file it comes from; else as the stream inside."""

    def __init__(self, inside: TextIO) -> None:
        self.inside = inside

    def write(self, text: str) -> int:
        self.inside.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inside, name)


@contextmanager
def keep_output_harmless() -> Iterator[None]:
    """Everything a command says goes through here, so that no sentence has to think of what is in a name."""
    out, err = (
        None if stream is None else cast(TextIO, HarmlessStream(stream))  # a program with a window has none on Windows
        for stream in (sys.stdout, sys.stderr)
    )
    with redirect_stdout(out), redirect_stderr(err):
        yield


def rewrite_line(stream: TextIO, line: str) -> None:
    """Write over the last line of a terminal, which is the one way in which we steer it."""
    inside = stream.inside if isinstance(stream, HarmlessStream) else stream
    inside.write(f"\r{to_one_line(line)}")


def use_plain_letters() -> None:
    """What the terminal cannot show is written with the letters it has."""
    codecs.register_error("plain", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    strange = problem.object[problem.start : problem.end]
    return "".join(PLAIN.get(letter, "?") for letter in strange), problem.end


def shorten(text: str, most: int = 1500) -> str:
    """Return a message with its middle left out where a name in it is endless: both ends say what it is about."""
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def write_text(path: Path, text: str) -> None:
    if path == OUTPUT:
        print(text)
    else:
        write_file(path, text)


def lay_out(rows: Sequence[Sequence[str]], words: int = 2) -> str:
    """Rows of cells in columns as wide as their widest cell; the first so many are names."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < words else cell.rjust(width) for place, (cell, width) in enumerate(pairs)
        )
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    )


def check_arguments(chosen: Namespace) -> None:
    """Every place a command writes to, against every file it was told to read."""
    named = vars(chosen)
    places = [(f"--{name}", named[name]) for name in WRITTEN if isinstance(named.get(name), Path)]
    given = [value for name, value in named.items() if name not in WRITTEN]
    listed = [path for value in given for path in (value if isinstance(value, list) else [value])]
    check_places(places, (path for path in listed if isinstance(path, Path)))


def check_places(places: Iterable[tuple[str, Path | None]], read: Iterable[Path]) -> None:
    """Better told now than after an hour of work; what is read is never written over."""
    taken = {_real(path): "is read here" for path in read}
    for option, path in places:
        if option == "--report" and path == OUTPUT:
            raise StudyError("--report: a report is not written to standard output.", "Name a file.")
        if path is None or path == OUTPUT:
            continue
        if path.is_dir():
            raise StudyError(f"{option}: {str(path)!r} is a folder.", "Name a file in it.")
        if not _real(path).parent.is_dir():
            raise StudyError(f"{option}: there is no folder {str(path.parent)!r}.", "Make it first, or choose another.")
        if _real(path) in taken and (path.is_file() or not path.exists()):
            raise StudyError(f"{option}: {str(path)!r} {taken[_real(path)]}.", "Choose another name.")
        if not os.access(path if path.exists() else _real(path).parent, os.W_OK):
            raise StudyError(f"{option}: {str(path)!r} cannot be written.", "Choose another place.")
        taken[_real(path)] = f"is named by {option} too"


def _real(path: Path) -> Path:
    """Through all links; `Path.resolve` raises where links lead in a circle."""
    return Path(os.path.realpath(path))
