"""What candidates are called in sentences."""

from dataclasses import replace

from core.domain.evidence import TRIVIAL
from core.domain.study import Candidate
from core.wording.model_names import names_of, trivial_name
from tests.advice.test_plan_problems import unequal
from tests.judge.worlds import class_data, number_data, study_of


def test_that_titles_become_names_in_a_sentence() -> None:
    data = class_data(40)
    names = names_of(study_of(data, challengers=("forest", "c45")), data)
    assert names["logistic"] == "logistic regression"
    assert names["forest"] == "random forest"
    assert names["c45"] == "decision tree (C4.5, after Quinlan)"


def test_that_two_of_one_algorithm_are_told_apart() -> None:
    data = class_data(40)
    study = study_of(data)
    twice = replace(study, candidates=(*study.candidates, Candidate("deep", "forest", {"leaf": 1})))
    names = names_of(twice, data)
    assert names["forest"] == "random forest (forest)"
    assert names["deep"] == "random forest (deep)"


def test_that_given_predictions_are_called_like_their_column() -> None:
    data = class_data(40)
    study = study_of(data)
    given = replace(study, candidates=(*study.candidates, Candidate("v", "given", {"column": "vendor 2.1"})))
    assert names_of(given, data)["v"] == "vendor 2.1"


def test_that_the_trivial_model_is_called_by_its_answer() -> None:
    data = unequal(100, 20)
    assert names_of(study_of(data), data)[TRIVIAL] == "always answering “a”"
    costly = study_of(data, measure="cost", cost_ratio=10.0)
    assert names_of(costly, data)[TRIVIAL] == "always answering “b”"
    assert trivial_name(number_data()) == "always answering the middle value"
    assert names_of(study_of(number_data(), measure="rmse"), number_data())[TRIVIAL] == "always answering the mean"
