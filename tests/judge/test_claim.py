"""The claim of a study in one sentence."""

from dataclasses import replace

import pytest

from core.domain.dataset import Dataset
from core.domain.study import Candidate, Columns, Question, QuestionKind, Study
from core.judge.claim import claim, claim_text
from tests.judge.worlds import class_data, number_data


def study(question: Question, *keys: str, use: str = "machines of line 2") -> Study:
    candidates = tuple(Candidate(key, key) for key in keys)
    return Study("t", "s", Columns(), question, candidates, keys[0], row_meaning="one window of 1 s", use=use)


@pytest.fixture
def data() -> Dataset:
    return class_data()


def test_that_the_sentence_names_place_rivals_gap_and_reference(data: Dataset) -> None:
    text = claim_text(study(Question(), "logistic", "forest", "tree"), data)
    assert text == (
        "On machines of line 2, does random forest or decision tree (CART) make at least 2 fewer errors per 100 "
        "windows than logistic regression?"
    )


def test_that_the_persons_own_choices_are_strong(data: Dataset) -> None:
    strong = [piece.text for piece in claim(study(Question(), "logistic", "forest"), data) if piece.strong]
    assert strong == [
        "machines of line 2",
        "random forest",
        "at least 2 fewer errors per 100 windows",
        "logistic regression",
    ]


def test_that_new_rows_stand_in_where_no_use_was_stated(data: Dataset) -> None:
    assert claim_text(study(Question(), "logistic", "forest", use=""), data).startswith("On new windows, does")


def test_that_groups_kept_whole_are_said_to_be_unseen() -> None:
    grouped = class_data(groups=20)
    text = claim_text(study(Question(), "logistic", "forest"), grouped)
    assert "machines of line 2 (machines not seen in training)" in text
    said = claim_text(study(Question(), "logistic", "forest", use="machines not seen before"), grouped)
    assert "(machines" not in said


def test_that_a_replacement_is_asked_as_one(data: Dataset) -> None:
    text = claim_text(study(Question(kind=QuestionKind.REPLACE), "logistic", "forest"), data)
    assert "can we replace logistic regression by random forest" in text
    assert "at most 2 more errors per 100" in text


def test_that_a_lone_model_is_asked_how_good_it_is(data: Dataset) -> None:
    assert claim_text(study(Question(), "forest"), data).endswith("how good is random forest?")
    limited = study(Question(kind=QuestionKind.GOOD_ENOUGH, good_enough=5), "forest")
    assert "meet the limit of 5 errors per 100 windows" in claim_text(limited, data)


@pytest.mark.parametrize(
    ("measure", "margin", "phrase"),
    [
        ("auc", 0.01, "rank cases better, by at least 0.01 AUC, than"),
        ("cost", 3, "cost at least 3 less per 100 windows"),
    ],
)
def test_that_each_measure_has_its_verb(data: Dataset, measure: str, margin: float, phrase: str) -> None:
    assert phrase in claim_text(study(Question(measure=measure, margin=margin), "logistic", "forest"), data)


def test_that_several_outputs_are_named_with_their_gaps() -> None:
    question = Question(measure="mae", margin=1, margins={"strength (MPa)": 1.0, "wear (mm)": 0.2})
    data = number_data(outputs=("strength (MPa)", "wear (mm)"))
    text = claim_text(study(question, "linear", "forest"), data)
    assert "by at least 1 MPa less for strength (MPa) and by at least 0.2 mm less for wear (mm)" in text


def test_that_two_of_one_algorithm_are_told_apart(data: Dataset) -> None:
    base = study(Question(), "tree", "forest")
    twin = replace(base, candidates=(Candidate("tree", "tree"), Candidate("small", "tree")), reference="tree")
    assert "(small)" in claim_text(twin, data)


def test_that_many_candidates_can_be_counted_instead_of_named(data: Dataset) -> None:
    asked = study(Question(measure="error", margin=2.0), "tree", *(f"knn{i}" for i in range(8)))
    many = replace(asked, candidates=tuple(replace(one, algorithm="tree") for one in asked.candidates))
    assert "does any of 8 candidates make at least" in claim_text(many, data, 6)
    assert "knn7" in claim_text(many, data, 8)
    lone = replace(many, question=replace(many.question, kind=QuestionKind.GOOD_ENOUGH))
    assert "each of 9 candidates" in claim_text(lone, data, 6)
