"""Predictions already made: exact counts, scores, groups, and the two questions that can undo a verdict."""

from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest

from core.data.samples import sample
from core.domain.dataset import Column, Kind, Table
from core.domain.findings import Findings, Tag, VerdictKind
from core.history.history import History
from core.routes.given_table import PredictionRoles, read_given
from core.routes.predictions import compare_given, compare_predictions, predictions_study, questions
from core.statistics.auc_tests import delong_paired
from core.statistics.share_intervals import tango, wilson
from core.support.errors import DataError
from tests.routes.tables import STATES, counted, names, numbers, with_columns

ROLES = PredictionRoles("state", ("ours", "vendor"), row_id="part", positive="faulty")
CLEAN = {"TRAINED-ON": "no"}


def compared(table: Table, roles: PredictionRoles = ROLES, **answers: str) -> Findings:
    given = {**CLEAN, **{key.replace("_", "-"): answer for key, answer in answers.items()}}
    return compare_predictions(table, roles, given, np.random.default_rng(1))


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
    deciding = found.comparisons[0]
    reading = tango(60, 20, 800, 0.95)
    assert deciding.interval is not None
    assert (deciding.comparer, deciding.effect) == ("tango", pytest.approx(0.05))
    assert deciding.interval.low == pytest.approx(reading.low)
    assert deciding.interval.high == pytest.approx(reading.high)
    assert deciding.p == pytest.approx(2 * sum(comb(80, wins) for wins in range(60, 81)) / 2**80)
    assert {one.comparer for one in found.comparisons} == {"tango", "sign-test", "mcnemar-midp", "mcnemar"}


def test_that_the_exact_test_has_the_last_word_on_few_disagreements() -> None:
    interval = compared(counted(90, 0, 5, 5)).comparisons[0].interval
    assert interval is not None
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
    reading = delong_paired(truth, table.column("vendor score").values, table.column("ours score").values)
    check = next(one for one in found.comparisons if one.measure == "auc")
    assert check.comparer == "delong"
    assert check.interval is not None
    assert (check.effect, check.p) == (pytest.approx(reading.difference), pytest.approx(reading.p))
    assert "not shown to rank cases better" in found.cards["agree"]


def test_that_swapping_the_models_flips_the_gap_only() -> None:
    table = counted(150, 20, 12, 10)
    one, other = compared(table), compared(table, replace(ROLES, models=("vendor", "ours")))
    first, second = one.comparisons[0].interval, other.comparisons[0].interval
    assert first is not None
    assert second is not None
    assert (first.low, first.high) == (pytest.approx(-second.high), pytest.approx(-second.low))


