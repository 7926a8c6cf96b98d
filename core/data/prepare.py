"""From a table and the roles of its columns to the dataset a study works on."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.data.exclusion_rules import DUPLICATES_RULE, find_excluded_rows
from core.data.fingerprint import compute_fingerprint
from core.data.read.column_conversion import to_categories, to_codes
from core.data.read.table_builder import apply_choices
from core.data.repeated_rows import find_repeated_rows, find_rows_without_duplicates, stay_together
from core.data.roles import BLOCKS, EQUAL_INPUTS, MADE, ROW_ORDER, apply_kind, check_names, list_inputs, list_targets
from core.domain.dataset import Column, Dataset, Floats, Integers, Kind, Table, Task
from core.domain.study import Columns
from core.support.errors import DataError
from core.support.text import pluralize

_MOST_BLOCKS = 20  # blocks of neighboring rows
_ROWS_PER_BLOCK = 10
_ROWS_AT_ONCE = 4096
LARGEST_INPUT = 1e30  # trees compute inputs with half the digits, up to 3e38
LARGEST = 1e100  # squares and sums of such targets are still numbers
SMALLEST_RANGE = 1e-100  # squares of smaller differences would be 0


def prepare_dataset(table: Table, columns: Columns) -> Dataset:
    """The rows with an answer, ready for a study; refuses in one sentence what cannot be studied."""
    check_names(table, columns)
    if len(table.columns) == 1:
        raise DataError(
            "The whole file was read as one column.",
            hint="Choose its separator under 'Change how the file is read', or open a table with inputs and an answer.",
        )
    table = apply_choices(table, columns.reading)
    targets = list_targets(table, columns)
    inputs = list_inputs(table, columns)
    if not inputs and not columns.given:
        raise DataError(
            "No column is left as input.", hint="Give at least one column of numbers or names the role 'input'."
        )
    rows, left_out = _rows_with_an_answer(table, targets, columns)
    values = _matrix(inputs, rows)
    outputs = np.column_stack([to_codes(column)[rows] for column in targets])
    if inputs and DUPLICATES_RULE in [rule for rule, _ in columns.excluded]:
        kept = find_rows_without_duplicates(values, outputs)
        rows, values, outputs = rows[kept], values[kept], outputs[kept]
    _refuse_huge(inputs, values)
    data = Dataset(
        name=table.name,
        task=Task.CLASSES if targets[0].kind.is_coded else Task.NUMBERS,
        inputs=values,
        kinds=tuple(column.kind for column in inputs),
        features=tuple(column.name for column in inputs),
        levels=tuple(column.levels for column in inputs),
        targets=outputs,
        outputs=tuple(column.name for column in targets),
        group_name=_group_name(columns.group),
        group_names=_group_names(table, columns.group, rows),
        order=_order(table, columns, rows),
        rows=rows,
        left_out=left_out,
        weights=_weights(table, columns, rows),
        weight_name=columns.weight or columns.uncertainty or "",
    )
    data = replace(data, groups=_groups(table, columns, rows, data))
    data = (
        _with_classes(data, targets[0], table, columns)
        if data.task is Task.CLASSES
        else _with_numbers(data, table, columns)
    )
    return _freeze_arrays(replace(data, fingerprint=compute_fingerprint(data)))


def _rows_with_an_answer(table: Table, targets: list[Column], columns: Columns) -> tuple[Integers, int]:
    wanted = ~find_excluded_rows(table, columns.excluded)
    answered = ~np.any([column.missing for column in targets], axis=0)
    rows = np.flatnonzero(wanted & answered)
    if not len(rows):
        raise DataError(f"No row has an answer in '{targets[0].name}'.", hint="Choose another column to predict.")
    return rows, int(np.sum(wanted & ~answered))


def _matrix(columns: list[Column], rows: Integers) -> Floats:
    """Filled a few thousand rows at a time: no second copy of the whole, and written in the order of memory."""
    together = _standing_together(columns, rows)
    if together is not None:
        return together
    filled = np.empty((len(rows), len(columns)))
    arrays = [(column.values, column.kind is not Kind.NUMBER) for column in columns]
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[start : start + _ROWS_AT_ONCE]
        for place, (values, is_coded) in enumerate(arrays):
            cells = values[some].astype(np.float64)
            filled[start : start + len(some), place] = np.where(cells < 0, np.nan, cells) if is_coded else cells
    return filled


def _standing_together(columns: list[Column], rows: Integers) -> Floats | None:
    """The table these numbers were read into, where they stand in it side by side and every row is used."""
    if not columns or len(columns[0].values) != len(rows):
        return None
    whole = columns[0].values.base
    if not isinstance(whole, np.ndarray) or whole.ndim != 2 or whole.dtype != np.float64:
        return None
    starts = [_address(column.values) - _address(whole) for column in columns if column.values.base is whole]
    as_wanted = [starts[0] + place * whole.itemsize for place in range(len(columns))] if starts else []
    if starts != as_wanted or as_wanted[-1] >= whole.strides[0] or columns[0].values.strides != whole.strides[:1]:
        return None
    first = starts[0] // whole.itemsize
    return whole[: len(rows), first : first + len(columns)]


def _address(values: NDArray[np.generic]) -> int:
    return int(values.__array_interface__["data"][0])


def _refuse_huge(inputs: list[Column], values: Floats) -> None:
    """Numbers whose squares are too large for a computer make models fail; that is said at once."""
    largest = np.fmax.reduce(np.abs(values), axis=0, initial=0.0) if _may_be_huge(values) else np.zeros(len(inputs))
    if np.any(largest > LARGEST_INPUT):
        name = inputs[int(np.argmax(largest > LARGEST_INPUT))].name
        raise DataError(
            f"'{name}' has values beyond {LARGEST_INPUT:g}, too large to compute with.",
            hint="Use another unit, or ignore it.",
        )


def _may_be_huge(values: Floats) -> bool:
    """Without a copy of all values."""
    if not values.size:
        return False
    return bool(np.fmax.reduce(values, axis=None) > LARGEST_INPUT or np.fmin.reduce(values, axis=None) < -LARGEST_INPUT)


def _group_name(group: str | None) -> str:
    if group == BLOCKS:
        return "block of rows"
    return group if group and group not in MADE else ""


def _group_names(table: Table, group: str | None, rows: Integers) -> tuple[str, ...]:
    """What the groups of a column are called, by number; blocks and copies have no names."""
    if not group or group in (BLOCKS, *MADE):
        return ()
    column = table.column(group)
    values = _distinct(column, rows)[0]
    if column.kind.is_coded:
        return tuple(column.levels[int(place)] for place in values)
    return tuple(f"{value:.10g}" if column.kind is Kind.NUMBER else str(value) for value in values)


def _groups(table: Table, columns: Columns, rows: Integers, data: Dataset) -> Integers | None:
    """Number the rows by the group column; without one, by equal inputs where these must stay together."""
    if columns.group == BLOCKS:
        count = min(_MOST_BLOCKS, max(len(rows) // _ROWS_PER_BLOCK, 2))
        return np.arange(len(rows)) * count // len(rows)
    if columns.group and columns.group not in MADE:
        return _group_numbers(table.column(columns.group), rows)
    if data.inputs.shape[1] == 0:
        return None
    repeated = find_repeated_rows(data.inputs, data.targets)
    is_kept = columns.group == EQUAL_INPUTS or stay_together(repeated, data.kinds, data.task)
    return repeated.sets if is_kept else None


def _group_numbers(column: Column, rows: Integers) -> Integers:
    missing = int(column.missing[rows].sum())
    if missing:
        raise DataError(
            f"{pluralize(missing, 'row has', 'rows have')} no value in '{column.name}', which must be kept whole.",
            hint=f'Leave them out with the rule "{column.name} is missing", or choose another column.',
        )
    return _distinct(column, rows)[1]


def _distinct(column: Column, rows: Integers) -> tuple[NDArray[np.generic], Integers]:
    """The values that occur, in order, and which of them each row has."""
    values = column.values[rows]
    if values.dtype == object:
        values = values.astype(str)
    occurring, places = np.unique(values, return_inverse=True)
    return occurring, places.ravel().astype(np.int64)


def _order(table: Table, columns: Columns, rows: Integers) -> Floats | None:
    if columns.time is None:
        return None
    if columns.time == ROW_ORDER:
        return rows.astype(np.float64)
    column = apply_kind(table.column(columns.time), columns)
    if column.kind not in (Kind.NUMBER, Kind.DATE):
        raise DataError(
            f"'{column.name}' holds neither numbers nor dates: it gives no order in time.", hint="Choose another."
        )
    missing = int(column.missing[rows].sum())
    if missing:
        raise DataError(
            f"{pluralize(missing, 'row has', 'rows have')} no value in '{column.name}', which gives the order in time.",
            hint=f'Leave them out with the rule "{column.name} is missing".',
        )
    return column.values[rows].astype(np.float64)


def _weights(table: Table, columns: Columns, rows: Integers) -> Floats | None:
    """How much each row counts, with mean 1: the weights, or 1/u² of the uncertainties; None without such a column."""
    name = columns.weight or columns.uncertainty
    if name is None:
        return None
    if columns.weight and columns.uncertainty:
        raise DataError(
            f"'{columns.weight}' is the weight and '{columns.uncertainty}' the uncertainty of the answer.",
            hint="Choose one of the two: an uncertainty u counts as the weight 1/u².",
        )
    column = apply_kind(table.column(name), columns)
    if column.kind is not Kind.NUMBER:
        raise DataError(f"'{name}' does not hold numbers: it cannot say how much a row counts.", hint="Choose another.")
    values = column.values[rows].astype(np.float64)
    unusable = ~(values > 0) | ~np.isfinite(values)
    if unusable.any():
        first = int(rows[int(np.argmax(unusable))]) + 1
        raise DataError(
            f"'{name}' must be above 0 in every row; {pluralize(int(unusable.sum()), 'row is', 'rows are')} not, "
            f"the first is row {first}.",
            hint=f'Leave them out with a rule such as "{name} is missing", or choose another column.',
        )
    weights = values if columns.weight else (values.min() / values) ** 2  # scaled, so that no square overflows
    return np.asarray(weights / weights.mean())


def _with_classes(data: Dataset, target: Column, table: Table, columns: Columns) -> Dataset:
    """Only classes that occur, in the order of the levels; predictions made elsewhere may add some."""
    labels = data.labels
    occurs = np.bincount(labels) > 0
    classes = tuple(target.levels[place] for place in np.flatnonzero(occurs))
    if len(classes) < 2:
        raise DataError(
            f"All values of '{target.name}' are '{classes[0]}': there is nothing to learn.",
            hint="Choose another column.",
        )
    given = [to_categories(table.column(name)) for name in columns.given]
    extra = dict.fromkeys(level for column in given for level in column.levels if level not in classes)
    classes = (*classes, *extra)
    rows = np.arange(table.rows) if data.rows is None else data.rows
    return replace(
        data,
        targets=(np.cumsum(occurs) - 1)[labels].astype(np.float64).reshape(-1, 1),
        classes=classes,
        positive=_positive(classes, target.name, columns.positive),
        given={column.name: _positions(column, classes)[rows] for column in given},
    )


def _positive(classes: tuple[str, ...], target: str, wanted: str | None) -> int | None:
    if wanted is None:
        return None
    for place, name in enumerate(classes):
        if name.lower() == wanted.strip().lower():
            return place
    known = ", ".join(f"'{name}'" for name in classes[:8])
    raise DataError(f"'{wanted}' is no value of '{target}'.", hint=f"Its values are {known}.")


def _positions(column: Column, classes: tuple[str, ...]) -> Floats:
    places = np.array([*(classes.index(level) for level in column.levels), np.nan], dtype=np.float64)
    return np.asarray(places[column.values.astype(np.int64)])


def _with_numbers(data: Dataset, table: Table, columns: Columns) -> Dataset:
    for place, name in enumerate(data.outputs):
        if np.abs(data.targets[:, place]).max() > LARGEST:
            raise DataError(
                f"'{name}' has values beyond {LARGEST:g}, too large to compute with.", hint="Use another unit."
            )
        lowest, highest = float(data.targets[:, place].min()), float(data.targets[:, place].max())
        if lowest == highest:
            raise DataError(
                f"All values of '{name}' are {lowest:g}: there is nothing to learn.", hint="Choose another column."
            )
        if highest - lowest < SMALLEST_RANGE:
            raise DataError(
                f"The values of '{name}' differ by less than {SMALLEST_RANGE:g}, too little to compute with.",
                hint="Use another unit.",
            )
    rows = np.arange(table.rows) if data.rows is None else data.rows
    given = [apply_kind(table.column(name), columns) for name in columns.given]
    other = next((column.name for column in given if column.kind is not Kind.NUMBER), None)
    if other is not None:
        raise DataError(f"'{other}' does not hold numbers like '{data.outputs[0]}'.", hint="Choose another column.")
    return replace(data, given={column.name: column.values[rows].astype(np.float64) for column in given})


def _freeze_arrays(data: Dataset) -> Dataset:
    """The same data with arrays that cannot be written to."""
    for array in (data.inputs, data.targets, data.groups, data.order, data.rows, data.weights, *data.given.values()):
        if array is not None:
            array.flags.writeable = False
    return data
