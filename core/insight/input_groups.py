"""Inputs that move together: a model can use one in place of the other, so their importance is told together."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.support.lazy_import import import_lazily

stats = import_lazily("scipy.stats")

GROUPED_ABOVE = 0.9  # such inputs are replaced together
NAMED_ABOVE = 0.6  # such pairs are named, and stay apart
MOST_CATEGORIES = 60  # columns of categories that are compared pair by pair


@dataclass(frozen=True, slots=True)
class RelatedInputs:
    """Two inputs by position, and how closely they go together: |Spearman|, or Cramér's V of two categories."""

    first: int
    second: int
    strength: float


@dataclass(frozen=True, slots=True)
class InputGroups:
    """`groups` hold every input once, in the order of the table; `related` are pairs from 0.6 on, closest first."""

    groups: tuple[tuple[int, ...], ...]
    related: tuple[RelatedInputs, ...] = ()

    @property
    def joined(self) -> tuple[tuple[int, ...], ...]:
        """The groups of more than one input."""
        return tuple(group for group in self.groups if len(group) > 1)


def group_inputs(data: Dataset) -> InputGroups:
    """Join inputs whose ranks (categories: values) determine each other nearly; chains of such pairs are one group.

    Missing values count as the middle rank. Numbers and categories are not compared with each other.
    """
    related = sorted(
        (*_relate_numbers(data), *_relate_categories(data)), key=lambda pair: (-pair.strength, pair.first, pair.second)
    )
    leader = list(range(len(data.features)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    for pair in related:
        if pair.strength > GROUPED_ABOVE:
            first, second = sorted((find(pair.first), find(pair.second)))
            leader[second] = first
    groups: dict[int, list[int]] = {}
    for place in range(len(leader)):
        groups.setdefault(find(place), []).append(place)
    return InputGroups(tuple(tuple(group) for group in groups.values()), tuple(related))


def _relate_numbers(data: Dataset) -> list[RelatedInputs]:
    places = [place for place, kind in enumerate(data.kinds) if not kind.is_coded]
    if len(places) < 2 or data.size < 3:
        return []
    ranks = np.column_stack([_rank(data.inputs[:, place]) for place in places])
    spread = np.sqrt((ranks**2).sum(axis=0))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.abs(ranks.T @ ranks) / np.outer(spread, spread)
    pairs = zip(*np.nonzero(np.triu(np.nan_to_num(found), 1) > NAMED_ABOVE), strict=True)
    return [RelatedInputs(places[i], places[j], min(1.0, float(found[i, j]))) for i, j in pairs]


def _rank(values: Floats) -> Floats:
    known = ~np.isnan(values)
    ranks = np.zeros(len(values))
    if known.any():
        ranks[known] = stats.rankdata(values[known])
        ranks[known] -= ranks[known].mean()
    return ranks


def _relate_categories(data: Dataset) -> list[RelatedInputs]:
    places = [place for place, kind in enumerate(data.kinds) if kind.is_coded][:MOST_CATEGORIES]
    codes = {place: np.unique(data.inputs[:, place], return_inverse=True)[1].astype(np.int64) for place in places}
    found = [
        RelatedInputs(first, second, compute_cramers_v(codes[first], codes[second]))
        for number, first in enumerate(places)
        for second in places[number + 1 :]
    ]
    return [pair for pair in found if pair.strength > NAMED_ABOVE]


def compute_cramers_v(first: Integers, second: Integers) -> float:
    """Association of two columns of codes 0, 1, …: 0 none, 1 one determines the other; 0 where one never varies."""
    rows, columns = int(first.max()) + 1, int(second.max()) + 1
    if min(rows, columns) < 2:
        return 0.0
    table = np.bincount(first * columns + second, minlength=rows * columns).reshape(rows, columns)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / len(first)
    chi = float(np.sum((table - expected) ** 2 / expected))
    return float(np.sqrt(chi / len(first) / (min(rows, columns) - 1)))
