"""How trees are grown, and grown trees as arrays: what the compiled grower and its twin both take and give."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers

NODE_ARRAYS = ("column", "threshold", "right", "size", "missing_left", "value", "cost")  # of `Trees`


@dataclass(frozen=True, slots=True)
class GrowingOptions:
    """How trees are grown.

    `columns_tried`: in each node, among those that vary there. `smallest_child`: fewest rows on either side of a
    question. `smallest_parent`: a node with fewer rows is not divided. `draws_sample`: every tree gets as many units
    as there are, drawn with replacement. `random_cuts`: one random cut for each column tried instead of the best one.
    `with_cost`: nodes know what they would cost as leaves, which pruning needs.
    """

    seed: int
    columns_tried: int
    smallest_child: int = 1
    smallest_parent: int = 2
    draws_sample: bool = False
    random_cuts: bool = False
    with_cost: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Nodes of all trees, one tree after another; each node stands before its left subtree, and that before its right.

    `starts` has one more entry than there are trees. `column` is -1 at leaves; values up to `threshold` go left, which
    is the next node; `right` counts from the root of the tree. `size` are distinct training rows; `value` (nodes x
    answers) are shares of the classes or means; `cost` is the squared error, or weight times Gini index (or empty).
    """

    starts: Integers
    column: NDArray[np.int32]
    threshold: Floats
    right: NDArray[np.int32]
    size: NDArray[np.int32]
    missing_left: NDArray[np.uint8]
    value: Floats
    cost: Floats

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    def first(self) -> "Trees":
        """The first tree alone."""
        end = int(self.starts[1])
        return Trees(self.starts[:2], *(getattr(self, name)[:end].copy() for name in NODE_ARRAYS))


@dataclass(frozen=True, slots=True, eq=False)
class PrunableTree:
    """The questions of one tree (see `Trees`) and what each node would cost as a leaf, as a share of all rows."""

    column: NDArray[np.int32]
    right: NDArray[np.int32]
    cost: Floats


@dataclass(frozen=True, slots=True)
class View:
    """A way to read grown trees: the average of the first so many trees, a row resting at the deepest node on its path
    that holds at least `leaf` training rows.
    """

    trees: int
    leaf: int


def join_trees(parts: list[Trees]) -> Trees:
    """Trees that were grown one part after another."""
    if len(parts) == 1:
        return parts[0]
    ends = np.cumsum([0, *(int(part.starts[-1]) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    return Trees(
        np.concatenate([*starts, ends[-1:]]),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in NODE_ARRAYS),
    )
