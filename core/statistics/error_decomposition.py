"""The expected squared error as bias squared, variance and noise (Reich & Barai 1999, eq. 9)."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class ErrorParts:
    """Hold the three parts of a mean squared error, and their sum."""

    bias2: float
    variance: float
    noise: float

    @property
    def total(self) -> float:
        return self.bias2 + self.variance + self.noise


def decompose_squared_error(predicted: Floats, truth: Floats, noise: float) -> ErrorParts | Undefined:
    """Split the error where the truth is known: `predicted` is training sets x points, `truth` E[y | x] of each point.

    The variance divides by D - 1, and what the mean of D predictions still varies (variance / D) is taken off the
    bias squared, so that both are unbiased for any number of training sets; a bias below 0 by chance becomes 0.
    """
    if predicted.ndim != 2 or len(predicted) < 2 or predicted.shape[1] != len(truth) or not len(truth):
        return Undefined("too_few_samples")
    if not (np.isfinite(predicted).all() and np.isfinite(truth).all() and noise >= 0):
        return Undefined("undefined_values")
    variance = float(np.mean(np.var(predicted, axis=0, ddof=1)))
    raw = float(np.mean((np.mean(predicted, axis=0) - truth) ** 2))
    return ErrorParts(max(0.0, raw - variance / len(predicted)), variance, float(noise))


def decompose_with_replicates(predicted: Floats, observed: Floats, noise: float) -> ErrorParts | Undefined:
    """Split the error on rows whose truth is not known, with a noise that replicates gave.

    `predicted` is repeats x rows, each row predicted by models that have not seen it. What the squared error holds
    beyond variance and noise is the bias squared; below 0 by chance it becomes 0.
    """
    if predicted.ndim != 2 or len(predicted) < 2 or predicted.shape[1] != len(observed) or not len(observed):
        return Undefined("too_few_samples")
    if not (np.isfinite(predicted).all() and np.isfinite(observed).all() and noise >= 0):
        return Undefined("undefined_values")
    variance = float(np.mean(np.var(predicted, axis=0, ddof=1)))
    total = float(np.mean((predicted - observed) ** 2))
    return ErrorParts(max(0.0, total - variance - noise), variance, float(noise))
