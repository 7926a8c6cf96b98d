"""The nearest centroid: each class is its mean row, drawn toward the mean of all rows."""

from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import CLASSES_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import counted
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


class Centroids:
    """Nearest shrunken centroids (Tibshirani et al. 2002, equations 1 to 8), made for more inputs than rows.

    Rows count by `row_weights`, of mean 1.
    """

    def __init__(self, shrinkage: float) -> None:
        self.shrinkage = shrinkage
        self.centroids = np.empty((0, 0))
        self.spreads = np.empty(0)
        self.offsets = np.empty(0)
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, labels: Integers) -> None:
        weights = np.ones(len(labels)) if self.row_weights is None else self.row_weights
        counts = np.bincount(labels, weights)
        middle = np.average(inputs, axis=0, weights=weights)
        members = [labels == label for label in range(len(counts))]
        means = np.array([np.average(inputs[mine], axis=0, weights=weights[mine]) for mine in members])
        scatter = np.zeros(inputs.shape[1])
        for mine, mean in zip(members, means, strict=True):
            scatter += counted((inputs[mine] - mean) ** 2, weights[mine]).sum(axis=1)
        spreads = np.sqrt(scatter / max(len(labels) - len(counts), 1))
        spreads = spreads + (float(np.median(spreads)) or 1.0)  # so that no input decides by varying little
        sizes = np.sqrt(np.maximum(1 / counts - 1 / len(labels), 0.0))[:, None] * spreads
        away = np.divide(means - middle, sizes, out=np.zeros_like(means), where=sizes > 0)
        drawn = np.sign(away) * np.maximum(np.abs(away) - self.shrinkage, 0.0)
        self.centroids, self.spreads = middle + sizes * drawn, spreads
        self.offsets = np.log(counts / len(labels))

    def scores(self, inputs: Floats) -> Floats:
        placed = [(((inputs - centroid) / self.spreads) ** 2).sum(axis=1) for centroid in self.centroids]
        return np.asarray(special.softmax(self.offsets - 0.5 * np.column_stack(placed), axis=1))


def build_centroids(settings: Settings, seed: int) -> Learner:
    values = chosen(NEAREST_CENTROID.settings, settings, NEAREST_CENTROID.title)
    return Prepared(Recipe(), classifier=partial(Centroids, values.number("shrinkage")))


NEAREST_CENTROID = Algorithm(
    key="nearest-centroid",
    title="Nearest centroid",
    note="Each class is its mean row; very simple, works with far more inputs than rows and drops useless ones.",
    source="Tibshirani, Hastie, Narasimhan & Chu 2002",
    tasks=CLASSES_ONLY,
    settings=(
        Setting(
            "shrinkage",
            "Shrinkage",
            "How far the classes are drawn to the common mean, in standard errors; higher uses fewer inputs.",
            0.0,
            low=0,
            high=100,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"shrinkage": (4.0, 3.0, 2.0, 1.0, 0.5, 0.0)},
    build=build_centroids,
    uses_weights=True,
    libraries=("scipy.special",),
    simplicity=2,
)
