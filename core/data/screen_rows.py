"""What is odd about the rows together: equal rows, nearly equal rows, groups, time. Only equal rows use the target."""

from collections.abc import Iterator

import numpy as np

from core.data.column_heuristics import (
    can_group,
    count_distinct,
    has_group_name,
    is_label,
    pluralize_values,
    scale_to_one,
)
from core.data.exclusion_rules import DUPLICATES_RULE
from core.data.fingerprint import hash_numbers
from core.data.repeated_rows import (
    RepeatedRows,
    count_unavoidable_errors,
    find_repeated_rows,
    number_equal_rows,
    stay_together,
)
from core.data.roles import BLOCKS, EQUAL_INPUTS, MADE, ROW_ORDER, list_roles
from core.data.suggest import rows_look_alike
from core.domain.dataset import Column, Dataset, Floats, Integers, Kind, Role, Table, Task
from core.domain.problem import Fix, Problem, Severity, not_sure
from core.domain.study import Columns

_FEWEST_ROWS = 30
_NEAR_SHARE = 0.02
_NEAR_DIGITS = 3
_NEAR_INPUTS = 3
_MOST_RECORDINGS = 2
_MOST_ROWS_NEAR = 50_000
_SERIES = 0.1  # successive differences this small beside the variance: neighbors are almost the same
_DRIFT = 0.3


def list_row_problems(table: Table, columns: Columns, data: Dataset) -> Iterator[Problem]:
    yield from _equal_rows(data, columns)
    yield from _near_copies(table, columns, data)
    yield from _groups(table, columns)
    yield from _time(table, columns, data)


def _equal_rows(data: Dataset, columns: Columns) -> Iterator[Problem]:
    """Exact duplicates and repeated measurements are two findings: only the first may be errors of recording."""
    if not data.features:
        return
    repeated = find_repeated_rows(data.inputs, data.targets)
    if len(repeated.duplicates):
        yield _duplicates(data, columns, repeated)
    if len(repeated.replicates):
        yield _replicates(data, columns, repeated)


def _is_kept_together(data: Dataset, columns: Columns, repeated: RepeatedRows) -> bool:
    return columns.group == EQUAL_INPUTS or (columns.group is None and stay_together(repeated, data.kinds, data.task))


def _side(data: Dataset, columns: Columns, repeated: RepeatedRows) -> str:
    """Which rule keeps these rows on one side of a split; "" for none."""
    if _is_kept_together(data, columns, repeated):
        return "Rows with equal inputs stay on the same side of every split."
    return f"Rows of one '{data.group_name}' stay together." if columns.group is not None else ""


def _duplicates(data: Dataset, columns: Columns, repeated: RepeatedRows) -> Problem:
    count = len(repeated.duplicates)
    facts = {"duplicates": count, "together": _is_kept_together(data, columns, repeated)}
    are = "1 row is an exact duplicate" if count == 1 else f"{count:,} rows are exact duplicates"
    text = f"{are} of {'an earlier row' if count == 1 else 'earlier rows'} (equal in all inputs and in the target)."
    side = _side(data, columns, repeated)
    if side:
        return Problem("DUP", Severity.NOTE, f"{text} {side}", "columns", (remove_duplicates(columns),), facts)
    if Kind.NUMBER not in data.kinds:
        natural = f"{text} With categories alone, equal rows are to be expected."
        return Problem("DUP", Severity.NOTE, natural, "columns", (), facts)
    fixes = (
        Fix("Keep equal rows together", "columns.group", EQUAL_INPUTS),
        remove_duplicates(columns),
        Fix("They are separate cases", "answers.DUP", "separate"),
        not_sure("DUP"),
    )
    asked = f"{text} Was the same case recorded more than once?"
    return Problem("DUP", Severity.ASKS, asked, "columns", fixes, facts)


