"""Memory of ten folds of 500,000 rows x 50 columns on two workers (Linux).

`python -m benchmarks.engine_memory` for whole studies, `... one-each MODEL ...` for two trainings at once of each,
ended after the seconds of the environment's PATIENCE. A model is its key, or its key and settings:
`forest:trees=10,leaf=20`.
"""

import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.algorithms import find_algorithm
from core.application.run_study import run_study
from core.domain.dataset import Dataset, Kind, Task
from core.domain.events import Progressed
from core.domain.evidence import TRIVIAL
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study
from core.engine.run import Options

ROWS, COLUMNS, FOLDS, WORKERS = 500_000, 50, 10, 2
DATA_MB = ROWS * COLUMNS * 8 / 2**20
ALLOWED_MB = 1.5 * DATA_MB + 300 * WORKERS
MODELS = ("naive-bayes", "majority")
PATIENCE = float(os.environ.get("PATIENCE", "120"))
SECONDS_BETWEEN = 0.03
ONE_EACH = "one-each"


def invented(task: Task) -> Dataset:
    chance = np.random.default_rng(6)
    inputs = chance.standard_normal((ROWS, COLUMNS))
    targets = inputs[:, :1] + chance.standard_normal((ROWS, 1))
    names = tuple(f"x{column}" for column in range(COLUMNS))
    kinds, levels = (Kind.NUMBER,) * COLUMNS, ((),) * COLUMNS
    if task is Task.NUMBERS:
        return Dataset("large", task, inputs, kinds, names, levels, targets, ("y",))
    labels = (targets > 0).astype(np.float64)
    return Dataset("large", task, inputs, kinds, names, levels, labels, ("y",), ("no", "yes"))


def study_of(models: tuple[str, ...], task: Task) -> Study:
    measure = "error" if task is Task.CLASSES else "rmse"
    scheme = SchemeChoice(folds=FOLDS, repeats=1, max_repeats=1)
    candidates = tuple(candidate(model) for model in models)
    return Study("large", "", Columns(), Question(measure=measure), candidates, models[0], scheme)


def candidate(model: str) -> Candidate:
    key, _, words = model.partition(":")
    settings = dict(word.split("=") for word in words.split(",") if word)
    return Candidate(model, key, {name: int(value) if value.isdigit() else value for name, value in settings.items()})


def task_of(models: tuple[str, ...]) -> Task:
    tasks = find_algorithm(candidate(models[0]).algorithm).tasks
    return Task.CLASSES if Task.CLASSES in tasks else Task.NUMBERS


class Watch:
    """Looks at this process and all below it; pages that several of them map are shared out among them (PSS)."""

    def __init__(self) -> None:
        self.largest: dict[int, float] = {}
        self.before: dict[int, float] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def begin_anew(self) -> None:
        self.before, self.largest = self.largest, {}

    def end(self) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN):
            now = {pid: proportional_mb(pid) for pid in family(os.getpid())}
            if sum(now.values()) > sum(self.largest.values()):
                self.largest = now


def proportional_mb(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def family(root: int) -> Iterator[int]:
    """A process and all that descend from it."""
    children = defaultdict(list)
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children[parent].append(int(entry.name))
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        waiting += children[pid]
        yield pid


def measured(models: tuple[str, ...], enough: int | None = None) -> float:
    """The most memory of a study, or of so many trainings of it."""
    task = task_of(models)
    data, study = invented(task), study_of(models, task)
    watch = Watch()
    stop = threading.Event()
    patience = threading.Timer(PATIENCE, stop.set)
    if enough is not None:
        patience.start()
    endings: list[bool] = []
    started = time.monotonic()
    for event in run_study(study, data, stop, threading.Event(), Options(WORKERS)):
        if isinstance(event, Progressed):
            endings += [one.ok for one in event.outcomes if one.job.candidate != TRIVIAL]
            if enough is not None and len(endings) >= enough:
                stop.set()
            if event.done == event.total:
                watch.begin_anew()  # from now on the program judges, alone
    patience.cancel()
    watch.end()
    return told(models, endings, watch, time.monotonic() - started)


def told(models: tuple[str, ...], endings: list[bool], watch: Watch, seconds: float) -> float:
    total = max(sum(watch.largest.values()), sum(watch.before.values()))
    well = sum(endings)
    say(f"{well} of {len(endings)} trainings of {', '.join(models)} ended well in {seconds:.0f} s")
    say(f"trainings: at most {in_words(watch.before or watch.largest)}; allowed are {ALLOWED_MB:.0f} MB")
    if watch.before:
        say(f"judging them: at most {in_words(watch.largest)}")
    return total if well == len(endings) else float("inf")


def in_words(largest: dict[int, float]) -> str:
    each = ", ".join(f"{value:.0f}" for value in sorted(largest.values(), reverse=True))
    return f"{sum(largest.values()):.0f} MB together ({each} MB)"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(words: tuple[str, ...]) -> None:
    if words[:1] == (ONE_EACH,):
        for model in words[1:]:
            measured((model,), enough=WORKERS)
    elif measured(words or MODELS) > ALLOWED_MB:
        raise SystemExit(1)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
