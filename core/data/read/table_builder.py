"""From rows of cells, wherever they came from, to a table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.data.read.cell_spelling import parse_number
from core.data.read.column_conversion import to_categories
from core.data.read.column_kinds import infer_column
from core.data.read.dates import DAY_FIRST, MONTH_FIRST
from core.data.read.header import Header, find_header, join_names, make_unique
from core.data.read.noise_lines import remove_repeated_names
from core.data.read.parse_questions import ask_date_order, ask_header
from core.data.read.reader import Choices, Watch, get_row_choice, get_text_choice, ignore_progress, report_progress
from core.data.read.size_limits import check_table_size
from core.domain.dataset import Column, Kind, ParseQuestion, Table
from core.support.errors import DataError

Rows = Sequence[Sequence[str | None]]
_COLUMNS_PER_LOOK = 500


@dataclass(frozen=True, slots=True)
class TableOrigin:
    """Where the rows came from: name and path of the table, decimal mark, notes, number of the first row, questions."""

    name: str
    source: str
    decimal: str = "."
    notes: tuple[str, ...] = ()
    first_row: int = 1
    questions: tuple[ParseQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberMarks:
    """How numbers and dates are written where a column does not tell."""

    decimal: str
    dates: str


def build_table(
    rows: Rows, origin: TableOrigin, choices: Choices, used: dict[str, object], watch: Watch = ignore_progress
) -> Table:
    """The table in these rows; `used` is what the reader detected and is kept with the header row found here."""
    at = [place for place, row in enumerate(rows) if any(cell and cell.strip() for cell in row)]
    filled = [rows[place] for place in at]
    if not filled:
        raise DataError(f"{origin.name} has no filled cells.", hint="Choose a file with one row per case.")
    header = _chosen_header(filled, at, choices, origin.first_row)
    data: Rows = filled[header.data :]
    names, width = find_names_and_width(filled, header)
    check_table_size(origin.name, len(data), width)
    if not data:
        raise DataError(f"{origin.name} has column names but no rows.", hint="Choose a file with one row per case.")
    data, again = remove_repeated_names(filled[header.start : header.data], data)
    notes = [*origin.notes, *_notes(rows, filled, header, width), *again]
    cells = _transposed(data, width)
    kept = [place for place in range(width) if names[place] or any(cells[place])]
    empty = max(width, _written_width(filled[header.start])) - len(kept)
    if empty:
        notes.append(f"{_count(empty, 'empty column')} without a name left out.")
    labels = make_unique([names[place] for place in kept])
    used_cells = [cells[place] for place in kept]
    dates = get_date_order(choices)
    columns = _columns(labels, used_cells, NumberMarks(origin.decimal, dates), watch)
    named = header.data > header.start
    reading = {**used, "header": origin.first_row + at[header.data - 1] if named else 0} | (
        {"dates": dates} if dates else {}
    )
    questions = [*origin.questions]
    if not named and get_row_choice(choices, "header") is None:
        questions.append(ask_header(origin.first_row + at[header.start]))
    questions += () if dates else _ask_date_order(columns, used_cells)
    table = Table(origin.name, origin.source, columns, reading, tuple(notes), tuple(questions))
    return apply_choices(table, choices)


def get_date_order(choices: Choices) -> str:
    """Whether the day or the month stands first in dates that can be read both ways; "" when nothing was chosen."""
    wanted = get_text_choice(choices, "dates", "")
    if wanted not in ("", DAY_FIRST, MONTH_FIRST):
        raise DataError(
            f"The reading choice 'dates' is '{wanted}'.",
            hint=f"Write '{DAY_FIRST}' or '{MONTH_FIRST}', or leave it out.",
        )
    return wanted


def _ask_date_order(columns: Sequence[Column], cells: Sequence[Sequence[str | None]]) -> tuple[ParseQuestion, ...]:
    dates = [place for place, column in enumerate(columns) if column.kind is Kind.DATE]
    return ask_date_order([columns[place].name for place in dates], [cells[place] for place in dates])


def _chosen_header(rows: Rows, at: Sequence[int], choices: Choices, first_row: int) -> Header:
    """The header found, or the one the person chose by the number of its last row in the file."""
    chosen = get_row_choice(choices, "header")
    found = _below_gap(find_header(rows), at)
    if chosen is None:
        return found
    if chosen == 0:
        return Header(found.start, found.start)
    if chosen - first_row not in at:
        raise DataError(f"Row {chosen} is empty or does not exist.", hint="Choose the row with the column names.")
    place = at.index(chosen - first_row) + 1
    return found if found.data == place and found.start < place else Header(place - 1, place)


def _below_gap(found: Header, at: Sequence[int]) -> Header:
    """What an empty row parts from the names below it is a title."""
    gaps = [place for place in range(found.start + 1, found.data) if at[place] > at[place - 1] + 1]
    return Header(gaps[-1], found.data) if gaps else found


def find_names_and_width(rows: Rows, header: Header) -> tuple[list[str], int]:
    data = rows[header.data :]
    width = max((_filled_width(row) for row in rows[header.start :]), default=0)
    names = join_names(rows, header, width)
    if header.data > header.start and _names_lack_row_labels(rows[header.start], data):
        names = ["row name", *names[:-1]] if len(names) == width else names
    return names, width


def _filled_width(row: Sequence[str | None]) -> int:
    return next((place + 1 for place in range(len(row) - 1, -1, -1) if row[place]), 0)


def _written_width(row: Sequence[str | None]) -> int:
    """Cells that stand in the file, be they empty; None is none."""
    return sum(cell is not None for cell in row)


def _names_lack_row_labels(names: Sequence[str | None], data: Rows) -> bool:
    """R writes one name less than there are columns: the first column then holds row names."""
    return bool(data) and all(len(row) == len(names) + 1 for row in data)


def _transposed(data: Rows, width: int) -> list[list[str | None]]:
    return [[row[place] if place < len(row) else None for row in data] for place in range(width)]


def _columns(
    names: Sequence[str], cells: Sequence[Sequence[str | None]], marks: NumberMarks, watch: Watch
) -> tuple[Column, ...]:
    columns = []
    for place, name in enumerate(names):
        if place % _COLUMNS_PER_LOOK == 0:
            report_progress(watch, 0.5 + 0.5 * place / len(names))
        columns.append(infer_column(name, cells[place], marks.decimal, marks.dates))
    return tuple(columns)


def _notes(rows: Rows, filled: Rows, header: Header, width: int) -> list[str]:
    notes = []
    if len(filled) < len(rows):
        notes.append(f"{_count(len(rows) - len(filled), 'empty row')} left out.")
    if header.start:
        notes.append(f"{_count(header.start, 'title line')} above the names left out.")
    if header.data == header.start:
        notes.append("No column names found in the first row: names were made up.")
    return notes + _ragged_note(filled[header.start :], width)


def _ragged_note(rows: Rows, width: int) -> list[str]:
    sizes = Counter(len(row) for row in rows)
    usual = max(sizes, key=lambda size: (sizes[size], size))
    odd = [place for place, row in enumerate(rows) if _filled_width(row) > usual or len(row) < min(usual, width)]
    if not odd:
        return []
    first = rows[odd[0]]
    return [
        f"{_count(len(odd), 'row')} with more or fewer cells than the others; the first is row {odd[0] + 1} "
        f"of the table, with {len(first)} cells instead of {usual}."
    ]


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


def apply_choices(table: Table, choices: Choices) -> Table:
    """The table with the person's ways of saying missing, of spelling names, and of taking them together, applied."""
    changed = {column.name: column for column in table.columns}
    used: dict[str, object] = {}
    for key, change in (("codes", _without), ("spellings", _respelt), ("merged", _merged)):
        named = choices.get(key, {})
        if not isinstance(named, dict) or not all(isinstance(values, list | tuple) for values in named.values()):
            raise DataError(
                f"The reading choice '{key}' must name columns and lists of their values.", hint="Leave it out."
            )
        changed |= {name: change(changed[name], values) for name, values in named.items() if name in changed}
        used |= {key: dict(named)} if named else {}
    return replace(table, columns=tuple(changed.values()), reading={**table.reading, **used}) if used else table


