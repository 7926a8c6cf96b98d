"""Generated results: answer word, headline, body and figures agree, whoever set the values."""
# ruff: noqa: E501 (whole sentences are quoted)

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from core.domain.conclusion import (
    Answer,
    Confirmation,
    ConstantGuess,
    MeasureConflict,
    NoClaim,
    Reason,
    RepeatAgreement,
    Scope,
)
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import QuestionKind, SchemeChoice, SchemeKind, Study, TieBreak
from core.statistics.measures import find_measure
from core.wording.conclusion_text import ANSWER_WORDS, ConclusionText, word_conclusion, word_row
from core.wording.row_text import NO_HALVES, NOT_VISIBLE
from core.wording.sentence import Meaning
from tests.wording.cases import (
    LONG_NAMES,
    decide,
    make_data,
    make_difference,
    make_estimate,
    make_findings,
    make_row,
    make_second,
    make_study,
)
from tests.wording.checks import SAYS_YOU, check_text, list_figures

ENDS = (-5.44, -3.1, -2.0, -1.03, -0.004, 0.0, 0.31, 1.5, 2.0, 3.77, 6.1)
MARGINS = (0.0, 1.0, 2.0)
ALL_ASSUMED = ("question.kind", "question.margin", "question.tie_break", "question.good_enough", "baseline")
SETTERS = (("mine.csv", ()), ("mine.csv", ALL_ASSUMED), ("sample:bearing", ALL_ASSUMED))
UNITS = {"error": 1.0, "cost": 1.0, "auc": 0.01, "mae": 0.1, "relative": 1.0}  # one step of the ends in each measure


def make_world(
    kind: QuestionKind, measure: str, source: str = "mine.csv", assumed: tuple[str, ...] = (), groups: str = "",
    names: tuple[str, str] = LONG_NAMES, margin: float = 2.0,
) -> tuple[Study, Dataset]:  # fmt: skip
    numbers = measure in ("mae", "relative")
    data = make_data(("strength (MPa)",) if numbers else ("fault",), numbers, groups)
    study = make_study(kind, measure, names, assumed, source, margin * UNITS[measure], imported=names)
    return study, data


def make_pair(
    study: Study, data: Dataset, low: float, high: float, confirmation: Confirmation = Confirmation.CONFIRMED
) -> Findings:
    """One model against the baseline, decided by the judge's table."""
    measure, step = study.question.measure, UNITS[study.question.measure]
    scale, keys = find_measure(measure).scale, [candidate.key for candidate in study.candidates]
    difference = make_difference(
        low * step, high * step, keys[0], keys[1], measure, data.outputs[0], confirmation=confirmation
    )
    assert difference.interval is not None
    margin = study.question.margin / scale
    answer, reason = decide(study.question.kind, difference.interval.low, difference.interval.high, margin)
    row = make_row(answer, reason, difference, margin)
    rule = TieBreak.INCUMBENT if answer in (Answer.SAME, Answer.UNCLEAR) else None
    return make_findings(study, data, [row], answer, reason, use=keys[1], rule=rule)


def list_cases() -> Iterator[tuple[QuestionKind, str, float, float, float, str, tuple[str, ...], str]]:
    ranges = [(low, high) for low, high in product(ENDS, ENDS) if low < high]
    kinds = (QuestionKind.BETTER, QuestionKind.REPLACE)
    for kind, measure, (low, high), margin in product(kinds, UNITS, ranges, MARGINS):
        for place, (source, assumed) in enumerate(SETTERS):
            yield kind, measure, low, high, margin, source, assumed, "pump" if place else ""


def test_that_answer_headline_and_body_agree_over_a_grid_of_ranges_margins_measures_and_setters() -> None:
    seen = 0
    for kind, measure, low, high, margin, source, assumed, groups in list_cases():
        study, data = make_world(kind, measure, source, assumed, groups, margin=margin)
        findings = make_pair(study, data, low, high)
        text = word_conclusion(study, data, findings)
        check_text(text)
        check_agreement(text, findings, study)
        check_setters(text, assumed)
        row = word_row(study, data, findings, findings.conclusion.rows[0])
        check_text(row)
        assert row.headline.text.startswith(ANSWER_WORDS[findings.conclusion.answer])
        seen += 1
    assert seen >= 2000


