"""Bootstrap: error estimates that mix seen and unseen rows, their spread, percentile and BCa ranges."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.distributions import is_level
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

UNSEEN = 0.632
SEEN = 0.368
LOSSES = ("zero-one", "squared", "absolute")


@dataclass(frozen=True, slots=True)
class BootstrapEstimate:
    """Hold a bootstrap estimate of an error; `left_out` counts the samples without a value."""

    estimate: float
    left_out: int


@dataclass(frozen=True, slots=True)
class PlusEstimate:
    """Hold the .632+ estimate with the weight it gave to unseen rows."""

    estimate: float
    weight: float
    relative_overfitting: float


@dataclass(frozen=True, slots=True)
class UnseenError:
    """Hold the error on rows that were not drawn: averaged by sample, by row, and all together."""

    by_sample: float
    by_row: float
    pooled: float


@dataclass(frozen=True, slots=True)
class OptimismEstimate:
    optimism: float
    estimate: float
    left_out: int


@dataclass(frozen=True, slots=True)
class ReplicateSpread:
    sd: float
    left_out: int


@dataclass(frozen=True, slots=True)
class PercentileInterval:
    low: float
    high: float
    left_out: int


@dataclass(frozen=True, slots=True)
class BcaInterval:
    """Hold a bias-corrected and accelerated range: `lower_share` and `upper_share` are the percentiles it took."""

    low: float
    high: float
    bias: float
    acceleration: float
    lower_share: float
    upper_share: float
    left_out: int


def bootstrap_632(unseen_errors: Floats, resubstitution: float) -> BootstrapEstimate | Undefined:
    """.632 mean(e0) + .368 err_R, constants as printed (Reich eq. 10, Kohavi eq. 5); NaN = sample left out."""
    used = unseen_errors[~np.isnan(unseen_errors)]
    left_out = len(unseen_errors) - len(used)
    if len(used) == 0:
        return Undefined("no_samples")
    return BootstrapEstimate(float(UNSEEN * used.mean() + SEEN * resubstitution), left_out)


def bootstrap_632_plus(unseen: float, resubstitution: float, no_information: float) -> PlusEstimate:
    """.632+ of Efron & Tibshirani 1997, with the unseen error capped at the no-information error."""
    capped = min(unseen, no_information)
    overfitting = 0.0
    if capped > resubstitution and no_information > resubstitution:
        overfitting = min(1.0, (capped - resubstitution) / (no_information - resubstitution))
    weight = UNSEEN / (1 - SEEN * overfitting)
    return PlusEstimate((1 - weight) * resubstitution + weight * capped, weight, overfitting)


def no_information_error(truth: Floats, predicted: Floats, loss: str) -> float | Undefined:
    """Mean loss over all pairs of a true and a predicted value: what is left when inputs say nothing."""
    if loss not in LOSSES:
        return Undefined("unknown_loss")
    if min(len(truth), len(predicted)) == 0:
        return Undefined("no_rows")
    if np.isnan(truth).any() or np.isnan(predicted).any():
        return Undefined("undefined_values")
    if loss == "zero-one":
        return _mismatch(truth, predicted)
    differences = np.abs(truth[:, None] - predicted[None, :])
    return float(np.mean(differences**2 if loss == "squared" else differences))


def _mismatch(truth: Floats, predicted: Floats) -> float:
    labels = np.union1d(truth, predicted)
    true_shares = np.array([np.mean(truth == label) for label in labels])
    predicted_shares = np.array([np.mean(predicted == label) for label in labels])
    return float(1 - true_shares @ predicted_shares)


def unseen_error(losses: Floats) -> UnseenError | Undefined:
    """Three "e0" of samples x rows with NaN where the row was drawn: by sample, by row, and all together.

    By sample: Kohavi and Reich. By row: Err(1) of Efron & Tibshirani 1997. Together: Efron 1983.
    """
    seen = np.isnan(losses)
    if seen.all():
        return Undefined("no_unseen_rows")
    by_sample = np.nanmean(losses[~seen.all(axis=1)], axis=1)
    by_row = np.nanmean(losses[:, ~seen.all(axis=0)], axis=0)
    return UnseenError(float(by_sample.mean()), float(by_row.mean()), float(np.nanmean(losses)))


def bootstrap_optimism(resubstitution: float, on_all: Floats, on_sample: Floats) -> OptimismEstimate | Undefined:
    """Resubstitution error plus the mean difference between all rows and the drawn ones (Efron 1983, Reich 2.2.4)."""
    if len(on_all) != len(on_sample):
        return Undefined("unequal_lengths")
    differences, left_out = _finished(on_all - on_sample)
    if len(differences) == 0:
        return Undefined("no_samples")
    optimism = float(np.mean(differences))
    return OptimismEstimate(optimism, resubstitution + optimism, left_out)


def _finished(values: Floats) -> tuple[Floats, int]:
    """The values of fits that did not diverge, and how many did (NaN): left out, but with a visible count."""
    used = values[np.isfinite(values)]
    return used, len(values) - len(used)


def variability(replicates: Floats) -> ReplicateSpread | Undefined:
    """Standard deviation of the replicates (Reich 2.2.4, step 3)."""
    used, left_out = _finished(replicates)
    if len(used) < 2:
        return Undefined("too_few_samples")
    return ReplicateSpread(float(np.std(used, ddof=1)), left_out)


def percentile(replicates: Floats, level: float) -> PercentileInterval | Undefined:
    """The middle `level` of the replicates (Reich 2.2.4), by linear interpolation."""
    if not is_level(level):
        return Undefined("impossible_level")
    used, left_out = _finished(replicates)
    if len(used) < 2:
        return Undefined("too_few_samples")
    tail = (1 - level) / 2
    low, high = np.quantile(used, [tail, 1 - tail])
    if np.ptp(used) == 0:
        return Undefined("zero_variance", float(low))
    return PercentileInterval(float(low), float(high), left_out)


def bca(estimate: float, replicates: Floats, jackknife: Floats, level: float) -> BcaInterval | Undefined:
    """Percentiles shifted for bias (z0) and skewness (acceleration), Efron 1987.

    `jackknife` are the estimates with one row left out in turn.
    """
    if not is_level(level):
        return Undefined("impossible_level")
    replicates, left_out = _finished(replicates)
    if min(len(replicates), len(jackknife)) < 2:
        return Undefined("too_few_samples")
    if not np.isfinite([estimate, *jackknife]).all():
        return Undefined("undefined_values")
    below = (np.mean(replicates < estimate) + np.mean(replicates <= estimate)) / 2
    pull = jackknife.mean() - jackknife
    scale = float(np.sum(pull**2)) ** 1.5
    if scale == 0:
        return Undefined("zero_variance")
    if below in (0.0, 1.0):
        return Undefined("one_sided_replicates")
    bias, acceleration = float(special.ndtri(below)), float(np.sum(pull**3) / (6 * scale))
    ends = bias + special.ndtri([(1 - level) / 2, (1 + level) / 2])
    if (acceleration * ends >= 1).any():
        return Undefined("too_skewed")
    shares = special.ndtr(bias + ends / (1 - acceleration * ends))
    low, high = (float(end) for end in np.quantile(replicates, shares))
    if np.ptp(replicates) == 0:
        return Undefined("zero_variance", low)
    return BcaInterval(low, high, bias, acceleration, float(shares[0]), float(shares[1]), left_out)


def bca_of_mean(sample: Floats, replicates: Floats, level: float) -> BcaInterval | Undefined:
    """BCa range of a mean over rows."""
    if len(sample) < 2:
        return Undefined("too_few_rows")
    return bca(float(sample.mean()), replicates, mean_jackknife(sample), level)


def mean_jackknife(sample: Floats) -> Floats:
    """Means with one row left out in turn."""
    return np.asarray((sample.sum() - sample) / (len(sample) - 1))