def _merged(column: Column, names: Sequence[object]) -> Column:
    """The column with these names taken together as one, in the place of the first of them.

    The one is called by all of them, so that it is the same for rows in which only some occur.
    """
    column = to_categories(column)
    wanted = _single(names)
    if len(wanted) < 2 or not set(wanted) & set(column.levels):
        return column
    together = " or ".join(wanted)
    levels = tuple(dict.fromkeys(together if level in wanted else level for level in column.levels))
    to = [levels.index(together if level in wanted else level) for level in column.levels]
    values = np.array([*to, -1], dtype=np.int32)[column.values.astype(np.int64)]
    return Column(column.name, Kind.NAMES, values, levels)


def fold_case(name: str) -> str:
    """A name as it is without regard to capitals and blanks."""
    return " ".join(name.split()).casefold()


def _respelt(column: Column, names: Sequence[object]) -> Column:
    """The column with every spelling of these names as it is given here."""
    if not column.kind.is_coded:
        return column
    wanted = {fold_case(str(name)): str(name) for name in names}
    spelled = [wanted.get(fold_case(level), level) for level in column.levels]
    levels = tuple(dict.fromkeys(spelled))
    values = np.array([*map(levels.index, spelled), -1], dtype=np.int32)[column.values.astype(np.int64)]
    return Column(column.name, column.kind, values, levels)


def _single(names: Sequence[object]) -> list[str]:
    """The names, without those that only stand for others of them taken together earlier."""
    found = list(dict.fromkeys(str(name) for name in names))
    return [name for name in found if " or " not in name or not set(name.split(" or ")) <= set(found)]


def _without(column: Column, codes: Sequence[object]) -> Column:
    if column.kind is Kind.NUMBER:
        spelled = [value for code in codes if (value := parse_number(str(code))) is not None]
        gone = np.isin(column.values.astype(np.float64), spelled)
        return Column(column.name, column.kind, np.where(gone, np.nan, column.values), (), column.strays)
    if column.kind.is_coded:
        places = [place for place, level in enumerate(column.levels) if level in {str(code) for code in codes}]
        return Column(
            column.name, column.kind, np.where(np.isin(column.values, places), -1, column.values), column.levels
        )
    return column
