"""Gradient boosting: a chain of small trees, each correcting the ones before; one chain serves all its lengths."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import MANY_ROWS, Parts, Recipe
from core.algorithms.prepared import PreparedForChoices
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import pieces_of
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.native.boosting_records import BinnedTable, BoostingOptions, Loss, bin_inputs, find_edges
from core.native.tree_boosting import boost_trees, scores_after
from core.native.tree_records import Trees

BOOSTING_RECIPE = Recipe(fill=False, scale=False, in_parts=True)
MOST_LEAVES = 31
LEAF_OF_BOOSTING = 20


@dataclass(frozen=True, slots=True)
class BoostingChoice:
    """The settings of boosting."""

    rounds: int
    rate: float
    depth: int

    @property
    def chain(self) -> tuple[float, int]:
        """Choices with the same chain differ in its length alone."""
        return self.rate, self.depth


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """The trees that correct each other, and the scores they start from."""

    trees: Trees
    start: Floats


class Boosting:
    """Chains that answer for several choices of their settings; one for each output where numbers are predicted.

    Slopes of the loss count by `row_weights` (by training row).
    """

    def __init__(self, choices: Sequence[BoostingChoice]) -> None:
        self.choices = tuple(choices)
        self.chains: dict[tuple[float, int], list[Chain]] = {}
        self.is_classes = False
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats | Parts, targets: Floats | Integers) -> None:
        """Labels are one whole number per row; numbers are rows x outputs."""
        self.is_classes = targets.ndim == 1
        edges = find_edges(_some_rows(inputs))
        bins = np.empty((inputs.shape[1], len(inputs)), dtype=np.uint8)
        for piece, part in _parts(inputs):
            bin_inputs(part, edges, bins[:, piece])
        count = np.array([len(of_column) + 1 for of_column in edges], dtype=np.int32)
        weights = self.row_weights
        start_of = _start_of_classes if self.is_classes else _start_of_numbers
        wanted = [start_of(of_output, weights) for of_output in ([targets] if self.is_classes else targets.T)]
        tables = [
            BinnedTable(bins, count, np.ascontiguousarray(of_output, dtype=np.float64), loss, start, weights)
            for of_output, (loss, start) in zip([targets] if self.is_classes else targets.T, wanted, strict=True)
        ]
        self.chains = {
            chain: [self._boost(table, chain, edges) for table in tables]
            for chain in dict.fromkeys(choice.chain for choice in self.choices)
        }

    def _boost(self, table: BinnedTable, chain: tuple[float, int], edges: list[Floats]) -> Chain:
        rate, depth = chain
        options = BoostingOptions(
            rounds=max(choice.rounds for choice in self.choices if choice.chain == chain),
            depth=depth,
            most_leaves=min(MOST_LEAVES, 2**depth),
            smallest_leaf=least_leaf(table.rows),
            rate=rate,
        )
        return Chain(boost_trees(table, options, edges), table.start)

    def answers_of_choices(self, inputs: Floats) -> list[Floats]:
        """Rows x classes or outputs for each choice."""
        found: dict[BoostingChoice, Floats] = {}
        for chain, of_outputs in self.chains.items():
            choices = [choice for choice in self.choices if choice.chain == chain]
            rounds = tuple(choice.rounds for choice in choices)
            by_output = [scores_after(one.trees, one.start, rounds, inputs) for one in of_outputs]
            for place, choice in enumerate(choices):
                scores = np.hstack([of_output[place] for of_output in by_output])
                found[choice] = _chances(scores) if self.is_classes else scores
        return [found[choice] for choice in self.choices]

    def choose(self, position: int) -> None:
        """Answer by one choice from now on."""
        self.choices = (self.choices[position],)
        self.chains = {self.choices[0].chain: self.chains[self.choices[0].chain]}

    def scores(self, inputs: Floats) -> Floats:
        return self.answers_of_choices(inputs)[0]

    def numbers(self, inputs: Floats) -> Floats:
        return self.answers_of_choices(inputs)[0]


def _start_of_classes(labels: Floats | Integers, weights: Floats | None) -> tuple[Loss, Floats]:
    """Scores that give every row the shares of the classes."""
    shares = np.bincount(labels.astype(np.int64), weights) / (len(labels) if weights is None else weights.sum())
    if len(shares) == 2:
        return Loss.TWO_CLASSES, np.array([np.log(shares[1] / shares[0])])
    logs = np.log(shares)
    return Loss.SEVERAL_CLASSES, np.asarray(logs - logs.mean())


def _start_of_numbers(target: Floats | Integers, weights: Floats | None) -> tuple[Loss, Floats]:
    return Loss.SQUARED, np.array([target.mean() if weights is None else np.average(target, weights=weights)])


def _chances(scores: Floats) -> Floats:
    """Rows x classes, from one score (two classes) or one for each class."""
    if scores.shape[1] == 1:
        second = 1.0 / (1.0 + np.exp(-np.clip(scores[:, 0], -700.0, 700.0)))
        return np.column_stack([1.0 - second, second])
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))


def _parts(inputs: Floats | Parts) -> Iterator[tuple[slice, Floats]]:
    if isinstance(inputs, Parts):
        yield from inputs.prepared()
    else:
        yield from ((piece, inputs[piece]) for piece in pieces_of(*inputs.shape))


def _some_rows(inputs: Floats | Parts) -> Floats:
    """The rows that bins are found from: all, or of many rows every second, third, ..."""
    if not isinstance(inputs, Parts) and len(inputs) <= MANY_ROWS:
        return inputs
    wanted = np.arange(0, len(inputs), -(-len(inputs) // MANY_ROWS))
    found = np.empty((len(wanted), inputs.shape[1]), order="F")
    for piece, part in _parts(inputs):
        inside = np.flatnonzero((wanted >= piece.start) & (wanted < piece.stop))
        found[inside] = part[wanted[inside] - piece.start]
    return found


def least_leaf(rows: int) -> int:
    """20 rows, or a twentieth of a small training part, so that 40 rows can still be split."""
    return max(1, min(LEAF_OF_BOOSTING, rows // 20))


def build_boosting(settings: Settings, seed: int) -> Learner:
    return build_boosting_for_choices([settings], seed)


def build_boosting_for_choices(choices: Sequence[Settings], _seed: int) -> PreparedForChoices:
    make = partial(Boosting, [_boosting_choice(settings) for settings in choices])
    return PreparedForChoices(BOOSTING_RECIPE, len(choices), classifier=make, regressor=make)


def _boosting_choice(settings: Settings) -> BoostingChoice:
    values = chosen(BOOSTING.settings, settings, BOOSTING.title)
    return BoostingChoice(values.whole("rounds"), values.number("rate"), values.whole("depth"))


BOOSTING = Algorithm(
    key="boosting",
    title="Gradient boosting",
    note="Small trees, each correcting the ones before; often very accurate on tables with many rows, hard to explain.",
    source="Friedman 2001; histograms as in Ke et al. 2017",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "rounds", "Rounds", "How many small trees follow each other.", 100, low=1, high=5000, simpler=Simpler.LOWER
        ),
        Setting("rate", "Step", "How much each tree may correct.", 0.1, low=0.001, high=1.0, simpler=Simpler.LOWER),
        Setting("depth", "Depth", "Questions a small tree asks in a row.", 3, low=1, high=20, simpler=Simpler.LOWER),
    ),
    grid={"depth": (1, 3), "rounds": (30, 100, 300)},
    build=build_boosting,
    build_for_choices=build_boosting_for_choices,
    uses_weights=True,
    simplicity=6,
)
