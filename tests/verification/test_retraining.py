"""What a training done again is told to differ in, and what is told to be the same."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.domain.evidence import MAIN, Ending, FitResult, Job
from core.domain.study import Candidate
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.verification import retraining as retrain

KEPT = FitResult(
    Job(MAIN, 1, 2, "tree"),
    np.arange(3),
    np.array([[0.0], [1.0], [1.0]]),
    np.array([[0.9, 0.1], [0.2, 0.8], [0.4, 0.6]]),
)
FAILED = FitResult(KEPT.job, KEPT.rows, None, ending=Ending.FAILED)


STUDY = SimpleNamespace(
    candidates=(
        Candidate("tree", "tree"),
        Candidate("net", "mlp"),
        Candidate("tuned", "tree", {}, {"depth": (1, 2)}),
    )
)


def told(
    kept: FitResult | None, made: FitResult, monkeypatch: pytest.MonkeyPatch, is_other_processor: bool = False
) -> retrain.Retraining:
    def outcomes(*_arguments: object) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(outcomes=[made])

    monkeypatch.setattr(retrain, "run_remaining_fits", outcomes)
    file = SimpleNamespace(study=STUDY, data=None, outcomes=lambda: [] if kept is None else [kept])
    return retrain.retrain_study(cast(StudyFile, file), Options(workers=0), threading.Event(), is_other_processor)


@pytest.mark.parametrize("same", [KEPT, FAILED, replace(KEPT, scores=None)])
def test_that_the_same_answers_are_the_same(same: FitResult, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(same, replace(same), monkeypatch) == retrain.Retraining(1, 1, 0, (), ())


def test_that_the_last_digit_of_another_computer_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KEPT.scores is not None
    made = replace(KEPT, scores=KEPT.scores * (1 + 1e-12))
    assert told(KEPT, made, monkeypatch) == retrain.Retraining(1, 1, 0, (), ())


def test_that_a_difference_of_rounding_size_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KEPT.scores is not None
    close = replace(KEPT, scores=KEPT.scores * (1 + 1e-8))
    assert told(KEPT, close, monkeypatch) == retrain.Retraining(1, 0, 1, (), ())
    tie = replace(KEPT, scores=np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]]))
    flipped = replace(tie, scores=KEPT.scores * 0 + np.array([[0.9, 0.1], [0.2, 0.8], [0.5 + 1e-9, 0.5 - 1e-9]]))
    flipped = replace(flipped, predicted=np.array([[0.0], [1.0], [0.0]]))
    assert told(tie, flipped, monkeypatch) == retrain.Retraining(1, 0, 1, (), ())  # a tie that falls the other way


@pytest.mark.parametrize("candidate", ["net", "tuned"])
def test_that_an_answer_that_flips_by_rounding_is_no_tampering_on_another_processor_only(
    candidate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = replace(KEPT, job=KEPT.job._replace(candidate=candidate))
    made = replace(kept, predicted=np.zeros((3, 1)), scores=np.full((3, 2), 0.5))
    assert told(kept, made, monkeypatch, True) == retrain.Retraining(1, 0, 0, (candidate,), ())
    assert len(told(kept, made, monkeypatch, False).differences) == 1


def test_that_another_processor_excuses_no_model_that_cannot_flip(monkeypatch: pytest.MonkeyPatch) -> None:
    made = replace(KEPT, predicted=np.zeros((3, 1)), scores=np.full((3, 2), 0.5))
    assert len(told(KEPT, made, monkeypatch, True).differences) == 1
    assert len(told(None, KEPT, monkeypatch, True).differences) == 1


@pytest.mark.parametrize(
    ("kept", "made", "difference"),
    [
        (None, KEPT, "it is missing in the file"),
        (FAILED, KEPT, "it ended with “ok” here and “failed” there"),
        (KEPT, replace(KEPT, predicted=np.array([[0.0], [0.0], [0.0]])), "2 of 3 predictions differ"),
        (KEPT, replace(KEPT, predicted=np.zeros((2, 1))), "its predictions are of other rows or columns"),
        (KEPT, replace(KEPT, scores=np.full((3, 2), 0.5)), "3 of 3 scores differ"),
        (KEPT, replace(KEPT, scores=np.full((3, 3), 0.5)), "its scores are of other rows or columns"),
        (KEPT, replace(KEPT, scores=None), "only one of the two has scores"),
        (replace(KEPT, predicted=None), KEPT, "only one of the two has predictions"),
    ],
)
def test_that_a_difference_is_told_with_its_place(
    kept: FitResult | None, made: FitResult, difference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told(kept, made, monkeypatch)
    assert found == retrain.Retraining(1, 0, 0, (), (f"tree (main, repeat 2, fold 3): {difference}.",))


def test_that_every_algorithm_that_may_flip_is_one() -> None:
    assert {row.key for row in ALGORITHMS} >= retrain.FLIP_BY_ROUNDING
