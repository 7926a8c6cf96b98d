"""Additive models: the sum of one smooth curve per input, each as bent as the training rows make likely."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import counted, pieces_of
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

interpolate = import_lazily("scipy.interpolate")
linalg = import_lazily("scipy.linalg")
lapack = import_lazily("scipy.linalg.lapack")
special = import_lazily("scipy.special")

MOST_INPUTS = 50  # columns a curve is laid through: those that tell most on their own in the training rows
FEWEST_BENDS = 3
MOST_STEPS = 40
MOST_HALVINGS = 12
SETTLED = 1e-3  # change of the effective number of weights that ends the search for the penalties
LEAST_NOISE = 1e-8  # share of the variance of the output that is taken for noise at least
PENALTIES = (1e-8, 1e8)  # for numbers: of nothing held back, of a curve held straight
PENALTIES_OF_CLASSES = (0.01, 1e8)  # classes that inputs tell apart without error would let weights grow for ever
LEAST_CHANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The bent part of one input: columns with curvature 1 each, free of any straight part in the training rows."""

    input: int
    knots: Floats
    degree: int
    turn: Floats
    straight: Floats  # intercept and slope that are taken off, one pair per column

    @classmethod
    def of(cls, place: int, values: Floats, bends: int) -> "Curve | None":
        """Return None for an input with fewer than three values: it has no bend."""
        distinct = np.unique(values)
        if len(distinct) < 3:
            return None
        degree = min(3, len(distinct) - 1)
        columns = min(bends + 2, len(distinct))
        columns = max(columns, degree + 1)
        inner = np.quantile(distinct, np.linspace(0, 1, columns - degree + 1)[1:-1])
        knots = np.concatenate([[distinct[0]] * (degree + 1), inner, [distinct[-1]] * (degree + 1)])
        strengths, directions = np.linalg.eigh(_curvature(knots, degree))
        turn = directions[:, 2:] / np.sqrt(np.maximum(strengths[2:], 1e-12 * strengths[-1]))
        bare = cls(place, knots, degree, turn, np.zeros((2, turn.shape[1])))
        columns_there = bare.evaluate(values)
        line = np.column_stack([np.ones(len(values)), values])
        straight = np.linalg.lstsq(line, columns_there, rcond=None)[0]
        size = float(np.sqrt(np.sum((columns_there - line @ straight) ** 2) / len(values)))
        if not size > 0:
            return None
        return cls(place, knots, degree, turn / size, np.asarray(straight) / size)

    def evaluate(self, values: Floats) -> Floats:
        """Rows x columns; beyond the training rows a curve goes on straight."""
        inside = np.clip(values, self.knots[0], self.knots[-1])
        found = interpolate.BSpline.design_matrix(inside, self.knots, self.degree) @ self.turn
        beyond = values - inside
        if beyond.any():
            slopes = interpolate.BSpline(self.knots, self.turn, self.degree).derivative()(
                np.array([self.knots[0], self.knots[-1]])
            )
            found = found + beyond[:, None] * np.where(beyond[:, None] < 0, slopes[0], slopes[1])
        return np.asarray(found - self.straight[0] - values[:, None] * self.straight[1])


def _curvature(knots: Floats, degree: int) -> Floats:
    """The integrals of products of second derivatives; these are straight between knots, so two points each suffice."""
    spline = interpolate.BSpline(knots, np.eye(len(knots) - degree - 1), degree).derivative(2)
    corners = np.unique(knots)
    middles, halves = (corners[1:] + corners[:-1]) / 2, (corners[1:] - corners[:-1]) / 2
    points = np.concatenate([middles - halves / np.sqrt(3), middles + halves / np.sqrt(3)])
    bends = spline(points)
    return np.asarray(bends.T @ (np.tile(halves, 2)[:, None] * bends))


