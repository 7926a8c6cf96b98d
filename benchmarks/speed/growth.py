"""How the time of Evenfold grows with rows and with shuffles, as the exponent of a power."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.speed.race import Contender
from benchmarks.speed.row import OURS
from benchmarks.speed.table_of_loads import load_named

ROWS, SHUFFLES = "rows", "shuffles"
TIMES = 3  # the median of so many where one takes less than `SHORT` seconds
SHORT = 2.0


@dataclass(frozen=True, slots=True)
class Growing:
    """One load that grows: by which factors, in what."""

    name: str
    what: str
    factors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grown:
    growing: Growing
    seconds: tuple[float, ...]

    @property
    def exponent(self) -> float:
        return exponent(self.growing.factors, self.seconds)


GROWING: tuple[Growing, ...] = (
    Growing("W1 naive-bayes", ROWS, (1, 10, 100)),
    Growing("W1 naive-bayes", SHUFFLES, (1, 10)),
    Growing("W2 tree", ROWS, (1, 10, 100)),
    Growing("W2 tree", SHUFFLES, (1, 10)),
    Growing("W2 naive-bayes", ROWS, (1, 10, 100)),
    Growing("W2 naive-bayes", SHUFFLES, (1, 10)),
    Growing("W4 naive-bayes 699", ROWS, (1, 10, 100)),
    Growing("W4 knn 699", ROWS, (1, 10, 100)),
    Growing("W4 ridge 699", ROWS, (1, 10, 100)),
)


def exponent(factors: Sequence[int], seconds: Sequence[float]) -> float:
    """The slope of the logarithms: 1 is twice the time for twice the size."""
    return float(np.polyfit(np.log(factors), np.log(seconds), 1)[0])


def grow(growing: Growing, patience: float) -> Grown:
    """Processor seconds at each factor; those that would take longer than `patience` are left out."""
    seconds: list[float] = []
    for factor in growing.factors:
        if seconds and expected(growing.factors, seconds) > patience:
            break
        seconds.append(_seconds(growing, factor))
    return Grown(Growing(growing.name, growing.what, growing.factors[: len(seconds)]), tuple(seconds))


def expected(factors: Sequence[int], seconds: Sequence[float]) -> float:
    """About what the next factor takes: it grows as it did, but at least in proportion."""
    known = len(seconds)
    power = max(1.0, exponent(factors[known - 2 : known], seconds[-2:]) if known > 1 else 1.0)
    return float(seconds[-1] * (factors[known] / factors[known - 1]) ** power)


def _seconds(growing: Growing, factor: int) -> float:
    scale, shuffles = (factor, 1) if growing.what == ROWS else (1, factor)
    with Contender(load_named(growing.name), OURS, scale, shuffles) as contender:
        contender.wait_until_ready()
        found = [contender.run().cpu]
        while found[0] < SHORT and len(found) < TIMES:
            found.append(contender.run().cpu)
    return float(np.median(found))


def all_grown(patience: float) -> Iterator[Grown]:
    return (grow(growing, patience) for growing in GROWING)
