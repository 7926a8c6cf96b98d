"""Is the time left honest? Different studies, looked at after a fifth of the run.

`python -m benchmarks.time_left [SCALE]` on the clock: twelve studies that nothing was tuned on; `... known [SCALE]` the
ten that the estimate was first made with; `... drawn [SECONDS [NUMBER [SEED]]]` studies drawn by chance with about so
many seconds of work each. `... steady`, `... steady-known` and `... steady-drawn` as if nothing else ran on this
computer: the processor time of each training is measured, and two workers are played with it.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from core.algorithms import find_algorithm
from core.domain.dataset import Dataset, Kind, Task
from core.domain.evidence import FitResult
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine import run as run_module
from core.engine import training
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.plan import order_fit_jobs
from core.engine.pool import BATCH_SECONDS
from core.engine.run import Options, run_remaining_fits
from core.engine.training import run_fit
from core.engine.worker import start_workers

WORKERS = 2
HANDED_OVER = 0.001  # seconds a batch takes to be handed over
AFTER = 0.2  # of the whole run
KFOLD, HOLDOUTS = SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT
SHORTEST = 1.0  # seconds of a run whose time left anybody reads
GOOD = 0.3  # of the time that was really left


@dataclass(frozen=True, slots=True)
class Trial:
    """A study by its table, its models and its scheme; `repeats` are for scale 1."""

    title: str
    rows: int
    columns: int
    candidates: tuple[Candidate, ...]
    kind: SchemeKind
    repeats: int
    folds: int = 10
    classes: int = 2  # 0: numbers are predicted
    tuning: TuningKind = TuningKind.HOLDOUT


NB, LDA = Candidate("nb", "naive-bayes"), Candidate("lda", "lda")
TREE, FOREST = Candidate("tree", "tree"), Candidate("forest", "forest", {"trees": 30})
LOGISTIC, BOOSTING = Candidate("logistic", "logistic"), Candidate("boosting", "boosting")
TUNED_KNN = Candidate("knn", "knn", {}, {"neighbours": (1, 5, 15, 45)})
TUNED_TREE = Candidate("c45", "c45")
NET, SVM = Candidate("mlp", "mlp"), Candidate("svm", "svm")
KNOWN = (
    Trial("two quick models", 400, 8, (NB, LDA), SchemeKind.KFOLD, 100),
    Trial("quick and slow", 400, 8, (NB, FOREST), SchemeKind.KFOLD, 16),
    Trial("two slow ones", 600, 12, (FOREST, BOOSTING), SchemeKind.KFOLD, 5),
    Trial("tuned neighbors", 800, 10, (TUNED_KNN, TREE), SchemeKind.KFOLD, 24),
    Trial("own tree", 300, 6, (TUNED_TREE, LOGISTIC), SchemeKind.KFOLD, 16),
    Trial("nets", 200, 6, (NET, LOGISTIC), SchemeKind.KFOLD, 5),
    Trial("kernels", 500, 8, (SVM, LDA), SchemeKind.KFOLD, 16),
    Trial("bootstrap", 400, 8, (FOREST, NB), SchemeKind.BOOTSTRAP, 150),
    Trial("holdouts", 1000, 10, (FOREST, LOGISTIC), SchemeKind.REPEATED_HOLDOUT, 100),
    Trial("leave one out", 200, 6, (FOREST, TREE), SchemeKind.LEAVE_ONE_OUT, 1),
)


def tuned(key: str) -> Candidate:
    """An algorithm with its usual grid, as the window enters it."""
    return Candidate(f"{key} tuned", key, {}, find_algorithm(key).grid)


def plain(*keys: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(key, key) for key in keys)


FRESH = (
    Trial("all as the window enters them", 500, 9, (tuned("tree"), tuned("logistic"), tuned("knn")), KFOLD, 3),
    Trial("a slow one among quick ones", 900, 15, plain("boosting", "lda", "naive-bayes", "knn"), KFOLD, 10),
    Trial("numbers, quick and tuned", 700, 10, (*plain("linear", "ridge"), tuned("ridge")), KFOLD, 20, classes=0),
    Trial("numbers, forest and neighbors", 600, 8, (*plain("forest"), tuned("knn")), KFOLD, 5, classes=0),
    Trial("many classes", 1200, 12, plain("tree", "lda", "logistic"), KFOLD, 10, classes=7),
    Trial("large table", 4_000, 12, plain("logistic", "tree", "lda"), KFOLD, 2),
    Trial("five folds, settings by folds", 400, 6, (tuned("svm"), *plain("lda")), KFOLD, 8, 5, tuning=TuningKind.KFOLD),
    Trial("rules and own trees", 500, 8, plain("ripper", "c45", "tree"), KFOLD, 6),
    Trial("net against forest", 600, 10, plain("mlp", "forest"), KFOLD, 3),
    Trial("tuned forest", 400, 8, (tuned("forest"), *plain("logistic")), KFOLD, 1),
    Trial("bootstrap with tuning", 300, 6, (tuned("tree"), *plain("boosting")), SchemeKind.BOOTSTRAP, 60),
    Trial("holdouts of numbers", 1500, 10, plain("boosting", "tree", "linear"), HOLDOUTS, 60, classes=0),
)


# --- studies drawn by chance ---

FOR_CLASSES = (
    "logistic",
    "naive-bayes",
    "lda",
    "qda",
    "knn",
    "tree",
    "c45",
    "ripper",
    "forest",
    "boosting",
    "svm",
    "mlp",
)
FOR_NUMBERS = ("linear", "ridge", "lasso", "pls", "knn", "tree", "forest", "boosting", "svm", "mlp")
MOST_REPEATS = 400


def drawn(seconds: float, seed: int) -> Trial:
    """A table, models and a scheme as they come; as many shuffles as take about these seconds of work."""
    chance = np.random.default_rng(seed)
    classes = int(chance.choice([0, 0, 2, 2, 2, 3, 6]))
    keys = chance.choice(FOR_CLASSES if classes else FOR_NUMBERS, size=int(chance.integers(2, 5)), replace=False)
    candidates = tuple(tuned(str(key)) if chance.random() < 0.3 else plain(str(key))[0] for key in keys)
    kind = SchemeKind(str(chance.choice([KFOLD, KFOLD, KFOLD, HOLDOUTS, SchemeKind.BOOTSTRAP])))
    rows, columns = int(np.exp(chance.uniform(np.log(150), np.log(3000)))), int(chance.integers(3, 25))
    tuning = TuningKind(str(chance.choice([TuningKind.HOLDOUT, TuningKind.KFOLD])))
    folds = int(chance.choice([3, 5, 10]))
    title = f"{seed}: {rows} x {columns}, {', '.join(candidate.key for candidate in candidates)}, {kind.value}"
    trial = Trial(title, rows, columns, candidates, kind, 1, folds, classes, tuning)
    return replace(trial, repeats=max(min(round(seconds / _seconds_of_one(trial)), MOST_REPEATS), 1))


def _seconds_of_one(trial: Trial) -> float:
    """Of the first shuffle or sample, by one training of each model."""
    study, data = study_of(trial, 1.0), invented(trial)
    bench, number = make_fit_context(study, data), trial.folds if trial.kind is KFOLD else 1
    first = islice(order_fit_jobs(study, data, set()), len(trial.candidates))
    return number * sum(run_fit(training, bench).seconds for training in first)


def invented(trial: Trial) -> Dataset:
    chance = np.random.default_rng(trial.rows)
    inputs = chance.standard_normal((trial.rows, trial.columns))
    names = tuple(f"x{column}" for column in range(trial.columns))
    kinds, levels = (Kind.NUMBER,) * trial.columns, ((),) * trial.columns
    answers = inputs[:, :1] + chance.standard_normal((trial.rows, 1))
    if not trial.classes:
        return Dataset(trial.title, Task.NUMBERS, inputs, kinds, names, levels, answers, ("y",))
    edges = np.quantile(answers, np.arange(1, trial.classes) / trial.classes)
    targets = np.searchsorted(edges, answers).astype(np.float64)
    classes = tuple(f"class {number}" for number in range(trial.classes))
    return Dataset(trial.title, Task.CLASSES, inputs, kinds, names, levels, targets, ("y",), classes)


def study_of(trial: Trial, scale: float) -> Study:
    repeats = max(round(trial.repeats * scale), 1)
    scheme = SchemeChoice(trial.kind, folds=trial.folds, repeats=repeats, samples=repeats)
    question = Question(measure="error" if trial.classes else "rmse")
    key = trial.candidates[0].key
    return Study(trial.title, "", Columns(), question, trial.candidates, key, scheme, tuning=Tuning(trial.tuning))


@dataclass(frozen=True, slots=True)
class Look:
    """What was promised after a fifth of the run, and what it took."""

    total: float
    promised: float | None
    really: float

    @property
    def off_by(self) -> float:
        """As a share of the time that was left; a time nobody knew is as wrong as can be."""
        return 1.0 if self.promised is None else (self.promised - self.really) / self.really


def looked_at(trial: Trial, scale: float) -> Look:
    """Workers are warm, as when a person has filled in the steps."""
    study, data = study_of(trial, scale), invented(trial)
    slots = start_workers(WORKERS)
    for slot in slots:
        slot.connection.poll(None)
    started = time.monotonic()
    promises = [
        (time.monotonic() - started, batch.seconds_left)
        for batch in run_remaining_fits(
            study, data, set(), Options(WORKERS, started_workers=slots), threading.Event(), threading.Event()
        )
    ]
    return look_back(promises, time.monotonic() - started)


class Played:
    """Two workers that train one after another here, each for the processor time it took; `now` is their clock."""

    batch_seconds = BATCH_SECONDS
    workers = WORKERS

    def __init__(self, study: Study, data: Dataset) -> None:
        self.now = 0.0
        self._benches = {worker: make_fit_context(study, data) for worker in range(WORKERS)}
        self._under_way: list[tuple[float, int, list[FitResult]]] = []

    @property
    def busy_workers(self) -> int:
        return len(self._under_way)

    def count_free_places(self) -> int:
        return WORKERS - self.busy_workers

    def submit(self, trainings: Sequence[FitJob]) -> None:
        worker = min(set(self._benches) - {busy for _, busy, _ in self._under_way})
        started = time.process_time()
        found = [run_fit(training, self._benches[worker]) for training in trainings]
        end = self.now + time.process_time() - started + HANDED_OVER
        self._under_way = sorted([*self._under_way, (end, worker, found)], key=lambda one: one[0])

    def collect(self, seconds: float) -> list[FitResult]:
        if not self._under_way or self._under_way[0][0] > self.now + seconds:
            self.now += seconds
            return []
        self.now, _, found = self._under_way.pop(0)
        return found

    def is_busy(self) -> bool:
        return bool(self._under_way)

    def add_workers(self) -> None:
        """Both are there."""

    def close(self) -> None:
        """Nobody is to be ended."""


def played(trial: Trial, scale: float) -> Look:
    """The engine's own loop, with a clock that only the workers move and seconds that are processor time."""
    study, data = study_of(trial, scale), invented(trial)
    workers = Played(study, data)
    run_module.EXECUTORS["played"] = lambda *_: workers
    run_module.monotonic = lambda: workers.now
    training.perf_counter = time.process_time
    stop, options = threading.Event(), Options(WORKERS, "played")
    promises = [
        (workers.now, batch.seconds_left) for batch in run_remaining_fits(study, data, set(), options, stop, stop)
    ]
    return look_back(promises, workers.now)


