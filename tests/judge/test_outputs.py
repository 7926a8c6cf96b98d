"""Several outputs: judged together first, then one by one."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats
from core.domain.findings import Findings, Tag, VerdictKind
from core.domain.study import QuestionKind, SchemeKind
from core.judge.conclude import conclude_study
from core.judge.outputs import decimals_of_claim
from tests.judge.worlds import number_data, one_holdout, predictions_run, study_of, with_scheme

DATA = number_data(300, ("K_T", "K_Q", "eta"))


def noise(data: Dataset, seed: int = 3) -> Floats:
    return np.random.default_rng(seed).normal(0, 1, data.targets.shape)


def concluded(factors: tuple[float, ...], kind: QuestionKind = QuestionKind.BETTER, seed: int = 3) -> Findings:
    """The reference misses with spread one, the candidate with its own factor on every output."""
    study = study_of(DATA, margin=0.2, kind=kind)
    other = noise(DATA, seed)
    predictions = {"linear": DATA.targets + noise(DATA), "forest": DATA.targets + other * np.array(factors)}
    return conclude_study(study, DATA, predictions_run(DATA, predictions, study))


def test_that_a_joint_claim_names_every_output_with_its_numbers() -> None:
    verdict = concluded((0.3, 0.3, 1.0)).verdict
    assert verdict.outcome is VerdictKind.BETTER
    assert verdict.headline == "Random forest is better on the 3 outputs taken together."
    assert "Output by output, for models trained on this data: K_T: 0." in verdict.body
    assert "eta: the same" in verdict.body or "eta: same for your purpose" in verdict.body


@pytest.mark.parametrize(
    ("low", "high", "decimals"), [(6.2, 18.9, 0), (0.3, 12.8, 1), (0.04, 12.8, 2), (0.31, 0.38, 3)]
)
def test_that_a_claimed_range_does_not_read_as_if_it_reached_zero(low: float, high: float, decimals: int) -> None:
    assert decimals_of_claim(low, high) == decimals


def test_that_a_win_on_every_output_is_a_win() -> None:
    verdict = concluded((0.2, 0.2, 0.2)).verdict
    assert verdict.outcome is VerdictKind.WIN
    assert verdict.action == "Use random forest."


def test_that_mixed_directions_are_a_trade_off_without_a_winner() -> None:
    verdict = concluded((0.3, 1.0, 2.5)).verdict
    assert verdict.outcome is VerdictKind.CANNOT_TELL
    assert verdict.tag is Tag.NOT_SETTLED
    assert verdict.headline == ("Random forest is better for K_T and worse for eta. There is no overall winner.")


def test_that_worse_together_keeps_the_reference() -> None:
    assert concluded((3.0, 3.0, 3.0)).verdict.outcome is VerdictKind.LOSS
    assert concluded((3.0, 3.0, 1.0)).verdict.headline.startswith("Random forest is worse on the 3 outputs")


def test_that_without_a_joint_claim_the_outputs_are_listed_but_not_claimed() -> None:
    findings = concluded((1.0, 1.0, 1.0), seed=8)
    if findings.verdict.outcome is VerdictKind.CANNOT_TELL:
        assert "Output by output (not claimed)" in findings.verdict.body
    assert findings.verdict.outcome not in (VerdictKind.WIN, VerdictKind.LOSS)


def test_that_replacing_needs_every_output_to_be_harmless() -> None:
    assert concluded((1.0, 1.0, 1.0), QuestionKind.REPLACE).verdict.outcome is VerdictKind.SAME
    better = concluded((0.97, 0.9, 1.0), QuestionKind.REPLACE).verdict
    assert better.tag in (Tag.SETTLED, Tag.SAME)


def test_that_an_output_nobody_can_predict_is_told_and_the_others_are_judged() -> None:
    study = study_of(DATA, margin=0.2)
    spread = np.array([1.0, 1.0, 6.0])  # far worse than the middle value on the third
    predictions = {
        "linear": DATA.targets + noise(DATA) * spread,
        "forest": DATA.targets + noise(DATA, 4) * spread * np.array([0.2, 0.2, 1.0]),
    }
    findings = conclude_study(study, DATA, predictions_run(DATA, predictions, study))
    third = findings.verdicts[2]
    assert third.outcome is VerdictKind.NOTHING_BEATS_GUESSING
    assert third.headline == "None of these models is shown to beat always answering the middle value for eta."
    assert "eta: no model is shown to beat guessing" in findings.verdict.body
    assert findings.verdict.headline == "Random forest is better on the 3 outputs taken together."


def test_that_nothing_beats_guessing_when_no_output_can_be_predicted() -> None:
    study = study_of(DATA, margin=0.2)
    predictions = {"linear": DATA.targets + 6 * noise(DATA), "forest": DATA.targets + 5 * noise(DATA, 4)}
    findings = conclude_study(study, DATA, predictions_run(DATA, predictions, study))
    assert findings.verdict.outcome is VerdictKind.NOTHING_BEATS_GUESSING
    assert {verdict.outcome for verdict in findings.verdicts} == {VerdictKind.NOTHING_BEATS_GUESSING}


@pytest.mark.parametrize(("factor", "expected"), [(0.3, VerdictKind.WIN), (3.0, VerdictKind.LOSS)])
def test_that_one_test_set_is_judged_on_its_rows_together(factor: float, expected: VerdictKind) -> None:
    study = with_scheme(study_of(DATA, margin=0.1), SchemeKind.HOLDOUT, folds=2, repeats=1)
    predictions = {"linear": DATA.targets + noise(DATA), "forest": DATA.targets + factor * noise(DATA, 4)}
    findings = conclude_study(study, DATA, one_holdout(predictions_run(DATA, predictions, study, halves=False)))
    assert findings.verdict.outcome is expected


def test_that_several_candidates_are_listed_by_their_joint_verdict() -> None:
    study = study_of(DATA, challengers=("forest", "ridge"), margin=0.2)
    predictions = {
        "linear": DATA.targets + noise(DATA),
        "forest": DATA.targets + 0.2 * noise(DATA, 4),
        "ridge": DATA.targets + 3 * noise(DATA, 5),
    }
    findings = conclude_study(study, DATA, predictions_run(DATA, predictions, study))
    assert findings.cards["candidates"].splitlines()[0] == "Use: random forest."
    assert "Ruled out: linear" in findings.cards["candidates"]
    assert len(findings.verdicts) == 6


def test_that_failed_trainings_of_one_candidate_leave_no_joint_verdict() -> None:
    study = study_of(DATA, margin=0.2)
    predictions = {"linear": DATA.targets + noise(DATA), "forest": DATA.targets + 0.2 * noise(DATA, 4)}
    run = predictions_run(DATA, predictions, study)
    from_forest = tuple(
        replace(o, predicted=None, ending=type(o.ending)("failed")) if o.job.candidate == "forest" else o
        for o in run.outcomes
    )
    verdict = conclude_study(study, DATA, replace(run, outcomes=from_forest)).verdict
    assert verdict.outcome is VerdictKind.NO_VERDICT
    assert verdict.tag is Tag.BLOCKED


def test_that_cards_say_which_of_several_outputs_they_are_about() -> None:
    data = number_data(outputs=("K_T", "crack (mm)"))
    study = study_of(data, margin=0.1, cross_check="rmse")
    random = np.random.default_rng(3)
    noise = random.normal(0, 1, data.targets.shape)
    predicted = {"linear": data.targets + noise, "forest": data.targets + 0.6 * noise}
    cards = conclude_study(study, data, predictions_run(data, predicted, study)).cards
    assert cards["shuffle"].startswith("K_T. No: 10 of 10 shuffles lean to random forest;")
    assert cards["agree"].startswith("K_T. Yes: with large misses counting more,")


def test_that_a_column_keeps_its_name_where_a_sentence_begins_with_it() -> None:
    data = number_data(outputs=("crack_length", "wear"))
    study = study_of(data, margin=0.1, cross_check="rmse")
    predicted = {"linear": data.targets + noise(data), "forest": data.targets + 0.6 * noise(data)}
    cards = conclude_study(study, data, predictions_run(data, predicted, study)).cards
    assert cards["shuffle"].startswith("crack_length. No: ")
    assert cards["agree"].startswith("crack_length. ")
