"""Whether a difference is one of the algorithms and not only of this data: 5 x 2 cross-validation and stability."""

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.t_tests import all_defined, rounding_of, two_sided

SHAPE = (5, 2)  # five shuffles, two folds each


def five_by_two_f(differences: Floats, scale: float | None = None) -> Reading:
    """Combined 5x2cv F: sum of squared differences over twice the sum of variances, F(10, 5) (Alpaydin 1999)."""
    freedom = {"df1": 10, "df2": 5}
    if differences.shape != SHAPE:
        return error("wrong_shape", f=None, p=None, **freedom)
    if not all_defined(differences):
        return degenerate("undefined_values", f=None, p=None, **freedom)
    rounding, variances = rounding_of(scale, differences), _variances(differences)
    if np.max(np.abs(differences)) <= rounding:
        return degenerate("identical_scores", f=0.0, p=1.0, **freedom)
    if np.sqrt(np.sum(variances)) <= rounding:
        return degenerate("zero_variance", f=None, p=None, **freedom)
    f = float(np.sum(differences**2) / (2.0 * np.sum(variances)))
    return ok(f=f, p=float(special.fdtrc(10, 5, f)), **freedom)


def five_by_two_t(differences: Floats, scale: float | None = None) -> Reading:
    """Dietterich 1998: the first difference over the root mean variance within the shuffles, 5 degrees.

    It depends on which difference comes first; the F form does not.
    """
    if differences.shape != SHAPE:
        return error("wrong_shape", t=None, df=5, p=None)
    return _first_over_spread(differences, float(np.sum(_variances(differences)) / 5.0), scale)


def five_by_two_t_as_printed(differences: Floats, scale: float | None = None) -> Reading:
    """Bradford & Brodley 2001, section 2, read with the mean of all ten: another statistic than Dietterich's."""
    if differences.shape != SHAPE:
        return error("wrong_shape", t=None, df=5, p=None)
    return _first_over_spread(differences, float(0.2 * np.sum((differences - np.mean(differences)) ** 2)), scale)


def _first_over_spread(differences: Floats, spread: float, scale: float | None) -> Reading:
    if not all_defined(differences):
        return degenerate("undefined_values", t=None, df=5, p=None)
    rounding = rounding_of(scale, differences)
    if np.max(np.abs(differences)) <= rounding:
        return degenerate("identical_scores", t=0.0, df=5, p=1.0)
    if np.sqrt(spread) <= rounding:
        return degenerate("zero_variance", t=None, df=5, p=None)
    t = float(differences[0, 0] / np.sqrt(spread))
    return ok(t=t, df=5, p=two_sided(t, 5))


def _variances(differences: Floats) -> Floats:
    centred = differences - np.mean(differences, axis=1, keepdims=True)
    return np.asarray(np.sum(centred**2, axis=1))


def stability(predicted: Floats) -> Reading:
    """Share of rows whose answer changes between shuffles; `predicted` is shuffles x rows, NaN where not predicted.

    Kohavi 1995, Proposition 1: the binomial spread of a cross-validation holds for an algorithm whose answers
    do not change with the folds that are left out.
    """
    known = np.isfinite(predicted)
    rows = np.sum(known, axis=0) >= 2
    if not np.any(rows):
        return degenerate("too_few_partitions", changing=None, rows=0, changed_rows=())
    lowest = np.min(predicted, axis=0, where=known, initial=np.inf)
    changed = np.any((predicted != lowest) & known, axis=0) & rows
    share = float(np.sum(changed) / np.sum(rows))
    return ok(changing=share, rows=int(np.sum(rows)), changed_rows=tuple(np.flatnonzero(changed).tolist()))
