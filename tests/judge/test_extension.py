"""More repeats only while the averaged t is borderline, within the plan, and where the rows allow other repeats."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.conclusion import Answer, Conclusion, Reason, Scope
from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Findings, RepeatDetails, Status
from core.domain.study import Candidate, Columns, Question, QuestionKind, SchemeChoice, SchemeKind, Study
from core.judge.extension import extended, is_borderline, may_extend
from tests.judge.worlds import class_data

OPEN, ENOUGH = "more_partitions_needed", "significant_enough_partitions"


def study(repeats: int = 10, max_repeats: int = 55, kind: SchemeKind = SchemeKind.KFOLD) -> Study:
    scheme = SchemeChoice(kind, folds=5, repeats=repeats, max_repeats=max_repeats)
    candidates = (Candidate("lda", "lda"), Candidate("knn", "knn"))
    return Study("t", "s", Columns(target=("y",)), Question(), candidates, "lda", scheme)


def findings(word: str, measure: str = "error", status: Status = Status.OK) -> Findings:
    compared = Comparison(
        "averaged-t",
        measure,
        "knn",
        "lda",
        2.0,
        4.0,
        0.1,
        0.01,
        None,
        status,
        details=RepeatDetails((), (), enough_repeats=word),
    )
    conclusion = Conclusion(
        QuestionKind.BETTER, Answer.UNCLEAR, Reason.CANNOT_TELL, Scope.ALGORITHMS, "error", 0.95, 1, 0
    )
    return Findings((), (compared,), (), conclusion)


def grouped(groups: int) -> Dataset:
    data = class_data(60)
    return replace(data, groups=np.arange(60) % groups, group_name="machine")


def test_that_a_borderline_study_goes_on() -> None:
    longer = extended(study(), class_data(60), findings(OPEN))
    assert longer is not None
    assert longer.scheme == replace(study().scheme, repeats=15)


@pytest.mark.parametrize(("repeats", "then"), [(50, 55), (53, 55)])
def test_that_it_never_goes_beyond_the_plan(repeats: int, then: int) -> None:
    longer = extended(study(repeats), class_data(60), findings(OPEN))
    assert longer is not None
    assert longer.scheme.repeats == then
    assert extended(longer, class_data(60), findings(OPEN)) is None


def test_that_enough_is_enough() -> None:
    assert extended(study(), class_data(60), findings(ENOUGH)) is None


def test_that_only_the_main_measure_asks_for_more() -> None:
    assert not is_borderline(study(), findings(OPEN, measure="auc"))


def test_that_an_undefined_t_asks_for_nothing() -> None:
    assert not is_borderline(study(), findings(OPEN, status=Status.DEGENERATE))


def test_that_a_single_possible_repeat_cannot_be_extended() -> None:
    assert extended(study(repeats=10), grouped(5), findings(OPEN)) is None


@pytest.mark.parametrize("kind", [SchemeKind.REPEATED_HOLDOUT, SchemeKind.TIME, SchemeKind.LEAVE_ONE_OUT])
def test_that_only_repeatd_folds_are_extended(kind: SchemeKind) -> None:
    assert not may_extend(study(kind=kind))
