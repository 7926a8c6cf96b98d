"""Algorithms that look at no input: the majority class, the mean, the median; and predictions made elsewhere."""

import numpy as np

from core.algorithms.learner import Learner, Prediction, Schema, not_trained
from core.algorithms.row import BOTH_TASKS, CLASSES_ONLY, NUMBERS_ONLY, Algorithm, Setting, chosen
from core.domain.dataset import Floats, Task
from core.domain.study import Settings
from core.support.errors import EngineError


class Constant:
    """The same answer for every row: the most frequent class (ties: the first), or the mean or median of each output.

    Scores are the shares of the classes among the training rows. Rows count by `row_weights` (by training row).
    """

    def __init__(self, middle: str = "mean") -> None:
        self.middle = middle
        self.predicted: Floats | None = None
        self.shares: Floats | None = None
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        if schema.task is Task.CLASSES:
            counts = np.bincount(targets[:, 0].astype(np.int64), self.row_weights, minlength=schema.classes)
            self.shares = counts / counts.sum()
            self.predicted = np.array([float(np.argmax(counts))])
        else:
            self.predicted = self._find_middle(targets)

    def _find_middle(self, targets: Floats) -> Floats:
        weights = self.row_weights
        if self.middle == "mean":
            return np.asarray(np.average(targets, axis=0, weights=weights))
        if weights is None:
            return np.asarray(np.median(targets, axis=0))
        halves = [np.quantile(column, 0.5, weights=weights, method="inverted_cdf") for column in targets.T]
        return np.array(halves, dtype=np.float64)

    def predict(self, inputs: Floats) -> Prediction:
        if self.predicted is None:
            raise not_trained()
        rows = len(inputs)
        scores = None if self.shares is None else np.tile(self.shares, (rows, 1))
        return Prediction(np.tile(self.predicted, (rows, 1)), scores)


def build_majority(settings: Settings, seed: int) -> Learner:
    chosen(MAJORITY.settings, settings, MAJORITY.title)
    return Constant()


def build_mean(settings: Settings, seed: int) -> Learner:
    chosen(MEAN.settings, settings, MEAN.title)
    return Constant("mean")


def build_median(settings: Settings, seed: int) -> Learner:
    chosen(MEDIAN.settings, settings, MEDIAN.title)
    return Constant("median")


def build_given(settings: Settings, seed: int) -> Learner:
    raise EngineError(
        "A column of predictions made elsewhere is not trained.", hint="Its values are read from the data, row by row."
    )


MAJORITY = Algorithm(
    key="majority",
    title="Majority class",
    note="Always says the most frequent class; a model that makes no fewer errors has learned nothing.",
    source="Holte 1993, section 2 (rule of no inputs)",
    tasks=CLASSES_ONLY,
    settings=(),
    grid={},
    build=build_majority,
    uses_weights=True,
    simplicity=0,
)

MEAN = Algorithm(
    key="mean",
    title="Mean",
    note="Always says the mean of the training rows; the bar to pass when squared errors count.",
    source="The constant with least squared error",
    tasks=NUMBERS_ONLY,
    settings=(),
    grid={},
    build=build_mean,
    uses_weights=True,
    simplicity=0,
)

MEDIAN = Algorithm(
    key="median",
    title="Median",
    note="Always says the median of the training rows; the bar to pass when absolute errors count.",
    source="The constant with least absolute error",
    tasks=NUMBERS_ONLY,
    settings=(),
    grid={},
    build=build_median,
    uses_weights=True,
    simplicity=0,
)

GIVEN = Algorithm(
    key="given",
    title="Predictions made elsewhere",
    note="A column that already holds the answers of a model or person in use today; nothing is trained.",
    source="Evenfold: the answers as they were given",
    tasks=BOTH_TASKS,
    settings=(Setting("column", "Column", "The column that holds the predictions.", ""),),
    grid={},
    build=build_given,
    simplicity=1,
)
