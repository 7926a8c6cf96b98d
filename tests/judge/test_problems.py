"""What Evenfold says about a plan before the lock, and the way out it offers."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.problem import Problem, Severity
from core.domain.study import Candidate, QuestionKind, SchemeKind, Study
from core.judge.problems import problems
from tests.judge.worlds import BANNED, class_data, number_data, study_of, with_scheme


def found(study: Study, data: Dataset, key: str) -> Problem | None:
    return next((problem for problem in problems(study, data) if problem.id == key), None)


def unequal(rows: int, rare: int, groups: int = 0) -> Dataset:
    data = class_data(rows, groups=groups)
    targets = np.zeros((rows, 1))
    targets[:rare] = 1
    return replace(data, targets=targets)


def test_that_a_plain_study_of_enough_rows_has_no_problem() -> None:
    data = class_data(3000)
    assert problems(study_of(data), data) == ()


def test_that_a_margin_of_zero_is_noted_and_one_beyond_all_errors_blocks() -> None:
    data = unequal(3000, 600)
    assert found(study_of(data, margin=0.0), data, "MARGIN-0") is not None
    blocking = found(study_of(data, margin=25.0), data, "MARGIN-BIG")
    assert blocking is not None
    assert blocking.severity is Severity.BLOCKS
    assert blocking.text == "A gap of 25 per 100 is larger than all the errors there are (20)."
    assert blocking.fixes[0].value == 2.0


def test_that_what_is_offered_for_too_large_a_margin_is_small_enough() -> None:
    rare = unequal(3000, 36)
    blocking = found(study_of(rare), rare, "MARGIN-BIG")
    assert blocking is not None
    assert blocking.text == "A gap of 2 per 100 is larger than all the errors there are (1.2)."
    assert blocking.fixes[0].value == 0.3
    assert found(study_of(rare, margin=0.3), rare, "MARGIN-BIG") is None


def test_that_a_margin_beyond_the_cost_of_one_answer_blocks() -> None:
    data = unequal(1000, 100)
    study = study_of(data, measure="cost", margin=60.0)
    study = replace(study, question=replace(study.question, cost_ratio=5.0))
    blocking = found(study, data, "MARGIN-BIG")
    assert blocking is not None
    assert "what always giving one answer costs (50)" in blocking.text


@pytest.mark.parametrize("measure", ["mae", "rmse"])
def test_that_a_margin_beyond_the_miss_of_a_constant_blocks_for_its_output(measure: str) -> None:
    data = number_data(100, ("a", "b"))
    study = study_of(data, measure=measure)
    large = {"a": 0.1, "b": 1e6}
    study = replace(study, question=replace(study.question, margins=large))
    blocking = found(study, data, "MARGIN-BIG")
    assert blocking is not None
    assert "'b'" in blocking.text
    chosen = blocking.fixes[0].value
    assert isinstance(chosen, dict)
    better = replace(study, question=replace(study.question, margins=chosen))
    assert all(problem.text != blocking.text for problem in problems(better, data))


def test_that_percentages_of_zero_are_blocked() -> None:
    data = number_data()
    zeros = replace(data, targets=np.zeros_like(data.targets))
    problem = found(study_of(zeros, measure="relative"), zeros, "ZERO-PCT")
    assert problem is not None
    assert problem.severity is Severity.BLOCKS
    assert problem.fixes[0].value == "mae"
    assert found(study_of(data, measure="relative"), data, "ZERO-PCT") is None


def test_that_rough_scores_under_costs_are_asked_about() -> None:
    data = class_data(3000)
    problem = found(study_of(data, challengers=("knn",), measure="cost"), data, "ROUGH")
    assert problem is not None
    assert "only rough scores" in problem.text
    assert found(study_of(data, challengers=("knn",)), data, "ROUGH") is None


def test_that_many_candidates_and_none_are_told() -> None:
    data = class_data(3000)
    many = study_of(data, challengers=("forest", "knn", "tree", "lda", "svm", "mlp"))
    problem = found(many, data, "MANY")
    assert problem is not None
    assert "7 candidates mean 6 comparisons" in problem.text
    assert found(study_of(data, challengers=()), data, "ALONE") is not None


def test_that_hungry_algorithms_on_few_rows_are_noted() -> None:
    data = class_data(9)
    assert found(study_of(data, challengers=("knn",)), data, "FEW-ROWS") is not None


def test_that_few_rows_are_described() -> None:
    assert found(study_of(class_data(18)), class_data(18), "SMALL") is not None
    rare = unequal(200, 6)
    problem = found(study_of(rare), rare, "SMALL")
    assert problem is not None
    assert "With 6 rows of 'b'" in problem.text


@pytest.mark.parametrize("folds", [40, 41])
def test_that_folds_of_one_row_are_blocked(folds: int) -> None:
    data = class_data(40)
    problem = found(with_scheme(study_of(data), SchemeKind.KFOLD, folds=folds), data, "K-BIG")
    assert problem is not None
    assert problem.severity is Severity.BLOCKS
    assert problem.fixes[0].value == 10


def test_that_folds_beyond_groups_or_the_smallest_class_are_blocked() -> None:
    grouped = class_data(400, groups=6)
    problem = found(study_of(grouped), grouped, "K-BIG")
    assert problem is not None
    assert "With 6 'machine' at most 6 folds" in problem.text
    rare = unequal(400, 8)
    problem = found(study_of(rare), rare, "K-BIG")
    assert problem is not None
    wanted = problem.fixes[0].value
    assert problem.text == f"With 8 'b' rows at most 8 folds make sense; {wanted} is suggested."


def test_that_leave_one_out_with_names_is_blocked() -> None:
    data = class_data(400)
    problem = found(with_scheme(study_of(data), SchemeKind.LEAVE_ONE_OUT), data, "LOO-MAJ")
    assert problem is not None
    assert problem.fixes[0].value is SchemeKind.KFOLD
    numbers = number_data()
    assert found(with_scheme(study_of(numbers), SchemeKind.LEAVE_ONE_OUT), numbers, "LOO-MAJ") is None


def test_that_an_auc_of_few_cases_is_asked_about() -> None:
    data = unequal(400, 20)
    assert found(study_of(data, cross_check="auc"), data, "AUC-FEW") is not None
    assert found(study_of(data), data, "AUC-FEW") is None


def test_that_a_class_in_fewer_groups_than_folds_is_blocked_where_auc_needs_it() -> None:
    data = unequal(400, 60, groups=40)
    few = replace(data, groups=np.where(np.arange(400) < 60, np.arange(400) % 4, 4 + np.arange(400) % 36))
    problem = found(study_of(few, cross_check="auc"), few, "CLASS-MISS")
    assert problem is not None
    assert problem.text == "Fold 1 would contain no 'b'. AUC cannot be computed there."
    assert [fix.value for fix in problem.fixes] == [4, None]
    assert found(study_of(few), few, "CLASS-MISS") is None
    assert found(study_of(data, cross_check="auc"), data, "CLASS-MISS") is None


def test_that_the_two_rarest_of_three_classes_can_be_taken_together() -> None:
    data = class_data(400)
    labels = np.where(np.arange(400) < 6, 2, np.where(np.arange(400) < 12, 1, 0))
    three = replace(data, targets=labels.reshape(-1, 1).astype(float), classes=("a", "b", "c"))
    problem = found(study_of(three, cross_check="auc"), three, "CLASS-MISS")
    assert problem is not None
    offer = problem.fixes[-1]
    assert (offer.label, offer.change) == ("Take 'b' and 'c' together", "columns.reading")
    assert offer.value == {"merged": {three.outputs[0]: ["b", "c"]}}


def test_that_the_bootstrap_of_memorisers_is_noted() -> None:
    data = class_data(3000)
    study = replace(study_of(data), extra=(SchemeKind.BOOTSTRAP,))
    nearest = replace(study, candidates=(*study.candidates, Candidate("one", "knn", {"neighbours": 1})))
    assert found(nearest, data, "B632-MEM") is not None
    assert found(study, data, "B632-MEM") is None
    tree = replace(study, candidates=(*study.candidates, Candidate("tree", "tree", grid={"pruning": ("off",)})))
    assert found(tree, data, "B632-MEM") is not None


def test_that_few_groups_are_noted() -> None:
    data = class_data(400, groups=6)
    assert found(study_of(data), data, "GROUP-FEW") is not None


def test_that_a_range_wider_than_the_margin_is_asked_about_with_ways_out() -> None:
    data = class_data(93)
    problem = found(study_of(data), data, "RES")
    assert problem is not None
    assert problem.severity is Severity.ASKS
    assert [fix.value for fix in problem.fixes] == [7.0, QuestionKind.GOOD_ENOUGH, "run"]
    assert "About 1,100 rows would show gaps of 2 per 100." in problem.text


def test_that_every_block_and_question_offers_a_way_out_in_plain_words() -> None:
    worlds = [
        (study_of(class_data(93), margin=60.0, cross_check="auc"), class_data(93)),
        (study_of(class_data(400, groups=6), challengers=("knn",), measure="cost"), class_data(400, groups=6)),
        (with_scheme(study_of(class_data(40)), SchemeKind.LEAVE_ONE_OUT), class_data(40)),
        (with_scheme(study_of(class_data(40)), SchemeKind.KFOLD, folds=50), class_data(40)),
    ]
    for study, data in worlds:
        for problem in problems(study, data):
            assert not BANNED.search(problem.text)
            assert problem.fixes or problem.severity is Severity.NOTE
