"""What is suggested before the person changes anything, and that every suggestion says why."""

import dataclasses

import numpy as np
import pytest

from core.advice.suggest_plan import (
    default_margin,
    suggest_candidates,
    suggest_question,
    suggest_scheme,
    suggest_tuning,
    suggested_folds,
)
from core.domain.dataset import Dataset
from core.domain.study import Question, SchemeKind, TuningKind
from tests.schemes.datasets import classes, numbers

ERROR = Question(measure="error")


def rare(rows: int, positives: int) -> Dataset:
    labels = (np.arange(rows) < positives).astype(np.float64)
    return dataclasses.replace(classes(rows), targets=labels[:, None])


def test_that_a_rare_class_is_judged_by_cost_and_others_by_errors() -> None:
    assert suggest_question(rare(100, 19)).value.measure == "cost"
    assert "19 in 100 rows" in suggest_question(rare(100, 19)).reasons["measure"].text
    assert suggest_question(rare(100, 20)).value.measure == "error"


@pytest.mark.parametrize(("positives", "ratio"), [(19, 4.3), (10, 9.0), (3, 32.0), (1, 99.0)])
def test_that_a_miss_costs_as_much_as_there_are_other_rows_for_one_positive(positives: int, ratio: float) -> None:
    question = suggest_question(rare(100, positives))
    assert question.value.cost_ratio == ratio
    assert f"{ratio:g} is how many" in question.reasons["cost_ratio"].text


def test_that_looking_for_the_common_class_makes_a_miss_cheaper_than_a_false_alarm() -> None:
    data = dataclasses.replace(rare(100, 10), positive=0)
    assert suggest_question(data).value.cost_ratio == 0.11


def test_that_one_rare_class_of_several_is_looked_at_by_the_mean_over_classes() -> None:
    """A third of the rows would be an even share: 12 of 100 are rare, 14 are not."""
    seldom, usual = (
        dataclasses.replace(classes(100, (0.4, 0.3, 0.3)), targets=np.repeat([0.0, 1.0, 2.0], counts)[:, None])
        for counts in ((50, 38, 12), (50, 36, 14))
    )
    question = suggest_question(seldom)
    assert (question.value.measure, question.value.cross_check) == ("error", "balanced-accuracy")
    assert "12 in 100" in question.reasons["cross_check"].text
    assert suggest_question(usual).value.cross_check is None


def test_that_auc_crosses_only_two_classes() -> None:
    assert suggest_question(classes(60)).value.cross_check == "auc"
    assert suggest_question(classes(90, (0.4, 0.3, 0.3))).value.cross_check is None


def test_that_the_difference_that_matters_follows_the_spread_of_each_output() -> None:
    data = numbers(60, outputs=2)
    question = suggest_question(data).value
    assert (question.measure, question.cross_check) == ("mae", "rmse")
    spreads = np.std(data.targets, axis=0, ddof=1)
    assert list(question.margins.values()) == pytest.approx(0.05 * spreads, rel=0.05)
    assert question.margin == question.margins["y0"]


def test_that_one_row_has_no_spread() -> None:
    assert default_margin(numbers(1), 0) == 0.0


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (classes(60), ("logistic", "forest", "svm")),
        (classes(600), ("logistic", "forest", "svm")),
        (classes(1200), ("logistic", "forest", "boosting")),
        (numbers(60), ("linear", "gaussian-process", "additive")),
        (numbers(600), ("linear", "forest", "boosting")),
        (dataclasses.replace(numbers(60), features=tuple(map(str, range(40)))), ("linear", "forest", "boosting")),
    ],
)
def test_that_few_rows_are_given_models_that_need_few(data: Dataset, keys: tuple[str, ...]) -> None:
    suggestion = suggest_candidates(data)
    assert tuple(one.key for one in suggestion.value.candidates) == keys
    assert set(keys[1:]) <= set(suggestion.reasons)


def test_that_a_simple_model_is_the_one_to_beat() -> None:
    assert suggest_candidates(classes(60)).value.baseline == "logistic"
    assert suggest_candidates(numbers(60)).value.baseline == "linear"


@pytest.mark.parametrize(
    ("rows", "positives", "measure", "folds"),
    [(200, 100, "error", 10), (200, 7, "error", 7), (200, 30, "cost", 5), (200, 60, "cost", 10), (200, 1, "error", 2)],
)
def test_that_every_fold_gets_enough_of_the_smallest_class(rows: int, positives: int, measure: str, folds: int) -> None:
    assert suggested_folds(rare(rows, positives), Question(measure=measure)) == folds


def test_that_groups_limit_the_folds_and_the_reason_says_so() -> None:
    data = classes(60, groups=np.arange(60) % 6)
    suggestion = suggest_scheme(data, ERROR)
    assert suggestion.value.folds == 6
    assert suggestion.reasons["folds"].text == "There are only 6 groups to keep whole."


def test_that_only_classes_have_a_mix() -> None:
    assert "class mix" in suggest_scheme(classes(60), ERROR).reasons["folds"].text
    assert "class mix" not in suggest_scheme(numbers(60), Question(measure="mae")).reasons["folds"].text


def test_that_rows_with_an_order_in_time_are_tested_on_the_future() -> None:
    choice = suggest_scheme(classes(60, order=np.arange(60.0)), ERROR).value
    assert (choice.kind, choice.repeats, choice.stratified) == (SchemeKind.TIME, 1, False)


@pytest.mark.parametrize(("rows", "kind"), [(540, TuningKind.KFOLD), (560, TuningKind.HOLDOUT)])
def test_that_small_training_sets_are_tuned_by_inner_folds(rows: int, kind: TuningKind) -> None:
    data = classes(rows)
    assert suggest_tuning(data, suggest_scheme(data, ERROR).value).value.kind is kind


def test_that_every_suggestion_has_a_reason_and_a_source() -> None:
    for data in (classes(60), rare(100, 5), numbers(60)):
        question = suggest_question(data)
        scheme = suggest_scheme(data, question.value)
        for suggestion in (question, scheme, suggest_candidates(data), suggest_tuning(data, scheme.value)):
            assert suggestion.reasons
            assert all(reason.text and reason.source for reason in suggestion.reasons.values())
