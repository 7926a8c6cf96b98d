"""From cells to numbers an algorithm can use: missing cells filled, numbers scaled, names spread over columns."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import tell_of_unseen, usable
from core.algorithms.learner import Schema
from core.algorithms.rows import CELLS_AT_ONCE, Order, Rows
from core.domain.dataset import Floats
from core.support.memory import LARGE, trim_heap

MANY_ROWS = 200_000  # scikit-learn finds the bins of boosting from so many rows
LEVEL_LIMIT = 100  # columns one input of names may be spread over: its most frequent names


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an algorithm needs: numbers without gaps (`fill`), in units of their spread (`scale`).

    Names always become one 0/1 column per name seen in training; a name not seen there is 0 in all of them.
    Of the columns so made, `keep` are used: those that tell most on their own (0: all).
    `narrow` are numbers of half the width, as trees see them; `order` is how training rows lie in memory. `in_parts`:
    many training rows are given part by part, which is possible where nothing is filled or scaled.
    """

    fill: bool = True
    scale: bool = True
    keep: int = 0
    narrow: bool = False
    order: Order = "F"
    in_parts: bool = False


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

    def learn(self, rows: Rows, schema: Schema) -> Floats:
        """Fit to these rows and give them prepared; one copy of them is all that is made."""
        rows = rows.at_hand()
        names = self._look(rows, schema)
        result = self._room(len(rows), self.recipe.order)
        numbers = result[:, : len(self.numbers)]
        rows.put_into(numbers, self.numbers)
        self._fit_numbers(numbers)
        self._change(numbers)
        self._spread(names, result)
        if result.size >= LARGE:
            trim_heap()
        return result

    def in_parts(self, rows: Rows, schema: Schema) -> "Parts":
        """Fit to these rows and give them when they are asked for."""
        self._look(rows, schema)
        return Parts(self, rows)

    def _look(self, rows: Rows, schema: Schema) -> Floats:
        """Which inputs can be used; the names in these rows."""
        found = usable(*rows.extremes())
        self.numbers = [feature for feature in found if not schema.kinds[feature].is_coded]
        self.names = [feature for feature in found if schema.kinds[feature].is_coded]
        names = rows.picked(self.names, "F")
        self._fit_names(names)
        return names

    def apply(self, rows: Rows) -> Floats:
        """Numbers first, then names, column after column in memory."""
        names = rows.picked(self.names, "F")
        tell_of_unseen(self._unseen(names))
        return self._applied(rows, names)

    def apply_in_parts(self, rows: Rows) -> Iterator[Floats]:
        """The same a few rows after another; names that are new are told once, after all of them."""
        unseen = 0
        for part in rows.parts(max(self.width, rows.inputs.shape[1])):
            names = part.picked(self.names, "F")
            unseen += self._unseen(names)
            yield self._applied(part, names)
        tell_of_unseen(unseen)

    def _applied(self, rows: Rows, names: Floats) -> Floats:
        result = self._room(len(rows), "F")
        numbers = result[:, : len(self.numbers)]
        rows.put_into(numbers, self.numbers)
        self._change(numbers)
        self._spread(names, result)
        return result

    def _room(self, rows: int, order: Order) -> Floats:
        return np.empty((rows, self.width), np.float32 if self.recipe.narrow else np.float64, order)

    def _blocks(self, rows: int) -> Iterator[slice]:
        """Columns of numbers that are dealt with together."""
        step, end = max(CELLS_AT_ONCE // max(rows, 1), 1), len(self.numbers)
        return (slice(start, min(start + step, end)) for start in range(0, end, step))

    def _fit_numbers(self, numbers: Floats) -> None:
        """Only what the recipe asks for."""
        if not (self.recipe.fill or self.recipe.scale):
            return
        shape = len(self.numbers)
        self.fills, self.means, spreads = np.empty(shape), np.empty(shape), np.empty(shape)
        for block in self._blocks(len(numbers)):
            columns = np.asfortranarray(numbers[:, block])
            self.fills[block] = medians(columns)
            filled = np.where(np.isnan(columns), self.fills[block], columns)
            self.means[block] = filled.mean(axis=0)
            spreads[block] = filled.std(axis=0)
        self.spreads = np.where(spreads > 0, spreads, 1.0)

    def _fit_names(self, names: Floats) -> None:
        counted = [np.unique(column[~np.isnan(column)], return_counts=True) for column in names.T]
        self.seen = [levels for levels, _ in counted]
        by_frequency = [levels[np.argsort(-counts, kind="stable")] for levels, counts in counted]
        self.kept = [np.sort(levels[:LEVEL_LIMIT]) for levels in by_frequency]
        self.most_frequent = [float(levels[0]) for levels in by_frequency]

    def _change(self, numbers: Floats) -> None:
        """Fill and scale these numbers where they are."""
        for block in self._blocks(len(numbers)):
            columns = numbers[:, block]
            if self.recipe.fill:
                np.copyto(columns, self.fills[block], where=np.isnan(columns))
            if self.recipe.scale:
                columns -= self.means[block]
                columns /= self.spreads[block]

    def _spread(self, names: Floats, result: Floats) -> None:
        """One 0/1 column for every name that is kept; missing cells count as the most frequent name."""
        start = len(self.numbers)
        for column, level, levels in zip(names.T, self.most_frequent, self.kept, strict=True):
            filled = np.where(np.isnan(column), level, column)
            result[:, start : start + len(levels)] = filled[:, None] == levels
            start += len(levels)

    def _unseen(self, names: Floats) -> int:
        """How many cells hold names that training did not see."""
        return sum(
            int(np.sum(~np.isnan(column) & ~np.isin(column, levels)))
            for column, levels in zip(names.T, self.seen, strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Training rows that are prepared part by part, whenever somebody goes through them."""

    preparation: Preparation
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), self.preparation.width

    def prepared(self) -> Iterator[tuple[slice, Floats]]:
        start = 0
        for part in self.preparation.apply_in_parts(self.rows):
            yield slice(start, start + len(part)), part
            start += len(part)


def medians(numbers: Floats) -> Floats:
    """Of the known cells of each column; every column has some."""
    columns = np.sort(numbers.T, axis=1)  # missing cells come last
    counts = np.count_nonzero(~np.isnan(columns), axis=1)
    places = np.arange(len(columns))
    return np.asarray((columns[places, (counts - 1) // 2] + columns[places, counts // 2]) / 2)
