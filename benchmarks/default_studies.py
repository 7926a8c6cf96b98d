"""CPU seconds of what people run, beside scikit-learn's idiom on the same splits, in one process.

    python -m benchmarks.default_studies FOLDER NAME...

FOLDER holds tables and a manifest.json with their targets. For each table, one repeat of ten folds: a simple model and
a forest, both tuned (five inner folds below 500 training rows, a quarter of the rows above), then the forest with fixed
settings, boosting and one tree. The idiom is GridSearchCV over the same inner splits, names spread by OneHotEncoder.
"""

import json
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core.algorithms import find_algorithm
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.domain.dataset import Dataset, Task
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Settings, Study, Tuning, TuningKind
from core.engine.fit_context import derive_tuning_seed, make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from core.schemes import make_inner_splits

FEW_ROWS_TO_TUNE = 500
LEAVES = [20, 10, 5, 3, 1]


def load(folder: Path, name: str) -> Dataset:
    entry = next(one for one in json.loads((folder / "manifest.json").read_text("utf-8")) if one["name"] == name)
    table = read_table(folder / entry["file"])
    target = str(entry["target"]).split(",")[0].strip()
    is_classes = entry["task"] == "classification"
    nominal = (target,) if is_classes and not table.column(target).kind.is_coded else ()
    return prepare_dataset(table, Columns(target=(target,), nominal=nominal))


def study_of(data: Dataset, key: str, settings: Settings, is_tuned: bool) -> Study:
    grid = find_algorithm(key).grid if is_tuned else {}
    kind = TuningKind.HOLDOUT if 0.9 * data.size >= FEW_ROWS_TO_TUNE else TuningKind.KFOLD
    return Study(
        data.name,
        "",
        Columns(),
        Question(measure="error" if data.task is Task.CLASSES else "mae"),
        (Candidate(key, key, settings, grid),),
        key,
        scheme=SchemeChoice(folds=10, repeats=1, max_repeats=1),
        tuning=Tuning(kind),
    )


def measure_ours(data: Dataset, key: str, settings: Settings, is_tuned: bool) -> float:
    study = study_of(data, key, settings, is_tuned)
    context, started = make_fit_context(study, data), process_time()
    for job in list_fit_jobs(study, data, frozenset()):
        if job.job.part == "main" and job.job.candidate == key:
            found = run_fit(job, context)
            assert found.predicted is not None, found.message
    return process_time() - started


def measure_idiom(data: Dataset, key: str, make: Callable[[], Any], grid: dict[str, Any]) -> float:
    study = study_of(data, key, {}, bool(grid))
    inputs, targets = np.asarray(data.inputs), data.targets[:, 0]
    targets = targets.astype(np.int64) if data.task is Task.CLASSES else targets
    scoring, started = "accuracy" if data.task is Task.CLASSES else "neg_mean_absolute_error", process_time()
    for job in list_fit_jobs(study, data, frozenset()):
        if job.job.part != "main" or job.job.candidate != key:
            continue
        train, test = job.train, job.test
        model = make()
        if grid:
            pairs = make_inner_splits(train, data, study.tuning, derive_tuning_seed(study.seed, job.job))
            places = [(np.searchsorted(train, t1), np.searchsorted(train, t2)) for t1, t2 in pairs]
            model = GridSearchCV(model, grid, cv=places, scoring=scoring)
        model.fit(inputs[train], targets[train]).predict(inputs[test])
    return process_time() - started


def spread(data: Dataset, fills: bool) -> ColumnTransformer:
    names = [place for place, kind in enumerate(data.kinds) if kind.is_coded]
    numbers = [place for place in range(len(data.kinds)) if place not in names]
    scaled = make_pipeline(SimpleImputer(strategy="median"), StandardScaler()) if fills else "passthrough"
    return ColumnTransformer(
        [("n", scaled, numbers), ("c", OneHotEncoder(handle_unknown="ignore"), names)], sparse_threshold=0
    )


def contests(data: Dataset) -> list[tuple[str, str, Settings, bool, Callable[[], Any], dict[str, Any]]]:
    """Title, key, settings, whether tuned, and the idiom's model and grid."""
    is_classes = data.task is Task.CLASSES
    forest: Any = (
        (lambda: RandomForestClassifier(random_state=0))
        if is_classes
        else (lambda: RandomForestRegressor(max_features=1 / 3, random_state=0))
    )
    logistic = partial(LogisticRegression, max_iter=2000)
    known = {"early_stopping": False, "random_state": 0}
    boosting: Any = HistGradientBoostingClassifier if is_classes else HistGradientBoostingRegressor
    tree: Any = DecisionTreeClassifier if is_classes else DecisionTreeRegressor
    pairs = ((0.02, 10), (0.01, 10), (0.005, 5), (0.002, 5), (0.001, 1), (0.0, 1))
    steps = "randomforestclassifier" if is_classes else "randomforestregressor"
    of_boosting = "histgradientboostingclassifier" if is_classes else "histgradientboostingregressor"
    of_tree = "decisiontreeclassifier" if is_classes else "decisiontreeregressor"
    penalty, leaves = {"logisticregression__C": [0.01, 0.1, 1.0, 10.0, 100.0]}, {f"{steps}__min_samples_leaf": LEAVES}
    return [
        ("simple", "logistic", {}, True, lambda: make_pipeline(spread(data, True), logistic()), penalty)
        if is_classes
        else ("simple", "linear", {}, False, lambda: make_pipeline(spread(data, True), LinearRegression()), {}),
        ("forest", "forest", {}, True, lambda: make_pipeline(spread(data, False), forest()), leaves),
        ("forest, same work", "forest", {"leaf": 1}, False, lambda: make_pipeline(spread(data, False), forest()), {}),
        (
            "boosting",
            "boosting",
            {},
            True,
            lambda: make_pipeline(spread(data, False), boosting(**known)),
            {f"{of_boosting}__max_depth": [1, 3], f"{of_boosting}__max_iter": [30, 100, 300]},
        ),
        (
            "tree",
            "tree",
            {},
            True,
            lambda: make_pipeline(spread(data, False), tree(random_state=0)),
            [{f"{of_tree}__ccp_alpha": [a], f"{of_tree}__min_samples_leaf": [leaf]} for a, leaf in pairs],
        ),
    ]  # fmt: skip


def main(folder: Path, names: list[str]) -> None:
    warnings.simplefilter("ignore")
    print("| table | rows x inputs | model | Evenfold s | idiom s | ratio |\n|---|---|---|---|---|---|", flush=True)
    for name in names:
        data = load(folder, name)
        sums = np.zeros(2)
        for title, key, settings, is_tuned, make, grid in contests(data):
            ours, theirs = measure_ours(data, key, settings, is_tuned), measure_idiom(data, key, make, grid)
            sums += (ours, theirs) if title in ("simple", "forest") else (0, 0)
            size = f"{data.size} x {data.inputs.shape[1]}"
            print(f"| {name} | {size} | {title} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.1f} |", flush=True)
            if title == "forest":
                ratio = sums[1] / sums[0]
                print(
                    f"| {name} | {size} | **simple + forest** | {sums[0]:.2f} | {sums[1]:.2f} | **{ratio:.1f}** |",
                    flush=True,
                )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
