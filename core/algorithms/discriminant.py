"""Classes as clouds of rows: linear and quadratic discriminant analysis with borrowed and shrunk spreads."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import CLASSES_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import Rows, centered, counted
from core.algorithms.selection import KEPT
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

linalg = import_lazily("scipy.linalg")
special = import_lazily("scipy.special")

FLOOR = 1e-4  # share of the mean variance added to every variance, so that every spread can be inverted


class Discriminant:
    """Regularized discriminant analysis (Friedman 1989, equations 16 and 18).

    `sharing` is how far each class uses the spread of all classes (1: linear), `shrinkage` how round spreads are made.
    With more inputs than rows all spreads are computed in the space of the rows: a spread of all pairs of 10,000 inputs
    takes 800 MB for each class, and outside that space it is a ball of known size. Rows count by `row_weights`, of mean
    1.
    """

    def __init__(self, sharing: float, shrinkage: float) -> None:
        self.sharing = sharing
        self.shrinkage = shrinkage
        self.space: RowSpace | None = None
        self.means: list[Floats] = []
        self.factors: list[Floats] = []
        self.balls: list[float] = []
        self.offsets: list[float] = []
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, labels: Integers) -> None:
        """Inputs that may be written were given away: many of them are centered where they are."""
        width = inputs.shape[1]
        self.space = RowSpace.of(inputs) if width > len(inputs) else None
        if self.space is not None:
            inputs = self.space.coordinates
        members = [np.flatnonzero(labels == label) for label in range(labels.max() + 1)]
        weights_of = [None if self.row_weights is None else self.row_weights[rows] for rows in members]
        sizes = [
            float(len(rows) if weights is None else weights.sum())
            for rows, weights in zip(members, weights_of, strict=True)
        ]
        parts = [Rows(inputs, rows) for rows in members]
        self.means = [
            _add_up(part, weights) / size for part, weights, size in zip(parts, weights_of, sizes, strict=True)
        ]
        scatters = [_scatter(*part) for part in zip(parts, weights_of, self.means, strict=True)]
        pooled = np.sum(scatters, axis=0)
        weights = [(1 - self.sharing) * size + self.sharing * len(inputs) for size in sizes]
        spreads = [
            ((1 - self.sharing) * scatter + self.sharing * pooled) / weight
            for scatter, weight in zip(scatters, weights, strict=True)
        ]
        typical = float(np.trace(pooled)) / (width * len(inputs)) or 1.0  # for a class of one row
        levels = [float(np.trace(spread)) / width or typical for spread in spreads]
        self.balls = [(self.shrinkage + FLOOR) * level for level in levels]
        self.factors = [
            np.tril(linalg.cho_factor((1 - self.shrinkage) * spread + ball * np.eye(len(spread)), lower=True)[0])
            for spread, ball in zip(spreads, self.balls, strict=True)
        ]
        outside = width - inputs.shape[1]
        self.offsets = [
            float(np.log(size / len(labels)) - np.log(np.diag(factor)).sum() - 0.5 * outside * np.log(ball))
            for size, factor, ball in zip(sizes, self.factors, self.balls, strict=True)
        ]

    def scores(self, inputs: Floats) -> Floats:
        inputs, outside = (inputs, np.zeros(len(inputs))) if self.space is None else self.space.place(inputs)
        logs = [
            offset - 0.5 * (_squared_distances(inputs - mean, factor) + outside / ball)
            for mean, factor, ball, offset in zip(self.means, self.factors, self.balls, self.offsets, strict=True)
        ]
        return np.asarray(special.softmax(np.column_stack(logs), axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class RowSpace:
    """The directions in which some rows differ, as many as there are rows, and these rows in them."""

    center: Floats
    directions: Floats
    coordinates: Floats

    @classmethod
    def of(cls, inputs: Floats) -> "RowSpace":
        center = inputs.mean(axis=0)
        directions, triangle = np.linalg.qr(centered(inputs, center).T)
        return cls(center, np.asarray(directions), np.ascontiguousarray(triangle.T))

    def place(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Return the coordinates of other rows, and their squared distances from this space."""
        away = inputs - self.center
        coordinates = away @ self.directions
        away -= coordinates @ self.directions.T
        return np.asarray(coordinates), np.asarray(np.einsum("ij,ij->i", away, away))


def _add_up(rows: Rows, weights: Floats | None) -> Floats:
    pieces = (counted(values, None if weights is None else weights[piece]) for piece, values in rows.pieces())
    return np.asarray(sum(values.sum(axis=1) for values in pieces))


def _scatter(rows: Rows, weights: Floats | None, mean: Floats) -> Floats:
    """Sums of products of what remains beside the mean."""
    away = ((None if weights is None else weights[piece], values - mean) for piece, values in rows.pieces())
    return np.asarray(sum(counted(values, of_piece) @ values for of_piece, values in away))


def _squared_distances(centered: Floats, factor: Floats) -> Floats:
    return np.asarray(np.sum(linalg.solve_triangular(factor, centered.T, lower=True) ** 2, axis=0))


def build_lda(settings: Settings, seed: int) -> Learner:
    values = chosen(LDA.settings, settings, LDA.title)
    return Prepared(
        Recipe(keep=values.whole(KEPT.key)), classifier=partial(Discriminant, 1.0, values.number("shrinkage"))
    )


def build_qda(settings: Settings, seed: int) -> Learner:
    values = chosen(QDA.settings, settings, QDA.title)
    return Prepared(
        Recipe(keep=values.whole(KEPT.key)),
        classifier=partial(Discriminant, values.number("sharing"), values.number("shrinkage")),
    )


SHRINKAGE = Setting(
    "shrinkage",
    "Shrinkage",
    "How far the cloud is made round: 0 as measured, 1 a ball.",
    0.0,
    low=0,
    high=1,
    simpler=Simpler.HIGHER,
)

LDA = Algorithm(
    key="lda",
    title="Linear discriminant analysis",
    note="Classes as clouds of one shape with straight borders; strong on few rows with bell-shaped inputs.",
    source="Fisher 1936; Friedman 1989",
    tasks=CLASSES_ONLY,
    settings=(SHRINKAGE, KEPT),
    grid={"shrinkage": (0.9, 0.5, 0.2, 0.05, 0.0)},
    build=build_lda,
    uses_weights=True,
    libraries=("scipy.linalg", "scipy.special"),
    simplicity=2,
)

QDA = Algorithm(
    key="qda",
    title="Quadratic discriminant analysis",
    note="Classes as clouds of different shapes with curved borders; needs many rows per class for every input.",
    source="Friedman 1989",
    tasks=CLASSES_ONLY,
    settings=(
        Setting(
            "sharing",
            "Sharing",
            "How far classes use a common shape: 0 their own, 1 all one.",
            0.1,
            low=0,
            high=1,
            simpler=Simpler.HIGHER,
        ),
        SHRINKAGE,
        KEPT,
    ),
    grid={"sharing": (0.9, 0.5, 0.1, 0.0), "shrinkage": (0.1, 0.0)},
    build=build_qda,
    uses_weights=True,
    libraries=("scipy.linalg", "scipy.special"),
    simplicity=3,
)
