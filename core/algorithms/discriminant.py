"""Classes as clouds of rows: linear and quadratic discriminant analysis with borrowed and shrunk spreads."""

from functools import partial

import numpy as np
from scipy.linalg import cho_factor, solve_triangular
from scipy.special import softmax

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import CLASSES_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import Rows
from core.algorithms.selection import KEPT
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings

FLOOR = 1e-4  # share of the mean variance added to every variance, so that every spread can be inverted


class Discriminant:
    """Regularised discriminant analysis (Friedman 1989, equations 16 and 18).

    `sharing` is how far each class uses the spread of all classes (1: linear), `shrinkage` how round spreads are made.
    """

    def __init__(self, sharing: float, shrinkage: float) -> None:
        self.sharing = sharing
        self.shrinkage = shrinkage
        self.means: list[Floats] = []
        self.factors: list[Floats] = []
        self.offsets: list[float] = []

    def fit(self, inputs: Floats, labels: Integers) -> None:
        members = [np.flatnonzero(labels == label) for label in range(labels.max() + 1)]
        self.means = [_mean(Rows(inputs, rows)) for rows in members]
        scatters = [_scatter(Rows(inputs, rows), mean) for rows, mean in zip(members, self.means, strict=True)]
        pooled = np.sum(scatters, axis=0)
        spreads = [self._spread(scatters[label], len(rows), pooled, len(inputs)) for label, rows in enumerate(members)]
        self.factors = [np.tril(cho_factor(spread, lower=True)[0]) for spread in spreads]
        self.offsets = [
            float(np.log(len(rows) / len(inputs)) - np.log(np.diag(factor)).sum())
            for rows, factor in zip(members, self.factors, strict=True)
        ]

    def scores(self, inputs: Floats) -> Floats:
        logs = [
            offset - 0.5 * _squared_distances(inputs - mean, factor)
            for mean, factor, offset in zip(self.means, self.factors, self.offsets, strict=True)
        ]
        return np.asarray(softmax(np.column_stack(logs), axis=1))

    def _spread(self, scatter: Floats, members: int, pooled: Floats, rows: int) -> Floats:
        own, shared = 1 - self.sharing, self.sharing
        spread = (own * scatter + shared * pooled) / (own * members + shared * rows)
        level = float(np.trace(spread)) / len(spread) or float(np.trace(pooled)) / (len(spread) * rows) or 1.0
        shrunk = (1 - self.shrinkage) * spread
        return np.asarray(shrunk + (self.shrinkage + FLOOR) * level * np.eye(len(spread)))


def _mean(rows: Rows) -> Floats:
    return np.asarray(sum(values.sum(axis=0) for _, values in rows.pieces()) / len(rows))


def _scatter(rows: Rows, mean: Floats) -> Floats:
    """Sums of products of what remains beside the mean."""
    away = (values - mean for _, values in rows.pieces())
    return np.asarray(sum(values.T @ values for values in away))


def _squared_distances(centred: Floats, factor: Floats) -> Floats:
    return np.asarray(np.sum(solve_triangular(factor, centred.T, lower=True) ** 2, axis=0))


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
    simplicity=3,
)
