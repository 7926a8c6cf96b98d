"""Row ids that repeat: several lines are then one case, and must not count as several."""

import numpy as np

from core.data.read.column_conversion import to_categories
from core.domain.dataset import Column, Dataset, Table
from core.domain.findings import Caution, CautionKind
from core.support.errors import DataError
from core.support.text import pluralize

CALLED = ("id", "ids", "row", "case", "index", "sample")
FEWEST_CASES = 20  # a column with fewer values that is called so is rather a code than an id


def check_ids(table: Table, row_id: str, group: str | None) -> None:
    """Refuses ids with gaps, and ids whose rows a named group would tear apart."""
    column = table.column(row_id)
    missing = int(column.missing.sum())
    if missing:
        raise DataError(
            f"{pluralize(missing, 'row has', 'rows have')} no '{row_id}'.", hint="Fill it in or leave it off."
        )
    ids = to_categories(column)
    torn = None if group is None else _torn(ids, to_categories(table.column(group)))
    if torn is not None:
        raise DataError(
            f"'{row_id}' is no row id: {ids.levels[torn]} occurs with several values of '{group}'.",
            hint="Give every row its own, or keep the rows of one id whole as a group.",
        )


def find_case_group(table: Table, truth: str, row_id: str | None, used: tuple[str, ...]) -> str | None:
    """The id whose rows are kept together where no group was named: the one that was, or a column that looks like one.

    None where every row has its own.
    """
    if row_id is not None:
        return row_id if _repeats(to_categories(table.column(row_id))) else None
    free = (column for column in table.columns if column.name not in used and _is_called_id(column.name))
    return next((column.name for column in free if _names_cases(column, table.column(truth))), None)


def note_repeated_ids(data: Dataset, group: str) -> Caution:
    assert data.groups is not None
    cases = len(np.unique(data.groups))
    return Caution(CautionKind.REPEATED_IDS, count=cases, total=data.size, name=group)


def _is_called_id(name: str) -> bool:
    parts = name.lower().replace("_", " ").replace("-", " ").split()
    return any(part in CALLED for part in parts)


def _names_cases(column: Column, truth: Column) -> bool:
    """Whether values repeat, always with the same true answer, as in predictions written down for several repeats."""
    if column.missing.any():
        return False
    ids, answers = to_categories(column), to_categories(truth)
    is_id = len(ids.levels) >= FEWEST_CASES and _repeats(ids)
    return is_id and _torn(ids, answers) is None


def _repeats(column: Column) -> bool:
    return len(np.unique(column.values)) < len(column.values)


def _torn(ids: Column, others: Column) -> int | None:
    """The first id that stands beside two values of the other column."""
    pairs = np.unique(np.column_stack([ids.values, others.values]).astype(np.int64), axis=0)
    values, counts = np.unique(pairs[:, 0], return_counts=True)
    return int(values[np.argmax(counts > 1)]) if (counts > 1).any() else None
