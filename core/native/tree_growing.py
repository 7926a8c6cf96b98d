"""Grow and use trees: the compiled grower where it is there, else its twin; sizes are checked before every call."""

import ctypes
from ctypes import POINTER, Structure, byref, c_double, c_int64, c_uint64, c_void_p

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.native import tree_growing_twin as twin
from core.native.library import STOP, address, allow_compiled_work, check_result, compiled_library
from core.native.tree_records import NODE_ARRAYS, GrowingOptions, Trees, View, join_trees
from core.native.tree_table import TreeTable

MOST_NODES_AT_ONCE = 2**21  # that room is made for; a single tree may need more


class CTable(Structure):
    """`Table` of tree_growing.c."""

    _fields_ = [
        ("rows", c_int64),
        ("columns", c_int64),
        ("answers", c_int64),
        ("is_classes", c_int64),
        ("units", c_int64),
        ("ranks", c_void_p),
        ("values", c_void_p),
        ("starts", c_void_p),
        ("labels", c_void_p),
        ("targets", c_void_p),
        ("target_unit", c_double),
        ("weights", c_void_p),
        ("unit_of", c_void_p),
    ]


class COptions(Structure):
    """`Options` of tree_growing.c."""

    _fields_ = [
        ("seed", c_uint64),
        ("columns_tried", c_int64),
        ("smallest_child", c_int64),
        ("smallest_parent", c_int64),
        ("draws_sample", c_int64),
        ("samples", c_void_p),
        ("random_cuts", c_int64),
        ("stop", c_void_p),
    ]


class CTrees(Structure):
    """`Trees` of tree_growing.c."""

    _fields_ = [
        ("capacity", c_int64),
        ("starts", c_void_p),
        ("column", c_void_p),
        ("threshold", c_void_p),
        ("right", c_void_p),
        ("size", c_void_p),
        ("missing_left", c_void_p),
        ("value", c_void_p),
        ("cost", c_void_p),
    ]


class CInputs(Structure):
    """`Inputs` of tree_growing.c."""

    _fields_ = [
        ("cells", c_void_p),
        ("rows", c_int64),
        ("columns", c_int64),
        ("row_step", c_int64),
        ("column_step", c_int64),
    ]


class CViews(Structure):
    """`Views` of tree_growing.c."""

    _fields_ = [("count", c_int64), ("trees", c_void_p), ("leaf", c_void_p)]


def grow_trees(
    table: TreeTable, options: GrowingOptions, count: int, samples: NDArray[np.int32] | None = None
) -> Trees:
    """Grow `count` trees; tree number i is the same whatever `count` is.

    `samples` (trees x units) says how often each unit is in each tree, where nothing is to be drawn.
    """
    if not (count >= 1 and options.columns_tried >= 1 and options.smallest_child >= 1 and 0 <= options.seed < 2**64):
        raise ValueError(f"{count} trees cannot be grown with {options}")
    if samples is not None:
        _check_samples(samples, table, count)
    library = compiled_library()
    if library is None:
        return twin.grow_trees(table, options, 0, count, samples)
    _check_table(table)
    allow_compiled_work()
    parts: list[Trees] = []
    while (grown := sum(part.count for part in parts)) < count:
        parts.append(_grow_some(library, table, options, grown, count, samples))
    return join_trees(parts)


def _check_table(table: TreeTable) -> None:
    """What the compiled code relies on."""
    columns = table.columns
    sizes = columns.starts[1:] - columns.starts[:-1]
    is_sound = (
        columns.ranks.shape == (table.width, table.rows)
        and len(columns.starts) == table.width + 1
        and columns.starts[0] == 0
        and columns.starts[-1] == len(columns.values)
        and len(table.unit_of) == table.rows
        and 0 < table.rows < 2**31
        and table.width < 2**31
        and (len(table.labels) if table.is_classes else len(table.targets)) == table.rows
        and table.targets.shape[1] == table.answers
        and (not table.is_classes or 0 <= table.labels.min() <= table.labels.max() < table.answers)
        and 0 <= table.unit_of.min() <= table.unit_of.max() < table.units
        and table.weights.min() >= 1
        and all(_is_ranked(ranks, int(size)) for ranks, size in zip(columns.ranks, sizes, strict=True))
    )
    if not is_sound:
        raise ValueError("the table of the trees contradicts itself")


