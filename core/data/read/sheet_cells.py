"""One sheet of a workbook as texts, whichever file format it came from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time

from core.data.read.column_conversion import format_number
from core.data.read.size_limits import MOST_CELLS

Row = list[str | None]


@dataclass(frozen=True, slots=True)
class Area:
    """Merged cells: rows from `top` to before `bottom`, columns from `left` to before `right`, from 0."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its cells as texts, which cells hold formulas without a stored value, what Excel hides.

    Filled rows all have the width of the table; empty rows have no cells.
    """

    name: str
    visible: bool
    rows: list[Row]
    unsolved: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    hidden_rows: frozenset[int] = field(default_factory=frozenset)
    hidden_columns: frozenset[int] = field(default_factory=frozenset)

    @property
    def filled(self) -> int:
        return sum(1 for row in self.rows for cell in row if cell)

    def spread_merged(self, areas: Iterable[Area]) -> None:
        """Write a merged cell into every place it covers, so that it stands above each of its columns.

        Empty rows stay empty, a title over the whole width is left as it is, and areas that overlap again and again
        are left once they have covered as many places as a table may have.
        """
        covered = 0
        for area in areas:
            rows = [row for row in self.rows[area.top : area.bottom] if row]
            first = self.rows[area.top] if area.top < len(self.rows) else []
            if not rows or area.left >= len(first):
                continue
            if area.left == 0 and area.bottom - area.top == 1 and area.right >= len(first):
                continue
            width = min(area.right, len(first)) - area.left
            covered += width * len(rows)
            if covered > MOST_CELLS:
                return
            for row in rows:
                row[area.left : area.left + width] = [first[area.left]] * width


def trim_rows(filled: Mapping[int, Row], unsolved: frozenset[tuple[int, int]] = frozenset()) -> list[Row]:
    """Return all rows up to the last filled one, filled rows padded to the last filled column, others empty.

    A formula without a stored value counts as filled; formatted empty cells may reach much further than the table.
    """
    known: dict[int, Row] = {}
    width = 0
    by_row: dict[int, int] = {}
    for number, column in unsolved:
        by_row[number] = max(by_row.get(number, 0), column + 1)
    for number, row in filled.items():
        end = len(row)
        while end and not (row[end - 1] or "").strip():
            end -= 1
        end = max(end, by_row.get(number, 0))
        if end:
            known[number] = row
            width = max(width, end)
    empty: Row = []
    rows = [empty] * (max(known, default=-1) + 1)
    for number, row in known.items():
        rows[number] = [*row[:width], *[None] * (width - len(row))]
    return rows


def format_cell(value: object) -> str | None:
    """Return a typed cell as text that reads back as the same value."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return format_number(float(value)) if abs(value) < 1e15 else str(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="milliseconds" if value.microsecond else "seconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
