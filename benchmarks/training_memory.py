"""Memory of one training of every algorithm on tall, wide and tiny tables, beside what is forecast before the lock.

Every training runs in a child process of its own, so that its peak is its own. Linux only.
"""

import os
import struct
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import numpy as np

from core.algorithms import ALGORITHMS
from core.algorithms.learner import schema_of
from core.algorithms.memory_forecast import LIBRARIES, forecast_training_bytes
from core.algorithms.row import Algorithm
from core.algorithms.rows import Rows
from core.domain.dataset import Dataset, Kind, Task
from core.domain.study import Candidate, Settings
from core.support.errors import EvenfoldError

SHAPES = ("40000x20", "30x10000", "12x3")
TINY = (12, 3)
LIBRARIES_LOADED = (
    "scipy.linalg",
    "scipy.optimize",
    "sklearn.ensemble",
    "sklearn.gaussian_process",
    "sklearn.linear_model",
    "sklearn.neighbors",
    "sklearn.svm",
    "sklearn.tree",
)  # a worker has them before it trains
WITHOUT_TRAINING = ("given", "formula")
SHORT: Mapping[str, Settings] = {
    "average": {"members": "tree; knn", "folds": 2},
    "mlp": {"rounds": 2},
    "perceptron": {"rounds": 2},
    "svm": {"above_limit": "draw"},
    "gaussian-process": {"above_limit": "draw"},
}  # less work, the same memory
MEGABYTE = 2**20


def make_table(task: Task, rows: int, columns: int) -> Dataset:
    """Numbers, and names in every fifth column of a table with few columns."""
    rng = np.random.default_rng(4)
    inputs = rng.normal(size=(rows, columns))
    is_named = [columns < 100 and place % 5 == 4 for place in range(columns)]
    inputs[:, is_named] = rng.integers(0, 8, (rows, sum(is_named)))
    signal = inputs[:, 0] + rng.normal(size=rows)
    classes = ("low", "high") if task is Task.CLASSES else ()
    return Dataset(
        name="generated",
        task=task,
        inputs=inputs,
        kinds=tuple(Kind.NAMES if named else Kind.NUMBER for named in is_named),
        features=tuple(f"x{place}" for place in range(columns)),
        levels=tuple(tuple("abcdefgh") if named else () for named in is_named),
        targets=(signal > 0).astype(np.float64)[:, None] if classes else signal[:, None],
        outputs=("y",),
        classes=classes,
    )


def measure_training(row: Algorithm, data: Dataset, settings: Settings) -> float | None:
    """Return the bytes by which a training and its predictions raise the peak of a process; None: it refused.

    A training on a tiny table comes first: how much code is loaded on first use varies with computer and versions.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        warnings.simplefilter("ignore")
        with suppress(EvenfoldError):
            _train(row, make_table(data.task, *TINY), settings)
        before = _peak()
        try:
            _train(row, data, settings)
            grown = _peak() - before
        except EvenfoldError:
            grown = -1.0
        os.write(writing, struct.pack("d", grown))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    if not answer:
        raise RuntimeError(f"The training of {row.key} died.")
    (grown,) = struct.unpack("d", answer)
    return None if grown < 0 else float(grown)


def _train(row: Algorithm, data: Dataset, settings: Settings) -> None:
    learner = row.build(settings, 1)
    fit_rows = getattr(learner, "fit_rows", None)
    if fit_rows is None:
        learner.fit(data.inputs, data.targets, schema_of(data))
        learner.predict(data.inputs[:1000])
    else:
        fit_rows(Rows(data.inputs), data.targets, schema_of(data))
        learner.predict(data.inputs[:1000])


def _peak() -> float:
    """Bytes this process held at most."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024.0 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def measure_all(rows: int, columns: int) -> Iterator[tuple[str, str, float | None, float]]:
    """Yield algorithm, task, bytes a training took beside the libraries, and the bytes forecast for it."""
    for library in LIBRARIES_LOADED:
        import_module(library)
    for row in ALGORITHMS:
        if row.key in WITHOUT_TRAINING:
            continue
        for task in sorted(row.tasks):
            data = make_table(task, rows, columns)
            settings = SHORT.get(row.key, {})
            forecast = forecast_training_bytes(Candidate(row.key, row.key, settings), data) - LIBRARIES
            yield row.key, str(task), measure_training(row, data, settings), forecast


def main(shapes: list[str]) -> None:
    """Print a table; shapes are written as 30x10000, rows first."""
    print("| rows x columns | algorithm | task | training MB | forecast MB |\n|---|---|---|---|---|")
    for shape in shapes or SHAPES:
        rows, columns = (int(part) for part in shape.split("x"))
        for key, task, grown, forecast in measure_all(rows, columns):
            shown = "refused" if grown is None else f"{grown / MEGABYTE:.1f}"
            print(f"| {shape} | {key} | {task} | {shown} | {forecast / MEGABYTE:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