def _check_samples(samples: NDArray[np.int32], table: TreeTable, count: int) -> None:
    """Sums stay exact because no sample is larger than one that could be drawn."""
    sizes = samples.sum(axis=1)
    if samples.shape != (count, table.units) or samples.min() < 0 or sizes.min() < 1 or sizes.max() > table.units:
        raise ValueError(f"samples of shape {samples.shape} do not fit {count} trees and {table.units} units")


def _is_ranked(ranks: NDArray[np.uint32], size: int) -> bool:
    """Whether every rank has a value; missing cells wrap around to 0."""
    return int((ranks + np.uint32(1)).max()) <= size


def _grow_some(
    library: ctypes.CDLL,
    table: TreeTable,
    options: GrowingOptions,
    first: int,
    end: int,
    samples: NDArray[np.int32] | None,
) -> Trees:
    """As many trees as find room."""
    largest = 2 * table.rows - 1
    capacity = max(largest, min(largest * (end - first), MOST_NODES_AT_ONCE))
    room = room_for_trees(capacity, end - first, table.answers, options.with_cost)
    c_options = COptions(
        seed=options.seed,
        columns_tried=options.columns_tried,
        smallest_child=options.smallest_child,
        smallest_parent=options.smallest_parent,
        draws_sample=options.draws_sample,
        samples=None if samples is None else address(samples, np.int32),
        random_cuts=options.random_cuts,
        stop=address(STOP, np.int32),
    )
    call = library.grow_trees
    call.restype, call.argtypes = c_int64, (POINTER(CTable), POINTER(COptions), c_int64, c_int64, POINTER(CTrees))
    grown = check_result(call(byref(_c_table(table)), byref(c_options), first, end, byref(c_trees(room, capacity))))
    nodes = int(room.starts[grown])
    return Trees(
        room.starts[: grown + 1].copy(),
        *(getattr(room, name)[:nodes].copy() for name in NODE_ARRAYS),
    )


def room_for_trees(capacity: int, trees: int, answers: int, with_cost: bool) -> Trees:
    """Memory that the system gives only where it is written to."""
    return Trees(
        starts=np.zeros(trees + 1, dtype=np.int64),
        column=np.empty(capacity, dtype=np.int32),
        threshold=np.empty(capacity),
        right=np.empty(capacity, dtype=np.int32),
        size=np.empty(capacity, dtype=np.int32),
        missing_left=np.empty(capacity, dtype=np.uint8),
        value=np.empty((capacity, answers)),
        cost=np.empty(capacity if with_cost else 0),
    )


def _c_table(table: TreeTable) -> CTable:
    return CTable(
        rows=table.rows,
        columns=table.width,
        answers=table.answers,
        is_classes=table.is_classes,
        units=table.units,
        ranks=address(table.columns.ranks, np.uint32),
        values=address(table.columns.values, np.float64),
        starts=address(table.columns.starts, np.int64),
        labels=address(table.labels, np.int32),
        targets=address(table.targets, np.int64),
        target_unit=table.target_unit,
        weights=address(table.weights, np.int32),
        unit_of=address(table.unit_of, np.int32),
    )


def c_trees(trees: Trees, capacity: int) -> CTrees:
    return CTrees(
        capacity=capacity,
        starts=address(trees.starts, np.int64),
        column=address(trees.column, np.int32),
        threshold=address(trees.threshold, np.float64),
        right=address(trees.right, np.int32),
        size=address(trees.size, np.int32),
        missing_left=address(trees.missing_left, np.uint8),
        value=address(trees.value, np.float64),
        cost=address(trees.cost, np.float64) if len(trees.cost) else None,
    )


