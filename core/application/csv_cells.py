"""Cells of tables that a person saves as CSV: numbers as every program reads them, texts that are no formulas."""

from core.data.read.cell_spelling import parse_number
from core.history.history_table import harmless


def spell_csv_cell(cell: str, no_value: str) -> object:
    """What is written for a cell as shown; `no_value` is the sign that stands where there is none."""
    plain = cell.replace(",", "").replace("−", "-")
    if parse_number(plain) is not None:
        return plain
    return "" if cell == no_value else harmless(cell)