def check_agreement(text: ConclusionText, findings: Findings, study: Study) -> None:
    """The headline begins with the answer; every end told is an end of the range, and on the side where it is."""
    conclusion = findings.conclusion
    assert text.headline.text.startswith(ANSWER_WORDS[conclusion.answer])
    difference = conclusion.rows[0].difference
    assert difference is not None
    interval = difference.interval
    assert interval is not None
    scale, margin = find_measure(study.question.measure).scale, study.question.margin
    exact = (interval.low * scale, interval.high * scale)
    told = [span for part in (text.body,) for span in part.figures if span.meaning is Meaning.DIFFERENCE_END]
    assert told
    for span in told:
        assert span.value in exact
        shown = 0.0 if span.text == "no difference" else float(span.text.replace(",", ""))
        for mark in (0.0, margin):
            assert (abs(span.value or 0.0) > mark + 1e-9) == (shown > mark + 1e-9), (span, mark, text.body.text)
    assert all(value == pytest.approx(margin) for value in list_figures(text, Meaning.MARGIN))
    if conclusion.answer is Answer.YES and study.question.kind is QuestionKind.BETTER:
        assert interval.low > 0


def check_setters(text: ConclusionText, assumed: tuple[str, ...]) -> None:
    parts = (text.overline, text.headline, text.body, text.action, text.scope)
    said = any(SAYS_YOU.search(part.text) for part in parts)
    assert not (assumed and said), [part.text for part in parts]
    assert assumed or text.overline.text.startswith("You asked: ")


@pytest.mark.parametrize(
    ("kind", "low", "high", "headline", "body"),
    [
        ("better", 2.3, 6.1, "Yes. Use random forest.", "It makes 4.2 fewer errors per 100 windows (2.3 to 6.1), more than the 2 that matter to you."),
        ("better", 0.4, 5.2, "Yes. Random forest is better; by how much is open.", "2.8 fewer errors per 100 windows (0.4 to 5.2); 2 matter to you. Switch if switching is cheap."),
        ("better", -0.7, 1.2, "Same. Keep logistic regression.", "Whatever the difference is, it is smaller than 2 per 100 (0.7 more to 1.2 fewer)."),
        ("better", -5.4, -2.2, "No. Keep logistic regression.", "Random forest makes 3.8 more errors per 100 windows (2.2 to 5.4)."),
        ("better", -3.4, 1.1, "No. Keep logistic regression.", "Random forest gains at most 1.1 per 100, less than the 2 that matter; it may cost up to 3.4."),
        ("better", -1.1, 4.0, "Unclear. Keep logistic regression, by your rule.", "Random forest is not worse by more than 2 per 100; whether it is better is open (1.1 more to 4.0 fewer)."),
        ("better", -3.6, 5.4, "Unclear. Keep logistic regression, by your rule.", "Random forest made 0.9 fewer errors per 100 windows; the true difference may be 3.6 more to 5.4 fewer. This does not mean they are equal."),
        ("replace", 0.2, 2.6, "Yes. Random forest may replace logistic regression; it is even better.", "1.4 fewer errors per 100 windows (0.2 to 2.6)."),
        ("replace", -1.1, 2.6, "Yes. Random forest may replace logistic regression.", "At worst it makes 1.1 more errors per 100 windows, less than the 2 that matter."),
        ("replace", -5.4, -2.6, "No. Keep logistic regression.", "Random forest makes 4.0 more errors per 100 windows (2.6 to 5.4), more than the 2 that matter."),
        ("replace", -3.2, -0.2, "Unclear. Keep logistic regression, by your rule.", "Random forest may make up to 3.2 more errors per 100 windows; you allow 2. It is worse; by how much is open."),
    ],
)  # fmt: skip
def test_that_the_sentences_of_the_specification_stand(
    kind: str, low: float, high: float, headline: str, body: str
) -> None:
    study, data = make_study(QuestionKind(kind)), make_data()
    text = word_conclusion(study, data, make_pair(study, data, low, high))
    assert (text.headline.text, text.body.text) == (headline, body)


