"""Trainings of one shuffle carried out together by a shortcut; what it declines is left to the plain way."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from time import perf_counter

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult
from core.domain.study import Candidate, Settings, Tuning
from core.engine.bench import LIBRARY, Bench, OneFold, Training
from core.engine.plan import Together
from core.engine.shortcuts import Answerer, Answers, shortcut
from core.engine.shortcuts.dealt import most_together
from core.engine.shortcuts.row import Flags
from core.engine.work import fixed_settings
from core.support.errors import EvenfoldError

Found = list[FitResult | None]  # None: to be done the plain way
ANSWERS, SHUFFLES = "answers of the last shuffles", "rows of the last shuffles"
MOST_SHUFFLES = 32
DECLINED = (EvenfoldError, MemoryError, np.linalg.LinAlgError)


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


def by_shortcut(group: Sequence[Training], bench: Bench, coming: Iterable[Sequence[Training]] = ()) -> Found:
    """The outcomes of some folds of one shuffle; the answers of all folds are kept, and each costs the same time.

    `coming` are the groups that will be asked for next: shuffles of the same candidate may be answered together.
    """
    first = group[0]
    settings = fixed_settings(first.candidate, first.tuning)
    if not isinstance(first, OneFold) or settings is None:
        return [None] * len(group)
    kept = bench.kept.get((ANSWERS, first.candidate.key), {}).get(_shuffle_of(first))
    if kept is None:
        others = islice(_others(first, coming), most_together(bench.data.inputs.size) - 1)
        kept = keep(answered([first, *others], settings, bench), first.candidate, bench)
    return [kept.outcome(training, settings) for training in group]


def _others(first: OneFold, coming: Iterable[Sequence[Training]]) -> Iterator[OneFold]:
    """One training of each other shuffle of the same candidate."""
    known = {_shuffle_of(first)}
    for one, *_ in coming:
        if isinstance(one, OneFold) and one.candidate.key == first.candidate.key and _shuffle_of(one) not in known:
            known.add(_shuffle_of(one))
            yield one


def keep(found: Sequence["Answered"], candidate: Candidate, bench: Bench) -> "Answered":
    """Answers of a candidate for those who ask later, in place of those it had; the first of them."""
    bench.kept[ANSWERS, candidate.key] = {one.of: one for one in found}
    return found[0]


def forget_answers(bench: Bench) -> None:
    """Nobody asks later for what a whole batch was about; with many rows it takes much room."""
    for known in [key for key in bench.kept if key == SHUFFLES or (isinstance(key, tuple) and key[0] == ANSWERS)]:
        del bench.kept[known]


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """Answers of one shuffle, arranged by fold."""

    of: object
    rows: Sequence[Integers]
    predicted: Sequence[Floats]
    scores: Sequence[Floats | None]
    declined: Sequence[bool]
    warnings: Sequence[tuple[str, ...]]
    size: int
    seconds: float

    def outcome(self, training: Training, settings: Settings) -> FitResult | None:
        fold = training.job.fold
        if self.declined[fold]:
            return None
        rows = self.rows[fold]
        return FitResult(
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
    known: dict[int, _Shuffle] = bench.kept.setdefault(SHUFFLES, {})
    kept = known.get(id(fold_of))
    if kept is None or kept.fold_of is not fold_of:
        order = np.argsort(fold_of, kind="stable")
        ends = np.cumsum(np.bincount(fold_of)).tolist()
        cuts = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
        if len(known) >= MOST_SHUFFLES:
            known.clear()
        kept = known[id(fold_of)] = _Shuffle(fold_of, order, cuts, [order[cut] for cut in cuts])
    return kept


def answered(trainings: Sequence[OneFold], settings: Settings, bench: Bench) -> list[Answered]:
    """What the shortcut says about the shuffles of these trainings of one candidate: at least of the first."""
    started = perf_counter()
    found = _answers(trainings, settings, bench)
    seconds = (perf_counter() - started) / len(found)
    return [arranged(one, answers, bench, seconds) for one, answers in zip(trainings, found, strict=False)]


def arranged(training: OneFold, answers: Answers | None, bench: Bench, seconds: float) -> Answered:
    """Answers fold by fold; None is declined altogether."""
    shuffle, of = _shuffle(training.fold_of, bench), _shuffle_of(training)
    order, cuts, folds = shuffle.order, shuffle.cuts, len(shuffle.cuts)
    if answers is None:
        return Answered(of, (), (), (), (True,) * folds, (), len(order), 0.0)
    declined = answers.declined | _not_finite(answers, shuffle.fold_of, folds)
    predicted, scores = answers.predicted[order], None if answers.scores is None else answers.scores[order]
    return Answered(
        of,
        shuffle.rows,
        [predicted[cut] for cut in cuts],
        (None,) * folds if scores is None else [scores[cut] for cut in cuts],
        declined.tolist(),
        answers.warnings,
        len(order),
        seconds / folds,
    )


def _answers(trainings: Sequence[OneFold], settings: Settings, bench: Bench) -> Sequence[Answers | None]:
    with quietly():
        try:
            answerer = _answerer(trainings[0].candidate, settings, bench)
            if several := _several_of(answerer):
                return several([training.fold_of for training in trainings])
            return [None if answerer is None else answerer.answers(trainings[0].fold_of)]
        except DECLINED:
            return [None]


def _several_of(answerer: Answerer | None) -> Callable[[Sequence[Integers]], list[Answers]] | None:
    """Asked for by name, because asking whether it keeps the protocol takes longer than many an answer."""
    return getattr(answerer, "several", None)


@contextmanager
def quietly() -> Iterator[None]:
    """Shortcuts find out themselves what cannot be computed."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


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
