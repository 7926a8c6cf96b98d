"""How long fits take: for the size of batches, and for an honest time left while a study runs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from math import sqrt

from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, FitResult, Job
from core.domain.study import Study
from core.engine.plan import JobGroup, group_of
from core.schemes import list_parts

ENOUGH_SECONDS = 1.0  # of training, after which the overhead of a run can be told
LOADING_FACTOR = 3.0
LONG = 0.1  # seconds; most of the time of a longer fit is spent on rows


class TimeEstimator:
    """Measured seconds per part and candidate, and how many fits are left; `sizes` are training rows by part."""

    def __init__(self, remaining: Mapping[JobGroup, int], sizes: Mapping[str, float]) -> None:
        self._remaining = Counter(remaining)
        self._sizes = sizes
        self._first: dict[JobGroup, float] = {}
        self._seconds: defaultdict[JobGroup, float] = defaultdict(float)  # of all but the first
        self._counts: Counter[JobGroup] = Counter()
        self._worked = 0.0

    def add_outcomes(self, outcomes: Iterable[FitResult]) -> None:
        for outcome in outcomes:
            group = group_of(outcome.job)
            self._remaining[group] -= 1
            if group in self._first:
                self._seconds[group] += outcome.seconds
                self._counts[group] += 1
            else:
                self._first[group] = outcome.seconds

    def add_elapsed(self, seconds: float, workers: int) -> None:
        """Add working time of those who had work, to see what is spent beside training."""
        self._worked += seconds * workers

    def estimate_fit_seconds(self, group: JobGroup) -> float | None:
        """Return the seconds of one fit: measured in its part, else scaled from another part of the same candidate."""
        if group in self._first:
            return self._mean_seconds(group)
        part, candidate = group
        other = next((known for known in self._first if known[1] == candidate), None)
        if other is None:
            return None
        return scale_seconds(self._mean_seconds(other), self._sizes[part] / self._sizes[other[0]])

    def estimate_work_left(self) -> float | None:
        """Return the seconds of training still to do, on one worker; None until every candidate was measured once."""
        total = 0.0
        for group, number in self._remaining.items():
            seconds = self.estimate_fit_seconds(group) if number > 0 else 0.0
            if seconds is None:
                return None
            total += seconds * number
        return total

    def estimate_time_left(self, workers: int, under_way: float = 0.0) -> float | None:
        """Return the seconds until the end; None while a candidate was not measured.

        `under_way`: seconds that workers have spent on fits that are not finished, neither lost nor still to do.
        """
        work = self.estimate_work_left()
        return None if work is None else max(work * self._overhead(under_way) - under_way, 0.0) / max(workers, 1)

    def _mean_seconds(self, group: JobGroup) -> float:
        """Leave out a first fit that took far longer than the others: it has also loaded libraries."""
        first, others, count = self._first[group], self._seconds[group], self._counts[group]
        if count and first > LOADING_FACTOR * others / count:
            return others / count
        return (first + others) / (count + 1)

    def _overhead(self, under_way: float) -> float:
        """Working time per second of training, so far."""
        trained = sum(self._first.values()) + sum(self._seconds.values())
        return max((self._worked - under_way) / trained, 1.0) if trained >= ENOUGH_SECONDS else 1.0


class BatchesUnderWay:
    """Batches that were handed out and are not finished."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}  # by the number of the batch, the earliest first
        self._missing: Counter[int] = Counter()
        self._batch_of: dict[Job, int] = {}
        self._number = 0

    def add_batch(self, jobs: Iterable[Job], now: float) -> None:
        self._number += 1
        self._since[self._number] = now
        numbers = dict.fromkeys(jobs, self._number)
        self._batch_of.update(numbers)
        self._missing[self._number] = len(numbers)

    def remove_jobs(self, jobs: Iterable[Job]) -> None:
        for number, count in Counter([self._batch_of.pop(job) for job in jobs if job in self._batch_of]).items():
            self._missing[number] -= count
            if not self._missing[number]:
                del self._missing[number], self._since[number]

    def sum_seconds(self, now: float, workers: int) -> float:
        """Return the seconds spent on them; only one batch for each worker is being worked on, the others wait."""
        return sum(now - since for since in islice(self._since.values(), workers))


def scale_seconds(seconds: float, ratio: float) -> float:
    """Scale the time of a fit to `ratio` times as many training rows.

    Long fits in proportion to the rows, short ones by the root of it: little of what they do is about rows.
    """
    return seconds * (ratio if seconds >= LONG else sqrt(ratio))


def estimate_training_sizes(study: Study, data: Dataset) -> dict[str, float]:
    """Return about how many rows are trained on in each part."""
    return {part.name: data.size / 2 if part.name == HALVES else float(data.size) for part in list_parts(study, data)}
