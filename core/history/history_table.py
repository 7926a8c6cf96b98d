"""The history as a table for a spreadsheet."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.history.current_conclusion import CurrentConclusion
from core.support.errors import StoreError
from core.wording.history_text import word_answer, word_then
from core.wording.method_tables import MEASURE_ENTRIES

HEADINGS = (
    "date", "study", "data", "candidate", "baseline", "output", "measure", "seen", "answer then", "answer now",
    "count then", "count now", "effect", "low then", "high then", "plan", "reason for not inheriting", "variant", "who",
)  # fmt: skip
_FORMULA_STARTS = "=+-@\t\r\n＝＋－＠"


def csv_text(rows: Sequence[CurrentConclusion], names: Mapping[str, str]) -> str:
    """`names` are those of the tables by data key (`History.names`)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADINGS)
    for row in rows:
        writer.writerow([harmless(cell) for cell in _cells(row, names)])
    return out.getvalue()


def write_csv(path: Path, rows: Sequence[CurrentConclusion], names: Mapping[str, str]) -> None:
    try:
        path.write_text(csv_text(rows, names), "utf-8-sig")
    except OSError as problem:
        raise StoreError.about("not-written", file=path.name, why=problem.strerror) from None


def harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula begins with an apostrophe; numbers stay numbers."""
    if isinstance(cell, str) and cell and (cell[0] in _FORMULA_STARTS or cell.lstrip()[:1] in tuple(_FORMULA_STARTS)):
        return f"'{cell}"
    return "" if cell is None else cell


def _cells(row: CurrentConclusion, names: Mapping[str, str]) -> list[object]:
    entry, interval = row.entry, row.entry.interval
    low, high = (interval.low, interval.high) if interval else (None, None)
    return [
        entry.day, entry.title, names.get(entry.data, ""), entry.candidate, entry.baseline, entry.output,
        MEASURE_ENTRIES[entry.measure].title, entry.seen, word_then(entry),
        word_answer(entry, row.answer, row.reason), entry.count, row.count, entry.effect,
        low, high, entry.plan_hash, entry.reason, entry.variant, entry.who,
    ]  # fmt: skip
