"""From cells to numbers an algorithm can use: missing cells filled, numbers scaled, names spread over columns."""

import warnings
from dataclasses import dataclass

import numpy as np

from core.algorithms.learner import Schema
from core.domain.dataset import Floats

LEVEL_LIMIT = 100  # columns one input of names may be spread over: its most frequent names


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an algorithm needs: numbers without gaps (`fill`), in units of their spread (`scale`).

    Names always become one 0/1 column per name seen in training; a name not seen there is 0 in all of them.
    """

    fill: bool = True
    scale: bool = True


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
        usable = self._usable(inputs)
        coded = [schema.kinds[feature].is_coded for feature in usable]
        self.numbers = [feature for feature, names in zip(usable, coded, strict=True) if not names]
        self.names = [feature for feature, names in zip(usable, coded, strict=True) if names]
        self._fit_numbers(inputs[:, self.numbers])
        self._fit_names(inputs[:, self.names])

    def apply(self, inputs: Floats) -> Floats:
        numbers = self._numbers(inputs[:, self.numbers])
        return np.hstack([numbers, *self._one_hot(inputs[:, self.names])])

    def _usable(self, inputs: Floats) -> list[int]:
        present = ~np.isnan(inputs)
        empty = ~present.any(axis=0)
        lowest = np.where(present, inputs, np.inf).min(axis=0)
        highest = np.where(present, inputs, -np.inf).max(axis=0)
        constant = ~empty & (lowest == highest)
        _tell(int(empty.sum()), "has no value in the rows", "have no value in the rows")
        _tell(int(constant.sum()), "is the same in all rows", "are the same in all rows")
        return [int(feature) for feature in np.flatnonzero(~empty & ~constant)]

    def _fit_numbers(self, numbers: Floats) -> None:
        self.fills = np.array([float(np.median(column[~np.isnan(column)])) for column in numbers.T])
        filled = np.where(np.isnan(numbers), self.fills, numbers)
        self.means = filled.mean(axis=0)
        spreads = filled.std(axis=0)
        self.spreads = np.where(spreads > 0, spreads, 1.0)

    def _fit_names(self, names: Floats) -> None:
        counted = [np.unique(column[~np.isnan(column)], return_counts=True) for column in names.T]
        self.seen = [levels for levels, _ in counted]
        by_frequency = [levels[np.argsort(-counts, kind="stable")] for levels, counts in counted]
        self.kept = [np.sort(levels[:LEVEL_LIMIT]) for levels in by_frequency]
        self.most_frequent = [float(levels[0]) for levels in by_frequency]

    def _numbers(self, numbers: Floats) -> Floats:
        if self.recipe.fill:
            numbers = np.where(np.isnan(numbers), self.fills, numbers)
        if self.recipe.scale:
            numbers = (numbers - self.means) / self.spreads
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
        if unseen:
            cells = "1 cell holds a name" if unseen == 1 else f"{unseen} cells hold names"
            warnings.warn(f"{cells} not seen in training; treated as none of the known names.", stacklevel=2)


def _tell(count: int, one: str, several: str) -> None:
    if count:
        what = f"1 input {one}" if count == 1 else f"{count} inputs {several}"
        left_out = "is left out" if count == 1 else "are left out"
        warnings.warn(f"{what} of the training part and {left_out}.", stacklevel=2)
