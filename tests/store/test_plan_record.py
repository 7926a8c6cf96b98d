"""A plan as text: the same for the same study, complete, and its hash."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.study import (
    Candidate,
    Columns,
    Question,
    QuestionKind,
    SchemeChoice,
    SchemeKind,
    Study,
    TieBreak,
    Tuning,
    TuningKind,
)
from core.store.codec import to_json
from core.store.plan_record import plan_hash, plan_text, study_from_json
from core.support.errors import StudyError

FULL = Study(
    title="Lager – Prüfstand",
    source="bearing.csv",
    columns=Columns(
        ("state",), "worn", "machine", None, ("id",), excluded=(("row 7", "sensor off"),), reading={"separator": ";"}
    ),
    question=Question(
        QuestionKind.WHICH, "cost", 20.0, "auc", 1.5, {"state": 1.0}, 3.0, (TieBreak.SIMPLEST, TieBreak.FASTEST)
    ),
    candidates=(
        Candidate("net", "mlp", {"layers": (20, 10), "rate": 0.001, "early": True}, {"layers": ((5,), (20, 10))}),
        Candidate("old", "given", {"column": "model"}),
    ),
    baseline="old",
    scheme=SchemeChoice(SchemeKind.REPEATED_HOLDOUT, 7, 12, 55, 0.7, 50, False, False),
    tuning=Tuning(TuningKind.KFOLD, 0.3, 4),
    alpha=0.01,
    earlier_comparisons=3,
    seed=77,
    row_meaning="window",
    use="maintenance",
    final_test=True,
    extra=(SchemeKind.BOOTSTRAP, SchemeKind.RESUBSTITUTION),
    answers={"seen": "no"},
    assumed=("margin",),
    version="0.1.0",
)
SMALL = Study("", "", Columns(), Question(), (Candidate("a", "knn"),), "a")


@pytest.mark.parametrize("study", [FULL, SMALL])
def test_that_a_study_survives_being_text(study: Study) -> None:
    assert study_from_json(json.loads(plan_text(study))) == study
    assert study_from_json(to_json(study)) == study


def test_that_nothing_of_a_study_is_left_out() -> None:
    assert set(to_json(FULL)) == {field.name for field in fields(Study)}


def test_that_tuples_and_kinds_of_numbers_come_back() -> None:
    back = study_from_json(json.loads(plan_text(FULL)))
    assert back.candidates[0].settings == {"layers": (20, 10), "rate": 0.001, "early": True}
    assert back.candidates[0].grid == {"layers": ((5,), (20, 10))}
    assert isinstance(back.question.margin, float)
    assert study_from_json({**to_json(SMALL), "alpha": 1}).alpha == 1.0


def test_that_the_hash_is_fixed() -> None:
    """A change of this number means that stored plans would no longer be recognized."""
    assert plan_text(SMALL).startswith('{"alpha":0.05,"answers":{},"assumed":[],"baseline":')
    assert len(plan_hash(SMALL)) == 64
    assert plan_hash(SMALL) == plan_hash(replace(SMALL))


def test_that_order_of_settings_does_not_matter_but_every_value_does() -> None:
    one = replace(SMALL, candidates=(Candidate("a", "knn", {"x": 1, "y": 2}),))
    other = replace(SMALL, candidates=(Candidate("a", "knn", {"y": 2, "x": 1}),))
    assert plan_hash(one) == plan_hash(other)
    changes: list[dict[str, object]] = [
        {"seed": 2},
        {"alpha": 0.1},
        {"title": "x"},
        {"scheme": replace(SMALL.scheme, folds=9)},
        {"question": replace(SMALL.question, margin=2.5)},
        {"candidates": (Candidate("a", "knn", {"x": 2, "y": 2}),)},
    ]
    hashes = {plan_hash(replace(SMALL, **change)) for change in changes}  # type: ignore[arg-type]
    assert len(hashes | {plan_hash(SMALL)}) == len(changes) + 1


@settings(max_examples=50, deadline=None)
@given(
    title=st.text(max_size=20),
    margin=st.floats(0, 1e6),
    values=st.dictionaries(
        st.text(max_size=5), st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
    ),
)
def test_that_any_words_and_numbers_survive(title: str, margin: float, values: dict[str, object]) -> None:
    study = replace(
        SMALL,
        title=title,
        question=Question(margin=margin),
        candidates=(Candidate("a", "knn", values),),
    )
    assert study_from_json(json.loads(plan_text(study))) == study


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "one"},
        {"seed": None},
        {"candidates": 5},
        {"candidates": [{"key": "a"}]},
        {"scheme": {"kind": "nonsense"}},
        {"color": "blue"},
        {"columns": "target"},
    ],
)
def test_that_a_plan_that_makes_no_sense_is_refused_in_words(change: dict[str, object]) -> None:
    with pytest.raises(StudyError, match="The plan cannot be understood") as caught:
        study_from_json({**to_json(SMALL), **change})
    assert caught.value.hint


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        (("question", "margin"), float("nan"), "one of its numbers is none"),
        (("question", "good_enough"), float("inf"), "one of its numbers is none"),
        (("question", "margin"), -1.0, "smallest difference"),
        (("question", "cost_ratio"), 0.0, "costs"),
        (("baseline",), "nobody", "baseline"),
        (("candidates",), [], "baseline"),
        (("seed",), -1, "seed"),
        (("earlier_comparisons",), -3, "earlier comparisons"),
        (("alpha",), 0.0, "significance level"),
        (("scheme", "folds"), 0, "no folds"),
        (("scheme", "share"), 1.5, "share"),
    ],
)
def test_that_a_plan_that_makes_no_sense_is_refused(place: tuple[str, ...], value: object, named: str) -> None:
    plain = to_json(SMALL)
    inner = plain
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    with pytest.raises(StudyError, match=named):
        study_from_json(plain)


def test_that_two_candidates_of_one_name_are_refused() -> None:
    plain = to_json(SMALL)
    plain["candidates"] = [plain["candidates"][0], *plain["candidates"]]
    with pytest.raises(StudyError, match="same name"):
        study_from_json(plain)
