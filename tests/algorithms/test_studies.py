"""Whole studies through the front door: incumbents of every kind, tuning, preparation and failures as evidence."""

import threading
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.events import Ended
from core.domain.evidence import TRIVIAL, Ending, FitResult
from core.domain.findings import CautionKind
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.run import Options

ROWS = 90
NEWCOMER = Candidate("new", "lda")
FOLDS = SchemeChoice(folds=3, repeats=2, max_repeats=2)
WHOLE = SchemeChoice(SchemeKind.HOLDOUT)


def parts(target: str) -> Dataset:
    """Force and heat of parts from 30 batches, whether they broke, their wear, and what today's model said."""
    rng = np.random.default_rng(6)
    force, heat = rng.normal(10, 2, ROWS), rng.normal(300, 15, ROWS)
    wear = 0.5 * force + 0.02 * heat + rng.normal(0, 0.3, ROWS)
    broke = (wear > np.median(wear)).astype(np.int32)
    said = np.where(rng.random(ROWS) < 0.2, 1 - broke, broke).astype(np.int32)
    maker = rng.integers(0, 3, ROWS).astype(np.int32)
    columns = (
        Column("force", Kind.NUMBER, force),
        Column("heat", Kind.NUMBER, heat),
        Column("maker", Kind.NAMES, maker, ("Abel", "Bohr", "Curie")),
        Column("batch", Kind.NUMBER, (np.arange(ROWS) // 3).astype(np.float64)),
        Column("broke", Kind.YES_NO, broke, ("no", "yes")),
        Column("said", Kind.YES_NO, said, ("no", "yes")),
        Column("wear", Kind.NUMBER, wear),
        Column("wear today", Kind.NUMBER, wear + rng.normal(0, 0.5, ROWS)),
    )
    other = ("wear", "wear today") if target == "broke" else ("broke", "said")
    given = ("said",) if target == "broke" else ("wear today",)
    return prepare_dataset(Table("parts", "", columns), Columns((target,), group="batch", ignore=other, given=given))


def study_of(*candidates: Candidate, measure: str = "error", scheme: SchemeChoice = FOLDS) -> Study:
    return Study(
        title="Parts",
        source="",
        columns=Columns(),
        question=Question(measure=measure),
        candidates=candidates,
        baseline=candidates[0].key,
        scheme=scheme,
        tuning=Tuning(TuningKind.HOLDOUT),
    )


def ended(study: Study, data: Dataset) -> Ended:
    *_, last = run_study(study, data, threading.Event(), threading.Event(), Options(executor="inline"))
    assert isinstance(last, Ended)
    assert last.run.complete
    assert last.findings is not None
    return last


def outcomes(study: Study, data: Dataset, key: str) -> tuple[FitResult, ...]:
    return ended(study, data).run.of(key)


def wrong(found: tuple[FitResult, ...], data: Dataset) -> float:
    misses = [one.predicted[:, 0] != data.labels[one.rows] for one in found if one.predicted is not None]
    return float(np.mean(np.concatenate(misses)))


INCUMBENTS = {
    "fixed settings": Candidate("today", "knn", {"neighbours": 7, "weights": "closer"}),
    "formula": Candidate("today", "formula", {"formula": "0.5 * [force] + 0.02 * [heat]", "threshold": 11.0}),
    "formula with names": Candidate("today", "formula", {"formula": 'if([maker] == "Bohr", 1, [force] > 10)'}),
    "column of predictions": Candidate("today", "given", {"column": "said"}),
}


@pytest.mark.parametrize("kind", INCUMBENTS)
def test_that_every_kind_of_incumbent_is_compared_with_a_newcomer(kind: str) -> None:
    incumbent, data = INCUMBENTS[kind], parts("broke")
    last = ended(study_of(incumbent, NEWCOMER), data)
    found = last.run.of("today")
    assert len(found) == 6
    assert all(one.ok and dict(one.settings) == dict(incumbent.settings) and one.tried == 0 for one in found)
    assert last.findings is not None
    estimated = {one.algorithm: one.mean for one in last.findings.estimates if one.measure == "error"}
    assert estimated["today"] == pytest.approx(wrong(found, data), abs=1e-9)
    assert {(one.first, one.second) for one in last.findings.comparisons} >= {("new", "today")}


def test_that_a_column_of_predictions_is_taken_as_it_stands() -> None:
    data = parts("broke")
    found = outcomes(study_of(INCUMBENTS["column of predictions"], NEWCOMER), data, "today")
    for one in found:
        assert one.predicted is not None
        np.testing.assert_array_equal(one.predicted[:, 0], data.given["said"][one.rows])


def test_that_a_formula_gives_the_numbers_it_computes() -> None:
    data = parts("wear")
    incumbent = Candidate("today", "formula", {"formula": "0.5 * [force] + 0.02 * [heat]"})
    study = study_of(incumbent, Candidate("column", "given", {"column": "wear today"}), measure="rmse")
    last = ended(study, data)
    for one in last.run.of("today"):
        assert one.predicted is not None
        wanted = 0.5 * data.inputs[one.rows, 0] + 0.02 * data.inputs[one.rows, 1]
        np.testing.assert_allclose(one.predicted[:, 0], wanted)
    assert last.findings is not None
    means = {one.algorithm: one.mean for one in last.findings.estimates if one.measure == "rmse"}
    assert means["today"] == pytest.approx(0.3, abs=0.1)
    assert means["column"] == pytest.approx(0.5, abs=0.15)


def test_that_a_formula_that_does_not_fit_ends_as_a_failure_with_its_reason() -> None:
    incumbent = Candidate("today", "formula", {"formula": "[pressure] * 2"})
    found = outcomes(study_of(NEWCOMER, incumbent), parts("broke"), "today")
    assert {one.ending for one in found} == {Ending.FAILED}
    assert all('"pressure", which is no input' in one.message for one in found)


GRIDS = {
    "knn": Candidate("knn", "knn", {"weights": "closer"}, {"neighbours": (1, 9, 21)}),
    "tree": Candidate("tree", "tree", {}, {"leaf": (1, 10)}),
}


@pytest.mark.parametrize("tuning", [Tuning(), Tuning(TuningKind.KFOLD, folds=3), Tuning(share=0.4)])
def test_that_the_settings_chosen_in_each_fold_are_kept_with_all_that_were_tried(tuning: Tuning) -> None:
    last = ended(replace(study_of(*GRIDS.values()), tuning=tuning), parts("broke"))
    for key, candidate in GRIDS.items():
        name, values = next(iter(candidate.grid.items()))
        for one in last.run.of(key):
            assert one.tried == len(one.tuning) == len(values)
            place = values.index(one.settings[name])
            assert one.tuning[place] == min(one.tuning)
            assert set(candidate.settings.items()) <= set(one.settings.items())


def test_that_the_trivial_model_and_plain_candidates_try_nothing() -> None:
    last = ended(study_of(NEWCOMER, *GRIDS.values()), parts("broke"))
    assert {one.tried for key in (TRIVIAL, "new") for one in last.run.of(key)} == {0}


def test_that_training_goes_on_with_all_of_the_training_rows_after_tuning() -> None:
    """What was tuned ends as what is entered with the chosen settings, trained on the same rows."""
    data = parts("broke")
    tuned = outcomes(study_of(GRIDS["knn"], NEWCOMER, scheme=WHOLE), data, "knn")[0]
    fixed = Candidate("knn", "knn", tuned.settings)
    again = outcomes(study_of(fixed, NEWCOMER, scheme=WHOLE), data, "knn")[0]
    assert tuned.predicted is not None
    assert again.predicted is not None
    np.testing.assert_array_equal(tuned.predicted, again.predicted)
    assert tuned.train_size == again.train_size == 60


def test_that_train_tune_and_test_is_a_scheme_of_its_own() -> None:
    """One part is tested; settings are chosen by folds inside the other (Reich & Barai 1999, figure 6)."""
    data = parts("broke")
    found = outcomes(study_of(*GRIDS.values(), scheme=SchemeChoice(SchemeKind.TTV)), data, "knn")
    folds = replace(study_of(*GRIDS.values(), scheme=WHOLE), tuning=Tuning(TuningKind.KFOLD))
    by_folds = outcomes(folds, data, "knn")
    assert len(found) == len(by_folds) == 1
    assert len(found[0].rows) == 30
    assert found[0].tuning == by_folds[0].tuning


UNEASY: Mapping[str, tuple[Candidate, Ending, str]] = {
    "does not reach the error": (
        Candidate("x", "mlp", {"stop": "error", "error": 0.0, "rounds": 2}),
        Ending.OK,
        "did not reach the training error 0 in 2 rounds",
    ),
    "unknown setting": (Candidate("x", "knn", {"k": 3}), Ending.FAILED, 'no setting "k"'),
    "unknown column": (Candidate("x", "given", {"column": "nobody"}), Ending.FAILED, 'named "nobody"'),
    "wrong task": (Candidate("x", "ridge"), Ending.FAILED, "predicts numbers, not classes"),
}


@pytest.mark.parametrize("what", UNEASY)
def test_that_what_goes_wrong_is_kept_with_its_words_and_counted(what: str) -> None:
    candidate, ending, words = UNEASY[what]
    last = ended(study_of(NEWCOMER, candidate), parts("broke"))
    found = last.run.of("x")
    assert len(found) == 6
    for one in found:
        assert one.ending is ending
        assert words in " ".join((one.message, *one.warnings))
        assert (one.predicted is None) == (ending is not Ending.OK)
    assert last.findings is not None
    counted = CautionKind.WARNED if ending is Ending.OK else CautionKind.FAILED
    assert any((caution.kind, caution.count) == (counted, 6) for caution in last.findings.cautions)


def test_that_odd_inputs_are_reported_with_the_fold() -> None:
    data = parts("broke")
    inputs = data.inputs.copy()
    inputs[:, 1] = 20.0
    odd = replace(data, inputs=inputs)
    last = ended(study_of(NEWCOMER, Candidate("c45", "c45")), odd)
    for key in ("new", "c45"):
        for one in last.run.of(key):
            assert any("1 input is the same in all rows" in text for text in one.warnings)
    assert last.findings is not None
    assert sum("1 input is the same" in caution.message for caution in last.findings.cautions) == 2


def test_that_an_awkward_table_goes_through_with_every_algorithm() -> None:
    """Missing cells, names and groups: no row of the table fails."""
    data = parts("broke")
    inputs = data.inputs.copy()
    inputs[::7, 0] = np.nan
    inputs[::5, 2] = np.nan
    keys = ("naive-bayes", "naive-bayes-discretised", "c45", "ripper", "memoriser", "qda", "perceptron", "majority")
    candidates = tuple(Candidate(key, key) for key in keys)
    last = ended(study_of(*candidates, scheme=WHOLE), replace(data, inputs=inputs))
    assert {one.ending for one in last.run.outcomes} == {Ending.OK}
    assert all(one.scores is not None for key in keys for one in last.run.of(key))
