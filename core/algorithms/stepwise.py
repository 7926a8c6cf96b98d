"""Which terms of a sum are worth their weight: one after another enters or leaves, by the training rows alone."""

import numpy as np

from core.domain.dataset import Floats, Integers

NOT_NEW = 1e-7  # share of a column that the chosen ones do not explain yet; below, it only repeats them


def choose_terms(products: Floats, shares: Floats, square: float, rows: int, price: float) -> Integers:
    """Return the positions of the chosen columns, starting from none.

    `products` are the sums of products of all pairs of centered columns, `shares` theirs with the centered output,
    `square` the sum of squares of the output. A term stays if it lowers rows * log(squared misses) by more than its
    price; 2 is Akaike's, which grows as the weights come near the rows (Hurvich & Tsai 1989). Terms enter and leave by
    sweeping (Goodnight 1979), so no model is fitted anew.
    """
    sizes = np.sqrt(np.maximum(np.diag(products), 0.0))  # rounding can leave less than nothing
    scale = np.append(np.where(sizes > 0, sizes, 1.0), np.sqrt(square) or 1.0)
    table = np.block([[products, shares[:, None]], [shares[None, :], np.array([[square]])]]) / np.outer(scale, scale)
    is_in = np.zeros(len(sizes), dtype=bool)
    best = _cost(table[-1, -1], 0, rows, price)
    for _ in range(4 * len(sizes)):
        left = np.diag(table)[:-1]
        gains = np.divide(table[:-1, -1] ** 2, left, out=np.full(len(sizes), -np.inf), where=np.abs(left) > NOT_NEW)
        entering = np.where(is_in | (left <= NOT_NEW), -np.inf, gains)
        leaving = np.where(is_in, -gains, -np.inf)  # the squared misses grow
        count = int(is_in.sum())
        moves = [(int(np.argmax(entering)), count + 1), (int(np.argmax(leaving)), count - 1)]
        costs = [
            _cost(table[-1, -1] - gain, terms, rows, price)
            for gain, (_, terms) in zip((entering.max(), leaving.max()), moves, strict=True)
        ]
        move = int(np.argmin(costs))
        if not costs[move] < best - 1e-9:
            break
        best, place = costs[move], moves[move][0]
        table = _swept(table, place)
        is_in[place] = not is_in[place]
    return np.flatnonzero(is_in)


def _cost(misses: float, terms: int, rows: int, price: float) -> float:
    free = rows - terms - 3  # beside the terms: the constant, the noise, and one
    if not np.isfinite(misses) or free <= 0:
        return np.inf
    return float(rows * np.log(max(misses, 1e-12)) + price * (terms + 2) * rows / free)


def _swept(table: Floats, place: int) -> Floats:
    """Take a column into the sum, or out of it again: sweeping twice restores the table."""
    pivot = table[place, place]
    row = table[place] / pivot
    found = table - np.outer(table[:, place], row)
    found[place] = row
    found[:, place] = table[:, place] / (-pivot)
    found[place, place] = 1 / pivot
    return np.asarray(found)