class Additive:
    """Weights of the inputs as they are and of their curves; penalties are those that make the training rows likely.

    Straight parts share one penalty, every curve has its own (MacKay 1992; Fellner and Schall's step, Wood & Fasiolo
    2017). Curves that nothing speaks for end as straight lines. `smoothing` multiplies what was found. Losses of rows
    count by `row_weights`, of mean 1.
    """

    def __init__(self, smoothing: float, bends: int) -> None:
        self.smoothing = smoothing
        self.bends = bends
        self.center = np.empty(0)
        self.curves: list[Curve] = []
        self.groups: Integers = np.empty(0, dtype=np.int64)
        self.weights = np.empty((0, 0))
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats | Integers) -> None:
        """Numbers are rows x outputs of mean 0 and spread 1, labels are whole numbers."""
        # Two columns per row are more than the rows can tell apart; with many inputs each gets fewer bends.
        bends = max(min(self.bends, 2 * len(inputs) // inputs.shape[1]), min(self.bends, FEWEST_BENDS))
        found = (Curve.of(place, inputs[:, place], bends) for place in range(inputs.shape[1]))
        self.curves = [curve for curve in found if curve is not None]
        sizes = [inputs.shape[1], *(curve.turn.shape[1] for curve in self.curves)]
        self.groups = np.concatenate([[-1], np.repeat(np.arange(len(sizes)), sizes)])  # the constant is free
        self.center = inputs.mean(axis=0)
        if targets.ndim == 2:
            self.weights = self._fit_numbers(inputs, np.asarray(targets, dtype=np.float64))
        else:
            labels = range(1 if targets.max() == 1 else int(targets.max()) + 1)  # of two, one tells all
            fitted = [self._fit_label(inputs, (targets == label).astype(np.float64)) for label in labels]
            self.weights = np.column_stack(fitted)

    def numbers(self, inputs: Floats) -> Floats:
        found = np.empty((len(inputs), self.weights.shape[1]))
        for piece in pieces_of(len(inputs), len(self.weights)):
            found[piece] = self._columns(inputs[piece]) @ self.weights
        return found

    def scores(self, inputs: Floats) -> Floats:
        """Each class against all others, brought to a sum of 1."""
        chances = special.expit(self.numbers(inputs))
        if chances.shape[1] == 1:
            return np.column_stack([chances, 1 - chances])
        chances = np.maximum(chances, LEAST_CHANCE)
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))

    def _columns(self, inputs: Floats) -> Floats:
        bent = [curve.evaluate(inputs[:, curve.input]) for curve in self.curves]
        return np.hstack([np.ones((len(inputs), 1)), inputs - self.center, *bent])

    def _fit_numbers(self, inputs: Floats, targets: Floats) -> Floats:
        width = len(self.groups)
        products, shares = np.zeros((width, width)), np.zeros((width, targets.shape[1]))
        for piece in pieces_of(len(inputs), width):
            columns = self._columns(inputs[piece])
            by_column = counted(columns, self._weights_of(piece))
            products += by_column @ columns
            shares += by_column @ targets[piece]
        squares = counted(targets**2, self.row_weights).sum(axis=1)
        fitted = [
            self._fit_output(products, share, float(square), len(inputs))
            for share, square in zip(shares.T, squares, strict=True)
        ]
        return np.column_stack(fitted)

    def _fit_output(self, products: Floats, shares: Floats, square: float, rows: int) -> Floats:
        penalties = np.full(self.groups.max() + 1, 1.0)
        used = 0.0
        for _ in range(MOST_STEPS):
            weights, inverse = _solve(products, shares, self._spread(penalties))
            free = self._effective(inverse, penalties)
            misses = square - 2 * weights @ shares + weights @ products @ weights
            noise = max(float(misses), LEAST_NOISE * square) / max(rows - 1 - free.sum(), 0.5)
            penalties = self._penalties(weights, free, noise, PENALTIES)
            if abs(free.sum() - used) < SETTLED * (1 + used):
                break
            used = float(free.sum())
        return _solve(products, shares, self._spread(self._smoother(penalties)))[0]

    def _fit_label(self, inputs: Floats, targets: Floats) -> Floats:
        """One step of Newton's method after another, penalties found on the way."""
        penalties = np.full(self.groups.max() + 1, 1.0)
        share = float(np.clip(np.average(targets, weights=self.row_weights), LEAST_CHANCE, 1 - LEAST_CHANCE))
        weights = np.zeros(len(self.groups))
        weights[0] = np.log(share / (1 - share))
        used = 0.0
        for step in range(MOST_STEPS):
            weights, inverse = self._step(inputs, targets, weights, self._spread(penalties))
            free = self._effective(inverse, penalties)
            if step >= 2:
                penalties = self._penalties(weights, free, 1.0, PENALTIES_OF_CLASSES)
            if step > 4 and abs(free.sum() - used) < SETTLED * (1 + used):
                break
            used = float(free.sum())
        for _ in range(4 if self.smoothing != 1 else 1):
            weights, _ = self._step(inputs, targets, weights, self._spread(self._smoother(penalties)))
        return weights

    def _step(self, inputs: Floats, targets: Floats, weights: Floats, penalties: Floats) -> tuple[Floats, Floats]:
        """One step of Newton's method, shortened until it does not lead uphill: with rare classes a whole one may."""
        aim, inverse = _solve(*self._working(inputs, targets, weights), penalties)
        before = self._unlikely(inputs, targets, weights, penalties)
        for _ in range(MOST_HALVINGS):
            if self._unlikely(inputs, targets, aim, penalties) <= before:
                return aim, inverse
            aim = (aim + weights) / 2
        return weights, inverse

    def _unlikely(self, inputs: Floats, targets: Floats, weights: Floats, penalties: Floats) -> float:
        """Minus the logarithm of the likelihood, and the price of the weights."""
        found = 0.5 * float(penalties @ weights**2)
        for piece in pieces_of(len(inputs), len(weights)):
            sums = self._columns(inputs[piece]) @ weights
            losses = np.logaddexp(0, sums) - targets[piece] * sums
            found += float(np.sum(counted(losses, self._weights_of(piece))))
        return found

    def _working(self, inputs: Floats, targets: Floats, weights: Floats) -> tuple[Floats, Floats]:
        """Sums of products and what the columns share with the working answers, each row by its weight."""
        width = len(self.groups)
        products, shares = np.zeros((width, width)), np.zeros(width)
        for piece in pieces_of(len(inputs), width):
            columns = self._columns(inputs[piece])
            sums = columns @ weights
            chances = special.expit(sums)
            weight = np.maximum(chances * (1 - chances), LEAST_CHANCE)
            row_weights = self._weights_of(piece)
            weighted = columns * counted(weight, row_weights)[:, None]
            products += columns.T @ weighted
            shares += weighted.T @ sums + columns.T @ counted(targets[piece] - chances, row_weights)
        return products, shares

    def _weights_of(self, rows: slice) -> Floats | None:
        return None if self.row_weights is None else self.row_weights[rows]

    def _spread(self, penalties: Floats) -> Floats:
        """Per column; the constant has none to speak of."""
        return np.where(self.groups < 0, PENALTIES[0], penalties[self.groups])

    def _smoother(self, penalties: Floats) -> Floats:
        """The penalties of the curves multiplied; the straight parts keep theirs."""
        return np.append(penalties[:1], self.smoothing * penalties[1:])

    def _effective(self, inverse: Floats, penalties: Floats) -> Floats:
        """The effective number of weights of every group."""
        bound = np.maximum(1 - self._spread(penalties) * inverse, 0.0)[1:]
        return np.bincount(self.groups[1:], bound, minlength=len(penalties)).astype(np.float64)

    def _penalties(self, weights: Floats, free: Floats, noise: float, ends: tuple[float, float]) -> Floats:
        squares = np.bincount(self.groups[1:], weights[1:] ** 2, minlength=len(free))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = noise * free / squares
        return np.clip(np.nan_to_num(found, nan=ends[1], posinf=ends[1]), *ends)


