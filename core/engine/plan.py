"""From a study to its jobs, lazily; the seed and a job's coordinates alone decide what happens in it."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import islice

from core.domain.dataset import Dataset
from core.domain.evidence import Job
from core.domain.study import SchemeKind, Study, Tuning, TuningKind
from core.engine.bench import Training
from core.schemes import Part, parts

Lane = tuple[str, str]  # part and candidate: trainings that take about the same time


def jobs(study: Study, data: Dataset) -> Iterator[Job]:
    """All jobs in order of part, shuffle, fold and candidate."""
    for part in parts(study, data):
        for repeat, fold in _coordinates(part, data):
            for candidate in part.candidates:
                yield Job(part.name, repeat, fold, candidate.key)


def total(study: Study, data: Dataset) -> int:
    return sum(lanes(study, data).values())


def lanes(study: Study, data: Dataset) -> Counter[Lane]:
    """How many jobs each candidate has in each part."""
    found: Counter[Lane] = Counter()
    for part in parts(study, data):
        number = part.count(data)
        found.update({(part.name, candidate.key): number for candidate in part.candidates})
    return found


def trainings(study: Study, data: Dataset, done: Set[Job]) -> Iterator[Training]:
    """What is still to be done, with the rows of each split."""
    for part in parts(study, data):
        yield from _of_part(part, study, data, done)


def in_order_of_work(study: Study, data: Dataset, done: Set[Job]) -> Iterator[Training]:
    """The same in the order in which it is handed out.

    Every part begins before any goes on, so that it is soon known how long each candidate takes in each of them.
    """
    started = [(part, _of_part(part, study, data, done)) for part in parts(study, data)]
    for part, waiting in started:
        yield from islice(waiting, len(part.candidates))
    for _, waiting in started:
        yield from waiting


def _coordinates(part: Part, data: Dataset) -> Iterator[tuple[int, int]]:
    """Shuffle and fold of every split, without its rows where they can be counted."""
    if part.choice.kind is SchemeKind.KFOLD:
        return (divmod(number, part.choice.folds) for number in range(part.count(data)))
    if part.choice.kind is SchemeKind.LEAVE_ONE_OUT:
        return ((0, fold) for fold in range(part.count(data)))
    return ((split.repeat, split.fold) for split in part.splits(data))


def _of_part(part: Part, study: Study, data: Dataset, done: Set[Job]) -> Iterator[Training]:
    tuning, is_sample = _tuning(study, part), part.choice.kind is SchemeKind.BOOTSTRAP
    for split in part.splits(data):
        for candidate in part.candidates:
            job = Job(part.name, split.repeat, split.fold, candidate.key)
            if job not in done:
                yield Training(job, candidate, split.train, split.test, tuning, is_sample)


def _tuning(study: Study, part: Part) -> Tuning:
    """Train, tune and test always chooses by inner folds (Reich & Barai 1999, figure 6)."""
    if part.choice.kind is SchemeKind.TTV and study.tuning.kind is TuningKind.HOLDOUT:
        return replace(study.tuning, kind=TuningKind.KFOLD)
    return study.tuning
