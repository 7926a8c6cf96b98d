"""Boost trees and use them: by the compiled code where it is there, else by its twin; sizes are checked before."""

from ctypes import POINTER, Structure, byref, c_double, c_int64, c_void_p

import numpy as np

from core.domain.dataset import Floats
from core.native import tree_boosting_twin as twin
from core.native.boosting_records import MOST_BINS, BinnedTable, BoostingOptions
from core.native.library import STOP, address, allow_compiled_work, check_result, compiled_library
from core.native.tree_growing import CInputs, CTrees, c_inputs, c_trees, checked_inputs, room_for_trees
from core.native.tree_records import NODE_ARRAYS, Trees


class CBinnedTable(Structure):
    """`BinnedTable` of tree_boosting.c."""

    _fields_ = [
        ("rows", c_int64),
        ("columns", c_int64),
        ("scores", c_int64),
        ("loss", c_int64),
        ("bins", c_void_p),
        ("bin_count", c_void_p),
        ("targets", c_void_p),
        ("start", c_void_p),
        ("weights", c_void_p),
    ]


class CBoostingOptions(Structure):
    """`BoostingOptions` of tree_boosting.c."""

    _fields_ = [
        ("rounds", c_int64),
        ("depth", c_int64),
        ("most_leaves", c_int64),
        ("smallest_leaf", c_int64),
        ("rate", c_double),
        ("stop", c_void_p),
    ]


def boost_trees(table: BinnedTable, options: BoostingOptions, edges: list[Floats]) -> Trees:
    """Rounds x scores trees, one round after another; their thresholds are values of `edges`."""
    _check(table, options)
    library = compiled_library()
    if library is None:
        trees = twin.boost_trees(table, options)
    else:
        most = options.rounds * table.scores * (2 * options.most_leaves - 1)
        room = room_for_trees(most, options.rounds * table.scores, 1, with_cost=False)
        c_table = CBinnedTable(
            rows=table.rows,
            columns=len(table.bins),
            scores=table.scores,
            loss=int(table.loss),
            bins=address(table.bins, np.uint8),
            bin_count=address(table.bin_count, np.int32),
            targets=address(table.targets, np.float64),
            start=address(table.start, np.float64),
            weights=None if table.weights is None else address(table.weights, np.float64),
        )
        c_options = CBoostingOptions(
            rounds=options.rounds,
            depth=options.depth,
            most_leaves=options.most_leaves,
            smallest_leaf=options.smallest_leaf,
            rate=options.rate,
            stop=address(STOP, np.int32),
        )
        allow_compiled_work()
        call = library.boost_trees
        call.restype = c_int64
        call.argtypes = (POINTER(CBinnedTable), POINTER(CBoostingOptions), POINTER(CTrees))
        check_result(call(byref(c_table), byref(c_options), byref(c_trees(room, most))))
        nodes = int(room.starts[-1])
        trees = Trees(room.starts, *(getattr(room, name)[:nodes].copy() for name in NODE_ARRAYS))
    _replace_bins(trees, edges)
    return trees


def _replace_bins(trees: Trees, edges: list[Floats]) -> None:
    """Give questions the value behind their last bin; above all known values where only missing cells go right."""
    ends = np.full((len(edges), MOST_BINS), np.inf)
    for place, of_column in enumerate(edges):
        ends[place, : len(of_column)] = of_column
    asking = trees.column >= 0
    trees.threshold[asking] = ends[trees.column[asking], trees.threshold[asking].astype(np.int64)]


def _check(table: BinnedTable, options: BoostingOptions) -> None:
    known = np.where(table.bins == MOST_BINS, 0, table.bins)
    is_sound = (
        0 < table.rows < 2**31
        and table.bins.shape == (len(table.bin_count), table.rows)
        and (len(known) == 0 or (known.max(axis=1) < np.maximum(table.bin_count, 1)).all())
        and (len(table.bin_count) == 0 or 0 <= table.bin_count.min() <= table.bin_count.max() <= MOST_BINS)
        and bool(np.isfinite(table.targets).all())
        and bool(np.isfinite(table.start).all())
        and (table.weights is None or (len(table.weights) == table.rows and bool(np.isfinite(table.weights).all())))
        and table.scores >= 1
        and min(options.rounds, options.depth, options.most_leaves, options.smallest_leaf) >= 1
    )
    if not is_sound:
        raise ValueError("the table of boosting contradicts itself")


def scores_after(trees: Trees, start: Floats, rounds: tuple[int, ...], inputs: Floats) -> list[Floats]:
    """Rows x scores after each of some numbers of rounds."""
    inputs = checked_inputs(trees, inputs)
    scores, library = len(start), compiled_library()
    if trees.count < scores * max(rounds):
        raise ValueError(f"{trees.count} trees are fewer than {max(rounds)} rounds")
    sums, done, found = np.tile(start, (len(inputs), 1)), 0, dict[int, Floats]()
    for end in sorted(set(rounds)):
        if library is None:
            twin.add_rounds(trees, scores, done, end, inputs, sums)
        else:
            allow_compiled_work()
            call = library.add_rounds
            call.restype = c_int64
            call.argtypes = (POINTER(CTrees), c_int64, c_int64, c_int64, POINTER(CInputs), c_void_p, c_void_p)
            here, stop = byref(c_inputs(inputs)), address(STOP, np.int32)
            whole = byref(c_trees(trees, len(trees.column)))
            check_result(call(whole, scores, done, end, here, stop, address(sums, np.float64)))
        found[end], done = sums.copy(), end
    return [found[end] for end in rounds]