def _solve(products: Floats, shares: Floats, penalties: Floats) -> tuple[Floats, Floats]:
    """Weights, and the diagonal of the inverse."""
    ridge = products + np.diag(penalties + 1e-10 * np.trace(products) / len(products))
    factor = linalg.cho_factor(ridge, lower=True)
    half = np.tril(lapack.dtrtri(factor[0], lower=1)[0])
    return np.asarray(linalg.cho_solve(factor, shares)), np.asarray(np.einsum("ij,ij->j", half, half))


def build_additive(settings: Settings, seed: int) -> Learner:
    values = chosen(ADDITIVE.settings, settings, ADDITIVE.title)
    make: Any = partial(Additive, values.number("smoothing"), values.whole("bends"))
    return Prepared(Recipe(keep=MOST_INPUTS), classifier=make, regressor=make)


ADDITIVE = Algorithm(
    key="additive",
    title="Additive model (splines)",
    note="The sum of one smooth curve per input; strong on few rows and easy to show, blind to inputs acting together.",
    source="Hastie & Tibshirani 1990; penalties by likelihood as in Wood & Fasiolo 2017",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "smoothing",
            "Smoothing",
            "Multiplies the penalty on bends that the training rows make most likely; higher is straighter.",
            1.0,
            low=1e-3,
            high=1e6,
            simpler=Simpler.HIGHER,
        ),
        Setting(
            "bends",
            "Bends",
            "How many bends the curve of an input may have at most.",
            8,
            low=1,
            high=30,
            simpler=Simpler.LOWER,
        ),
    ),
    grid={"smoothing": (100.0, 10.0, 3.0, 1.0, 0.3)},
    build=build_additive,
    uses_weights=True,
    libraries=("scipy.interpolate",),
    simplicity=3,
)
