"""Conclusions from stored predictions: answers, reasons, estimates and cautions of invented runs, as facts."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.conclusion import Answer, Confirmation, MeasureConflict, Reason, Scope
from core.domain.dataset import Dataset
from core.domain.evidence import MAIN, Run
from core.domain.findings import CautionKind, ComparisonRole, Findings
from core.domain.study import QuestionKind, SchemeKind, TieBreak
from core.judge.conclude import conclude_study
from core.statistics.comparison_test import Standing
from core.statistics.comparison_tests import COMPARISON_TESTS
from tests.judge.worlds import (
    class_data,
    failed,
    number_data,
    one_holdout,
    predictions_run,
    study_of,
    with_scheme,
    wrong_on,
)


def concluded(wrong_baseline: range, wrong_candidate: range, rows: int = 400, **asked: object) -> Findings:
    data = class_data(rows)
    study = study_of(data, **asked)  # type: ignore[arg-type]
    predictions = {"logistic": wrong_on(data, wrong_baseline), "forest": wrong_on(data, wrong_candidate)}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def answered(findings: Findings) -> tuple[Answer, Reason]:
    return findings.conclusion.answer, findings.conclusion.reason


def test_that_a_clearly_better_candidate_is_a_yes() -> None:
    findings = concluded(range(120), range(20))
    assert answered(findings) == (Answer.YES, Reason.WIN)
    assert (findings.conclusion.use, findings.conclusion.rule) == ("forest", None)


def test_that_a_worse_candidate_is_a_no_and_the_baseline_stays() -> None:
    findings = concluded(range(20), range(120))
    assert answered(findings) == (Answer.NO, Reason.LOSS)
    assert findings.conclusion.use == "logistic"


def test_that_the_estimate_pools_the_test_rows_and_keeps_one_value_per_split() -> None:
    findings = concluded(range(120), range(20))
    forest = next(e for e in findings.estimates if e.algorithm == "forest" and e.measure == "error")
    assert forest.mean == pytest.approx(20 / 400)
    assert len(forest.values) == 100
    assert forest.interval is not None
    assert forest.interval.low <= 0.05 <= forest.interval.high


def test_that_the_difference_is_the_mean_of_the_per_split_differences() -> None:
    findings = concluded(range(60), range(40, 80))
    (row,) = findings.conclusion.rows
    values = {e.algorithm: np.array(e.values) for e in findings.estimates if e.measure == "error"}
    assert row.difference is not None
    assert row.difference.mean == pytest.approx(float(np.mean(values["logistic"] - values["forest"])))
    first = findings.comparisons[0]
    assert row.difference.interval is not None
    assert (first.comparer, first.effect) == ("cross-validated", row.difference.mean)
    assert first.interval is not None
    assert (first.interval.low, first.interval.high) == (row.difference.interval.low, row.difference.interval.high)


def test_that_identical_predictions_are_the_same_and_may_replace_each_other() -> None:
    assert answered(concluded(range(60), range(60))) == (Answer.SAME, Reason.IDENTICAL)
    assert answered(concluded(range(60), range(60), kind=QuestionKind.REPLACE)) == (Answer.YES, Reason.IDENTICAL)


def test_that_without_a_model_that_beats_the_constant_guess_no_yes_stands() -> None:
    findings = concluded(range(200), range(100, 300))
    assert findings.conclusion.answer is not Answer.YES
    (guess,) = findings.conclusion.guesses
    assert not guess.is_beaten


def test_that_models_that_cannot_gain_what_matters_over_the_guess_are_a_no() -> None:
    """The guess always answers the first class, which is wrong on every second row."""
    findings = concluded(range(0, 400, 2), range(0, 396, 2), margin=20.0)
    (guess,) = findings.conclusion.guesses
    assert guess.is_useless
    assert answered(findings) == (Answer.NO, Reason.GUESS)


def test_that_five_in_a_hundred_failed_training_runs_block_the_model() -> None:
    data = class_data(400)
    study = study_of(data)
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    broken = [
        failed(o) if o.job.candidate == "forest" and o.job.repeat == 0 and o.job.part == MAIN else o
        for o in run.outcomes
    ]
    findings = conclude_study(study, data, Run(tuple(broken), True))
    assert answered(findings) == (Answer.BLOCKED, Reason.FAILURES)
    assert findings.failures == {"forest": 10}
    assert findings.conclusion.failed == {"forest": (10, 100)}
    assert any(c.kind is CautionKind.FAILED and (c.count, c.total) == (10, 100) for c in findings.cautions)


def test_that_a_failing_model_does_not_block_the_others() -> None:
    data = class_data(400)
    study = study_of(data, challengers=("knn", "forest"))
    predictions = {key: wrong_on(data, range(n)) for key, n in (("logistic", 120), ("knn", 20), ("forest", 20))}
    run = predictions_run(data, predictions, study)
    broken = [failed(o) if o.job.candidate == "knn" and o.job.repeat == 0 else o for o in run.outcomes]
    findings = conclude_study(study, data, Run(tuple(broken), True))
    assert (findings.conclusion.answer, findings.conclusion.model) == (Answer.YES, "forest")
    row = findings.conclusion.row("knn", "fault")
    assert row is not None
    assert (row.answer, row.reason) == (Answer.BLOCKED, Reason.FAILURES)


def test_that_an_unclear_leak_with_a_large_difference_blocks() -> None:
    data = replace(class_data(400), features=("repair_code",))
    study = replace(study_of(data), answers={"LEAK:repair_code": "not sure"})
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    findings = conclude_study(study, data, run)
    assert answered(findings) == (Answer.BLOCKED, Reason.LEAK)
    assert findings.conclusion.columns == ("repair_code",)
    excluded = replace(study, columns=replace(study.columns, ignore=("repair_code",)))
    assert answered(conclude_study(excluded, data, run)) == (Answer.YES, Reason.WIN)


def test_that_earlier_comparisons_widen_the_range_that_decides() -> None:
    data = class_data(400)
    study = study_of(data)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(60, 150))}
    run = predictions_run(data, predictions, study)
    found = [
        conclude_study(replace(study, earlier_comparisons=earlier_comparisons), data, run).conclusion
        for earlier_comparisons in (0, 9)
    ]
    few, many = (one.rows[0].difference.interval for one in found if one.rows[0].difference)  # type: ignore[union-attr]
    assert few is not None
    assert many is not None
    assert (found[1].comparisons, found[1].earlier) == (10, 9)
    assert many.level == pytest.approx(1 - 0.05 / 10)
    assert many.raw_low < few.raw_low
    assert many.raw_high > few.raw_high


@pytest.mark.parametrize(
    "kind", [SchemeKind.RESUBSTITUTION, SchemeKind.LEAVE_ONE_OUT, SchemeKind.BOOTSTRAP, SchemeKind.TIME]
)
@pytest.mark.parametrize("question", list(QuestionKind))
def test_that_designs_without_a_claim_are_described_whatever_is_asked(kind: SchemeKind, question: QuestionKind) -> None:
    data = class_data(400)
    study = study_of(data, kind=question, good_enough=10.0)
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    findings = conclude_study(with_scheme(study, kind), data, run)
    assert answered(findings) == (Answer.UNCLEAR, Reason.DESCRIPTIVE)
    assert findings.conclusion.no_claim is not None
    assert findings.conclusion.no_claim.design == kind.value


def test_that_too_few_rows_block() -> None:
    data = class_data(18)
    study = with_scheme(study_of(data), SchemeKind.KFOLD, folds=3, repeats=2)
    run = predictions_run(data, {"logistic": wrong_on(data, range(8)), "forest": wrong_on(data, range(0))}, study)
    findings = conclude_study(study, data, run)
    assert answered(findings) == (Answer.BLOCKED, Reason.FEW_ROWS)
    assert findings.conclusion.no_claim is not None
    assert (findings.conclusion.no_claim.count, findings.conclusion.no_claim.needed) == (18, 20)


def test_that_one_model_alone_is_estimated_and_answers_nothing() -> None:
    data = class_data(400)
    study = study_of(data, challengers=())
    findings = conclude_study(study, data, predictions_run(data, {"logistic": wrong_on(data, range(40))}, study))
    assert answered(findings) == (Answer.NONE, Reason.ALONE)


@pytest.mark.parametrize(
    ("limit", "answer"), [(20.0, Answer.YES), (2.0, Answer.NO), (10.0, Answer.UNCLEAR), (None, Answer.NONE)]
)
def test_that_a_limit_is_held_against_the_range_of_each_model(limit: float | None, answer: Answer) -> None:
    findings = concluded(range(80), range(40), kind=QuestionKind.GOOD_ENOUGH, good_enough=limit)
    assert findings.conclusion.answer is answer


def test_that_one_holdout_is_decided_on_its_rows() -> None:
    data = class_data(400)
    study = with_scheme(study_of(data), SchemeKind.HOLDOUT, folds=2, repeats=1)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}
    findings = conclude_study(study, data, one_holdout(predictions_run(data, predictions, study, halves=False)))
    assert answered(findings) == (Answer.YES, Reason.WIN)
    (row,) = findings.conclusion.rows
    assert row.difference is not None
    assert row.difference.interval is not None
    assert (row.difference.interval.method, row.difference.interval.confirmation) == ("tango", Confirmation.NOT_NEEDED)


def test_that_perfect_predictions_are_doubted() -> None:
    findings = concluded(range(120), range(0))
    assert [c.model for c in findings.cautions if c.kind is CautionKind.PERFECT] == ["forest"]


def test_that_a_model_worse_than_the_constant_guess_carries_a_caution() -> None:
    findings = concluded(range(20), range(380))
    assert [c.model for c in findings.cautions if c.kind is CautionKind.WORSE_THAN_GUESS] == ["forest"]


def outputs_run(factors: tuple[float, ...], data: Dataset) -> Findings:
    study = study_of(data, margin=0.2)
    noise = np.random.default_rng(3).normal(0, 1, data.targets.shape)
    ours = data.targets + noise * np.array(factors)
    return conclude_study(study, data, predictions_run(data, {"linear": data.targets + noise, "forest": ours}, study))


def test_that_several_outputs_are_answered_together() -> None:
    data = number_data(300, ("K_T", "K_Q"))
    better = outputs_run((0.3, 0.3), data)
    assert (better.conclusion.answer, better.conclusion.use, len(better.conclusion.rows)) == (Answer.YES, "forest", 2)
    assert better.conclusion.joint[0].claims
    mixed = outputs_run((0.3, 2.0), data)
    assert answered(mixed) == (Answer.NO, Reason.MIXED_OUTPUTS)
    assert [row.answer for row in mixed.conclusion.rows] == [Answer.YES, Answer.NO]


def test_that_the_leading_candidate_is_named() -> None:
    data = class_data(400)
    study = study_of(data, challengers=("knn", "forest"))
    predictions = {key: wrong_on(data, range(n)) for key, n in (("logistic", 120), ("knn", 160), ("forest", 20))}
    conclusion = conclude_study(study, data, predictions_run(data, predictions, study)).conclusion
    assert (conclusion.model, conclusion.use, len(conclusion.rows)) == ("forest", "forest", 2)
    assert conclusion.level == pytest.approx(1 - 0.05 / 2)


def test_that_a_difference_without_halves_is_never_a_claim() -> None:
    data = class_data(400)
    study = study_of(data)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}
    findings = conclude_study(study, data, predictions_run(data, predictions, study, halves=False))
    assert answered(findings) == (Answer.UNCLEAR, Reason.NOT_CONFIRMED)
    (row,) = findings.conclusion.rows
    assert row.difference is not None
    interval = row.difference.interval
    assert interval is not None
    assert (interval.low, interval.confirmation) == (0.0, Confirmation.NOT_POSSIBLE)
    assert interval.raw_low > 0


def test_that_halves_that_do_not_show_the_difference_take_the_claim_back() -> None:
    data = class_data(400)
    study = study_of(data)
    same = wrong_on(data, range(120))
    whole = predictions_run(data, {"logistic": same, "forest": wrong_on(data, range(20))}, study, halves=False)
    halves = predictions_run(data, {"logistic": same, "forest": wrong_on(data, range(1, 121))}, study)
    run = Run((*whole.outcomes, *(o for o in halves.outcomes if o.job.part != MAIN)), True)
    findings = conclude_study(study, data, run)
    assert answered(findings) == (Answer.UNCLEAR, Reason.NOT_CONFIRMED)


def test_that_repeats_that_contradict_each_other_leave_it_unclear() -> None:
    data = class_data(400)
    study = study_of(data)
    good, poor, bad = wrong_on(data, range(20)), wrong_on(data, range(80)), wrong_on(data, range(40))
    ahead = predictions_run(data, {"logistic": poor, "forest": good}, study)
    behind = predictions_run(data, {"logistic": good, "forest": bad}, study)
    kept = [o for o in ahead.outcomes if o.job.part != MAIN or o.job.repeat < 9]
    kept += [o for o in behind.outcomes if o.job.part == MAIN and o.job.repeat == 9]
    findings = conclude_study(study, data, Run(tuple(sorted(kept, key=lambda o: o.job)), True))
    assert answered(findings) == (Answer.UNCLEAR, Reason.REPEATS)
    assert findings.conclusion.rows[0].agreement.opposite == 1


def test_that_the_second_measure_is_a_fact_beside_the_answer() -> None:
    findings = concluded(range(120), range(20), cross_check="auc")
    second = findings.conclusion.rows[0].second
    assert second is not None
    assert (second.conflict, second.ahead, second.difference.measure) == (MeasureConflict.AGREE, "forest", "auc")


def test_that_the_same_run_always_gives_the_same_findings() -> None:
    assert concluded(range(60), range(40, 80)) == concluded(range(60), range(40, 80))


# --- which of these? ---


def which(counts: dict[str, int], margin: float = 2.0, rows: int = 400) -> Findings:
    data = class_data(rows)
    study = study_of(data, tuple(key for key in counts if key != "logistic"), kind=QuestionKind.WHICH, margin=margin)
    predictions = {key: wrong_on(data, range(count)) for key, count in counts.items()}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def test_that_the_leader_is_the_answer_where_all_others_are_shown_behind() -> None:
    found = which({"logistic": 120, "forest": 20, "knn": 90}).conclusion
    assert (found.answer, found.model, found.use, found.comparator) == (Answer.YES, "forest", "forest", "knn")
    assert {row.model: row.answer for row in found.rows} == {
        "forest": Answer.YES,
        "logistic": Answer.NO,
        "knn": Answer.NO,
    }
    assert found.comparisons == 3


def test_that_models_within_the_margin_are_the_same_and_the_simplest_is_used() -> None:
    found = which({"logistic": 41, "forest": 40}, margin=10.0).conclusion
    assert (found.answer, found.use, found.rule) == (Answer.SAME, "logistic", TieBreak.SIMPLEST)


def test_that_an_open_rival_leaves_the_leader_open_too_and_no_incumbent_is_assumed() -> None:
    data = class_data(400)
    study = study_of(data, kind=QuestionKind.WHICH, margin=0.5)
    predictions = {"logistic": wrong_on(data, range(44)), "forest": wrong_on(data, range(100, 140))}
    found = conclude_study(study, data, predictions_run(data, predictions, study)).conclusion
    assert (found.answer, found.model, found.use) == (Answer.UNCLEAR, "forest", "logistic")
    assert {row.answer for row in found.rows} == {Answer.UNCLEAR}
    assert found.rule is TieBreak.SIMPLEST


# --- imported predictions ---


def test_that_imported_predictions_speak_of_these_models() -> None:
    findings = concluded(range(120), range(20))
    assert findings.conclusion.scope is Scope.ALGORITHMS


@pytest.mark.parametrize("measure", ["error", "auc"])
@pytest.mark.parametrize("kind", list(QuestionKind))
def test_that_one_range_per_row_decides_and_no_test_beside_it_is_called_so(measure: str, kind: QuestionKind) -> None:
    """DeLong on the rows of the first repeat has the AUC as its measure too, and decides nothing here."""
    data = class_data()
    study = study_of(data, kind=kind, measure=measure, margin=0.02 if measure == "auc" else 2.0, cross_check="auc")
    study = replace(study, scheme=replace(study.scheme, repeats=2))
    wrong = {"logistic": wrong_on(data, range(30)), "forest": wrong_on(data, range(5))}
    found = conclude_study(study, data, predictions_run(data, wrong, study))
    by_role = {
        role: [(one.comparer, one.measure) for one in found.comparisons if one.role is role] for role in ComparisonRole
    }
    rows = [row for row in found.conclusion.rows if row.difference is not None]
    assert by_role[ComparisonRole.DECIDES] == [("cross-validated", measure)] * len(rows)
    assert by_role[ComparisonRole.SECOND_MEASURE] == (
        [("cross-validated", "auc")] * len(rows) if measure != "auc" else []
    )
    if rows:
        assert ("delong", "auc") in by_role[ComparisonRole.BESIDE]


def test_that_no_test_of_the_table_may_decide() -> None:
    assert Standing.HEADLINE not in {test.standing for test in COMPARISON_TESTS}
