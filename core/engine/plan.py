"""From a study to its jobs, lazily; the seed and a job's coordinates alone decide what happens in it."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace

from core.domain.dataset import Dataset
from core.domain.evidence import Job
from core.domain.study import SchemeKind, Study, Tuning, TuningKind
from core.engine.bench import Training
from core.schemes import Part, parts

Lane = tuple[str, str]  # part and candidate: trainings that take about the same time


def jobs(study: Study, data: Dataset) -> Iterator[Job]:
    """All jobs in order of part, shuffle, fold and candidate."""
    return (training.job for training in trainings(study, data, frozenset()))


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
            for candidate in part.candidates:
                job = Job(part.name, split.repeat, split.fold, candidate.key)
                if job not in done:
                    yield Training(job, candidate, split.train, split.test, tuning)


def _tuning(study: Study, part: Part) -> Tuning:
    """Train, tune and test always chooses by inner folds (Reich & Barai 1999, figure 6)."""
    if part.choice.kind is SchemeKind.TTV and study.tuning.kind is TuningKind.HOLDOUT:
        return replace(study.tuning, kind=TuningKind.KFOLD)
    return study.tuning
