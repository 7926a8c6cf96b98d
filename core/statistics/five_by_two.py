"""Five repeats into two halves: Alpaydin's F and Dietterich's t."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.distributions import two_sided_p
from core.statistics.score_tests import FTest
from core.statistics.t_tests import all_defined, rounding_of
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

SHAPE = (5, 2)  # five repeats, two folds each


@dataclass(frozen=True, slots=True)
class FiveByTwoT:
    t: float
    df: int
    p: float


def five_by_two_f(differences: Floats, scale: float | None = None) -> FTest | Undefined:
    """Combined 5x2cv F: sum of squared differences over twice the sum of variances, F(10, 5) (Alpaydin 1999)."""
    if differences.shape != SHAPE:
        return Undefined("wrong_shape")
    if not all_defined(differences):
        return Undefined("undefined_values")
    rounding, variances = rounding_of(scale, differences), _variances(differences)
    if np.max(np.abs(differences)) <= rounding:
        return Undefined("identical_scores", 0.0)
    if np.sqrt(np.sum(variances)) <= rounding:
        return Undefined("zero_variance")
    f = float(np.sum(differences**2) / (2.0 * np.sum(variances)))
    return FTest(f, 10, 5, float(special.fdtrc(10, 5, f)))


def five_by_two_t(differences: Floats, scale: float | None = None) -> FiveByTwoT | Undefined:
    """Dietterich 1998: the first difference over the root mean variance within the repeats, 5 degrees.

    It depends on which difference comes first; the F form does not.
    """
    if differences.shape != SHAPE:
        return Undefined("wrong_shape")
    return _first_over_spread(differences, float(np.sum(_variances(differences)) / 5.0), scale)


def five_by_two_t_as_printed(differences: Floats, scale: float | None = None) -> FiveByTwoT | Undefined:
    """Bradford & Brodley 2001, section 2, read with the mean of all ten: another statistic than Dietterich's."""
    if differences.shape != SHAPE:
        return Undefined("wrong_shape")
    return _first_over_spread(differences, float(0.2 * np.sum((differences - np.mean(differences)) ** 2)), scale)


def _first_over_spread(differences: Floats, spread: float, scale: float | None) -> FiveByTwoT | Undefined:
    if not all_defined(differences):
        return Undefined("undefined_values")
    rounding = rounding_of(scale, differences)
    if np.max(np.abs(differences)) <= rounding:
        return Undefined("identical_scores", 0.0)
    if np.sqrt(spread) <= rounding:
        return Undefined("zero_variance")
    t = float(differences[0, 0] / np.sqrt(spread))
    return FiveByTwoT(t, 5, two_sided_p(t, 5))


def _variances(differences: Floats) -> Floats:
    centered = differences - np.mean(differences, axis=1, keepdims=True)
    return np.asarray(np.sum(centered**2, axis=1))
