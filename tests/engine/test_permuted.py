"""Permuted answers: the same values as whole studies of permuted data, at a fraction of their cost."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.study import Candidate, SchemeChoice, SchemeKind
from core.engine.bench import bench_of
from core.engine.permuted import permuted_values
from core.engine.run import Options
from core.statistics.measures import find_measure
from core.support.errors import StudyError
from tests.engine.studies import LIBRARY, run, simple, study_of
from tests.schemes.datasets import classes, numbers

FOLDS = SchemeChoice(folds=5, repeats=1)
ORDERS = [np.random.default_rng(seed).permutation(60) for seed in range(4)]


@pytest.mark.parametrize("key", ["naive-bayes", "knn", "c45", "majority"])
def test_that_values_are_those_of_studies_of_permuted_data(key: str) -> None:
    data, study = classes(60), study_of(simple(key), scheme=FOLDS)
    expected = []
    for order in ORDERS:
        permuted = replace(data, targets=data.targets[order])
        found = [one for one in run(study, permuted, Options(executor="inline")) if one.job.candidate == key]
        wrong = [np.asarray(one.predicted != permuted.targets[one.rows]) for one in found]
        expected.append(float(np.concatenate(wrong).mean()))
    assert list(permuted_values(study, data, simple(key), ORDERS)) == pytest.approx(expected)


def test_that_the_answers_in_their_order_give_the_study_itself() -> None:
    data, study = classes(60), study_of(simple("naive-bayes"), scheme=FOLDS)
    value, other = permuted_values(study, data, simple("naive-bayes"), [np.arange(60), ORDERS[0]])
    assert value is not None
    assert other is not None
    assert value < other


def test_that_measures_that_do_not_pool_are_averaged_over_folds() -> None:
    data, study = classes(60), study_of(simple("naive-bayes"), measure="auc", scheme=FOLDS)
    found = [one for one in run(study, data, Options(executor="inline")) if one.job.candidate == "naive-bayes"]
    area = find_measure("auc")
    context = bench_of(study, data).context
    pairs = [(data.targets[one.rows, 0], one) for one in found if one.predicted is not None]
    values = [area.value(truth, truth, one.scores, context) for truth, one in pairs]
    (mean,) = permuted_values(study, data, simple("naive-bayes"), [np.arange(60)])
    assert mean == pytest.approx(np.mean([value for value in values if value is not None]))


def test_that_several_outputs_are_averaged() -> None:
    """Twice the same output is once the output."""
    data, study = numbers(60), study_of(simple("ridge"), measure="rmse", scheme=FOLDS)
    twice = replace(data, targets=np.repeat(data.targets, 2, axis=1), outputs=("y", "z"))
    (once,) = permuted_values(study, data, simple("ridge"), ORDERS[:1])
    assert list(permuted_values(study, twice, simple("ridge"), ORDERS[:1])) == pytest.approx([once])


def test_that_a_failed_training_gives_no_value() -> None:
    study = study_of(simple("raises"), scheme=FOLDS)
    assert list(permuted_values(study, classes(60), simple("raises"), ORDERS[:1], LIBRARY)) == [None]


def test_that_other_schemes_are_refused_in_words() -> None:
    study = study_of(simple("knn"), scheme=SchemeChoice(SchemeKind.HOLDOUT))
    with pytest.raises(StudyError, match="cross-validation only"):
        next(permuted_values(study, classes(60), Candidate("knn", "knn"), ORDERS))
