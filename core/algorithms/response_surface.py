"""Response surfaces: a quadratic equation of the inputs whose terms are chosen inside the training rows."""

from functools import partial

import numpy as np

from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import NUMBERS_ONLY, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import counted, pieces_of
from core.algorithms.stepwise import choose_terms
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings

MOST_INPUTS = 30  # columns that squares and products are formed of: 495 terms
ROUNDING = 1e-13  # share of a term's sum of squares that is nothing but rounding
LINEAR, SQUARES, INTERACTIONS, FULL = "linear", "squares", "interactions", "full"


class ResponseSurface:
    """A constant, inputs, squares and products of two inputs; a chosen square or product keeps its inputs beside it.

    A price of 0 keeps all terms; where they outnumber the rows, the solution with the smallest weights counts. Squared
    misses count by `row_weights`, of mean 1.
    """

    def __init__(self, terms: str, price: float) -> None:
        self.terms = terms
        self.price = price
        self.first: Integers = np.empty(0, dtype=np.int64)
        self.second: Integers = np.empty(0, dtype=np.int64)
        self.constant = np.empty(0)
        self.weights = np.empty((0, 0))
        self.row_weights: Floats | None = None

    def fit(self, inputs: Floats, targets: Floats) -> None:
        self._name_terms(inputs)
        weights = self.row_weights
        mean = np.average(targets, axis=0, weights=weights)
        rows, width = len(inputs), len(self.first)
        sums, products = np.zeros(width), np.zeros((width, width))
        shares = np.zeros((width, targets.shape[1]))
        for piece in pieces_of(rows, width):
            columns = self._columns(inputs[piece])
            by_term = counted(columns, None if weights is None else weights[piece])
            sums += by_term.sum(axis=1)
            products += by_term @ columns
            shares += by_term @ targets[piece]
        means, whole = sums / rows, np.diag(products).copy()
        products -= rows * np.outer(means, means)
        shares -= np.outer(sums, mean)
        constant = np.diag(products) <= ROUNDING * whole  # what is left of such a term is rounding, of either sign
        products[constant], products[:, constant], shares[constant] = 0.0, 0.0, 0.0
        squares = counted((targets - mean) ** 2, weights).sum(axis=1)
        self.weights = np.zeros((width, targets.shape[1]))
        for output, square in enumerate(squares):
            kept = self._kept(products, shares[:, output], float(square), rows)
            if len(kept):
                self.weights[kept, output] = _least_squares(products[np.ix_(kept, kept)], shares[kept, output])
        self.constant = mean - means @ self.weights

    def numbers(self, inputs: Floats) -> Floats:
        found = np.empty((len(inputs), len(self.constant)))
        for piece in pieces_of(len(inputs), len(self.first)):
            found[piece] = self._columns(inputs[piece]) @ self.weights
        return found + self.constant

    def _name_terms(self, inputs: Floats) -> None:
        """Every term is a product of two columns, the one behind the last being 1."""
        width = inputs.shape[1]
        pairs = [(place, width) for place in range(width)]
        if self.terms in (SQUARES, FULL):
            bending = [place for place in range(width) if len(np.unique(inputs[:, place])) > 2]
            pairs += [(place, place) for place in bending]
        if self.terms in (INTERACTIONS, FULL):
            pairs += [(place, other) for place in range(width) for other in range(place)]
        self.first, self.second = np.array(pairs, dtype=np.int64).T

    def _columns(self, inputs: Floats) -> Floats:
        wide = np.hstack([inputs, np.ones((len(inputs), 1))])
        return np.asarray(wide[:, self.first] * wide[:, self.second])

    def _kept(self, products: Floats, shares: Floats, square: float, rows: int) -> Integers:
        if self.price == 0 or square == 0:
            return np.arange(len(shares)) if square else np.empty(0, dtype=np.int64)
        kept = choose_terms(products, shares, square, rows, self.price)
        width = int(self.second.max())
        parents = np.concatenate([self.first[kept], self.second[kept]])
        return np.union1d(kept, parents[parents < width])  # input j is term j


def _least_squares(products: Floats, shares: Floats) -> Floats:
    """Weights of columns given by their products; columns that repeat others share what they explain."""
    sizes = np.sqrt(np.maximum(np.diag(products), 0.0))
    scale = np.where(sizes > 0, sizes, 1.0)
    strengths, directions = np.linalg.eigh(products / np.outer(scale, scale))
    is_there = strengths > len(scale) * np.finfo(np.float64).eps * 100 * strengths[-1]
    turned = directions[:, is_there]
    return np.asarray(turned @ ((turned.T @ (shares / scale)) / strengths[is_there]) / scale)


def build_response_surface(settings: Settings, seed: int) -> Learner:
    values = chosen(RESPONSE_SURFACE.settings, settings, RESPONSE_SURFACE.title)
    make = partial(ResponseSurface, values.word("terms"), values.number("price"))
    return Prepared(Recipe(keep=MOST_INPUTS), regressor=make)


RESPONSE_SURFACE = Algorithm(
    key="response-surface",
    title="Response surface (quadratic)",
    note="An equation with squares and products of the inputs; the usual model of a test plan, readable, for few rows.",
    source="Box & Wilson 1951; terms by Hurvich & Tsai 1989",
    tasks=NUMBERS_ONLY,
    settings=(
        Setting(
            "terms",
            "Terms",
            "What may stand in the equation beside the inputs: nothing, products of two, squares, or both.",
            FULL,
            (LINEAR, INTERACTIONS, SQUARES, FULL),
        ),
        Setting(
            "price",
            "Price of a term",
            "How much better the fit must become for one more term; 2 is Akaike's, 0 keeps all terms.",
            4.0,
            low=0,
            high=100,
            simpler=Simpler.HIGHER,
        ),
    ),
    grid={"terms": (SQUARES, FULL), "price": (12.0, 6.0, 3.0, 0.0)},
    build=build_response_surface,
    uses_weights=True,
    simplicity=2,
)
