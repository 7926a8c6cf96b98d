"""What Evenfold says about a plan before the lock, and the way out it offers."""

from dataclasses import replace

import numpy as np
import pytest

from core.advice.plan_problems import problems, trivial_loss
from core.domain.dataset import Dataset
from core.domain.problem import Problem, Severity
from core.domain.study import Candidate, Question, QuestionKind, SchemeKind, Study
from tests.judge.worlds import class_data, number_data, study_of, with_scheme


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
    assert blocking.text == "A difference of 25 per 100 is larger than all the errors there are (20)."
    assert blocking.fixes[0].value == 2.0


def test_that_what_is_offered_for_too_large_a_margin_is_small_enough() -> None:
    rare = unequal(3000, 36)
    blocking = found(study_of(rare), rare, "MARGIN-BIG")
    assert blocking is not None
    assert blocking.text == "A difference of 2 per 100 is larger than all the errors there are (1.2)."
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
    assert [fix.value for fix in problem.fixes] == [8.0, QuestionKind.GOOD_ENOUGH, "run"]


def test_that_every_block_and_question_offers_a_way_out_in_plain_words() -> None:
    worlds = [
        (study_of(class_data(93), margin=60.0, cross_check="auc"), class_data(93)),
        (study_of(class_data(400, groups=6), challengers=("knn",), measure="cost"), class_data(400, groups=6)),
        (with_scheme(study_of(class_data(40)), SchemeKind.LEAVE_ONE_OUT), class_data(40)),
        (with_scheme(study_of(class_data(40)), SchemeKind.KFOLD, folds=50), class_data(40)),
    ]
    for study, data in worlds:
        for problem in problems(study, data):
            assert problem.fixes or problem.severity is Severity.NOTE


@pytest.mark.parametrize(
    ("rows", "rare", "told"),
    [
        (19, 9, "With 19 rows Evenfold will describe, not judge."),
        (20, 10, ""),
        (20, 9, "With 9 rows of 'b' Evenfold will describe, not judge."),
        (200, 10, ""),
        (200, 1, "With 1 row of 'b' Evenfold will describe, not judge."),
    ],
)
def test_that_twenty_rows_and_ten_of_each_class_are_enough_to_judge(rows: int, rare: int, told: str) -> None:
    data = unequal(rows, rare)
    problem = found(study_of(data), data, "SMALL")
    assert (problem.text if problem else "") == told


def test_that_who_agreed_to_a_description_is_not_asked_again() -> None:
    data = unequal(200, 6)
    asked = found(study_of(data), data, "SMALL")
    agreed = found(replace(study_of(data), answers={"SMALL": "describe"}), data, "SMALL")
    assert asked is not None
    assert agreed is not None
    assert (asked.severity, len(asked.fixes)) == (Severity.BLOCKS, 1)
    assert (agreed.severity, agreed.fixes) == (Severity.NOTE, ())


def test_that_numbers_may_be_left_out_one_by_one_by_folds_and_names_may_not() -> None:
    names, numbers = class_data(40), number_data(40)
    assert found(with_scheme(study_of(names), SchemeKind.KFOLD, folds=40), names, "K-BIG") is not None
    assert found(with_scheme(study_of(numbers), SchemeKind.KFOLD, folds=40), numbers, "K-BIG") is None
    assert found(with_scheme(study_of(numbers), SchemeKind.KFOLD, folds=41), numbers, "K-BIG") is not None
    assert found(with_scheme(study_of(names), SchemeKind.HOLDOUT, folds=41), names, "K-BIG") is None


def test_that_as_many_folds_as_rows_of_the_rarest_class_or_groups_are_fine() -> None:
    rare, grouped = unequal(400, 10), class_data(400, groups=10)
    assert found(study_of(rare), rare, "K-BIG") is None
    assert found(study_of(grouped), grouped, "K-BIG") is None
    plain = study_of(class_data(400, groups=6))
    unheeded = replace(plain, scheme=replace(plain.scheme, grouped=False))
    assert found(unheeded, class_data(400, groups=6), "K-BIG") is None
    one = unequal(400, 1)  # told as too small to judge instead
    assert found(study_of(one), one, "K-BIG") is None
    two = unequal(400, 2)
    assert found(study_of(two), two, "K-BIG") is not None


@pytest.mark.parametrize(
    ("kind", "groups", "offered"),
    [(SchemeKind.KFOLD, 6, [6]), (SchemeKind.KFOLD, 10, None), (SchemeKind.HOLDOUT, 6, []), (SchemeKind.KFOLD, 5, [])],
)
def test_that_one_group_at_a_time_is_offered_where_folds_can_do_it(
    kind: SchemeKind, groups: int, offered: list[int] | None
) -> None:
    data = class_data(400, groups=groups)
    problem = found(with_scheme(study_of(data), kind, folds=5), data, "GROUP-FEW")
    assert (None if problem is None else [fix.value for fix in problem.fixes]) == offered


