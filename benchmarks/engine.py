"""What the engine itself costs: `python -m benchmarks.engine` for all sizes, or with one number of jobs (Linux)."""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path

import numpy as np

from core.algorithms.learner import Learner, Prediction, Schema
from core.algorithms.row import BOTH_TASKS, Algorithm
from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.evidence import FitResult
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Settings, Study
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.plan import count_jobs, count_jobs_by_group, list_fit_jobs
from core.engine.run import Options, run_remaining_fits
from core.engine.time_left import TimeEstimator
from core.engine.training import run_fit
from core.engine.worker import ProcessWorker, start_workers
from core.store.study_file import StudyFile

SIZES = (1_000, 10_000, 100_000, 1_000_000)
LARGEST_RUN = 1_000_000  # more jobs are planned, stored and counted, but not sent to workers
ROWS, FOLDS, WORKERS, BATCH = 100, 10, 2, 200
BUSY_JOBS, BUSY_MS = 4_000, 5
SAMPLE = 1_000
LIBRARY = "benchmarks.engine"


class Busy:
    """Computes for some milliseconds, and predicts how many seconds its training and predicting took."""

    def __init__(self, milliseconds: float) -> None:
        self._seconds = milliseconds / 1000
        self._took = 0.0

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        started = time.perf_counter()
        while time.perf_counter() - started < self._seconds:
            np.dot(inputs.T, inputs)
        self._took = time.perf_counter() - started

    def predict(self, inputs: Floats) -> Prediction:
        return Prediction(np.full((len(inputs), 1), self._took), None)


def find_algorithm(key: str) -> Algorithm:
    """The library that workers use here: one algorithm, whose key is its milliseconds."""

    def build(settings: Settings, seed: int) -> Learner:
        return Busy(float(key))

    return Algorithm(key, key, key, "benchmarks", BOTH_TASKS, (), {}, build, 9)


def invented() -> Dataset:
    chance = np.random.default_rng(6)
    names = tuple(f"x{column}" for column in range(5))
    inputs, targets = chance.standard_normal((ROWS, 5)), chance.standard_normal((ROWS, 1))
    return Dataset("engine", Task.NUMBERS, inputs, (Kind.NUMBER,) * 5, names, ((),) * 5, targets, ("y",))


