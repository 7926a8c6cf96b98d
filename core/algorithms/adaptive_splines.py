"""Multivariate adaptive regression splines: straight pieces and their products, placed where the training rows bend."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import NUMBERS_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import counted, pieces_of
from core.algorithms.stepwise import choose_terms
from core.domain.dataset import Floats
from core.domain.study import Settings

MOST_INPUTS = 30  # columns that pieces are formed of: those that tell most on their own in the training rows
MOST_KNOTS = 12  # places of one input where a piece may begin
MOST_TERMS = 30
WORTH = 1e-4  # share of the squared misses that a pair must explain for another to be looked for
SEARCH_ROWS = 5_000  # rows that knots are looked for on; weights and choice use all of them


@dataclass(frozen=True, slots=True)
class Piece:
    """A factor of a term: the input itself (`knot` None), or what it exceeds a knot by."""

    input: int
    knot: float | None

    def evaluate(self, inputs: Floats) -> Floats:
        values = inputs[:, self.input]
        return np.asarray(values if self.knot is None else np.maximum(values - self.knot, 0.0))


Term = tuple[Piece, ...]


class AdaptiveSplines:
    """Friedman 1991, one equation per output: terms are added in pairs, then dropped as far as they are not worth it.

    A pair is an input and what it exceeds a knot by, times an earlier term; this spans the same as Friedman's mirrored
    pair. Dropping uses the price of a term in place of his cross-validated one. Squared misses count by `row_weights`,
    of mean 1.
    """

    def __init__(self, together: int, price: float) -> None:
        self.together = together
        self.price = price
        self.equations: list[tuple[list[Term], Floats, float]] = []
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats) -> None:
        step = -(-len(inputs) // SEARCH_ROWS)
        self.equations = []
        for target in targets.T:
            terms = self._grow(
                np.ascontiguousarray(inputs[::step]),
                target[::step],
                None if self.row_weights is None else self.row_weights[::step],
            )
            self.equations.append(self._prune(inputs, target, terms))

    def numbers(self, inputs: Floats) -> Floats:
        found = np.empty((len(inputs), len(self.equations)))
        for output, (terms, weights, constant) in enumerate(self.equations):
            found[:, output] = constant
            for term, weight in zip(terms, weights, strict=True):
                found[:, output] += weight * _evaluate(term, inputs)
        return found

    def _grow(self, inputs: Floats, target: Floats, weights: Floats | None) -> list[Term]:
        """Look for the pair that lowers the squared misses most, again and again.

        Columns and misses are multiplied by the roots of the weights, so that plain squares are weighted ones.
        """
        knots = [_knots(values) for values in inputs.T]
        terms: list[Term] = [()]
        roots = np.ones(len(inputs)) if weights is None else np.sqrt(weights)
        basis = (roots / np.sqrt(np.sum(roots**2)))[:, None]
        misses = roots * (target - np.average(target, weights=weights))
        whole = float(misses @ misses)
        while len(terms) < min(MOST_TERMS, len(inputs) // 2) and misses @ misses > 1e-9 * whole:
            gain, pair = self._best_pair(inputs, roots, knots, terms, basis, misses)
            if gain < WORTH * whole:
                break
            for term in pair:
                column = _beside(basis, roots * _evaluate(term, inputs))
                size = float(np.linalg.norm(column))
                if size > 1e-7 * np.sqrt(len(inputs)):
                    basis = np.column_stack([basis, column / size])
                    misses = misses - basis[:, -1] * (basis[:, -1] @ misses)
                    terms.append(term)
        return terms[1:]

    def _best_pair(
        self, inputs: Floats, roots: Floats, knots: list[Floats], terms: list[Term], basis: Floats, misses: Floats
    ) -> tuple[float, tuple[Term, ...]]:
        best: tuple[float, tuple[Term, ...]] = (0.0, ())
        for parent in terms:
            used = {piece.input for piece in parent}
            if len(parent) >= self.together:
                continue
            scale = roots * _evaluate(parent, inputs)
            for place in range(inputs.shape[1]):
                if place in used:
                    continue
                straight: Term = (*parent, Piece(place, None))
                line = _beside(basis, scale * inputs[:, place])
                size = float(line @ line)
                is_new = straight not in terms and size > 1e-7 * len(inputs)
                alone = float(line @ misses) ** 2 / size if is_new else 0.0
                if alone > best[0]:
                    best = (alone, (straight,))
                if not len(knots[place]):
                    continue
                hinges = scale[:, None] * np.maximum(inputs[:, [place]] - knots[place], 0.0)
                hinges = _beside(basis, hinges)
                if is_new:
                    hinges = hinges - np.outer(line, line @ hinges) / size
                sizes = np.einsum("ij,ij->j", hinges, hinges)
                shares = (misses @ hinges) ** 2
                gains = np.divide(shares, sizes, out=np.zeros(len(sizes)), where=sizes > 1e-7 * len(inputs))
                knot = int(np.argmax(gains))
                if alone + gains[knot] > best[0] and gains[knot] > 0:
                    bent: Term = (*parent, Piece(place, float(knots[place][knot])))
                    best = (alone + float(gains[knot]), (straight, bent) if is_new else (bent,))
        return best

    def _prune(self, inputs: Floats, target: Floats, terms: list[Term]) -> tuple[list[Term], Floats, float]:
        width, weights = len(terms), self.row_weights
        sums, products, shares = np.zeros(width), np.zeros((width, width)), np.zeros(width)
        for piece in pieces_of(len(inputs), max(width, 1)):
            columns = _evaluate_all(terms, inputs[piece])
            by_term = counted(columns, None if weights is None else weights[piece])
            sums += by_term.sum(axis=1)
            products += by_term @ columns
            shares += by_term @ target[piece]
        rows, mean = len(inputs), float(np.average(target, weights=weights))
        means = sums / rows
        products -= rows * np.outer(means, means)
        shares -= sums * mean
        square = float(counted((target - mean) ** 2, weights).sum())
        if not width or not square:
            return [], np.empty(0), mean
        kept = choose_terms(products, shares, square, rows, self.price)
        found = np.linalg.lstsq(products[np.ix_(kept, kept)], shares[kept], rcond=1e-12)[0]
        return [terms[place] for place in kept], np.asarray(found), mean - float(means[kept] @ found)


def _knots(values: Floats) -> Floats:
    """Places between the ends where a piece may begin, as many rows between each two of them."""
    distinct = np.unique(values)
    if len(distinct) < 3:
        return np.empty(0)
    return np.unique(np.quantile(distinct, np.linspace(0, 1, min(MOST_KNOTS, len(distinct) - 2) + 2)[1:-1]))


def _evaluate(term: Term, inputs: Floats) -> Floats:
    found = np.ones(len(inputs))
    for piece in term:
        found = found * piece.evaluate(inputs)
    return found


def _evaluate_all(terms: list[Term], inputs: Floats) -> Floats:
    return np.column_stack([_evaluate(term, inputs) for term in terms]) if terms else np.empty((len(inputs), 0))


def _beside(basis: Floats, columns: Floats) -> Floats:
    """What orthonormal columns leave of others; done twice, because once loses digits."""
    once = columns - basis @ (basis.T @ columns)
    return np.asarray(once - basis @ (basis.T @ once))


def build_adaptive_splines(settings: Settings, seed: int) -> Learner:
    values = chosen(ADAPTIVE_SPLINES.settings, settings, ADAPTIVE_SPLINES.title)
    make = partial(AdaptiveSplines, values.whole("together"), values.number("price"))
    return Prepared(Recipe(keep=MOST_INPUTS), regressor=make)


ADAPTIVE_SPLINES = Algorithm(
    key="mars",
    title="Adaptive splines (MARS)",
    note="Straight pieces that bend at chosen places, and products of them; finds kinks and thresholds, readable.",
    source="Friedman 1991",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting(
            "together",
            "Inputs together",
            "How many inputs may act together in one term: 1 adds up curves, 2 allows products.",
            2,
            (1, 2, 3),
        ),
        Setting(
            "price",
            "Price of a term",
            "How much better the fit must become for one more term; 2 is Akaike's.",
            5.0,
            low=0.1,
            high=100,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"together": (1, 2), "price": (12.0, 6.0, 3.0)},
    build=build_adaptive_splines,
    uses_weights=True,
    simplicity=4,
)
