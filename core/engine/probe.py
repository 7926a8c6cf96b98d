"""How long a study will take: each candidate is trained once on one fold, and nothing is predicted or scored."""

import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import prod

from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, TRIVIAL, Ending, FitResult
from core.domain.study import Candidate, Study, Tuning, TuningKind
from core.engine.bench import Training
from core.engine.plan import lanes, trainings
from core.engine.pool import Conditions, Processes
from core.engine.run import Options
from core.engine.slot import default_workers

TICK = 0.05


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds one training of a candidate takes, tuning included; `message` says why it could not be timed."""

    candidate: str
    seconds: float
    ending: Ending = Ending.OK
    message: str = ""


def probe(study: Study, data: Dataset, options: Options, stop: threading.Event) -> Generator[Timing, None, None]:
    """One timing per candidate as it comes in; it can be stopped at once."""
    waiting = _one_each(study, data)
    conditions = Conditions(1, options.niceness, options.time_limit, options.library, only_time=True)
    executor = Processes(study, data, conditions, options.slots)
    try:
        while not stop.is_set() and (waiting or executor.is_busy()):
            if waiting and executor.room():
                executor.submit([waiting.pop(0)])
            for outcome in executor.collect(TICK):
                yield _timing(study.candidate(outcome.job.candidate), study.tuning, outcome)
    finally:
        executor.close()


def expected_seconds(study: Study, data: Dataset, timings: Sequence[Timing], workers: int | None = None) -> float:
    """About how long the whole study takes."""
    seconds = {timing.candidate: timing.seconds for timing in timings}
    work = sum(number * seconds.get(candidate, 0.0) for (_, candidate), number in lanes(study, data).items())
    return work / (workers or default_workers())


def _one_each(study: Study, data: Dataset) -> list[Training]:
    """The trainings of the first split."""
    found: list[Training] = []
    for training in trainings(study, data, frozenset()):
        if found and (training.job.repeat, training.job.fold) != (found[0].job.repeat, found[0].job.fold):
            break
        found.append(training)
    return [training for training in found if training.candidate.algorithm not in (TRIVIAL, GIVEN)]


def _timing(candidate: Candidate, tuning: Tuning, outcome: FitResult) -> Timing:
    seconds = outcome.seconds * _trainings_per_job(candidate, tuning)
    return Timing(candidate.key, seconds, outcome.ending, outcome.message)


def _trainings_per_job(candidate: Candidate, tuning: Tuning) -> float:
    """One on all of T, and one on T1 for every setting and inner fold, in full trainings."""
    settings = prod(len(values) for values in candidate.grid.values()) if candidate.grid else 0
    if settings < 2 or tuning.kind is TuningKind.NONE:
        return 1.0
    inner = 1 - tuning.share if tuning.kind is TuningKind.HOLDOUT else tuning.folds - 1
    return 1 + settings * inner