def study_of(jobs: int, milliseconds: int) -> Study:
    """One candidate and the trivial model, in as many shuffles as make this number of jobs."""
    candidate = Candidate("busy", str(milliseconds))
    scheme = SchemeChoice(folds=FOLDS, repeats=max(jobs // (2 * FOLDS), 1))
    return Study("engine", "", Columns(), Question(measure="mse"), (candidate,), "busy", scheme)


@dataclass(frozen=True, slots=True)
class Costs:
    """Microseconds of processor time per job, of a worker for `worker` and of this process for the others.

    `run` is planning, sending, receiving and progress together, `wall` what the clock shows for it; `file` are bytes
    of the study file per job, `megabytes` how much the memory of this process grew.
    """

    jobs: int
    plan: float
    worker: float
    run: float | None
    wall: float | None
    journal: float
    reread: float
    progress: float
    file: float
    megabytes: float


def costs(jobs: int, folder: Path) -> Costs:
    study, data = study_of(jobs, 0), invented()
    number = count_jobs(study, data)
    before = peak()
    plan = spent(lambda: exhaust(list_fit_jobs(study, data, frozenset()))) / number
    run, wall = run_costs(study, data, number) if number <= LARGEST_RUN else (None, None)
    made = spent(lambda: exhaust(finished(list_fit_jobs(study, data, frozenset())))) / number
    progress = spent(lambda: watch(study, data)) / number - made
    path = folder / "engine.evenfold"
    with StudyFile.create(path, study, data) as file:
        journal = spent(lambda: store(file, study, data)) / number - made
        reread = spent(lambda: len(file.done())) / number
        memory = peak() - before
    return Costs(
        number,
        plan,
        worker_costs(study, data),
        run,
        wall,
        journal,
        reread,
        progress,
        path.stat().st_size / number,
        memory,
    )


def run_costs(study: Study, data: Dataset, number: int) -> tuple[float, float]:
    """Of planning, sending and receiving in this process, and seconds on the wall, with fits that do nothing."""
    options = Options(WORKERS, started_workers=ready_slots(), library=LIBRARY)
    started = time.monotonic()
    cpu = spent(lambda: exhaust(run_remaining_fits(study, data, set(), options, threading.Event(), threading.Event())))
    return cpu / number, (time.monotonic() - started) * 1e6 / number


def worker_costs(study: Study, data: Dataset) -> float:
    """Of everything around a fit that does nothing."""
    bench = make_fit_context(study, data, LIBRARY)
    some = list(islice(list_fit_jobs(study, data, frozenset()), SAMPLE))
    return spent(lambda: [run_fit(training, bench) for training in some]) / len(some)


def store(file: StudyFile, study: Study, data: Dataset) -> None:
    for batch in batched(finished(list_fit_jobs(study, data, frozenset()))):
        file.append(batch)


def watch(study: Study, data: Dataset) -> None:
    """What is counted when outcomes arrive, and the time left after each batch."""
    pace = TimeEstimator(count_jobs_by_group(study, data), {"main": float(data.size)})
    for batch in batched(finished(list_fit_jobs(study, data, frozenset()))):
        pace.add_outcomes(batch)
        pace.estimate_time_left(WORKERS)


def finished(planned: Iterable[FitJob]) -> Iterator[FitResult]:
    """Outcomes as a worker would give them, their predictions different in every row."""
    values = np.random.default_rng(1).standard_normal((1000, FOLDS, 1))
    for place, training in enumerate(planned):
        predicted = values[place % 1000, : len(training.test)]
        yield FitResult(training.job, training.test, predicted, seconds=0.001, train_size=len(training.train))


def batched(found: Iterator[FitResult]) -> Iterator[list[FitResult]]:
    while batch := list(islice(found, BATCH)):
        yield batch


def bookkeeping() -> tuple[float, float]:
    """Seconds on the wall for fits of some milliseconds, and the ideal: their own seconds shared by the workers."""
    study, data = study_of(2 * BUSY_JOBS, BUSY_MS), invented()
    options = Options(WORKERS, started_workers=ready_slots(), library=LIBRARY)
    started = time.monotonic()
    batches = run_remaining_fits(study, data, set(), options, threading.Event(), threading.Event())
    pure = sum(own_seconds(one) for batch in batches for one in batch.outcomes)
    return time.monotonic() - started, pure / WORKERS


def own_seconds(outcome: FitResult) -> float:
    if outcome.predicted is None or outcome.job.candidate != "busy":
        return 0.0
    return float(outcome.predicted[0, 0])


def ready_slots() -> list[ProcessWorker]:
    slots = start_workers(WORKERS)
    for slot in slots:
        slot.connection.poll(None)
    return slots


def exhaust(things: Iterable[object]) -> None:
    for _ in things:
        pass


def spent(work: Callable[[], object]) -> float:
    """Microseconds of processor time of this process, which other programs do not disturb much."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1e6


def peak() -> float:
    """The most memory this process ever had, in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def one_size(jobs: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        found = costs(jobs, Path(name))
    values = [getattr(found, field.name) for field in fields(found)]
    say("| " + " | ".join(f"{value:.3g}" if isinstance(value, float) else str(value) for value in values) + " |")


def all_sizes() -> None:
    say("| jobs | plan µs | worker µs | run µs | run, wall µs | journal µs | reread µs | progress µs | bytes | MB |")
    say("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for jobs in SIZES:
        subprocess.run([sys.executable, "-m", "benchmarks.engine", str(jobs)], check=True)
    wall, ideal = bookkeeping()
    say(f"{BUSY_JOBS} fits of {BUSY_MS} ms: {wall:.2f} s, ideal {ideal:.2f} s, ratio {wall / ideal:.3f}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one_size(int(sys.argv[1]))
    else:
        all_sizes()
