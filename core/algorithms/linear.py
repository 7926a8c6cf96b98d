"""Weighted sums of the inputs: least squares, ridge, lasso, partial least squares, and logistic regression."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.newton_logistic import NewtonLogistic
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared, PreparedForChoices
from core.algorithms.row import CLASSES_ONLY, NUMBERS_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import CELLS_AT_ONCE, centered, pieces_of
from core.algorithms.scikit import ScikitRegressor
from core.algorithms.selection import KEPT
from core.domain.dataset import Floats
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

linear_model = import_lazily("sklearn.linear_model")

NEGLIGIBLE = 1e-10  # share of the first direction's strength below which nothing is left to explain


class LeastSquares:
    """Least squares; of several equally good solutions (more inputs than rows) the one with the smallest weights."""

    def __init__(self) -> None:
        self.center = np.empty(0)
        self.weights = np.empty((0, 0))
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats) -> None:
        """`targets` have mean 0, weighted where rows have weights."""
        if self.row_weights is None:
            self.center = inputs.mean(axis=0)
            self.weights = self._solve(centered(inputs, self.center), targets)
            return
        roots = np.sqrt(self.row_weights)[:, None]  # a row of weight w counts like w equal rows
        self.center = np.average(inputs, axis=0, weights=self.row_weights)
        self.weights = self._solve(roots * (inputs - self.center), roots * targets)

    def numbers(self, inputs: Floats) -> Floats:
        return np.asarray((inputs - self.center) @ self.weights)

    def _solve(self, inputs: Floats, targets: Floats) -> Floats:
        least = np.finfo(np.float64).eps * max(inputs.shape)
        return np.asarray(np.linalg.lstsq(*_triangle(inputs, targets), rcond=least)[0])


def _triangle(inputs: Floats, targets: Floats) -> tuple[Floats, Floats]:
    """A short problem with the same solution, found piece by piece (Golub & Van Loan 2013, 5.2); small ones stay.

    What stands below the triangle of the inputs says only how large the misses are.
    """
    columns = inputs.shape[1]
    if inputs.size <= CELLS_AT_ONCE or len(inputs) <= 2 * columns:
        return inputs, targets
    triangle = np.empty((0, columns + targets.shape[1]))
    for piece in pieces_of(len(inputs), columns):
        both = np.hstack([inputs[piece], targets[piece]])
        triangle = np.asarray(np.linalg.qr(np.vstack([triangle, both]), mode="r"))
    return triangle[:, :columns], triangle[:, columns:]


class Ridge(LeastSquares):
    """Least squares with a price on squared weights, by the strengths of the directions of the inputs.

    Hoerl & Kennard 1970, section 4; the directions do not depend on the price, so that several prices share them.
    """

    def __init__(self, shrinkage: float) -> None:
        super().__init__()
        self.shrinkage = shrinkage
        self.turned: list[_Turned] = []

    def join(self, first: "Ridge") -> None:
        """Use the directions another one found for the same rows."""
        self.turned = first.turned

    def fit(self, inputs: Floats, targets: Floats) -> None:
        if not (self.turned and self.turned[0].inputs is inputs and np.array_equal(self.turned[0].targets, targets)):
            self.turned[:] = [_Turned.of(inputs, targets, self.row_weights)]
        found = self.turned[0]
        self.center = found.center
        self.weights = found.directions @ (found.shares / (found.strengths + self.shrinkage)[:, None])
        if inputs.flags.writeable:
            self.turned.clear()  # nobody shares them


@dataclass(frozen=True, slots=True, eq=False)
class _Turned:
    """Centered inputs in directions that do not overlap: squared strengths, and what each shares with the outputs."""

    inputs: Floats
    targets: Floats
    center: Floats
    directions: Floats
    strengths: Floats
    shares: Floats

    @classmethod
    def of(cls, inputs: Floats, targets: Floats, row_weights: Floats | None) -> "_Turned":
        center = np.asarray(np.average(inputs, axis=0, weights=row_weights))
        away = centered(inputs, center) if row_weights is None else np.sqrt(row_weights)[:, None] * (inputs - center)
        given = targets
        if row_weights is not None:
            targets = np.sqrt(row_weights)[:, None] * targets
        if inputs.shape[1] <= len(inputs):
            strengths, directions = np.linalg.eigh(away.T @ away)
            shares = directions.T @ (away.T @ targets)
        else:
            left, strengths, right = np.linalg.svd(away, full_matrices=False)
            shares, directions = strengths[:, None] * (left.T @ targets), right.T
            strengths = strengths**2
        return cls(inputs, given, center, np.asarray(directions), np.maximum(strengths, 0.0), np.asarray(shares))


class PartialLeastSquares(LeastSquares):
    """SIMPLS (de Jong 1993, appendix): directions of the inputs that go with the outputs, one after another."""

    def __init__(self, directions: int) -> None:
        super().__init__()
        self.directions = directions

    def _solve(self, inputs: Floats, targets: Floats) -> Floats:
        cross = inputs.T @ targets
        least = NEGLIGIBLE * float(np.linalg.norm(cross))
        basis: list[Floats] = []
        weights = np.zeros(cross.shape)
        for _ in range(min(self.directions, *inputs.shape)):
            if np.linalg.norm(cross) <= least:
                break
            direction = np.linalg.svd(cross, full_matrices=False)[0][:, 0]
            part = inputs @ direction
            length = np.linalg.norm(part)
            part, direction = part / length, direction / length
            weights = weights + np.outer(direction, targets.T @ part)
            basis.append(_orthogonal(inputs.T @ part, basis))
            cross = cross - np.outer(basis[-1], basis[-1] @ cross)
        return np.asarray(weights)


def _orthogonal(loading: Floats, basis: list[Floats]) -> Floats:
    for earlier in basis:
        loading = loading - earlier * (earlier @ loading)
    return np.asarray(loading / np.linalg.norm(loading))


def build_linear(settings: Settings, seed: int) -> Learner:
    values = chosen(LINEAR.settings, settings, LINEAR.title)
    return Prepared(Recipe(keep=values.whole(KEPT.key)), regressor=LeastSquares)


def build_ridge(settings: Settings, seed: int) -> Learner:
    values = chosen(RIDGE.settings, settings, RIDGE.title)
    return Prepared(Recipe(), regressor=partial(Ridge, values.number("shrinkage")))


def build_lasso(settings: Settings, seed: int) -> Learner:
    values = chosen(LASSO.settings, settings, LASSO.title)
    return Prepared(Recipe(), regressor=partial(_lasso, values.number("shrinkage")))


def build_pls(settings: Settings, seed: int) -> Learner:
    values = chosen(PLS.settings, settings, PLS.title)
    return Prepared(Recipe(), regressor=partial(PartialLeastSquares, values.whole("directions")))


def build_logistic(settings: Settings, seed: int) -> Learner:
    return _logistic_for([settings])


def build_logistic_for_choices(choices: Sequence[Settings], _seed: int) -> PreparedForChoices | None:
    """None where the choices keep different inputs: then they share nothing."""
    kept = {chosen(LOGISTIC.settings, settings, LOGISTIC.title).whole(KEPT.key) for settings in choices}
    return _logistic_for(choices) if len(kept) == 1 else None


def _logistic_for(choices: Sequence[Settings]) -> PreparedForChoices:
    values = [chosen(LOGISTIC.settings, settings, LOGISTIC.title) for settings in choices]
    recipe = Recipe(keep=values[0].whole(KEPT.key), order="C")
    shrinkages = [value.number("shrinkage") for value in values]
    return PreparedForChoices(recipe, len(choices), classifier=partial(NewtonLogistic, shrinkages))


def build_elastic_net(settings: Settings, seed: int) -> Learner:
    values = chosen(ELASTIC_NET.settings, settings, ELASTIC_NET.title)
    return Prepared(Recipe(), regressor=partial(_elastic_net, values.number("shrinkage"), values.number("mix")))


class Lasso(ScikitRegressor):
    """Inputs that may be written were given away and need not be copied."""

    def __init__(self, estimator: Any) -> None:
        super().__init__(estimator)
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self.estimator.set_params(copy_X=not inputs.flags.writeable)
        if self.row_weights is None:
            super().fit(inputs, targets)
        else:
            self.estimator.fit(inputs, targets[:, 0] if targets.shape[1] == 1 else targets, self.row_weights)


def _lasso(shrinkage: float) -> Lasso:
    return Lasso(linear_model.Lasso(alpha=shrinkage, max_iter=10_000))


def _elastic_net(shrinkage: float, mix: float) -> Lasso:
    return Lasso(linear_model.ElasticNet(alpha=shrinkage, l1_ratio=mix, max_iter=10_000))


LINEAR = Algorithm(
    key="linear",
    title="Linear regression",
    note="A weighted sum of the inputs; strong on small data and easy to read, blind to bends it is not told about.",
    source="Legendre 1805; Gauss 1809",
    tasks=NUMBERS_ONLY,
    settings=(KEPT,),
    grid={},
    build=build_linear,
    uses_weights=True,
    simplicity=2,
)

RIDGE = Algorithm(
    key="ridge",
    title="Ridge regression",
    note="Linear regression with all weights held small; calmer when inputs resemble each other or rows are few.",
    source="Hoerl & Kennard 1970",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting(
            "shrinkage",
            "Shrinkage",
            "How strongly weights are pulled to 0.",
            1.0,
            low=1e-6,
            high=1e6,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"shrinkage": (1000.0, 100.0, 10.0, 1.0, 0.1, 0.01)},
    build=build_ridge,
    uses_weights=True,
    simplicity=2,
)

LASSO = Algorithm(
    key="lasso",
    title="Lasso",
    note="Linear regression that sets the weights of useless inputs to 0; when only a few of many inputs matter.",
    source="Tibshirani 1996",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting(
            "shrinkage",
            "Shrinkage",
            "How strongly weights are pulled to 0, for an output of spread 1; above 1 no input is left.",
            0.01,
            low=1e-5,
            high=10,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"shrinkage": (0.3, 0.1, 0.03, 0.01, 0.003, 0.001)},
    build=build_lasso,
    libraries=("sklearn.linear_model",),
    uses_weights=True,
    simplicity=2,
)

ELASTIC_NET = Algorithm(
    key="elastic-net",
    title="Elastic net",
    note="Between ridge and lasso: drops useless inputs, but keeps inputs that resemble each other together.",
    source="Zou & Hastie 2005",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting(
            "shrinkage",
            "Shrinkage",
            "How strongly weights are pulled to 0, for an output with standard deviation 1.",
            0.01,
            low=1e-5,
            high=10,
            simpler=Simpler.HIGHER,
        ),
        Setting(
            "mix",
            "Mix",
            "How much of the pull sets weights to exactly 0: 1 is the lasso, near 0 is ridge.",
            0.5,
            low=0.01,
            high=1,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"shrinkage": (0.3, 0.1, 0.03, 0.003), "mix": (0.8, 0.2)},
    build=build_elastic_net,
    libraries=("sklearn.linear_model",),
    uses_weights=True,
    simplicity=2,
)

PLS = Algorithm(
    key="pls",
    title="Partial least squares",
    note="Sums up many related inputs, such as a spectrum, in a few directions; when inputs outnumber rows.",
    source="de Jong 1993 (SIMPLS)",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting(
            "directions",
            "Directions",
            "How many summaries of the inputs are used.",
            2,
            low=1,
            high=100,
            simpler=Simpler.LOWER,
        ),
    ),
    grid={"directions": (1, 2, 3, 4, 6, 10)},
    build=build_pls,
    uses_weights=True,
    simplicity=3,
)

LOGISTIC = Algorithm(
    key="logistic",
    title="Logistic regression",
    note="A weighted sum of the inputs turned into chances; strong on small data and easy to read.",
    source="Cox 1958; multinomial with ridge penalty, le Cessie & van Houwelingen 1992",
    tasks=CLASSES_ONLY,
    settings=(
        Setting(
            "shrinkage",
            "Shrinkage",
            "How strongly weights are pulled to 0.",
            1.0,
            low=1e-4,
            high=1e6,
            simpler=Simpler.HIGHER,
        ),
        KEPT,
    ),
    grid={"shrinkage": (100.0, 10.0, 1.0, 0.1, 0.01)},
    build=build_logistic,
    build_for_choices=build_logistic_for_choices,
    uses_weights=True,
    libraries=("scipy.linalg.lapack",),
    simplicity=2,
)
