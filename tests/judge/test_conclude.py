"""Conclusions from stored predictions: the verdict, estimates and cautions of invented runs."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.evidence import MAIN, Run
from core.domain.findings import Findings, Tag, VerdictKind
from core.domain.study import SchemeKind
from core.judge.conclude import conclude_study
from tests.judge.worlds import (
    class_data,
    failed,
    number_data,
    predictions_run,
    study_of,
    with_scheme,
    wrong_on,
)


def concluded(wrong_reference: range, wrong_candidate: range, rows: int = 400) -> Findings:
    data = class_data(rows)
    study = study_of(data)
    predictions = {"logistic": wrong_on(data, wrong_reference), "forest": wrong_on(data, wrong_candidate)}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def test_that_a_clearly_better_candidate_wins() -> None:
    findings = concluded(range(0, 120), range(0, 20))
    assert findings.verdict.outcome is VerdictKind.WIN
    assert findings.verdict.headline == "Use random forest."


def test_that_the_estimate_pools_the_test_rows_and_keeps_one_value_per_split() -> None:
    findings = concluded(range(0, 120), range(0, 20))
    forest = next(e for e in findings.estimates if e.algorithm == "forest" and e.measure == "error")
    assert forest.mean == pytest.approx(20 / 400)
    assert len(forest.values) == 100
    assert forest.interval is not None
    assert forest.interval.low <= 0.05 <= forest.interval.high


def test_that_a_worse_candidate_is_dropped() -> None:
    findings = concluded(range(0, 20), range(0, 120))
    assert findings.verdict.outcome is VerdictKind.LOSS
    assert findings.verdict.headline == "Keep logistic regression."


def test_that_the_effect_is_the_mean_of_the_per_split_differences() -> None:
    findings = concluded(range(0, 60), range(40, 80))
    headline = findings.comparisons[0]
    assert headline.comparer == "corrected-t"
    values = {e.algorithm: np.array(e.values) for e in findings.estimates if e.measure == "error"}
    assert headline.effect == pytest.approx(float(np.mean(values["logistic"] - values["forest"])))
    assert headline.interval == findings.verdict.interval


def test_that_identical_predictions_are_the_same_model() -> None:
    findings = concluded(range(0, 60), range(0, 60))
    assert findings.verdict.outcome is VerdictKind.SAME_MODEL
    assert findings.comparisons[0].p == 1.0


def test_that_nothing_beats_guessing_when_no_model_is_better_than_the_trivial_one() -> None:
    findings = concluded(range(0, 200), range(100, 300))
    assert findings.verdict.outcome is VerdictKind.NOTHING_BEATS_GUESSING
    assert "always answering “a”" in findings.verdict.headline


def test_that_five_in_a_hundred_failed_trainings_give_no_verdict() -> None:
    data = class_data(400)
    study = study_of(data)
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    broken = [
        failed(o) if o.job.candidate == "forest" and o.job.repeat == 0 and o.job.part == MAIN else o
        for o in run.outcomes
    ]
    findings = conclude_study(study, data, Run(tuple(broken), True))
    assert findings.verdict.outcome is VerdictKind.NO_VERDICT
    assert findings.failures == {"forest": 10}
    assert findings.verdict.headline == "No verdict: 10 of 100 trainings of random forest failed."
    assert findings.verdict.tag is Tag.BLOCKED
    assert any(caution.id == "FAIL" for caution in findings.cautions)


def test_that_an_unclear_leak_with_a_large_gap_blocks_the_verdict() -> None:
    data = class_data(400)
    study = replace(study_of(data), answers={"LEAK:repair_code": "not sure"})
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    verdict = conclude_study(study, data, run).verdict
    assert verdict.outcome is VerdictKind.BLOCKED
    assert verdict.headline == "No verdict: repair_code may contain the answer."
    assert verdict.body == (
        "With it, random forest gives about 5.0 errors per 100 windows (2.3 to 8.1) and logistic regression about 30.0 "
        "errors per 100 windows (24.2 to 35.8), for models trained on this data. You were not sure whether it is known "
        "before the moment you need the prediction."
    )
    assert verdict.action == "Decide whether it is known in time: say so in a new study, or leave it out."


def test_that_a_column_left_out_after_all_blocks_nothing() -> None:
    data = class_data(400)
    study = replace(study_of(data), answers={"LEAK:repair_code": "not sure"})
    study = replace(study, columns=replace(study.columns, ignore=("repair_code",)))
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    assert conclude_study(study, data, run).verdict.outcome is VerdictKind.WIN


def test_that_more_looks_widen_the_range_that_decides() -> None:
    data = class_data(400)
    study = study_of(data)
    run = predictions_run(
        data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(60, 150))}, study
    )
    few, many = (conclude_study(replace(study, looks=looks), data, run).verdict.interval for looks in (0, 9))
    assert few is not None
    assert many is not None
    assert many.level == pytest.approx(1 - 0.05 / 10)
    assert many.low < few.low
    assert many.high > few.high


@pytest.mark.parametrize(
    "kind", [SchemeKind.RESUBSTITUTION, SchemeKind.LEAVE_ONE_OUT, SchemeKind.BOOTSTRAP, SchemeKind.TIME]
)
def test_that_designs_without_a_claim_are_described(kind: SchemeKind) -> None:
    data = class_data(400)
    study = study_of(data)
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    verdict = conclude_study(with_scheme(study, kind), data, run).verdict
    assert verdict.outcome is VerdictKind.DESCRIPTIVE
    assert verdict.tag is Tag.NOT_SETTLED


def test_that_few_rows_are_described_and_not_judged() -> None:
    data = class_data(18)
    study = with_scheme(study_of(data), SchemeKind.KFOLD, folds=3, repeats=2)
    run = predictions_run(data, {"logistic": wrong_on(data, range(8)), "forest": wrong_on(data, range(0))}, study)
    verdict = conclude_study(study, data, run).verdict
    assert verdict.outcome is VerdictKind.DESCRIPTIVE
    assert "Evenfold will describe, not judge" in verdict.body


def test_that_one_model_alone_is_estimated() -> None:
    data = class_data(400)
    study = study_of(data, challengers=())
    findings = conclude_study(study, data, predictions_run(data, {"logistic": wrong_on(data, range(40))}, study))
    assert findings.verdict.outcome is VerdictKind.DESCRIPTIVE
    assert findings.verdict.headline.startswith("Logistic regression: about 10.0 errors per 100 windows")


def test_that_one_holdout_is_decided_on_its_rows() -> None:
    data = class_data(400)
    study = with_scheme(study_of(data), SchemeKind.HOLDOUT, folds=2, repeats=1)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}
    run = predictions_run(data, predictions, study, halves=False)
    one = Run(tuple(o for o in run.outcomes if o.job.fold == 0), True)
    verdict = conclude_study(study, data, one).verdict
    assert verdict.interval is not None
    assert verdict.interval.method == "tango"
    assert verdict.outcome is VerdictKind.WIN


def test_that_perfect_answers_are_doubted() -> None:
    findings = concluded(range(0, 120), range(0, 0))
    assert any(caution.id == "PERFECT" for caution in findings.cautions)


def test_that_numbers_are_judged_in_their_own_unit() -> None:
    data = number_data(300)
    study = study_of(data, margin=0.2)
    noise = np.random.default_rng(3).normal(0, 1, data.targets.shape)
    run = predictions_run(data, {"linear": data.targets + 2 * noise, "forest": data.targets + 0.5 * noise}, study)
    verdict = conclude_study(study, data, run).verdict
    assert verdict.outcome is VerdictKind.WIN
    assert "MPa less than linear" in verdict.body


def test_that_several_outputs_are_judged_together_first() -> None:
    data = number_data(300, ("K_T", "K_Q"))
    study = study_of(data, margin=0.2)
    noise = np.random.default_rng(3).normal(0, 1, data.targets.shape)
    better = predictions_run(data, {"linear": data.targets + 2 * noise, "forest": data.targets + 0.5 * noise}, study)
    findings = conclude_study(study, data, better)
    assert findings.verdict.headline == "Random forest is better on the 2 outputs taken together."
    assert len(findings.verdicts) == 2
    mixed = noise * np.array([0.5, 2.0])
    torn = predictions_run(data, {"linear": data.targets + noise, "forest": data.targets + mixed}, study)
    assert "better for K_T and worse for K_Q" in conclude_study(study, data, torn).verdict.headline


def test_that_the_leading_candidate_makes_the_headline() -> None:
    data = class_data(400)
    study = study_of(data, challengers=("knn", "forest"))
    predictions = {
        "logistic": wrong_on(data, range(120)),
        "knn": wrong_on(data, range(0, 160)),
        "forest": wrong_on(data, range(20)),
    }
    findings = conclude_study(study, data, predictions_run(data, predictions, study))
    assert findings.verdict.first == "random forest"
    assert len(findings.verdicts) == 2
    assert findings.verdict.interval is not None
    assert findings.verdict.interval.level == pytest.approx(1 - 0.05 / 2)


def test_that_the_generalisation_line_is_there_with_the_halves_and_absent_without() -> None:
    data = class_data(400)
    study = study_of(data)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(60, 80))}
    with_halves = conclude_study(study, data, predictions_run(data, predictions, study)).cards
    without = conclude_study(study, data, predictions_run(data, predictions, study, halves=False)).cards
    assert "half this size" in with_halves["generalisation"]
    assert "generalisation" not in without


def test_that_the_same_run_always_gives_the_same_findings() -> None:
    assert concluded(range(0, 60), range(40, 80)) == concluded(range(0, 60), range(40, 80))


def test_that_an_answer_without_a_claim_claims_nothing_beside_it() -> None:
    data = class_data(400)
    study = replace(study_of(data, cross_check="auc"), answers={"LEAK:repair_code": "not sure"})
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    assert (
        conclude_study(study, data, run).cards["agree"].startswith("Without a verdict there is nothing to agree with.")
    )


def test_that_one_row_left_out_at_a_time_is_told_in_words_and_later_rows_are_not_shuffled() -> None:
    data = class_data(60)
    predicted = {"logistic": wrong_on(data, range(12)), "forest": wrong_on(data, range(6))}
    found = {}
    for kind in (SchemeKind.LEAVE_ONE_OUT, SchemeKind.TIME):
        study = with_scheme(study_of(data), kind, repeats=1)
        found[kind] = conclude_study(study, data, predictions_run(data, predicted, study, halves=False)).verdict
    assert found[SchemeKind.LEAVE_ONE_OUT].body.startswith("Leaving out one row at a time describes;")
    assert "cross-validation" in found[SchemeKind.LEAVE_ONE_OUT].action
    assert "confirm on new rows" in found[SchemeKind.TIME].action
