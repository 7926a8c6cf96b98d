"""Which of these? The leader may be chosen from the data, because every pair is compared at the level of the family."""

from core.domain.conclusion import Answer, Reason
from core.domain.findings import Findings
from core.domain.study import QuestionKind, TieBreak
from core.judge.conclude import conclude_study
from tests.judge.worlds import class_data, failed, predictions_run, study_of, wrong_on

ROWS = 600


def ask(wrong: dict[str, range], **question: object) -> Findings:
    data = class_data(ROWS)
    others = tuple(key for key in wrong if key != "logistic")
    study = study_of(data, others, kind=QuestionKind.WHICH, **question)
    predictions = {key: wrong_on(data, rows) for key, rows in wrong.items()}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def answers(findings: Findings) -> dict[str, Answer]:
    return {row.model: row.answer for row in findings.conclusion.rows}


def test_that_a_clear_leader_is_a_yes_and_the_others_are_out() -> None:
    found = ask({"logistic": range(200), "forest": range(60), "knn": range(60, 260)})
    assert answers(found) == {"forest": Answer.YES, "logistic": Answer.NO, "knn": Answer.NO}
    assert (found.conclusion.answer, found.conclusion.reason) == (Answer.YES, Reason.LEADER)
    assert (found.conclusion.model, found.conclusion.use, found.conclusion.output) == ("forest", "forest", "fault")


def test_that_the_baseline_may_be_the_leader() -> None:
    found = ask({"logistic": range(60), "forest": range(300)})
    assert answers(found) == {"logistic": Answer.YES, "forest": Answer.NO}
    assert found.conclusion.use == "logistic"


def test_that_models_within_the_margin_are_the_same_and_the_rule_names_one() -> None:
    found = ask(
        {"logistic": range(60), "forest": range(1, 61)},
        margin=10.0,
        tie_break=TieBreak.SIMPLEST,
    )
    assert set(answers(found).values()) == {Answer.SAME}
    assert found.conclusion.answer is Answer.SAME
    assert found.conclusion.use == "logistic"


def test_that_what_cannot_be_told_apart_is_unclear_for_the_leader_too() -> None:
    found = ask({"logistic": range(80), "forest": range(40, 130)}, margin=1.0)
    assert set(answers(found).values()) == {Answer.UNCLEAR}
    assert found.conclusion.answer is Answer.UNCLEAR


def test_that_a_model_behind_any_other_is_out_even_if_the_leader_is_open() -> None:
    found = ask({"logistic": range(80), "forest": range(40, 130), "knn": range(100, 500)}, margin=1.0)
    assert answers(found)["knn"] is Answer.NO
    assert found.conclusion.answer is Answer.UNCLEAR


def test_that_the_next_best_is_named_beside_the_leader() -> None:
    found = ask({"logistic": range(400), "forest": range(60), "knn": range(60, 260)})
    assert found.conclusion.comparator == "knn"


def test_that_differences_of_rows_say_how_far_the_leader_is_ahead() -> None:
    found = ask({"logistic": range(200), "forest": range(60)})
    (row,) = (one for one in found.conclusion.rows if one.model == "logistic")
    assert row.difference is not None
    assert (row.difference.first, row.difference.second) == ("forest", "logistic")
    assert row.difference.mean is not None
    assert row.difference.mean > 0
    assert row.reason is Reason.LOSS


def test_that_more_models_make_ranges_wider() -> None:
    def width(wrong: dict[str, range]) -> float:
        found = next(row.difference for row in ask(wrong).conclusion.rows if row.model == "logistic")
        assert found is not None
        assert found.interval is not None
        return found.interval.raw_high - found.interval.raw_low

    two = {"logistic": range(200), "forest": range(60)}
    assert width({**two, "knn": range(60, 260), "tree": range(90, 290)}) > width(two)


def test_that_a_model_whose_trainings_failed_is_blocked_and_the_others_are_judged() -> None:
    data = class_data(ROWS)
    study = study_of(data, ("forest", "knn"), kind=QuestionKind.WHICH)
    wrong = {"logistic": range(200), "forest": range(60), "knn": range(10)}
    run = predictions_run(data, {key: wrong_on(data, rows) for key, rows in wrong.items()}, study)
    outcomes = tuple(failed(one) if one.job.candidate == "knn" else one for one in run.outcomes)
    found = conclude_study(study, data, type(run)(outcomes, complete=True))
    assert answers(found) == {"forest": Answer.YES, "logistic": Answer.NO, "knn": Answer.BLOCKED}
    assert found.conclusion.answer is Answer.YES
