"""What a file leaves open about how it is read: asked, never guessed in silence."""

import re
from collections.abc import Sequence

from core.data.read.cell_spelling import find_decimal_evidence, is_missing_number, split_unit
from core.data.read.dates import DAY_FIRST, MONTH_FIRST, find_ambiguous_date
from core.domain.dataset import ParseQuestion

_MARKS = {".": "point", ",": "comma"}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def ask_date_order(names: Sequence[str], cells: Sequence[Sequence[str | None]]) -> tuple[ParseQuestion, ...]:
    """Dates such as 03/04/2024 in a column that nowhere tells whether the day or the month stands first."""
    for name, column in zip(names, cells, strict=True):
        texts = [text.strip() for text in dict.fromkeys(column) if text]
        cell = find_ambiguous_date([text for text in texts if not is_missing_number(text)])
        if cell:
            return (_asked_date(name, cell),)
    return ()


def _asked_date(name: str, cell: str) -> ParseQuestion:
    first, second = (int(part) for part in re.findall(r"\d+", cell)[:2])
    day_first, month_first = f"{first} {_MONTHS[second - 1]}", f"{second} {_MONTHS[first - 1]}"
    text = f"'{cell}' in the column '{name}' can be read two ways. Is it {day_first} or {month_first}?"
    answers = ((f"{day_first}: day first", DAY_FIRST), (f"{month_first}: month first", MONTH_FIRST))
    return ParseQuestion("dates", text, answers)


def ask_decimal_mark(rows: Sequence[Sequence[str | None]], separator: str, taken: str) -> tuple[ParseQuestion, ...]:
    """Cells such as 1.234 or 1,234 in a file that nowhere tells its decimal mark; between commas, points decide."""
    if separator == ",":
        return ()
    either = ""
    for row in rows:
        for cell in row:
            bare = split_unit(cell.strip())[0] if cell else ""
            evidence = find_decimal_evidence(bare)
            if evidence in (",", "."):
                return ()
            if evidence and not either:
                either = bare
    return (_asked_decimal(either, taken),) if either else ()


def _asked_decimal(cell: str, taken: str) -> ParseQuestion:
    mark = "." if "." in cell else ","
    other = "," if mark == "." else "."
    whole = int(cell.split(mark)[0])
    beyond = whole - 1 if whole < 0 else whole + 1
    text = f"'{cell}' can be read two ways. Is the {_MARKS[mark]} a decimal mark or a mark of thousands?"
    decimal = (f"Decimal mark: between {min(whole, beyond)} and {max(whole, beyond)}", mark)
    thousands = (f"Thousands: {cell.replace(mark, '')}", other)
    return ParseQuestion("decimal", text, (decimal, thousands) if taken == mark else (thousands, decimal))


def ask_header(row: int) -> ParseQuestion:
    text = f"This file has no column names in row {row}."
    return ParseQuestion("header", text, ((f"Use row {row} as data", 0), ("Pick the header row", None)))


def ask_table(sheet: str, tables: Sequence[str], taken: int) -> ParseQuestion:
    """Several tables on one sheet: nothing can go on before the person says which is meant."""
    text = f"The sheet '{sheet}' holds {len(tables)} tables. Which one is to be studied?"
    numbers = sorted(range(1, len(tables) + 1), key=lambda number: number != taken)
    return ParseQuestion("table", text, tuple((tables[number - 1], number) for number in numbers), blocks=True)
