"""Tables in text form: commas, semicolons, tabs, bars or blanks between the cells."""

from dataclasses import replace
from pathlib import Path

from core.data.read.dialect import (
    BLANKS,
    Dialect,
    detect_decimal_mark,
    detect_dialect,
    find_commented_header,
    note_comments,
    split_cells,
)
from core.data.read.file_text import decode, detect_encoding, read_bytes, read_head, refuse_other_files, skip_lines
from core.data.read.large_text_table import is_large, read_large_text_table
from core.data.read.noise_lines import MIXED, MIXED_NOTE, decode_by_line, is_mixed, remove_noise_lines
from core.data.read.parse_questions import ask_decimal_mark
from core.data.read.reader import Choices, Watch, get_row_choice, get_text_choice, report_progress
from core.data.read.size_limits import check_row_widths
from core.data.read.table_builder import TableOrigin, build_table
from core.domain.dataset import Table
from core.support.errors import DataError

_CELLS_LOOKED_AT = 50_000
_SWALLOWED_LINES = 20  # a cell with more line breaks comes from a quote that was never closed


def read_text_table(path: Path, choices: Choices, watch: Watch) -> Table:
    head = read_head(path)
    refuse_other_files(head, path.name)
    if is_large(path):
        return read_large_text_table(path, choices, watch)
    data = read_bytes(path)
    encoding = get_text_choice(choices, "encoding", "") or detect_encoding(head, data)
    report_progress(watch, 0.2)
    if encoding == "cp1252" and "encoding" not in choices and is_mixed(data):
        encoding = MIXED
    text = decode_by_line(data) if encoding == MIXED else decode(data, encoding, path.name)
    text = text.replace("\0", "")  # of files that were never closed
    table = parse_text_table(text, path.name, str(path), choices, encoding, watch)
    return replace(table, notes=(MIXED_NOTE, *table.notes)) if encoding == MIXED else table


def parse_text_table(text: str, name: str, source: str, choices: Choices, encoding: str, watch: Watch) -> Table:
    """A table from text, also from the clipboard."""
    skipped = get_row_choice(choices, "skip") or 0
    text = remove_noise_lines(skip_lines(text, skipped))
    dialect = _dialect(text, choices)
    rows, notes = _rows(text, dialect)
    rows = check_row_widths(name, rows)
    if not rows:
        raise DataError(f"{name} has no rows.", hint="Choose a file with one row per case.")
    notes += note_comments(text, dialect.comment, dialect.quote)
    if dialect.comment:
        rows = _with_commented_names(text, dialect, rows)
    report_progress(watch, 0.5)
    looked_at = rows[: max(_CELLS_LOOKED_AT // len(rows[0]), 20)]
    chosen = get_text_choice(choices, "decimal", "")
    decimal = chosen or detect_decimal_mark(looked_at, dialect.separator)
    questions = () if chosen else ask_decimal_mark(rows, dialect.separator, decimal)
    used: dict[str, object] = {
        "format": "csv",
        "encoding": encoding,
        "separator": dialect.separator,
        "quote": dialect.quote,
        "comment": dialect.comment,
        "decimal": decimal,
        "skip": skipped,
    }
    return build_table(rows, TableOrigin(name, source, decimal, notes, skipped + 1, questions), choices, used, watch)


def _dialect(text: str, choices: Choices) -> Dialect:
    quote = get_text_choice(choices, "quote", '"')
    comment = get_text_choice(choices, "comment", "") if "comment" in choices else None
    return detect_dialect(text, get_text_choice(choices, "separator", ""), quote, comment)


def _rows(text: str, dialect: Dialect) -> tuple[list[list[str]], tuple[str, ...]]:
    rows = list(split_cells(text, dialect))
    if dialect.quote and _is_unclosed(text, rows, dialect.quote):
        return list(split_cells(text, Dialect(dialect.separator, "", dialect.comment))), (
            "A quote mark was never closed: quote marks were read as ordinary characters.",
        )
    return rows, ()


def _is_unclosed(text: str, rows: list[list[str]], quote: str) -> bool:
    """A cell with very many lines, or a last cell that runs on to the end of the file without a closing quote."""
    if any(cell.count("\n") > _SWALLOWED_LINES for row in rows for cell in row if len(cell) > 200):
        return True
    return bool(rows) and "\n" in rows[-1][-1].rstrip() and not text.rstrip().endswith(quote)


def _with_commented_names(text: str, dialect: Dialect, rows: list[list[str]]) -> list[list[str]]:
    line = find_commented_header(text, dialect.comment)
    names = next(split_cells(line, Dialect(dialect.separator, dialect.quote)), []) if line else []
    if dialect.separator == BLANKS and len(names) != len(rows[0]):
        return rows
    return [names, *rows] if len(names) == len(rows[0]) > 1 else rows
