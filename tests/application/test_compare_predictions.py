"""Predictions already made: exact counts, scores, groups, and the two questions that can undo a verdict."""

from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest

from core.application.compare_predictions import (
    judge_imported_predictions,
    list_questions,
    make_predictions_study,
)
from core.application.imported_predictions import PredictionRoles, read_predictions
from core.data.samples import find_sample
from core.domain.conclusion import Answer, Conclusion, DifferenceInterval, Reason, Scope
from core.domain.dataset import Column, Kind, Table
from core.domain.findings import CautionKind, Findings
from core.history.history import History
from core.statistics.auc_tests import delong_paired
from core.statistics.share_intervals import tango, wilson
from core.support.errors import DataError
from tests.application.prediction_tables import STATES, compare_predictions, counted, names, numbers, with_columns

ROLES = PredictionRoles("state", ("ours", "vendor"), row_id="part", positive="faulty")
CLEAN = {"TRAINED-ON": "no"}


def compared(table: Table, roles: PredictionRoles = ROLES, **answers: str) -> Findings:
    given = {**CLEAN, **{key.replace("_", "-"): answer for key, answer in answers.items()}}
    return compare_predictions(table, roles, given)


def deciding(found: Findings) -> DifferenceInterval:
    difference = found.conclusion.rows[0].difference
    assert difference is not None
    assert difference.interval is not None
    return difference.interval


def answered(found: Findings) -> tuple[Answer, Reason]:
    return found.conclusion.answer, found.conclusion.reason


def scored(table: Table, seed: int = 3) -> Table:
    random = np.random.default_rng(seed)
    more = [
        numbers(f"{name} score", table.column(name).values + random.normal(0, 0.6, table.rows))
        for name in ("ours", "vendor")
    ]
    return with_columns(table, *more)


SCORED = replace(ROLES, scores={"ours": "ours score", "vendor": "vendor score"})


# --- the numbers ---


def test_that_the_counts_decide_by_tango_and_the_exact_sign_test() -> None:
    found = compared(counted(700, 20, 60, 20))
    reading, interval = tango(60, 20, 800, 0.95), deciding(found)
    assert (interval.method, found.comparisons[0].effect) == ("tango", pytest.approx(0.05))
    assert (interval.low, interval.high) == (pytest.approx(reading.low), pytest.approx(reading.high))
    exact = next(one for one in found.comparisons if one.comparer == "sign-test")
    assert exact.p == pytest.approx(2 * sum(comb(80, wins) for wins in range(60, 81)) / 2**80)


def test_that_the_exact_test_has_the_last_word_on_few_disagreements() -> None:
    interval = deciding(compared(counted(90, 0, 5, 5)))
    assert tango(5, 0, 100, 0.95).low > 0
    assert interval.low == 0.0


def test_that_how_good_each_is_comes_with_wilson() -> None:
    estimates = {one.algorithm: one for one in compared(counted(700, 20, 60, 20)).estimates}
    reading = wilson(40, 800, 0.975)
    vendor = estimates["vendor"].interval
    assert vendor is not None
    assert estimates["vendor"].mean == pytest.approx(0.05)
    assert (vendor.low, vendor.high) == (pytest.approx(reading.low), pytest.approx(reading.high))


def test_that_scores_are_compared_by_delong() -> None:
    table = scored(counted(700, 20, 60, 20))
    found = compared(table, SCORED)
    truth = table.column("state").values.astype(np.int64)
    reading = delong_paired(truth, table.column("vendor score").values, table.column("ours score").values)  # type: ignore[arg-type]
    second = found.conclusion.rows[0].second
    assert second is not None
    assert second.difference.interval is not None
    assert (second.difference.interval.method, second.conflict.value) == ("delong", "main-only")
    assert second.difference.mean == pytest.approx(reading.difference)


def test_that_swapping_the_models_flips_the_difference_only() -> None:
    table = counted(150, 20, 12, 10)
    one, other = compared(table), compared(table, replace(ROLES, models=("vendor", "ours")))
    first, second = deciding(one), deciding(other)
    assert (first.low, first.high) == (pytest.approx(-second.high), pytest.approx(-second.low))


