"""Values of rows whose mean is the AUC: against counting all pairs, and against DeLong's variance."""

import numpy as np
import pytest

from core.statistics.auc_row_values import compute_auc_row_values

RANDOM = np.random.default_rng(3)


def draw(rows: int, ties: bool) -> tuple[np.ndarray, np.ndarray]:
    truth = np.r_[0, 1, RANDOM.integers(0, 2, rows - 2)]
    scores = RANDOM.normal(size=rows) + truth
    return truth, np.round(scores) if ties else scores


def count_pairs(truth: np.ndarray, scores: np.ndarray) -> float:
    above = scores[truth == 1][:, None] - scores[truth == 0][None]
    return float(np.mean((above > 0) + 0.5 * (above == 0)))


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("rows", [5, 40, 300])
def test_that_the_mean_over_rows_is_the_auc(rows: int, ties: bool) -> None:
    truth, scores = draw(rows, ties)
    values = compute_auc_row_values(truth, scores)
    assert values is not None
    assert np.mean(values) == pytest.approx(count_pairs(truth, scores))


def test_that_each_class_alone_has_the_auc_as_its_mean() -> None:
    truth, scores = draw(60, ties=False)
    values = compute_auc_row_values(truth, scores)
    assert values is not None
    auc = count_pairs(truth, scores)
    assert np.mean(values[truth == 1]) == pytest.approx(auc)
    assert np.mean(values[truth == 0]) == pytest.approx(auc)


def test_that_one_class_alone_or_an_undefined_score_has_no_values() -> None:
    assert compute_auc_row_values(np.ones(4, dtype=np.int64), np.arange(4.0)) is None
    assert compute_auc_row_values(np.zeros(4, dtype=np.int64), np.arange(4.0)) is None
    assert compute_auc_row_values(np.array([0, 1]), np.array([0.5, np.nan])) is None
