"""Nearest neighbours for all folds and shuffles from one search that bounds what any other scaling can find."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from core.algorithms.nearest import comparable, nearest_rows
from core.algorithms.neighbours import CLOSER, EQUAL, KNN, MEMORISER, averages
from core.algorithms.row import chosen
from core.algorithms.selection import KEPT
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.prepared import PreparedInputs, TrainingSets, fits, one_answer
from core.engine.shortcuts.row import Answerer, Answers, Flags, Shortcut, all_declined
from core.engine.shortcuts.sums import any_by, pieces
from core.engine.shortcuts.sure import PRECISION, SURE

SPARE = 12  # neighbours looked at beyond those that decide
KEPT_CELLS = 2**22  # squared differences held from one shuffle to the next
MARGIN = 1e-6  # relative gap between squared distances that no rounding closes
ALLOWED = 1e-10  # error of a squared distance that weights may have
LOSSLESS = 1e5  # size over spread up to which an average is the same however it is added up


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """Neighbours of some rows, nearest first, and where rounding could have chosen others."""

    nearest: Integers
    squared: Floats
    doubtful: Flags


@dataclass(frozen=True, slots=True, eq=False)
class _Circle:
    """The rows around every row, by number, when all rows are used for scaling; all others are at least `cut` away."""

    members: Integers
    cut: Floats
    squares: Floats | None


class FoldsOfNeighbours:
    """Scaling differs a little from fold to fold: at most by the factor of the column that differs most.

    So the neighbours of a fold are among those found once, unless they come too near to the edge; then, and only for
    these rows, all training rows are looked at.
    """

    def __init__(self, bench: Bench, count: int, weights: str) -> None:
        self.data, self.count, self.weights = bench.data, count, weights
        self.prepared = PreparedInputs(bench)
        self.classes = bench.schema.classes
        self.middle = np.zeros(1) if self.classes else bench.data.targets.mean(axis=0)
        self.targets = np.eye(self.classes)[bench.data.labels] if self.classes else bench.data.targets - self.middle
        self.usual = self._usual_weights()
        self.sizes = np.abs(self.prepared.columns * np.sqrt(self.usual)).max(axis=1, initial=0.0)
        self.circles: dict[int, _Circle] = {}

    def answers(self, fold_of: Integers) -> Answers:
        sets = self.prepared.training_sets(fold_of)
        folds = len(sets.rows)
        if self.count >= sets.rows.min() or self._is_lossy():
            return all_declined(folds, self.data.size, self.data.targets.shape[1])
        weights = self._weights(sets)
        found = self._found(fold_of, weights, self._circle(1 - float(sets.rows.min()) / len(fold_of)))
        numbers = averages(found.squared, self.targets[found.nearest], self.weights)
        doubtful = found.doubtful | self._is_close(numbers)
        declined = any_by(fold_of, folds, doubtful) | ~sets.sure | ~sets.used.any(axis=1)
        declined |= one_answer(self.data.targets, fold_of, folds)
        if not self.classes:
            return Answers(numbers + self.middle, None, declined, sets.texts)
        return Answers(np.argmax(numbers, axis=1)[:, None].astype(np.float64), numbers, declined, sets.texts)

    def _usual_weights(self) -> Floats:
        numbers = self.prepared.columns[:, : self.prepared.scaled]
        variances = numbers.var(axis=0)
        scaled = np.where(variances > 0, 1 / np.where(variances > 0, variances, 1.0), 0.0)
        return np.concatenate([scaled, np.ones(self.prepared.columns.shape[1] - len(scaled))])

    def _weights(self, sets: TrainingSets) -> Floats:
        """What a squared difference counts in each training set, folds x columns."""
        found = sets.used.astype(np.float64)
        found[:, : self.prepared.scaled] /= sets.variances
        return found

    def _is_lossy(self) -> bool:
        return not self.classes and bool((np.abs(self.middle) > LOSSLESS * self.data.targets.std(axis=0)).any())

    def _is_close(self, numbers: Floats) -> Flags:
        """Where rounding of weights could make another class win."""
        if not self.classes or self.weights == EQUAL:
            return np.zeros(len(numbers), dtype=bool)
        two = np.partition(numbers, -2, axis=1)[:, -2:]
        return np.asarray(two[:, 1] - two[:, 0] < SURE)

    # --- the search that serves all ---

    def _circle(self, share: float) -> _Circle:
        """As many as are needed when the largest share of rows left out is missing."""
        rows = len(self.targets)
        many = min(int((self.count + SPARE) / max(1 - share, 0.1) * 1.25) + SPARE, rows - 1)
        if many not in self.circles:
            self.circles = {many: self._searched(many)}
        return self.circles[many]

    def _searched(self, many: int) -> _Circle:
        placed = self.prepared.columns * np.sqrt(self.usual)
        lengths = (placed**2).sum(axis=1)
        members = np.empty((len(placed), many), dtype=np.int64)
        cut = np.full(len(placed), np.inf)
        for piece in pieces(len(placed), len(placed)):
            squared = lengths[piece, None] + lengths - 2 * placed[piece] @ placed.T
            squared[np.arange(len(squared)), np.arange(piece.start, piece.stop)] = np.inf
            some = nearest_rows(np.maximum(squared, 0.0), many + 1)
            members[piece] = np.sort(some[:, :many], axis=1)
            if many < len(placed) - 1:
                outside = squared[np.arange(len(squared)), some[:, many]] * (1 - MARGIN)
                cut[piece] = outside - 64 * PRECISION * (lengths[piece] + lengths.max())
        keep = members.size * placed.shape[1] <= KEPT_CELLS
        return _Circle(members, cut, self._squares(slice(None), members) if keep else None)

    def _squares(self, rows: slice, members: Integers) -> Floats:
        columns = self.prepared.columns
        found = columns[members[rows]]
        found -= columns[rows, None]
        found *= found
        return found

    # --- the neighbours in every training set ---

    def _found(self, fold_of: Integers, weights: Floats, circle: _Circle) -> _Found:
        rows, count = len(fold_of), self.count
        found = _Found(np.empty((rows, count), dtype=np.int64), np.empty((rows, count)), np.empty(rows, dtype=bool))
        ratio = np.where(self.usual > 0, weights / np.where(self.usual > 0, self.usual, 1.0), np.inf)
        bound = ratio.min(axis=1, initial=np.inf)[fold_of] * circle.cut
        incomplete = np.empty(rows, dtype=bool)
        for piece in pieces(rows, circle.members.shape[1] * len(self.usual)):
            members, folds = circle.members[piece], fold_of[piece]
            squares = self._squares(piece, circle.members) if circle.squares is None else circle.squares[piece]
            squared = np.einsum("rmp,rp->rm", squares, weights[folds])
            squared[fold_of[members] == folds[:, None]] = np.inf
            order = nearest_rows(squared, count)
            found.nearest[piece] = np.take_along_axis(members, order, axis=1)
            found.squared[piece] = np.take_along_axis(squared, order, axis=1)
            found.doubtful[piece] = self._is_doubtful(squared, found.squared[piece], self.sizes[piece])
            incomplete[piece] = ~(found.squared[piece][:, -1] * (1 + MARGIN) < bound[piece])
        self._complete(found, np.flatnonzero(incomplete), fold_of, weights)
        return found

    def _complete(self, found: _Found, rows: Integers, fold_of: Integers, weights: Floats) -> None:
        """Look at all training rows of these rows."""
        columns = self.prepared.columns
        for fold in np.unique(fold_of[rows]):
            mine, train = rows[fold_of[rows] == fold], np.flatnonzero(fold_of != fold)
            for piece in pieces(len(mine), len(train)):
                some = mine[piece]
                squared = np.asarray(cdist(columns[some], columns[train], "sqeuclidean", w=weights[fold]))
                nearest = nearest_rows(squared, self.count)
                found.nearest[some] = train[nearest]
                found.squared[some] = np.take_along_axis(squared, nearest, axis=1)
                found.doubtful[some] = self._is_doubtful(squared, found.squared[some], self.sizes[some])

    def _is_doubtful(self, squared: Floats, nearest: Floats, sizes: Floats) -> Flags:
        """Where the plain way, which rounds at other places, might draw the line elsewhere."""
        reach = nearest[:, -1:]
        wide = 4.0 * sizes[:, None] * np.sqrt(len(self.usual))
        row, place = np.nonzero((np.abs(squared - reach) <= MARGIN * reach) & (squared > 0))
        values = squared[row, place]
        error = 8 * PRECISION * (4.0 + wide[row, 0] / np.sqrt(values))
        found = np.zeros(len(squared), dtype=bool)
        found[row[comparable(values * (1 - error)) != comparable(values * (1 + error))]] = True
        if self.weights == CLOSER:
            errors = 8 * PRECISION * (4.0 + wide / np.sqrt(np.where(nearest > 0, nearest, np.inf)))
            found |= (errors > ALLOWED).any(axis=1)
        return found


def _applies(data: Dataset, settings: Settings) -> bool:
    return fits(data) and not settings.get(KEPT.key)


def _start_knn(bench: Bench, settings: Settings) -> Answerer | None:
    values = chosen(KNN.settings, settings, KNN.title)
    return FoldsOfNeighbours(bench, values.whole("neighbours"), values.word("weights"))


def _start_memoriser(bench: Bench, settings: Settings) -> Answerer | None:
    chosen(MEMORISER.settings, settings, MEMORISER.title)
    return FoldsOfNeighbours(bench, 1, EQUAL)


NOTE = "One search among all rows serves all folds and shuffles; a bound tells where scaling inside the fold matters."
SOURCE = "Bounds of weighted distances; Cover & Hart 1967"
SHORTCUTS = (
    Shortcut("knn", "Neighbours found once", NOTE, SOURCE, frozenset({KNN.key}), _applies, _start_knn),
    Shortcut("memoriser", "Neighbour found once", NOTE, SOURCE, frozenset({MEMORISER.key}), _applies, _start_memoriser),
)
