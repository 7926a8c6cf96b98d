"""The algorithms that can be entered in a study."""

from core.algorithms.adaptive_splines import ADAPTIVE_SPLINES
from core.algorithms.additive import ADDITIVE
from core.algorithms.average import UNSUITED, make_average_row
from core.algorithms.boosting import BOOSTING
from core.algorithms.cart import TREE
from core.algorithms.centroids import NEAREST_CENTROID
from core.algorithms.discriminant import LDA, QDA
from core.algorithms.forest import EXTRA_TREES, FOREST
from core.algorithms.linear import ELASTIC_NET, LASSO, LINEAR, LOGISTIC, PLS, RIDGE
from core.algorithms.monotone import MONOTONE_BOOSTING
from core.algorithms.neighbors import KNN, MEMORISER
from core.algorithms.nets import MLP
from core.algorithms.own import C45, FORMULA, NAIVE_BAYES, NAIVE_BAYES_DISCRETIZED, RIPPER
from core.algorithms.perceptron import PERCEPTRON
from core.algorithms.processes import GAUSSIAN_PROCESS
from core.algorithms.response_surface import RESPONSE_SURFACE
from core.algorithms.row import Algorithm
from core.algorithms.trivial import GIVEN, MAJORITY, MEAN, MEDIAN
from core.algorithms.vectors import SVM
from core.support.errors import StudyError

_SINGLE: tuple[Algorithm, ...] = (
    MAJORITY,
    MEAN,
    MEDIAN,
    LOGISTIC,
    LINEAR,
    RIDGE,
    LASSO,
    ELASTIC_NET,
    PLS,
    RESPONSE_SURFACE,
    ADDITIVE,
    ADAPTIVE_SPLINES,
    NAIVE_BAYES,
    NAIVE_BAYES_DISCRETIZED,
    LDA,
    QDA,
    NEAREST_CENTROID,
    PERCEPTRON,
    KNN,
    MEMORISER,
    TREE,
    C45,
    RIPPER,
    FOREST,
    EXTRA_TREES,
    BOOSTING,
    MONOTONE_BOOSTING,
    SVM,
    MLP,
    GAUSSIAN_PROCESS,
    FORMULA,
    GIVEN,
)
AVERAGED = tuple(row for row in _SINGLE if row.key not in UNSUITED)
ALGORITHMS: tuple[Algorithm, ...] = (*_SINGLE[:-2], make_average_row(AVERAGED), *_SINGLE[-2:])


def find_algorithm(key: str) -> Algorithm:
    found = next((row for row in ALGORITHMS if row.key == key), None)
    if found is None:
        known = ", ".join(row.key for row in ALGORITHMS)
        raise StudyError(f'There is no algorithm "{key}".', hint=f"Choose one of: {known}.")
    return found
