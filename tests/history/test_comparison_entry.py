"""What one comparison leaves in the history, what makes two the same, and what an old one reads at a new count."""

from dataclasses import replace

import pytest
from scipy import stats

from core.domain.conclusion import Answer, Difference, DifferenceInterval, ModelAnswer, Reason
from core.domain.findings import Interval
from core.domain.study import Candidate, Question, QuestionKind, SchemeKind
from core.history.comparison_entry import Entry, compute_comparison_keys, make_entries, read_entry
from core.history.current_conclusion import adjust_interval, count_comparisons_now, rejudged
from core.history.row_matching import compare_rows, describe_cells
from core.store.codec import to_json
from core.wording.history_text import word_then
from tests.history.histories import data_of, findings_of, study_of, table_of

DATA = data_of()
STUDY = study_of(challengers=("forest", "svm"), earlier_comparisons=3, answers={"WHO": " Ada "})
NOW = "2026-05-12T10:00:00+00:00"


def entry(**changes: object) -> Entry:
    (found,) = make_entries(study_of(), DATA, "plan", findings_of(0.03, 0.05), True, NOW)
    return replace(found, **changes)  # type: ignore[arg-type]


def test_that_an_entry_says_what_was_asked_and_at_which_count() -> None:
    first, second = make_entries(STUDY, DATA, "plan", None, False, NOW)
    assert (first.candidate, second.candidate, first.baseline) == (
        "random forest",
        "support vector machine",
        "logistic regression",
    )
    assert (first.count, first.elsewhere, first.margin, first.output) == (5, 3, 0.02, "")
    assert (first.verdict, first.answer, first.interval, first.seen, first.who) == ("", "", None, "stopped", "Ada")
    assert make_entries(replace(STUDY, comparisons_elsewhere=1), DATA, "plan", None, False, NOW)[0].elsewhere == 1
    assert read_entry(to_json(first)) == first


def test_that_several_outputs_are_named_with_their_own_margins() -> None:
    data = replace(DATA, outputs=("force", "wear"))
    study = study_of(question=Question(measure="mae", margins={"force": 0.5, "wear": 0.1}))
    force, wear = make_entries(study, data, "plan", None, False, NOW)
    assert [(one.output, one.margin, one.count) for one in (force, wear)] == [("force", 0.5, 2), ("wear", 0.1, 2)]
    assert force.comparison != wear.comparison


def test_that_the_row_of_the_result_gives_effect_range_and_degrees() -> None:
    found = findings_of(0.03, 0.06)
    (kept,) = make_entries(study_of(), DATA, "plan", found, True, NOW)
    assert kept.interval is not None
    assert (kept.effect, kept.df, kept.interval.low, kept.interval.high) == (pytest.approx(0.045), 99.0, 0.03, 0.06)
    assert (kept.answer, kept.verdict) == ("yes", "win")


def test_that_a_leader_held_against_the_candidate_is_seen_from_the_candidate() -> None:
    found = findings_of(0.03, 0.06)
    (row,) = found.conclusion.rows
    assert row.difference is not None
    turned = replace(row, difference=replace(row.difference, first="logistic", second="forest"))
    conclusion = replace(found.conclusion, rows=(turned,))
    (kept,) = make_entries(study_of(), DATA, "plan", replace(found, conclusion=conclusion), True, NOW)
    assert kept.interval is not None
    assert (kept.effect, kept.interval.low, kept.interval.high) == (pytest.approx(-0.045), -0.06, -0.03)


def test_that_an_answer_without_a_range_keeps_none() -> None:
    found = findings_of(0.03, 0.06)
    row = ModelAnswer("forest", "logistic", "fault", Answer.BLOCKED, Reason.FAILURES)
    blocked = replace(found, conclusion=replace(found.conclusion, rows=(row,)))
    (kept,) = make_entries(study_of(), DATA, "plan", blocked, True, NOW)
    assert (kept.candidate, kept.baseline, kept.effect) == ("random forest", "logistic regression", None)
    assert (kept.answer, kept.verdict) == ("blocked", "failures")
    (unsure,) = make_entries(
        study_of(), DATA, "plan", replace(found, conclusion=replace(found.conclusion, rows=())), True, NOW
    )
    assert unsure.answer == ""  # no row about this comparison, so nothing is taken over


def test_that_what_decides_the_numbers_makes_another_comparison_and_the_rest_does_not() -> None:
    study = study_of()
    (key,) = compute_comparison_keys(study, DATA)
    same = (
        replace(study, title="Other", earlier_comparisons=9, alpha=0.1),
        replace(study, scheme=replace(study.scheme, repeats=55, max_repeats=99, samples=7)),
        replace(study, question=replace(study.question, margin=9.0, cost_ratio=30.0)),
    )
    other = (
        replace(study, seed=2),
        replace(study, scheme=replace(study.scheme, folds=3)),
        replace(study, scheme=replace(study.scheme, kind=SchemeKind.HOLDOUT)),
        replace(study, question=replace(study.question, measure="auc")),
        replace(study, candidates=(study.candidates[0], Candidate("forest", "forest", {"trees": 9}))),
        replace(study, candidates=(study.candidates[0], Candidate("forest", "forest", grid={"trees": (9, 10)}))),
    )
    assert {compute_comparison_keys(one, DATA)[0] for one in same} == {key}
    assert len({key, *(compute_comparison_keys(one, DATA)[0] for one in other)}) == 1 + len(other)
    assert compute_comparison_keys(study, DATA, "55 repeats") != [key]
    costly = [
        replace(study, question=replace(study.question, measure="cost", cost_ratio=ratio)) for ratio in (5.0, 20.0)
    ]
    assert compute_comparison_keys(costly[0], DATA) != compute_comparison_keys(costly[1], DATA)


