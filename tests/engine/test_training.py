"""One training: tuning, training again, predicting; and every way it can end inside this process."""

from dataclasses import replace

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.learner import schema_of
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, TRIVIAL, Ending, FitResult, Job
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine.fit_context import derive_learner_seed, derive_tuning_seed, make_fit_context
from core.engine.fitting import ONE_CLASS
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from core.schemes import make_splits
from core.statistics.measures import Context
from core.statistics.measures import find_measure as measure_row
from tests.engine.studies import LIBRARY, by_candidate, inline, simple, study_of
from tests.schemes.datasets import classes

KNN = Candidate("knn", "knn", {}, {"neighbours": (1, 5, 15)})


def first(study: Study, data: Dataset) -> FitResult:
    """The outcome of the first candidate on the first split."""
    return run_fit(next(list_fit_jobs(study, data, frozenset())), make_fit_context(study, data, LIBRARY))


def test_that_an_outcome_tells_what_was_done() -> None:
    data = classes(90)
    found = first(study_of(KNN), data)
    assert found.job == Job("main", 0, 0, "knn")
    assert found.ok
    assert found.train_size == 60
    assert found.predicted is not None
    assert found.scores is not None
    assert found.predicted.shape == (30, 1)
    assert found.scores.shape == (30, 2)
    assert found.tried == len(found.tuning) == 3
    assert found.seconds > 0
    assert np.mean(found.predicted[:, 0] != data.labels[found.rows]) < 0.4


def test_that_test_rows_never_reach_the_training() -> None:
    """Other answers in the test rows change nothing of what is predicted."""
    data = classes(90)
    study = study_of(KNN)
    training = next(list_fit_jobs(study, data, frozenset()))
    bench = make_fit_context(study, data)
    targets = data.targets.copy()
    targets[training.test] = 1 - targets[training.test]
    other = replace(bench, data=replace(bench.data, targets=targets))
    mine, others = run_fit(training, bench), run_fit(training, other)
    assert mine.predicted is not None
    assert others.predicted is not None
    assert mine.predicted.tobytes() == others.predicted.tobytes()
    assert mine.tuning == others.tuning


def test_that_one_class_in_training_gives_the_majority_and_a_warning() -> None:
    data = classes(40)
    labels = np.zeros((40, 1))
    study = study_of(simple("knn"))
    training = next(list_fit_jobs(study, data, frozenset()))
    labels[training.test] = 1.0
    found = run_fit(training, make_fit_context(study, replace(data, targets=labels)))
    assert found.ok
    assert found.warnings == (ONE_CLASS,)
    assert found.predicted is not None
    assert not found.predicted.any()


@pytest.mark.parametrize(
    ("key", "ending", "message"),
    [
        ("raises", Ending.FAILED, "LinAlgError: singular matrix in two lines"),
        ("runs_out_of_memory", Ending.MEMORY, "Not enough memory for this training."),
        ("diverges", Ending.FAILED, "diverged: some predictions are not finite numbers"),
        ("misshapen", Ending.FAILED, "The algorithm gave predictions of shape (21, 1) instead of (20, 1)."),
        ("nonsense", Ending.FAILED, 'There is no algorithm "nonsense".'),
    ],
)
def test_that_failures_become_endings(key: str, ending: Ending, message: str) -> None:
    found = first(study_of(simple(key)), classes(60))
    assert found.ending is ending
    assert found.message.startswith(message)
    assert found.predicted is None
    assert len(found.rows) == 20
    assert found.train_size == 40


def test_that_warnings_are_recorded_once_each() -> None:
    assert first(study_of(simple("warns")), classes()).warnings == ("did not converge",)


def test_that_given_predictions_are_taken_from_their_column() -> None:
    data = classes(60)
    values: Floats = (np.arange(60) % 2).astype(np.float64)
    study = study_of(Candidate("old", "given", {"column": "model"}), simple("knn"))
    found = by_candidate(inline(study, replace(data, given={"model": values})))["old"]
    assert found.predicted is not None
    assert np.array_equal(found.predicted[:, 0], values[found.rows])
    assert found.scores is None
    values[found.rows[:3]] = np.nan
    missing = by_candidate(inline(study, replace(data, given={"model": values})))["old"]
    assert missing.message == "3 of 20 predictions are missing in column model."
    assert by_candidate(inline(study, data))["old"].ending is Ending.FAILED


def test_that_the_trivial_model_always_runs_beside() -> None:
    data = classes(60, (0.7, 0.3))
    found = by_candidate(inline(study_of(simple("knn")), data))
    assert set(found) == {"knn", TRIVIAL}
    predicted = found[TRIVIAL].predicted
    assert predicted is not None
    assert not predicted.any()


def test_that_the_chance_of_a_training_follows_its_coordinates_only() -> None:
    jobs = [Job(part, r, f, c) for part in ("main", "5x2") for r in range(3) for f in range(3) for c in ("a", "b")]
    seeds = [derive_learner_seed(1, job) for job in jobs]
    assert len(set(seeds)) == len(jobs)
    assert seeds == [derive_learner_seed(1, job) for job in jobs]
    assert derive_tuning_seed(1, jobs[0]) == derive_tuning_seed(1, jobs[0]._replace(candidate="b"))


@pytest.mark.parametrize("measure", ["error", "auc"])
def test_that_a_bootstrap_sample_is_measured_on_the_rows_it_has_seen(measure: str) -> None:
    """Against the definition: the same model, trained here, asked about all rows and about the drawn ones."""
    scheme = SchemeChoice(SchemeKind.BOOTSTRAP, samples=3)
    study = study_of(simple("naive-bayes"), measure=measure, scheme=scheme)
    data = classes(60)
    found = [one for one in inline(study, data) if one.job.part == MAIN and one.job.candidate == "naive-bayes"]
    assert len(found) == 3
    for outcome, split in zip(found, make_splits(data, scheme, study.seed), strict=True):
        model = find_algorithm("naive-bayes").build({}, 0)
        model.fit(data.inputs[split.train], data.targets[split.train], schema_of(data))
        row, context = measure_row(measure), Context(2, 1, 1.0)
        said = [model.predict(data.inputs[rows]) for rows in (np.arange(60), split.train)]
        expected = [
            row.value(data.targets[rows, 0], one.predicted[:, 0], one.scores, context)
            for rows, one in zip((np.arange(60), split.train), said, strict=True)
        ]
        assert outcome.seen == pytest.approx(expected)
        assert outcome.seen[0] != outcome.seen[1]


def test_that_only_bootstrap_samples_are_measured_on_seen_rows() -> None:
    study = study_of(simple("knn"), scheme=SchemeChoice(folds=3, repeats=1))
    assert {one.seen for one in inline(study, classes(60))} == {()}
    assert {one.seen for one in inline(study_of(simple("knn")), classes(60))} == {()}
