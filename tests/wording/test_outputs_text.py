"""Results over several outputs."""
# ruff: noqa: E501 (whole sentences are quoted)

from dataclasses import replace

import pytest

from core.domain.conclusion import Answer, Reason
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study, TieBreak
from core.wording.conclusion_text import word_conclusion, word_row
from tests.wording.cases import make_data, make_difference, make_findings, make_row, make_study
from tests.wording.checks import SAYS_YOU, check_text

OUTPUTS = ("η", "K_T (kN)", "10K_Q")
LONG_OUTPUTS = ("specific_fuel_use_of_run", "temperature_of_bearing_1", "pressure_behind_impeller")
RANGES = {
    Answer.YES: (0.3, 0.5),
    Answer.NO: (-0.5, -0.3),
    Answer.SAME: (-0.1, 0.1),
    Answer.UNCLEAR: (-0.5, 0.5),
}
ALL_ASSUMED = ("question.kind", "question.margin", "question.tie_break", "question.good_enough", "baseline")


def make_result(
    kind: QuestionKind,
    answers: tuple[Answer, ...],
    answer: Answer,
    reason: Reason,
    outputs: tuple[str, ...] = OUTPUTS,
    assumed: tuple[str, ...] = (),
) -> tuple[Study, Dataset, Findings]:
    limit = 9.4 if kind is QuestionKind.GOOD_ENOUGH else None
    study, data = make_study(kind, "mae", assumed=assumed, margin=0.2, limit=limit), make_data(outputs, numbers=True)
    rows = [
        make_row(
            given,
            Reason.LOSS if kind is not QuestionKind.GOOD_ENOUGH else Reason.LIMIT_OPEN,
            None if limit else make_difference(*RANGES[given], measure="mae", output=output),
            0.2,
            output=output,
            comparator="" if limit else "logistic",
            limit=limit,
        )
        for output, given in zip(outputs, answers, strict=True)
    ]
    whole = replace(rows[0], output="", answer=answer, reason=reason)
    rule = TieBreak.INCUMBENT if answer in (Answer.SAME, Answer.UNCLEAR) else None
    return study, data, make_findings(study, data, rows, answer, reason, models=(whole,), output="", rule=rule)


Y, N, S, U = Answer.YES, Answer.NO, Answer.SAME, Answer.UNCLEAR
CASES = {
    "better": (QuestionKind.BETTER, (Y, Y, S), Y, Reason.WIN, "Yes. Use random forest for all three outputs."),
    "mixed": (QuestionKind.BETTER, (Y, N, S), N, Reason.MIXED_OUTPUTS, "No single winner: random forest is better for η, worse for K_T."),
    "joint": (QuestionKind.BETTER, (Y, U, S), U, Reason.JOINT, "Unclear. The outputs together show no difference."),
    "same": (QuestionKind.BETTER, (S, S, S), S, Reason.SAME, "Same. Keep logistic regression."),
    "behind": (QuestionKind.BETTER, (S, N, N), N, Reason.LOSS, "No. Keep logistic regression."),
    "unclear": (QuestionKind.BETTER, (S, U, N), U, Reason.CANNOT_TELL, "Unclear. Keep logistic regression, by your rule."),
    "replace": (QuestionKind.REPLACE, (Y, Y, Y), Y, Reason.NOT_WORSE, "Yes. Random forest may replace logistic regression."),
    "replace not": (QuestionKind.REPLACE, (Y, Y, N), N, Reason.LOSS, "No. Keep logistic regression."),
    "good": (QuestionKind.GOOD_ENOUGH, (Y, Y, Y), Y, Reason.LIMIT_MET, "Yes. Random forest is good enough for all three outputs."),
    "not good": (QuestionKind.GOOD_ENOUGH, (Y, Y, N), N, Reason.LIMIT_MISSED, "No. Random forest misses the limit for 10K_Q."),
    "may be good": (QuestionKind.GOOD_ENOUGH, (Y, Y, U), U, Reason.LIMIT_OPEN, "Unclear. Random forest may miss the limit for 10K_Q."),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(CASES))
def test_that_all_outputs_have_one_headline(case: str) -> None:
    *about, headline = CASES[case]
    study, data, findings = make_result(*about)  # type: ignore[arg-type]
    text = word_conclusion(study, data, findings)
    assert text.headline.text == headline
    check_text(text)
    check_text(word_row(study, data, findings, findings.conclusion.models[0]))
    for row in findings.conclusion.rows:
        check_text(word_row(study, data, findings, row))


@pytest.mark.parametrize("case", sorted(CASES))
def test_that_long_names_of_outputs_fit_and_nothing_assumed_is_told_as_said(case: str) -> None:
    kind, answers, answer, reason, _ = CASES[case]
    study, data, findings = make_result(kind, answers, answer, reason, LONG_OUTPUTS, ALL_ASSUMED)
    text = word_conclusion(study, data, findings)
    check_text(text)
    assert not any(SAYS_YOU.search(part.text) for part in (text.overline, text.headline, text.body, text.action))


def test_that_worse_is_said_only_where_the_range_lies_below_zero() -> None:
    study, data, findings = make_result(QuestionKind.BETTER, (Y, N, S), N, Reason.MIXED_OUTPUTS)
    rows = list(findings.conclusion.rows)
    rows[1] = replace(rows[1], difference=make_difference(-0.5, 0.1, measure="mae", output=OUTPUTS[1]))
    text = word_conclusion(study, data, replace(findings, conclusion=replace(findings.conclusion, rows=tuple(rows))))
    assert text.headline.text == "No single winner: random forest is better for η, not better for K_T."


def make_leaders(leaders: tuple[str, str], use: str, answer: Answer) -> tuple[Study, Dataset, Findings]:
    outputs = ("η", "K_T")
    study, data = make_study(QuestionKind.WHICH, "mae", margin=0.2), make_data(outputs, numbers=True)
    rows = []
    for output, leader in zip(outputs, leaders, strict=True):
        other = "logistic" if leader == "forest" else "forest"
        rows.append(make_row(answer, Reason.LEADER, None, 0.2, model=leader, comparator=leader, output=output))
        given = {Answer.YES: N, Answer.SAME: S, Answer.UNCLEAR: U}[answer]
        found = make_difference(*RANGES[Y if given is N else given], leader, other, "mae", output)
        rows.append(make_row(given, Reason.LOSS, found, 0.2, model=other, comparator=leader))
    rule = TieBreak.SIMPLEST if answer is not Answer.YES else None
    findings = make_findings(study, data, rows, answer, Reason.LEADER, use=use, rule=rule, output="")
    return study, data, findings


@pytest.mark.parametrize(
    ("leaders", "use", "answer", "headline"),
    [
        (("forest", "forest"), "forest", Y, "Use random forest for both outputs."),
        (("forest", "logistic"), "forest", Y, "Use random forest for η, logistic regression for K_T."),
        (("forest", "logistic"), "logistic", S, "Same. Use logistic regression, the simplest."),
        (("forest", "logistic"), "logistic", U, "Unclear. Use logistic regression, by your rule."),
    ],
)
def test_that_which_prefers_one_model_unless_it_is_behind(
    leaders: tuple[str, str], use: str, answer: Answer, headline: str
) -> None:
    study, data, findings = make_leaders(leaders, use, answer)
    text = word_conclusion(study, data, findings)
    assert text.headline.text == headline
    check_text(text)
