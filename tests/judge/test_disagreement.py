"""Main measure and cross-check that do not tell the same story."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.evidence import MAIN, Run
from core.domain.findings import Interval, Modifier
from core.domain.pairing import Pairing
from core.judge.conclude import conclude_study
from core.judge.disagreement import Views, crossing, disagreement
from tests.judge.worlds import BANNED, class_data, predictions_run, study_of, wrong_on

AHEAD, OPEN, BEHIND = (
    Interval(0.01, 0.05, 0.95, "t"),
    Interval(-0.02, 0.03, 0.95, "t"),
    Interval(-0.05, -0.01, 0.95, "t"),
)


def views(main_interval: Interval, check_interval: Interval | None, **changes: object) -> Views:
    plain: dict[str, object] = {"first": "B", "second": "A", "main": "error", "check": "auc"}
    ends = {"main_interval": main_interval, "check_interval": check_interval}
    return Views(**{**plain, **changes, **ends})  # type: ignore[arg-type]


def test_that_fewer_errors_without_better_ranking_are_told() -> None:
    found = disagreement(views(AHEAD, OPEN))
    assert found.text == "B makes fewer errors at the threshold you use, but is not shown to rank cases better."
    assert found.advice == (
        "If your threshold is fixed at 0.5, use B. If you may move it, compare again with your cost ratio."
    )
    assert disagreement(views(BEHIND, OPEN)).advice.startswith("If your threshold is fixed at 0.5, use A.")


def test_that_the_crossing_of_the_curves_is_told_where_there_is_one() -> None:
    found = disagreement(views(AHEAD, OPEN, crossing=(0.2, -1)))
    assert found.text.endswith("Their ROC curves cross: left of 20 false alarms in 100 A is better, right of it B.")


def test_that_better_ranking_without_fewer_errors_is_told() -> None:
    found = disagreement(views(OPEN, AHEAD))
    assert found.text.startswith("B ranks cases better")
    assert found.advice == "The gain is there only if you move the threshold."
    assert disagreement(views(AHEAD, OPEN, main="auc", check="error")) == found
    assert "not shown in the cost at today's threshold" in disagreement(views(OPEN, AHEAD, main="cost")).text


def test_that_a_reference_that_ranks_better_promises_no_gain_from_switching() -> None:
    found = disagreement(views(OPEN, BEHIND))
    assert found.text.startswith("A ranks cases better")
    assert found.advice == "The better ranking of A pays only if you move the threshold."


def test_that_opposite_claims_are_good_at_different_things() -> None:
    found = disagreement(views(AHEAD, BEHIND))
    assert found.text == "B makes fewer errors, A ranks better. They are good at different things."
    assert found.advice == "Decide by the cost of a miss against a false alarm."
    assert disagreement(views(AHEAD, BEHIND, main="cost")).text.startswith("B costs less")


def test_that_two_losses_are_told_by_name() -> None:
    found = disagreement(views(AHEAD, OPEN, main="mae", check="rmse"))
    assert found.text == "B is ahead by typical miss; by root mean squared miss this is not shown."
    assert "They are good at different things" in disagreement(views(BEHIND, AHEAD, main="mae", check="rmse")).text


@pytest.mark.parametrize(("main", "check"), [(AHEAD, AHEAD), (OPEN, OPEN), (BEHIND, BEHIND), (AHEAD, None)])
def test_that_agreement_and_a_missing_cross_check_say_nothing(main: Interval, check: Interval | None) -> None:
    found = disagreement(views(main, check))
    assert (found.text, found.advice) == ("", "")


def test_that_no_banned_word_is_used() -> None:
    for main in (AHEAD, OPEN, BEHIND):
        for check in (AHEAD, OPEN, BEHIND):
            for first, second in (("error", "auc"), ("auc", "error"), ("mae", "rmse")):
                found = disagreement(views(main, check, crossing=(0.3, 1), main=first, check=second))
                assert not BANNED.search(f"{found.text} {found.advice}")


def pair_of(first: list[float], second: list[float], truth: list[int]) -> Pairing:
    empty = np.zeros((1, 1))
    return Pairing(
        "B", "A", "auc", empty, empty, empty, empty,
        truth=np.array(truth), first_ranking=np.array(first), second_ranking=np.array(second),
    )  # fmt: skip


def test_that_curves_that_cross_are_found_and_others_not() -> None:
    truth = [1] * 4 + [0] * 4
    early = [9.0, 8.0, 2.0, 1.0, 7.0, 6.0, 5.0, 4.0]  # two positives first, then all negatives, then the rest
    late = [7.0, 6.0, 5.0, 4.0, 9.0, 8.0, 2.0, 1.0]  # two negatives first, then all positives
    found = crossing(pair_of(early, late, truth))
    assert found is not None
    assert found[0] == pytest.approx(0.5, abs=0.01)
    assert found[1] == 1
    mirrored = crossing(pair_of(late, early, truth))
    assert mirrored is not None
    assert mirrored[1] == -1
    assert crossing(pair_of(early, early, truth)) is None
    assert crossing(pair_of([8.0, 7, 6, 5, 4, 3, 2, 1], early, truth)) is None
    assert crossing(pair_of(early, late, [1] * 8)) is None


def test_that_a_study_tells_it_in_body_action_card_and_modifier() -> None:
    data = class_data(400)
    study = study_of(data, cross_check="auc")
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    blind = [
        replace(o, scores=np.full_like(np.asarray(o.scores), 0.5)) if o.job.part == MAIN and o.scores is not None else o
        for o in run.outcomes
    ]
    findings = conclude_study(study, data, Run(tuple(blind), True))
    assert Modifier.MEASURES_DISAGREE not in findings.verdict.modifiers  # constant scores: the cross-check has no range
    assert findings.cards["agree"].startswith("The second measure could not be worked out")
    jitter = np.random.default_rng(2)
    noisy = [
        replace(o, scores=jitter.random(np.asarray(o.scores).shape)) if o.scores is not None else o
        for o in run.outcomes
    ]
    findings = conclude_study(study, data, Run(tuple(noisy), True))
    assert Modifier.MEASURES_DISAGREE in findings.verdict.modifiers
    assert "not shown to rank cases better" in findings.verdict.body
    assert "If your threshold is fixed at 0.5, use random forest." in findings.verdict.action
    assert "If you may move it" in findings.cards["agree"]


@pytest.mark.parametrize("touching", [Interval(0.0, 0.05, 0.95, "t"), Interval(-0.05, 0.0, 0.95, "t")])
def test_that_a_range_that_touches_zero_claims_nothing(touching: Interval) -> None:
    assert disagreement(views(touching, OPEN)).text == ""
    assert disagreement(views(AHEAD, touching)).text.startswith("B makes fewer errors")


@pytest.mark.parametrize("missing", ["truth", "first_ranking", "second_ranking"])
def test_that_curves_with_a_part_missing_do_not_cross(missing: str) -> None:
    pair = pair_of([0.9, 0.2, 0.6, 0.1], [0.4, 0.6, 0.2, 0.1], [1, 1, 0, 0])
    assert crossing(replace(pair, **{missing: None})) is None  # type: ignore[arg-type]
    assert crossing(replace(pair, first_ranking=np.array([0.9, np.nan, 0.6, 0.1]))) is None
    assert crossing(replace(pair, second_ranking=np.array([0.9, np.nan, 0.6, 0.1]))) is None
