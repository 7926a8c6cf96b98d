"""Random forest and extremely randomized trees: one growing serves every leaf size and number of trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import PreparedForChoices
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.native.tree_growing import average_answers, average_left_out_answers, grow_trees
from core.native.tree_records import GrowingOptions, Trees, View
from core.native.tree_table import TreeTable, rank_columns, table_of_classes, table_of_numbers

TREES_RECIPE = Recipe(fill=False, scale=False)
USUAL, ALL = "usual", "all"


@dataclass(frozen=True, slots=True)
class ForestChoice:
    """The settings of a forest; `inputs` says how many inputs each question may choose from."""

    view: View
    inputs: str


class Forest:
    """A forest that answers for several choices of its settings after one growing for each value of `inputs`.

    A row rests at the deepest node on its path that holds at least `leaf` training rows, so trees need not be grown
    again for another leaf size. Rows of one group are drawn into a sample together (`groups`, by training row).
    `row_weights`: a row of weight 3 counts like three equal rows that are drawn together.
    Extremely randomized trees (`is_extra`) are grown on all training rows, with one random cut of each input tried.
    """

    def __init__(self, choices: Sequence[ForestChoice], seed: int, is_extra: bool = False) -> None:
        self.choices = tuple(choices)
        self.seed = seed
        self.is_extra = is_extra
        self.groups: Integers | None = None
        self.row_weights: Floats | None = None
        self.grown: dict[str, Trees] = {}
        self.left_out: tuple[Integers, list[Floats]] | None = None

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        """Labels are one whole number per row; numbers are rows x outputs."""
        columns, is_classes = rank_columns(inputs), targets.ndim == 1
        if is_classes:
            labels = targets.astype(np.int64, copy=False)
            table = table_of_classes(columns, labels, int(labels.max()) + 1, self.row_weights, self.groups)
        else:
            table = table_of_numbers(columns, targets.astype(np.float64, copy=False), self.row_weights, self.groups)
        rules = dict.fromkeys(choice.inputs for choice in self.choices)
        self.grown = {rule: self._grow(table, rule, is_classes) for rule in rules}
        self.left_out = (
            self._answer_left_out_rows(table, inputs) if len(self.choices) > 1 and not self.is_extra else None
        )

    def _grow(self, table: TreeTable, rule: str, is_classes: bool) -> Trees:
        views = self._views(rule)
        of_numbers = table.width if self.is_extra else table.width // 3
        usual = int(np.sqrt(table.width)) if is_classes else of_numbers
        options = GrowingOptions(
            seed=self.seed,
            columns_tried=max(1, usual if rule == USUAL else table.width),
            smallest_parent=min(view.leaf for view in views),
            draws_sample=not self.is_extra,
            random_cuts=self.is_extra,
        )
        return grow_trees(table, options, max(view.trees for view in views))

    def _views(self, rule: str) -> tuple[View, ...]:
        return tuple(choice.view for choice in self.choices if choice.inputs == rule)

    def _answer_left_out_rows(self, table: TreeTable, inputs: Floats) -> tuple[Integers, list[Floats]]:
        """Positions of training rows that every choice has an answer for, and the answers of each choice.

        A row is answered by the trees whose sample it is not in; which rows those are does not depend on `inputs`.
        """
        answered = np.zeros(table.rows, dtype=bool)
        answers: dict[ForestChoice, Floats] = {}
        for rule, trees in self.grown.items():
            views = self._views(rule)
            found, answered = average_left_out_answers(trees, table, self.seed, inputs, views)
            answers |= {ForestChoice(view, rule): one for view, one in zip(views, found, strict=True)}
        places = np.flatnonzero(answered)
        return places, [answers[choice] for choice in self.choices]

    def answers_of_choices(self, inputs: Floats) -> list[Floats]:
        """Rows x classes or outputs for each choice."""
        found: dict[ForestChoice, Floats] = {}
        for rule, trees in self.grown.items():
            views = self._views(rule)
            answers = average_answers(trees, inputs, views)
            found |= {ForestChoice(view, rule): one for view, one in zip(views, answers, strict=True)}
        return [found[choice] for choice in self.choices]

    def choose(self, position: int) -> None:
        """Answer by one choice from now on; what only the others need is dropped."""
        self.choices = (self.choices[position],)
        self.grown = {self.choices[0].inputs: self.grown[self.choices[0].inputs]}
        self.left_out = None

    def scores(self, inputs: Floats) -> Floats:
        return self.answers_of_choices(inputs)[0]

    def numbers(self, inputs: Floats) -> Floats:
        return self.answers_of_choices(inputs)[0]


def build_forest(settings: Settings, seed: int) -> Learner:
    return build_forest_for_choices([settings], seed)


def build_forest_for_choices(choices: Sequence[Settings], seed: int) -> PreparedForChoices:
    make = partial(Forest, [_forest_choice(settings, FOREST.title) for settings in choices], seed)
    return PreparedForChoices(TREES_RECIPE, len(choices), classifier=make, regressor=make, leaves_rows_out=True)


def build_extra_trees(settings: Settings, seed: int) -> Learner:
    return build_extra_trees_for_choices([settings], seed)


def build_extra_trees_for_choices(choices: Sequence[Settings], seed: int) -> PreparedForChoices:
    """Every tree has seen all training rows, so that choices have to be compared on others."""
    make = partial(Forest, [_forest_choice(settings, EXTRA_TREES.title) for settings in choices], seed, is_extra=True)
    return PreparedForChoices(TREES_RECIPE, len(choices), classifier=make, regressor=make)


def _forest_choice(settings: Settings, title: str) -> ForestChoice:
    values = chosen(FOREST_SETTINGS, settings, title)
    return ForestChoice(View(values.whole("trees"), values.whole("leaf")), values.word("inputs"))


FOREST_SETTINGS = (
    Setting(
        "trees",
        "Trees",
        "How many trees are averaged; more is calmer and slower.",
        100,
        low=1,
        high=5000,
        simpler=Simpler.LOWER,
    ),
    Setting(
        "leaf",
        "Rows per leaf",
        "The fewest training rows an answer of a tree may rest on.",
        1,
        low=1,
        high=1000,
        simpler=Simpler.HIGHER,
    ),
    Setting("inputs", "Inputs per question", "A random share (the usual one) or all inputs.", USUAL, (USUAL, ALL)),
)

FOREST = Algorithm(
    key="forest",
    title="Random forest",
    note="The average of many different trees; strong without tuning on mixed inputs, hard to explain row by row.",
    source="Breiman 2001",
    tasks=BOTH_TASKS,
    settings=FOREST_SETTINGS,
    grid={"leaf": (20, 10, 5, 3, 1)},
    build=build_forest,
    build_for_choices=build_forest_for_choices,
    uses_weights=True,
    simplicity=6,
)

EXTRA_TREES = Algorithm(
    key="extra-trees",
    title="Extremely randomized trees",
    note="Like a random forest with cuts drawn by chance; calmer on noisy numbers, hard to explain row by row.",
    source="Geurts, Ernst & Wehenkel 2006",
    tasks=BOTH_TASKS,
    settings=FOREST_SETTINGS,
    grid={"leaf": (20, 10, 5, 3, 1)},
    build=build_extra_trees,
    build_for_choices=build_extra_trees_for_choices,
    uses_weights=True,
    simplicity=6,
)
