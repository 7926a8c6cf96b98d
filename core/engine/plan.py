"""From a study to its jobs, lazily; the seed and a job's coordinates alone decide what happens in it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import Job, Split
from core.domain.study import Candidate, SchemeKind, Study, Tuning, TuningKind
from core.engine.bench import OneFold, Training
from core.schemes import Part, parts

Lane = tuple[str, str]  # part and candidate: trainings that take about the same time
Together = Callable[[Candidate, Tuning], bool]  # whether the folds of a shuffle are to be done together
MOST_TOGETHER = 2000


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
        tuning = _tuning(study, part)
        for split in part.splits(data):
            yield from _on_split(part, part.candidates, split, tuning, done)


def units(study: Study, data: Dataset, done: Set[Job], together: Together) -> Iterator[tuple[Training, ...]]:
    """The same in the portions in which it is handed out: folds of a shuffle that belong together, else one by one.

    Every part begins before any goes on, so that it is soon known how long each candidate takes in each of them.
    """
    started = [(part, _units_of(part, study, data, done, together)) for part in parts(study, data)]
    for part, waiting in started:
        yield from islice(waiting, len(part.candidates))
    for _, waiting in started:
        yield from waiting


def _units_of(
    part: Part, study: Study, data: Dataset, done: Set[Job], together: Together
) -> Iterator[tuple[Training, ...]]:
    tuning = _tuning(study, part)
    joined = [candidate for candidate in part.candidates if together(candidate, tuning)]
    shuffles = part.shuffles(data) if joined else None
    if shuffles is None:
        for split in part.splits(data):
            yield from ((training,) for training in _on_split(part, part.candidates, split, tuning, done))
        return
    others = [candidate for candidate in part.candidates if candidate not in joined]
    for repeat, fold_of in enumerate(shuffles):
        for candidate in joined:
            yield from _joined(part, candidate, repeat, fold_of, tuning, done)
        for split in _splits(repeat, fold_of) if others else ():
            yield from ((training,) for training in _on_split(part, others, split, tuning, done))


def _coordinates(part: Part, data: Dataset) -> Iterator[tuple[int, int]]:
    """Shuffle and fold of every split, without its rows where they can be counted."""
    if part.choice.kind is SchemeKind.KFOLD:
        return (divmod(number, part.choice.folds) for number in range(part.count(data)))
    if part.choice.kind is SchemeKind.LEAVE_ONE_OUT:
        return ((0, fold) for fold in range(part.count(data)))
    return ((split.repeat, split.fold) for split in part.splits(data))


def _on_split(
    part: Part, candidates: Sequence[Candidate], split: Split, tuning: Tuning, done: Set[Job]
) -> Iterator[Training]:
    for candidate in candidates:
        job = Job(part.name, split.repeat, split.fold, candidate.key)
        if job not in done:
            yield Training(job, candidate, split.train, split.test, tuning, part.choice.kind is SchemeKind.BOOTSTRAP)


def _joined(
    part: Part, candidate: Candidate, repeat: int, fold_of: Integers, tuning: Tuning, done: Set[Job]
) -> Iterator[tuple[Training, ...]]:
    wanted = (Job(part.name, repeat, fold, candidate.key) for fold in range(int(fold_of.max()) + 1))
    left = [OneFold(job, candidate, tuning, fold_of) for job in wanted if job not in done]
    return (tuple(left[start : start + MOST_TOGETHER]) for start in range(0, len(left), MOST_TOGETHER))


def _splits(repeat: int, fold_of: Integers) -> Iterator[Split]:
    for fold in range(int(fold_of.max()) + 1):
        yield Split(repeat, fold, np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold))


def _tuning(study: Study, part: Part) -> Tuning:
    """Train, tune and test always chooses by inner folds (Reich & Barai 1999, figure 6)."""
    if part.choice.kind is SchemeKind.TTV and study.tuning.kind is TuningKind.HOLDOUT:
        return replace(study.tuning, kind=TuningKind.KFOLD)
    return study.tuning
