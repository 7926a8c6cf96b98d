"""Where exhibits have their models trained: progress on the way, outcomes at the end, nothing when stopped."""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import FitResult, Job, Split
from core.domain.study import Candidate, Study
from core.engine.fit_context import FitJob
from core.engine.run import Options, run_fit_jobs

Result = TypeVar("Result")
ROWS_AT_ONCE = 20_000_000  # row numbers that may be held in memory


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an exhibit is; `seconds_left` is None while it is not known."""

    done: int
    total: int
    seconds_left: float | None = None


Working = Generator[Progress, None, Result | None]
"""Progress while it works; its result at the end, None when it was stopped."""


@dataclass(frozen=True, slots=True, eq=False)
class DemoRunner:
    """What every exhibit works with: how trainings are carried out, what may stop them, and who sees each outcome."""

    options: Options = field(default_factory=Options)
    stop: threading.Event = field(default_factory=threading.Event)
    seen: Callable[[Sequence[FitResult]], None] = lambda _outcomes: None


def train_all(
    shop: DemoRunner, study: Study, data: Dataset, wanted: Sequence[FitJob]
) -> Working[tuple[FitResult, ...]]:
    """All outcomes in the order they were asked for."""
    found: dict[Job, FitResult] = {}
    yield Progress(0, len(wanted))
    with closing(run_fit_jobs(study, data, wanted, shop.options, shop.stop)) as batches:
        for batch in batches:
            found |= {outcome.job: outcome for outcome in batch.outcomes}
            shop.seen(batch.outcomes)
            yield Progress(len(found), len(wanted), batch.seconds_left)
    if len(found) < len(wanted):
        return None
    return tuple(found[training.job] for training in wanted)


def train_in_pieces(
    shop: DemoRunner, study: Study, data: Dataset, wanted: Iterable[FitJob], total: int
) -> Working[tuple[FitResult, ...]]:
    """Like `trained` for very many trainings: their rows are made when their turn comes, never all at once."""
    found: list[FitResult] = []
    for piece in split_jobs(wanted):
        outcomes = yield from offset_progress(train_all(shop, study, data, piece), len(found), total)
        if outcomes is None:
            return None
        found += outcomes
    return tuple(found)


def split_jobs(wanted: Iterable[FitJob], most: int = ROWS_AT_ONCE) -> Iterator[list[FitJob]]:
    """Trainings until their row numbers fill so much memory."""
    piece: list[FitJob] = []
    held = 0
    for training in wanted:
        piece.append(training)
        held += len(training.train) + len(training.test)
        if held >= most:
            yield piece
            piece, held = [], 0
    if piece:
        yield piece


def offset_progress(work: Working[Result], before: int, total: int) -> Working[Result]:
    """One piece of several: its progress as progress of all of them."""
    while True:
        try:
            progress = next(work)
        except StopIteration as end:
            result: Result | None = end.value
            return result
        is_all = before == 0 and progress.total == total
        yield Progress(before + progress.done, total, progress.seconds_left if is_all else None)


def run_to_end(work: Working[Result], tell: Callable[[Progress], None] = lambda _progress: None) -> Result | None:
    """Follow an exhibit to its end."""
    while True:
        try:
            tell(next(work))
        except StopIteration as end:
            result: Result | None = end.value
            return result


def make_job(study: Study, part: str, candidate: Candidate, split: Split) -> FitJob:
    job = Job(part, split.repeat, split.fold, candidate.key)
    return FitJob(job, candidate, split.train, split.test, study.tuning)


def make_jobs(study: Study, part: str, candidates: Iterable[Candidate], splits: Iterable[Split]) -> list[FitJob]:
    several = tuple(candidates)
    return [make_job(study, part, candidate, split) for split in splits for candidate in several]


def select_rows(data: Dataset, rows: Integers) -> Dataset:
    """These rows as a data set of their own, with the same columns and classes."""
    return replace(
        data,
        inputs=data.inputs[rows],
        targets=data.targets[rows],
        groups=None if data.groups is None else data.groups[rows],
        order=None if data.order is None else data.order[rows],
        weights=None if data.weights is None else data.weights[rows],
        rows=rows if data.rows is None else data.rows[rows],
        given={name: np.asarray(values)[rows] for name, values in data.given.items()},
    )


def to_dataset_rows(split: Split, rows: Integers) -> Split:
    """A split of some rows as a split of the whole data."""
    return Split(split.repeat, split.fold, rows[split.train], rows[split.test])