def test_that_no_difference_seen_is_not_told_as_zero_fewer() -> None:
    study, data = make_study(), make_data()
    text = word_conclusion(study, data, make_pair(study, data, -5.44, 5.44))
    assert text.body.text.startswith("No difference was seen; the true difference may be 5.5 more to 5.5 fewer.")


def test_that_the_worse_end_is_the_end_of_the_range_that_is_told() -> None:
    study, data = make_study(QuestionKind.GOOD_ENOUGH, models=("forest",), limit=9.0), make_data()
    row = make_row(Answer.UNCLEAR, Reason.LIMIT_OPEN, None, model="forest", comparator="", output="fault", limit=0.09)
    estimate = make_estimate("forest", "error", "fault", 8.88, 1.61)
    findings = make_findings(study, data, [row], Answer.UNCLEAR, Reason.LIMIT_OPEN, [estimate], comparator="")
    text = word_conclusion(study, data, findings)
    assert "(7.2 to 10.5)" in text.body.text
    assert text.action.text == "Plan for the worse end (10.5 per 100)."


def test_that_a_baseline_nobody_called_in_use_is_preferred_not_kept() -> None:
    study, data = make_study(assumed=("baseline",)), make_data()
    text = word_conclusion(study, data, make_pair(study, data, -5.4, -2.2))
    assert text.headline.text == "No. Prefer logistic regression."
    assert "which you use now" not in text.overline.text


@pytest.mark.parametrize(
    ("confirmation", "ending"), [(Confirmation.NOT_CONFIRMED, NOT_VISIBLE), (Confirmation.NOT_POSSIBLE, NO_HALVES)]
)
def test_that_a_difference_that_halves_do_not_show_ends_with_it(confirmation: Confirmation, ending: str) -> None:
    study, data = make_study(), make_data()
    text = word_conclusion(study, data, make_pair(study, data, 2.3, 6.1, confirmation))
    assert text.headline.text.startswith("Unclear")
    assert text.body.text.endswith(ending)
    check_text(text)


def test_that_a_range_stretched_by_an_exact_test_says_nothing_of_halves() -> None:
    study, data = make_study(), make_data()
    found = make_pair(study, data, 2.3, 6.1, Confirmation.NOT_CONFIRMED)
    row = found.conclusion.rows[0]
    assert row.difference is not None
    assert row.difference.interval is not None
    interval = replace(row.difference.interval, method="tango", confirmation=Confirmation.NOT_NEEDED)
    rows = (replace(row, difference=replace(row.difference, interval=interval)),)
    text = word_conclusion(study, data, replace(found, conclusion=replace(found.conclusion, rows=rows)))
    assert "half" not in text.body.text


# --- which of these? ---

WHICH = {
    "others behind": ((Answer.NO, 0.2, 3.6), (Answer.NO, 1.0, 4.0), Answer.YES, "forest", None),
    "one as good": ((Answer.SAME, -0.2, 1.6), (Answer.NO, 1.0, 4.0), Answer.YES, "forest", None),
    "rule picks the other": ((Answer.SAME, -0.2, 1.6), (Answer.NO, 1.0, 4.0), Answer.YES, "logistic", TieBreak.SIMPLEST),
    "all as good": ((Answer.SAME, -0.2, 1.6), (Answer.SAME, -1.0, 1.0), Answer.SAME, "logistic", TieBreak.SIMPLEST),
    "one unclear": ((Answer.UNCLEAR, -0.2, 3.6), (Answer.NO, 1.0, 4.0), Answer.UNCLEAR, "logistic", TieBreak.FASTEST),
}  # fmt: skip


