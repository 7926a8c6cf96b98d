"""What is odd about the rows together: copies, near copies, groups and time. The answer is used for copies only."""

from collections.abc import Iterator

import numpy as np

from core.data.copies import are_accidents, concerned, copy_groups
from core.data.exclude import COPIES_RULE
from core.data.fingerprint import number_keys
from core.data.looks import can_group, distinct, has_group_name, is_label, scaled, several
from core.data.roles import BLOCKS, COPIES, MADE, ROW_ORDER, roles_of
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
_SERIES = 0.1  # successive differences this small beside the variance: neighbours are almost the same
_DRIFT = 0.3


def row_problems(table: Table, columns: Columns, data: Dataset) -> Iterator[Problem]:
    yield from _copies(data, columns)
    yield from _near_copies(table, columns, data)
    yield from _groups(table, columns)
    yield from _time(table, columns, data)


def _copies(data: Dataset, columns: Columns) -> Iterator[Problem]:
    if not data.features:
        return
    groups = copy_groups(data.inputs)
    rows = concerned(groups)
    if not len(rows):
        return
    originals = len(np.unique(groups[rows]))
    copies = len(rows) - originals
    others = f"{copies:,} rows are copies of {'another' if originals == 1 else f'{originals:,} others'}."
    text, they = ("1 row is a copy of another.", "It") if copies == 1 else (others, "They")
    kept = columns.group == COPIES or (columns.group is None and are_accidents(groups, data.kinds))
    if kept:
        yield _noted(f"{text} {they} will be kept on the same side of every split.", columns)
    elif columns.group is not None:
        yield _noted(f"{text} Rows of one '{data.group_name}' are kept whole.", columns)
    elif Kind.NUMBER in data.kinds:
        yield _asked(f"{text} Are they the same case more than once?", columns)
    else:
        yield _noted(f"{text} With names only, such repeats are natural.", columns)
    yield from _different_answers(data, groups, rows, columns)


def _noted(text: str, columns: Columns) -> Problem:
    return Problem("DUP", Severity.NOTE, text, "columns", (keep_one(columns),))


def _asked(text: str, columns: Columns) -> Problem:
    fixes = (
        Fix("Keep copies whole", "columns.group", COPIES),
        keep_one(columns),
        Fix("They are separate cases", "answers.DUP", "separate"),
        not_sure("DUP"),
    )
    return Problem("DUP", Severity.ASKS, text, "columns", fixes)


def keep_one(columns: Columns) -> Fix:
    rule = (COPIES_RULE, "the same case more than once")
    return Fix("Keep one of each", "columns.excluded", (*columns.excluded, rule))


def _different_answers(data: Dataset, groups: Integers, rows: Integers, columns: Columns) -> Iterator[Problem]:
    """The least errors any model makes on copies: all but the commonest answer of each."""
    if data.task is not Task.CLASSES:
        return
    _, places = np.unique(groups[rows], return_inverse=True)
    table = np.zeros((places.max() + 1, len(data.classes)), dtype=np.int64)
    np.add.at(table, (places, data.labels[rows]), 1)
    wrong = int((table.sum(axis=1) - table.max(axis=1)).sum())
    if wrong:
        share = 100 * wrong / len(rows)
        text = (
            f"{_copies_have(wrong)} different answers: no model can be better than {share:.1f} errors per 100 on them."
        )
        fixes = (Fix("Understood", "answers.DUP-ANSWERS", "seen"), keep_one(columns))
        yield Problem("DUP-ANSWERS", Severity.ASKS, text, "columns", fixes)


def _copies_have(count: int) -> str:
    return "1 copy has" if count == 1 else f"{count:,} copies have"


def _near_copies(table: Table, columns: Columns, data: Dataset) -> Iterator[Problem]:
    """Rows alike in three digits of every measured number, or neighbours that hardly differ.

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
            Fix("Yes: keep blocks of neighbouring rows whole", "columns.group", BLOCKS),
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
    return np.column_stack([scaled(values) for values in many]) if many else np.empty((len(inputs), 0))


def _rounded_twins(numbers: Floats) -> int:
    """How many rows apart twins usually are; 0 when there are few."""
    keys = np.zeros(len(numbers), dtype=np.uint64)
    for values in numbers.T:
        keys = keys * np.uint64(1_000_003) + number_keys(values, _NEAR_DIGITS)
    exact = copy_groups(numbers)
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
    roles = roles_of(table, columns)
    inputs = [column for column in others if roles[column.name] is Role.INPUT]
    for column in others:
        if column.name not in columns.given and not is_label(column) and rows_look_alike(column, inputs):
            yield _group(column, columns)
            return


def _group(column: Column, columns: Columns) -> Problem:
    name = column.name
    text = f"Rows of one '{name}' look alike. Will the model be used on {several(name)} it has seen, or on new ones?"
    fixes = (
        Fix(f"New ones: keep each '{name}' whole", "columns.group", name),
        Fix("Ones it has seen", f"answers.GROUP:{name}", "seen"),
        not_sure(f"GROUP:{name}"),
    )
    return Problem("GROUP", Severity.ASKS, text, f"columns.{name}", fixes)


def _time(table: Table, columns: Columns, data: Dataset) -> Iterator[Problem]:
    if columns.time is not None:
        return
    dates = [column for column in table.columns if column.kind is Kind.DATE and distinct(column) > 1]
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