def remove_duplicates(columns: Columns) -> Fix:
    rule = (DUPLICATES_RULE, "the same case recorded more than once")
    return Fix("Remove exact duplicates", "columns.excluded", (*columns.excluded, rule))


def _replicates(data: Dataset, columns: Columns, repeated: RepeatedRows) -> Problem:
    """Repeated measurements are welcome: they show the scatter no model can remove. They are never offered to go."""
    count = len(repeated.replicates)
    rows = len(repeated.concerned)
    wrong = count_unavoidable_errors(data, repeated)
    facts = {
        "replicates": count,
        "together": _is_kept_together(data, columns, repeated),
        "rows": rows,
        "unavoidable_errors": wrong,
    }
    if data.task is Task.CLASSES:
        have = "1 row has the inputs of an earlier row and" if count == 1 else f"{count:,} rows have earlier inputs and"
        errors = "1 error" if wrong == 1 else f"{wrong:,} errors"
        text = f"{have} another class. Every model makes at least {errors} on the {rows:,} rows with equal inputs."
    else:
        are = "1 row is a repeated measurement" if count == 1 else f"{count:,} rows are repeated measurements"
        text = f"{are}: earlier inputs, another value of the target. They show the scatter that no model can remove."
    side = _side(data, columns, repeated)
    together = () if side else (Fix("Keep equal rows together", "columns.group", EQUAL_INPUTS),)
    return Problem("REPLICATES", Severity.NOTE, f"{text} {side}".strip(), "columns", together, facts)


def _near_copies(table: Table, columns: Columns, data: Dataset) -> Iterator[Problem]:
    """Rows alike in three digits of every measured number, or neighbors that hardly differ.

    In large tables only a stretch of 50,000 rows that follow each other is looked at, from the middle of the file.
    """
    stretch = slice(*_stretch(data.size))
    numbers = _measured(data, stretch)
    if len(numbers) < _FEWEST_ROWS or numbers.shape[1] < _NEAR_INPUTS:
        return
    groups = None if data.groups is None else np.unique(data.groups[stretch], return_inverse=True)[1].ravel()
    apart = _rounded_twins(numbers) or (1 if _is_series(numbers, groups) else 0)
    if apart and data.group_name == "" and data.order is None:
        text = f"Rows {apart} apart are almost the same. Were they cut from one recording?"
        fixes = (
            *(Fix(f"Yes: keep each '{name}' whole", "columns.group", name) for name in _recordings(table, columns)),
            Fix("Yes: keep blocks of neighboring rows whole", "columns.group", BLOCKS),
            Fix("Yes: predict later rows from earlier ones", "columns.time", ROW_ORDER),
            Fix("No, they are separate cases", "answers.NEAR-DUP", "separate"),
            not_sure("NEAR-DUP"),
        )
        yield Problem("NEAR-DUP", Severity.ASKS, text, "columns", fixes)


def _recordings(table: Table, columns: Columns) -> list[str]:
    """Columns that may tell the recordings apart: named like a machine or a batch, with values that repeat."""
    others = [column for column in table.columns if column.name not in (*columns.target, *columns.given)]
    return [column.name for column in others if has_group_name(column) and can_group(column)][:_MOST_RECORDINGS]


def _stretch(rows: int) -> tuple[int, int]:
    start = max(rows - _MOST_ROWS_NEAR, 0) // 2
    return start, start + min(rows, _MOST_ROWS_NEAR)


def _measured(data: Dataset, stretch: slice) -> Floats:
    """Complete inputs of numbers with many different values: settings of an experiment have few."""
    places = [place for place, kind in enumerate(data.kinds) if kind is Kind.NUMBER][:50]
    inputs = data.inputs[stretch]
    complete = [inputs[:, place] for place in places if not np.isnan(inputs[:, place]).any()]
    many = [values for values in complete if len(np.unique(values)) > 0.3 * len(values)]
    return np.column_stack([scale_to_one(values) for values in many]) if many else np.empty((len(inputs), 0))


