"""Gaussian processes: smooth curves through the training rows, with noise and a reach for every input."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.limits import ABOVE_LIMIT, PROCESS_LIMIT, Limited
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import NUMBERS_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import pieces_of
from core.domain.dataset import Floats
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

optimize = import_lazily("scipy.optimize")
linalg = import_lazily("scipy.linalg")
lapack = import_lazily("scipy.linalg.lapack")

ONE, EACH = "one", "each input"
MOST_REACHES = 50  # inputs that get a reach of their own; more than that no likelihood can tell apart
SIZES, REACHES, NOISES = (1e-3, 1e3), (1e-2, 1e3), (1e-6, 10.0)
FIRST_NOISE = 0.1
HELD = 1.0  # spread of the logarithms of reaches around the common one, before the rows are looked at
MOST_STEPS = 60


def _smooth(squares: Floats) -> tuple[Floats, Floats]:
    found = np.exp(-squares / 2)
    return found, found.copy()


def _bent(squares: Floats) -> tuple[Floats, Floats]:
    far = np.sqrt(5 * squares)
    fading = np.exp(-far)
    return (1 + far + far**2 / 3) * fading, 5 / 3 * (1 + far) * fading


def _rough(squares: Floats) -> tuple[Floats, Floats]:
    far = np.sqrt(3 * squares)
    fading = np.exp(-far)
    return (1 + far) * fading, 3 * fading


def _jagged(squares: Floats) -> tuple[Floats, Floats]:
    far = np.sqrt(squares)
    found = np.exp(-far)
    return found, np.divide(found, far, out=np.zeros_like(far), where=far > 1e-9)


KERNELS: dict[str, Callable[[Floats], tuple[Floats, Floats]]] = {
    "smooth": _smooth,
    "bent": _bent,
    "rough": _rough,
    "jagged": _jagged,
}
"""How alike rows are by their squared distance in reaches, and what of it falls as a reach grows: the derivative by the
logarithm of one reach is the second value times the squared distance along that input (Rasmussen & Williams 2006, 4.2).
"""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """What one output needs to be predicted."""

    size: float
    reaches: Floats
    shares: Floats


class Process:
    """One process per output; size, reaches and noise make the training rows most likely (chapter 5 there).

    With a reach for each input, reaches start from the best common one and are held near it by a bell of spread 1 in
    their logarithms: few rows cannot tell many reaches apart. The noise of a row is divided by its `row_weights`.
    """

    def __init__(self, smoothness: str, lengths: str, reach: float) -> None:
        self.smoothness = smoothness
        self.lengths = lengths
        self.reach = reach
        self.inputs = np.empty((0, 0))
        self.curves: list[Curve] = []
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self.inputs = np.ascontiguousarray(inputs)
        self.curves = [self._fit_output(target) for target in targets.T]

    def numbers(self, inputs: Floats) -> Floats:
        found = np.empty((len(inputs), len(self.curves)))
        for piece in pieces_of(len(inputs), len(self.inputs)):
            for output, curve in enumerate(self.curves):
                squares = _squared_distances(inputs[piece] / curve.reaches, self.inputs / curve.reaches)
                found[piece, output] = curve.size * KERNELS[self.smoothness](squares)[0] @ curve.shares
        return found

    def _fit_output(self, target: Floats) -> Curve:
        width = self.inputs.shape[1]
        start = np.log([1.0, FIRST_NOISE, self.reach])
        found = self._search(target, start, None)
        if self.lengths == EACH and 1 < width <= MOST_REACHES:
            common = found[2]
            found = self._search(target, np.concatenate([found[:2], np.full(width, common)]), common)
        size, noise = np.exp(found[:2])
        reaches = np.broadcast_to(np.exp(found[2:]), width).copy()
        alike = size * KERNELS[self.smoothness](_squared_distances(self.inputs / reaches))[0]
        alike[np.diag_indices_from(alike)] += self._noise_of_rows(noise)
        return Curve(float(size), reaches, np.asarray(linalg.cho_solve(linalg.cho_factor(alike, lower=True), target)))

    def _noise_of_rows(self, noise: float) -> float | Floats:
        return noise if self.row_weights is None else np.asarray(noise / self.row_weights)

    def _search(self, target: Floats, start: Floats, common: float | None) -> Floats:
        ends = [np.log(SIZES), np.log(NOISES), *([np.log(REACHES)] * (len(start) - 2))]
        options = {"maxiter": MOST_STEPS}
        result = optimize.minimize(
            self._unlikely, start, (target, common), "L-BFGS-B", jac=True, bounds=ends, options=options
        )
        return np.asarray(result.x)

    def _unlikely(self, logs: Floats, target: Floats, common: float | None) -> tuple[float, Floats]:
        """Minus the logarithm of the likelihood and its slopes; size, noise, then reaches."""
        size, noise = np.exp(logs[:2])
        placed = self.inputs / np.exp(logs[2:])
        alike, falling = KERNELS[self.smoothness](_squared_distances(placed))
        noisy = size * alike
        noisy[np.diag_indices_from(noisy)] += self._noise_of_rows(noise)
        try:
            factor = linalg.cho_factor(noisy, lower=True, overwrite_a=True)
        except linalg.LinAlgError:
            return 1e25, np.zeros(len(logs))
        shares = linalg.cho_solve(factor, target)
        value = 0.5 * float(target @ shares) + float(np.log(np.diag(factor[0])).sum())
        inverse = np.tril(lapack.dpotri(factor[0], lower=1, overwrite_c=1)[0])
        inverse = inverse + np.tril(inverse, -1).T
        pull = np.outer(shares, shares) - inverse
        falling *= size * pull
        sums = falling.sum(axis=1)
        by_input = 2 * (placed**2).T @ sums - 2 * np.einsum("ij,ij->j", placed, falling @ placed)
        by_noise = noise * np.trace(pull) if self.row_weights is None else np.diag(pull) @ self._noise_of_rows(noise)
        slopes = np.concatenate([[size * np.sum(pull * alike), by_noise], by_input]) * -0.5
        if len(logs) == 3:
            slopes = np.append(slopes[:2], slopes[2:].sum())
        if common is not None:
            away = (logs[2:] - common) / HELD
            value += 0.5 * float(away @ away)
            slopes[2:] += away / HELD
        return value, slopes


def _squared_distances(first: Floats, second: Floats | None = None) -> Floats:
    second = first if second is None else second
    found = (first**2).sum(axis=1)[:, None] + (second**2).sum(axis=1) - 2 * first @ second.T
    if second is first:
        np.fill_diagonal(found, 0.0)
    return np.asarray(np.maximum(found, 0.0, out=found))


def build_process(settings: Settings, seed: int) -> Learner:
    values = chosen(GAUSSIAN_PROCESS.settings, settings, GAUSSIAN_PROCESS.title)
    make = partial(Process, values.word("smoothness"), values.word("lengths"), values.number("reach"))
    return Prepared(Recipe(), regressor=partial(Limited, make, PROCESS_LIMIT, values.word(ABOVE_LIMIT), seed))


GAUSSIAN_PROCESS = Algorithm(
    key="gaussian-process",
    title="Gaussian process",
    note="A smooth curve through the rows; very good on few, exact measurements, too slow above 1,500 training rows.",
    source="Rasmussen & Williams 2006, chapters 2 and 5",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting("smoothness", "Smoothness", "How smooth the curve is taken to be.", "bent", tuple(KERNELS)),
        Setting(
            "lengths",
            "Reaches",
            "Whether all inputs share one reach or each has its own; its own tells useless inputs apart.",
            EACH,
            (ONE, EACH),
        ),
        Setting(
            "reach",
            "First reach",
            "Where the search for the reach of a row starts.",
            3.0,
            low=0.01,
            high=1000,
            simpler=Simpler.HIGHER,
        ),
        PROCESS_LIMIT.setting,
    ),
    grid={"smoothness": tuple(KERNELS), "lengths": (ONE, EACH)},
    build=build_process,
    libraries=("scipy.optimize",),
    uses_weights=True,
    simplicity=6,
)
