"""How long trainings take: for sizing batches and for an honest time left."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby, islice
from math import sqrt

from core.domain.evidence import FitResult, Job
from core.engine.plan import Lane

ENOUGH_SECONDS = 1.0
LONG = 0.1


class Pace:
    """Measured seconds per candidate and part, and what is left of each; `sizes` are usual training sizes of parts."""

    def __init__(self, remaining: Mapping[Lane, int], sizes: Mapping[str, float]) -> None:
        self._remaining = Counter(remaining)
        self._sizes = sizes
        self._seconds: defaultdict[Lane, float] = defaultdict(float)
        self._counts: Counter[Lane] = Counter()
        self._active = 0.0

    def add(self, outcomes: Iterable[FitResult]) -> None:
        for lane, found in groupby(outcomes, key=lambda outcome: lane_of(outcome.job)):
            seconds = [outcome.seconds for outcome in found]
            self._seconds[lane] += sum(seconds)
            self._counts[lane] += len(seconds)
            self._remaining[lane] -= len(seconds)

    def passed(self, seconds: float, workers: int) -> None:
        """Working time of those who were at work, to see what bookkeeping costs."""
        self._active += seconds * workers

    def expected(self, lane: Lane) -> float | None:
        """Seconds of one training: measured in its part, else scaled from another part of the same candidate.

        Long trainings in proportion to the rows, short ones by the root of that: little of what they do is about rows.
        """
        if self._counts[lane]:
            return self._seconds[lane] / self._counts[lane]
        part, candidate = lane
        others = [other for other in self._counts if other[1] == candidate and self._counts[other]]
        if not others:
            return None
        seconds = self._seconds[others[0]] / self._counts[others[0]]
        ratio = self._sizes[part] / self._sizes[others[0][0]]
        return seconds * (ratio if seconds >= LONG else sqrt(ratio))

    def work_left(self) -> float | None:
        """Seconds of training still to do, on one worker; None until every candidate was measured once."""
        total = 0.0
        for lane, number in self._remaining.items():
            expected = self.expected(lane) if number > 0 else 0.0
            if expected is None:
                return None
            total += expected * number
        return total

    def seconds_left(self, workers: int, under_way: float = 0.0) -> float | None:
        """`under_way` is what workers have spent on trainings that are not over: neither lost nor still to do."""
        work = self.work_left()
        return None if work is None else max(work * self._overhead(under_way) - under_way, 0.0) / max(workers, 1)

    def _overhead(self, under_way: float) -> float:
        """Working time per second of training, so far."""
        done = sum(self._seconds.values())
        return max((self._active - under_way) / done, 1.0) if done >= ENOUGH_SECONDS else 1.0


class UnderWay:
    """Batches that were handed out and are not back yet."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}  # by the number of the batch, the earliest first
        self._missing: Counter[int] = Counter()
        self._batch_of: dict[Job, int] = {}
        self._number = 0

    def sent(self, jobs: Iterable[Job], now: float) -> None:
        self._number += 1
        self._since[self._number] = now
        handed_out = dict.fromkeys(jobs, self._number)
        self._batch_of.update(handed_out)
        self._missing[self._number] = len(handed_out)

    def came(self, jobs: Iterable[Job]) -> None:
        for number, count in Counter([self._batch_of.pop(job) for job in jobs if job in self._batch_of]).items():
            self._missing[number] -= count
            if not self._missing[number]:
                del self._missing[number], self._since[number]

    def seconds(self, now: float, workers: int) -> float:
        """Spent on them so far; no more than one batch for each worker is at work, the others wait."""
        return sum(now - since for since in islice(self._since.values(), workers))


def lane_of(job: Job) -> Lane:
    return job.part, job.candidate