def _rounded_twins(numbers: Floats) -> int:
    """How many rows apart twins usually are; 0 when there are few."""
    keys = np.zeros(len(numbers), dtype=np.uint64)
    for values in numbers.T:
        keys = keys * np.uint64(1_000_003) + hash_numbers(values, _NEAR_DIGITS)
    exact = number_equal_rows(numbers)
    order = np.argsort(keys, kind="stable")
    same = (keys[order][1:] == keys[order][:-1]) & (exact[order][1:] != exact[order][:-1])
    if same.sum() < _NEAR_SHARE * len(numbers):
        return 0
    return int(np.median(np.abs(np.diff(order))[same]))


def _is_series(numbers: Floats, groups: Integers | None) -> bool:
    """Whether most inputs change little from row to row (von Neumann's ratio, 1941), within groups if there are any."""
    values = numbers
    if groups is not None:
        counts = np.bincount(groups)
        means = np.column_stack([np.bincount(groups, column) / counts for column in values.T])
        values = values - means[groups]
    spread = values.var(axis=0)
    steps = np.mean(np.diff(values, axis=0) ** 2, axis=0) / 2
    moving = spread > 0
    return bool(moving.any()) and float(np.median(steps[moving] / spread[moving])) < _SERIES


def _groups(table: Table, columns: Columns) -> Iterator[Problem]:
    if columns.group is not None and columns.group not in MADE:
        return
    others = [column for column in table.columns if column.name not in columns.target]
    roles = list_roles(table, columns)
    inputs = [column for column in others if roles[column.name] is Role.INPUT]
    for column in others:
        if column.name not in columns.given and not is_label(column) and rows_look_alike(column, inputs):
            yield _group(column, columns)
            return


def _group(column: Column, columns: Columns) -> Problem:
    name = column.name
    several = pluralize_values(name)
    text = f"Rows of one '{name}' look alike. Will the model be used on new {several}, or on the ones in this table?"
    fixes = (
        Fix(f"New ones: keep each '{name}' whole", "columns.group", name),
        Fix("The ones in this table", f"answers.GROUP:{name}", "seen"),
        not_sure(f"GROUP:{name}"),
    )
    return Problem("GROUP", Severity.ASKS, text, f"columns.{name}", fixes)


def _time(table: Table, columns: Columns, data: Dataset) -> Iterator[Problem]:
    if columns.time is not None:
        return
    dates = [column for column in table.columns if column.kind is Kind.DATE and count_distinct(column) > 1]
    if dates:
        text = "Your rows have dates. Will the model predict the future from the past?"
        change = dates[0].name
    elif _drifts(data):
        text = "The answer changes along the file. Will the model predict the future from the past?"
        change = ROW_ORDER
    else:
        return
    ordered = Fix("Yes: order the rows in time", "columns.time", change)
    fixes = (ordered, Fix("No", "answers.TIME", "no"), not_sure("TIME"))
    yield Problem("TIME", Severity.ASKS, text, "columns", fixes)


def _drifts(data: Dataset) -> bool:
    """Whether some answer changes with the row number; a sorted file does not count."""
    if data.size < _FEWEST_ROWS or data.rows is None:
        return False
    answers = [data.labels == place for place in range(len(data.classes))] or list(data.targets.T)
    return any(_drift(np.asarray(values, dtype=np.float64)) for values in answers)


def _drift(values: Floats) -> bool:
    ranks = np.unique(values, return_inverse=True)[1].astype(np.float64)
    steps = np.sign(np.diff(ranks))
    changes = steps[steps != 0]
    if len(changes) < 10 or abs(float(changes.mean())) > 0.9:
        return False
    goes = abs(float(np.corrcoef(ranks, np.arange(len(ranks)))[0, 1]))
    return goes >= max(_DRIFT, 3.5 / float(np.sqrt(len(ranks))))
