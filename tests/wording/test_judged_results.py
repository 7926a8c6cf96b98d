"""What the judge concludes can be worded: every question, design and kind of data, from predictions to sentences."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.conclusion import Answer
from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import QuestionKind, SchemeChoice, SchemeKind, Study
from core.judge.conclude import conclude_study
from core.wording.conclusion_text import ANSWER_WORDS, word_row
from core.wording.explanation import explain_sentence
from core.wording.result_text import word_result
from tests.judge.worlds import (
    class_data,
    failed,
    holdouts,
    number_data,
    one_holdout,
    predictions_run,
    study_of,
    with_scheme,
    wrong_on,
)
from tests.wording.checks import check_sentence, check_text

MODELS = ("forest", "tree")
WRONG = {"same": (20, 20, 21), "clear": (30, 4, 12), "noise": (100, 98, 101)}  # rows wrong: baseline and the others


def make_classes(world: str, kind: QuestionKind, measure: str, groups: int) -> tuple[Study, Dataset, Run]:
    data = class_data(200, groups=groups)
    limit = {"error": 8.0, "auc": 0.9}.get(measure) if kind is QuestionKind.GOOD_ENOUGH else None
    margin = 0.02 if measure == "auc" else 2.0
    study = study_of(
        data,
        MODELS,
        kind=kind,
        measure=measure,
        margin=margin,
        good_enough=limit,
        cross_check="auc" if measure == "error" else "error",
    )
    study = replace(study, scheme=SchemeChoice(folds=5, repeats=2))
    random = np.random.default_rng(3)
    wrong = [random.permutation(200)[:number].tolist() for number in WRONG[world]]
    keys = [candidate.key for candidate in study.candidates]
    predictions = {key: wrong_on(data, rows) for key, rows in zip(keys, wrong, strict=True)}
    return study, data, predictions_run(data, predictions, study)


def make_numbers(kind: QuestionKind, outputs: tuple[str, ...], shifts: tuple[float, ...]) -> tuple[Study, Dataset, Run]:
    """The first model after the baseline is nearer to the actual values by `shifts`, output by output."""
    data = number_data(120, outputs)
    limit = 1.0 if kind is QuestionKind.GOOD_ENOUGH else None
    study = study_of(data, ("forest",), kind=kind, margin=0.2, good_enough=limit)
    study = replace(study, scheme=SchemeChoice(folds=5, repeats=2))
    random = np.random.default_rng(4)
    noise = random.normal(0, 1, data.targets.shape)
    better = noise * np.array([1 - shift for shift in shifts])
    predictions = {"linear": data.targets + noise, "forest": data.targets + better}
    return study, data, predictions_run(data, predictions, study)


def check_findings(study: Study, data: Dataset, findings: Findings) -> str:
    """Word everything, explain every figure, and return the headline."""
    text = word_result(study, data, findings)
    conclusion = findings.conclusion
    check_text(text.conclusion)
    for _, said in text.rows:
        check_text(said)
    notes = [sentence for lines in text.notes.values() for sentence in lines]
    whole = (text.conclusion.headline, text.conclusion.body, text.conclusion.action)
    for sentence in (*notes, *text.cautions, *text.doubts):
        check_sentence(sentence)
    for sentence in (*whole, *notes, *text.cautions):
        explained = explain_sentence(sentence, study, data, findings)
        assert {figure for entry in explained for figure in entry.figures} == {span.text for span in sentence.figures}
    for row in conclusion.models:
        check_text(word_row(study, data, findings, row))
    headline = text.conclusion.headline.text
    word = ANSWER_WORDS.get(conclusion.answer, "")
    assert headline.startswith((word, "Use ", "Described", "No single")) or conclusion.answer is Answer.NONE, headline
    return headline


@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize("measure", ["error", "auc"])
@pytest.mark.parametrize("groups", [0, 20])
@pytest.mark.parametrize("world", sorted(WRONG))
def test_that_every_question_about_classes_is_worded(kind: QuestionKind, measure: str, groups: int, world: str) -> None:
    study, data, run = make_classes(world, kind, measure, groups)
    check_findings(study, data, conclude_study(study, data, run))


@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize(
    ("outputs", "shifts"),
    [
        (("strength (MPa)",), (0.8,)),
        (("η", "K_T (kN)", "10K_Q"), (0.8, 0.8, 0.8)),
        (("η", "K_T (kN)", "10K_Q"), (0.8, -1.5, 0.0)),
        (("η", "K_T (kN)"), (0.02, 0.01)),
    ],
)
def test_that_every_question_about_numbers_is_worded(
    kind: QuestionKind, outputs: tuple[str, ...], shifts: tuple[float, ...]
) -> None:
    study, data, run = make_numbers(kind, outputs, shifts)
    check_findings(study, data, conclude_study(study, data, run))


@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize("scheme", list(SchemeKind))
def test_that_every_design_is_worded(kind: QuestionKind, scheme: SchemeKind) -> None:
    study, data, run = make_classes("clear", kind, "error", 0)
    cut = {SchemeKind.REPEATED_HOLDOUT: holdouts, SchemeKind.HOLDOUT: one_holdout, SchemeKind.TTV: one_holdout}
    study = with_scheme(study, scheme)
    headline = check_findings(study, data, conclude_study(study, data, cut.get(scheme, lambda found: found)(run)))
    if scheme in (SchemeKind.RESUBSTITUTION, SchemeKind.BOOTSTRAP, SchemeKind.LEAVE_ONE_OUT, SchemeKind.TIME):
        assert headline == "Described, not compared."


@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize("broken", ["forest", "logistic"])
def test_that_failed_training_runs_are_worded(kind: QuestionKind, broken: str) -> None:
    study, data, run = make_classes("clear", kind, "error", 0)
    outcomes = tuple(failed(one) if one.job.candidate == broken else one for one in run.outcomes)
    check_findings(study, data, conclude_study(study, data, Run(outcomes, complete=True)))


@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize(
    "answers",
    [
        {"LEAK:x": "not sure"},
        {"TRAINED-ON": "yes"},
        {"ORDER": "no"},
        {"unseen": "no", "alone": "no"},
        {"GROUP:machine": "not sure", "PREP": "yes"},
    ],
)
def test_that_replies_of_the_person_are_worded(kind: QuestionKind, answers: dict[str, str]) -> None:
    study, data, run = make_classes("clear", kind, "error", 0)
    study = replace(study, answers=answers)
    check_findings(study, data, conclude_study(study, data, run))


@pytest.mark.parametrize("kind", [QuestionKind.BETTER, QuestionKind.WHICH, QuestionKind.REPLACE])
def test_that_models_no_better_than_the_constant_guess_are_worded_as_such(kind: QuestionKind) -> None:
    study, data, run = make_classes("noise", kind, "error", 0)
    study = replace(study, question=replace(study.question, margin=50.0))  # nobody can gain as much over the guess
    findings = conclude_study(study, data, run)
    assert findings.conclusion.answer is Answer.NO
    assert check_findings(study, data, findings) == "No. No model beats the constant guess."


@pytest.mark.parametrize("rows", [12, 30])
def test_that_one_model_alone_and_few_rows_are_worded(rows: int) -> None:
    data = class_data(rows)
    study = replace(study_of(data, ()), scheme=SchemeChoice(folds=5, repeats=2))
    run = predictions_run(data, {"logistic": wrong_on(data, range(3))}, study)
    headline = check_findings(study, data, conclude_study(study, data, run))
    assert headline.startswith("Blocked. 12 rows" if rows == 12 else "Logistic regression: ")
