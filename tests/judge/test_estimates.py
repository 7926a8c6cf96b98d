"""Estimates say what new rows will show: never the error on training rows, and never too narrow a range."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from core.application.run_study import run_study
from core.domain.dataset import Dataset, Kind, Task
from core.domain.events import Ended
from core.domain.findings import CautionKind, Estimate, Findings
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study
from core.judge.conclude import conclude_study
from tests.judge.worlds import class_data, predictions_run, study_of, wrong_on
from tests.laboratory.inline import INLINE


def coin_data(rows: int = 200) -> Dataset:
    """Classes thrown by coin: no model can be right more than one time in two."""
    random = np.random.default_rng(8)
    return Dataset(
        name="coins",
        task=Task.CLASSES,
        inputs=random.normal(size=(rows, 4)),
        kinds=(Kind.NUMBER,) * 4,
        features=("a", "b", "c", "d"),
        levels=((),) * 4,
        targets=(random.random((rows, 1)) < 0.5).astype(np.float64),
        outputs=("side",),
        classes=("heads", "tails"),
    )


def bootstrap(data: Dataset, model: str, cross_check: str | None = None) -> Findings:
    study = Study(
        title="Coins",
        source="nowhere",
        columns=Columns(target=data.outputs),
        question=Question(measure="error", margin=2.0, cross_check=cross_check),
        candidates=(Candidate(model, model),),
        baseline=model,
        scheme=SchemeChoice(kind=SchemeKind.BOOTSTRAP, samples=40),
        row_meaning="one throw",
    )
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    assert last.findings is not None
    return last.findings


def estimate_of(findings: Findings, model: str) -> Estimate:
    return next(one for one in findings.estimates if (one.algorithm, one.measure) == (model, "error"))


def test_that_a_memorizer_of_coins_is_told_as_guessing_by_the_bootstrap() -> None:
    """Its error on training rows is 0, so that .632 would say about 32 errors per 100; the truth is 50."""
    findings = bootstrap(coin_data(), "memoriser")
    found = estimate_of(findings, "memoriser")
    assert found.mean is not None
    assert found.interval is not None
    assert found.point == "632-plus"
    assert found.mean == pytest.approx(0.5, abs=0.07)
    assert found.interval.low <= 0.5 <= found.interval.high
    told = [one for one in findings.cautions if one.kind is CautionKind.BOOTSTRAP_POINT]
    assert [(one.model, one.name) for one in told] == [("memoriser", "632-plus")]


def test_that_the_auc_of_a_tree_on_coins_is_told_as_guessing_by_the_bootstrap() -> None:
    """It ranks its training rows well, not perfectly, so that .632 would say an AUC of two thirds; the truth is .5."""
    findings = bootstrap(coin_data(), "tree", cross_check="auc")
    found = next(one for one in findings.estimates if (one.algorithm, one.measure) == ("tree", "auc"))
    assert found.interval is not None
    assert found.point == "632-plus"
    assert found.interval.low <= 0.5 <= found.interval.high


def test_that_the_spread_of_the_632_estimate_is_its_own_and_not_that_of_the_rows_not_drawn() -> None:
    random = np.random.default_rng(2)
    data = coin_data()
    data = replace(data, targets=(data.inputs[:, :1] + 0.5 * random.normal(size=(data.size, 1)) > 0).astype(np.float64))
    found = estimate_of(bootstrap(data, "lda"), "lda")
    assert found.point == "632"
    assert found.spread is not None
    known = np.array([value for value in found.values if value is not None])
    assert found.spread == pytest.approx(0.632 * float(np.std(known, ddof=1)))


def test_that_training_rows_give_no_range_and_are_marked() -> None:
    data = class_data()
    study = study_of(data, ())
    run = predictions_run(data, {"logistic": wrong_on(data, range(3))}, study)
    found = conclude_study(replace(study, scheme=SchemeChoice(kind=SchemeKind.RESUBSTITUTION)), data, run)
    assert {(one.is_in_sample, one.interval) for one in found.estimates} == {(True, None)}


def test_that_wilsons_range_is_named_where_it_decided() -> None:
    """Without any error the folds do not vary at all: only Wilson's range knows that errors are possible."""
    data = class_data(200)
    study = replace(study_of(data, ()), scheme=SchemeChoice(folds=10, repeats=2))
    found = conclude_study(study, data, predictions_run(data, {"logistic": wrong_on(data, [])}, study))
    interval = estimate_of(found, "logistic").interval
    assert interval is not None
    assert (interval.method, interval.low) == ("wilson", 0.0)
    assert interval.high > 0.01


def test_that_a_range_of_splits_is_named_where_it_is_wider_than_wilsons() -> None:
    """All errors in one group: whole groups count, and their range is wider."""
    data = class_data(200, groups=10)
    study = replace(study_of(data, ()), scheme=SchemeChoice(folds=5, repeats=2, grouped=True))
    assert data.groups is not None
    wrong = np.flatnonzero(data.groups < 3).tolist()
    found = conclude_study(study, data, predictions_run(data, {"logistic": wrong_on(data, wrong)}, study))
    interval = estimate_of(found, "logistic").interval
    assert interval is not None
    assert interval.method == "cross-validated"
