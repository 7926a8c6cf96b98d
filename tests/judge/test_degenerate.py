"""Whatever comes in, findings come out: a defined status with a reason, never an exception, NaN or infinity."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from core.domain.conclusion import Answer, Reason
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, Run
from core.domain.findings import Findings, Status
from core.domain.study import QuestionKind, SchemeKind, Study
from core.judge.conclude import conclude_study
from tests.judge.worlds import (
    class_data,
    failed,
    figures_of,
    number_data,
    one_holdout,
    predictions_run,
    study_of,
    texts_of,
    with_scheme,
    wrong_on,
)


@dataclass(frozen=True, slots=True)
class World:
    name: str
    study: Study
    data: Dataset
    run: Run
    outcomes: tuple[str, ...]

    def findings(self) -> Findings:
        return conclude_study(self.study, self.data, self.run)


def world(
    name: str,
    data: Dataset,
    predictions: dict[str, Floats],
    *outcomes: str,
    folds: int = 10,
    repeats: int = 10,
    **asked: Any,
) -> World:
    study = with_scheme(study_of(data, ("forest",), **asked), SchemeKind.KFOLD, folds=folds, repeats=repeats)
    return World(name, study, data, predictions_run(data, predictions, study), outcomes)


def one_class() -> World:
    data = replace(class_data(60), targets=np.zeros((60, 1)))
    same = {"logistic": data.targets, "forest": wrong_on(data, range(9))}
    return world("one class", data, same, "few-rows", cross_check="auc")


def constant_scores() -> World:
    data = class_data(200)
    made = world(
        "constant scores",
        data,
        {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))},
        "guess",
        "undefined",
        measure="auc",
        margin=0.01,
    )
    flat = tuple(replace(o, scores=np.full((len(o.rows), 2), 0.5)) for o in made.run.outcomes)
    return replace(made, run=Run(flat, True))


def no_scores() -> World:
    made = constant_scores()
    silent = tuple(replace(o, scores=None) for o in made.run.outcomes)
    return replace(made, name="no scores", run=Run(silent, True), outcomes=("undefined",))


def one_fold() -> World:
    data = class_data(200)
    made = world(
        "one fold", data, {"logistic": wrong_on(data, range(60)), "forest": data.targets}, "undefined", repeats=1
    )
    return replace(made, run=one_holdout(made.run))


def identical() -> World:
    data = class_data(200)
    wrong = wrong_on(data, range(60))
    return world("identical", data, {"logistic": wrong, "forest": wrong}, "identical", cross_check="auc")


def equal_counts_on_every_fold() -> World:
    """Different rows wrong, but as many in every split."""
    data = class_data(200)
    made = world("equal counts", data, {"logistic": data.targets, "forest": data.targets}, "same")
    outcomes = []
    for outcome in made.run.outcomes:
        answers = np.asarray(outcome.predicted).copy()
        place = {"logistic": 0, "forest": 1}.get(outcome.job.candidate)
        if place is not None:
            answers[place] = 1 - answers[place]
        outcomes.append(replace(outcome, predicted=answers))
    return replace(made, run=Run(tuple(outcomes), True))


def constant_gap() -> World:
    data = number_data(100)
    shifted = {"linear": data.targets + 2.0, "forest": data.targets + 1.0}
    return world("constant difference", data, shifted, "undefined", "guess", margin=0.2, cross_check="rmse")


def zero_truth() -> World:
    data = replace(number_data(100), targets=np.zeros((100, 1)))
    noise = np.random.default_rng(1).normal(size=(100, 1))
    predictions = {"linear": noise, "forest": 0.5 * noise}
    return world("zero true values", data, predictions, "undefined", measure="relative", margin=5.0, cross_check="r2")


def all_failed() -> World:
    made = identical()
    broken = tuple(failed(o) for o in made.run.outcomes)
    return replace(made, name="all failed", run=Run(broken, True), outcomes=("failures",))


def candidate_failed() -> World:
    made = identical()
    broken = tuple(failed(o) if o.job.candidate == "forest" else o for o in made.run.outcomes)
    return replace(made, name="candidate failed", run=Run(broken, True), outcomes=("failures",))


def nothing_run() -> World:
    return replace(identical(), name="nothing run", run=Run((), False), outcomes=("undefined",))


def row_per_fold() -> World:
    data = class_data(40)
    predictions = {"logistic": wrong_on(data, range(12)), "forest": wrong_on(data, range(4))}
    return world("a row per fold", data, predictions, "descriptive", folds=40, repeats=1, cross_check="auc")


def more_folds_than_rows() -> World:
    data = class_data(24)
    predictions = {"logistic": wrong_on(data, range(12)), "forest": wrong_on(data, range(4))}
    made = world("k > n", data, predictions, "descriptive", folds=24, repeats=1)
    return replace(made, study=with_scheme(made.study, SchemeKind.KFOLD, folds=30))


def alone() -> World:
    data = class_data(100)
    study = study_of(data, ())
    run = predictions_run(data, {"logistic": wrong_on(data, range(20))}, study)
    return World("empty family", study, data, run, ("alone",))


def two_rows() -> World:
    data = class_data(2)
    predictions = {"logistic": data.targets, "forest": wrong_on(data, range(1))}
    return world("two rows", data, predictions, "descriptive", folds=2, repeats=1)


def single_group() -> World:
    data = class_data(60, groups=1)
    predictions = {"logistic": wrong_on(data, range(20)), "forest": wrong_on(data, range(4))}
    made = world("one group", data, predictions, "undefined", folds=2, repeats=1)
    return replace(made, study=with_scheme(made.study, SchemeKind.HOLDOUT), run=one_holdout(made.run))


def huge_numbers() -> World:
    data = replace(number_data(100), targets=1e150 * number_data(100).targets)
    noise = 1e150 * np.random.default_rng(1).normal(size=(100, 1))
    predictions = {"linear": data.targets + noise, "forest": data.targets + 0.5 * noise}
    return world("huge numbers", data, predictions, "win", "better", margin=1.0, cross_check="rmse")


WORLDS = (
    one_class, constant_scores, no_scores, one_fold, identical, equal_counts_on_every_fold, constant_gap, zero_truth,
    all_failed, candidate_failed, nothing_run, row_per_fold, more_folds_than_rows, alone, two_rows, single_group,
    huge_numbers,
)  # fmt: skip
KINDS = tuple(QuestionKind)


def every_way(made: World) -> Iterator[tuple[Study, Findings]]:
    """The same world under every question and every scheme that its outcomes could have come from."""
    for kind in KINDS:
        question = replace(made.study.question, kind=kind, good_enough=10.0)
        study = replace(made.study, question=question)
        yield study, conclude_study(study, made.data, made.run)
    for scheme in SchemeKind:
        study = with_scheme(made.study, scheme)
        yield study, conclude_study(study, made.data, made.run)


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_degenerate_input_has_a_defined_outcome(make: Any) -> None:
    made: World = make()
    assert made.findings().conclusion.reason.value in made.outcomes


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_no_number_anywhere_is_undefined_and_no_text_is_broken(make: Any) -> None:
    made: World = make()
    for study, findings in every_way(made):
        assert all(math.isfinite(number) for number in figures_of(findings))
        for text in texts_of(study, made.data, findings):
            assert not re.search(r"\bnan\b|\binf\b|None(?! of| alone)|{|}|[a-z]_[a-z]", text), text


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_every_comparison_without_an_answer_has_a_reason_and_no_p_below_one(make: Any) -> None:
    for comparison in make().findings().comparisons:
        if comparison.status is not Status.OK:
            assert comparison.reason
        assert comparison.p is None or 0 <= comparison.p <= 1


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_no_degenerate_range_makes_a_claim(make: Any) -> None:
    made: World = make()
    for row in made.findings().conclusion.rows:
        if row.reason in (Reason.WIN, Reason.LOSS, Reason.BETTER, Reason.WORSE):
            assert row.difference is not None
            assert row.difference.interval is not None
            assert row.difference.interval.low < row.difference.interval.high


def test_that_rows_used_to_train_block_the_answer() -> None:
    data = class_data(200)
    study = replace(study_of(data), answers={"TRAINED-ON": "yes"})
    run = predictions_run(data, {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))}, study)
    blocked = conclude_study(study, data, run).conclusion
    assert (blocked.answer, blocked.reason) == (Answer.BLOCKED, Reason.IN_SAMPLE)
    unsure = conclude_study(replace(study, answers={"TRAINED-ON": "not sure"}), data, run).conclusion
    assert (unsure.answer, unsure.open_checks) == (Answer.YES, ("TRAINED-ON",))


def test_that_a_statement_that_is_not_true_only_explores() -> None:
    data = class_data(200)
    run_of = {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))}
    for key in ("unseen", "alone"):
        study = replace(study_of(data), answers={key: "no"})
        found = conclude_study(study, data, predictions_run(data, run_of, study)).conclusion
        assert found.exploratory == (key,)


def test_that_only_the_main_part_is_judged() -> None:
    made = identical()
    assert all(outcome.job.part in (MAIN, "5x2") for outcome in made.run.outcomes)
    without = Run(tuple(o for o in made.run.outcomes if o.job.part == MAIN), True)
    again = conclude_study(made.study, made.data, without).conclusion
    assert (again.answer, again.reason) == (Answer.SAME, Reason.IDENTICAL)
