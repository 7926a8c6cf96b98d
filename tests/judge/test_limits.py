"""Why no claim is made, and what keeps an answer from being sure."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import MAIN, FitResult, Run
from core.domain.study import SchemeKind, Study
from core.judge.context import ComparisonContext
from core.judge.limits import advice, doubts, exploratory, failures, is_identical, is_in_sample, no_claim
from core.wording.model_names import names_of
from core.judge.scores import build_score_table
from tests.judge.worlds import class_data, failed, number_data, predictions_run, study_of, with_scheme, wrong_on

DATA = class_data(100)
STUDY = study_of(DATA)
RUN = predictions_run(DATA, {"logistic": DATA.targets, "forest": DATA.targets}, STUDY, halves=False)


def evidence_of(
    study: Study = STUDY, data: Dataset = DATA, outcomes: tuple[FitResult, ...] = RUN.outcomes
) -> ComparisonContext:
    main = build_score_table(study, data, Run(outcomes, True))
    return ComparisonContext(study, data, main, main, (), names_of(study, data))


def unequal(rows: int, rare: int) -> Dataset:
    targets = np.zeros((rows, 1))
    targets[:rare] = 1
    return replace(class_data(rows), targets=targets)


@pytest.mark.parametrize(
    ("data", "said", "advised"),
    [
        (unequal(19, 9), "With 19 rows Evenfold will describe, not judge.", "at least 20"),
        (unequal(20, 9), "With 9 rows of 'b' Evenfold will describe, not judge.", "that class"),
        (unequal(40, 1), "With 1 row of 'b' Evenfold will describe, not judge.", "that class"),
        (unequal(20, 10), "", "10-fold"),
        (number_data(20), "", "10-fold"),
        (number_data(19), "With 19 rows Evenfold will describe, not judge.", "at least 20"),
    ],
)
def test_that_too_few_rows_are_only_described(data: Dataset, said: str, advised: str) -> None:
    found = evidence_of(study_of(data), data, ())
    assert no_claim(found) == said
    assert advised in advice(found)


def test_that_one_row_for_each_fold_only_describes() -> None:
    data = class_data(40)
    for folds, said in ((39, ""), (40, "With one row per fold the design describes; it cannot tell two models apart.")):
        assert no_claim(evidence_of(with_scheme(study_of(data), SchemeKind.KFOLD, folds=folds), data, ())) == said
    left_out = with_scheme(study_of(data), SchemeKind.LEAVE_ONE_OUT)
    assert no_claim(evidence_of(left_out, data, ())).startswith("Leaving out one row at a time describes")


@pytest.mark.parametrize(("count", "told"), [(4, ""), (5, "5 of 100 trainings of random forest failed")])
def test_that_five_failures_in_a_hundred_are_too_many(count: int, told: str) -> None:
    forest = [o for o in RUN.outcomes if o.job.candidate == "forest" and o.job.part == MAIN]
    broken = {o.job for o in forest[:count]}
    outcomes = tuple(failed(o) if o.job in broken else o for o in RUN.outcomes)
    found = evidence_of(outcomes=outcomes)
    assert len(forest) == 100
    assert failures(found, "logistic", "forest") == told
    assert failures(found, "logistic") == failures(found, "nobody") == ""


def test_that_the_same_answers_are_one_model_unless_scores_are_measured() -> None:
    assert is_identical(evidence_of(), "forest", 0)
    softer = tuple(
        replace(o, scores=o.scores * 0.9 + 0.05) if o.job.candidate == "forest" and o.scores is not None else o
        for o in RUN.outcomes
    )
    assert is_identical(evidence_of(outcomes=softer), "forest", 0)
    ranked = study_of(DATA, measure="auc")
    assert not is_identical(evidence_of(ranked, outcomes=softer), "forest", 0)
    assert is_identical(evidence_of(ranked), "forest", 0)
    bare = tuple(replace(o, scores=None) if o.job.candidate == "forest" else o for o in RUN.outcomes)
    assert is_identical(evidence_of(ranked, outcomes=bare), "forest", 0)


def test_that_one_other_answer_or_a_failure_makes_another_model() -> None:
    other = predictions_run(DATA, {"logistic": DATA.targets, "forest": wrong_on(DATA, [7])}, STUDY, halves=False)
    assert not is_identical(evidence_of(outcomes=other.outcomes), "forest", 0)
    first = next(o.job for o in RUN.outcomes if o.job.candidate == "forest")
    broken = tuple(failed(o) if o.job == first else o for o in RUN.outcomes)
    assert not is_identical(evidence_of(outcomes=broken), "forest", 0)
    assert not is_identical(evidence_of(outcomes=()), "forest", 0)


def test_that_what_was_answered_before_the_lock_is_remembered() -> None:
    told = {"LEAK:serial": "not sure", "PREP": "yes", "unseen": "no", "alone": "yes", "TRAINED-ON": "yes"}
    study = replace(STUDY, answers=told)
    assert doubts(study) == ("LEAK:serial", "PREP")
    assert doubts(replace(STUDY, answers={"PREP": "no"})) == ()
    left_out = replace(study, columns=replace(study.columns, ignore=("serial",)))
    assert doubts(left_out) == ("PREP",)
    assert exploratory(study) == (
        "Exploratory: you told us you had seen results on these rows. Confirm on new rows before you rely on this."
    )
    assert exploratory(replace(STUDY, answers={"unseen": "yes"})) == ""
    assert is_in_sample(study)
    assert not is_in_sample(replace(STUDY, answers={"TRAINED-ON": "no"}))
