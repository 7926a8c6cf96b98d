"""How long trainings take: for sizing batches and for an honest time left."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt

from core.domain.evidence import Job, Outcome
from core.engine.plan import Lane

ENOUGH_SECONDS = 1.0


class Pace:
    """Measured seconds per candidate and part, and what is left of each; `sizes` are usual training sizes of parts."""

    def __init__(self, remaining: Mapping[Lane, int], sizes: Mapping[str, float]) -> None:
        self._remaining = Counter(remaining)
        self._sizes = sizes
        self._seconds: defaultdict[Lane, float] = defaultdict(float)
        self._counts: Counter[Lane] = Counter()
        self._active = 0.0

    def add(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            lane = lane_of(outcome.job)
            self._seconds[lane] += outcome.seconds
            self._counts[lane] += 1
            self._remaining[lane] -= 1

    def passed(self, seconds: float, workers: int) -> None:
        """Working time of all workers together, to see what bookkeeping costs."""
        self._active += seconds * workers

    def expected(self, lane: Lane) -> float | None:
        """Seconds of one training: measured in its part, else scaled from another part of the same candidate.

        By the root of the sizes: some algorithms take as long for half the rows, others half as long or less.
        """
        if self._counts[lane]:
            return self._seconds[lane] / self._counts[lane]
        part, candidate = lane
        others = [other for other in self._counts if other[1] == candidate and self._counts[other]]
        if not others:
            return None
        other = others[0]
        return self._seconds[other] / self._counts[other] * sqrt(self._sizes[part] / self._sizes[other[0]])

    def work_left(self) -> float | None:
        """Seconds of training still to do, on one worker; None until every candidate was measured once."""
        total = 0.0
        for lane, number in self._remaining.items():
            expected = self.expected(lane) if number > 0 else 0.0
            if expected is None:
                return None
            total += expected * number
        return total

    def seconds_left(self, workers: int) -> float | None:
        work = self.work_left()
        return None if work is None else work * self._overhead() / max(workers, 1)

    def _overhead(self) -> float:
        """Working time per second of training, so far."""
        done = sum(self._seconds.values())
        return max(self._active / done, 1.0) if done >= ENOUGH_SECONDS else 1.0


def lane_of(job: Job) -> Lane:
    return job.part, job.candidate
