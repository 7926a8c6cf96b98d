"""How probable it is that one algorithm is better, or that the two are the same for the purpose."""

from scipy import special

from core.domain.dataset import Floats
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.corrected_t import corrected_resampled_t

NAMES = ("p_a_better", "p_rope", "p_b_better")


def correlated_t(differences: Floats, ratio: float, margin: float, scale: float | None = None) -> Reading:
    """Posterior of the mean difference (Corani & Benavoli 2015; Benavoli et al. 2017): above, inside, below the margin.

    The posterior is a t distribution around the mean with the corrected standard error, prior flat.
    """
    if margin < 0:
        return error("negative_margin", **dict.fromkeys(NAMES))
    test = corrected_resampled_t(differences, ratio, scale=scale)
    if test.reason == "identical_scores":
        inside = 1.0 if margin > 0 else 0.0  # without a margin nothing lies inside it, and neither is ahead
        return degenerate(test.reason, p_a_better=(1.0 - inside) / 2, p_rope=inside, p_b_better=(1.0 - inside) / 2)
    if not test.is_ok:
        return Reading(test.status, test.reason, dict.fromkeys(NAMES))
    above = float(special.stdtr(test["df"], (test["mean_diff"] - margin) / test["se"]))
    below = float(special.stdtr(test["df"], (-margin - test["mean_diff"]) / test["se"]))
    return ok(p_a_better=above, p_rope=max(0.0, 1.0 - above - below), p_b_better=below)