def test_that_rows_of_one_machine_count_as_one() -> None:
    """All disagreements on one machine: rows alone would call it settled, machines do not."""
    table = counted(700, 0, 60, 40)
    grouped = with_columns(table, numbers("machine", np.where((np.arange(800) >= 700), 0, np.arange(800) // 50)))
    alone, together = compared(table), compared(grouped, replace(ROLES, group="machine"))
    assert alone.conclusion.answer is Answer.YES
    assert together.conclusion.answer is Answer.UNCLEAR
    assert deciding(together).method == "paired-groups"


def test_that_few_groups_are_said() -> None:
    table = with_columns(counted(700, 20, 60, 20), numbers("machine", np.arange(800) % 6))
    cautions = compared(table, replace(ROLES, group="machine")).cautions
    assert [(caution.kind, caution.count) for caution in cautions] == [(CautionKind.FEW_GROUPS, 6)]


def test_that_numbers_are_compared_row_by_row() -> None:
    random = np.random.default_rng(5)
    truth = random.normal(50, 5, 300)
    columns = [
        numbers("strength (MPa)", truth),
        numbers("old", truth + random.normal(0, 3, 300)),
        numbers("new", truth + random.normal(0, 1, 300)),
    ]
    table = Table("strengths", "s.csv", tuple(columns))
    found = compared(table, PredictionRoles("strength (MPa)", ("old", "new")), ORDER="yes")
    assert deciding(found).method == "paired-rows"
    assert (answered(found), found.conclusion.use) == ((Answer.YES, Reason.WIN), "new")


def test_that_three_models_share_the_bar() -> None:
    table = counted(700, 20, 60, 20)
    table = with_columns(table, replace(table.column("ours"), name="third"))
    found = compared(table, replace(ROLES, models=("ours", "vendor", "third")))
    assert [row.reason for row in found.conclusion.rows] == [Reason.WIN, Reason.IDENTICAL]
    assert found.comparisons[0].p_required == pytest.approx(0.025)


# --- the words ---


def test_that_the_verdict_is_about_these_two_trained_models() -> None:
    conclusion: Conclusion = compared(counted(700, 10, 70, 20)).conclusion
    assert (conclusion.scope, conclusion.use) == (Scope.IMPORTED, "vendor")


def test_that_the_sample_of_the_vendor_can_be_compared() -> None:
    roles = PredictionRoles("state", ("ours", "vendor"), row_id="part_no", positive="faulty")
    found = compared(find_sample("vendor").make(), roles)
    assert found.conclusion.answer is not Answer.BLOCKED
    assert deciding(found).method == "tango"


def test_that_too_few_rows_block() -> None:
    assert answered(compared(counted(12, 0, 3, 0))) == (Answer.BLOCKED, Reason.FEW_ROWS)


# --- the questions ---


def test_that_both_questions_are_asked_until_they_are_answered() -> None:
    table, without_id = counted(70, 2, 6, 2), replace(ROLES, row_id=None)
    assert [one.id for one in list_questions(table, without_id, {})] == ["TRAINED-ON", "ORDER"]
    assert [one.id for one in list_questions(table, ROLES, {})] == ["TRAINED-ON"]
    assert list_questions(table, ROLES, CLEAN) == ()
    assert "good/good/good" in list_questions(table, without_id, {})[1].text
    assert [fix.value for fix in list_questions(table, ROLES, {})[0].fixes] == ["no", "yes", "not sure"]


def test_that_rows_used_for_training_block_the_verdict() -> None:
    found = compared(counted(700, 10, 70, 20), TRAINED_ON="yes")
    assert answered(found) == (Answer.BLOCKED, Reason.IN_SAMPLE)


@pytest.mark.parametrize("answers", [{"TRAINED_ON": "not sure"}, {"ORDER": "not sure"}])
def test_that_a_reply_that_is_not_sure_is_an_open_check(answers: dict[str, str]) -> None:
    roles = ROLES if "TRAINED_ON" in answers else replace(ROLES, row_id=None)
    found = compared(counted(700, 10, 70, 20), roles, **answers).conclusion
    assert set(found.open_checks) >= {key.replace("_", "-") for key in answers}


def test_that_no_reply_counts_as_not_sure() -> None:
    found = compare_predictions(counted(700, 10, 70, 20), ROLES, {})
    assert found.conclusion.open_checks == ("TRAINED-ON",)


def test_that_columns_in_another_order_block_the_verdict() -> None:
    found = compared(counted(700, 10, 70, 20), replace(ROLES, row_id=None), ORDER="no")
    assert answered(found) == (Answer.BLOCKED, Reason.ROW_ORDER)
    assert {row.answer for row in found.conclusion.rows} == {Answer.BLOCKED}


# --- tables as they come ---


def test_that_capitals_and_spaces_do_not_make_another_answer() -> None:
    table = counted(700, 10, 70, 20)
    spelled = replace(table.column("vendor"), levels=("Good ", "FAULTY"))
    assert compared(with_columns(table, spelled)).comparisons[0].effect == compared(table).comparisons[0].effect


def test_that_an_answer_the_truth_never_gives_is_wrong_and_said() -> None:
    table = counted(700, 10, 70, 20)
    values = table.column("vendor").values.copy()
    values[:7] = 2
    found = compared(with_columns(table, names("vendor", values, (*STATES, "unclear"))))  # type: ignore[arg-type]
    assert found.comparisons[0].effect == pytest.approx((60 - 7) / 800)
    caution = found.cautions[0]
    assert (caution.kind, caution.model, caution.count, caution.name) == (
        CautionKind.UNKNOWN_CLASSES, "vendor", 7, "unclear",
    )  # fmt: skip


def test_that_numbers_can_stand_for_classes() -> None:
    table = counted(700, 10, 70, 20)
    as_numbers = [numbers(name, table.column(name).values) for name in ("state", "ours", "vendor")]  # type: ignore[arg-type]
    found = compared(with_columns(table, *as_numbers), replace(ROLES, positive=None))
    assert deciding(found).method == "tango"


def test_that_rows_without_truth_are_left_out_and_counted() -> None:
    table = counted(700, 10, 70, 20)
    values = table.column("state").values.copy()
    values[:5] = -1
    found = compared(with_columns(table, names("state", values)))  # type: ignore[arg-type]
    assert (found.cautions[0].kind, found.cautions[0].count) == (CautionKind.EXCLUDED_ROWS, 5)


def test_that_scores_of_nobody_are_turned_the_likely_way_and_said() -> None:
    table = scored(counted(700, 20, 60, 20))
    turned = with_columns(
        table,
        *(replace(table.column(name), values=-table.column(name).values) for name in SCORED.scores.values()),  # type: ignore[misc]
    )
    found = compared(turned, replace(SCORED, positive=None))
    assert (found.cautions[0].kind, found.cautions[0].name) == (CautionKind.SCORES_OF, "good")
    assert all((one.mean or 0) > 0.5 for one in found.estimates if one.measure == "auc")


def test_that_scores_of_the_other_answer_are_noticed() -> None:
    found = compared(scored(counted(700, 20, 60, 20)), replace(SCORED, positive="good"))
    assert [caution.kind for caution in found.cautions] == [CautionKind.REVERSED_SCORES] * 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"truth": "nothing"}, "There is no column 'nothing'"),
        ({"models": ("ours",)}, "Two columns of predictions are needed"),
        ({"models": ("ours", "state")}, "'state' was given two roles"),
        ({"scores": {"third": "part"}, "row_id": None}, "no model here"),
        ({"row_id": "state"}, "'state' was given two roles"),
        ({"positive": "broken"}, "'broken' is no value of 'state'"),
    ],
)
def test_that_roles_that_cannot_be_are_said(change: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        compared(counted(70, 2, 6, 2), replace(ROLES, **change))  # type: ignore[arg-type]


def test_that_rows_of_an_id_that_repeats_count_as_one_case_and_it_is_said() -> None:
    cases = numbers("part", np.arange(800) // 20)
    found = compared(with_columns(counted(700, 20, 60, 20), cases))
    named = compared(with_columns(counted(700, 20, 60, 20), cases), replace(ROLES, group="part"))
    assert deciding(found) == deciding(named)
    (caution,) = found.cautions
    assert (caution.kind, caution.count, caution.total) == (CautionKind.REPEATED_IDS, 40, 800)
    assert named.cautions == ()


@pytest.mark.parametrize(("called", "cautions"), [("case_id", [CautionKind.REPEATED_IDS]), ("batch", [])])
def test_that_an_id_nobody_named_is_noticed_when_its_rows_share_their_truth(
    called: str, cautions: list[CautionKind]
) -> None:
    table = counted(700, 20, 60, 20)
    cases = numbers(called, np.arange(800) % 40)
    found = compared(with_columns(table, cases), replace(ROLES, row_id=None), ORDER="yes")
    assert [caution.kind for caution in found.cautions] == cautions


def test_that_an_id_with_several_truths_is_left_alone() -> None:
    table = with_columns(counted(700, 20, 60, 20), numbers("case_id", np.arange(800) // 40))
    assert compared(table, replace(ROLES, row_id=None), ORDER="yes").cautions == ()


def test_that_a_group_which_tears_the_rows_of_one_id_apart_is_refused() -> None:
    table = with_columns(
        counted(70, 2, 6, 2), numbers("part", np.arange(80) // 2), names("shift", np.arange(80) % 2, ("day", "night"))
    )
    with pytest.raises(DataError, match="'part' is no row id: 0 occurs with several values of 'shift'"):
        compared(table, replace(ROLES, group="shift"))


def test_that_missing_predictions_are_named() -> None:
    table = counted(70, 2, 6, 2)
    values = table.column("vendor").values.copy()
    values[[4, 9]] = -1
    with pytest.raises(DataError, match="'vendor' has no prediction on 2 rows, first on row 5"):
        compared(with_columns(table, names("vendor", values)))  # type: ignore[arg-type]


def test_that_scores_taken_for_answers_are_noticed() -> None:
    table = with_columns(counted(70, 2, 6, 2), numbers("vendor", np.linspace(0.01, 0.99, 80)))
    with pytest.raises(DataError, match="never gives an answer that 'state' has"):
        compared(table)


def test_that_texts_are_no_scores() -> None:
    text = Column("ours score", Kind.TEXT, np.array(["a"] * 80, dtype=object))
    table = with_columns(scored(counted(70, 2, 6, 2)), text)
    with pytest.raises(DataError, match="The scores in 'ours score' are no numbers"):
        compared(table, SCORED)


# --- the history ---


def test_that_a_comparison_of_predictions_can_be_counted(tmp_path: Path) -> None:
    ledger = History.open(tmp_path / "history.sqlite")
    table = counted(700, 20, 60, 20)
    given = read_predictions(table, ROLES)
    study = make_predictions_study(table, ROLES, given.data, CLEAN)
    findings = judge_imported_predictions(given, study)
    ledger.record(study, given.data, "h", True, findings)
    (entry,) = ledger.entries()
    assert (entry.candidate, entry.baseline) == ("vendor", "ours")
    assert (entry.answer, entry.verdict) == tuple(one.value for one in answered(findings))
    assert entry.interval is not None
    assert entry.interval.low == deciding(findings).low
    assert ledger.count_comparisons(read_predictions(table, replace(ROLES, group=None)).data) == 1


def test_that_one_missing_prediction_is_one_row() -> None:
    table = counted(60, 10, 20, 10)
    values = table.column("vendor").values.copy()
    values[3] = -1
    with pytest.raises(DataError, match="on 1 row, first on row 4"):
        compared(with_columns(table, names("vendor", values)))  # type: ignore[arg-type]


def test_that_rows_of_one_group_only_are_told_as_such() -> None:
    table = with_columns(counted(60, 10, 20, 10), names("machine", np.zeros(100, dtype=np.int64), ("M1",)))
    found = compared(table, replace(ROLES, group="machine"))
    assert answered(found) == (Answer.UNCLEAR, Reason.UNDEFINED)
    assert (found.cautions[-1].kind, found.cautions[-1].count) == (CautionKind.FEW_GROUPS, 1)
