"""Is it good enough? Each model against the limit by the range of its own performance."""

import numpy as np

from core.domain.conclusion import Answer, Reason
from core.domain.dataset import Floats
from core.domain.findings import Findings
from core.domain.study import QuestionKind
from core.judge.conclude import conclude_study
from tests.judge.worlds import class_data, number_data, predictions_run, study_of, wrong_on


def ask(wrong: dict[str, range], limit: float | None) -> Findings:
    data = class_data(600)
    others = tuple(key for key in wrong if key != "logistic")
    study = study_of(data, others, kind=QuestionKind.GOOD_ENOUGH, good_enough=limit)
    predictions = {key: wrong_on(data, rows) for key, rows in wrong.items()}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def test_that_a_range_below_the_limit_is_a_yes() -> None:
    found = ask({"logistic": range(300), "forest": range(30)}, limit=10.0).conclusion
    assert (found.answer, found.reason, found.use) == (Answer.YES, Reason.LIMIT_MET, "forest")
    assert {row.model: row.answer for row in found.rows} == {"logistic": Answer.NO, "forest": Answer.YES}


def test_that_a_range_above_the_limit_is_a_no_and_the_best_is_named() -> None:
    found = ask({"logistic": range(300), "forest": range(200)}, limit=10.0).conclusion
    assert (found.answer, found.reason, found.model) == (Answer.NO, Reason.LIMIT_MISSED, "forest")


def test_that_a_range_around_the_limit_is_unclear() -> None:
    found = ask({"logistic": range(300), "forest": range(60)}, limit=10.0).conclusion
    assert (found.answer, found.reason) == (Answer.UNCLEAR, Reason.LIMIT_OPEN)


def test_that_without_a_limit_nothing_is_answered() -> None:
    found = ask({"logistic": range(300), "forest": range(60)}, limit=None).conclusion
    assert found.answer is Answer.NONE
    assert found.model == "forest"


def test_that_over_several_outputs_the_worst_decides() -> None:
    data = number_data(300, outputs=("strength", "slump"))
    study = study_of(data, kind=QuestionKind.GOOD_ENOUGH, good_enough=1.0)
    noise: Floats = np.random.default_rng(2).normal(size=data.targets.shape)
    close, half = data.targets + noise / 10, data.targets + noise * [0.1, 3.0]
    found = conclude_study(study, data, predictions_run(data, {"linear": half, "forest": close}, study)).conclusion
    assert {(row.model, row.output): row.answer for row in found.rows} == {
        ("linear", "strength"): Answer.YES,
        ("linear", "slump"): Answer.NO,
        ("forest", "strength"): Answer.YES,
        ("forest", "slump"): Answer.YES,
    }
    assert {row.model: row.answer for row in found.models} == {"linear": Answer.NO, "forest": Answer.YES}
    assert (found.answer, found.use, found.output) == (Answer.YES, "forest", "")


def test_that_every_output_is_held_against_its_own_limit_and_one_without_is_not_judged() -> None:
    data = number_data(300, outputs=("strength", "slump", "age"))
    limits = {"strength": 1.0, "slump": 9.0}
    study = study_of(data, kind=QuestionKind.GOOD_ENOUGH, good_enough=None, limits=limits)
    noise: Floats = np.random.default_rng(2).normal(size=data.targets.shape)
    found = conclude_study(
        study,
        data,
        predictions_run(data, {"linear": data.targets + 3 * noise, "forest": data.targets + noise / 10}, study),
    ).conclusion
    assert {(row.model, row.output): (row.answer, row.limit) for row in found.rows} == {
        ("linear", "strength"): (Answer.NO, 1.0),
        ("linear", "slump"): (Answer.YES, 9.0),
        ("forest", "strength"): (Answer.YES, 1.0),
        ("forest", "slump"): (Answer.YES, 9.0),
    }
    assert (found.answer, found.use) == (Answer.YES, "forest")


def test_that_the_limit_of_an_output_goes_before_the_one_for_all() -> None:
    data = number_data(300, outputs=("strength", "slump"))
    study = study_of(data, kind=QuestionKind.GOOD_ENOUGH, good_enough=1.0, limits={"slump": 9.0})
    assert (study.limit("strength"), study.limit("slump")) == (1.0, 9.0)
    noise: Floats = np.random.default_rng(2).normal(size=data.targets.shape)
    shown = predictions_run(data, {"linear": data.targets + 3 * noise, "forest": data.targets + noise / 10}, study)
    rows = conclude_study(study, data, shown).conclusion.rows
    assert {(row.model, row.output): row.answer for row in rows}["linear", "slump"] is Answer.YES
    assert {(row.model, row.output): row.answer for row in rows}["linear", "strength"] is Answer.NO
