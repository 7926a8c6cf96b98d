"""A finished study for every verdict there is, from invented predictions, as the window has it when a run has ended."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, Run
from core.domain.study import QuestionKind, SchemeKind, Study
from core.judge.conclude import conclude_study
from core.judge.obstacles import TRAINED_ON
from gui.wizard.state import Form, State
from tests.gui.finished import ANSWERED
from tests.judge.worlds import class_data, failed, number_data, one_holdout, predictions_run, study_of, wrong_on

OUTPUTS = ("crack length (mm)", "strength (MPa)", "time to failure (h)")


def parts(rows: int = 400) -> Dataset:
    return replace(class_data(rows), classes=("OK", "worn"), positive=1)


def judged(study: Study, data: Dataset, run: Run) -> State:
    asked = replace(
        study,
        title="Bearings",
        row_meaning="one window",
        use="machines of line 2",
        answers={**ANSWERED, **study.answers},
    )
    findings = conclude_study(asked, data, run)
    return State(form=Form(asked, data), locked_at="12:00", run=run, findings=findings, visited={"run"})


def errors(
    both: int,
    baseline: int,
    candidate: int,
    rows: int = 400,
    challengers: tuple[str, ...] = ("forest",),
    **asked: object,
) -> State:
    """Rows that both answer wrongly, only the reference, only the candidate (and every further one alike)."""
    data = parts(rows)
    study = study_of(data, challengers, cross_check="auc", **asked)
    spread = np.random.default_rng(3).permutation(rows).tolist()
    own = spread[both + baseline : both + baseline + candidate]
    wrong = {study.baseline: wrong_on(data, spread[: both + baseline])}
    wrong |= {key: wrong_on(data, spread[:both] + own) for key in challengers}
    return judged(study, data, predictions_run(data, wrong, study))


def torn() -> State:
    """Shuffles that clearly favor one or the other."""
    data = parts()
    study = study_of(data, cross_check="auc")
    good, poor, bad = wrong_on(data, range(20)), wrong_on(data, range(80)), wrong_on(data, range(40))
    sides = [
        predictions_run(data, {"logistic": one, "forest": other}, study) for one, other in ((poor, good), (good, bad))
    ]
    kept = [[o for o in side.outcomes if (o.job.repeat < 9) is (not place)] for place, side in enumerate(sides)]
    return judged(study, data, Run(tuple(sorted((*kept[0], *kept[1]), key=lambda outcome: outcome.job)), complete=True))


def leaving_one_out() -> State:
    data = parts(60)
    study = study_of(data, cross_check=None)
    study = replace(study, scheme=replace(study.scheme, kind=SchemeKind.LEAVE_ONE_OUT, folds=60, repeats=1))
    predicted = {"logistic": wrong_on(data, range(12)), "forest": wrong_on(data, range(6))}
    return judged(study, data, predictions_run(data, predicted, study, halves=False))


def in_order_of_time() -> State:
    data = replace(parts(), order=np.arange(400.0))
    study = study_of(data, cross_check="auc")
    scheme = replace(study.scheme, kind=SchemeKind.TIME, repeats=1)
    study = replace(study, scheme=scheme, columns=replace(study.columns, time="when"))
    return judged(study, data, predictions_run(data, _wrong(data, 44, 26), study, halves=False))


def _data(state: State) -> Dataset:
    assert state.data is not None
    return state.data


def _wrong(data: Dataset, baseline: int, candidate: int) -> dict[str, Floats]:
    return {"logistic": wrong_on(data, range(baseline)), "forest": wrong_on(data, range(candidate))}


def described_only() -> State:
    """One model: nothing to compare."""
    data = parts()
    study = study_of(data, ())
    return judged(study, data, predictions_run(data, {"logistic": wrong_on(data, range(40))}, study))


def one_test_set() -> State:
    data = parts()
    study = study_of(data)
    study = replace(study, scheme=replace(study.scheme, kind=SchemeKind.HOLDOUT, repeats=1))
    return judged(study, data, one_holdout(predictions_run(data, _wrong(data, 80, 30), study)))


def with_failures(share: float) -> State:
    """So many of the candidate's trainings did not end well."""
    data = parts()
    study = study_of(data, cross_check="auc")
    run = predictions_run(data, _wrong(data, 60, 20), study)
    most = round(100 * share)
    outcomes = [
        failed(one, "the optimizer did not settle after 200 steps")
        if one.job.part == MAIN and one.job.candidate == "forest" and 10 * one.job.repeat + one.job.fold < most
        else one
        for one in run.outcomes
    ]
    return judged(study, data, Run(tuple(outcomes), complete=True))


def leaking() -> State:
    data = replace(parts(), features=("repair_code",))
    study = replace(study_of(data, cross_check="auc"), answers={"LEAK:repair_code": "not sure"})
    return judged(study, data, predictions_run(data, _wrong(data, 100, 2), study))


def trained_on_these_rows() -> State:
    data = parts()
    study = replace(study_of(data), answers={TRAINED_ON: "yes"})
    return judged(study, data, predictions_run(data, _wrong(data, 60, 20), study))


def outputs(*factors: float) -> State:
    """For each output how much larger the misses of the candidate are than those of the reference."""
    data = number_data(200, OUTPUTS[: len(factors)])
    study = study_of(data, cross_check="rmse", margin=0.1)
    random = np.random.default_rng(7)
    noise = random.normal(0, 1, data.targets.shape)
    other = random.normal(0, 0.2, data.targets.shape)
    predicted = {"linear": data.targets + noise, "forest": data.targets + (noise + other) * np.array(factors)}
    return judged(study, data, predictions_run(data, predicted, study))


def guessing() -> State:
    """Better than the reference, and still no better than a constant guess."""
    return errors(196, 40, 2)


def exploratory() -> State:
    state = errors(10, 50, 10)
    return judged(replace(state.study, answers={"unseen": "no"}), _data(state), _run(state))


def _run(state: State) -> Run:
    assert state.run is not None
    return state.run


VERDICTS: Mapping[str, Callable[[], State]] = {
    "win": lambda: errors(10, 50, 10),
    "win-of-four": lambda: errors(10, 50, 10, challengers=("forest", "knn", "naive-bayes", "svm")),
    "loss": lambda: errors(10, 10, 50),
    "same": lambda: errors(60, 12, 14, rows=3000),
    "better": lambda: errors(20, 26, 10),
    "worse": lambda: errors(20, 10, 24),
    "not-worse": lambda: errors(20, 20, 12, rows=800),
    "may-replace": lambda: errors(20, 20, 12, rows=800, kind=QuestionKind.REPLACE),
    "not-better": lambda: errors(20, 12, 20, rows=800),
    "cannot-tell": lambda: errors(30, 34, 30),
    "depends-on-the-shuffle": torn,
    "leave-one-out": leaving_one_out,
    "time-order": in_order_of_time,
    "one-model": described_only,
    "one-test-set": one_test_set,
    "failed-many": lambda: with_failures(0.12),
    "failed-few": lambda: with_failures(0.03),
    "same-model": lambda: errors(40, 0, 0),
    "guessing": guessing,
    "leak": leaking,
    "in-sample": trained_on_these_rows,
    "outputs-win": lambda: outputs(0.6, 0.7, 0.8),
    "outputs-trade-off": lambda: outputs(0.6, 1.5, 1.0),
    "outputs-not-claimed": lambda: outputs(0.97, 1.05, 1.1),
    "exploratory": exploratory,
}
