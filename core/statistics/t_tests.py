"""Student's t in all its forms: one mean, paired scores, splits that share training rows, two separate samples.

The standard error of a mean over J splits of the same rows is sqrt((1/J + test rows / training rows) s²), because
the splits share training rows (Nadeau & Bengio 2003). It stands here once; a ratio of 0 gives the plain t.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.distributions import is_level, t_quantile, two_sided_p, upper_tail_p
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

ENOUGH_DEFINED = 0.8  # share of the values that must be defined
FLAT = 1e-12  # below this share of the largest score a spread is rounding, not variation


@dataclass(frozen=True, slots=True)
class TTest:
    """Hold a mean, its t test against 0 and its range; `undefined` counts the values that were left out."""

    mean: float
    sd: float
    standard_error: float
    t: float
    df: float
    p: float
    low: float
    high: float
    undefined: int = 0


@dataclass(frozen=True, slots=True)
class TwoSampleT:
    """Hold the difference of two separate means; `df` is None for the normal form."""

    difference: float
    standard_error: float
    t: float
    df: float | None
    p: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EquivalenceTest:
    """Hold two one-sided tests against -margin and +margin (Schuirmann 1987); `p` is the larger of the two."""

    t_lower: float
    p_lower: float
    t_upper: float
    p_upper: float
    p: float


@dataclass(frozen=True, slots=True)
class PosteriorChances:
    """Hold the chances that the first is better, that both are the same for the purpose, that the second is."""

    first_better: float
    same: float
    second_better: float


@dataclass(frozen=True, slots=True)
class SampleSummary:
    """A sample known by its mean, its standard deviation and its size."""

    mean: float
    sd: float
    size: int


def size_of(*samples: Floats) -> float:
    """The largest absolute value, against which rounding is judged; undefined values do not count."""
    return max((float(np.max(np.abs(part), where=np.isfinite(part), initial=0.0)) for part in samples), default=0.0)


def rounding_of(scale: float | None, *samples: Floats) -> float:
    """Up to here a difference is rounding: a share of the largest score, else of the largest value given."""
    return FLAT * (size_of(*samples) if scale is None else scale)


def all_defined(*samples: Floats) -> bool:
    return all(bool(np.all(np.isfinite(sample))) for sample in samples)


def compute_corrected_variance(values: Floats, test_train_ratio: float) -> float:
    """Variance of a mean over splits whose training sets share rows: (1/J + test rows / training rows) s²."""
    return (1.0 / values.size + test_train_ratio) * float(np.var(values, ddof=1))


def corrected_resampled_t(
    values: Floats, test_train_ratio: float, level: float = 0.95, scale: float | None = None
) -> TTest | Undefined:
    """t = mean / sqrt((1/J + n_test/n_train) s²), J - 1 degrees (Nadeau & Bengio 2003; Bouckaert & Frank 2004).

    Over the defined values (NaN = undefined), if at least four in five are defined. `scale` is the largest absolute
    score, when the values are differences of scores; against it a spread is told from rounding.
    """
    known = values[np.isfinite(values)]
    count = known.size
    if not 0 <= test_train_ratio < math.inf:
        return Undefined("negative_ratio" if test_train_ratio < 0 else "impossible_ratio")
    if count < ENOUGH_DEFINED * values.size:
        return Undefined("too_few_defined_folds")
    if count < 2:
        return Undefined("too_few_pairs", float(known[0]) if count else None)
    mean, sd = float(np.mean(known)), float(np.std(known, ddof=1))
    if not is_level(level):
        return Undefined("impossible_level", mean)
    rounding = rounding_of(scale, known)
    if sd <= rounding:
        return Undefined("identical_scores", 0.0) if abs(mean) <= rounding else Undefined("zero_variance", mean)
    error = math.sqrt(compute_corrected_variance(known, test_train_ratio))
    return _finish_test(SampleSummary(mean, sd, count), error, level, values.size - count)


def one_sample_t(values: Floats, level: float = 0.95, scale: float | None = None) -> TTest | Undefined:
    """The plain t of one mean (Reich eq. 6-8). Runs on one data set depend on each other: there it is too narrow."""
    return corrected_resampled_t(values, 0.0, level, scale)


def one_sample_t_from_summary(sample: SampleSummary, level: float) -> TTest | Undefined:
    """Reich eq. 6-8 from a printed mean and standard deviation."""
    if sample.sd < 0:
        return Undefined("negative_spread", sample.mean)
    if sample.size < 2:
        return Undefined("too_few_pairs", sample.mean)
    if not is_level(level):
        return Undefined("impossible_level", sample.mean)
    if sample.sd == 0:
        return Undefined("zero_variance", sample.mean)
    return _finish_test(sample, sample.sd / math.sqrt(sample.size), level, 0)


def paired_t(first: Floats, second: Floats, level: float = 0.95) -> TTest | Undefined:
    if first.shape != second.shape:
        return Undefined("unequal_lengths")
    return one_sample_t(first - second, level, size_of(first, second))


def compute_covariance_of_means(first: Floats, second: Floats) -> float | None:
    """Reich & Barai 1999, eq. 14: what pairing takes off the variance of the difference; None for unequal series."""
    if first.shape != second.shape:
        return None
    known = np.isfinite(first - second)
    count = int(np.sum(known))
    return float(np.cov(first[known], second[known], ddof=1)[0, 1]) / count if count > 1 else None


def two_sample_t(first: Floats, second: Floats, method: str = "welch", level: float = 0.95) -> TwoSampleT | Undefined:
    if min(first.size, second.size) < 2:
        return Undefined("too_few_pairs")
    if not all_defined(first, second):
        return Undefined("undefined_values")
    samples = [SampleSummary(float(np.mean(part)), sample_sd(part), part.size) for part in (first, second)]
    return two_sample_t_from_summary(samples[0], samples[1], method, level, size_of(first, second))


def two_sample_t_from_summary(
    first: SampleSummary, second: SampleSummary, method: str = "welch", level: float = 0.95, scale: float | None = None
) -> TwoSampleT | Undefined:
    """Independent series (Reich & Barai 1999, eq. 11-13): item 1 is z, 2 pooled, 5 welch, 6 cautious."""
    if method not in ("pooled", "welch", "cautious", "z"):
        return Undefined("unknown_method")
    if not is_level(level):
        return Undefined("impossible_level")
    if min(first.sd, second.sd) < 0:
        return Undefined("negative_spread")
    if min(first.size, second.size) < 2:
        return Undefined("too_few_pairs")
    difference = first.mean - second.mean
    error, df = _error_and_freedom(first, second, method)
    rounding = FLAT * (max(abs(first.mean), abs(second.mean)) if scale is None else scale)
    if max(first.sd, second.sd) <= rounding or error == 0.0:
        same = abs(difference) <= rounding
        return Undefined("identical_scores", 0.0) if same else Undefined("zero_variance", difference)
    t, reach = difference / error, t_quantile(level, df) * error
    return TwoSampleT(
        difference=difference,
        standard_error=error,
        t=t,
        df=df if math.isfinite(df) else None,
        p=two_sided_p(t, df),
        low=difference - reach,
        high=difference + reach,
    )


def sample_sd(values: Floats) -> float:
    return float(np.std(values, ddof=1))


def equivalence(found: TTest | Undefined, margin: float) -> EquivalenceTest | Undefined:
    """Two one-sided tests of a mean against -margin and +margin; what has no test has no equivalence either."""
    if margin < 0:
        return Undefined("negative_margin")
    if isinstance(found, Undefined):
        return found
    lower, upper = ((found.mean + side * margin) / found.standard_error for side in (1.0, -1.0))
    p_lower, p_upper = upper_tail_p(lower, found.df), upper_tail_p(-upper, found.df)
    return EquivalenceTest(lower, p_lower, upper, p_upper, max(p_lower, p_upper))


def correlated_bayesian_t(
    differences: Floats, test_train_ratio: float, margin: float, scale: float | None = None
) -> PosteriorChances | Undefined:
    """Posterior of the mean difference (Corani & Benavoli 2015; Benavoli et al. 2017): above, inside, below the margin.

    The posterior is a t distribution around the mean with the corrected standard error, prior flat. Identical scores
    lie inside the margin; without a margin nothing lies inside it, and neither is ahead.
    """
    if margin < 0:
        return Undefined("negative_margin")
    found = corrected_resampled_t(differences, test_train_ratio, scale=scale)
    if isinstance(found, Undefined):
        if found.reason != "identical_scores":
            return found
        inside = 1.0 if margin > 0 else 0.0
        return PosteriorChances((1.0 - inside) / 2, inside, (1.0 - inside) / 2)
    return compute_posterior_chances(found.mean, found.standard_error, found.df, margin)


def compute_posterior_chances(mean: float, standard_error: float, df: float, margin: float) -> PosteriorChances:
    """How much of a t distribution around the mean lies above, inside and below the margin; the prior is flat."""
    above = float(special.stdtr(df, (mean - margin) / standard_error))
    below = float(special.stdtr(df, (-margin - mean) / standard_error))
    return PosteriorChances(above, max(0.0, 1.0 - above - below), below)


def _finish_test(sample: SampleSummary, error: float, level: float, undefined: int) -> TTest:
    df, t = sample.size - 1, sample.mean / error
    reach = t_quantile(level, df) * error
    return TTest(
        mean=sample.mean,
        sd=sample.sd,
        standard_error=error,
        t=t,
        df=df,
        p=two_sided_p(t, df),
        low=sample.mean - reach,
        high=sample.mean + reach,
        undefined=undefined,
    )


def _error_and_freedom(first: SampleSummary, second: SampleSummary, method: str) -> tuple[float, float]:
    n1, n2 = first.size, second.size
    if method == "pooled":
        pooled = ((n1 - 1) * first.sd**2 + (n2 - 1) * second.sd**2) / (n1 + n2 - 2)
        return math.sqrt(pooled * (1 / n1 + 1 / n2)), float(n1 + n2 - 2)
    part1, part2 = first.sd**2 / n1, second.sd**2 / n2
    error = math.sqrt(part1 + part2)
    if method == "cautious" or error == 0.0:
        return error, float(min(n1, n2) - 1)
    if method == "z":
        return error, math.inf
    share = part1 / (part1 + part2)
    return error, 1.0 / (share**2 / (n1 - 1) + (1.0 - share) ** 2 / (n2 - 1))
