"""Very many test rows are judged repeat by repeat, with the same numbers."""

from collections.abc import Callable

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.study import Study
from core.engine import outcome_cache
from core.engine.outcome_cache import OutcomeCache
from core.judge import scores, stacked
from core.judge.conclude import conclude_study
from core.judge.stacked import stacks_of
from core.store.codec import to_json
from tests.judge.worlds import class_data, failed, number_data, predictions_run, study_of, wrong_on


def classes() -> tuple[Study, Dataset, Run]:
    data = class_data(120)
    study = study_of(data, cross_check="auc")
    wrong = {"logistic": wrong_on(data, range(0, 50)), "forest": wrong_on(data, range(10, 30))}
    return study, data, predictions_run(data, wrong, study)


def numbers() -> tuple[Study, Dataset, Run]:
    data = number_data(120)
    study, chance = study_of(data, cross_check="rmse"), np.random.default_rng(3)
    found = {
        key: data.targets + chance.normal(0, size, data.targets.shape)
        for key, size in (("linear", 1.0), ("forest", 0.7))
    }
    return study, data, predictions_run(data, found, study)


@pytest.mark.parametrize("make", [classes, numbers])
def test_that_many_rows_give_the_same_findings_to_the_last_bit(
    make: Callable[[], tuple[Study, Dataset, Run]], monkeypatch: pytest.MonkeyPatch
) -> None:
    study, data, run = make()
    expected = to_json(conclude_study(study, data, run))
    for module in (scores, stacked):
        monkeypatch.setattr(module, "MOST_ROWS", 130)  # one repeat each
    monkeypatch.setattr(stacked, "MANY_ROWS", 0)
    monkeypatch.setattr(outcome_cache, "LARGE", 0)
    laid = OutcomeCache()
    shelved = Run(tuple(laid.store(outcome) for outcome in run.outcomes), complete=True)
    assert to_json(conclude_study(study, data, shelved)) == expected


def test_that_stacks_are_whole_repeats_and_leave_out_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    _, data, run = classes()
    mine = run.of("forest")
    outcomes = [failed(mine[0]), *mine[1:]]
    monkeypatch.setattr(stacked, "MOST_ROWS", 250)
    found = list(stacks_of(outcomes, data))
    assert [place for stack in found for place in stack.places] == list(range(1, len(outcomes)))
    repeats = [{outcomes[place].job.repeat for place in stack.places} for stack in found]
    assert [len(some) for some in repeats] == [2] * 5
    assert len(set.union(*repeats)) == 10
