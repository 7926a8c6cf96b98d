"""Repeats, second measure, half-size check, list of models, notes."""
# ruff: noqa: E501 (whole sentences are quoted)

from dataclasses import replace

import pytest

from core.domain.conclusion import (
    Answer,
    Confirmation,
    MeasureConflict,
    ModelAnswer,
    Reason,
    RepeatAgreement,
    RepeatResults,
)
from core.domain.findings import Caution, CautionKind
from core.domain.study import QuestionKind, TieBreak
from core.wording.notes_text import (
    cite_second_measure,
    list_notes,
    word_agreement,
    word_candidates,
    word_comparisons,
    word_half_size_check,
    word_repeats,
    word_second_measure,
)
from core.wording.sentence import Meaning, Sentence
from tests.wording.cases import make_data, make_difference, make_findings, make_row, make_second, make_study
from tests.wording.checks import check_sentence


def make_repeats(clear: tuple[int, ...], means: tuple[float, ...]) -> ModelAnswer:
    found = replace(make_difference(2.3, 6.1), repeats=RepeatResults(clear, means))
    return make_row(Answer.YES, Reason.WIN, found)


def say_repeats(row: ModelAnswer, imported: tuple[str, ...] = ()) -> str:
    study, data = make_study(models=("forest", "logistic"), imported=imported), make_data()
    sentence = word_repeats(study, data, make_findings(study, data, [row], row.answer, row.reason), row)
    check_sentence(sentence)
    return sentence.text


@pytest.mark.parametrize(
    ("clear", "means", "expected"),
    [
        ((0,) * 10, (0.1,) * 8 + (-0.1,) * 2, "Random forest is ahead in 8 of 10 repeats. None alone is clear."),
        (
            (1,) * 6 + (-1,) + (0,) * 3,
            (0.1,) * 6 + (-0.1,) * 4,
            "Random forest is ahead in 6 of 10 repeats. Taken alone, 6 are clear for random forest and 1 is clear for logistic regression.",
        ),
        ((0,) * 4, (-0.1,) * 4, "Logistic regression is ahead in 4 of 4 repeats. None alone is clear."),
        ((0,) * 3, (0.0,) * 3, "Neither is ahead in any of 3 repeats. None alone is clear."),
        ((1,), (0.1,), "There is one repeat only, so agreement cannot be checked."),
        ((), (), "Single repeats cannot be judged here."),
    ],
)
def test_that_repeats_are_counted(clear: tuple[int, ...], means: tuple[float, ...], expected: str) -> None:
    assert say_repeats(make_repeats(clear, means)) == expected


def test_that_imported_predictions_have_no_repeats() -> None:
    row = make_repeats((1,) * 3, (0.1,) * 3)
    assert say_repeats(row, ("forest", "logistic")) == "Nothing was split: every row is compared once."


def test_that_repeats_that_differ_are_told() -> None:
    row = make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1), agreement=RepeatAgreement(10, 6, 0))
    assert word_agreement(row).text == "Only 6 of 10 repeats, taken alone, show this."
    assert word_agreement(replace(row, agreement=RepeatAgreement(10, 9, 0))).text == "9 of 10 repeats agree."
    assert not word_agreement(replace(row, answer=Answer.UNCLEAR))


# --- second measure ---


def say_second(main: str, second: str, conflict: MeasureConflict, ahead: str = "") -> tuple[Sentence, Sentence]:
    numbers = main in ("mae", "rmse")
    study, data = make_study(measure=main), make_data(("strength (MPa)",) if numbers else ("fault",), numbers)
    check = make_second(conflict, ahead, second)
    row = make_row(
        Answer.YES, Reason.WIN, make_difference(2.3, 6.1, measure=main, output=data.outputs[0]), second=check
    )
    findings = make_findings(study, data, [row], row.answer, row.reason)
    found = word_second_measure(study, data, findings, row)
    check_sentence(found)
    cited = cite_second_measure(study, row)
    check_sentence(cited)
    return found, cited


