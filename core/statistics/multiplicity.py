"""What many tests do to the chance of a false claim, and how p is adjusted for a family of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class FamilyError:
    """Hold the chance of at least one false claim in a family of tests, and the level that keeps it at alpha."""

    any_false: float
    expected_false: float
    sidak_alpha: float
    bonferroni_alpha: float


@dataclass(frozen=True, slots=True)
class AdjustedP:
    """Hold adjusted p values in the given order (None stays None) and how many tests were counted."""

    adjusted: tuple[float | None, ...]
    tests: int


def familywise_error(alpha: float, tests: int) -> FamilyError | Undefined:
    """Chance of at least one false claim in independent tests, and the level each needs (Salzberg 1997, section 3).

    1 - (1 - a)^n <= alpha is the Sidak adjustment, although the paper calls it Bonferroni; Bonferroni is alpha / n.
    """
    if not 0.0 <= alpha <= 1.0 or tests < 0:
        return Undefined("out_of_range")
    if tests == 0:
        return Undefined("no_tests", 0.0)
    return FamilyError(
        any_false=_any_of(alpha, tests),
        expected_false=tests * alpha,
        sidak_alpha=_any_of(alpha, 1.0 / tests),
        bonferroni_alpha=alpha / tests,
    )


def _any_of(p: float, times: float) -> float:
    """1 - (1 - p)^times without losing digits for small p."""
    return 1.0 if p >= 1.0 and times > 0 else float(0.0 - np.expm1(times * np.log1p(-p)))


def permutation_p_value(at_least_as_large: int, permutations: int) -> float | Undefined:
    """(b + 1) / (m + 1): the observed order is one of the permutations (Phipson & Smyth 2010)."""
    if not 0 <= at_least_as_large <= permutations:
        return Undefined("out_of_range")
    return (at_least_as_large + 1) / (permutations + 1)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """`adjust` takes p values in rising order; their number is the size of the family unless more are counted."""

    key: str
    adjust: Callable[[Floats, int], Floats]


def _bonferroni(p: Floats, m: int) -> Floats:
    return np.minimum(1.0, p * m)


def _sidak(p: Floats, m: int) -> Floats:
    return np.array([_any_of(float(value), m) for value in p])


def _holm(p: Floats, m: int) -> Floats:
    return np.minimum(1.0, np.maximum.accumulate(p * (m - np.arange(p.size))))


def _holm_sidak(p: Floats, m: int) -> Floats:
    return np.maximum.accumulate([_any_of(float(value), m - place) for place, value in enumerate(p)])


def _hochberg(p: Floats, m: int) -> Floats:
    return _falling_minimum(p * (m - np.arange(p.size)))


def _benjamini_hochberg(p: Floats, m: int) -> Floats:
    return _falling_minimum(p * m / np.arange(1, p.size + 1))


def _benjamini_yekutieli(p: Floats, m: int) -> Floats:
    return _falling_minimum(p * m * float(np.sum(1.0 / np.arange(1, m + 1))) / np.arange(1, p.size + 1))


def _falling_minimum(values: Floats) -> Floats:
    return np.minimum(1.0, np.minimum.accumulate(values[::-1])[::-1])


ADJUSTMENTS: tuple[Adjustment, ...] = (
    Adjustment("bonferroni", _bonferroni),
    Adjustment("sidak", _sidak),
    Adjustment("holm", _holm),
    Adjustment("holm-sidak", _holm_sidak),
    Adjustment("hochberg", _hochberg),
    Adjustment("bh", _benjamini_hochberg),
    Adjustment("by", _benjamini_yekutieli),
)


def adjust_p(p_values: Sequence[float | None], method: str, count_undefined: bool = False) -> AdjustedP | Undefined:
    """Adjusted p in the given order; an undefined p stays None and is counted in the family only when asked."""
    found = next((row for row in ADJUSTMENTS if row.key == method.lower()), None)
    defined = [place for place, p in enumerate(p_values) if p is not None and not np.isnan(p)]
    p = np.array([p_values[place] for place in defined], dtype=np.float64)
    if found is None or not np.all((p >= 0.0) & (p <= 1.0)):
        return Undefined("unknown_method" if found is None else "out_of_range")
    m = len(p_values) if count_undefined else p.size
    adjusted: list[float | None] = [None] * len(p_values)
    order = np.argsort(p, kind="stable")
    for place, value in zip(order, found.adjust(p[order], m), strict=True):
        adjusted[defined[int(place)]] = float(value)
    return AdjustedP(tuple(adjusted), m)
