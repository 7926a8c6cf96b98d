"""Missing answers and unequal lengths: a reason and no number."""

import numpy as np
import pytest

from core.statistics.class_measures import confusion_metrics
from core.statistics.number_measures import r2, regression_errors
from core.statistics.ranking_measures import auc, auc_multiclass
from core.statistics.undefined import Undefined

TRUTH, SCORE, SHORT = np.array([0, 1, 1]), np.array([0.2, np.nan, 0.9]), np.array([0.2, 0.9])


@pytest.mark.parametrize(
    ("reading", "reason"),
    [
        (confusion_metrics(TRUTH, SCORE, 0.5), "missing_score"),
        (confusion_metrics(TRUTH, SHORT, 0.5), "unequal_lengths"),
        (auc(TRUTH, SHORT), "unequal_lengths"),
        (auc_multiclass(TRUTH, np.zeros((2, 2))), "unequal_lengths"),
        (auc_multiclass(TRUTH, np.zeros(3)), "unequal_lengths"),
        (auc_multiclass(TRUTH, np.zeros((3, 1))), "unknown_class"),
        (auc_multiclass(np.array([0, 1, 2]), np.zeros((3, 2))), "unknown_class"),
        (auc_multiclass(np.array([0, 1, -1]), np.zeros((3, 2))), "unknown_class"),
        (regression_errors(SCORE, np.ones(3)), "undefined_values"),
        (regression_errors(np.ones(3), SCORE), "undefined_values"),
        (regression_errors(SHORT, np.ones(3)), "unequal_lengths"),
        (r2(SHORT, np.array([0.1, np.nan])), "undefined_values"),
        (r2(SHORT, np.ones(3)), "unequal_lengths"),
    ],
)
def test_that_bad_input_gives_a_reason_and_no_number(reading: Undefined, reason: str) -> None:
    assert reading == Undefined(reason)
