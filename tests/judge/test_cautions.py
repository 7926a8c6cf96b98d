"""What the reader must know beside the verdict."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import MAIN, TRIVIAL, Job, Run
from core.domain.findings import Caution
from core.domain.study import SchemeKind, Study
from core.judge.cautions import UNSTABLE, cautions_of, changing_share
from core.wording.model_names import names_of
from core.judge.scores import ScoreTable, build_score_table
from tests.judge.worlds import class_data, failed, number_data, predictions_run, study_of, with_scheme, wrong_on

DATA = class_data(200)
STUDY = study_of(DATA)
RUN = predictions_run(DATA, {"logistic": wrong_on(DATA, range(60)), "forest": wrong_on(DATA, range(20))}, STUDY)


def found(run: Run, study: Study = STUDY, data: Dataset = DATA) -> dict[str, str]:
    cautions: tuple[Caution, ...] = cautions_of(build_score_table(study, data, run), names_of(study, data))
    return {caution.id: caution.text for caution in cautions}


def shaky(share: float, shuffles: int = 10) -> ScoreTable:
    """The forest answers at random on a share of the rows, anew in every shuffle."""
    random = np.random.default_rng(4)
    count = round(share * DATA.size)
    outcomes = []
    answers: Floats = DATA.targets
    for outcome in sorted(RUN.outcomes, key=lambda o: (o.job.repeat, o.job.fold)):
        if outcome.job.fold == 0 and outcome.job.candidate == "forest" and outcome.job.part == MAIN:
            answers = DATA.targets.copy()
            answers[:count, 0] = random.integers(0, 2, count)
        if outcome.job.repeat >= shuffles:
            continue
        is_forest = outcome.job.candidate == "forest" and outcome.job.part == MAIN
        outcomes.append(replace(outcome, predicted=answers[outcome.rows]) if is_forest else outcome)
    return build_score_table(STUDY, DATA, Run(tuple(outcomes), True))


def test_that_an_ordinary_run_has_no_caution() -> None:
    assert found(RUN) == {}


def test_that_failures_are_counted_with_their_message() -> None:
    outcomes = [failed(o, "singular") if o.job.candidate == "forest" and o.job.fold == 0 else o for o in RUN.outcomes]
    assert found(Run(tuple(outcomes), True))["FAIL"] == (
        "10 of 100 trainings of random forest failed. They are counted. The message: “singular”"
    )


def test_that_warnings_of_trainings_that_ended_are_told() -> None:
    outcomes = [
        replace(o, warnings=("did not converge",)) if o.job.candidate == "forest" and o.job.repeat == 1 else o
        for o in RUN.outcomes
    ]
    assert "10 of 100 trainings of random forest gave a warning" in found(Run(tuple(outcomes), True))["FAIL"]


def test_that_answers_without_a_single_error_are_doubted() -> None:
    run = predictions_run(DATA, {"logistic": wrong_on(DATA, range(60)), "forest": DATA.targets}, STUDY)
    assert found(run)["PERFECT"] == "Random forest is too good: this usually means the answer is in the inputs."


def test_that_steady_answers_do_not_change() -> None:
    assert changing_share(build_score_table(STUDY, DATA, RUN), "forest") == 0.0


@pytest.mark.parametrize("shuffles", [2, 5, 10])
def test_that_the_changing_share_does_not_grow_with_the_number_of_shuffles(shuffles: int) -> None:
    """Random answers on 40 % of the rows change on half of these from one shuffle to the next."""
    assert changing_share(shaky(0.4, shuffles), "forest") == pytest.approx(0.2, abs=0.06)


def test_that_unstable_answers_are_told() -> None:
    board_of_shaky = shaky(0.4)
    cautions = {c.id: c.text for c in cautions_of(board_of_shaky, names_of(STUDY, DATA))}
    assert "answers of random forest change with the shuffle on" in cautions["UNSTABLE"]
    calm = {c.id for c in cautions_of(shaky(0.1), names_of(STUDY, DATA))}
    assert "UNSTABLE" not in calm
    assert UNSTABLE == 0.1


def test_that_stability_is_not_asked_of_numbers_one_shuffle_or_the_trivial_model() -> None:
    numbers = number_data()
    study = study_of(numbers)
    run = predictions_run(numbers, {"linear": numbers.targets, "forest": numbers.targets}, study)
    assert changing_share(build_score_table(study, numbers, run), "forest") is None
    assert changing_share(shaky(0.4, shuffles=1), "forest") is None
    assert changing_share(build_score_table(STUDY, DATA, RUN), TRIVIAL) is None
    assert changing_share(build_score_table(STUDY, DATA, RUN), "nobody") is None


def test_that_undefined_measures_are_told_with_their_reason() -> None:
    study = study_of(DATA, cross_check="auc")
    silent = Run(tuple(replace(o, scores=None) for o in RUN.outcomes), True)
    assert found(silent, study)["CLASS-MISS"] == "AUC is undefined on 100 of 100 splits (there are no scores)."
    zeros = replace(number_data(), targets=np.zeros((200, 1)))
    relative = study_of(zeros, measure="relative")
    run = predictions_run(zeros, {"linear": zeros.targets + 1, "forest": zeros.targets + 2}, relative)
    assert "a true value of 0" in found(run, relative, zeros)["CLASS-MISS"]


def test_that_the_commonest_warning_is_the_one_told() -> None:
    def warned(job: Job) -> tuple[str, ...]:
        return ("slow",) if (job.repeat, job.fold) == (0, 0) else ("did not converge", "and more")

    outcomes = [
        replace(o, warnings=warned(o.job)) if o.job.candidate == "forest" and o.job.repeat < 2 else o
        for o in RUN.outcomes
    ]
    assert found(Run(tuple(outcomes), True))["FAIL"] == (
        "20 of 100 trainings of random forest gave a warning: did not converge"
    )


def test_that_the_message_of_a_failure_is_that_of_a_failed_training() -> None:
    outcomes = [
        failed(o, "singular") if (o.job.candidate, o.job.fold) == ("forest", 9) else replace(o, message="fine")
        for o in RUN.outcomes
    ]
    assert found(Run(tuple(outcomes), True))["FAIL"].endswith("They are counted. The message: “singular”")


def test_that_answers_are_compared_from_shuffle_to_shuffle_on_rows_both_have() -> None:
    answers = np.array([[0, 1, 1, 0], [0, 0, 1, np.nan], [0, 0, np.nan, np.nan], [np.nan] * 4])
    main = SimpleNamespace(data=DATA, answers=lambda _key: answers)
    assert changing_share(cast(ScoreTable, main), "forest") == pytest.approx((1 / 3 + 0 / 2) / 2)
    alone = SimpleNamespace(data=DATA, answers=lambda _key: answers[:1])
    assert changing_share(cast(ScoreTable, alone), "forest") is None


def test_that_a_share_of_changing_answers_is_told_in_hundreds() -> None:
    text = {c.id: c.text for c in cautions_of(shaky(0.5), names_of(STUDY, DATA))}["UNSTABLE"]
    share = changing_share(shaky(0.5), "forest")
    assert share is not None
    assert f"on {100 * share:.0f} in 100 rows" in text


def test_that_a_design_in_time_order_mixes_no_times() -> None:
    timed = replace(DATA, order=np.arange(200.0))
    assert "TIME" in found(RUN, STUDY, timed)
    assert "TIME" not in found(RUN, with_scheme(STUDY, SchemeKind.TIME), timed)