def make_which(
    case: str, assumed: tuple[str, ...] = (), reason: Reason = Reason.LEADER
) -> tuple[Study, Dataset, Findings]:
    *others, answer, use, rule = WHICH[case]
    study, data = make_study(QuestionKind.WHICH, models=("forest", "logistic", "tree"), assumed=assumed), make_data()
    leader = make_row(answer, reason, None, model="forest", comparator="forest", output="fault")
    rows = [leader]
    for key, (given, low, high) in zip(("logistic", "tree"), others, strict=True):  # type: ignore[misc]
        found = make_difference(low, high, "forest", key)
        rows.append(make_row(given, Reason.LOSS, found, model=key, comparator="forest"))
    findings = make_findings(
        study, data, rows, answer, reason, use=use, rule=rule, output="fault", comparator="logistic"
    )  # type: ignore[arg-type]
    return study, data, findings


@pytest.mark.parametrize(
    ("case", "headline", "body"),
    [
        ("others behind", "Use random forest, the best of the three.", "9.2 errors per 100 windows (7.6 to 10.8); the next, logistic regression, makes 1.9 more (0.2 to 3.6)."),
        ("one as good", "Use random forest. Logistic regression is just as good.", "The two differ by less than 2 per 100."),
        ("rule picks the other", "Use logistic regression. Random forest is just as good.", "The two differ by less than 2 per 100. By your rule (the simplest): logistic regression."),
        ("all as good", "Same. Use logistic regression, the simplest.", "Two models differ from random forest by less than 2 per 100."),
        ("one unclear", "Unclear. Use logistic regression, by your rule.", "The best of the three is one of random forest, logistic regression; these rows cannot tell which. Out: decision tree (CART)."),
    ],
)  # fmt: skip
def test_that_which_is_answered_with_the_model_to_use(case: str, headline: str, body: str) -> None:
    study, data, findings = make_which(case)
    text = word_conclusion(study, data, findings)
    assert (text.headline.text, text.body.text) == (headline, body)
    check_text(text)


@pytest.mark.parametrize("case", sorted(WHICH))
def test_that_rows_of_which_never_contradict_their_answer(case: str) -> None:
    study, data, findings = make_which(case, ALL_ASSUMED)
    check_text(word_conclusion(study, data, findings))
    check_setters(word_conclusion(study, data, findings), ALL_ASSUMED)
    for row in findings.conclusion.rows:
        text = word_row(study, data, findings, row)
        check_text(text)
        assert text.headline.text.startswith(ANSWER_WORDS[row.answer])


def test_that_repeats_are_told_from_the_pair_they_belong_to() -> None:
    study, data, findings = make_which("one unclear")
    rows = list(findings.conclusion.rows)
    rows[1] = replace(rows[1], reason=Reason.REPEATS, agreement=RepeatAgreement(10, 4, 1))
    rows[0] = replace(rows[0], reason=Reason.REPEATS)
    conclusion = replace(findings.conclusion, rows=tuple(rows), reason=Reason.REPEATS)
    text = word_conclusion(study, data, replace(findings, conclusion=conclusion))
    assert "one of random forest, logistic regression" in text.body.text
    assert all(total != 0 for total in list_figures(text, Meaning.REPEATS))
    two = replace(study, candidates=study.candidates[:2])
    text = word_conclusion(two, data, replace(findings, conclusion=replace(conclusion, rows=tuple(rows[:2]))))
    assert text.headline.text == "Unclear. The answer changes with the repeat."
    assert list_figures(text, Meaning.REPEATS) == [4.0, 10.0, 1.0]


# --- good enough? ---


