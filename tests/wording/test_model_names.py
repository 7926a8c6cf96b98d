"""Names of models and of the constant guess."""

from dataclasses import replace

from core.domain.evidence import TRIVIAL
from core.domain.study import Candidate
from core.wording.model_names import describe_constant_guess, has_only_imported, name_models
from core.wording.sentence import Meaning
from tests.wording.cases import make_data, make_study


def test_that_two_of_one_algorithm_are_told_apart_by_their_keys() -> None:
    study = make_study()
    study = replace(study, candidates=(Candidate("small", "forest"), Candidate("large", "forest"), study.candidates[1]))
    names = name_models(study)
    assert [names[key] for key in ("small", "large", "logistic")] == [
        "random forest (small)",
        "random forest (large)",
        "logistic regression",
    ]


def test_that_imported_predictions_are_called_like_their_column_and_keep_its_case() -> None:
    study = make_study(models=("vendor_A", "logistic"), imported=("vendor_A",))
    span = name_models(study).span("vendor_A")
    assert (span.text, span.meaning, span.source.first) == ("vendor_A", Meaning.NAME, "vendor_A")
    assert not has_only_imported(study)
    assert has_only_imported(make_study(models=("a", "b"), imported=("a", "b")))


def test_that_the_constant_guess_follows_the_measure() -> None:
    data, numbers = make_data(), make_data(("strength (MPa)",), numbers=True)
    assert describe_constant_guess(data, make_study().question).text == "always “no”"
    assert describe_constant_guess(numbers, make_study(measure="mae").question).text == "always the median"
    assert describe_constant_guess(numbers, make_study(measure="rmse").question).text == "always the mean"
    assert name_models(make_study())[TRIVIAL] == "the constant guess"


def test_that_dear_misses_change_the_constant_guess() -> None:
    question = replace(make_study(measure="cost").question, cost_ratio=20.0)
    assert describe_constant_guess(make_data(), question).text == "always “yes”"
