"""Logistic regression by Newton's method: along a path of shrinkages each solution starts the next one.

The weights minimize the sum of the log-losses plus half the shrinkage times the sum of the squared weights; the
constants are not shrunk. Two classes have one set of weights, more classes one set for each (multinomial). That is the
definition of scikit-learn's `LogisticRegression(C=1/shrinkage)`; the minimum is found more exactly here.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.special import logsumexp

from core.algorithms.rows import pieces_of
from core.algorithms.scikit import ScikitClassifier
from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily

linear_model = import_lazily("sklearn.linear_model")

MOST_WEIGHTS = 300  # whose products of pairs are formed; above, scikit-learn's method without them
MOST_STEPS = 100
CLOSE = 1e-12  # of the loss that another step could still gain, as a share of it
MOST_HALVINGS = 40
CONSTANT_SHRINKAGE = 1e-8  # a trace, because constants of several classes are free up to a common shift


class NewtonLogistic:
    """Answers for several shrinkages after one path from the strongest to the weakest."""

    def __init__(self, shrinkages: Sequence[float]) -> None:
        self.shrinkages = tuple(shrinkages)
        self.weights: dict[float, Floats] = {}
        self.estimators: dict[float, ScikitClassifier] = {}

    def fit(self, inputs: Floats, labels: Integers) -> None:
        classes = int(labels.max()) + 1
        scores = 1 if classes == 2 else classes
        path = sorted(set(self.shrinkages), reverse=True)
        if scores * (inputs.shape[1] + 1) > MOST_WEIGHTS:
            for shrinkage in path:
                self.estimators[shrinkage] = ScikitClassifier(
                    linear_model.LogisticRegression(C=1 / shrinkage, max_iter=2000)
                )
                self.estimators[shrinkage].fit(inputs, labels)
            return
        weights = np.zeros((scores, inputs.shape[1] + 1))
        for shrinkage in path:
            weights = _minimize(inputs, labels, shrinkage, weights)
            self.weights[shrinkage] = weights

    def answers_of_choices(self, inputs: Floats) -> list[Floats]:
        """Rows x classes for each choice."""
        return [self._answers(shrinkage, inputs) for shrinkage in self.shrinkages]

    def choose(self, position: int) -> None:
        """Answer by one choice from now on."""
        self.shrinkages = (self.shrinkages[position],)

    def scores(self, inputs: Floats) -> Floats:
        return self._answers(self.shrinkages[0], inputs)

    def _answers(self, shrinkage: float, inputs: Floats) -> Floats:
        if self.estimators:
            return self.estimators[shrinkage].scores(inputs)
        weights = self.weights[shrinkage]
        return np.asarray(np.exp(_log_chances(inputs @ weights[:, :-1].T + weights[:, -1])))


def _log_chances(scores: Floats) -> Floats:
    """Rows x classes, from one score (two classes) or one for each class."""
    if scores.shape[1] == 1:
        scores = np.column_stack([np.zeros(len(scores)), scores])
    return np.asarray(scores - logsumexp(scores, axis=1, keepdims=True))


def _minimize(inputs: Floats, labels: Integers, shrinkage: float, weights: Floats) -> Floats:
    """Newton's steps, each halved until it lowers the loss."""
    shrinkages = np.full(weights.shape, shrinkage)
    shrinkages[:, -1] = CONSTANT_SHRINKAGE
    loss = _loss(inputs, labels, shrinkages, weights)
    for _ in range(MOST_STEPS):
        slope, bend = _derivatives(inputs, labels, shrinkages, weights)
        step = _solve(bend, slope.ravel()).reshape(weights.shape)
        promised = float((step * slope).sum())
        if not promised > CLOSE * (abs(loss) + 1e-12):
            break
        for halvings in range(MOST_HALVINGS):
            trial = weights - step * 0.5**halvings
            lower = _loss(inputs, labels, shrinkages, trial)
            if lower <= loss - 1e-4 * 0.5**halvings * promised:
                break
        else:
            break  # as exact as the arithmetic allows
        weights, loss = trial, lower
    return weights


def _solve(bend: Floats, slope: Floats) -> Floats:
    try:
        return np.asarray(cho_solve(cho_factor(bend), slope))
    except LinAlgError:
        return np.asarray(np.linalg.lstsq(bend, slope, rcond=None)[0])


def _loss(inputs: Floats, labels: Integers, shrinkages: Floats, weights: Floats) -> float:
    lost = 0.5 * float((shrinkages * weights**2).sum())
    for piece, part in _parts(inputs):
        chances = _log_chances(part @ weights.T)
        lost -= float(np.take_along_axis(chances, labels[piece, None], axis=1).sum())
    return lost


def _derivatives(inputs: Floats, labels: Integers, shrinkages: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The slope (scores x weights) and the bend (all pairs of weights) of the loss."""
    scores, width = weights.shape
    slope, bend = shrinkages * weights, np.zeros((scores, width, scores, width))
    for piece, part in _parts(inputs):
        chances = np.exp(_log_chances(part @ weights.T))
        is_label = labels[piece, None] == np.arange(chances.shape[1])
        of_scores = chances[:, -scores:]
        slope += (of_scores - is_label[:, -scores:]).T @ part
        for first in range(scores):
            for second in range(first, scores):
                both = of_scores[:, first] * ((first == second) - of_scores[:, second])
                block = part.T @ (both[:, None] * part)
                bend[first, :, second] += block
                if first != second:
                    bend[second, :, first] += block
    whole = bend.reshape(scores * width, scores * width)
    whole[np.diag_indices(scores * width)] += shrinkages.ravel()
    return slope, whole


def _parts(inputs: Floats) -> Iterator[tuple[slice, Floats]]:
    """Some rows after another, with a last column of ones for the constants."""
    for piece in pieces_of(*inputs.shape):
        part = inputs[piece]
        yield piece, np.column_stack([part, np.ones(len(part))])
