"""Prune a grown tree: by the compiled code where it is there, else by its twin."""

from ctypes import c_int64, c_void_p

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats
from core.native import tree_pruning_twin as twin
from core.native.library import address, check_result, compiled_library
from core.native.tree_records import PrunableTree


def find_resting_nodes(tree: PrunableTree, strengths: Floats) -> NDArray[np.int32]:
    """Strengths x nodes: where a row that arrives at a node stops in the tree pruned with that strength."""
    _check(tree)
    library = compiled_library()
    if library is None:
        return twin.find_resting_nodes(tree, strengths)
    resting = np.empty((len(strengths), len(tree.column)), dtype=np.int32)
    call = library.find_resting_nodes
    call.restype = c_int64
    call.argtypes = (c_int64, c_void_p, c_void_p, c_void_p, c_int64, c_void_p, c_void_p)
    result = call(
        len(tree.column),
        address(tree.column, np.int32),
        address(tree.right, np.int32),
        address(tree.cost, np.float64),
        len(strengths),
        address(strengths, np.float64),
        address(resting, np.int32),
    )
    check_result(result)
    return resting


def find_collapse_points(tree: PrunableTree) -> Floats:
    """The strengths at which one node after another becomes a leaf, the weakest link first, down to the root."""
    _check(tree)
    library = compiled_library()
    if library is None:
        return twin.find_collapse_points(tree)
    points = np.empty(len(tree.column))
    call = library.find_collapse_points
    call.restype, call.argtypes = c_int64, (c_int64, c_void_p, c_void_p, c_void_p, c_void_p)
    found = call(
        len(tree.column),
        address(tree.column, np.int32),
        address(tree.right, np.int32),
        address(tree.cost, np.float64),
        address(points, np.float64),
    )
    return points[: check_result(found)]


def _check(tree: PrunableTree) -> None:
    """Every right child stands behind its parent's left one and inside the tree."""
    nodes = len(tree.column)
    asking = np.flatnonzero(tree.column >= 0)
    right = tree.right[asking]
    if not (
        0 < nodes == len(tree.right) == len(tree.cost)
        and (len(asking) == 0 or ((right > asking + 1).all() and int(right.max()) < nodes))
        and nodes == 2 * len(asking) + 1
    ):
        raise ValueError("the nodes of the tree contradict each other")
