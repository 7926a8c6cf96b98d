"""How large a table may be: every size is checked before anything of that size is allocated.

A small file can stand for an enormous table (a cell in the last corner of a sheet, a sparse row, a spanned column, a
compressed run of zeros). The limits keep every file below 10 MB within 1.5 GB of memory; measured with
`benchmarks/hostile_tables.py`.
"""

from pathlib import Path

from core.support.errors import DataError

MOST_CELLS = 20_000_000  # of a table whose cells are held as texts: about 70 bytes each, 16 for an empty one
MOST_COLUMNS = 100_000  # each costs about 0.1 ms and 1 kB, whatever it holds
SMALL_UNPACKED = 100_000_000  # bytes that any compressed file may unpack to
MOST_TIMES_UNPACKED = 20  # beyond, a compressed file is no table: real ones shrink to a tenth, rarely further


def check_table_size(name: str, rows: int, columns: int, most_cells: int = MOST_CELLS) -> None:
    """Refuse a table before its rows are padded to one width."""
    if columns > MOST_COLUMNS:
        raise DataError(
            f"{name} has {columns:,} columns; at most {MOST_COLUMNS:,} can be read.",
            hint="Check the first line of the table, or choose fewer columns.",
        )
    if rows * columns > most_cells:
        raise DataError(
            f"{name} has {rows:,} rows × {columns:,} columns, {rows * columns:,} cells; "
            f"at most {most_cells:,} can be read from this file.",
            hint="Delete cells far from the table, take fewer columns or rows, or save the table as plain CSV.",
        )


def check_row_widths(name: str, rows: list[list[str]]) -> list[list[str]]:
    """Refuse rows of more cells than a table has columns; empty cells at the end of a row do not count."""
    for place, row in enumerate(rows):
        if len(row) > MOST_COLUMNS:
            end = len(row)
            while end and not row[end - 1].strip():
                end -= 1
            check_table_size(name, 1, end)
            rows[place] = row[:end]
    return rows


def unpacked_limit(path: Path) -> int:
    """Return how many bytes a compressed file may unpack to."""
    return max(SMALL_UNPACKED, MOST_TIMES_UNPACKED * path.stat().st_size)


def check_unpacked_size(path: Path, size: int) -> None:
    """Refuse a small file that unpacks to a huge one, before or while it is unpacked."""
    if size > unpacked_limit(path):
        raise DataError(
            f"{path.name} ({path.stat().st_size / 1e6:.3g} MB) unpacks to {size / 1e6:,.0f} MB or more, "
            f"over {MOST_TIMES_UNPACKED} times its size: more than a table holds.",
            hint="Unpack it yourself and check what it holds, or save the table as plain CSV.",
        )
