"""What stands in text tables and is neither names nor data: drawn lines, end marks, names said again."""

import re
from collections.abc import Sequence

_DRAWN = re.compile(r"^[ \t]*[|+][ \t|+:=-]*(?:--|==)[ \t|+:=-]*$", re.MULTILINE)
_END_OF_FILE = re.compile(r"\x1a\s*\Z")
_DASHES = re.compile(r"[-=:_]{2,}")
MIXED = "mixed"  # the encoding of a file whose lines were written by several programs
MIXED_NOTE = "Some lines are written in UTF-8 and some in Windows western European: each was read in its own way."
Cells = Sequence[str | None]


def remove_noise_lines(text: str) -> str:
    """The text without lines that only draw a frame, which are left empty, and without the end mark of old systems."""
    return _DRAWN.sub("", _END_OF_FILE.sub("", text))


def is_drawn(cell: str) -> bool:
    """Dashes below a name: a line that was drawn, no unit."""
    return _DASHES.fullmatch(cell) is not None


def is_mixed(data: bytes) -> bool:
    """Whether some lines of a file that is not UTF-8 throughout are."""
    return any(_is_utf8(line) for line in data.split(b"\n") if not line.isascii())


def decode_by_line(data: bytes) -> str:
    """The text, each line as its own bytes tell: UTF-8, else Windows western European, else ISO Latin 1."""
    return "\n".join(
        line.decode("utf-8" if _is_utf8(line) else "latin-1" if _is_odd(line) else "cp1252")
        for line in data.split(b"\n")
    )


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_odd(line: bytes) -> bool:
    """Whether bytes stand in it that mean nothing in Windows western European."""
    return any(byte in line for byte in b"\x81\x8d\x8f\x90\x9d")


def remove_repeated_names(names: Sequence[Cells], data: Sequence[Cells]) -> tuple[list[Cells], tuple[str, ...]]:
    """The rows that do not say the column names again, as files do that were joined or printed page by page."""
    known = {told for row in names if len(told := _words(row)) > 1}
    kept = [row for row in data if _words(row) not in known] if known else list(data)
    left_out = len(data) - len(kept)
    if not left_out:
        return kept, ()
    rows = "1 row that says" if left_out == 1 else f"{left_out:,} rows that say"
    return kept, (f"{rows} the column names again left out.",)


def _words(row: Cells) -> tuple[str, ...]:
    """The filled cells, so that empty ones at the end do not matter."""
    return tuple(stripped for cell in row if cell and (stripped := cell.strip()))
