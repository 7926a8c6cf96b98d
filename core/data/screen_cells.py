"""What is odd about cells: one name in several spellings, a last row that sums up, numbers that were read as text."""

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from core.data.read.cell_spelling import split_unit
from core.data.read.table_builder import fold_case
from core.data.roles import list_roles
from core.domain.dataset import Column, Kind, Role, Table
from core.domain.problem import Fix, Problem, Severity, not_sure
from core.domain.study import Columns

_SUMS = re.compile(
    r"(grand |sub)?total|sum|summe|gesamt\w*|average|mean|median|mittelwert|durchschnitt|min|max|std\w*|count|anzahl",
    re.IGNORECASE,
)
_NUMBER_AND_MORE = re.compile(
    r"[(<>≤≥~≈±]*\s*[+-]?\d[\d.,'’ ]*(?:[)*]|\s*(?:±|\+/-)\s*\d.*|\s+\d+/\d+|:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?", re.ASCII
)
_HALF = 0.5  # share of the cells from which a text column seems to be one of numbers
_CELLS_LOOKED_AT = 200


def list_cell_problems(table: Table, columns: Columns) -> Iterator[Problem]:
    roles = list_roles(table, columns)
    for column in table.columns:
        if column.kind is Kind.NAMES and roles[column.name] is not Role.IGNORE:
            yield from _spellings(column, columns)
        elif column.kind is Kind.TEXT and column.name not in columns.nominal:
            yield from _numbers_in_text(column)


def _spellings(column: Column, columns: Columns) -> Iterator[Problem]:
    """Names that differ in capitals and blanks only may be one name, or a code may mean it so: that is asked."""
    counts = np.bincount(column.values[~column.missing].astype(np.int64), minlength=len(column.levels))
    alike: dict[str, list[int]] = {}
    for place in np.flatnonzero(counts):
        alike.setdefault(fold_case(column.levels[place]), []).append(int(place))
    several = [sorted(places, key=lambda place: -counts[place]) for places in alike.values() if len(places) > 1]
    if not several:
        return
    shown = " and ".join(f"'{column.levels[place]}'" for place in several[0][:2])
    text = f"'{column.name}' holds {shown}, which differ only in how they are written. Are they the same?"
    fixes = (
        Fix("Yes, the same", "columns.reading", _as_one(column, several, columns.reading)),
        Fix("No, they differ", f"answers.SPELLING:{column.name}", "different"),
        not_sure(f"SPELLING:{column.name}"),
    )
    yield Problem("SPELLING", Severity.ASKS, text, f"columns.{column.name}", fixes)


def _as_one(column: Column, several: Sequence[Sequence[int]], reading: Mapping[str, object]) -> dict[str, object]:
    """How the file is read, with the commonest spelling of each name taken for all of them."""
    known = reading.get("spellings", {})
    spellings = dict(known) if isinstance(known, dict) else {}
    return {**reading, "spellings": {**spellings, column.name: [column.levels[places[0]] for places in several]}}


def _numbers_in_text(column: Column) -> Iterator[Problem]:
    """A column of text whose cells begin like numbers: told with a cell, since it could be of use."""
    filled = [str(text).strip() for text in column.values[~column.missing][:_CELLS_LOOKED_AT]]
    odd = [text for text in filled if _NUMBER_AND_MORE.fullmatch(split_unit(text)[0])]
    if len(odd) <= _HALF * len(filled) or all(text.isdigit() for text in odd):
        return
    example = next((text for text in odd if not re.fullmatch(r"[\d.,+-]+", text)), odd[0])
    text = (
        f"'{column.name}' was read as text because of cells like '{example}'. "
        "Write plain numbers in one unit in the file if it is to be used."
    )
    yield Problem("TEXT", Severity.NOTE, text, f"columns.{column.name}")


def list_total_problems(table: Table, columns: Columns) -> Iterator[Problem]:
    """A last row that says it is a total or a mean is no case; asked of the whole file, as it is about reading it."""
    last = table.rows - 1
    rule = f"rows {last + 1}"
    if last < 1 or rule in [known for known, _ in columns.excluded]:
        return
    for column in table.columns:
        word = _only_there(column, last)
        if word and _SUMS.fullmatch(word.strip(" :.")):
            text = f"The last row reads '{word}' in '{column.name}'. Is it a case, or does it sum up the others?"
            reason = (rule, f"no case: it reads '{word[:40]}'")
            fixes = (
                Fix(f"Leave row {last + 1} out, it sums up", "columns.excluded", (*columns.excluded, reason)),
                Fix("It is a case", "answers.TOTAL", "keep"),
            )
            yield Problem("TOTAL", Severity.ASKS, text, "columns", fixes)
            return


def _only_there(column: Column, row: int) -> str:
    """The text of a cell that stands nowhere else in its column, "" for everything else."""
    if column.kind not in (Kind.NAMES, Kind.TEXT) or bool(column.missing[row]):
        return ""
    value = column.values[row]
    if int(np.sum(column.values == value)) > 1:
        return ""
    return column.levels[int(value)] if column.kind is Kind.NAMES else str(value)
