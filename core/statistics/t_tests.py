"""The t test that the paired comparisons share: one mean, one spread, one standard error."""

from collections.abc import Callable

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import is_level

ENOUGH_DEFINED = 0.8  # share of the differences that must be defined
FLAT = 1e-12  # below this share of the largest score a spread is rounding, not variation


def two_sided(t: float, df: float) -> float:
    return float(2.0 * special.stdtr(df, -abs(t)))


def upper_tail(t: float, df: float) -> float:
    return float(special.stdtr(df, -t))


def t_quantile(probability: float, df: float) -> float:
    return float(special.stdtrit(df, probability))


def reach(se: float, df: float, level: float) -> float:
    """Half the width of an interval: t quantile times standard error."""
    return t_quantile((1.0 + level) / 2.0, df) * se


def size_of(*samples: Floats) -> float:
    """The largest absolute value, against which rounding is judged; undefined values do not count."""
    return max((float(np.max(np.abs(part), where=np.isfinite(part), initial=0.0)) for part in samples), default=0.0)


def rounding_of(scale: float | None, *samples: Floats) -> float:
    """Up to here a difference is rounding: a share of the largest score, else of the largest value given."""
    return FLAT * (size_of(*samples) if scale is None else scale)


def all_defined(*samples: Floats) -> bool:
    return all(bool(np.all(np.isfinite(sample))) for sample in samples)


def one_sample(differences: Floats, ratio: float, level: float, scale: float | None = None) -> Reading:
    """t = mean / sqrt((1/J + ratio) * variance) over the J defined differences, J - 1 degrees.

    `ratio` is 0 for independent differences and n_test/n_train for resampled ones (Nadeau & Bengio 2003).
    `scale` is the largest absolute score, when the differences come from scores. At least four fifths of the
    differences must be defined (NaN = undefined); `undefined` counts the others.
    """
    known = differences[np.isfinite(differences)]
    missing, count = differences.size - known.size, known.size
    if count < ENOUGH_DEFINED * differences.size:
        return no_test(degenerate, "too_few_defined_folds", None, count, missing)
    if count < 2:
        return no_test(degenerate, "too_few_pairs", float(known[0]) if count else None, count, missing)
    mean, sd = float(np.mean(known)), float(np.std(known, ddof=1))
    if not is_level(level):
        return no_test(error, "impossible_level", mean, count, missing)
    rounding = rounding_of(scale, known)
    if sd <= rounding:
        return _without_spread(mean, rounding, count - 1, missing)
    return _tested(mean, sd, float(np.sqrt(1.0 / count + ratio)) * sd, count - 1, level, missing)


def no_test(
    kind: Callable[..., Reading], reason: str, mean: float | None = None, count: int = 0, missing: int = 0
) -> Reading:
    undefined = dict.fromkeys(("sd_diff", "se", "t", "p", "ci_low", "ci_high"))
    return kind(reason, mean_diff=mean, df=max(count - 1, 0), **undefined, undefined=missing)


def _tested(mean: float, sd: float, se: float, df: int, level: float, missing: int) -> Reading:
    t, half = mean / se, reach(se, df, level)
    ends = {"ci_low": mean - half, "ci_high": mean + half}
    return ok(mean_diff=mean, sd_diff=sd, se=se, t=t, df=df, p=two_sided(t, df), **ends, undefined=missing)


def _without_spread(mean: float, rounding: float, df: int, missing: int) -> Reading:
    if abs(mean) <= rounding:
        still = dict.fromkeys(("mean_diff", "sd_diff", "se", "t", "ci_low", "ci_high"), 0.0)
        return degenerate("identical_scores", **still, df=df, p=1.0, undefined=missing)
    values = {"mean_diff": mean, "sd_diff": 0.0, "se": 0.0, "t": None, "p": None, "ci_low": None, "ci_high": None}
    return degenerate("zero_variance", **values, df=df, undefined=missing)
