"""Tables in text form: commas, semicolons, tabs, bars or blanks between the cells."""

from dataclasses import replace
from pathlib import Path

from core.data.read.dialect import BLANKS, Dialect, comment_note, commented_header, decimal_mark, detect, records
from core.data.read.doubts import decimal_doubt
from core.data.read.grid import Origin, table_of
from core.data.read.large import is_large, read_large
from core.data.read.litter import MIXED, MIXED_NOTE, by_line, is_mixed, without_litter
from core.data.read.row import Choices, Watch, chosen_row, chosen_text, go_on
from core.data.read.size_limits import check_row_widths
from core.data.read.text import after_lines, bytes_of, decoded, encoding_of, head_of, refuse_other_files
from core.domain.dataset import Table
from core.support.errors import DataError

_CELLS_LOOKED_AT = 50_000
_SWALLOWED_LINES = 20  # a cell with more line breaks comes from a quote that was never closed


def read_csv(path: Path, choices: Choices, watch: Watch) -> Table:
    head = head_of(path)
    refuse_other_files(head, path.name)
    if is_large(path):
        return read_large(path, choices, watch)
    data = bytes_of(path)
    encoding = chosen_text(choices, "encoding", "") or encoding_of(head, data)
    go_on(watch, 0.2)
    if encoding == "cp1252" and "encoding" not in choices and is_mixed(data):
        encoding = MIXED
    text = by_line(data) if encoding == MIXED else decoded(data, encoding, path.name)
    text = text.replace("\0", "")  # of files that were never closed
    table = read_text(text, path.name, str(path), choices, encoding, watch)
    return replace(table, notes=(MIXED_NOTE, *table.notes)) if encoding == MIXED else table


def read_text(text: str, name: str, source: str, choices: Choices, encoding: str, watch: Watch) -> Table:
    """A table from text, also from the clipboard."""
    skipped = chosen_row(choices, "skip") or 0
    text = without_litter(after_lines(text, skipped))
    dialect = _dialect(text, choices)
    rows, notes = _rows(text, dialect)
    rows = check_row_widths(name, rows)
    if not rows:
        raise DataError(f"{name} has no rows.", hint="Choose a file with one row per case.")
    notes += comment_note(text, dialect.comment, dialect.quote)
    if dialect.comment:
        rows = _with_commented_names(text, dialect, rows)
    go_on(watch, 0.5)
    looked_at = rows[: max(_CELLS_LOOKED_AT // len(rows[0]), 20)]
    chosen = chosen_text(choices, "decimal", "")
    decimal = chosen or decimal_mark(looked_at, dialect.separator)
    doubts = () if chosen else decimal_doubt(rows, dialect.separator, decimal)
    used: dict[str, object] = {
        "format": "csv",
        "encoding": encoding,
        "separator": dialect.separator,
        "quote": dialect.quote,
        "comment": dialect.comment,
        "decimal": decimal,
        "skip": skipped,
    }
    return table_of(rows, Origin(name, source, decimal, notes, skipped + 1, doubts), choices, used, watch)


def _dialect(text: str, choices: Choices) -> Dialect:
    quote = chosen_text(choices, "quote", '"')
    comment = chosen_text(choices, "comment", "") if "comment" in choices else None
    return detect(text, chosen_text(choices, "separator", ""), quote, comment)


def _rows(text: str, dialect: Dialect) -> tuple[list[list[str]], tuple[str, ...]]:
    rows = list(records(text, dialect))
    if dialect.quote and _is_unclosed(text, rows, dialect.quote):
        return list(records(text, Dialect(dialect.separator, "", dialect.comment))), (
            "A quote mark was never closed: quote marks were read as ordinary characters.",
        )
    return rows, ()


def _is_unclosed(text: str, rows: list[list[str]], quote: str) -> bool:
    """A cell with very many lines, or a last cell that runs on to the end of the file without a closing quote."""
    if any(cell.count("\n") > _SWALLOWED_LINES for row in rows for cell in row if len(cell) > 200):
        return True
    return bool(rows) and "\n" in rows[-1][-1].rstrip() and not text.rstrip().endswith(quote)


def _with_commented_names(text: str, dialect: Dialect, rows: list[list[str]]) -> list[list[str]]:
    line = commented_header(text, dialect.comment)
    names = next(records(line, Dialect(dialect.separator, dialect.quote)), []) if line else []
    if dialect.separator == BLANKS and len(names) != len(rows[0]):
        return rows
    return [names, *rows] if len(names) == len(rows[0]) > 1 else rows