def test_that_a_range_is_stretched_to_the_quantile_of_the_new_count() -> None:
    known = entry(effect=0.035)
    wider = adjust_interval(known, 10)
    assert wider is not None
    stretch = stats.t.ppf(1 - 0.05 / 20, 99) / stats.t.ppf(0.975, 99)
    assert (wider.low, wider.high) == (
        pytest.approx(0.035 - 0.005 * stretch),
        pytest.approx(0.035 + 0.015 * stretch),
    )
    assert wider.level == pytest.approx(0.995)
    normal = adjust_interval(replace(known, df=None), 10)
    assert normal is not None
    assert normal.high == pytest.approx(0.035 + 0.015 * stats.norm.ppf(1 - 0.05 / 20) / stats.norm.ppf(0.975))
    for level in (0.0, 1.0):
        assert adjust_interval(replace(known, interval=Interval(0.03, 0.05, level, "t")), 10) is None
    assert adjust_interval(replace(known, interval=None), 10) is None


def test_that_comparisons_on_the_same_rows_and_elsewhere_are_counted_once() -> None:
    first = entry(elsewhere=2)
    twice = replace(first, plan_hash="plan-2")
    related = replace(first, comparison="b", data="copy")
    stranger = replace(first, comparison="c", data="other")
    families = {first.data: {first.data, "copy"}}
    assert count_comparisons_now(first, [first, twice, related, stranger], families) == 2 + 2
    assert count_comparisons_now(replace(first, count=9), [first], families) == 9
    assert count_comparisons_now(first, [first, replace(first, comparison="d")], {}) == 2 + 2


def test_that_after_a_stated_reason_only_later_comparisons_count() -> None:
    early, late = entry(comparison="a", plan_hash="old"), entry(comparison="c", plan_hash="new")
    own = entry(comparison="b0", plan_hash="mine")
    mine = entry(comparison="b", plan_hash="mine", reason="new sensor")
    assert count_comparisons_now(mine, [early, own, mine, late], {}) == 3  # its own plan, itself, and the one after
    assert count_comparisons_now(replace(mine, reason=""), [early, own, mine, late], {}) == 4


def test_that_later_comparisons_add_to_the_count_of_a_question_about_all_pairs() -> None:
    """Four models: six pairs share alpha, three comparisons are remembered."""
    mine = [entry(comparison=f"m{number}", plan_hash="mine", question="which", count=6) for number in range(3)]
    later = [entry(comparison=f"x{number}", plan_hash="later") for number in range(2)]
    assert count_comparisons_now(mine[0], mine, {}) == 6
    assert count_comparisons_now(mine[2], [*mine, *later], {}) == 8
    assert count_comparisons_now(later[0], [*mine, *later], {}) == 5


def test_that_which_of_these_is_remembered_against_the_leader_and_never_as_keeping_a_baseline() -> None:
    study = study_of()
    which = replace(study, question=replace(study.question, kind=QuestionKind.WHICH))
    key, leader = which.challengers[0].key, which.baseline
    behind = Difference(
        leader, key, "error", DATA.outputs[0], 0.03, DifferenceInterval(0.01, 0.05, 0.95, "t", 0.01, 0.05)
    )
    rows = (
        ModelAnswer(leader, leader, DATA.outputs[0], Answer.YES, Reason.LEADER),
        ModelAnswer(key, leader, DATA.outputs[0], Answer.NO, Reason.LOSS, behind),
    )
    found = findings_of(0.01, 0.05, Reason.BETTER)
    findings = replace(found, conclusion=replace(found.conclusion, question=QuestionKind.WHICH, rows=rows))
    (made,) = make_entries(which, DATA, "plan", findings, True, NOW)
    assert (made.effect, made.answer, made.verdict) == (-0.03, "no", "loss")
    assert "Keep" not in word_then(made)
    assert made.baseline in word_then(made)
    led = (
        ModelAnswer(key, key, DATA.outputs[0], Answer.YES, Reason.LEADER),
        ModelAnswer(leader, key, DATA.outputs[0], Answer.NO, Reason.LOSS, behind.reverse()),
    )
    (made,) = make_entries(
        which, DATA, "plan", replace(findings, conclusion=replace(findings.conclusion, rows=led)), True, NOW
    )
    assert (made.answer, made.verdict, made.effect) == ("yes", "leader", None)
    assert made.candidate in word_then(made)


def test_that_an_answer_changes_when_the_count_grows() -> None:
    (known,) = make_entries(study_of(), DATA, "plan", findings_of(0.001, 0.05, Reason.BETTER), True, NOW)
    others = [replace(known, comparison=str(number)) for number in range(9)]
    found = rejudged(known, [known, *others], {})
    assert (found.count, found.answer, found.reason, found.changed) == (10, "unclear", "not-worse", True)
    alone = rejudged(known, [known], {})
    assert (alone.changed, alone.answer, alone.reason) == (False, "yes", "better")
    stopped = rejudged(replace(known, complete=False, answer="", verdict=""), [known, *others], {})
    assert (stopped.changed, stopped.answer) == (False, "")


def test_that_three_columns_in_common_are_enough_to_recognize_rows() -> None:
    table = table_of()
    short = replace(table, columns=(table.columns[0], table.columns[1], table.column("fault")))
    found = compare_rows(describe_cells(data_of(table)), describe_cells(data_of(short)))
    assert (found.of_old, found.of_new) == (1.0, 1.0)