def look_back(promises: Sequence[tuple[float, float | None]], total: float) -> Look:
    passed, promised = next(promise for promise in promises if promise[0] >= AFTER * total)
    return Look(total, promised, total - passed)


def main(scale: float, trials: Iterable[Trial], look_at: Callable[[Trial, float], Look]) -> None:
    say("| study | whole run, s | promised after a fifth, s | really left, s | off by |")
    say("| --- | --- | --- | --- | --- |")
    earlier_comparisons = []
    for trial in trials:
        look = look_at(trial, scale)
        if look.total < SHORTEST:
            say(f"| {trial.title} | {look.total:.1f} | too short to be looked at | | |")
            continue
        earlier_comparisons.append(look)
        promised = "nothing" if look.promised is None else f"{look.promised:.1f}"
        say(f"| {trial.title} | {look.total:.1f} | {promised} | {look.really:.1f} | {look.off_by:+.0%} |")
    good = sum(abs(look.off_by) <= GOOD for look in earlier_comparisons)
    say(f"{good} of {len(earlier_comparisons)} within {GOOD:.0%}")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


WAYS = {
    "fresh": (FRESH, looked_at),
    "known": (KNOWN, looked_at),
    "steady": (FRESH, played),
    "steady-known": (KNOWN, played),
}
DRAWN = {"drawn": looked_at, "steady-drawn": played}


def start(words: list[str]) -> None:
    way = words[0] if words and words[0] in {*WAYS, *DRAWN} else "fresh"
    given = [float(word) for word in words if word != way]
    if way in WAYS:
        main(given[0] if given else 1.0, *WAYS[way])
        return
    seconds, number, seed = (*given, *(6.0, 30.0, 1.0)[len(given) :])
    main(1.0, (drawn(seconds, int(seed) + place) for place in range(int(number))), DRAWN[way])


if __name__ == "__main__":
    start(sys.argv[1:])
