"""The central limit range: mean and spread of the rows of one repeat, against arithmetic done here."""

import numpy as np
import pytest

from core.domain.evidence import MAIN
from core.laboratory.clt_range import compute_clt_range
from core.wording.tendency_text import TENDENCIES, word_tendency
from tests.gui.finished import ended, parts_data, parts_study


def test_that_the_range_is_that_of_the_rows_of_the_first_repeat() -> None:
    study, data, run = parts_study(), parts_data(), ended().run
    wrong = {key: np.zeros(data.size) for key in ("lda", "knn")}
    for one in run.outcomes:
        if one.job.part == MAIN and one.job.repeat == 0 and one.job.candidate in wrong and one.predicted is not None:
            wrong[one.job.candidate][one.rows] = one.predicted[:, 0] != data.targets[one.rows, 0]
    gaps = wrong["lda"] - wrong["knn"]
    found = compute_clt_range(study, data, run, "knn", "lda", 0, 0.95)
    assert found is not None
    assert found.mean == pytest.approx(gaps.mean())
    assert found.high - found.mean == pytest.approx(1.959964 * gaps.std() / np.sqrt(data.size))
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_that_only_measured_tests_have_a_tendency() -> None:
    for key in TENDENCIES:
        assert "of 100 simulated studies" in word_tendency(key)
    assert "in 2 to 14 of 100 simulated studies, 6 on average over 43 settings" in word_tendency("nested")
    assert word_tendency("bayes") == ""
