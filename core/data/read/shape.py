"""How wide the lines of a large text table are, counted before it is cut into cells."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from core.data.read.dialect import BLANKS, Dialect
from core.data.read.row import Watch, go_on
from core.data.read.text import opened

_LINES_PER_LOOK = 100_000
_WIDE = ("utf-16", "utf-32")  # encodings whose bytes are no letters


@dataclass(frozen=True, slots=True)
class Shape:
    """`widest` is the most cells of a line; `odd` lines differ from the `usual` number, `first` is one of them."""

    widest: int
    usual: int
    odd: int
    first: int
    cells: int

    def below(self, names: int) -> "Shape":
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


def shape_of(path: Path, dialect: Dialect, encoding: str, before: int, watch: Watch) -> Shape:
    """Widths of the lines after so many lines; lines with quotes are not counted, a mark inside them may be text."""
    coding = encoding if encoding.startswith(_WIDE) else "latin-1"
    with opened(path) as file, io.TextIOWrapper(file, coding, errors="replace", newline=None) as lines:
        return _shape(_counted(islice(lines, before, None), dialect, watch))


def _counted(lines: Iterable[str], dialect: Dialect, watch: Watch) -> Iterator[tuple[int, int]]:
    """Per line its cells, and its cells up to the last filled one."""
    mark, comment, quote = dialect.mark, dialect.comment, dialect.quote
    ends = re.compile(rf"[\s{re.escape(mark)}]+\Z")
    for place, line in enumerate(lines):
        if place % _LINES_PER_LOOK == 0:
            go_on(watch, 0.05)
        if not line.strip() or (comment and line.lstrip().startswith(comment)):
            continue
        if dialect.separator == BLANKS:
            yield (cells := len(line.split())), cells
        elif quote and quote in line:
            yield 0, 0
        else:
            cells = line.count(mark) + 1
            bare = line[-2:].rstrip("\r\n")
            yield cells, ends.sub("", line).count(mark) + 1 if bare.endswith(mark) else cells


def _shape(widths: Iterator[tuple[int, int]]) -> Shape:
    sizes: Counter[tuple[int, int]] = Counter()
    first: dict[tuple[int, int], int] = {}
    for row, size in enumerate(widths, start=1):
        sizes[size] += 1
        first.setdefault(size, row)
    sizes.pop((0, 0), None)
    totals: Counter[int] = Counter()
    for (cells, _), count in sizes.items():
        totals[cells] += count
    usual = max(totals, key=lambda cells: (totals[cells], cells), default=0)
    odd = [size for size in sizes if size[1] > usual or size[0] < usual]
    earliest = min(odd, key=first.__getitem__, default=(0, 0))
    count = sum(sizes[size] for size in odd)
    return Shape(max(totals, default=0), usual, count, first.get(earliest, 0), earliest[0])
