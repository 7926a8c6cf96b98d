"""Support vector machines with a radial kernel, for classes and for numbers."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.limits import ABOVE_LIMIT, VECTOR_LIMIT, Limited
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared, PreparedForChoices
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.scikit import PerOutput
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

svm = import_lazily("sklearn.svm")
special = import_lazily("scipy.special")

MOST_ROWS_OF_KERNEL = 2000  # whose kernel takes 32 MB


class VectorClassifier:
    """Scores are decision values passed through a logistic curve (two classes) or a softmax: an order, not chances."""

    def __init__(self, cost: float, detail: float) -> None:
        self.cost = cost
        self.detail = detail
        self.estimator = svm.SVC()
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, labels: Integers) -> None:
        self.estimator = svm.SVC(C=self.cost, gamma=kernel_width(inputs, self.detail))
        self.estimator.fit(inputs, labels, sample_weight=self.row_weights)

    def scores(self, inputs: Floats) -> Floats:
        return _scores_of_decisions(np.asarray(self.estimator.decision_function(inputs)))


def _scores_of_decisions(decisions: Floats) -> Floats:
    if decisions.ndim == 1:
        return np.column_stack([special.expit(-decisions), special.expit(decisions)])
    return np.asarray(special.softmax(decisions, axis=1))


class VectorRegressor(PerOutput):
    """One machine per output, which leaves misses below a tenth of the output's spread unpunished."""

    def __init__(self, cost: float, detail: float) -> None:
        super().__init__(svm.SVR)
        self.cost = cost
        self.detail = detail

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self.make = partial(svm.SVR, C=self.cost, gamma=kernel_width(inputs, self.detail))
        super().fit(inputs, targets)


class VectorChoices:
    """Machines of several settings (cost and detail) on the same rows, to choose among: distances between rows are
    found once, and the kernel once for each detail. Among many rows each machine computes what it needs of it instead.
    The price of a row's error is multiplied by its `row_weights`.
    """

    def __init__(self, choices: Sequence[tuple[float, float]], policy: str, seed: int) -> None:
        self.choices = tuple(choices)
        self.policy = policy
        self.seed = seed
        self.inputs: Floats = np.empty((0, 0))
        self.is_classes = False
        self.row_weights: Floats | None = None
        self.machines: dict[tuple[float, float], list[Any]] = {}  # one, or one for each output

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        """Labels are one whole number per row; numbers are rows x outputs."""
        rows = VECTOR_LIMIT.kept(targets, self.policy, self.seed)
        self.inputs, targets, self.is_classes = inputs[rows], targets[rows], targets.ndim == 1
        make: Any = svm.SVC if self.is_classes else svm.SVR
        wanted = [targets] if self.is_classes else list(targets.T)
        weights = None if self.row_weights is None else self.row_weights[rows]
        for detail, kernel in self._kernels(self.inputs):
            given = {"gamma": kernel_width(self.inputs, detail)} if self._is_large else {"kernel": "precomputed"}
            for choice in self.choices:
                if choice[1] == detail:
                    self.machines[choice] = [make(C=choice[0], **given).fit(kernel, one, weights) for one in wanted]

    @property
    def _is_large(self) -> bool:
        return len(self.inputs) > MOST_ROWS_OF_KERNEL

    def answers_of_choices(self, inputs: Floats) -> list[Floats]:
        """Rows x classes or outputs for each choice."""
        found: dict[tuple[float, float], Floats] = {}
        for detail, kernel in self._kernels(inputs):
            for choice in self.choices:
                if choice[1] == detail and self.is_classes:
                    found[choice] = _scores_of_decisions(self.machines[choice][0].decision_function(kernel))
                elif choice[1] == detail:
                    found[choice] = np.column_stack([machine.predict(kernel) for machine in self.machines[choice]])
        return [found[choice] for choice in self.choices]

    def _kernels(self, inputs: Floats) -> Iterator[tuple[float, Floats]]:
        """Each detail with the kernel between these rows and those trained on, or with the rows themselves."""
        if self._is_large:
            yield from ((detail, inputs) for detail in dict.fromkeys(detail for _, detail in self.choices))
            return
        lengths = (inputs**2).sum(axis=1)[:, None] + (self.inputs**2).sum(axis=1)
        squared = np.maximum(lengths - 2.0 * (inputs @ self.inputs.T), 0.0)
        for detail in dict.fromkeys(detail for _, detail in self.choices):
            yield detail, np.exp(-kernel_width(self.inputs, detail) * squared)


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


def build_svm_for_choices(choices: Sequence[Settings], seed: int) -> PreparedForChoices | None:
    """None where the choices differ in what happens above the limit: then they share nothing."""
    values = [chosen(SVM.settings, settings, SVM.title) for settings in choices]
    policies = {value.word(ABOVE_LIMIT) for value in values}
    if len(policies) > 1:
        return None
    pairs = [(value.number("cost"), value.number("detail")) for value in values]
    make = partial(VectorChoices, pairs, policies.pop(), seed)
    return PreparedForChoices(Recipe(), len(pairs), classifier=make, regressor=make)


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
    build_for_choices=build_svm_for_choices,
    uses_weights=True,
    libraries=("sklearn.svm",),
    simplicity=5,
)