def test_that_rows_of_one_machine_count_as_one() -> None:
    """All disagreements on one machine: rows alone would call it settled, machines do not."""
    table = counted(700, 0, 60, 40)
    grouped = with_columns(table, numbers("machine", np.where((np.arange(800) >= 700), 0, np.arange(800) // 50)))
    alone, together = compared(table), compared(grouped, replace(ROLES, group="machine"))
    assert alone.verdict.tag is Tag.SETTLED
    assert together.verdict.tag is Tag.NOT_SETTLED
    assert together.comparisons[0].comparer == "bootstrap-groups"
    assert "not used for the verdict" in together.comparisons[1].note
    assert "machines" in together.verdict.action


def test_that_few_groups_are_said() -> None:
    table = with_columns(counted(700, 20, 60, 20), numbers("machine", np.arange(800) % 6))
    cautions = compared(table, replace(ROLES, group="machine")).cautions
    assert [caution.id for caution in cautions] == ["GROUP-FEW"]
    assert cautions[0].text == "Only 6 machines: the range mainly reflects these 6."


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
    assert found.comparisons[0].comparer == "paired-rows"
    assert (found.verdict.outcome, found.verdict.headline) == (VerdictKind.WIN, "Use new.")
    assert "MPa less" in found.verdict.body


def test_that_three_models_share_the_bar() -> None:
    table = counted(700, 20, 60, 20)
    table = with_columns(table, replace(table.column("ours"), name="third"))
    found = compared(table, replace(ROLES, models=("ours", "vendor", "third")))
    assert [verdict.outcome for verdict in found.verdicts] == [VerdictKind.WIN, VerdictKind.SAME_MODEL]
    assert found.comparisons[0].p_required == pytest.approx(0.025)
    assert "for these 3 trained models" in found.verdict.body


# --- the words ---


def test_that_the_verdict_is_about_these_two_trained_models() -> None:
    verdict = compared(counted(700, 10, 70, 20)).verdict
    assert verdict.headline == "Use vendor."
    assert "for these two trained models" in verdict.body
    assert verdict.action.startswith("Use vendor as it is. Expect about ")
    assert "Train" not in verdict.action


def test_that_the_rows_that_decide_are_counted() -> None:
    card = compared(counted(700, 20, 60, 20)).cards["rows"]
    assert card.startswith(
        "On 80 of 800 rows only one of the two is right (60 right by vendor alone, 20 by ours alone)"
    )


def test_that_the_sample_of_the_vendor_can_be_compared() -> None:
    roles = PredictionRoles("state", ("ours", "vendor"), row_id="part_no", positive="faulty")
    found = compared(sample("vendor").make(), roles)
    assert found.verdict.outcome is not VerdictKind.BLOCKED
    assert found.verdict.interval is not None


def test_that_few_rows_are_described() -> None:
    verdict = compared(counted(12, 0, 3, 0)).verdict
    assert (verdict.outcome, verdict.tag) == (VerdictKind.DESCRIPTIVE, Tag.NOT_SETTLED)


# --- the questions ---


def test_that_both_questions_are_asked_until_they_are_answered() -> None:
    table, without_id = counted(70, 2, 6, 2), replace(ROLES, row_id=None)
    assert [one.id for one in questions(table, without_id, {})] == ["TRAINED-ON", "ORDER"]
    assert [one.id for one in questions(table, ROLES, {})] == ["TRAINED-ON"]
    assert questions(table, ROLES, CLEAN) == ()
    assert "good/good/good" in questions(table, without_id, {})[1].text
    assert [fix.value for fix in questions(table, ROLES, {})[0].fixes] == ["no", "yes", "not sure"]


def test_that_rows_used_for_training_block_the_verdict() -> None:
    verdict = compared(counted(700, 10, 70, 20), TRAINED_ON="yes").verdict
    assert (verdict.outcome, verdict.tag) == (VerdictKind.BLOCKED, Tag.BLOCKED)
    assert "these rows were used to train" in verdict.headline


@pytest.mark.parametrize("answers", [{"TRAINED_ON": "not sure"}, {"ORDER": "not sure"}])
def test_that_an_answer_that_is_not_sure_makes_it_appear_so(answers: dict[str, str]) -> None:
    roles = ROLES if "TRAINED_ON" in answers else replace(ROLES, row_id=None)
    assert "vendor appears to make" in compared(counted(700, 10, 70, 20), roles, **answers).verdict.body.lower()


def test_that_no_answer_counts_as_not_sure() -> None:
    found = compare_predictions(counted(700, 10, 70, 20), ROLES, {}, np.random.default_rng(1))
    assert "appears to make" in found.verdict.body


def test_that_columns_in_another_order_block_the_verdict() -> None:
    found = compared(counted(700, 10, 70, 20), replace(ROLES, row_id=None), ORDER="no")
    assert found.verdict.outcome is VerdictKind.BLOCKED
    assert {verdict.tag for verdict in found.verdicts} == {Tag.BLOCKED}


# --- tables as they come ---


def test_that_capitals_and_spaces_do_not_make_another_answer() -> None:
    table = counted(700, 10, 70, 20)
    spelt = replace(table.column("vendor"), levels=("Good ", "FAULTY"))
    assert compared(with_columns(table, spelt)).comparisons[0].effect == compared(table).comparisons[0].effect


def test_that_an_answer_the_truth_never_gives_is_wrong_and_said() -> None:
    table = counted(700, 10, 70, 20)
    values = table.column("vendor").values.copy()
    values[:7] = 2
    found = compared(with_columns(table, names("vendor", values, (*STATES, "unclear"))))
    assert found.comparisons[0].effect == pytest.approx((60 - 7) / 800)
    assert "'vendor' answers 'unclear' or the like on 7 rows" in found.cautions[0].text


def test_that_numbers_can_stand_for_classes() -> None:
    table = counted(700, 10, 70, 20)
    as_numbers = [numbers(name, table.column(name).values) for name in ("state", "ours", "vendor")]
    found = compared(with_columns(table, *as_numbers), replace(ROLES, positive=None))
    assert found.comparisons[0].comparer == "tango"


def test_that_rows_without_truth_are_left_out_and_counted() -> None:
    table = counted(700, 10, 70, 20)
    values = table.column("state").values.copy()
    values[:5] = -1
    found = compared(with_columns(table, names("state", values)))
    assert found.cautions[0].text == "5 rows left out, because 'state' has no answer there."


def test_that_scores_of_nobody_are_turned_the_likely_way_and_said() -> None:
    table = scored(counted(700, 20, 60, 20))
    turned = with_columns(
        table, *(replace(table.column(name), values=-table.column(name).values) for name in SCORED.scores.values())
    )
    found = compared(turned, replace(SCORED, positive=None))
    assert "taken to mean 'good'" in found.cautions[0].text
    assert all((one.mean or 0) > 0.5 for one in found.estimates if one.measure == "auc")


def test_that_scores_of_the_other_answer_are_noticed() -> None:
    found = compared(scored(counted(700, 20, 60, 20)), replace(SCORED, positive="good"))
    assert [caution.id for caution in found.cautions] == ["SCORES", "SCORES"]


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
    assert found.comparisons[0].interval == named.comparisons[0].interval
    assert [caution.text for caution in found.cautions] == [
        "'part' repeats: the 800 rows are 40 cases, and the rows of one case count as one in every range."
    ]
    assert named.cautions == ()


@pytest.mark.parametrize(("called", "cautions"), [("case_id", ["CASES"]), ("batch", [])])
def test_that_an_id_nobody_named_is_noticed_when_its_rows_share_their_truth(called: str, cautions: list[str]) -> None:
    table = counted(700, 20, 60, 20)
    cases = numbers(called, np.arange(800) % 40)
    found = compared(with_columns(table, cases), replace(ROLES, row_id=None), ORDER="yes")
    assert [caution.id for caution in found.cautions] == cautions


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
        compared(with_columns(table, names("vendor", values)))


def test_that_scores_taken_for_answers_are_noticed() -> None:
    table = with_columns(counted(70, 2, 6, 2), numbers("vendor", np.linspace(0.01, 0.99, 80)))
    with pytest.raises(DataError, match="never gives an answer that 'state' has"):
        compared(table)


def test_that_texts_are_no_scores() -> None:
    text = Column("ours score", Kind.TEXT, np.array(["a"] * 80, dtype=object))
    table = with_columns(scored(counted(70, 2, 6, 2)), text)
    with pytest.raises(DataError, match="The scores in 'ours score' are no numbers"):
        compared(table, SCORED)


# --- the ledger ---


def test_that_a_comparison_of_predictions_can_be_counted(tmp_path: Path) -> None:
    ledger = History.open(tmp_path / "history.sqlite")
    table = counted(700, 20, 60, 20)
    given = read_given(table, ROLES)
    study = predictions_study(table, ROLES, given.data, CLEAN)
    findings = compare_given(given, study, np.random.default_rng(1))
    ledger.record(study, given.data, "h", True, findings)
    (entry,) = ledger.entries()
    assert (entry.candidate, entry.reference, entry.verdict) == ("vendor", "ours", findings.verdict.outcome.value)
    assert entry.interval == findings.verdict.interval
    assert ledger.looks(read_given(table, replace(ROLES, group=None)).data) == 1


def test_that_one_missing_prediction_is_one_row() -> None:
    table = counted(60, 10, 20, 10)
    values = table.column("vendor").values.copy()
    values[3] = -1
    with pytest.raises(DataError, match="on 1 row, first on row 4"):
        compared(with_columns(table, names("vendor", values)))


def test_that_rows_of_one_group_only_are_told_as_such() -> None:
    table = with_columns(counted(60, 10, 20, 10), names("machine", np.zeros(100, dtype=np.int64), ("M1",)))
    found = compared(table, replace(ROLES, group="machine"))
    assert "there is one group only" in found.verdict.body
    assert found.cautions[-1].text == "All rows belong to one machine: nothing can be said about others."


def test_that_no_row_decides_between_equal_answers() -> None:
    table = counted(60, 0, 0, 10)
    assert compared(table).cards["rows"] == "On all 70 rows both are right or both are wrong: no row tells them apart."