@pytest.mark.parametrize("models", [("forest",), ("forest", "tree", "logistic")])
@pytest.mark.parametrize(("source", "assumed"), SETTERS)
@pytest.mark.parametrize("measure", ["error", "mae", "auc"])
@pytest.mark.parametrize("answer", [Answer.YES, Answer.NO, Answer.UNCLEAR])
def test_that_the_limit_is_held_against_the_range(
    models: tuple[str, ...], source: str, assumed: tuple[str, ...], measure: str, answer: Answer
) -> None:
    numbers = measure == "mae"
    data = make_data(("strength (MPa)",) if numbers else ("fault",), numbers)
    mean, half = {"error": (9.2, 1.6), "mae": (3.63, 0.34), "auc": (0.9, 0.02)}[measure]
    sign = 1 if find_measure(measure).lower_is_better else -1
    limit = mean + sign * {Answer.YES: 2 * half, Answer.NO: -2 * half, Answer.UNCLEAR: half / 2}[answer]
    study = make_study(QuestionKind.GOOD_ENOUGH, measure, models, assumed, source, limit=limit)
    reason = {Answer.YES: Reason.LIMIT_MET, Answer.NO: Reason.LIMIT_MISSED, Answer.UNCLEAR: Reason.LIMIT_OPEN}[answer]
    own = limit / find_measure(measure).scale
    rows = [
        make_row(answer, reason, None, 0.0, model=key, comparator="", output=data.outputs[0], limit=own)
        for key in models
    ]
    estimates = [make_estimate(key, measure, data.outputs[0], mean, half) for key in models]
    findings = make_findings(study, data, rows, answer, reason, estimates, comparator="", output=data.outputs[0])
    text = word_conclusion(study, data, findings)
    check_text(text)
    check_setters(text, assumed)
    assert text.headline.text.startswith(ANSWER_WORDS[answer])
    assert all(value == pytest.approx(limit) for value in list_figures(text, Meaning.LIMIT))
    ends = list_figures(text, Meaning.ESTIMATE_END)
    assert ends
    assert all(min(abs(end - mean + half), abs(end - mean - half)) < 1e-9 for end in ends)


def test_that_the_constant_guess_is_named_beside_good_enough() -> None:
    study, data = make_study(QuestionKind.GOOD_ENOUGH, models=("forest",), limit=12.0), make_data()
    row = make_row(Answer.YES, Reason.LIMIT_MET, None, model="forest", comparator="", output="fault", limit=0.12)
    guesses = (ConstantGuess("fault", False, "forest"),)
    text = word_conclusion(
        study, data, make_findings(study, data, [row], Answer.YES, Reason.LIMIT_MET, guesses=guesses)
    )
    assert text.headline.text.startswith("Yes")
    assert text.body.text.endswith("No model is shown to beat the constant guess.")


# --- reasons that no range decides ---

SPECIAL = {
    Reason.REPEATS: (Answer.UNCLEAR, "Unclear. The answer changes with the repeat."),
    Reason.GUESS: (Answer.NO, "No. No model beats the constant guess."),
    Reason.DESCRIPTIVE: (Answer.UNCLEAR, "Described, not compared."),
    Reason.IDENTICAL: (Answer.SAME, "Same. The two models gave identical answers."),
    Reason.LEAK: (Answer.BLOCKED, "Blocked. repair_code may give the answer away."),
    Reason.IN_SAMPLE: (Answer.BLOCKED, "Blocked. The models were trained on these rows."),
    Reason.FAILURES: (Answer.BLOCKED, "Blocked. 7 of 100 training runs of random forest failed."),
    Reason.ROW_ORDER: (Answer.BLOCKED, "Blocked. The imported columns differ in row order."),
    Reason.UNDEFINED: (Answer.UNCLEAR, "Unclear. Random forest could not be judged."),
    Reason.ALONE: (Answer.NONE, "Random forest: 9.2 errors per 100 windows."),
}  # fmt: skip


@pytest.mark.parametrize("reason", sorted(SPECIAL))
@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize("names", [("forest", "logistic"), LONG_NAMES])
def test_that_every_reason_has_its_sentence_whatever_was_asked(
    reason: Reason, kind: QuestionKind, names: tuple[str, str]
) -> None:
    answer, headline = SPECIAL[reason]
    imported = names if names == LONG_NAMES else ()
    study, data = make_study(kind, models=names, imported=imported), make_data()
    row = make_row(answer, reason, make_difference(-1, 5, *names), agreement=RepeatAgreement(55, 31, 2))
    findings = make_findings(
        study, data, [row], answer, reason, columns=("repair_code",), failed={names[0]: (7, 100)}, rule=None
    )
    text = word_conclusion(study, data, findings)
    check_text(text)
    check_text(word_row(study, data, findings, row))
    if names != LONG_NAMES and not (reason is Reason.IDENTICAL and kind is QuestionKind.REPLACE):
        assert text.headline.text == headline