@pytest.mark.parametrize(
    ("main", "second", "conflict", "ahead", "expected", "figures"),
    [
        (
            "error",
            "auc",
            MeasureConflict.MAIN_ONLY,
            "",
            "By ROC AUC no difference is shown. The advantage holds at threshold 0.5.",
            (4,),
        ),
        (
            "error",
            "auc",
            MeasureConflict.SECOND_ONLY,
            "forest",
            "but errors at threshold 0.5 do not differ clearly. Another threshold may help.",
            (3, 6),
        ),
        (
            "auc",
            "error",
            MeasureConflict.MAIN_ONLY,
            "",
            "but errors at threshold 0.5 do not differ clearly. Another threshold may help.",
            (3, 6),
        ),
        (
            "auc",
            "error",
            MeasureConflict.SECOND_ONLY,
            "forest",
            "By ROC AUC no difference is shown. The advantage holds at threshold 0.5.",
            (4,),
        ),
        (
            "error",
            "auc",
            MeasureConflict.OPPOSITE,
            "logistic",
            "Random forest makes fewer errors, logistic regression has the higher ROC AUC. Decide by the cost of a missed “yes”.",
            (5, 7),
        ),
        (
            "auc",
            "error",
            MeasureConflict.OPPOSITE,
            "logistic",
            "Logistic regression makes fewer errors, random forest has the higher ROC AUC. Decide by the cost of a missed “yes”.",
            (5, 7),
        ),
        ("error", "auc", MeasureConflict.AGREE, "forest", "ROC AUC agrees: random forest is better", (5, 7)),
        (
            "mae",
            "rmse",
            MeasureConflict.OPPOSITE,
            "logistic",
            "By MAE random forest is better, by RMSE logistic regression. If large errors are costly, decide by RMSE.",
            (),
        ),
        (
            "mae",
            "rmse",
            MeasureConflict.SECOND_ONLY,
            "forest",
            "By RMSE random forest is better; by MAE no difference is shown. If large errors are costly, decide by RMSE.",
            (),
        ),
        ("error", "auc", MeasureConflict.UNDEFINED, "", "ROC AUC has no range here, so it cannot be compared.", ()),
    ],
)
def test_that_the_four_cases_are_told_and_cited(
    main: str, second: str, conflict: MeasureConflict, ahead: str, expected: str, figures: tuple[int, ...]
) -> None:
    found, cited = say_second(main, second, conflict, ahead)
    assert expected in found.text
    numbers = [span.value for span in cited.figures if span.meaning is Meaning.CITATION]
    assert numbers == ([2009.0, *map(float, figures)] if figures else [])


def test_that_no_difference_is_never_told_as_a_fact() -> None:
    found, _ = say_second("error", "auc", MeasureConflict.MAIN_ONLY)
    assert "no difference is shown" in found.text
    assert "there is no difference" not in found.text


def test_that_a_model_that_is_ahead_is_told_from_its_own_side() -> None:
    study, data = make_study(), make_data()
    second = make_second(MeasureConflict.AGREE, "logistic", low=-0.03, high=-0.01)
    row = make_row(Answer.NO, Reason.LOSS, make_difference(-6.1, -2.3), second=second)
    found = word_second_measure(study, data, make_findings(study, data, [row], row.answer, row.reason), row)
    assert found.text == "ROC AUC agrees: logistic regression is better (0.020 higher, 0.010 to 0.030)."


def test_that_notes_on_one_of_several_outputs_name_it() -> None:
    study, data = make_study(measure="mae"), make_data(("η", "K_T (kN)"), numbers=True)
    row = make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1, measure="mae", output="K_T (kN)"))
    findings = make_findings(study, data, [row], row.answer, row.reason)
    assert word_repeats(study, data, findings, row).text.startswith("K_T: Random forest is ahead in 10 of 10 repeats.")
    assert word_half_size_check(study, data, findings, row).text.startswith("K_T: Half-size check: confirmed (4.2")


# --- half-size check ---


