"""Bootstrap: error estimates that mix seen and unseen rows, their spread, percentile and BCa ranges."""

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.distributions import is_level

UNSEEN = 0.632
SEEN = 0.368
LOSSES = ("zero-one", "squared", "absolute")


def bootstrap_632(unseen_errors: Floats, resubstitution: float) -> Reading:
    """.632 mean(e0) + .368 err_R, constants as printed (Reich eq. 10, Kohavi eq. 5); NaN = sample left out."""
    used = unseen_errors[~np.isnan(unseen_errors)]
    left_out = len(unseen_errors) - len(used)
    if len(used) == 0:
        return degenerate("no_samples", estimate=None, left_out=left_out)
    return ok(estimate=float(UNSEEN * used.mean() + SEEN * resubstitution), left_out=left_out)


def bootstrap_632_plus(unseen: float, resubstitution: float, no_information: float) -> Reading:
    """.632+ of Efron & Tibshirani 1997, with the unseen error capped at the no-information error."""
    capped = min(unseen, no_information)
    overfitting = 0.0
    if capped > resubstitution and no_information > resubstitution:
        overfitting = min(1.0, (capped - resubstitution) / (no_information - resubstitution))
    weight = UNSEEN / (1 - SEEN * overfitting)
    estimate = (1 - weight) * resubstitution + weight * capped
    return ok(relative_overfitting=overfitting, weight=weight, estimate=estimate)


def no_information_error(truth: Floats, predicted: Floats, loss: str) -> Reading:
    """Mean loss over all pairs of a true and a predicted value: what is left when inputs say nothing."""
    if loss not in LOSSES:
        return error("unknown_loss", gamma=None)
    if min(len(truth), len(predicted)) == 0:
        return degenerate("no_rows", gamma=None)
    if np.isnan(truth).any() or np.isnan(predicted).any():
        return degenerate("undefined_values", gamma=None)
    if loss == "zero-one":
        return ok(gamma=_mismatch(truth, predicted))
    gaps = np.abs(truth[:, None] - predicted[None, :])
    return ok(gamma=float(np.mean(gaps**2 if loss == "squared" else gaps)))


def _mismatch(truth: Floats, predicted: Floats) -> float:
    labels = np.union1d(truth, predicted)
    true_shares = np.array([np.mean(truth == label) for label in labels])
    predicted_shares = np.array([np.mean(predicted == label) for label in labels])
    return float(1 - true_shares @ predicted_shares)


def unseen_error(losses: Floats) -> Reading:
    """Three "e0" of samples x rows with NaN where the row was drawn: by sample, by row, and all together.

    By sample: Kohavi and Reich. By row: Err(1) of Efron & Tibshirani 1997. Together: Efron 1983.
    """
    seen = np.isnan(losses)
    if seen.all():
        return degenerate("no_unseen_rows", per_sample_mean=None, per_instance_mean=None, pooled=None)
    by_sample = np.nanmean(losses[~seen.all(axis=1)], axis=1)
    by_row = np.nanmean(losses[:, ~seen.all(axis=0)], axis=0)
    pooled = float(np.nanmean(losses))
    return ok(per_sample_mean=float(by_sample.mean()), per_instance_mean=float(by_row.mean()), pooled=pooled)


def bootstrap_optimism(resubstitution: float, on_all: Floats, on_sample: Floats) -> Reading:
    """Resubstitution error plus the mean gap between all rows and the drawn ones (Efron 1983, Reich 2.2.4)."""
    if len(on_all) != len(on_sample):
        return error("unequal_lengths", optimism=None, estimate=None)
    gaps, left_out = _finished(on_all - on_sample)
    if len(gaps) == 0:
        return degenerate("no_samples", optimism=None, estimate=None, left_out=left_out)
    optimism = float(np.mean(gaps))
    return ok(optimism=optimism, estimate=resubstitution + optimism, left_out=left_out)


def _finished(values: Floats) -> tuple[Floats, int]:
    """The values of fits that did not diverge, and how many did (NaN): left out, but with a visible count."""
    used = values[np.isfinite(values)]
    return used, len(values) - len(used)


def variability(replicates: Floats) -> Reading:
    """Standard deviation of the replicates (Reich 2.2.4, step 3)."""
    used, left_out = _finished(replicates)
    if len(used) < 2:
        return degenerate("too_few_samples", sd=None, left_out=left_out)
    return ok(sd=float(np.std(used, ddof=1)), left_out=left_out)


def percentile(replicates: Floats, level: float) -> Reading:
    """The middle `level` of the replicates (Reich 2.2.4), by linear interpolation."""
    if not is_level(level):
        return error("impossible_level", low=None, high=None)
    used, left_out = _finished(replicates)
    if len(used) < 2:
        return degenerate("too_few_samples", low=None, high=None, left_out=left_out)
    tail = (1 - level) / 2
    low, high = np.quantile(used, [tail, 1 - tail])
    return _ranged(float(low), float(high), used, left_out=left_out)


def bca(estimate: float, replicates: Floats, jackknife: Floats, level: float) -> Reading:
    """Percentiles shifted for bias (z0) and skewness (acceleration), Efron 1987.

    `jackknife` are the estimates with one row left out in turn.
    """
    if not is_level(level):
        return error("impossible_level", low=None, high=None)
    replicates, left_out = _finished(replicates)
    if min(len(replicates), len(jackknife)) < 2:
        return degenerate("too_few_samples", low=None, high=None, left_out=left_out)
    if not np.isfinite([estimate, *jackknife]).all():
        return degenerate("undefined_values", low=None, high=None, left_out=left_out)
    below = (np.mean(replicates < estimate) + np.mean(replicates <= estimate)) / 2
    pull = jackknife.mean() - jackknife
    scale = float(np.sum(pull**2)) ** 1.5
    if scale == 0:
        return degenerate("zero_variance", low=None, high=None, left_out=left_out)
    if below in (0.0, 1.0):
        return degenerate("one_sided_replicates", low=None, high=None, left_out=left_out)
    reading = _shifted(replicates, float(special.ndtri(below)), float(np.sum(pull**3) / (6 * scale)), level)
    return Reading(reading.status, reading.reason, {**reading.values, "left_out": left_out})


def bca_of_mean(sample: Floats, replicates: Floats, level: float) -> Reading:
    """BCa range of a mean over rows."""
    if len(sample) < 2:
        return degenerate("too_few_rows", low=None, high=None)
    return bca(float(sample.mean()), replicates, mean_jackknife(sample), level)


def _shifted(replicates: Floats, z0: float, acceleration: float, level: float) -> Reading:
    ends = z0 + special.ndtri([(1 - level) / 2, (1 + level) / 2])
    if (acceleration * ends >= 1).any():
        return degenerate("too_skewed", low=None, high=None)
    alphas = special.ndtr(z0 + ends / (1 - acceleration * ends))
    low, high = np.quantile(replicates, alphas)
    values = {"z0": z0, "acceleration": acceleration, "alpha1": float(alphas[0]), "alpha2": float(alphas[1])}
    return _ranged(float(low), float(high), replicates, **values)


def mean_jackknife(sample: Floats) -> Floats:
    """Means with one row left out in turn."""
    return np.asarray((sample.sum() - sample) / (len(sample) - 1))


def _ranged(low: float, high: float, replicates: Floats, **values: float) -> Reading:
    if np.ptp(replicates) == 0:
        return degenerate("zero_variance", low=low, high=high, **values)
    return ok(low=low, high=high, **values)
