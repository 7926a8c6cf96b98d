"""How a study file grows with outcomes of 100 test rows: `python -m benchmarks.study_size [NUMBER ...]`."""

import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks.engine import BATCH, say, spent
from core.domain.dataset import Dataset, Kind, Task
from core.domain.evidence import FitResult
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study
from core.engine.plan import list_fit_jobs
from core.store.study_file import StudyFile

NUMBERS = (1_000, 10_000, 100_000)
ROWS, FOLDS = 1_000, 10
VARIETY = 997  # so many different predictions, which are then repeated


def invented() -> Dataset:
    chance = np.random.default_rng(6)
    inputs = chance.standard_normal((ROWS, 5))
    targets = (inputs[:, :1] > 0).astype(np.float64)
    names = tuple("abcde")
    return Dataset("size", Task.CLASSES, inputs, (Kind.NUMBER,) * 5, names, ((),) * 5, targets, ("y",), ("no", "yes"))


def study_of(number: int) -> Study:
    """One candidate and the trivial model, so two outcomes of each split."""
    scheme = SchemeChoice(folds=FOLDS, repeats=number // (2 * FOLDS))
    return Study("size", "", Columns(), Question(measure="error"), (Candidate("knn", "knn"),), "knn", scheme)


def invented_outcomes(number: int, study: Study, data: Dataset) -> Iterator[FitResult]:
    """Scores of all digits, different in every row."""
    shares = np.random.default_rng(1).random((VARIETY, ROWS // FOLDS))
    for place, training in enumerate(islice(list_fit_jobs(study, data, frozenset()), number)):
        yes = shares[place % VARIETY]
        scores = np.column_stack([1 - yes, yes])
        predicted = (yes > 0.5).astype(np.float64)[:, None]
        yield FitResult(training.job, training.test, predicted, scores, seconds=0.001, train_size=len(training.train))


def store(path: Path, number: int) -> None:
    study, data = study_of(number), invented()
    found = invented_outcomes(number, study, data)
    with StudyFile.create(path, study, data) as file:
        file.lock(study)
        while batch := list(islice(found, BATCH)):
            file.append(batch)


def opened(path: Path, look: bool) -> int:
    with StudyFile.open(path) as file:
        return len(file.done()) if look else 0


def measure(number: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "size.evenfold"
        seconds = [spent(lambda: store(path, number)) / 1e6]
        seconds += [spent(lambda look=look: opened(path, look)) / 1e6 for look in (False, True)]
        size = path.stat().st_size
        done = opened(path, True)
    write, open_, look = seconds
    say(f"| {done:,} | {size / done:,.0f} | {size / 2**20:.1f} | {write:.1f} | {open_:.3f} | {look:.2f} |")


if __name__ == "__main__":
    say("| outcomes | bytes each | file MB | write, s | open, s | open and find out what is done, s |")
    say("| --- | --- | --- | --- | --- | --- |")
    for wanted in [int(word) for word in sys.argv[1:]] or NUMBERS:
        measure(wanted)