def test_that_every_reason_of_the_judge_is_worded() -> None:
    worded = {
        *SPECIAL,
        Reason.FEW_ROWS,
        *(decide(QuestionKind.BETTER, low, high, 2.0)[1] for low, high in product(ENDS, ENDS) if low < high),
    }
    worded |= {
        Reason.LIMIT_MET,
        Reason.LIMIT_MISSED,
        Reason.LIMIT_OPEN,
        Reason.LEADER,
        Reason.MIXED_OUTPUTS,
        Reason.JOINT,
    }
    worded |= {Reason.NOT_CONFIRMED}
    assert worded == set(Reason)


@pytest.mark.parametrize(
    ("claim", "headline"),
    [
        (NoClaim(Reason.FEW_ROWS, count=14, needed=20), "Blocked. 14 rows are too few for an answer."),
        (NoClaim(Reason.FEW_ROWS, count=1, needed=20), "Blocked. 1 row is too few for an answer."),
        (NoClaim(Reason.FEW_ROWS, count=6, needed=10, name="crack"), "Blocked. 6 rows of “crack” are too few for an answer."),
        (NoClaim(Reason.FEW_ROWS, count=6, needed=10, name="c" * 70), "Blocked. One class has too few rows for an answer."),
    ],
)  # fmt: skip
def test_that_too_few_rows_are_counted(claim: NoClaim, headline: str) -> None:
    study, data = make_study(), make_data()
    text = word_conclusion(study, data, make_findings(study, data, [], Answer.BLOCKED, Reason.FEW_ROWS, no_claim=claim))
    assert text.headline.text == headline
    check_text(text)


@pytest.mark.parametrize(
    "kind", [SchemeKind.RESUBSTITUTION, SchemeKind.BOOTSTRAP, SchemeKind.LEAVE_ONE_OUT, SchemeKind.TIME]
)
def test_that_designs_without_a_claim_are_named(kind: SchemeKind) -> None:
    study, data = replace(make_study(), scheme=SchemeChoice(kind=kind)), make_data()
    claim = NoClaim(Reason.DESCRIPTIVE, design=kind.value)
    row = make_row(Answer.UNCLEAR, Reason.DESCRIPTIVE, None)
    text = word_conclusion(
        study, data, make_findings(study, data, [row], Answer.UNCLEAR, Reason.DESCRIPTIVE, no_claim=claim)
    )
    assert text.body.text.endswith("supports no claim. The table shows estimates.")
    assert not text.body.text.startswith("This design")
    check_text(text)


def test_that_training_rows_are_never_told_as_expected_performance() -> None:
    study, data = make_study(models=("forest",)), make_data()
    estimate = make_estimate("forest", "error", "fault", 1.0, 0.5, is_in_sample=True)
    findings = make_findings(study, data, [], Answer.NONE, Reason.ALONE, [estimate])
    text = word_conclusion(study, data, findings)
    assert text.headline.text == "Random forest: measured on its own training rows."
    assert "Likely" not in text.body.text
    assert not list_figures(text, Meaning.ESTIMATE_END)
    check_text(text)


# --- several models, second measure, conditions, scope ---


def make_several(**changes: object) -> tuple[Study, Dataset, Findings]:
    study, data = make_study(models=("forest", "knn", "tree", "mlp", "logistic")), make_data()
    rows = [
        make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1), **changes),  # type: ignore[arg-type]
        make_row(Answer.YES, Reason.WIN, make_difference(2.1, 4.5, "knn")),
        make_row(Answer.NO, Reason.LOSS, make_difference(-4.1, -2.5, "tree")),
    ]
    return study, data, make_findings(study, data, rows, Answer.YES, Reason.WIN, rule=None, use="forest")


