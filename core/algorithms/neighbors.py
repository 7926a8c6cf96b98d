"""The k nearest training rows decide, with a rule for equal distances, so that the answer never depends on chance."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.nearest import Nearest, by_products, by_tree, nearest_rows, tree_of
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.selection import KEPT
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

spatial = import_lazily("scipy.spatial")
pairs_of_rows = import_lazily("scipy.spatial.distance")

CELLS_AT_ONCE = 1_000_000  # distances held in memory at a time
EQUAL, CLOSER = "equal", "closer"
MANY_ROWS, MOST_NEIGHBORS = 2000, 50  # where there is something quicker than all distances
COLUMNS_FOR_TREE = 8  # up to so many a tree of rows is quickest
VERY_MANY_ROWS, MORE_COLUMNS_FOR_TREE = 2**15, 10  # the same among so many rows, which no longer stay at hand


class Neighbors:
    """Stores the training rows.

    Distances whose squares agree in the first 26 binary digits (about eight decimal ones) count as equal, because what
    lies beyond is rounding; of equally distant rows the one that comes first in the training part counts as nearer.
    Which rows are nearest does not depend on `row_weights`, how much each of them counts does.
    """

    def __init__(self, count: int, weights: str) -> None:
        self.count = count
        self.weights = weights
        self.inputs: Floats = np.empty((0, 0))
        self.answers: Floats = np.empty((0, 0))
        self.row_weights: Floats | None = None
        self.searched: list[_Searched] = []
        self.tree: Any | None = None

    def fit(self, inputs: Floats, answers: Floats | Integers) -> None:
        """Remember the rows; labels are kept as one 0/1 column per label."""
        self.inputs, self.tree = inputs, None
        self.answers = answers.astype(np.float64) if answers.ndim == 2 else np.eye(answers.max() + 1)[answers]

    def join(self, first: "Neighbors") -> None:
        """Use what another one found among the same rows."""
        self.searched = first.searched

    def numbers(self, inputs: Floats) -> Floats:
        squared, nearest = self._nearest(inputs)
        step = max(1, CELLS_AT_ONCE // (nearest.shape[1] * self.answers.shape[1]))
        pieces = [slice(start, start + step) for start in range(0, len(inputs), step)]
        return np.vstack([self._average(squared[piece], nearest[piece]) for piece in pieces])

    scores = numbers

    def _average(self, squared: Floats, nearest: Integers) -> Floats:
        counts = None if self.row_weights is None else self.row_weights[nearest]
        return averages(squared, self.answers[nearest], self.weights, counts)

    def _nearest(self, inputs: Floats) -> tuple[Floats, Integers]:
        """Squared distances and positions of the nearest rows; of those found before the first are enough."""
        count = min(self.count, len(self.inputs))
        for last in self.searched:
            if last.tested is inputs and last.trained is self.inputs and last.nearest.shape[1] >= count:
                return last.squared[:, :count], last.nearest[:, :count]
        found = self._search(inputs, count)
        self.searched[:] = [found]
        return found.squared, found.nearest

    def _search(self, inputs: Floats, count: int) -> "_Searched":
        squared, nearest = np.empty((len(inputs), count)), np.empty((len(inputs), count), dtype=np.int64)
        left = np.arange(len(inputs))
        rows, columns = self.inputs.shape
        if rows >= MANY_ROWS and columns and count <= MOST_NEIGHBORS:
            squared, nearest, left = self._quickly(inputs, count)
        step = max(1, CELLS_AT_ONCE // len(self.inputs))
        for start in range(0, len(left), step):
            piece = left[start : start + step]
            distances = np.asarray(pairs_of_rows.cdist(inputs[piece], self.inputs, "sqeuclidean"))
            nearest[piece] = nearest_rows(distances, count)
            squared[piece] = np.take_along_axis(distances, nearest[piece], axis=1)
        return _Searched(inputs, self.inputs, squared, nearest)

    def _quickly(self, inputs: Floats, count: int) -> Nearest:
        rows, columns = self.inputs.shape
        if columns > (MORE_COLUMNS_FOR_TREE if rows > VERY_MANY_ROWS else COLUMNS_FOR_TREE):
            return by_products(inputs, self.inputs, count)
        self.tree = tree_of(self.inputs) if self.tree is None else self.tree
        return by_tree(inputs, self.tree, count)


@dataclass(frozen=True, slots=True, eq=False)
class _Searched:
    tested: Floats
    trained: Floats
    squared: Floats
    nearest: Integers


def averages(squared: Floats, answers: Floats, weights: str, counts: Floats | None = None) -> Floats:
    """Mean of the answers (rows x neighbors x outputs) of neighbors at these squared distances.

    `counts` (rows x neighbors) multiply what each neighbor counts.
    """
    shares = _shares(squared, weights)
    if counts is not None:
        shares = shares * counts
        shares = shares / shares.sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("rk,rko->ro", shares, answers))


def _shares(squared: Floats, weights: str) -> Floats:
    """Shares that sum to 1; with `closer` they are 1/distance, and rows at distance 0 then decide alone."""
    if weights == EQUAL:
        return np.full(squared.shape, 1 / squared.shape[1])
    exact = squared == 0
    raw = np.where(exact.any(axis=1, keepdims=True), exact, 1 / np.sqrt(np.where(exact, 1.0, squared)))
    return np.asarray(raw / raw.sum(axis=1, keepdims=True))


def build_knn(settings: Settings, seed: int) -> Learner:
    values = chosen(KNN.settings, settings, KNN.title)
    make = partial(Neighbors, values.whole("neighbours"), values.word("weights"))
    return Prepared(Recipe(keep=values.whole(KEPT.key), order="C"), classifier=make, regressor=make)


def build_memoriser(settings: Settings, seed: int) -> Learner:
    chosen(MEMORISER.settings, settings, MEMORISER.title)
    make = partial(Neighbors, 1, EQUAL)
    return Prepared(Recipe(order="C"), classifier=make, regressor=make)


KNN = Algorithm(
    key="knn",
    title="k nearest neighbors",
    note="Answers like the most similar known rows; good with few inputs that all matter, weak with many useless ones.",
    source="Fix & Hodges 1951; Cover & Hart 1967",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "neighbours",
            "Neighbors",
            "How many of the nearest rows decide; more gives calmer answers.",
            5,
            low=1,
            high=1000,
            simpler=Simpler.HIGHER,
        ),
        Setting(
            "weights", "Weights", "Whether all neighbors count the same or closer ones more.", EQUAL, (EQUAL, CLOSER)
        ),
        KEPT,
    ),
    grid={"neighbours": (31, 15, 9, 5, 3, 1)},
    build=build_knn,
    uses_weights=True,
    libraries=("scipy.spatial",),
    simplicity=4,
)

MEMORISER = Algorithm(
    key="memoriser",
    title="Memoriser",
    note="Repeats the answer of the single nearest row; never wrong on rows it has seen, which tells nothing.",
    source="Cover & Hart 1967; shown for study",
    tasks=BOTH_TASKS,
    settings=(),
    grid={},
    build=build_memoriser,
    libraries=("scipy.spatial",),
    simplicity=4,
)
