"""What the sections of a report say, and that it follows from the study."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.report_input import list_comparisons_on
from core.domain.conclusion import Answer, Reason, RepeatAgreement
from core.domain.evidence import Run
from core.domain.findings import Caution, CautionKind, Comparison, Interval
from core.domain.study import REASON, Columns, SchemeKind, Tuning, TuningKind
from core.history.comparison_entry import make_entries
from core.history.current_conclusion import CurrentConclusion
from core.history.history import History
from core.history.recorder import record_comparisons
from core.judge.decide import explain_range
from core.report.blocks import Block, Box, Bullets, Fold, Grid, Heading, Paragraph
from core.report.sections import SECTIONS, document
from core.report.sections.answers import QUESTIONS, answer_text, question_text
from core.report.sections.approver import approver, looks_text, tone_of
from core.report.sections.candidates import candidates
from core.report.sections.checklists import checklists
from core.report.sections.crosswalk import TRIPOD
from core.report.sections.data import data
from core.report.sections.earlier_comparisons import history
from core.report.sections.estimators import REASONS, WORDS, deviation_text
from core.report.sections.leakage import UNSEEN, leakage
from core.report.sections.level import at_level
from core.report.sections.limits_section import limits, limits_of
from core.report.sections.locked_plan_section import plan
from core.report.sections.question import question
from core.report.sections.references import references, sources_used
from core.report.sections.reforms import ITEMS, open_items
from core.report.sections.repeats import repeats
from core.report.sections.requirements import requirements_met
from core.report.sections.results import results
from core.report.sections.sensitivity import MOST_GROUPS, sensitivity
from core.report.subject import ASSUMED, NOT_STATED, STATED, ReportInput
from core.report.words import OUTCOMES
from core.statistics.measures import MEASURES
from core.support import paths
from core.wording.method_tables import MEASURE_ENTRIES
from tests.judge.worlds import class_data, predictions_run, study_of, with_scheme, wrong_on
from tests.report.subjects import numbers, of, subject, with_estimators


def grids(blocks: tuple[Block, ...]) -> list[Grid]:
    inner = [grid for block in blocks if isinstance(block, Box | Fold) for grid in grids(block.blocks)]
    return [block for block in blocks if isinstance(block, Grid)] + inner


def words(blocks: tuple[Block, ...]) -> str:
    said = []
    for block in blocks:
        match block:
            case Paragraph(text, lead):
                said.append(f"{lead} {text}")
            case Bullets(items):
                said.extend(items)
            case Grid(head, rows):
                said.extend(["|".join(head), *("|".join(row) for row in rows)])
            case Box(inner) | Fold(_, inner):
                said.append(words(inner))
    return "\n".join(said)


def test_that_every_table_has_as_many_cells_as_its_head() -> None:
    for about in (subject(), with_estimators(), subject(broken=3)):
        made = document(about)
        for chapter in made.chapters:
            for grid in grids(chapter.blocks):
                assert {len(row) for row in grid.rows} <= {len(grid.head) or 2}


def test_that_every_outcome_has_words() -> None:
    assert set(OUTCOMES) == set(Reason)


def test_that_answers_are_told_in_words_and_not_as_ids() -> None:
    answers = {f"{key}:column a" if key in ("LEAK", "ID", "GROUP") else key: "not sure" for key in QUESTIONS}
    said = words(leakage(subject(answers=answers)))
    assert "column a" in said
    for key in QUESTIONS:
        if key.isupper():
            assert f"\n{key}|" not in said
    assert "{what}" not in said
    assert question_text("NEW-ID") == "NEW-ID"
    assert answer_text("unseen", "no") == "not true"
    assert answer_text("PREP", "no") == "no"


def test_that_missing_values_are_counted_by_class() -> None:
    about = subject()
    inputs = about.data.inputs.copy()
    inputs[:6, 0] = float("nan")
    holes = ReportInput(about.study, replace(about.data, inputs=inputs), about.run, about.findings, "")
    said = words(data(holes))
    assert "a|3 cells|3 rows|200" in said
    assert "x|6|1.5" in said


def test_that_exclusions_are_printed_with_their_reasons() -> None:
    columns = Columns(target=("fault",), excluded=(("wear > 90", "sensor broke"),))
    assert "wear > 90|sensor broke" in words(data(subject(columns=columns)))


def test_that_the_five_requirements_tell_what_is_missing() -> None:
    rows = class_data(200)
    study = with_scheme(study_of(rows), SchemeKind.RESUBSTITUTION, repeats=1, folds=1)
    run = predictions_run(rows, {key: wrong_on(rows, range(30)) for key in ("logistic", "forest")}, study)
    about = of(study, rows, replace(run, outcomes=tuple(replace(outcome, train_size=200) for outcome in run.outcomes)))
    met = {row.title: row.met for row in requirements_met(about)}
    assert not met["separate test data"]
    assert not met["several resamplings"]
    assert all(row.met for row in requirements_met(subject()))


def test_that_given_predictions_on_training_rows_break_the_seal() -> None:
    assert not requirements_met(subject(answers={"TRAINED-ON": "not sure"}))[0].met


def test_that_the_gravest_limits_come_first() -> None:
    said = limits_of(subject(broken=23, answers={"LEAK:code": "not sure"}, assumed=("question.margin",)))
    assert any("failed" in text for text in said[:2])
    assert any("“code”" in text for text in said)
    assert any("assumed by Evenfold" in text for text in said)
    assert len(said) == len(set(said))


def test_that_nothing_is_said_of_exactly_these_models() -> None:
    """The range is about the algorithms; where nothing was trained, the models themselves are what it is about."""
    said = [text for text in limits_of(subject()) if "trained on exactly these rows" in text]
    assert said == ["Which of the models trained on exactly these rows is better cannot be said more precisely."]


def test_that_a_verdict_which_depends_on_the_repeat_names_it_among_the_gravest_limits() -> None:
    about = subject()
    rows = tuple(replace(row, agreement=RepeatAgreement(10, 6, 0)) for row in about.conclusion.rows)
    shaky = replace(about.findings, conclusion=replace(about.conclusion, rows=rows))
    assert any("Not every repeat" in text for text in limits_of(replace(about, findings=shaky))[:2])
    assert not any("Not every repeat" in text for text in limits_of(about))


def test_that_dietterichs_four_sources_are_named() -> None:
    table = grids(limits(subject()))[0]
    assert [row[1] for row in table.rows] == ["yes", "partly", "yes", "no"]


def test_that_the_answer_by_margin_is_that_of_the_decision_table() -> None:
    about = subject()
    table = grids(sensitivity(about))[0]
    interval = about.deciding()[0].interval
    assert interval is not None
    locked = about.study.question.margin / 100
    for factor, said in zip((0.0, 0.25, 0.5, 1.0, 2.0, 4.0), table.rows[0][1:], strict=True):
        assert said == OUTCOMES[explain_range(interval.low, interval.high, factor * locked)]


def test_that_a_mean_difference_as_statistic_has_the_unit_of_the_differences() -> None:
    table = next(grid for grid in grids(tuple(results(subject()))) if "statistic" in grid.head)
    (line,) = (row for row in table.rows if row[0] == "Sign-flip over one repeat")
    difference, statistic = (
        float(line[table.head.index(name)].replace("−", "-")) for name in ("difference", "statistic")
    )
    assert statistic == pytest.approx(difference, rel=1e-3)


def test_that_counts_of_right_answers_are_told_apart_from_the_cost() -> None:
    about, said = subject(), "right and wrong answers as the models give them, without the cost"
    assert said not in words(results(about))
    asked = replace(about.study.question, measure="cost")
    assert said in words(results(replace(about, study=replace(about.study, question=asked))))


def test_that_differences_are_not_promised_to_be_differences_of_estimates() -> None:
    assert "may deviate a little from that of two estimates" in words(results(subject()))


def test_that_answers_by_margin_do_not_deny_that_nothing_beats_guessing() -> None:
    about, said = numbers(), "only the difference is judged"
    assert said not in words(sensitivity(about))
    rows = tuple(replace(row, reason=Reason.GUESS) for row in about.conclusion.rows)
    guessed = replace(about.findings, conclusion=replace(about.conclusion, rows=rows))
    assert said in words(sensitivity(replace(about, findings=guessed)))


def test_that_no_measure_puts_a_cost_that_may_be_assumed_into_the_persons_mouth() -> None:
    assert not [row.key for row in MEASURES if "you said" in MEASURE_ENTRIES[row.key].note]


def test_that_the_unit_of_the_margins_is_told_once() -> None:
    assert Heading(3, "By the smallest difference that matters (per 100)") in sensitivity(subject())
    assert not any("per 100" in head for head in grids(sensitivity(subject()))[0].head)
    assert Heading(3, "By the smallest difference that matters") in sensitivity(numbers())


def test_that_what_looks_at_all_outputs_together_has_no_difference_of_one() -> None:
    table = next(grid for grid in grids(tuple(results(numbers()))) if "statistic" in grid.head)
    (line,) = (row for row in table.rows if row[0] == "Corrected T² over all outputs")
    assert line[table.head.index("difference")] == "–"
    assert table.rows[0][table.head.index("difference")] != "–"


def test_that_sensitivity_by_method_names_every_method_that_had_an_answer() -> None:
    about = subject()
    methods = {row[0] for row in grids(sensitivity(about))[1].rows}
    assert {
        "Corrected t over all splits",
        "Plain t over all splits (demonstration: finds too many differences)",
        "Sign test on rows",
    } <= methods


def test_that_a_range_at_another_level_is_that_of_the_t_distribution() -> None:
    found = Comparison("x", "error", "a", "b", None, 9.0, None, 1.0, Interval(0.0, 2.0, 0.95, "t"))
    wider = at_level(found, 0.99)
    assert wider is not None
    assert wider.high - 1 == pytest.approx(3.249836 / 2.262157, rel=1e-5)
    same = at_level(found, 0.95)
    assert same is not None
    assert (same.low, same.high) == pytest.approx((0.0, 2.0))
    assert at_level(replace(found, df=None), 0.99) is None


def test_that_every_deviation_has_an_explanation() -> None:
    for broken in ("R>B", "R>K", "B>K", "B>L", "K>H", "L>H"):
        assert REASONS[broken[0]] in deviation_text(broken)
        assert WORDS[broken[-1]] in deviation_text(broken)


def test_that_the_checklist_has_its_32_items_and_says_what_nobody_stated() -> None:
    assert len({item.id for item in ITEMS}) == 32
    table = grids(checklists(subject(use="")))[0]
    answers = {row[0]: row[2] for row in table.rows}
    assert answers["1a"] == NOT_STATED
    assert answers["3a"] == NOT_STATED
    assert "400 rows" in answers["3e"]


def test_that_what_the_person_told_is_printed_in_place_of_not_stated() -> None:
    told = replace(subject(use=""), statements={"3a": "two technicians", "1a": "pumps", "Factors": "site"})
    rows = {row[0]: row[-1] for table in grids(checklists(told)) for row in table.rows}
    assert (rows["3a"], rows["1a"], rows["1b"]) == ("two technicians", "pumps", NOT_STATED)
    assert (rows["Intended use"], rows["Factors"]) == ("pumps", "site")


def test_that_only_what_the_study_does_not_know_is_asked() -> None:
    asked = {item.id for item in open_items(subject(use=""))}
    assert {"1a", "1b", "3a", "8a"} <= asked
    assert asked.isdisjoint({"2a", "5c", "7b"})
    assert "1a" not in {item.id for item in open_items(subject(use="pumps"))}
    assert all(item.question.endswith("?") for item in ITEMS if item.fill is None)


def test_that_other_checklists_are_answered() -> None:
    said = words(checklists(subject(earlier_comparisons=4)))
    assert [row.item for row in TRIPOD] == [str(number) for number in range(1, 28)]
    assert "0.05 ÷ 5" in said


def test_that_the_extract_lists_what_the_history_remembers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = subject()
    assert "remembers none" in words(history(about))
    monkeypatch.setattr(paths, "history", lambda: tmp_path / "history.sqlite")
    assert list_comparisons_on(about.study, about.data) == ()
    record_comparisons(History.open(tmp_path / "history.sqlite"), about.study, about.data, "f" * 64, about.findings)
    about = replace(about, earlier_comparisons=list_comparisons_on(about.study, about.data))
    table = grids(history(about))[1]
    assert len(table.rows) == 1
    assert table.rows[0][1] == "Invented"
    assert table.rows[0][4]


def test_that_references_are_those_of_the_methods_used() -> None:
    about = subject()
    said = words(references(about))
    assert "Random forests" in said
    assert "Inference for the generalization error" in said
    assert "Support-vector networks" not in said
    assert any("Breiman" in source for source in sources_used(about))


def test_that_a_study_without_a_rival_is_described() -> None:
    rows = class_data(200)
    study = study_of(rows, challengers=(), good_enough=30.0)
    about = of(study, rows, predictions_run(rows, {"logistic": wrong_on(rows, range(30))}, study))
    said = words(approver(about))
    assert about.conclusion.answer is Answer.YES
    assert "30" in said
    assert len(document(about).chapters) == len(SECTIONS)


def test_that_the_others_are_told_on_the_first_page() -> None:
    rows = class_data(400)
    study = study_of(rows, challengers=("forest", "knn"))
    predictions = {
        "logistic": wrong_on(rows, range(120)),
        "forest": wrong_on(rows, range(20)),
        "knn": wrong_on(rows, range(121)),
    }
    about = of(study, rows, predictions_run(rows, predictions, study))
    said = words(approver(about))
    assert "nearest" in said
    assert "The models" in [block.text for block in approver(about) if isinstance(block, Heading)]


def test_that_the_answer_stands_beside_its_candidate_when_nothing_beats_guessing() -> None:
    rows = class_data(200)
    study = study_of(rows, challengers=("forest", "knn"))
    bad = {key: wrong_on(rows, range(0, 200, 2)) for key in ("logistic", "forest", "knn")}
    about = of(study, rows, predictions_run(rows, bad, study))
    assert not about.conclusion.guesses[0].is_beaten
    assert about.conclusion.answer is not Answer.YES


def test_that_nobody_is_said_to_have_stated_what_a_row_is() -> None:
    by_name = {row[0]: row[2] for row in grids(question(subject(row_meaning="row")))[0].rows}
    assert by_name["One row stands for"] == ASSUMED
    by_name = {row[0]: row[2] for row in grids(question(subject(row_meaning="one part")))[0].rows}
    assert by_name["One row stands for"] == STATED


def test_that_the_one_output_is_not_repeated_in_every_row() -> None:
    table = next(grid for grid in grids(tuple(repeats(subject()))) if "lean to it" in grid.head)
    assert "output" not in table.head
    table = next(grid for grid in grids(tuple(repeats(numbers()))) if "lean to it" in grid.head)
    assert {row[table.head.index("output")] for row in table.rows} == {"K_T", "K_Q (Nm)", "eta"}


def test_that_sensitivity_judges_the_kept_predictions_without_some_rows() -> None:
    about = subject()
    table = next(grid for grid in grids(sensitivity(about)) if grid.head[0] == "rows")
    assert [row[0] for row in table.rows] == [
        "all rows", "4 rows fewer", "8 rows fewer", "20 rows fewer", "40 rows fewer",
    ]  # fmt: skip
    assert float(table.rows[0][1]) == pytest.approx(25.0)  # 120 and 20 wrong of 400
    assert float(table.rows[4][1]) == pytest.approx(100 * (100 - 40) / 360, rel=0.02)
    assert "not computed" not in words(sensitivity(about)).lower()


def test_that_sensitivity_without_kept_predictions_says_so() -> None:
    about = subject()
    without = replace(about, run=Run((), complete=False))
    assert "Not computed: there are no predictions." in words(sensitivity(without))


def test_that_sensitivity_stands_some_failed_trainings() -> None:
    assert "all rows" in words(sensitivity(subject(broken=12)))


def sensitivity_with_groups(groups: int) -> str:
    rows = class_data(400)
    rows = replace(rows, groups=np.arange(400) % groups, group_name="rig")
    study = study_of(rows)
    run = predictions_run(rows, {"logistic": wrong_on(rows, range(120)), "forest": wrong_on(rows, range(20))}, study)
    return words(sensitivity(of(study, rows, run)))


def test_that_sensitivity_leaves_out_one_group_after_the_other() -> None:
    said = sensitivity_with_groups(8)
    assert "Leaving out one rig after the other gives another answer" in said
    assert said.count("without rig") == 8


def test_that_of_very_many_groups_sensitivity_leaves_out_those_that_move_the_difference_most() -> None:
    said = sensitivity_with_groups(80)
    assert "Of 80 rigs these are the 60 that move the difference most." in said
    assert said.count("without rig") == MOST_GROUPS  # the others moved the difference less


def test_that_page_one_counts_looks_in_plain_words() -> None:
    assert looks_text(subject()) == "No earlier comparison is recorded on this computer."
    assert "4 comparisons on this data, 3 of them before" in looks_text(subject(earlier_comparisons=3))
    assert "3 comparisons on this data, all of them in this study" in looks_text(numbers())


def test_that_a_history_that_was_set_aside_is_not_told_as_an_empty_one() -> None:
    for earlier in (0, 3):
        known = subject(earlier_comparisons=earlier)
        said = looks_text(replace(known, study=replace(known.study, answers={REASON: "another rig"})))
        assert "another rig" in said
        assert "No earlier" not in said
        assert ("4 comparisons" in said) is bool(earlier)


def test_that_no_arithmetic_of_tests_stands_on_page_one() -> None:
    said = words(approver(subject()))
    assert "÷" not in said
    assert "p-value" not in said


def test_that_the_moment_of_the_lock_is_told_by_the_clock_of_the_report() -> None:
    about = replace(subject(), locked_at="2026-03-01T15:05:30+01:00")
    assert "Locked 2026-03-01 14:05 UTC" in words(approver(about))
    assert "Locked 2026-03-01 14:05 UTC" in words(plan(about))


def test_that_several_outputs_stand_in_a_table_on_page_one() -> None:
    table = grids(approver(numbers()))[0]
    assert table.head == ("", "Random forest", "Linear regression", "Always the median")
    assert [row[0] for row in table.rows] == ["K_T", "K_Q (Nm)", "eta"]
    assert all("(" in cell for row in table.rows for cell in row[1:])


def test_that_every_input_is_described() -> None:
    table = next(table for table in grids(data(subject())) if table.head[:1] == ("input",))
    assert len(table.rows) == len(subject().data.features)
    assert "not stated" in words(data(subject()))
    told = replace(subject(), statements={"3a": "Line 2, spring, by the foreman"})
    assert "Line 2, spring, by the foreman" in words(data(told))


def test_that_nobody_is_shown_more_decimals_than_can_matter() -> None:
    assert subject().decimals("auc", "fault", (0.00021,)) == 4
    assert subject().decimals("error", "fault", (1e-15,)) == 0
    assert subject().decimals("error", "fault", (0.00001,)) == 3
    assert numbers().decimals("mae", "K_T", (0.00021,)) == 7


def test_that_one_comparison_needs_no_second_range() -> None:
    def heads(about: ReportInput) -> tuple[str, ...]:
        return next(table.head for table in grids(results(about)) if "adjusted range" in table.head)

    assert "range of this one alone" not in heads(subject())
    assert "range of this one alone" in heads(subject(earlier_comparisons=3))


def test_that_a_stated_reason_and_the_verdict_of_today_stand_among_the_limits() -> None:
    plain = subject()
    stated = replace(plain, study=replace(plain.study, answers={"LEDGER": "measured again"}))
    assert any("“measured again”" in text for text in limits_of(stated))
    entry = make_entries(plain.study, plain.data, plain.plan_hash, plain.findings, True, "2026-05-12T10:00:00+00:00")[0]
    now = CurrentConclusion(entry, 9, "unclear", "cannot-tell", None)
    told = limits_of(replace(plain, earlier_comparisons=(now,)))
    assert any("9 in all, it would be" in text for text in told)
    other = replace(now, entry=replace(entry, plan_hash="another"))
    assert limits_of(replace(plain, earlier_comparisons=(other,))) == limits_of(plain)


def test_that_only_an_answer_has_the_color_of_what_is_settled() -> None:
    conclusion = numbers().conclusion
    tones = [tone_of(replace(conclusion, answer=answer)) for answer in (Answer.YES, Answer.UNCLEAR, Answer.BLOCKED)]
    assert tones == ["settled", "open", "blocked"]


def test_that_section_three_tells_of_no_combinations_where_nothing_is_tuned() -> None:
    about = subject()
    entered = tuple(replace(one, grid={"shrinkage": (0.1, 1.0)}) for one in about.study.candidates)
    tuned = replace(about.study, candidates=entered, tuning=Tuning(TuningKind.HOLDOUT))
    assert "shrinkage 0.1, 1.0" in words(candidates(replace(about, study=tuned)))
    plain = replace(tuned, tuning=Tuning(TuningKind.NONE))
    assert "shrinkage" not in words(candidates(replace(about, study=plain)))


@pytest.mark.parametrize("kind", list(SchemeKind))
@pytest.mark.parametrize("extra", [(), (SchemeKind.RESUBSTITUTION,)])
def test_that_the_report_says_of_every_scheme_whether_training_rows_were_tested(
    kind: SchemeKind, extra: tuple[SchemeKind, ...]
) -> None:
    about = subject()
    study = replace(about.study, scheme=replace(about.study.scheme, kind=kind), extra=extra)
    said = words(leakage(replace(about, study=study)))
    is_tested = kind is SchemeKind.RESUBSTITUTION or bool(extra)
    assert (UNSEEN in said) == (not is_tested)
    varied = words(limits(replace(about, study=study)))
    assert ("every row is tested once" in varied) == (kind in (SchemeKind.KFOLD, SchemeKind.LEAVE_ONE_OUT))


def test_that_the_limits_of_one_model_leave_out_what_is_about_another() -> None:
    about = subject()
    first, second = (candidate.key for candidate in about.study.candidates[:2])
    caution = Caution(CautionKind.UNSTABLE, model=first, value=0.4, count=4, total=10)
    told = replace(about, findings=replace(about.findings, cautions=(caution,)))
    assert len(limits_of(told, second)) == len(limits_of(told)) - 1
    assert limits_of(told, first) == limits_of(told)
