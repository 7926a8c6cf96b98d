"""Orange's tab files: three header rows (names, types, roles), or marks before the names."""

import re
from dataclasses import replace
from pathlib import Path

from core.data.read.column_conversion import to_categories
from core.data.read.dialect import Dialect, split_cells
from core.data.read.file_text import decode, detect_encoding, read_bytes, read_head, refuse_other_files
from core.data.read.reader import Choices, Watch, get_text_choice
from core.data.read.size_limits import check_row_widths
from core.data.read.table_builder import TableOrigin, build_table
from core.data.read.text_table import read_text_table
from core.domain.dataset import Column, Role, Table
from core.support.errors import DataError

_TYPES = {"continuous", "c", "numeric", "n", "discrete", "d", "categorical", "string", "s", "text", "time", "t", ""}
_NAMES_TYPES = {"discrete", "d", "categorical"}
_FLAGS = {
    "class": Role.TARGET,
    "c": Role.TARGET,
    "meta": Role.IGNORE,
    "m": Role.IGNORE,
    "ignore": Role.IGNORE,
    "i": Role.IGNORE,
}
_MARKED = re.compile(r"([mciw]?)([CDSTcdst]?)#(.+)")
_MARKS = {"c": Role.TARGET, "m": Role.IGNORE, "i": Role.IGNORE, "w": Role.IGNORE}


def read_orange_table(path: Path, choices: Choices, watch: Watch) -> Table:
    head = read_head(path)
    refuse_other_files(head, path.name)
    data = read_bytes(path)
    encoding = get_text_choice(choices, "encoding", "") or detect_encoding(head, data)
    rows = check_row_widths(path.name, list(split_cells(decode(data, encoding, path.name), Dialect("tab"))))
    if not rows:
        raise DataError(f"{path.name} has no rows.", hint="Choose a file with one row per case.")
    if len(rows) >= 3 and _is_types(rows[1]):
        names, types, flags, body = rows[0], rows[1], rows[2], rows[3:]
    elif any(_MARKED.fullmatch(cell.strip()) for cell in rows[0]):
        names, types, flags = _unmarked(rows[0])
        body = rows[1:]
    else:
        tabs = {"separator": "tab"} if any(len(row) > 1 for row in rows) else {}
        return read_text_table(path, {**tabs, **choices}, watch)
    used: dict[str, object] = {"format": "tab", "encoding": encoding}
    table = build_table([names, *body], TableOrigin(path.name, str(path)), {**choices, "header": 1}, used, watch)
    return _with_roles(table, types, flags)


def _is_types(row: list[str]) -> bool:
    """Whether a row says what the columns are; a list of values stands for names."""
    known = [cell.strip().lower() in _TYPES for cell in row]
    filled = [cell for cell in row if cell.strip()]
    return bool(filled) and sum(known) >= 0.5 * len(row) and any(cell.strip().lower() in _TYPES for cell in filled)


def _unmarked(row: list[str]) -> tuple[list[str], list[str], list[str]]:
    names, types, flags = [], [], []
    for cell in row:
        found = _MARKED.fullmatch(cell.strip())
        names.append(found[3] if found else cell)
        types.append(found[2].lower() if found else "")
        flags.append(found[1] if found else "")
    return names, types, flags


def _with_roles(table: Table, types: list[str], flags: list[str]) -> Table:
    kinds = [*types, *[""] * len(table.columns)]
    columns = tuple(_declared(column, kinds[place].strip()) for place, column in enumerate(table.columns))
    marks = {**_FLAGS, **_MARKS}
    words = [flag.strip().lower().split() for flag in [*flags, *[""] * len(columns)]]
    roles = {
        column.name: marks[words[place][0]].value
        for place, column in enumerate(columns)
        if words[place] and words[place][0] in marks
    }
    return replace(table, columns=columns, reading={**table.reading, "roles": roles})


def _declared(column: Column, kind: str) -> Column:
    is_names = kind.lower() in _NAMES_TYPES or (kind.lower() not in _TYPES and " " in kind)
    return to_categories(column) if is_names else column
