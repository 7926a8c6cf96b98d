"""The absolute answer: how good, and whether that meets the limit."""

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Findings, Interval, Tag, VerdictKind
from core.domain.study import QuestionKind, SchemeKind
from core.judge.conclude import conclude_study
from core.judge.good_enough import Limit, against_limit
from tests.judge.worlds import class_data, number_data, one_holdout, predictions_run, study_of, with_scheme, wrong_on


def estimate(low: float, high: float) -> Estimate:
    return Estimate("a", "error", "y", (low + high) / 2, None, Interval(low, high, 0.95, "t"), ())


@pytest.mark.parametrize(
    ("low", "high", "lower_is_better", "expected"),
    [
        (0.06, 0.10, True, Limit.MEETS),
        (0.08, 0.11, True, Limit.OPEN),
        (0.10, 0.12, True, Limit.OPEN),
        (0.11, 0.14, True, Limit.MISSES),
        (0.10, 0.20, False, Limit.MEETS),
        (0.05, 0.12, False, Limit.OPEN),
        (0.02, 0.08, False, Limit.MISSES),
    ],
)
def test_that_the_whole_range_decides_about_the_limit(
    low: float, high: float, lower_is_better: bool, expected: Limit
) -> None:
    assert against_limit(estimate(low, high), 0.10, lower_is_better) is expected


def test_that_without_a_range_nothing_is_said_about_the_limit() -> None:
    assert against_limit(None, 0.1, True) is Limit.OPEN


def asked(limit: float | None, wrong: range, challengers: tuple[str, ...] = ("forest",)) -> Findings:
    data = class_data(400)
    study = study_of(data, challengers, kind=QuestionKind.GOOD_ENOUGH, good_enough=limit)
    predictions = {key: wrong_on(data, wrong) for key in challengers}
    predictions["logistic"] = wrong_on(data, range(0, 80))
    return conclude_study(study, data, predictions_run(data, predictions, study))


def test_that_a_model_below_the_limit_meets_it() -> None:
    verdict = asked(10.0, range(0, 20)).verdict
    assert verdict.outcome is VerdictKind.DESCRIPTIVE
    assert verdict.tag is Tag.SETTLED
    assert verdict.headline.startswith("Random forest will make about 5.0 errors per 100 windows (")
    assert verdict.body.startswith("It meets your limit of 10 per 100.")
    assert "This is for models trained on 90 % of your rows; trained on all of them it should be slightly better." in (
        verdict.body
    )
    assert verdict.action.startswith("Train random forest on all 400 rows")


def test_that_a_limit_nobody_reaches_is_missed() -> None:
    verdict = asked(2.0, range(0, 40)).verdict
    assert verdict.tag is Tag.SETTLED
    assert "It misses your limit of 2 per 100." in verdict.body


def test_that_a_limit_inside_the_range_is_left_open() -> None:
    verdict = asked(5.0, range(0, 20)).verdict
    assert verdict.tag is Tag.NOT_SETTLED
    assert "We can't tell whether it meets your limit of 5 per 100." in verdict.body


def test_that_of_those_that_meet_the_limit_the_own_rule_picks() -> None:
    findings = asked(30.0, range(0, 20))
    assert findings.verdict.headline.startswith("Logistic regression will make about 20.0")
    assert findings.cards["good-enough"].splitlines() == [
        "Logistic regression meets your limit of 30 per 100.",
        "Random forest meets your limit of 30 per 100.",
    ]


def test_that_without_a_limit_it_only_says_how_good() -> None:
    findings = asked(None, range(0, 20))
    assert findings.verdict.tag is Tag.NOT_SETTLED
    assert findings.verdict.headline.startswith("Random forest will make about 5.0 errors")
    assert "good-enough" not in findings.cards


def test_that_another_question_gets_the_limit_as_a_card_beside_its_answer() -> None:
    data = class_data(400)
    study = study_of(data, good_enough=10.0)
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}
    findings = conclude_study(study, data, predictions_run(data, predictions, study))
    assert findings.verdict.headline == "Use random forest."
    assert "Random forest meets your limit of 10 per 100." in findings.cards["good-enough"]


def misses(data: Dataset, limit: float, outputs: bool = False) -> Findings:
    study = study_of(data, kind=QuestionKind.GOOD_ENOUGH, good_enough=limit, margin=0.1)
    noise = np.random.default_rng(3).normal(0, 1, data.targets.shape)
    predictions = {"linear": data.targets + 3 * noise, "forest": data.targets + 0.5 * noise}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def test_that_numbers_are_said_in_their_unit() -> None:
    verdict = misses(number_data(300), 1.0).verdict
    assert verdict.headline.startswith("Random forest will miss by about 0.")
    assert "MPa (" in verdict.headline
    assert "It meets your limit of 1 MPa." in verdict.body


def test_that_with_several_outputs_every_one_must_meet_the_limit() -> None:
    data = number_data(300, ("K_T", "K_Q"))
    verdict = misses(data, 1.0).verdict
    assert "It meets your limit of 1 for K_T. It meets your limit of 1 for K_Q." in verdict.body
    assert misses(data, 0.01).verdict.body.startswith("It misses your limit")


def test_that_one_holdout_names_its_own_share() -> None:
    data = class_data(400)
    study = with_scheme(
        study_of(data, kind=QuestionKind.GOOD_ENOUGH, good_enough=40.0), SchemeKind.HOLDOUT, folds=2, repeats=1
    )
    predictions = {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}
    run = one_holdout(predictions_run(data, predictions, study, halves=False))
    assert "models trained on 50 % of your rows" in conclude_study(study, data, run).verdict.body


def test_that_too_few_rows_are_described_whatever_was_asked() -> None:
    data = class_data(18)
    study = with_scheme(study_of(data, kind=QuestionKind.GOOD_ENOUGH, good_enough=40.0), SchemeKind.KFOLD, folds=3)
    run = predictions_run(data, {"logistic": data.targets, "forest": wrong_on(data, range(4))}, study)
    verdict = conclude_study(study, data, run).verdict
    assert verdict.outcome is VerdictKind.DESCRIPTIVE
    assert verdict.tag is Tag.NOT_SETTLED
    assert "describe, not judge" in verdict.body
