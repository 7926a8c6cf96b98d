"""Estimators of scikit-learn in the roles of classifier and regressor."""

from collections.abc import Callable
from typing import Any

import numpy as np

from core.domain.dataset import Floats, Integers


class ScikitClassifier:
    """An estimator that gives probabilities; its labels 0, 1, ... all occur, so its columns are in line."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, labels: Integers) -> None:
        self.estimator.fit(inputs, labels, sample_weight=self.row_weights)

    def scores(self, inputs: Floats) -> Floats:
        return np.asarray(self.estimator.predict_proba(inputs), dtype=np.float64)


class ScikitRegressor:
    """An estimator that learns all outputs together."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self.estimator.fit(inputs, targets[:, 0] if targets.shape[1] == 1 else targets)

    def numbers(self, inputs: Floats) -> Floats:
        return np.asarray(self.estimator.predict(inputs), dtype=np.float64).reshape(len(inputs), -1)


class PerOutput:
    """One estimator for each output, for those that learn one output at a time."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.estimators: list[Any] = []
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self.estimators = [self.trained(inputs, target) for target in targets.T]

    def trained(self, inputs: Floats, target: Floats) -> Any:
        return self.make().fit(inputs, target, sample_weight=self.row_weights)

    def numbers(self, inputs: Floats) -> Floats:
        return np.column_stack([estimator.predict(inputs) for estimator in self.estimators])


def random_state(seed: int) -> int:
    """The seed in the range scikit-learn takes."""
    return seed % 2**32
