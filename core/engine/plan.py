"""From a study to its jobs, lazily; the seed and a job's coordinates alone decide what happens in it."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import islice

from core.domain.dataset import Dataset
from core.domain.evidence import Job
from core.domain.study import SchemeKind, Study, TuningKind
from core.engine.fit_context import FitJob
from core.schemes import Part, list_parts

JobGroup = tuple[str, str]  # part and candidate: fits that take about the same time


def list_jobs(study: Study, data: Dataset) -> Iterator[Job]:
    """Yield all jobs in order of part, repeat, fold and candidate."""
    for part in list_parts(study, data):
        for repeat, fold in _list_coordinates(part, data):
            for candidate in part.candidates:
                yield Job(part.name, repeat, fold, candidate.key)


def count_jobs(study: Study, data: Dataset) -> int:
    return sum(count_jobs_by_group(study, data).values())


def count_jobs_by_group(study: Study, data: Dataset) -> Counter[JobGroup]:
    counts: Counter[JobGroup] = Counter()
    for part in list_parts(study, data):
        number = part.count(data)
        counts.update({(part.name, candidate.key): number for candidate in part.candidates})
    return counts


def group_of(job: Job) -> JobGroup:
    return job.part, job.candidate


def list_fit_jobs(study: Study, data: Dataset, done: Set[Job]) -> Iterator[FitJob]:
    """Yield what is still to be done, with the rows of each split, in the order of the jobs."""
    for part in list_parts(study, data):
        yield from _list_fit_jobs_of_part(part, study, data, done)


def order_fit_jobs(study: Study, data: Dataset, done: Set[Job]) -> Iterator[FitJob]:
    """Yield the same in the order in which it is handed out.

    Every part begins before any continues, so that it is soon known how long each candidate takes in each of them.
    """
    waiting = [(part, _list_fit_jobs_of_part(part, study, data, done)) for part in list_parts(study, data)]
    for part, fit_jobs in waiting:
        yield from islice(fit_jobs, len(part.candidates))
    for _, fit_jobs in waiting:
        yield from fit_jobs


def _list_fit_jobs_of_part(part: Part, study: Study, data: Dataset, done: Set[Job]) -> Iterator[FitJob]:
    tuning, kind = study.tuning, part.choice.kind
    if kind is SchemeKind.TTV and tuning.kind is TuningKind.HOLDOUT:
        tuning = replace(tuning, kind=TuningKind.KFOLD)  # always by inner folds: Reich & Barai 1999, figure 6
    for split in part.splits(data):
        for candidate in part.candidates:
            job = Job(part.name, split.repeat, split.fold, candidate.key)
            if job not in done:
                yield FitJob(job, candidate, split.train, split.test, tuning, kind is SchemeKind.BOOTSTRAP)


def _list_coordinates(part: Part, data: Dataset) -> Iterator[tuple[int, int]]:
    """Yield repeat and fold of every split, without its rows where they can be counted."""
    if part.choice.kind is SchemeKind.KFOLD:
        return (divmod(number, part.choice.folds) for number in range(part.count(data)))
    if part.choice.kind is SchemeKind.LEAVE_ONE_OUT:
        return ((0, fold) for fold in range(part.count(data)))
    return ((split.repeat, split.fold) for split in part.splits(data))
