"""What a training done again is told to differ in, and what is told to be the same."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from core.domain.evidence import MAIN, Ending, FitResult, Job
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


def told(kept: FitResult | None, made: FitResult, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int, tuple[str, ...]]:
    def outcomes(*_arguments: object) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(outcomes=[made])

    monkeypatch.setattr(retrain, "run_remaining_fits", outcomes)
    file = SimpleNamespace(study=None, data=None, outcomes=lambda: [] if kept is None else [kept])
    return retrain.retrain_study(cast(StudyFile, file), Options(workers=0), threading.Event())


@pytest.mark.parametrize("same", [KEPT, FAILED, replace(KEPT, scores=None)])
def test_that_the_same_answers_are_the_same(same: FitResult, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(same, replace(same), monkeypatch) == (1, 1, ())


def test_that_the_last_digit_of_another_computer_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KEPT.scores is not None
    assert told(KEPT, replace(KEPT, scores=KEPT.scores * (1 + 1e-12)), monkeypatch) == (1, 1, ())


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
    assert told(kept, made, monkeypatch) == (0, 1, (f"tree (main, repeat 2, fold 3): {difference}.",))