@pytest.mark.parametrize(
    ("low", "confirmation", "expected"),
    [
        (2.3, Confirmation.CONFIRMED, "Half-size check: confirmed (4.2 fewer for random forest)."),
        (2.3, Confirmation.NOT_CONFIRMED, "Half-size check: not confirmed (this check has low power)."),
        (-2.3, Confirmation.NOT_CONFIRMED, "Half-size check: inconclusive."),
        (2.3, Confirmation.NOT_POSSIBLE, "Half-size check: not possible with this design."),
        (2.3, Confirmation.NOT_NEEDED, ""),
    ],
)
def test_that_the_half_size_check_is_told(low: float, confirmation: Confirmation, expected: str) -> None:
    study, data = make_study(), make_data()
    row = make_row(Answer.YES, Reason.WIN, make_difference(low, 6.1, confirmation=confirmation))
    sentence = word_half_size_check(study, data, make_findings(study, data, [row], row.answer, row.reason), row)
    assert sentence.text == expected
    check_sentence(sentence)


# --- list of models, notes ---


def test_that_models_are_listed_by_answer() -> None:
    study, data = make_study(QuestionKind.WHICH, models=("forest", "tree", "logistic")), make_data()
    rows = [
        make_row(Answer.UNCLEAR, Reason.LEADER, None, model="forest", comparator="forest", output="fault"),
        make_row(
            Answer.UNCLEAR,
            Reason.CANNOT_TELL,
            make_difference(-1, 5, "forest", "logistic"),
            model="logistic",
            comparator="forest",
        ),
        make_row(Answer.NO, Reason.LOSS, make_difference(3, 5, "forest", "tree"), model="tree", comparator="forest"),
    ]
    findings = make_findings(study, data, rows, Answer.UNCLEAR, Reason.CANNOT_TELL, rule=TieBreak.SIMPLEST)
    lines = word_candidates(study, data, findings)
    assert [line.text for line in lines] == [
        "Recommended: logistic regression, the simplest (set by you).",
        "Out: decision tree (CART).",
        "Unclear: random forest and logistic regression.",
    ]
    for line in lines:
        check_sentence(line)


def test_that_a_model_that_misses_its_limit_is_not_recommended() -> None:
    study, data = make_study(QuestionKind.GOOD_ENOUGH, limit=5.0), make_data()
    rows = [
        make_row(Answer.NO, Reason.LIMIT_MISSED, None, model=key, comparator="", output="fault", limit=0.05)
        for key in ("forest", "logistic")
    ]
    lines = word_candidates(study, data, make_findings(study, data, rows, Answer.NO, Reason.LIMIT_MISSED, rule=None))
    assert [line.text for line in lines] == ["Not good enough: random forest and logistic regression."]


def test_that_the_leader_of_which_is_told_beside_the_next() -> None:
    study, data = make_study(QuestionKind.WHICH), make_data()
    rows = [
        make_row(Answer.UNCLEAR, Reason.LEADER, None, model="forest", comparator="forest", output="fault"),
        make_row(Answer.UNCLEAR, Reason.CANNOT_TELL, make_difference(-1, 5), model="logistic", comparator="forest"),
    ]
    findings = make_findings(study, data, rows, Answer.UNCLEAR, Reason.CANNOT_TELL, comparator="logistic")
    assert word_repeats(study, data, findings, rows[0]).text.startswith("Random forest is ahead in 10 of 10 repeats.")
    assert word_half_size_check(study, data, findings, rows[0])


def test_that_notes_hold_what_explores_what_differs_and_every_caution() -> None:
    study, data = make_study(), make_data()
    row = make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1), agreement=RepeatAgreement(10, 6, 0))
    cautions = [Caution(CautionKind.PERFECT, "forest")]
    findings = make_findings(
        study, data, [row], row.answer, row.reason, cautions=cautions, exploratory=("unseen", "alone")
    )
    notes = list_notes(study, data, findings)
    assert [note.text.split()[0] for note in notes] == ["Exploratory:", "Exploratory:", "Only", "Random"]
    for note in notes:
        check_sentence(note)


def test_that_comparisons_are_counted_with_their_level() -> None:
    study, data = make_study(), make_data()
    findings = make_findings(study, data, [], Answer.NONE, Reason.ALONE, comparisons=5, earlier=3)
    sentence = word_comparisons(findings, 0.05)
    assert sentence.text == "3 earlier comparisons, 2 in this study: significance level 0.05 ÷ 5 = 0.01."
    check_sentence(sentence)
