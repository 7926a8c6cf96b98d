"""The question as it is asked and read back."""

from dataclasses import replace

import pytest

from core.domain.study import QuestionKind
from core.wording.question_text import ask_question, read_back_question, word_cost_of_miss
from tests.wording.cases import make_data, make_study
from tests.wording.checks import SAYS_YOU, check_sentence

ALL_ASSUMED = ("question.kind", "question.margin", "question.tie_break", "question.good_enough", "baseline")


@pytest.mark.parametrize(
    ("kind", "models", "limit", "expected"),
    [
        ("better", 2, None, "You asked: is random forest better than logistic regression, which you use now?"),
        ("better", 3, None, "You asked: is any model better than logistic regression, which you use now?"),
        ("which", 3, None, "You asked: which of these 3 models should we use?"),
        ("good-enough", 3, 12.0, "You asked: does any model reach an error rate below 12 per 100?"),
        ("good-enough", 1, None, "You asked: how good is logistic regression?"),
        ("replace", 2, None, "You asked: may random forest replace logistic regression, which you use now?"),
    ],
)
def test_that_the_question_is_asked_in_its_own_words(
    kind: str, models: int, limit: float | None, expected: str
) -> None:
    keys = ("forest", "tree", "logistic")[-models:] if models != 2 else ("forest", "logistic")
    asked = ask_question(make_study(QuestionKind(kind), models=keys, limit=limit), make_data())
    assert asked.text == expected
    check_sentence(asked)


def test_that_a_cost_that_decides_is_told_with_who_said_it() -> None:
    data, study = make_data(), make_study(QuestionKind.BETTER)
    positive = data.classes[data.positive_class]
    assert word_cost_of_miss(study, data) == ""
    costly = replace(study, question=replace(study.question, measure="cost", cost_ratio=14.0))
    assert word_cost_of_miss(costly, data) == f"A missed “{positive}” counts as 14 false alarms (set by you)."
    assumed = replace(costly, assumed=("question.cost_ratio",))
    assert word_cost_of_miss(assumed, data).endswith("(assumed by Evenfold).")


@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize("source", ["mine.csv", "sample:bearing"])
@pytest.mark.parametrize("limit", [None, 12.0])
def test_that_nobody_is_told_to_have_asked_what_was_assumed(
    kind: QuestionKind, source: str, limit: float | None
) -> None:
    study = make_study(kind, assumed=ALL_ASSUMED, source=source, limit=limit)
    for sentence in (ask_question(study, make_data()), read_back_question(study, make_data())):
        assert not SAYS_YOU.search(sentence.text), sentence.text
        check_sentence(sentence)


def test_that_the_question_read_back_says_what_does_not_matter() -> None:
    study, data = make_study(), make_data(groups="pump")
    assert read_back_question(study, data).text == (
        "On new windows (pumps not seen in training), is random forest better by error rate than logistic regression, "
        "which you use now? Differences below 2 per 100 do not matter."
    )


def test_that_choices_of_the_person_are_strong_and_many_models_are_counted() -> None:
    study = make_study(models=("forest", "tree", "knn", "logistic"))
    found = read_back_question(study, make_data(), most_named=2)
    assert "any of 3 models" in found.text
    strong = "".join(span.text for span in found.spans if span.is_strong)
    assert "any of 3 models" in strong
    assert "2 per 100" in strong


def test_that_several_outputs_name_their_margins() -> None:
    data = make_data(("η", "K_T (kN)"), numbers=True)
    text = read_back_question(make_study(measure="mae", margin=0.2), data).text
    assert text.endswith("Differences below 0.2 for η and 0.2 kN for K_T do not matter.")


def test_that_limits_of_several_outputs_are_named_with_their_output() -> None:
    data = make_data(("eta", "K_T", "K_Q"), numbers=True)
    made = make_study(QuestionKind.GOOD_ENOUGH, "mae", models=("forest", "linear"))
    study = replace(made, question=replace(made.question, limits={"eta": 0.01, "K_Q": 0.03}))
    assert ask_question(study, data).text == (
        "You asked: does any model reach a mean absolute error below 0.01 for eta and below 0.03 for K_Q?"
    )
    assert "below 0.03 for K_Q" in read_back_question(study, data).text
