"""Tests for scores of overlapping training sets: the corrected t of Nadeau and Bengio, and equivalence by it."""

from core.domain.dataset import Floats
from core.domain.reading import Reading, error
from core.statistics.paired_tests import equivalence
from core.statistics.t_tests import no_test, one_sample


def corrected_resampled_t(
    differences: Floats, test_train_ratio: float, level: float = 0.95, scale: float | None = None
) -> Reading:
    """t = mean / sqrt((1/J + n_test/n_train) s^2), J - 1 degrees (Nadeau & Bengio 2003; Bouckaert & Frank 2004)."""
    if test_train_ratio < 0:
        return no_test(error, "negative_ratio")
    return one_sample(differences, test_train_ratio, level, scale)


def corrected_equivalence(
    differences: Floats, test_train_ratio: float, margin: float, scale: float | None = None
) -> Reading:
    return equivalence(corrected_resampled_t(differences, test_train_ratio, scale=scale), margin)