def find_leaves(trees: Trees, tree: int, inputs: Floats) -> NDArray[np.int32]:
    """The leaf of one tree at which each row arrives, counted from its root."""
    inputs = checked_inputs(trees, inputs)
    if not 0 <= tree < trees.count:
        raise ValueError(f"there is no tree {tree} among {trees.count}")
    library = compiled_library()
    if library is None:
        return twin.find_leaves(trees, tree, inputs)
    leaves = np.empty(len(inputs), dtype=np.int32)
    call = library.find_leaves
    call.restype, call.argtypes = None, (POINTER(CTrees), c_int64, POINTER(CInputs), c_void_p)
    call(byref(c_trees(trees, len(trees.column))), tree, byref(c_inputs(inputs)), address(leaves, np.int32))
    return leaves


def average_answers(trees: Trees, inputs: Floats, views: tuple[View, ...]) -> Floats:
    """Views x rows x answers: shares of the classes or means, averaged over trees."""
    sums, times = _add_answers(trees, inputs, views, None, 0, 0)
    return np.asarray(sums / times[:, :, None])


def average_left_out_answers(
    trees: Trees, table: TreeTable, seed: int, inputs: Floats, views: tuple[View, ...]
) -> tuple[Floats, NDArray[np.bool_]]:
    """The same for the training rows, each by the trees whose sample it is not in; and which rows have any answer.

    `inputs` are the rows of the table the trees were grown from, with the same seed. Rows that were in every sample
    have no answer in some view and are left out: the second result says which rows have one in all views.
    """
    if len(inputs) != table.rows:
        raise ValueError(f"{len(inputs)} rows are not the {table.rows} training rows")
    sums, times = _add_answers(trees, inputs, views, table.unit_of, table.units, seed)
    is_answered = np.asarray((times > 0).all(axis=0))
    return np.asarray(sums[:, is_answered] / times[:, is_answered, None]), is_answered


def _add_answers(
    trees: Trees,
    inputs: Floats,
    views: tuple[View, ...],
    unit_of: NDArray[np.int32] | None,
    units: int,
    seed: int,
) -> tuple[Floats, NDArray[np.int32]]:
    inputs = checked_inputs(trees, inputs)
    if not all(1 <= view.trees <= trees.count for view in views):
        raise ValueError(f"{trees.count} trees cannot be read as {views}")
    library = compiled_library()
    if library is None:
        return twin.add_answers(trees, inputs, views, _long(unit_of), units, seed)
    sums = np.zeros((len(views), len(inputs), trees.value.shape[1]))
    times = np.zeros((len(views), len(inputs)), dtype=np.int32)
    counts = np.array([view.trees for view in views], dtype=np.int64)
    leaves = np.array([view.leaf for view in views], dtype=np.int64)
    c_views = CViews(count=len(views), trees=address(counts, np.int64), leaf=address(leaves, np.int64))
    allow_compiled_work()
    call = library.add_answers
    call.restype = c_int64
    call.argtypes = (
        *(POINTER(CTrees), c_int64, c_int64, POINTER(CInputs), POINTER(CViews)),
        *(c_void_p, c_int64, c_uint64, c_void_p, c_void_p, c_void_p),
    )
    result = call(
        byref(c_trees(trees, len(trees.column))),
        max(view.trees for view in views),
        trees.value.shape[1],
        byref(c_inputs(inputs)),
        byref(c_views),
        None if unit_of is None else address(unit_of, np.int32),
        units,
        seed,
        address(STOP, np.int32),
        address(sums, np.float64),
        address(times, np.int32),
    )
    check_result(result)
    return sums, times


def _long(unit_of: NDArray[np.int32] | None) -> Integers | None:
    return None if unit_of is None else unit_of.astype(np.int64)


def checked_inputs(trees: Trees, inputs: Floats) -> Floats:
    if inputs.ndim != 2 or inputs.shape[1] <= int(trees.column.max()):
        raise ValueError(f"inputs of shape {inputs.shape} lack columns that the trees ask about")
    return np.asarray(inputs, dtype=np.float64)


def c_inputs(inputs: Floats) -> CInputs:
    """Rows or columns may follow each other in memory; nothing is copied."""
    row_step, column_step = (stride // inputs.itemsize for stride in inputs.strides)
    return CInputs(
        cells=inputs.ctypes.data,
        rows=inputs.shape[0],
        columns=inputs.shape[1],
        row_step=row_step,
        column_step=column_step,
    )
