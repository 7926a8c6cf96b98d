"""Whether rounding at other places could give another class or another score."""

import numpy as np

from core.domain.dataset import Floats
from core.engine.shortcuts.row import Flags

PRECISION = float(np.finfo(np.float64).eps)
SURE = 1e-9  # least lead of the winning class
SATURATED = 40.0  # lead at which errors of the size met here change no score


def is_unsure(logs: Floats, errors: Floats, allowed: float) -> Flags:
    """Rows whose answer might differ; `logs` of the classes' weights and their errors, rows x classes."""
    top = logs.max(axis=1)
    error = np.where(logs > top[:, None] - 2 * SATURATED, errors, 0.0).max(axis=1)
    lead = top - np.partition(logs, -2, axis=1)[:, -2]
    return np.asarray(~(lead > SURE) | ((error > allowed) & ~(lead > SATURATED)))
