"""The study a data set starts with, and the samples ready to lock."""

from dataclasses import replace

import numpy as np
import pytest

from core.advice.first_study import ASSUMED, candidate_for, first_study, measures_for, sample_study, with_measure
from core.advice.plan_problems import problems
from core.algorithms.effort import effort_problems
from core.data.prepare import prepare_dataset
from core.data.sample.sample_study import Sample
from core.data.samples import SAMPLES
from core.domain.dataset import Dataset
from core.domain.problem import Severity
from core.domain.study import Columns
from tests.judge.worlds import class_data, number_data


def test_that_everything_in_a_first_study_is_assumed() -> None:
    first = first_study("t", "s", Columns(target=("fault",)), class_data(), 7)
    assert first.study.assumed == ASSUMED
    assert first.study.seed == 7
    assert first.study.baseline == "logistic"
    assert {candidate.key for candidate in first.study.candidates} == {"logistic", "forest", "svm"}
    assert all(candidate.grid for candidate in first.study.candidates)


def test_that_reasons_are_given_by_field() -> None:
    first = first_study("t", "s", Columns(), class_data(), 1)
    assert first.reasons["scheme.folds"].source
    assert first.reasons["question.margin"].text
    assert first.reasons["baseline"].text


def test_that_one_output_has_one_margin_and_several_have_their_own() -> None:
    one = first_study("t", "s", Columns(), number_data(), 1).study
    several = first_study("t", "s", Columns(), number_data(outputs=("a", "b")), 1).study
    assert one.question.margins == {}
    assert one.margin("strength (MPa)") > 0
    assert set(several.question.margins) == {"a", "b"}


def test_that_a_changed_measure_brings_margin_and_cross_check_in_its_unit() -> None:
    data = class_data()
    question = first_study("t", "s", Columns(), data, 1).study.question
    auc = with_measure(question, "auc", data)
    assert (auc.margin, auc.cross_check) == (0.01, "error")
    assert with_measure(auc, "error", data).margin == 2.0
    counts = data.class_counts
    cost = with_measure(question, "cost", data)
    assert cost.cost_ratio == pytest.approx(counts[1 - data.positive_class] / counts[data.positive_class], rel=0.05)
    assert with_measure(cost, "f1", data).cost_ratio == 1.0
    numbers = number_data(outputs=("a", "b"))
    start = first_study("t", "s", Columns(), numbers, 1).study.question
    relative = with_measure(start, "relative", numbers)
    assert (relative.margin, relative.margins) == (5.0, {})
    assert set(with_measure(relative, "rmse", numbers).margins) == {"a", "b"}


def test_that_only_measures_that_make_sense_are_offered() -> None:
    of_classes = {"error", "balanced-accuracy", "f1", "mcc", "kappa", "precision", "recall", "specificity"}
    of_classes |= {"log-loss", "brier", "auc", "pr-auc"}
    of_numbers = {"mae", "rmse", "mse", "r2", "median-error", "p95-error", "within-tolerance", "asymmetric"}
    assert set(measures_for(class_data())) == of_classes | {"cost"}
    assert set(measures_for(class_data(classes=3))) == of_classes
    assert set(measures_for(number_data())) == of_numbers | {"relative"}
    zero = replace(number_data(), targets=np.zeros((200, 1)))
    assert set(measures_for(zero)) == of_numbers
    assert measures_for(class_data())[0] == "error"


@pytest.mark.parametrize("data", [class_data(), class_data(classes=3), number_data()], ids=["two", "three", "numbers"])
def test_that_every_measure_has_a_margin_and_another_measure_beside_it(data: Dataset) -> None:
    start = first_study("t", "s", Columns(), data, 1).study.question
    for key in measures_for(data):
        asked = with_measure(start, key, data)
        assert asked.margin > 0
        assert asked.cross_check != key
        assert asked.cross_check in (*measures_for(data), None)


def test_that_columns_of_predictions_are_entered_as_given() -> None:
    data = replace(class_data(), given={"vendor": np.zeros(200)})
    assert candidate_for("vendor", data).algorithm == "given"
    assert candidate_for("tree", data).grid


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_that_a_sample_keeps_what_it_states(sample: Sample) -> None:
    data = prepare_dataset(sample.make(), sample.columns)
    study = sample_study(sample, data).study
    assert study.title == sample.title
    assert study.question.measure == sample.measure
    assert study.baseline == sample.baseline
    assert tuple(candidate.key for candidate in study.candidates) == sample.candidates
    assert study.answers["unseen"] == "yes"
    assert [problem.id for problem in problems(study, data) if problem.severity is Severity.BLOCKS] == []


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_that_our_own_suggestions_give_nobody_an_unfair_start(sample: Sample) -> None:
    data = prepare_dataset(sample.make(), sample.columns)
    study = sample_study(sample, data).study
    assert effort_problems(study) == ()
    if not data.given:
        assert effort_problems(first_study("own", "own", sample.columns, data, 1).study) == ()


def test_that_predictions_without_scores_are_not_checked_by_ranks() -> None:
    vendor = next(sample for sample in SAMPLES if sample.key == "vendor")
    assert sample_study(vendor, prepare_dataset(vendor.make(), vendor.columns)).study.question.cross_check is None


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_that_samples_do_not_tune_laborious_models(sample: Sample) -> None:
    data = prepare_dataset(sample.make(), sample.columns)
    study = sample_study(sample, data).study
    assert all(not candidate.grid for candidate in study.candidates if candidate.key == "forest")
