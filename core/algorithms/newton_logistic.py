"""Logistic regression by Newton's method: along a path of shrinkages the solutions so far start the next one.

The weights minimize the sum of the log-losses plus half the shrinkage times the sum of the squared weights; the
constants are not shrunk. Two classes have one set of weights, more classes one set for each (multinomial). That is the
definition of scikit-learn's `LogisticRegression(C=1/shrinkage)`; the minimum is found more exactly here.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from core.algorithms.rows import pieces_of
from core.algorithms.scikit import ScikitClassifier
from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily

linear_model = import_lazily("sklearn.linear_model")
lapack = import_lazily("scipy.linalg.lapack")

MOST_WEIGHTS = 300  # whose products of pairs are formed; above, scikit-learn's method without them
MOST_STEPS = 100
CLOSE = 1e-12  # of the loss that another step could still gain, as a share of it
MOST_HALVINGS = 40
SERVES_WELL = 0.01  # of what the last step promised: where another with the same bend promises less, it converges
CONSTANT_SHRINKAGE = 1e-8  # a trace, because constants of several classes are free up to a common shift


class NewtonLogistic:
    """Answers for several shrinkages after one path from the strongest to the weakest."""

    def __init__(self, shrinkages: Sequence[float]) -> None:
        self.shrinkages = tuple(shrinkages)
        self.weights: dict[float, Floats] = {}
        self.estimators: dict[float, ScikitClassifier] = {}
        self.row_weights: Floats | None = None
        self._starts: dict[float, Floats] = {}

    def start_from(self, other: "NewtonLogistic") -> None:
        """Search from the solutions of another: they are close where it was trained on some of the same rows."""
        self._starts = other.weights

    def fit(self, inputs: Floats, labels: Integers) -> None:
        classes = int(labels.max()) + 1
        scores = 1 if classes == 2 else classes
        path = sorted(set(self.shrinkages), reverse=True)
        self.weights, self.estimators = {}, {}
        starts, self._starts = self._starts, {}  # used once: nobody keeps another model alive
        if scores * (inputs.shape[1] + 1) > MOST_WEIGHTS:
            for shrinkage in path:
                self.estimators[shrinkage] = ScikitClassifier(
                    linear_model.LogisticRegression(C=1 / shrinkage, max_iter=2000)
                )
                self.estimators[shrinkage].estimator.fit(inputs, labels, self.row_weights)
            return
        rows = _LabeledRows(inputs, labels, scores, self.row_weights)
        for shrinkage in path:
            given = starts.get(shrinkage)
            if given is None or given.shape != (scores, inputs.shape[1] + 1):
                given = self._look_ahead(shrinkage, (scores, inputs.shape[1] + 1))
            self.weights[shrinkage] = _minimize(rows, shrinkage, given)

    def _look_ahead(self, shrinkage: float, shape: tuple[int, int]) -> Floats:
        """Where the line through the last two solutions of the path leads, by the logarithms of their shrinkages."""
        solved = [*self.weights.items()][-2:]
        if len(solved) < 2:
            return solved[0][1] if solved else np.zeros(shape)
        (earlier, before), (later, last) = solved
        return np.asarray(last + np.log(later / shrinkage) / np.log(earlier / later) * (last - before))

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
        return _chances(inputs @ weights[:, :-1].T + weights[:, -1])[0]


def _chances(scores: Floats) -> tuple[Floats, Floats]:
    """Chances of all classes (rows x classes), and the logarithm of what they were divided by, for each row.

    From one score (two classes; the first class has score 0) or one for each class.
    """
    if scores.shape[1] == 1:
        scores = np.hstack([np.zeros_like(scores), scores])
    largest = scores.max(axis=1, keepdims=True)
    parts = np.exp(scores - largest)
    sums = parts.sum(axis=1, keepdims=True)
    parts /= sums
    return parts, np.asarray((np.log(sums) + largest)[:, 0])


class _LabeledRows:
    """Inputs with a last column of ones for the constants, and their labels; many rows are gone through in pieces.

    `row_weights` say how much each row counts (None: all the same).
    """

    def __init__(self, inputs: Floats, labels: Integers, scores: int, row_weights: Floats | None) -> None:
        self._inputs, self._labels, self._scores, self._row_weights = inputs, labels, scores, row_weights
        self._pieces = [*pieces_of(len(inputs), scores * (inputs.shape[1] + 1))]
        self._only_part = self._part(self._pieces[0]) if len(self._pieces) == 1 else None

    def _part(self, piece: slice) -> Floats:
        part = self._inputs[piece]
        return np.hstack([part, np.ones((len(part), 1))])

    def parts(self) -> Iterator[tuple[Floats, Integers, Floats | None]]:
        """Inputs, labels and weights of some rows after another."""
        for piece in self._pieces:
            part = self._part(piece) if self._only_part is None else self._only_part
            yield part, self._labels[piece], None if self._row_weights is None else self._row_weights[piece]

    def differentiate(self, shrinkages: Floats, weights: Floats) -> tuple[float, Floats, list[Floats]]:
        """The loss, its slope (scores x weights), and the chances of each part, which the bend is made of."""
        loss, slope, chances = 0.5 * float((shrinkages * weights**2).sum()), shrinkages * weights, []
        for part, labels, counted in self.parts():
            scores = part @ weights.T
            of_all, divisors = _chances(scores)
            of_scores, row = of_all[:, -self._scores :], np.arange(len(labels))
            by_row = 1.0 if counted is None else counted
            if self._scores == 1:
                loss += float((by_row * divisors).sum() - scores[:, 0] @ (by_row * labels))
                misses = of_scores - labels[:, None]
            else:
                loss += float((by_row * divisors).sum() - (by_row * scores[row, labels]).sum())
                misses = of_scores.copy()
                misses[row, labels] -= 1.0
            if counted is not None:
                misses *= counted[:, None]
            slope += misses.T @ part
            chances.append(of_scores)
        return loss, slope, chances

    def bend(self, shrinkages: Floats, chances: list[Floats]) -> Floats:
        """The second derivatives of the loss by all pairs of weights."""
        scores, width = shrinkages.shape
        bend = np.diag(shrinkages.ravel())
        for (part, _, counted), of_scores in zip(self.parts(), chances, strict=True):
            by_row = 1.0 if counted is None else counted[:, None]
            if scores == 1:
                bend += (part * (by_row * of_scores * (1.0 - of_scores))).T @ part
                continue
            products = (of_scores[:, :, None] * part[:, None, :]).reshape(len(part), scores * width)
            weighted = products if counted is None else products * by_row
            bend -= products.T @ weighted
            both = part.T @ weighted
            for score in range(scores):
                place = slice(score * width, (score + 1) * width)
                bend[place, place] += both[:, place]
        return bend


class _Curvature:
    """A bend that steps are solved with; several may follow it while it is still close to the true one."""

    def __init__(self, bend: Floats) -> None:
        self._bend = bend
        self._factor, self._is_singular = lapack.dpotrf(bend)

    def solve(self, slope: Floats) -> Floats:
        flat = slope.ravel()
        if self._is_singular:
            return np.asarray(np.linalg.lstsq(self._bend, flat, rcond=None)[0]).reshape(slope.shape)
        return np.asarray(lapack.dpotrs(self._factor, flat)[0]).reshape(slope.shape)


def _minimize(rows: _LabeledRows, shrinkage: float, weights: Floats) -> Floats:
    """Newton's steps, each halved until it lowers the loss; the bend, which costs most, is kept while it serves well.

    A step promises to lower the loss by half the product of step and slope.
    """
    shrinkages = np.full(weights.shape, shrinkage)
    shrinkages[:, -1] = CONSTANT_SHRINKAGE
    loss, slope, chances = rows.differentiate(shrinkages, weights)
    curvature, last = None, 0.0
    for _ in range(MOST_STEPS):
        step = slope if curvature is None else curvature.solve(slope)
        promised = float((step * slope).sum())
        if curvature is None or promised > SERVES_WELL * last:
            curvature = _Curvature(rows.bend(shrinkages, chances))
            step = curvature.solve(slope)
            promised = float((step * slope).sum())
        last = promised
        if not promised > CLOSE * (abs(loss) + 1e-12):
            break
        for halvings in range(MOST_HALVINGS):
            trial = weights - step * 0.5**halvings
            lower, trial_slope, trial_chances = rows.differentiate(shrinkages, trial)
            if lower <= loss - 1e-4 * 0.5**halvings * promised:
                break
        else:
            break  # as exact as the arithmetic allows
        weights, loss, slope, chances = trial, lower, trial_slope, trial_chances
    return weights
