"""The t test that the paired comparisons share: one mean, one spread, one standard error."""

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, ok

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
    """The largest absolute value, against which rounding is judged."""
    return max((float(np.max(np.abs(sample))) for sample in samples if sample.size), default=0.0)


def one_sample(differences: Floats, weight: float, level: float, scale: float | None = None) -> Reading:
    """t = mean / sqrt(weight * variance) with one degree less than differences.

    `weight` is 1/J for independent differences and 1/J + n_test/n_train for resampled ones (Nadeau & Bengio 2003).
    `scale` is the largest absolute score, when the differences come from scores.
    """
    count = differences.size
    if count < 2:
        return _too_few(differences)
    mean, sd = float(np.mean(differences)), float(np.std(differences, ddof=1))
    rounding = FLAT * (size_of(differences) if scale is None else scale)
    if sd <= rounding:
        return _without_spread(mean, rounding, count - 1)
    se, df = float(np.sqrt(weight)) * sd, count - 1
    half = reach(se, df, level)
    t = mean / se
    return ok(
        mean_diff=mean, sd_diff=sd, se=se, t=t, df=df, p=two_sided(t, df), ci_low=mean - half, ci_high=mean + half
    )


def _too_few(differences: Floats) -> Reading:
    mean = float(differences[0]) if differences.size else None
    undefined = dict.fromkeys(("sd_diff", "se", "t", "p", "ci_low", "ci_high"))
    return degenerate("too_few_pairs", mean_diff=mean, df=max(differences.size - 1, 0), **undefined)


def _without_spread(mean: float, rounding: float, df: int) -> Reading:
    if abs(mean) <= rounding:
        still = dict.fromkeys(("mean_diff", "sd_diff", "se", "t", "ci_low", "ci_high"), 0.0)
        return degenerate("identical_scores", **still, df=df, p=1.0)
    return degenerate(
        "zero_variance", mean_diff=mean, sd_diff=0.0, se=0.0, t=None, df=df, p=None, ci_low=None, ci_high=None
    )
