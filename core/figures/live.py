"""What is known while a run is under way: values per fold, who did better on how many folds, what went wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.domain.events import Value
from core.domain.evidence import MAIN, FitResult, Job, Run
from core.domain.findings import Estimate
from core.figures.histogram import BackToBack, back_to_back
from core.statistics.measures import find_measure

LIMITS = {"error": (0.0, 100.0), "auc": (0.0, 1.0)}
"""Ends an axis must not pass, in the unit shown to people."""


@dataclass(frozen=True, slots=True)
class Tally:
    """On how many folds the candidate, neither, or the baseline did better."""

    candidate: int = 0
    tie: int = 0
    baseline: int = 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """Trainings of one candidate that ended badly, or warned, in the same way; `job` is the first of them."""

    candidate: str
    message: str
    failed: bool
    count: int
    job: Job


class Live:
    """Takes values and outcomes as they come, and gives the numbers behind the pictures at any time."""

    def __init__(self, candidates: tuple[str, ...]) -> None:
        self._candidates = candidates
        self._values: dict[tuple[str, str, str], dict[tuple[int, int], float | None]] = {}
        self._seen: dict[tuple[int, int], set[str]] = {}
        self._finished: dict[str, dict[tuple[int, int], set[str]]] = {}
        self._troubles: dict[tuple[str, str, bool], Trouble] = {}
        self._seconds: dict[str, tuple[float, int]] = {}
        self.trainings = 0

    def add(self, values: Iterable[Value], outcomes: Iterable[FitResult]) -> None:
        for value in values:
            place = (value.repeat, value.fold)
            self._values.setdefault((value.candidate, value.measure, value.output), {})[place] = value.value
            self._seen.setdefault(place, set()).add(value.candidate)
        for outcome in outcomes:
            self.trainings += 1
            place = (outcome.job.repeat, outcome.job.fold)
            self._finished.setdefault(outcome.job.part, {}).setdefault(place, set()).add(outcome.job.candidate)
            self._note(outcome)
            self._time(outcome)

    def _note(self, outcome: FitResult) -> None:
        messages = outcome.warnings if outcome.ok else (outcome.message or outcome.ending.value,)
        for message in messages:
            key = (outcome.job.candidate, message, not outcome.ok)
            known = self._troubles.get(key, Trouble(*key, 0, outcome.job))
            self._troubles[key] = replace(known, count=known.count + 1)

    def _time(self, outcome: FitResult) -> None:
        if outcome.job.part == MAIN:
            seconds, count = self._seconds.get(outcome.job.candidate, (0.0, 0))
            self._seconds[outcome.job.candidate] = (seconds + outcome.seconds, count + 1)

    @property
    def slowest(self) -> tuple[str, float]:
        """Which candidate needs longest for a fold, and how many seconds on average; nobody before the first."""
        means = {candidate: seconds / count for candidate, (seconds, count) in self._seconds.items()}
        return max(means.items(), key=lambda entry: entry[1], default=("", 0.0))

    @property
    def folds(self) -> int:
        """Test folds of the main scheme that every candidate has been through."""
        return sum(seen.issuperset(self._candidates) for seen in self._seen.values())

    def count_splits(self, part: str) -> int:
        """Return on how many splits of a part of the study every candidate was trained, well or badly."""
        splits = self._finished.get(part, {}).values()
        return sum(trained.issuperset(self._candidates) for trained in splits)

    def count_folds_of(self, candidate: str) -> int:
        """Return on how many test folds of the main scheme this candidate was scored."""
        return sum(candidate in seen for seen in self._seen.values())

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Failures first."""
        return tuple(sorted(self._troubles.values(), key=lambda trouble: (not trouble.failed, -trouble.count)))

    def bins(self, key: str, output: str, baseline: str, candidate: str) -> BackToBack:
        """Both histograms of one measure, in the unit shown to people: only of folds for which both have a value.

        Unequal sets of folds would show a difference that is none, for some folds are harder than others. Without a
        candidate the baseline is alone.
        """
        ours, theirs = self._scored(baseline, key, output), self._scored(candidate, key, output)
        shown = find_measure(key).shown
        if not candidate:
            return back_to_back([shown(value) for value in ours.values()], (), within=LIMITS.get(key))
        both = [place for place in ours if place in theirs]
        return back_to_back(
            [shown(ours[place]) for place in both], [shown(theirs[place]) for place in both], within=LIMITS.get(key)
        )

    def _scored(self, candidate: str, key: str, output: str) -> dict[tuple[int, int], float]:
        found = self._values.get((candidate, key, output), {})
        return {place: value for place, value in found.items() if value is not None}

    def tally(self, key: str, output: str, baseline: str, candidate: str) -> Tally:
        """Only folds both have a value for."""
        ours, theirs = self._values.get((candidate, key, output), {}), self._values.get((baseline, key, output), {})
        sign = 1 if find_measure(key).lower_is_better else -1
        differences = [
            sign * (b - a) for place, a in ours.items() if a is not None and (b := theirs.get(place)) is not None
        ]
        ahead, behind = (
            sum(difference > 0 for difference in differences),
            sum(difference < 0 for difference in differences),
        )
        return Tally(ahead, len(differences) - ahead - behind, behind)


def values_of(estimates: Iterable[Estimate], run: Run, scheme: str) -> tuple[Value, ...]:
    """The values of a finished run, from its estimates under the main scheme; no measure is computed again."""
    return tuple(
        Value(estimate.algorithm, estimate.measure, estimate.output, outcome.job.repeat, outcome.job.fold, value)
        for estimate in estimates
        if estimate.scheme == scheme
        for outcome, value in zip(run.of(estimate.algorithm), estimate.values, strict=True)
    )


def latest_fold(outcomes: Iterable[FitResult]) -> Job | None:
    """The last job of the main scheme in a batch."""
    return next((outcome.job for outcome in reversed(tuple(outcomes)) if outcome.job.part == MAIN), None)
