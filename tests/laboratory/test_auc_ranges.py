"""Ranges of the AUC: every method has an answer or a reason, and the wide ones are wide."""

import pytest

from core.judge.scores import build_score_table
from core.laboratory.auc_ranges import METHODS, AucRanges, AucTest, compare_auc_ranges
from core.wording.model_names import names_of
from tests.gui.finished import ended, outputs_data, outputs_study, parts_data, parts_study
from tests.gui.kinds import state_of


@pytest.fixture(scope="module")
def found() -> AucRanges:
    study, data = parts_study(), parts_data()
    return compare_auc_ranges(build_score_table(study, data, ended().run), names_of(study, data), "naive-bayes", 0.95)


def test_that_every_method_has_a_range_for_both_models(found: AucRanges) -> None:
    assert not found.declined
    assert len(found.ranges) == 2 * len(METHODS)
    for one in found.ranges:
        assert one.low is not None
        assert one.high is not None
        assert 0 <= one.low < one.high <= 1


def test_that_methods_that_assume_little_are_wider(found: AucRanges) -> None:
    width = {one.method.key: (one.high or 0) - (one.low or 0) for one in found.ranges[: len(METHODS)]}
    assert width["agarwal"] > width["delong"]
    assert width["cortes-mohri"] > width["hanley-mcneil"]


def test_that_both_tests_see_the_same_gap(found: AucRanges) -> None:
    first, second = found.tests
    assert first.difference == pytest.approx(second.difference)
    assert "p = " in first.sentence()
    assert "no answer" in AucTest("X", None, None, None, None, "Because.").sentence()


def test_that_one_model_has_ranges_and_no_test() -> None:
    study, data = parts_study(), parts_data()
    alone = compare_auc_ranges(build_score_table(study, data, ended().run), names_of(study, data), None, 0.95)
    assert len(alone.ranges) == len(METHODS)
    assert alone.tests == ()


def test_that_numbers_and_more_classes_are_declined_in_words() -> None:
    study, data = outputs_study(), outputs_data()
    declined = compare_auc_ranges(build_score_table(study, data, ended(True).run), names_of(study, data), "knn", 0.95)
    assert declined.declined == "Numbers have no AUC."
    state = state_of("three classes")
    assert state.data is not None
    assert state.run is not None
    three = compare_auc_ranges(
        build_score_table(state.study, state.data, state.run), names_of(state.study, state.data), "knn", 0.95
    )
    assert "this study has 3" in three.declined
