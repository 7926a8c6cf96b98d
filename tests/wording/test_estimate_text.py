"""Expected performance in words."""
# ruff: noqa: E501 (whole sentences are quoted)

from dataclasses import replace

import pytest

from core.domain.conclusion import Answer, Reason
from core.domain.findings import Estimate
from core.domain.study import QuestionKind, SchemeChoice, SchemeKind
from core.wording.estimate_text import (
    word_estimate,
    word_estimate_method,
    word_estimate_note,
    word_expected_performance,
    word_limits,
)
from tests.wording.cases import make_data, make_estimate, make_findings, make_row, make_study
from tests.wording.checks import check_sentence


def test_that_an_estimate_has_unit_and_range() -> None:
    study, data = make_study(), make_data()
    findings = make_findings(study, data, [], Answer.NONE, Reason.ALONE)
    lines = word_expected_performance(study, data, findings)
    assert [line.text for line in lines] == [
        "Random forest: 9.2 errors per 100 windows (7.6 to 10.8).",
        "Logistic regression: 10.2 errors per 100 windows (8.6 to 11.8).",
    ]
    for line in lines:
        check_sentence(line)


def test_that_training_rows_give_no_expected_performance() -> None:
    study, data = make_study(models=("forest",)), make_data()
    estimate = make_estimate("forest", "error", "fault", 0.0, 0.5, is_in_sample=True)
    findings = make_findings(study, data, [], Answer.NONE, Reason.ALONE, [estimate])
    (line,) = word_expected_performance(study, data, findings)
    assert line.text == "Random forest: not estimated; only its own training rows were measured."
    assert "training rows" in word_estimate(study, data, findings, estimate).text
    assert "to" not in word_estimate(study, data, findings, estimate).text.split()


@pytest.mark.parametrize(
    ("failed", "undefined", "why"),
    [(100, 0, "no training run succeeded"), (0, 100, "the measure has no value on these splits")],
)
def test_that_a_missing_figure_says_why(failed: int, undefined: int, why: str) -> None:
    study, data = make_study(models=("forest",)), make_data()
    missing = Estimate("forest", "error", "fault", None, None, None, (None,) * 100, failed=failed, undefined=undefined)
    findings = make_findings(study, data, [], Answer.NONE, Reason.ALONE, [missing])
    assert word_estimate(study, data, findings, missing).text == f"not known: {why}"


@pytest.mark.parametrize(
    ("models", "kind", "imported", "expected"),
    [
        (("forest", "logistic"), SchemeKind.KFOLD, False, "Trained on 90 % of the rows (all rows: slightly better) and the best of 2 (slightly worse); neither is corrected."),
        (("forest",), SchemeKind.KFOLD, False, "Trained on 90 % of the rows (all rows: slightly better); this is not corrected."),
        (("forest", "logistic"), SchemeKind.BOOTSTRAP, False, "The best of 2 (slightly worse on new rows); this is not corrected."),
        (("forest", "logistic"), SchemeKind.KFOLD, True, "The best of 2 (slightly worse on new rows); this is not corrected."),
        (("forest",), SchemeKind.LEAVE_ONE_OUT, False, ""),
    ],
)  # fmt: skip
def test_that_one_sentence_names_both_effects(
    models: tuple[str, ...], kind: SchemeKind, imported: bool, expected: str
) -> None:
    study, data = make_study(models=models, imported=models if imported else ()), make_data()
    study = replace(study, scheme=SchemeChoice(kind=kind))
    note = word_estimate_note(study, data, make_findings(study, data, [], Answer.NONE, Reason.ALONE))
    assert note.text == expected
    check_sentence(note)


def test_that_limits_say_who_set_them() -> None:
    for assumed, who in (((), "set by you"), (("question.good_enough",), "assumed by Evenfold")):
        study, data = make_study(QuestionKind.GOOD_ENOUGH, limit=12.0, assumed=assumed), make_data()
        rows = [
            make_row(Answer.YES, reason, None, model=key, comparator="", output="fault", limit=0.12)
            for key, reason in (("forest", Reason.LIMIT_MET), ("logistic", Reason.LIMIT_OPEN))
        ]
        lines = word_limits(study, data, make_findings(study, data, rows, Answer.YES, Reason.LIMIT_MET))
        assert [line.text for line in lines] == [
            f"Random forest meets the limit of 12 per 100 ({who}).",
            f"Logistic regression may or may not meet the limit of 12 per 100 ({who}).",
        ]


def test_that_bootstrap_points_are_named() -> None:
    estimate = make_estimate("forest", "error", "fault", 9.0, 1.0)
    assert word_estimate_method(estimate).text == ""
    assert word_estimate_method(replace(estimate, point="632-plus")).text == ".632+ bootstrap"
