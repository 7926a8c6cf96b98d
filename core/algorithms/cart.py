"""One decision tree: grown to the end, then cut back as far as folds inside the training rows advise."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.algorithms.forest import TREES_RECIPE
from core.algorithms.learner import Learner
from core.algorithms.prepared import PreparedForChoices
from core.algorithms.pruning import deal_folds, grow_and_test, prunable_tree
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.native.tree_growing import find_leaves, grow_trees
from core.native.tree_pruning import find_resting_nodes
from core.native.tree_records import GrowingOptions, Trees
from core.native.tree_table import TreeTable, rank_columns, table_of_classes, table_of_numbers

CAUTIOUS, LEAST_ERROR, OFF = "cautious", "least error", "off"


@dataclass(frozen=True, slots=True)
class TreeChoice:
    """The settings of a tree."""

    pruning: str
    leaf: int


@dataclass(frozen=True, slots=True, eq=False)
class PrunedTree:
    """The whole tree, and at which node a row of each leaf stops."""

    trees: Trees
    resting: NDArray[np.int32]

    def answers(self, inputs: Floats) -> Floats:
        return self.trees.value[self.resting[find_leaves(self.trees, 0, inputs)]]


class Cart:
    """A tree that answers for several choices of its settings: choices with the same leaf size share all growing.

    Rows of one group stay in one fold where the strength of pruning is chosen (`groups`, by training row). Rows count
    by their `row_weights` where the tree is grown and where the strength is chosen.
    """

    def __init__(self, choices: Sequence[TreeChoice], seed: int) -> None:
        self.choices = tuple(choices)
        self.seed = seed
        self.groups: Integers | None = None
        self.row_weights: Floats | None = None
        self.pruned: tuple[PrunedTree, ...] = ()

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        """Labels are one whole number per row; numbers are rows x outputs."""
        columns = rank_columns(inputs)
        if targets.ndim == 1:
            labels = targets.astype(np.int64, copy=False)
            table = table_of_classes(columns, labels, int(labels.max()) + 1, self.row_weights)
        else:
            table = table_of_numbers(columns, targets.astype(np.float64, copy=False), self.row_weights)
        found: dict[TreeChoice, PrunedTree] = {}
        for leaf in dict.fromkeys(choice.leaf for choice in self.choices):
            wanted = [choice for choice in self.choices if choice.leaf == leaf]
            found |= self._grow_and_prune(table, inputs, targets, wanted)
        self.pruned = tuple(found[choice] for choice in self.choices)

    def _grow_and_prune(
        self, table: TreeTable, inputs: Floats, targets: Floats | Integers, choices: Sequence[TreeChoice]
    ) -> dict[TreeChoice, PrunedTree]:
        """Of choices with the same leaf size."""
        options = GrowingOptions(self.seed, table.width, smallest_child=choices[0].leaf, with_cost=True)
        if all(choice.pruning == OFF for choice in choices):
            trees, tested = grow_trees(table, options, 1), None
        else:
            fold_of = deal_folds(targets, self.groups, np.random.default_rng(self.seed))
            trees, tested = grow_and_test(table, inputs, targets, options, fold_of, self.row_weights)
        strengths = [
            0.0 if tested is None or choice.pruning == OFF else tested.best_strength(choice.pruning == CAUTIOUS)
            for choice in choices
        ]
        resting = find_resting_nodes(prunable_tree(trees, 0), np.array(strengths))
        whole = trees.first()
        return {choice: PrunedTree(whole, rest) for choice, rest in zip(choices, resting, strict=True)}

    def answers_of_choices(self, inputs: Floats) -> list[Floats]:
        """Rows x classes or outputs for each choice."""
        return [tree.answers(inputs) for tree in self.pruned]

    def choose(self, position: int) -> None:
        """Answer by one choice from now on."""
        self.choices, self.pruned = (self.choices[position],), (self.pruned[position],)

    def scores(self, inputs: Floats) -> Floats:
        return self.pruned[0].answers(inputs)

    def numbers(self, inputs: Floats) -> Floats:
        return self.pruned[0].answers(inputs)


def build_tree(settings: Settings, seed: int) -> Learner:
    return build_tree_for_choices([settings], seed)


def build_tree_for_choices(choices: Sequence[Settings], seed: int) -> PreparedForChoices:
    make = partial(Cart, [_tree_choice(settings) for settings in choices], seed)
    return PreparedForChoices(TREES_RECIPE, len(choices), classifier=make, regressor=make)


def _tree_choice(settings: Settings) -> TreeChoice:
    values = chosen(TREE.settings, settings, TREE.title)
    return TreeChoice(values.word("pruning"), values.whole("leaf"))


TREE = Algorithm(
    key="tree",
    title="Decision tree (CART)",
    note="Questions asked one after another; easy to read and to act on, but small changes of the data change it.",
    source="Breiman, Friedman, Olshen & Stone 1984",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "pruning",
            "Pruning",
            "How far the tree is cut back: to the least error inside the training rows, further, or not at all.",
            LEAST_ERROR,
            (CAUTIOUS, LEAST_ERROR, OFF),
        ),
        Setting(
            "leaf",
            "Rows per leaf",
            "The fewest training rows an answer may rest on.",
            1,
            low=1,
            high=1000,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"pruning": (CAUTIOUS, LEAST_ERROR), "leaf": (10, 5, 1)},
    build=build_tree,
    build_for_choices=build_tree_for_choices,
    uses_weights=True,
    simplicity=3,
)
