"""One test of all outputs together, with the variance that decides the single outputs."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

SINGULAR = 1e12  # condition number from which a correlation matrix cannot be inverted


@dataclass(frozen=True, slots=True)
class JointDifference:
    """Hotelling's T² of several mean differences and its F test."""

    t2: float
    f: float
    df1: int
    df2: int
    p: float


def compute_joint_difference(
    means: Floats, variances: Floats, differences: Floats, units: int
) -> JointDifference | Undefined:
    """Test whether all outputs together show a difference.

    `variances` are those of the means; `differences` (splits x outputs) give only the correlations between outputs;
    `units` is the number of splits, or of groups where there are fewer. Undefined: `too_few_pairs`,
    `too_many_undefined`, `singular_covariance`.
    """
    outputs = len(means)
    known = differences[np.isfinite(differences).all(axis=1)]
    if len(known) < max(2.0, 0.8 * len(differences)):
        return Undefined("too_many_undefined")
    rest = units - outputs
    if rest < 1:
        return Undefined("too_few_pairs")
    with np.errstate(invalid="ignore"):
        correlation = np.atleast_2d(np.corrcoef(known, rowvar=False))
    if np.any(variances <= 0) or not np.isfinite(correlation).all() or np.linalg.cond(correlation) > SINGULAR:
        return Undefined("singular_covariance")
    scaled = means / np.sqrt(variances)
    t2 = float(scaled @ np.linalg.solve(correlation, scaled))
    f = rest / (outputs * (units - 1)) * t2
    return JointDifference(t2, f, outputs, rest, float(special.fdtrc(outputs, rest, f)))
