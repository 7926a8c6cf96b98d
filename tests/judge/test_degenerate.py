"""Whatever comes in, findings come out: a defined status with a reason, never an exception, NaN or infinity."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, Run
from core.domain.findings import Findings, Status, VerdictKind
from core.domain.study import QuestionKind, SchemeKind, Study
from core.judge.conclude import conclude_study
from core.wording.undefined_text import describe_note
from tests.judge.worlds import (
    BANNED,
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
    return world("one class", data, same, "descriptive", cross_check="auc")


def constant_scores() -> World:
    data = class_data(200)
    made = world(
        "constant scores",
        data,
        {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))},
        "nothing-beats-guessing",
        "no-verdict",
        measure="auc",
        margin=0.01,
    )
    flat = tuple(replace(o, scores=np.full((len(o.rows), 2), 0.5)) for o in made.run.outcomes)
    return replace(made, run=Run(flat, True))


def no_scores() -> World:
    made = constant_scores()
    silent = tuple(replace(o, scores=None) for o in made.run.outcomes)
    return replace(made, name="no scores", run=Run(silent, True), outcomes=("no-verdict",))


def one_fold() -> World:
    data = class_data(200)
    made = world(
        "one fold", data, {"logistic": wrong_on(data, range(60)), "forest": data.targets}, "no-verdict", repeats=1
    )
    return replace(made, run=one_holdout(made.run))


def identical() -> World:
    data = class_data(200)
    wrong = wrong_on(data, range(60))
    return world("identical", data, {"logistic": wrong, "forest": wrong}, "same-model", cross_check="auc")


def equal_counts_on_every_fold() -> World:
    """Different rows wrong, but as many in every split."""
    data = class_data(200)
    made = world("equal counts", data, {"logistic": data.targets, "forest": data.targets}, "no-verdict")
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
    return world("constant gap", data, shifted, "no-verdict", "nothing-beats-guessing", margin=0.2, cross_check="rmse")


def zero_truth() -> World:
    data = replace(number_data(100), targets=np.zeros((100, 1)))
    noise = np.random.default_rng(1).normal(size=(100, 1))
    predictions = {"linear": noise, "forest": 0.5 * noise}
    return world("zero true values", data, predictions, "no-verdict", measure="relative", margin=5.0, cross_check="r2")


def all_failed() -> World:
    made = identical()
    broken = tuple(failed(o) for o in made.run.outcomes)
    return replace(made, name="all failed", run=Run(broken, True), outcomes=("no-verdict",))


def candidate_failed() -> World:
    made = identical()
    broken = tuple(failed(o) if o.job.candidate == "forest" else o for o in made.run.outcomes)
    return replace(made, name="candidate failed", run=Run(broken, True), outcomes=("no-verdict",))


def nothing_run() -> World:
    return replace(identical(), name="nothing run", run=Run((), False), outcomes=("no-verdict",))


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
    return World("empty family", study, data, run, ("descriptive",))


def two_rows() -> World:
    data = class_data(2)
    predictions = {"logistic": data.targets, "forest": wrong_on(data, range(1))}
    return world("two rows", data, predictions, "descriptive", folds=2, repeats=1)


def single_group() -> World:
    data = class_data(60, groups=1)
    predictions = {"logistic": wrong_on(data, range(20)), "forest": wrong_on(data, range(4))}
    made = world("one group", data, predictions, "no-verdict", folds=2, repeats=1)
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


def every_way(made: World) -> Iterator[Findings]:
    """The same world under every question and every scheme that its outcomes could have come from."""
    for kind in KINDS:
        question = replace(made.study.question, kind=kind, good_enough=10.0)
        yield conclude_study(replace(made.study, question=question), made.data, made.run)
    for scheme in SchemeKind:
        yield conclude_study(with_scheme(made.study, scheme), made.data, made.run)


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_degenerate_input_has_a_defined_outcome(make: Any) -> None:
    made: World = make()
    assert made.findings().verdict.outcome.value in made.outcomes


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_no_number_anywhere_is_undefined_and_no_text_is_broken(make: Any) -> None:
    for findings in every_way(make()):
        assert all(math.isfinite(number) for number in figures_of(findings))
        for text in texts_of(findings):
            assert text
            assert not BANNED.search(text)
            assert not re.search(r"\bnan\b|\binf\b|None(?! of)|{|}|[a-z]_[a-z]", text), text


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_every_comparison_without_an_answer_has_a_reason_and_no_p_below_one(make: Any) -> None:
    for comparison in make().findings().comparisons:
        if comparison.status is not Status.OK:
            assert describe_note(comparison)
            assert comparison.reason
        assert comparison.p is None or 0 <= comparison.p <= 1


@pytest.mark.parametrize("make", WORLDS, ids=lambda make: make.__name__)
def test_that_no_degenerate_range_makes_a_claim(make: Any) -> None:
    made: World = make()
    claims = (VerdictKind.WIN, VerdictKind.LOSS, VerdictKind.BETTER, VerdictKind.WORSE)
    for verdict in made.findings().verdicts:
        if verdict.outcome in claims:
            assert verdict.interval is not None
            assert verdict.interval.low < verdict.interval.high


def test_that_rows_used_to_train_block_the_verdict() -> None:
    data = class_data(200)
    study = replace(study_of(data), answers={"TRAINED-ON": "yes"})
    run = predictions_run(data, {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))}, study)
    verdict = conclude_study(study, data, run).verdict
    assert verdict.outcome is VerdictKind.BLOCKED
    assert verdict.headline == "No verdict: these rows were used to train random forest or logistic regression."
    unsure = replace(study, answers={"TRAINED-ON": "not sure"})
    assert "appears to make" in conclude_study(unsure, data, run).verdict.body


def test_that_a_statement_that_is_not_true_only_explores() -> None:
    data = class_data(200)
    run_of = {"logistic": wrong_on(data, range(60)), "forest": wrong_on(data, range(20))}
    for key, words in (("unseen", "had seen results"), ("alone", "rows depend on each other")):
        study = replace(study_of(data), answers={key: "no"})
        verdict = conclude_study(study, data, predictions_run(data, run_of, study)).verdict
        assert "exploratory" in verdict.modifiers
        assert words in verdict.body


def test_that_only_the_main_part_is_judged() -> None:
    made = identical()
    assert all(outcome.job.part in (MAIN, "5x2") for outcome in made.run.outcomes)
    without = Run(tuple(o for o in made.run.outcomes if o.job.part == MAIN), True)
    assert conclude_study(made.study, made.data, without).verdict == made.findings().verdict
