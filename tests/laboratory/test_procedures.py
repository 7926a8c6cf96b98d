"""The papers' procedures, each against a computation that does not use it (scipy, scikit-learn, or by hand)."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy import stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import confusion_matrix, roc_auc_score

from core.domain.dataset import Dataset, Task
from core.domain.evidence import MAIN, FitResult, Job, Run
from core.domain.study import SchemeChoice, Study
from core.engine.run import run_fit_jobs
from core.figures.exhibit_drawing import draw_exhibit
from core.laboratory.bias_variance import estimate_pure_error, make_known_data
from core.laboratory.demo_runner import make_jobs, run_to_end
from core.laboratory.estimator_selection import count_choices
from core.laboratory.fold_tests import take_separate_folds
from core.laboratory.many_halves import compute_t_of_sets
from core.laboratory.memorizer_module import remember
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, find_missing_need
from core.laboratory.procedures import PROCEDURES, find_procedure
from core.laboratory.size_curve import list_size_splits
from core.laboratory.training_endings import count_endings
from core.schemes import make_splits
from core.support.errors import StudyError
from tests.gui.finished import outputs_data, outputs_study, parts_data, parts_study
from tests.laboratory.inline import INLINE, shop

SMALL = {
    "bias-variance": "20", "bootstrap-spread": "H-50", "selection": "20", "memorizer": "20", "many-halves": "11",
    "curves": "folds", "sizes": "10",
}  # fmt: skip


def _run(study: Study, data: Dataset) -> Run:
    import threading

    jobs = make_jobs(study, MAIN, study.candidates, make_splits(data, study.scheme, study.seed))
    batches = run_fit_jobs(study, data, jobs, INLINE, threading.Event())
    outcomes = tuple(outcome for batch in batches for outcome in batch.outcomes)
    return Run(tuple(sorted(outcomes, key=lambda outcome: outcome.job)), complete=True)


@cache
def _parts() -> Subject:
    data, study = parts_data(120), replace(parts_study(2), scheme=SchemeChoice(folds=10, repeats=2, max_repeats=2))
    return Subject(study, data, _run(study, data), study.candidate("knn"), 0, {})


@cache
def _numbers() -> Subject:
    data, study = outputs_data(), outputs_study()
    return Subject(study, data, _run(study, data), study.candidate("knn"), 0, {})


def _found(key: str, subject: Subject) -> ProcedureResult:
    row = find_procedure(key)
    found = run_to_end(row.work(shop(), replace(subject, amount=SMALL.get(key, row.usual))))
    assert isinstance(found, ProcedureResult)
    return found


@pytest.mark.parametrize("row", PROCEDURES, ids=lambda row: row.key)
def test_that_every_procedure_can_be_shown(row: Procedure) -> None:
    subject = _numbers() if Need.OUTPUTS in row.needs else _parts()
    assert find_missing_need(row, subject.study, subject.data) is None
    found = _found(row.key, subject)
    assert found.seen.endswith(".")
    assert found.meaning.endswith(".")
    assert all(len(line) == len(found.headings) for line in found.rows)
    assert found.drawing is not None
    chart = draw_exhibit(row.key, row.title, found.drawing, found.headings, found.rows)
    assert chart.panels[0].x.low < chart.panels[0].x.high


@pytest.mark.parametrize("key", ["bias-variance", "bootstrap-spread", "curves"])
def test_that_numbers_can_be_studied_too(key: str) -> None:
    assert _found(key, _numbers()).rows


@pytest.mark.parametrize("row", [row for row in PROCEDURES if row.amounts], ids=lambda row: row.key)
def test_that_the_cost_is_the_number_of_trainings(row: Procedure) -> None:
    subject = replace(_parts(), amount=SMALL[row.key])
    first = next(row.work(shop(), subject))
    assert row.count(subject) == first.total


def test_that_what_a_study_lacks_is_named() -> None:
    subject = _numbers()
    assert find_missing_need(find_procedure("memorizer"), subject.study, subject.data) is Need.CLASSES
    assert find_missing_need(find_procedure("auc-folds"), subject.study, subject.data) is Need.TWO_CLASSES
    with pytest.raises(StudyError):
        find_procedure("astrology")


# --- Aslan: errors and AUC over the folds ---


def test_that_the_fold_tests_are_those_of_scipy_on_scores_of_scikit_learn() -> None:
    subject, found = _parts(), _found("auc-folds", _parts())
    values: dict[tuple[str, str], list[float]] = {}
    for key in ("lda", "knn"):
        for outcome in subject.run.of(key):
            if outcome.job.repeat == 0:
                assert outcome.predicted is not None
                assert outcome.scores is not None
                truth = subject.data.labels[outcome.rows]
                values.setdefault((key, "error"), []).append(float(np.mean(outcome.predicted[:, 0] != truth)))
                values.setdefault((key, "auc"), []).append(float(roc_auc_score(truth, outcome.scores[:, 1])))
    errors = stats.ttest_rel(values["lda", "error"], values["knn", "error"])
    areas = stats.ttest_rel(values["knn", "auc"], values["lda", "auc"])
    shown = [float(text.replace("−", "-")) for text in found.rows[0][1:5]]
    expected = (errors.statistic, errors.pvalue, areas.statistic, areas.pvalue)
    assert shown == pytest.approx([float(value) for value in expected], rel=5e-3)


# --- Salzberg: analysis of variance ---


def test_that_the_analysis_of_variance_is_that_of_scipy_on_separate_folds() -> None:
    subject, found = _parts(), _found("anova", _parts())
    samples: list[list[float]] = [[], [], []]
    for place, key in enumerate(("lda", "naive-bayes", "knn")):
        for outcome in subject.run.of(key):
            if outcome.job.repeat == 0 and outcome.job.fold % 3 == place:
                assert outcome.predicted is not None
                wrong = outcome.predicted[:, 0] != subject.data.labels[outcome.rows]
                samples[place].append(float(np.mean(wrong)))
    expected = stats.f_oneway(*samples)
    assert float(found.rows[0][-3]) == pytest.approx(float(expected.statistic), rel=5e-3)
    assert float(found.rows[0][-1]) == pytest.approx(float(expected.pvalue), rel=5e-3)


def test_that_no_two_models_share_a_fold() -> None:
    grids = {key: np.arange(10.0)[None, :] for key in "abc"}
    taken = take_separate_folds(grids, 0)
    assert sorted(np.concatenate(taken).tolist()) == list(range(10))


# --- Bradford & Brodley: many sets of halves ---


def test_that_the_t_of_a_set_is_dietterichs() -> None:
    random = np.random.default_rng(3)
    differences = random.normal(0.1, 1, (10, 2))
    found = compute_t_of_sets(differences)
    for number, start in enumerate((0, 5)):
        part = differences[start : start + 5]
        variances = [(a - (a + b) / 2) ** 2 + (b - (a + b) / 2) ** 2 for a, b in part]
        assert found[number] == pytest.approx(part[0, 0] / np.sqrt(sum(variances) / 5))


def test_that_the_averaged_t_has_five_degrees() -> None:
    found = _found("many-halves", _parts())
    t_values = [float(line[1].replace("−", "-")) for line in found.rows[:-2]]
    assert len(t_values) == 11
    mean = float(np.mean(t_values))
    assert float(found.rows[-1][1]) == pytest.approx(2 * stats.t.sf(abs(mean), 5), rel=0.02)


# --- Kohavi: which estimate chooses, the memorizer ---


def test_that_choices_are_counted_with_half_for_a_tie() -> None:
    truth = np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 3.0], [1.0, 1.0], [1.0, 2.0]])
    estimates = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 1.0], [5.0, 1.0], [np.nan, 1.0]])
    found = count_choices(estimates, truth)  # right, wrong, tie; equal truth and unknown estimate left out
    assert (found.right, found.times) == (1.5, 3)
    assert found.regret == pytest.approx((0 + 1 + 0.5 * 2) / 3)


def test_that_testing_on_training_rows_chooses_the_memorizer_and_folds_do_not() -> None:
    data = parts_data(120)
    study = replace(parts_study(1), candidates=(), baseline="lda")
    from core.domain.study import Candidate

    models = (Candidate("lda", "lda"), Candidate("memoriser", "memoriser"))
    study = replace(study, candidates=models)
    subject = Subject(study, data, Run((), True), models[1], 0, {})
    rows = {line[0]: float(line[1]) for line in _found("selection", subject).rows}
    assert rows["Tested on the training rows"] < 30
    assert rows["10 folds, stratified"] > 70


def test_that_the_memorizer_changes_known_rows_only() -> None:
    labels = np.array([0, 1, 1, 0])
    outcome = FitResult(Job("x", 0, 0, "a"), np.arange(4), np.array([[1.0], [1.0], [0.0], [0.0]]))
    rightly = remember(outcome, np.array([0, 1]), labels)
    wrongly = remember(outcome, np.array([0, 1]), labels, wrongly=True)
    assert rightly.predicted is not None
    assert wrongly.predicted is not None
    assert rightly.predicted[:, 0].tolist() == [0, 1, 0, 0]
    assert wrongly.predicted[:, 0].tolist() == [1, 0, 0, 0]


def test_that_the_memorizer_moves_the_bootstrap_by_its_share_and_folds_not_at_all() -> None:
    rows = _found("memorizer", _parts()).rows
    unseen, folds = float(rows[0][2]), {line[4] for line in rows}
    assert len(folds) == 1
    assert float(rows[1][3]) == pytest.approx(0.632 * unseen, rel=2e-3)
    assert float(rows[2][3]) == pytest.approx(0.632 * unseen + 36.8, rel=2e-3)


# --- Reich & Barai: bias and variance, the bootstrap of an estimate ---


def test_that_a_linear_model_has_bias_on_a_bent_rule_and_the_noise_is_the_one_made() -> None:
    found = _found("bias-variance", _numbers())
    parts = {line[1]: [float(text) for text in line[2:]] for line in found.rows if line[0] == "generated"}
    assert parts["linear"][0] > 0.5  # the product of two normal inputs has variance 1, which no plane can follow
    assert parts["linear"][0] == pytest.approx(1.0, abs=0.35)
    assert parts["linear"][2] == pytest.approx(0.25)
    assert parts["knn"][0] < parts["linear"][0]


def test_that_generated_classes_have_the_chance_they_are_said_to_have() -> None:
    data, _, truth, noise = make_known_data(Task.CLASSES, 50, 2, 1)
    assert set(np.round(truth, 3)) == {0.1, 0.9}
    assert noise == pytest.approx(0.09)
    assert data.size == 500


def test_that_pure_error_comes_from_rows_with_equal_inputs() -> None:
    data = outputs_data()
    assert estimate_pure_error(data, 0) is None
    inputs = np.repeat(np.arange(10.0), 6)[:, None] * np.ones((1, 2))
    targets = np.column_stack([np.tile([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 10), np.arange(60.0)])
    made = replace(data, inputs=inputs, targets=targets)
    assert estimate_pure_error(made, 0) == pytest.approx(np.var(np.arange(6), ddof=1))


def test_that_percentile_and_bca_are_those_of_scipy_on_the_same_replicates() -> None:
    from core.laboratory.bootstrap_spread import describe_replicates

    random = np.random.default_rng(4)
    losses = random.exponential(size=80)
    picks = random.integers(0, 80, (2000, 80))
    replicates = losses[picks].mean(axis=1)
    found = describe_replicates(_parts(), "K", float(losses.mean()), replicates, losses, 1.0, "errors")
    low, high = np.percentile(replicates, [2.5, 97.5])
    assert [float(text) for text in found.rows[0][2:4]] == pytest.approx([low, high], rel=1e-3)
    reference = stats.bootstrap(
        (losses,), np.mean, n_resamples=2000, method="BCa", rng=np.random.default_rng(1), vectorized=True
    ).confidence_interval
    shown = [float(text) for text in found.rows[1][2:4]]
    assert shown == pytest.approx([reference.low, reference.high], rel=0.03)
    assert float(found.rows[-1][1]) == pytest.approx(float(np.std(replicates, ddof=1)), rel=1e-3)


def test_that_no_copy_of_a_row_is_tested_by_a_model_trained_on_it() -> None:
    from core.laboratory.bootstrap_spread import _draw_samples, _jobs

    subject = _parts()
    for rows in _draw_samples(subject.data, 3, 1, grouped=True):
        for job in _jobs(subject, subject.data, "K", 0, rows):
            assert not np.intersect1d(job.train, job.test).size


def test_that_the_curve_of_folds_holds_the_error_of_scikit_learn() -> None:
    """LDA with two folds on the very rows the procedure used."""
    subject = replace(_parts(), amount="folds")
    found = _found("curves", subject)
    data = subject.data
    splits = list(make_splits(data, SchemeChoice(folds=2, repeats=1, max_repeats=1), subject.study.seed))
    wrong = 0
    for split in splits:
        model = LinearDiscriminantAnalysis().fit(data.inputs[split.train], data.labels[split.train])
        wrong += int(np.sum(model.predict(data.inputs[split.test]) != data.labels[split.test]))
    assert found.rows[0][:2] == ("lda", "2 folds")
    assert float(found.rows[0][2]) == pytest.approx(100 * wrong / data.size, abs=1.0)


def test_that_sizes_are_measured_on_rows_the_models_were_not_trained_on() -> None:
    subject = replace(_parts(), amount="10")
    splits = list_size_splits(subject)
    assert [len(some[0].train) for some in splits.values()] == [24, 42, 60, 78, 96]
    for some in splits.values():
        assert len(some) == 10
        assert all(not set(one.train) & set(one.test) for one in some)
    found = _found("sizes", subject)
    assert len(found.rows) == 2 * len(splits)
    assert found.rows == _found("sizes", subject).rows


def test_that_sizes_keep_groups_whole() -> None:
    subject = _parts()
    groups = np.arange(subject.data.size) // 6
    subject = replace(subject, data=replace(subject.data, groups=groups, group_name="machine"))
    for some in list_size_splits(subject).values():
        for one in some:
            assert not set(groups[one.train]) & set(groups[one.test])


# --- Positive and negative errors, endings of trainings ---


def test_that_errors_above_and_below_are_counted_apart() -> None:
    subject = _numbers()
    found = _found("error-signs", subject)
    errors = np.concatenate(
        [o.predicted[:, 0] - subject.data.targets[o.rows, 0] for o in subject.run.of("knn") if o.predicted is not None]
    )
    line = next(line for line in found.rows if line[0] == "knn")
    expected = (
        100 * np.mean(errors > 0), 100 * np.mean(errors < 0), errors[errors > 0].mean(), -errors[errors < 0].mean(),
        errors.mean(),
    )  # fmt: skip
    assert [float(text.replace("−", "-")) for text in line[1:]] == pytest.approx(list(expected), rel=6e-3)


def test_that_false_alarms_and_misses_are_those_of_scikit_learn() -> None:
    subject = _parts()
    truth = np.concatenate([subject.data.labels[o.rows] for o in subject.run.of("lda")])
    called = np.concatenate([o.predicted[:, 0] for o in subject.run.of("lda") if o.predicted is not None])
    table = confusion_matrix(truth, called)
    line = next(line for line in _found("error-signs", subject).rows if line[:2] == ("lda", "yes"))
    assert float(line[2]) == pytest.approx(100 * table[0, 1] / len(truth), rel=6e-3)
    assert float(line[3]) == pytest.approx(100 * table[1, 0] / len(truth), rel=6e-3)


def test_that_a_model_that_errs_more_than_a_constant_on_its_rows_is_counted() -> None:
    subject = _parts()
    made = tuple(replace(one, training_values=(0.9,)) for one in subject.run.of("lda"))
    found = count_endings(subject.study, subject.data, Run(made, True), "lda")
    assert (found.runs, found.failed, found.useless, found.known) == (20, 0, 20, 20)
    assert count_endings(subject.study, subject.data, subject.run, "lda").useless == 0
