"""How long a study will take: each candidate is trained on one split, and nothing is predicted or scored."""

import threading
from collections.abc import Generator, Sequence

from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, MAIN, TRIVIAL
from core.domain.forecast import FitTiming
from core.domain.study import Study
from core.engine.fit_context import FitJob
from core.engine.plan import count_jobs_by_group, list_fit_jobs
from core.engine.pool import ProcessPool, WorkerOptions
from core.engine.run import Options
from core.engine.time_left import estimate_training_sizes, scale_seconds
from core.engine.worker import count_default_workers

TICK = 0.05


def time_candidates(
    study: Study, data: Dataset, options: Options, stop: threading.Event
) -> Generator[FitTiming, None, None]:
    """Yield one timing per candidate as it comes in; it can be stopped at once."""
    waiting = _list_first_fit_jobs(study, data)
    timing = WorkerOptions(1, options.niceness, options.time_limit, options.library, only_time=True)
    executor = ProcessPool(study, data, timing, options.started_workers)
    try:
        while not stop.is_set() and (waiting or executor.is_busy()):
            if waiting and executor.count_free_places():
                executor.submit([waiting.pop(0)])
            for outcome in executor.collect(TICK):
                yield FitTiming(outcome.job.candidate, outcome.seconds, outcome.ending, outcome.message)
    finally:
        executor.close()


def estimate_study_seconds(
    study: Study, data: Dataset, timings: Sequence[FitTiming], workers: int | None = None
) -> float:
    """Return about how long the whole study takes; parts with fewer training rows take less."""
    seconds = {timing.candidate: timing.seconds for timing in timings}
    sizes = estimate_training_sizes(study, data)
    work = sum(
        number * scale_seconds(seconds.get(candidate, 0.0), sizes[part] / sizes[MAIN])
        for (part, candidate), number in count_jobs_by_group(study, data).items()
    )
    return work / (workers or count_default_workers())


def _list_first_fit_jobs(study: Study, data: Dataset) -> list[FitJob]:
    """Return the fits of the first split that train something."""
    fit_jobs: list[FitJob] = []
    for fit_job in list_fit_jobs(study, data, frozenset()):
        if fit_jobs and fit_job.job[:3] != fit_jobs[0].job[:3]:
            break
        fit_jobs.append(fit_job)
    return [fit_job for fit_job in fit_jobs if fit_job.candidate.algorithm not in (TRIVIAL, GIVEN)]
