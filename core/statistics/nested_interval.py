"""An honest spread for a cross-validated error, from folds left out two at a time."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.undefined import Undefined

Losses = tuple[tuple[Floats, ...], ...]


@dataclass(frozen=True, slots=True)
class NestedEstimate:
    """Hold a nested cross-validated error; `standard_error` lies between the naive one and sqrt(folds) times it."""

    mean: float
    mean_squared_error: float
    naive_error: float
    standard_error: float


def nested_cv_mse(losses: Losses) -> NestedEstimate | Undefined:
    """Bates, Hastie & Tibshirani 2023, algorithm 1: mean of (inner - outer mean)^2 - var(outer)/n per fold.

    `losses[f][g]` are the losses of fold f when folds f and g were both left out; `losses[f][f]`: only f.
    The standard error is kept between the naive one (spread of the inner losses) and sqrt(K) times it.
    """
    folds = len(losses)
    if any(len(tested) != folds for tested in losses) or any(np.isnan(part).any() for row in losses for part in row):
        return Undefined("undefined_values")
    if folds < 3 or min(len(losses[f][f]) for f in range(folds)) < 2:
        return Undefined("too_few_folds" if folds < 3 else "too_few_rows")
    inner = [np.concatenate([losses[f][g] for f in range(folds) if f != g]) for g in range(folds)]
    outer = [losses[f][f] for f in range(folds)]
    differences = [
        (inside.mean() - outside.mean()) ** 2 - np.var(outside, ddof=1) / len(outside)
        for inside, outside in zip(inner, outer, strict=True)
    ]
    mse = float(np.mean(differences))
    everything = np.concatenate(inner)
    naive = float(np.std(everything, ddof=1)) / math.sqrt(sum(len(fold) for fold in outer))
    final = min(max(math.sqrt(max(mse, 0.0)), naive), math.sqrt(folds) * naive)
    return NestedEstimate(float(np.mean(everything)), mse, naive, final)
