"""Support vector machines with a radial kernel, for classes and for numbers."""

from functools import partial

import numpy as np
from scipy.special import expit, softmax

from core.algorithms.learner import Learner
from core.algorithms.limits import ABOVE_LIMIT, VECTOR_LIMIT, Limited
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.scikit import PerOutput
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

svm = import_lazily("sklearn.svm")


class VectorClassifier:
    """Scores are decision values passed through a logistic curve (two classes) or a softmax: an order, not chances."""

    def __init__(self, cost: float, detail: float) -> None:
        self.cost = cost
        self.detail = detail
        self.estimator = svm.SVC()

    def fit(self, inputs: Floats, labels: Integers) -> None:
        self.estimator = svm.SVC(C=self.cost, gamma=kernel_width(inputs, self.detail))
        self.estimator.fit(inputs, labels)

    def scores(self, inputs: Floats) -> Floats:
        decisions = np.asarray(self.estimator.decision_function(inputs))
        if decisions.ndim == 1:
            return np.column_stack([expit(-decisions), expit(decisions)])
        return np.asarray(softmax(decisions, axis=1))


class VectorRegressor(PerOutput):
    """One machine per output, which leaves misses below a tenth of the output's spread unpunished."""

    def __init__(self, cost: float, detail: float) -> None:
        super().__init__(svm.SVR)
        self.cost = cost
        self.detail = detail

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self.make = partial(svm.SVR, C=self.cost, gamma=kernel_width(inputs, self.detail))
        super().fit(inputs, targets)


def kernel_width(inputs: Floats, detail: float) -> float:
    """The usual width, one over the total variance of the inputs, times `detail`."""
    return float(detail / (inputs.shape[1] * inputs.var()))


def build_svm(settings: Settings, seed: int) -> Learner:
    values = chosen(SVM.settings, settings, SVM.title)
    cost, detail = values.number("cost"), values.number("detail")
    limited = partial(Limited, limit=VECTOR_LIMIT, policy=values.word(ABOVE_LIMIT), seed=seed)
    return Prepared(
        Recipe(),
        classifier=partial(limited, partial(VectorClassifier, cost, detail)),
        regressor=partial(limited, partial(VectorRegressor, cost, detail)),
    )


SVM = Algorithm(
    key="svm",
    title="Support vector machine",
    note="Smooth curved borders held by the rows near them; good on hundreds to a few thousand rows of numbers.",
    source="Cortes & Vapnik 1995; for numbers, Drucker et al. 1997",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "cost",
            "Price of an error",
            "How hard a wrong training row is punished.",
            1.0,
            low=1e-3,
            high=1e4,
            simpler=Simpler.LOWER,
        ),
        Setting(
            "detail",
            "Detail",
            "How small the bends of the border may be.",
            1.0,
            low=1e-3,
            high=1e3,
            simpler=Simpler.LOWER,
        ),
        VECTOR_LIMIT.setting,
    ),
    grid={"cost": (0.1, 1.0, 10.0, 100.0), "detail": (0.3, 1.0)},
    build=build_svm,
    simplicity=5,
)
