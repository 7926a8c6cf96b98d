"""Whether rounding at other places could give another class or another score."""

import numpy as np

from core.domain.dataset import Floats
from core.engine.shortcuts.row import Flags

PRECISION = float(np.finfo(np.float64).eps)
SURE = 1e-9  # least lead of the winning class
SATURATED = 40.0  # lead at which errors of the size met here change no score


def is_unsure(logs: Floats, errors: Floats | float, allowed: float) -> Flags:
    """Rows whose answer might differ; `logs` of the classes' weights and their errors, rows x classes.

    One error for all of them is an upper limit.
    """
    lead = _lead(logs)
    unsure = ~(lead > SURE)
    if isinstance(errors, float) and errors <= allowed:
        return np.asarray(unsure)
    error = np.where(logs > logs.max(axis=1)[:, None] - 2 * SATURATED, errors, 0.0).max(axis=1)
    return np.asarray(unsure | ((error > allowed) & ~(lead > SATURATED)))


def _lead(logs: Floats) -> Floats:
    """How far the first class is before the second."""
    if logs.shape[1] == 2:
        return np.abs(logs[:, 0] - logs[:, 1])
    ordered = np.partition(logs, -2, axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])
