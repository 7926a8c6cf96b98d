"""The arithmetic of a net, in place: layers are units x rows with a last row of ones, which carries the bias."""

from itertools import pairwise

import numpy as np

from core.domain.dataset import Floats

FIRST_MEMORY, SECOND_MEMORY, TINY = 0.9, 0.999, 1e-8  # Kingma & Ba 2015, algorithm 1


def matrices_of(vector: Floats, sizes: tuple[int, ...]) -> list[Floats]:
    """Views of the vector as one matrix per layer: a row for each unit above and a last one for the bias."""
    views, start = [], 0
    for above, below in pairwise(sizes):
        end = start + (above + 1) * below
        views.append(vector[start:end].reshape(above + 1, below))
        start = end
    return views


def first_weights(sizes: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Uniform in plus or minus the root of 6 over the units on both sides (Glorot & Bengio 2010); no bias."""
    weights = np.zeros(sum((above + 1) * below for above, below in pairwise(sizes)))
    for matrix in matrices_of(weights, sizes):
        above, below = matrix.shape[0] - 1, matrix.shape[1]
        bound = np.sqrt(6 / (above + below))
        matrix[:-1] = rng.uniform(-bound, bound, (above, below))
    return weights


def with_ones(inputs: Floats) -> Floats:
    """Rows x inputs as the first layer."""
    return np.ascontiguousarray(np.vstack([inputs.T, np.ones(len(inputs))]))


class Layers:
    """Room for the layers of so many rows and for what flows back through them, used again in every step."""

    def __init__(self, sizes: tuple[int, ...], rows: int) -> None:
        self.rows = rows
        self.hidden = [np.ones((units + 1, rows)) for units in sizes[1:-1]]
        self.misses = [np.empty((units, rows)) for units in sizes[1:-1]]
        self.slopes = [np.empty((units, rows)) for units in sizes[1:-1]]
        self.answer = np.empty((sizes[-1], rows))

    def forward(self, matrices: list[Floats], first: Floats) -> Floats:
        """The sums of the last layer, outputs x rows; hidden units are tanh."""
        above = first
        for matrix, layer in zip(matrices[:-1], self.hidden, strict=True):
            units = layer[:-1]
            np.dot(matrix.T, above, out=units)
            np.tanh(units, out=units)
            above = layer
        return np.asarray(np.dot(matrices[-1].T, above, out=self.answer))

    def backward(self, matrices: list[Floats], into: list[Floats], first: Floats, pull: float) -> None:
        """Slopes of all weights from the misses of the last layer, which stand in `answer`; `pull` is to 0."""
        miss = self.answer
        for level in range(len(matrices) - 1, -1, -1):
            matrix, slope = matrices[level], into[level]
            np.dot(self.hidden[level - 1] if level else first, miss.T, out=slope)
            slope[:-1] += pull * matrix[:-1]
            if level:
                miss = self._through(matrix[:-1], miss, level - 1)

    def _through(self, matrix: Floats, miss: Floats, level: int) -> Floats:
        """The misses of the units above: weighted, times the slope of tanh, which is one minus its square."""
        units, slope, above = self.hidden[level][:-1], self.slopes[level], self.misses[level]
        np.dot(matrix, miss, out=above)
        np.multiply(units, units, out=slope)
        np.subtract(1.0, slope, out=slope)
        above *= slope
        return above


class Steps:
    """Adam (Kingma & Ba 2015, algorithm 1): steps scaled by the recent size of each gradient."""

    def __init__(self, rate: float, count: int) -> None:
        self.rate = rate
        self.taken = 0
        self.first = np.zeros(count)
        self.second = np.zeros(count)
        self.room = np.empty(count)

    def take(self, weights: Floats, gradient: Floats) -> None:
        """Move the weights one step down."""
        self.taken += 1
        room = self.room
        np.subtract(gradient, self.first, out=room)
        room *= 1 - FIRST_MEMORY
        self.first += room
        np.multiply(gradient, gradient, out=room)
        room -= self.second
        room *= 1 - SECOND_MEMORY
        self.second += room
        np.divide(self.second, 1 - SECOND_MEMORY**self.taken, out=room)
        np.sqrt(room, out=room)
        room += TINY
        np.divide(self.first, room, out=room)
        room *= self.rate / (1 - FIRST_MEMORY**self.taken)
        weights -= room


def softmax_in_place(sums: Floats) -> None:
    """Of each column."""
    sums -= sums.max(axis=0)
    np.exp(sums, out=sums)
    sums /= sums.sum(axis=0)
