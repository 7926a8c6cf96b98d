"""From cells to numbers an algorithm can use: missing cells filled, numbers scaled, names spread over columns."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import tell_of_unseen, usable_inputs
from core.algorithms.learner import Schema
from core.domain.dataset import Floats

CELLS_AT_ONCE = 2**20
LEVEL_LIMIT = 100  # columns one input of names may be spread over: its most frequent names


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an algorithm needs: numbers without gaps (`fill`), in units of their spread (`scale`).

    Names always become one 0/1 column per name seen in training; a name not seen there is 0 in all of them.
    Of the columns so made, `keep` are used: those that tell most on their own (0: all).
    """

    fill: bool = True
    scale: bool = True
    keep: int = 0


class Preparation:
    """A recipe fitted to the training rows; inputs without values or without variation there are left out."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.numbers: list[int] = []
        self.names: list[int] = []
        self.fills = np.empty(0)
        self.means = np.empty(0)
        self.spreads = np.empty(0)
        self.seen: list[Floats] = []
        self.kept: list[Floats] = []
        self.most_frequent: list[float] = []

    @property
    def width(self) -> int:
        return len(self.numbers) + sum(len(levels) for levels in self.kept)

    def fit(self, inputs: Floats, schema: Schema) -> None:
        usable = usable_inputs(inputs)
        coded = [schema.kinds[feature].is_coded for feature in usable]
        self.numbers = [feature for feature, names in zip(usable, coded, strict=True) if not names]
        self.names = [feature for feature, names in zip(usable, coded, strict=True) if names]
        self._fit_numbers(inputs)
        self._fit_names(inputs[:, self.names])

    def apply(self, inputs: Floats) -> Floats:
        """Numbers first, then names; made some columns at a time, so that large inputs are copied once only."""
        names = self._one_hot(inputs[:, self.names])
        result = np.empty((len(inputs), self.width), order="C" if names else "F")
        for block in self._blocks(len(inputs)):
            result[:, block] = self._numbers(inputs[:, self.numbers[block]], block)
        start = len(self.numbers)
        for columns in names:
            result[:, start : start + columns.shape[1]] = columns
            start += columns.shape[1]
        return result

    def _blocks(self, rows: int) -> Iterator[slice]:
        """Columns of numbers that are dealt with together."""
        step, end = max(CELLS_AT_ONCE // max(rows, 1), 1), len(self.numbers)
        return (slice(start, min(start + step, end)) for start in range(0, end, step))

    def _fit_numbers(self, inputs: Floats) -> None:
        """Only what the recipe asks for."""
        if not (self.recipe.fill or self.recipe.scale):
            return
        shape = len(self.numbers)
        self.fills, self.means, spreads = np.empty(shape), np.empty(shape), np.empty(shape)
        for block in self._blocks(len(inputs)):
            numbers = inputs[:, self.numbers[block]]
            self.fills[block] = medians(numbers)
            filled = np.where(np.isnan(numbers), self.fills[block], numbers)
            self.means[block] = filled.mean(axis=0)
            spreads[block] = filled.std(axis=0)
        self.spreads = np.where(spreads > 0, spreads, 1.0)

    def _fit_names(self, names: Floats) -> None:
        counted = [np.unique(column[~np.isnan(column)], return_counts=True) for column in names.T]
        self.seen = [levels for levels, _ in counted]
        by_frequency = [levels[np.argsort(-counts, kind="stable")] for levels, counts in counted]
        self.kept = [np.sort(levels[:LEVEL_LIMIT]) for levels in by_frequency]
        self.most_frequent = [float(levels[0]) for levels in by_frequency]

    def _numbers(self, numbers: Floats, block: slice) -> Floats:
        if self.recipe.fill:
            numbers = np.where(np.isnan(numbers), self.fills[block], numbers)
        if self.recipe.scale:
            numbers = (numbers - self.means[block]) / self.spreads[block]
        return numbers

    def _one_hot(self, names: Floats) -> list[Floats]:
        self._tell_of_unseen(names)
        filled = [
            np.where(np.isnan(column), level, column) for column, level in zip(names.T, self.most_frequent, strict=True)
        ]
        return [
            (column[:, None] == levels).astype(np.float64) for column, levels in zip(filled, self.kept, strict=True)
        ]

    def _tell_of_unseen(self, names: Floats) -> None:
        unseen = sum(
            int(np.sum(~np.isnan(column) & ~np.isin(column, levels)))
            for column, levels in zip(names.T, self.seen, strict=True)
        )
        tell_of_unseen(unseen)


def medians(numbers: Floats) -> Floats:
    """Of the known cells of each column; every column has some."""
    columns = np.sort(numbers.T, axis=1)  # missing cells come last
    counts = np.count_nonzero(~np.isnan(columns), axis=1)
    places = np.arange(len(columns))
    return np.asarray((columns[places, (counts - 1) // 2] + columns[places, counts // 2]) / 2)
