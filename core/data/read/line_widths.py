"""How wide the lines of a large text table are, counted before it is cut into cells."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.data.read.dialect import BLANKS, Dialect
from core.data.read.file_text import open_file
from core.data.read.reader import Watch, report_progress
from core.domain.dataset import Integers

_LINES_PER_LOOK = 100_000
_BLOCK = 2**17
_MOST_LINES_QUOTED = 20
_IS_BLANK = np.array([chr(code).isspace() for code in range(256)])
_WIDE = ("utf-16", "utf-32")  # encodings whose bytes are no letters


@dataclass(frozen=True, slots=True)
class LineWidths:
    """`widest` is the most cells of a line; `odd` lines differ from the `usual` number, `first` is one of them."""

    widest: int
    usual: int
    odd: int
    first: int
    cells: int

    def below(self, names: int) -> "LineWidths":
        """Rows counted from the first row of names, of which there are so many."""
        return replace(self, first=self.first + names)

    @property
    def note(self) -> tuple[str, ...]:
        if not self.odd:
            return ()
        rows = "1 row" if self.odd == 1 else f"{self.odd} rows"
        return (
            f"{rows} with more or fewer cells than the others; the first is row {self.first} "
            f"of the table, with {self.cells} cells instead of {self.usual}.",
        )


def measure_line_widths(path: Path, dialect: Dialect, encoding: str, before: int, watch: Watch) -> LineWidths:
    """Widths of the lines after so many lines; a mark inside quotes is text."""
    if encoding.startswith(_WIDE):
        with open_file(path) as file, io.TextIOWrapper(file, encoding, errors="replace", newline=None) as lines:
            return _shape([_one_by_one(islice(lines, before, None), dialect, watch)])
    return _shape(_widths(block, dialect, watch) for block in _whole_lines(path, before))


# --- the file in blocks of whole lines ---


def _whole_lines(path: Path, before: int) -> Iterator[bytes]:
    """What stands after so many lines, whichever way lines end in the file."""
    rest = b""
    with open_file(path) as file:
        while read := bytes(file.read(_BLOCK)):
            text, rest = _cut(rest + read)
            while before and text:
                text, before = text[text.index(b"\n") + 1 :], before - 1
            if text:
                yield text
    if rest and not before:
        yield _fed(rest)


def _cut(text: bytes) -> tuple[bytes, bytes]:
    """Whole lines, and what is left of the last one; a return at the end may be half of a line end."""
    held = text[-1:] if text.endswith(b"\r") else b""
    text = _fed(text[: len(text) - len(held)])
    end = text.rfind(b"\n") + 1
    return text[:end], text[end:] + held


def _fed(text: bytes) -> bytes:
    """Every line ending in a line feed."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


# --- how wide they are ---


def _widths(text: bytes, dialect: Dialect, watch: Watch) -> Integers:
    """Per line its cells, and its cells up to the last filled one; few lines have to be looked at one by one."""
    report_progress(watch, 0.05)
    special = [mark.encode("latin-1", "replace") for mark in (dialect.quote, dialect.comment) if mark]
    if dialect.separator == BLANKS or any(mark in text for mark in special):
        return _one_by_one(io.StringIO(text.decode("latin-1")), dialect, watch)
    given = np.frombuffer(text, dtype=np.uint8)
    ends = np.flatnonzero(given == ord("\n"))
    ends = ends if text.endswith(b"\n") else np.append(ends, len(text))
    starts = np.concatenate([[0], ends[:-1] + 1])
    widths = np.repeat(_marks(given == ord(dialect.mark), starts) + 1, 2).reshape(-1, 2)
    last = given[ends - 1]
    odd = np.flatnonzero((starts == ends) | _IS_BLANK[last] | (last == ord(dialect.mark)))
    lines = (text[starts[place] : ends[place]].decode("latin-1") for place in odd)
    if len(odd):
        widths[odd] = [found or (-1, -1) for found in _counted(lines, dialect, watch)]
    return widths[widths[:, 0] >= 0]


def _marks(is_mark: NDArray[np.bool_], starts: Integers) -> Integers:
    """How many marks follow each start; bytes are added up quickest, and their sums are right if none ran over."""
    ones = is_mark.view(np.uint8)
    counts = np.add.reduceat(ones, starts, dtype=np.uint8).astype(np.int64)
    ran_over = int(counts.sum()) < np.count_nonzero(is_mark)
    return np.add.reduceat(ones, starts, dtype=np.int64) if ran_over else counts


def _one_by_one(lines: Iterable[str], dialect: Dialect, watch: Watch) -> Integers:
    found = [width for width in _counted(lines, dialect, watch) if width is not None]
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _counted(lines: Iterable[str], dialect: Dialect, watch: Watch) -> Iterator[tuple[int, int] | None]:
    """Per row its cells, and its cells up to the last filled one; None for what is no row."""
    comment = dialect.comment
    for place, line in enumerate(_unquoted(lines, dialect.quote)):
        if place % _LINES_PER_LOOK == 0:
            report_progress(watch, 0.05)
        if not line.strip() or (comment and line.lstrip().startswith(comment)):
            yield None
        elif dialect.separator == BLANKS:
            yield (cells := len(line.split())), cells
        else:
            yield _cells(line, dialect.mark)


def _cells(line: str, mark: str) -> tuple[int, int]:
    cells = line.count(mark) + 1
    if not line[-2:].rstrip("\r\n").endswith(mark):
        return cells, cells
    return cells, re.sub(rf"[\s{re.escape(mark)}]+\Z", "", line).count(mark) + 1


def _unquoted(lines: Iterable[str], quote: str) -> Iterator[str]:
    """The rows with a letter in place of what stands in quotes, which may hold marks and line ends."""
    quoted = re.compile(rf"{re.escape(quote)}[^{re.escape(quote)}]*{re.escape(quote)}") if quote else None
    held, count = "", 0
    for line in lines:
        if quoted is None or (not held and quote not in line):
            yield line
            continue
        held, count = held + line, count + 1
        if held.count(quote) % 2 == 0 or count > _MOST_LINES_QUOTED:
            yield quoted.sub("q", held)
            held, count = "", 0
    if held:
        yield held


def _shape(blocks: Iterable[Integers]) -> LineWidths:
    sizes: Counter[tuple[int, int]] = Counter()
    first: dict[tuple[int, int], int] = {}
    rows = 0
    for block in blocks:
        for size, place, count in _distinct(block):
            sizes[size] += count
            first.setdefault(size, rows + place + 1)
        rows += len(block)
    totals: Counter[int] = Counter()
    for (cells, _), count in sizes.items():
        totals[cells] += count
    usual = max(totals, key=lambda cells: (totals[cells], cells), default=0)
    odd = [size for size in sizes if size[1] > usual or size[0] < usual]
    earliest = min(odd, key=first.__getitem__, default=(0, 0))
    count = sum(sizes[size] for size in odd)
    return LineWidths(max(totals, default=0), usual, count, first.get(earliest, 0), earliest[0])


def _distinct(block: Integers) -> Iterator[tuple[tuple[int, int], int, int]]:
    """The widths that occur, where first and how often."""
    if len(block) and np.all(block == block[0]):
        yield (int(block[0, 0]), int(block[0, 1])), 0, len(block)
        return
    keys, places, counts = np.unique(block @ [2**31, 1], return_index=True, return_counts=True)
    for key, place, count in zip(keys.tolist(), places.tolist(), counts.tolist(), strict=True):
        yield divmod(key, 2**31), place, count
