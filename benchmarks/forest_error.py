"""Held-out error of the forest as it was (scikit-learn's, leaf size tuned on T1/T2 with refits) and as it is now.

    python -m benchmarks.forest_error FOLDER [OUT.jsonl]

FOLDER holds tables and a manifest.json with their targets; tables of scikit-learn and made ones are added. Both forests
get the same folds (10, once) of at most 2,000 rows of each table. The last lines: ratio of errors, and a paired test.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from scipy.stats import wilcoxon
from sklearn import datasets
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from benchmarks.known_sets import monk3, tic_tac_toe
from core.algorithms import find_algorithm as find_present_algorithm
from core.algorithms.forest import FOREST
from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import Algorithm, chosen
from core.algorithms.scikit import ScikitClassifier, ScikitRegressor
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.domain.dataset import Dataset, Kind, Task
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Settings, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit

MOST_ROWS = 2_000
FEW_ROWS_TO_TUNE = 500  # below, five inner folds instead of one T2, as studies suggest it


def find_algorithm(key: str) -> Algorithm:
    """The library of the former forest; the engine finds it under this module's name."""
    row = find_present_algorithm(key)
    return replace(FOREST, build=build_former_forest, build_for_choices=None) if key == "forest" else row


def build_former_forest(settings: Settings, seed: int) -> Learner:
    values = chosen(FOREST.settings, settings, FOREST.title)
    options: dict[str, Any] = {
        "n_estimators": values.whole("trees"),
        "min_samples_leaf": values.whole("leaf"),
        "random_state": seed % 2**32,
    }
    return Prepared(
        Recipe(fill=False, scale=False),
        classifier=lambda: ScikitClassifier(RandomForestClassifier(**options)),
        regressor=lambda: ScikitRegressor(RandomForestRegressor(max_features=1 / 3, **options)),
    )


def tables(folder: Path) -> Iterator[Dataset]:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for entry in manifest:
        table = read_table(folder / entry["file"])
        target = str(entry["target"]).split(",")[0].strip()
        if target not in table.names:
            continue
        is_classes = entry["task"] == "classification"
        nominal = (target,) if is_classes and not table.column(target).kind.is_coded else ()
        yield prepare_dataset(table, Columns(target=(target,), nominal=nominal))
    yield from (monk3(), tic_tac_toe())
    for load in (datasets.load_breast_cancer, datasets.load_wine, datasets.load_iris, datasets.load_digits):
        inputs, labels = load(return_X_y=True)
        yield plain(load.__name__, inputs, labels, Task.CLASSES)
    inputs, numbers = datasets.load_diabetes(return_X_y=True)
    yield plain("load_diabetes", inputs, numbers, Task.NUMBERS)
    for seed, noise in ((1, 1.0), (2, 5.0)):
        yield plain(
            f"friedman1 {noise:g}", *datasets.make_friedman1(400, 10, noise=noise, random_state=seed), Task.NUMBERS
        )
    for seed, apart in ((1, 0.5), (2, 1.5)):
        made = datasets.make_classification(500, 15, n_informative=5, flip_y=0.1, class_sep=apart, random_state=seed)
        yield plain(f"classification {apart:g}", *made, Task.CLASSES)


def plain(name: str, inputs: Any, targets: Any, task: Task) -> Dataset:
    width = inputs.shape[1]
    labels = tuple(str(label) for label in np.unique(targets)) if task is Task.CLASSES else ()
    return Dataset(
        name=name,
        task=task,
        inputs=np.asarray(inputs, dtype=np.float64),
        kinds=(Kind.NUMBER,) * width,
        features=tuple(f"x{place}" for place in range(width)),
        levels=((),) * width,
        targets=np.asarray(targets, dtype=np.float64)[:, None],
        outputs=("y",),
        classes=labels,
    )


def some_rows(data: Dataset) -> Dataset:
    if data.size <= MOST_ROWS:
        return data
    kept = np.sort(np.random.default_rng(1).permutation(data.size)[:MOST_ROWS])
    return replace(
        data,
        inputs=data.inputs[kept],
        targets=data.targets[kept],
        groups=None if data.groups is None else data.groups[kept],
        order=None,
        rows=None,
        given={},
    )


def error_and_seconds(data: Dataset, library: str) -> tuple[float, float]:
    """Wrong answers or mean absolute errors over all rows, and CPU seconds of all trainings."""
    candidate = Candidate("forest", "forest", {}, FOREST.grid)
    kind = TuningKind.HOLDOUT if 0.9 * data.size >= FEW_ROWS_TO_TUNE else TuningKind.KFOLD
    study = Study(
        data.name,
        "",
        Columns(),
        Question(measure="error" if data.task is Task.CLASSES else "mae"),
        (candidate,),
        "forest",
        scheme=SchemeChoice(folds=10, repeats=1, max_repeats=1),
        tuning=Tuning(kind),
    )
    bench, lost, rows, started = make_fit_context(study, data, library), 0.0, 0, process_time()
    for training in list_fit_jobs(study, data, frozenset()):
        if training.job.part != "main" or training.job.candidate != "forest":
            continue
        found = run_fit(training, bench)
        if found.predicted is None:
            raise RuntimeError(found.message)
        difference = found.predicted[:, 0] - data.targets[training.test, 0]
        lost += float((difference != 0).sum() if data.task is Task.CLASSES else np.abs(difference).sum())
        rows += len(training.test)
    return lost / rows, process_time() - started


def main(folder: Path, out: Path | None) -> None:
    lines: list[dict[str, Any]] = []
    for data in map(some_rows, tables(folder)):
        measure = partial(error_and_seconds, data)
        (now, cpu_now), (before, cpu_before) = measure("core.algorithms"), measure("benchmarks.forest_error")
        line = {"table": data.name, "rows": data.size, "inputs": data.inputs.shape[1], "before": before, "now": now}
        line |= {"cpu_before": cpu_before, "cpu_now": cpu_now}
        lines.append(line)
        print(json.dumps(line), flush=True)
        if out is not None:
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    known = [line for line in lines if line["now"] > 0 and line["before"] > 0]
    logs = np.log([line["now"] / line["before"] for line in known])
    print(f"{len(lines)} tables; error now / before: geometric mean {np.exp(logs.mean()):.3f}, ", end="")
    print(f"median {np.exp(np.median(logs)):.3f}, better on {(logs < 0).sum()}, worse on {(logs > 0).sum()}, ", end="")
    print(f"Wilcoxon p {wilcoxon(logs).pvalue:.3f}")
    ratio = np.array([line["cpu_before"] / line["cpu_now"] for line in lines])
    print(f"CPU before / now: median {np.median(ratio):.1f}, least {ratio.min():.1f}, most {ratio.max():.1f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
