"""What a run produces: splits, outcomes with their predictions, and all of them together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from core.domain.dataset import Floats, Integers

MAIN = "main"
HALVES = "5x2"
ADDED = "added"  # repeats added while exploring: stored beside the run, never part of it
TRIVIAL = "trivial"  # key of the constant guess, always run beside the candidates
STRONG_DEFAULT = "strong-default"  # part and key of boosting as it comes, trained beside every study without boosting
EXPLAINED = "explained"  # part of fold models trained again to measure what their inputs do
ONE_INPUT = "one-input"  # part of models trained on their most important input alone
FEWER_ROWS = ("fewer-1", "fewer-2", "fewer-3")  # parts of fold models trained on some of their rows, the fewest first
PAIRS = "pairs"  # part of fold models trained again to measure what two inputs do together
AFTER_FOLDS = (STRONG_DEFAULT, EXPLAINED, ONE_INPUT, *FEWER_ROWS, PAIRS)
BESIDE = (ADDED, *AFTER_FOLDS)  # parts that are stored with a study and are no part of its run
GIVEN = "given"  # algorithm of a candidate whose predictions are a column of the data


class Ending(StrEnum):
    """How a training ended."""

    OK = "ok"
    FAILED = "failed"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    KILLED = "killed"  # by the system, as it does where memory runs short


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Training and test rows of one fold of one repeat, as dataset positions; bootstrap training rows repeat."""

    repeat: int
    fold: int
    train: Integers
    test: Integers


class Job(NamedTuple):
    """Coordinates of one outcome. `part` is "main", "5x2" or the name of an extra scheme.

    A tuple, because there may be a million of them to be made, sorted and looked up.
    """

    part: str
    repeat: int
    fold: int
    candidate: str


def shows_test_scores(jobs: Iterable[Job]) -> bool:
    """Whether a candidate was scored on test rows; the trivial model tells nothing of any candidate."""
    return any(job.candidate != TRIVIAL for job in jobs)


@dataclass(frozen=True, slots=True, eq=False)
class FitResult:
    """One algorithm on one split.

    `predicted` is test rows x outputs: class positions or numbers. `scores` is test rows x classes (probabilities, or
    decision values) or None. Both are None unless the ending is ok. `settings` are the ones chosen inside the training
    set, `tried` how many were tried, `tuning` their score on T2 by position in the grid (empty: not tuned). `seen` is
    for bootstrap samples only: the main measure on all rows and on the drawn ones, output by output.
    `training_values` is the main measure on a sample of the training rows, output by output (empty: not measured).
    `rises` and `effects` are what inputs do in a model that was trained again after the folds, see
    `core/engine/explaining.py`.
    """

    job: Job
    rows: Integers
    predicted: Floats | None
    scores: Floats | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    tried: int = 0
    tuning: tuple[float, ...] = ()
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()
    ending: Ending = Ending.OK
    message: str = ""
    train_size: int = 0
    seen: tuple[float, ...] = ()
    training_values: tuple[float, ...] = ()
    rises: Floats | None = None
    effects: Floats | None = None

    @property
    def ok(self) -> bool:
        return self.ending is Ending.OK


def make_fit_result(key: str, predicted: Floats, scores: Floats | None = None, train_size: int = 0) -> FitResult:
    """Predictions of one model on all rows as a result of one test set; `predicted` is rows x outputs."""
    return FitResult(Job(MAIN, 0, 0, key), np.arange(len(predicted)), predicted, scores, train_size=train_size)


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """All outcomes of a study so far, sorted by job; complete unless it was stopped."""

    outcomes: tuple[FitResult, ...]
    complete: bool
    seconds: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)

    def of(self, candidate: str, part: str = MAIN) -> tuple[FitResult, ...]:
        return tuple(
            outcome for outcome in self.outcomes if outcome.job.candidate == candidate and outcome.job.part == part
        )