def test_that_one_group_or_none_is_not_few() -> None:
    alone = class_data(400, groups=1)
    assert found(with_scheme(study_of(alone), SchemeKind.HOLDOUT), alone, "GROUP-FEW") is None
    two = class_data(400, groups=2)
    problem = found(with_scheme(study_of(two), SchemeKind.KFOLD, folds=2), two, "GROUP-FEW")
    assert problem is not None
    assert "Only 2 machines: the range will mainly reflect two machines" in problem.text


def test_that_a_margin_of_zero_on_any_output_is_noted() -> None:
    data = number_data(outputs=("force", "wear"))
    study = study_of(data, margins={"force": 0.1, "wear": 0.0})
    assert found(study, data, "MARGIN-0") is not None
    assert found(study_of(data, margins={"force": 0.1, "wear": 0.1}), data, "MARGIN-0") is None


def test_that_the_smaller_margin_is_offered_in_its_unit() -> None:
    names, numbers = unequal(3000, 600), number_data(200)
    for_names = found(study_of(names, margin=25.0), names, "MARGIN-BIG")
    for_numbers = found(study_of(numbers, margin=100.0), numbers, "MARGIN-BIG")
    assert for_names is not None
    assert for_numbers is not None
    assert for_names.fixes[0].label == "Use 2 per 100"
    assert for_numbers.fixes[0].label == f"Use {for_numbers.fixes[0].value:g}"


@pytest.mark.parametrize(("ratio", "worst"), [(1.0, 10.0), (5.0, 50.0), (20.0, 90.0)])
def test_that_the_cheaper_of_the_two_constant_answers_is_the_trivial_one(ratio: float, worst: float) -> None:
    data = unequal(1000, 100)  # a hundred misses, or nine hundred false alarms
    assert trivial_loss(Question(measure="cost", cost_ratio=ratio), data, 0) == pytest.approx(worst)
    assert trivial_loss(Question(measure="error"), data, 0) == pytest.approx(10.0)
    assert trivial_loss(Question(measure="auc"), data, 0) == 0.5


@pytest.mark.parametrize(
    ("measure", "worst"),
    [
        ("balanced-accuracy", 50.0),
        ("f1", 1.0),
        ("mcc", 1.0),
        ("kappa", 1.0),
        ("pr-auc", 1.0),
        ("auc", 0.5),
        ("recall", 100.0),
        ("log-loss", 0.325),
        ("brier", 0.09),
    ],
)
def test_that_a_margin_on_the_scale_of_another_measure_blocks(measure: str, worst: float) -> None:
    data = unequal(1000, 100)
    blocking = found(study_of(data, measure=measure, margin=1.01 * worst), data, "MARGIN-BIG")
    assert blocking is not None
    assert "between a constant guess and a perfect model" in blocking.text
    smaller = blocking.fixes[0].value
    assert isinstance(smaller, float)
    assert found(study_of(data, measure=measure, margin=smaller), data, "MARGIN-BIG") is None


@pytest.mark.parametrize("measure", ["r2", "mse"])
def test_that_a_margin_beyond_all_the_spread_blocks(measure: str) -> None:
    data = number_data(200)
    worst = 1.0 if measure == "r2" else float(data.targets.var())
    assert found(study_of(data, measure=measure, margin=1.01 * worst), data, "MARGIN-BIG") is not None
    assert found(study_of(data, measure=measure, margin=0.9 * worst), data, "MARGIN-BIG") is None


def test_that_true_values_of_zero_are_counted_by_row() -> None:
    data = number_data(60, ("force", "wear"))
    targets = data.targets.copy()
    targets[4] = 0.0
    one = found(study_of(data), replace(data, targets=targets), "ZERO-PCT")
    targets[5, 0] = 0.0
    two = found(study_of(data), replace(data, targets=targets), "ZERO-PCT")
    assert one is not None
    assert two is not None
    assert one.text.startswith("1 row has a true value of 0")
    assert two.text.startswith("2 rows have a true value of 0")


def test_that_the_algorithm_with_rough_scores_is_the_one_named() -> None:
    data = class_data(3000)
    problem = found(study_of(data, challengers=("forest", "knn"), measure="cost"), data, "ROUGH")
    assert problem is not None
    assert problem.text.startswith("k nearest neighbors gives only rough scores")
    assert found(study_of(data, measure="cost"), data, "ROUGH") is None


def test_that_ten_rows_for_each_input_are_enough_for_the_hungry() -> None:
    assert found(study_of(class_data(10), challengers=("knn",)), class_data(10), "FEW-ROWS") is None
    assert found(study_of(class_data(9), challengers=("forest",)), class_data(9), "FEW-ROWS") is None


def test_that_a_class_with_as_many_rows_as_folds_is_in_every_fold_of_the_same_mix() -> None:
    data = unequal(400, 10)
    assert found(study_of(data, cross_check="auc"), data, "CLASS-MISS") is None
    mixed = with_scheme(study_of(data, cross_check="auc"), SchemeKind.KFOLD, stratified=False)
    problem = found(mixed, data, "CLASS-MISS")
    assert problem is not None
    assert [fix.value for fix in problem.fixes] == [True, 9, None]