def test_that_the_last_sentence_sums_up_the_other_models() -> None:
    study, data, findings = make_several()
    text = word_conclusion(study, data, findings)
    assert text.body.text.endswith("K nearest neighbors is better too (3.3 fewer), decision tree (CART) is not.")
    more = [make_row(Answer.NO, Reason.LOSS, make_difference(-4.1, -2.5, key)) for key in ("mlp", "svm", "lda")]
    conclusion = replace(findings.conclusion, rows=(*findings.conclusion.rows, *more))
    text = word_conclusion(study, data, replace(findings, conclusion=conclusion))
    assert text.body.text.endswith("K nearest neighbors is better too (3.3 fewer), 4 others are not.")
    check_text(text)


@pytest.mark.parametrize(
    ("conflict", "ahead", "answer", "ending"),
    [
        (MeasureConflict.MAIN_ONLY, "", Answer.YES, "ROC AUC shows no difference."),
        (MeasureConflict.OPPOSITE, "logistic", Answer.YES, "By ROC AUC logistic regression is better."),
        (MeasureConflict.SECOND_ONLY, "forest", Answer.UNCLEAR, "By ROC AUC random forest is better: moving the threshold may help."),
    ],
)  # fmt: skip
def test_that_a_second_measure_that_differs_replaces_the_sum(
    conflict: MeasureConflict, ahead: str, answer: Answer, ending: str
) -> None:
    study, data, findings = make_several(second=make_second(conflict, ahead))
    rows = (replace(findings.conclusion.rows[0], answer=answer), *findings.conclusion.rows[1:])
    text = word_conclusion(
        study, data, replace(findings, conclusion=replace(findings.conclusion, rows=rows, answer=answer))
    )
    assert text.body.text.endswith(ending)
    check_text(text)


def test_that_a_model_that_the_rule_named_is_told_as_such() -> None:
    study, data, findings = make_several()
    conclusion = replace(findings.conclusion, model="knn", use="knn", rule=TieBreak.SIMPLEST)
    text = word_conclusion(study, data, replace(findings, conclusion=conclusion))
    assert "Named by your rule (the simplest); random forest has the larger difference" in text.body.text
    check_text(text)


def test_that_models_that_failed_are_named_behind_the_answer_of_the_others() -> None:
    study, data, findings = make_several()
    text = word_conclusion(
        study, data, replace(findings, conclusion=replace(findings.conclusion, failed={"mlp": (9, 100)}))
    )
    assert text.body.text.endswith("Small neural net could not be judged.")


def test_that_open_questions_are_conditions_of_a_claim_only() -> None:
    study, data = make_study(), make_data()
    keys = ("LEAK:age", "GROUP:machine", "PREP", "TRAINED-ON", "ORDER", "TIME", "NEAR-DUP", "unheard of")
    for low, high in ((2.3, 6.1), (-3.6, 5.4)):
        found = make_pair(study, data, low, high)
        text = word_conclusion(study, data, replace(found, conclusion=replace(found.conclusion, open_checks=keys)))
        check_text(text)
        assert ("This holds if age is known before the prediction, the model is used on" in text.body.text) == (low > 0)
        assert "appears" not in text.body.text


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope.ALGORITHMS, "For random forest and logistic regression trained as here on about 360 rows of this kind."),
        (Scope.IMPORTED, "For these trained models, used on rows like these."),
        (Scope.NEW_ROWS, "For models trained on the old rows and tested on 400 new rows."),
    ],
)
def test_that_the_scope_says_what_the_sentences_are_about(scope: Scope, expected: str) -> None:
    study, data = make_study(), make_data()
    found = make_pair(study, data, 2.3, 6.1)
    text = word_conclusion(study, data, replace(found, conclusion=replace(found.conclusion, scope=scope)))
    assert text.scope.text == expected


def test_that_exploratory_results_say_so_above_the_headline() -> None:
    study, data = make_study(), make_data()
    found = make_pair(study, data, 2.3, 6.1)
    text = word_conclusion(study, data, replace(found, conclusion=replace(found.conclusion, exploratory=("unseen",))))
    assert text.overline.text.startswith("Exploratory. You asked: ")
