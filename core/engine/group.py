"""Trainings of one shuffle carried out together by a shortcut; what it declines is left to the plain way."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from time import perf_counter

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import Outcome
from core.domain.study import Candidate, Settings, Tuning
from core.engine.bench import LIBRARY, Bench, OneFold, Training
from core.engine.plan import Together
from core.engine.shortcuts import Answerer, Answers, shortcut
from core.engine.shortcuts.row import Flags
from core.engine.work import fixed_settings
from core.errors import EvenfoldError

Found = list[Outcome | None]  # None: to be done the plain way
ANSWERS, SHUFFLE = "answers of the last shuffle", "rows of the last shuffle"


def together(data: Dataset, library: str) -> Together:
    """Which candidates have a shortcut on this data."""

    def decide(candidate: Candidate, tuning: Tuning) -> bool:
        settings = fixed_settings(candidate, tuning)
        return settings is not None and shortcut(candidate.algorithm, data, settings) is not None

    return decide if library == LIBRARY else lambda _candidate, _tuning: False


def portions(trainings: Sequence[Training]) -> Iterator[tuple[Training, ...]]:
    """Neighbours that a shortcut may do together, everything else alone."""
    for _, found in groupby(trainings, key=_shuffle_of):
        yield tuple(found)


def by_shortcut(group: Sequence[Training], bench: Bench) -> Found:
    """The outcomes of some folds of one shuffle; the answers of all folds are kept, and each costs the same time."""
    first = group[0]
    settings = fixed_settings(first.candidate, first.tuning)
    if not isinstance(first, OneFold) or settings is None:
        return [None] * len(group)
    kept = bench.kept.get(ANSWERS)
    if kept is None or kept.of != _shuffle_of(first):
        kept = bench.kept[ANSWERS] = _answered(first, settings, bench)
    return [kept.outcome(training, settings) for training in group]


@dataclass(frozen=True, slots=True, eq=False)
class _Answered:
    """Answers of one shuffle, arranged by fold."""

    of: object
    rows: Sequence[Integers]
    predicted: Sequence[Floats]
    scores: Sequence[Floats | None]
    declined: Sequence[bool]
    warnings: Sequence[tuple[str, ...]]
    size: int
    seconds: float

    def outcome(self, training: Training, settings: Settings) -> Outcome | None:
        fold = training.job.fold
        if self.declined[fold]:
            return None
        rows = self.rows[fold]
        return Outcome(
            training.job,
            rows,
            self.predicted[fold],
            self.scores[fold],
            settings,
            seconds=self.seconds,
            warnings=self.warnings[fold],
            train_size=self.size - len(rows),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Shuffle:
    """The rows of every fold, one after another and fold by fold; the same arrays for all candidates."""

    fold_of: Integers
    order: Integers
    cuts: Sequence[slice]
    rows: Sequence[Integers]


def _shuffle(fold_of: Integers, bench: Bench) -> _Shuffle:
    kept: _Shuffle | None = bench.kept.get(SHUFFLE)
    if kept is None or kept.fold_of is not fold_of:
        order = np.argsort(fold_of, kind="stable")
        ends = np.cumsum(np.bincount(fold_of)).tolist()
        cuts = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
        kept = bench.kept[SHUFFLE] = _Shuffle(fold_of, order, cuts, [order[cut] for cut in cuts])
    return kept


def _answered(training: OneFold, settings: Settings, bench: Bench) -> _Answered:
    started = perf_counter()
    shuffle, of = _shuffle(training.fold_of, bench), _shuffle_of(training)
    order, cuts, folds = shuffle.order, shuffle.cuts, len(shuffle.cuts)
    answers = _answers(training, settings, bench)
    if answers is None:
        return _Answered(of, (), (), (), (True,) * folds, (), len(order), 0.0)
    declined = answers.declined | _not_finite(answers, shuffle.fold_of, folds)
    predicted, scores = answers.predicted[order], None if answers.scores is None else answers.scores[order]
    each = (perf_counter() - started) / folds
    return _Answered(
        of,
        shuffle.rows,
        [predicted[cut] for cut in cuts],
        (None,) * folds if scores is None else [scores[cut] for cut in cuts],
        declined.tolist(),
        answers.warnings,
        len(order),
        each,
    )


def _answers(training: OneFold, settings: Settings, bench: Bench) -> Answers | None:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            answerer = _answerer(training.candidate, settings, bench)
            return None if answerer is None else answerer.answers(training.fold_of)
        except (EvenfoldError, MemoryError, np.linalg.LinAlgError):
            return None


def _answerer(candidate: Candidate, settings: Settings, bench: Bench) -> Answerer | None:
    """What was found out about the data for one candidate stays with the bench."""
    if candidate.key not in bench.kept:
        row = shortcut(candidate.algorithm, bench.data, settings) if bench.library == LIBRARY else None
        bench.kept[candidate.key] = None if row is None else row.start(bench, settings)
    found: Answerer | None = bench.kept[candidate.key]
    return found


def _not_finite(answers: Answers, fold_of: Integers, folds: int) -> Flags:
    wrong = ~np.isfinite(answers.predicted).all(axis=1)
    if answers.scores is not None:
        wrong |= ~np.isfinite(answers.scores).all(axis=1)
    return np.bincount(fold_of[wrong], minlength=folds) > 0


def _shuffle_of(training: Training) -> object:
    job = training.job
    return (job.part, job.repeat, job.candidate) if isinstance(training, OneFold) else job
