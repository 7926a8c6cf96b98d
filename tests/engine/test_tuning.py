"""Tuning: which settings are chosen inside the training rows, by what, and what happens where that is impossible."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.fit_context import derive_learner_seed, derive_tuning_seed, make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from core.engine.tuning import NO_TUNING
from core.schemes import make_inner_splits
from tests.engine.studies import LIBRARY, simple, study_of
from tests.schemes.datasets import classes, numbers

KNN = Candidate("knn", "knn", {}, {"neighbours": (1, 5, 15)})


ROOT = Path(__file__).resolve().parents[2]


def test_that_a_newcomer_finds_the_tuning_loop_by_its_name() -> None:
    """One file is named after it, one function does it, and its first line says so."""
    files = [file for file in (ROOT / "core").rglob("*.py") if file.stem == "tuning"]
    functions = [file for file in (ROOT / "core").rglob("*.py") if "\ndef tune(" in file.read_text(encoding="utf-8")]
    assert files == functions == [ROOT / "core" / "engine" / "tuning.py"]
    assert "tuning loop" in files[0].read_text(encoding="utf-8").partition("\n")[0]


def first(study: Study, data: Dataset) -> FitResult:
    """The outcome of the first candidate on the first split."""
    return run_fit(next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data, LIBRARY))


def test_that_the_setting_with_least_error_on_t2_is_chosen() -> None:
    found = first(study_of(KNN), classes(90))
    chosen = KNN.grid["neighbours"].index(found.settings["neighbours"])
    assert found.tuning[chosen] == min(found.tuning) < max(found.tuning)


def test_that_ties_go_to_the_simplest_setting_wherever_it_stands_in_the_grid() -> None:
    """More neighbors than there are rows all say the same."""
    grid = {"neighbours": (1, 900, 1000, 800)}
    data = replace(classes(90), inputs=np.random.default_rng(5).normal(size=(90, 3)))
    found = first(study_of(Candidate("knn", "knn", {}, grid)), data)
    assert found.tuning[1] == found.tuning[2] == found.tuning[3] < found.tuning[0]
    assert found.settings == {"neighbours": 1000}


def test_that_higher_is_better_measures_are_tuned_upwards() -> None:
    found = first(study_of(KNN, measure="auc"), classes(200, seed=3))
    assert found.settings == {"neighbours": (1, 5, 15)[found.tuning.index(max(found.tuning))]}


@pytest.mark.parametrize("kind", [TuningKind.HOLDOUT, TuningKind.KFOLD])
def test_that_tuning_values_are_those_of_training_on_t1_and_testing_on_t2(kind: TuningKind) -> None:
    """Recomputed with the algorithm itself."""
    data = classes(90)
    study = replace(study_of(KNN), tuning=Tuning(kind))
    training = next(list_fit_jobs(study, data, frozenset()))
    bench = make_fit_context(study, data)
    found = run_fit(training, bench)
    pairs = make_inner_splits(training.train, data, study.tuning, derive_tuning_seed(study.seed, training.job))
    wrong, rows = 0, 0
    for t1, t2 in pairs:
        learner = bench.build_learner(KNN, {"neighbours": 5}, derive_learner_seed(study.seed, training.job))
        learner.fit(data.inputs[t1], data.targets[t1], bench.schema)
        wrong += int((learner.predict(data.inputs[t2]).predicted[:, 0] != data.labels[t2]).sum())
        rows += len(t2)
    assert found.tuning[1] == pytest.approx(wrong / rows)


def test_that_several_outputs_are_tuned_relative_to_the_trivial_model() -> None:
    """Multiplying one output by a thousand must not decide the settings."""
    data = numbers(120, outputs=2)
    study = study_of(Candidate("knn", "knn", {}, {"neighbours": (1, 5, 15)}), measure="rmse")
    scaled = replace(data, targets=data.targets * np.array([1.0, 1000.0]))
    plain, large = first(study, data), first(study, scaled)
    assert plain.tuning == pytest.approx(large.tuning)
    assert max(plain.tuning) < 1.5


def test_that_nothing_is_tuned_without_a_grid_or_when_told_so() -> None:
    assert first(study_of(simple("knn", neighbors=3)), classes()).tried == 0
    off = replace(study_of(KNN), tuning=Tuning(TuningKind.NONE))
    assert first(off, classes()).settings == {}
    one = first(study_of(Candidate("knn", "knn", {}, {"neighbours": (9,)})), classes())
    assert (one.settings, one.tried) == ({"neighbours": 9}, 0)


def test_that_too_few_rows_for_tuning_use_the_simplest_setting_and_say_so() -> None:
    data = classes(60, groups=(np.arange(60) // 30).astype(np.int64))
    found = first(study_of(KNN), data)
    assert found.settings == {"neighbours": 15}
    assert found.warnings == (NO_TUNING,)


def test_that_a_setting_that_fails_is_not_chosen() -> None:
    found = first(study_of(Candidate("x", "fails_unless_two", {}, {"number": (1, 2, 3)})), classes())
    assert found.ok
    assert found.settings == {"number": 2}
    assert any("only two is right" in words for words in found.warnings)


def test_that_train_tune_and_test_chooses_by_inner_folds() -> None:
    data = classes(90)
    study = study_of(KNN, scheme=SchemeChoice(SchemeKind.TTV))
    folds = replace(study_of(KNN), tuning=Tuning(TuningKind.KFOLD))
    assert first(study, data).tuning == first(folds, data).tuning
    assert first(study, data).tuning != first(study_of(KNN), data).tuning
