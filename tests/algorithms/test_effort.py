"""Equal effort across candidates, and candidates that would take too long."""

from dataclasses import replace

import pytest

from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.effort import FACTOR, effort_problems, settings_tried, size_problems
from core.algorithms.row import combinations
from core.domain.problem import Problem, Severity
from core.domain.study import Candidate, Columns, Question, Settings, Study, Tuning, TuningKind


def study_of(*candidates: Candidate) -> Study:
    return Study("", "", Columns(), Question(), candidates, candidates[0].key)


def tuned(key: str) -> Candidate:
    return Candidate(key, key, {}, find_algorithm(key).grid)


def plain(key: str, settings: Settings | None = None, name: str = "") -> Candidate:
    return Candidate(name or key, key, settings or {})


def only(found: tuple[Problem, ...]) -> Problem:
    assert len(found) == 1
    return found[0]


def test_that_all_tuned_by_their_usual_grids_is_fair() -> None:
    rows = [row.key for row in ALGORITHMS if row.grid]
    assert effort_problems(study_of(*(tuned(key) for key in rows))) == ()


def test_that_the_usual_grids_are_within_the_factor() -> None:
    sizes = [len(combinations(row.grid)) for row in ALGORITHMS if row.grid]
    assert max(sizes) <= FACTOR * min(sizes)


def test_that_none_tuned_is_fair() -> None:
    assert effort_problems(study_of(plain("logistic"), plain("forest"))) == ()


def test_that_a_tuned_candidate_beside_a_plain_one_is_told_with_both_counts() -> None:
    found = only(effort_problems(study_of(tuned("logistic"), plain("forest"))))
    assert found.id == "EFFORT"
    assert found.severity is Severity.NOTE
    assert found.place == "candidates"
    assert "5 settings are tried for Logistic regression, only 1 for" in found.text
    assert found.text.endswith("Tune both, or none.")


def test_that_the_offered_fix_makes_it_fair() -> None:
    study = study_of(tuned("logistic"), plain("forest", {"trees": 7}), plain("linear"))
    fix = only(effort_problems(study)).fixes[0]
    assert fix.change == "candidates"
    assert isinstance(fix.value, tuple)
    fixed = replace(study, candidates=fix.value)
    assert effort_problems(fixed) == ()
    assert fixed.candidate("forest") == tuned("forest")
    assert fixed.candidate("linear") == plain("linear")


def test_that_an_incumbent_with_fixed_settings_may_stay_as_it_is() -> None:
    found = only(effort_problems(study_of(plain("logistic", {"shrinkage": 3}), tuned("forest"))))
    assert "only if these are the settings in use today" in found.text


def test_that_what_has_nothing_to_tune_does_not_count() -> None:
    assert effort_problems(study_of(tuned("knn"), plain("formula"), plain("given"), plain("memoriser"))) == ()
    assert effort_problems(study_of(plain("formula"))) == ()


def test_that_a_grid_of_the_persons_own_counts_as_it_is() -> None:
    large = Candidate("knn", "knn", {}, {"neighbours": tuple(range(1, 14))})
    small = Candidate("tree", "tree", {}, {"leaf": (5, 1)})
    assert "13 settings" in only(effort_problems(study_of(large, small))).text
    fair = Candidate("knn", "knn", {}, {"neighbours": (1, 3, 5, 7)})
    assert effort_problems(study_of(fair, small)) == ()


def test_that_without_tuning_every_candidate_tries_one_setting() -> None:
    study = replace(study_of(tuned("logistic"), plain("forest")), tuning=Tuning(TuningKind.NONE))
    assert [settings_tried(study, candidate) for candidate in study.candidates] == [1, 1]
    assert effort_problems(study) == ()


def test_that_the_same_algorithm_twice_is_told_by_key() -> None:
    study = study_of(tuned("knn"), plain("knn", {"neighbours": 3}, name="three"))
    text = only(effort_problems(study)).text
    assert "(knn)" in text
    assert "(three)" in text


@pytest.mark.parametrize(
    ("first", "second", "fair"),
    [
        ({}, {"hidden": [5]}, True),
        ({}, {"stop": "error"}, False),
        ({"rounds": 100}, {"rounds": 50}, False),
        ({"stop": "error", "rounds": 100}, {"stop": "error", "rounds": 900}, True),
        ({"stop": "error", "error": 0.1}, {"stop": "error", "error": 0.2}, False),
    ],
)
def test_that_nets_must_end_by_equal_rounds_or_by_equal_error(first: Settings, second: Settings, fair: bool) -> None:
    study = study_of(plain("mlp", first, "one"), plain("mlp", second, "two"), plain("logistic"))
    found = effort_problems(study)
    assert [problem.id for problem in found] == ([] if fair else ["STOP"])
    assert fair or "equal rounds for all, or equal error for all" in found[0].text


def test_that_a_candidate_too_slow_for_the_rows_is_told_with_the_time_and_ways_out() -> None:
    study = study_of(plain("ridge"), plain("gaussian-process"))
    assert size_problems(study, 1500) == ()
    found = only(size_problems(study, 15_000))
    assert found.severity is Severity.BLOCKS
    assert "15,000 training rows would take about 3 hours" in found.text
    for fix in found.fixes:
        assert isinstance(fix.value, tuple)
        assert size_problems(replace(study, candidates=fix.value), 15_000) == ()
    assert [len(fix.value) for fix in found.fixes if isinstance(fix.value, tuple)] == [2, 1]


def test_that_the_reference_cannot_be_left_out() -> None:
    study = study_of(plain("svm"), plain("forest"))
    assert [fix.label for fix in only(size_problems(study, 20_000)).fixes] == [
        "Train it on 10,000 rows drawn by chance"
    ]
