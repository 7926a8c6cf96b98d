"""Which values tuning should try: held-out errors of grids of several widths on the tables of `suggestions`.

    python -m benchmarks.grids measure RESULTS.jsonl [FOLDER OF PUBLIC TABLES [MOST ROWS [KEYS DIVIDED BY COMMAS]]]
    python -m benchmarks.grids report RESULTS.jsonl > benchmarks/grids.md

In each of 3 folds every setting of a wide grid is scored inside the training rows, as a study does it (2 inner folds,
or left-out rows), and the model trained on all of them with this setting is scored on the test rows. So any part of the
wide grid can be judged afterwards: its choice is the setting that did best inside, ties to the simplest. Finished
tables are kept in RESULTS.jsonl and not done again.
"""

import json
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.suggestions import MOST_ROWS, PLANS, TABLE_FOLDS, tables
from core.algorithms import ALGORITHMS
from core.algorithms.row import Algorithm, combinations, list_choices
from core.algorithms.rows import Rows
from core.algorithms.simplest import simplest_first
from core.domain.dataset import Dataset, Floats, Task
from core.domain.study import Candidate, Columns, Grid, Question, SchemeChoice, Settings, Study, Tuning, TuningKind
from core.engine.fit_context import FitContext, FitJob, derive_learner_seed, make_fit_context
from core.engine.fitting import fit_learner, predict_rows
from core.engine.plan import list_fit_jobs
from core.engine.tuning import tune

WIDE: dict[str, Grid] = {
    "logistic": {"shrinkage": (1000.0, 100.0, 10.0, 1.0, 0.1, 0.01, 0.001)},
    "ridge": {"shrinkage": (10000.0, 1000.0, 100.0, 10.0, 1.0, 0.1, 0.01, 0.001)},
    "lasso": {"shrinkage": (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003)},
    "elastic-net": {"shrinkage": (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001), "mix": (0.8, 0.5, 0.2)},
    "pls": {"directions": (1, 2, 3, 4, 6, 8, 10, 15)},
    "response-surface": {"terms": ("linear", "squares", "full"), "price": (12.0, 6.0, 4.0, 3.0, 2.0, 0.0)},
    "additive": {"smoothing": (1000.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1)},
    "mars": {"together": (1, 2, 3), "price": (12.0, 6.0, 3.0, 2.0)},
    "naive-bayes": {"added_count": (100.0, 10.0, 1.0, 0.1, 0.01), "spread_floor": (0.3, 0.1, 0.03, 0.01, 0.001)},
    "naive-bayes-discretised": {"added_count": (100.0, 10.0, 3.0, 1.0, 0.1, 0.01)},
    "lda": {"shrinkage": (0.99, 0.9, 0.5, 0.2, 0.05, 0.01, 0.0)},
    "qda": {"sharing": (0.9, 0.7, 0.5, 0.3, 0.1, 0.0), "shrinkage": (0.5, 0.1, 0.01, 0.0)},
    "nearest-centroid": {"shrinkage": (6.0, 4.0, 3.0, 2.0, 1.0, 0.5, 0.25, 0.0)},
    "knn": {"neighbours": (61, 31, 21, 15, 9, 7, 5, 3, 1), "weights": ("equal", "closer")},
    "tree": {"pruning": ("cautious", "least error", "off"), "leaf": (20, 10, 5, 3, 1)},
    "forest": {"leaf": (30, 20, 10, 5, 3, 2, 1)},
    "extra-trees": {"leaf": (30, 20, 10, 5, 3, 2, 1)},
    "boosting": {"depth": (1, 2, 3, 5), "rounds": (30, 100, 300, 1000)},
    "svm": {"cost": (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0), "detail": (0.1, 0.3, 1.0, 3.0)},
    "gaussian-process": {"smoothness": ("smooth", "bent", "rough", "jagged"), "lengths": ("one", "each input")},
}
LEFT_OUT = ("c45", "ripper", "mlp", "perceptron", "monotone-boosting")  # slow, or a twin of another
NARROW_STEP = 2
RULE = """A grid is changed where another of at most 8 settings (more would be an unfair start against other models) is
better by two standard errors in one task and not worse in the other. So naive Bayes tries added counts of 1 and 0.1
with least spreads of 0.3, 0.1 and 0.01: 10.1 ± 4.6 better than 10, 1, 0.1 with 0.1, 0.01, which it tried before (19
tables). Left as they are though the wide grid helps: boosting for numbers (for classes the same values are worse), and
the support vector machine for numbers. With costs of 1, 10 and 100 and details of 0.1, 0.3 and 1 it would be 2.0 ± 0.8
better for numbers and 0.3 ± 1.0 for classes, but that takes 9 settings; grids of 6 or 8 with a detail of 0.1 were worse
for classes.
"""


def measure_grids(data: Dataset, wanted: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Of every algorithm and fold: the value inside the training rows and the held-out error of every setting."""
    folds, inner_folds = TABLE_FOLDS
    keys = [row.key for row in ALGORITHMS if data.task in row.tasks and row.key in wanted]
    study = Study(
        title=data.name,
        source="",
        columns=Columns(),
        question=Question(measure="error" if data.task is Task.CLASSES else "mae"),
        candidates=tuple(Candidate(key, key, {}, WIDE[key]) for key in keys),
        baseline=keys[0],
        scheme=SchemeChoice(folds=folds, repeats=1, max_repeats=1),
        tuning=Tuning(TuningKind.KFOLD, folds=inner_folds),
    )
    context = make_fit_context(study, data)
    found: dict[str, list[dict[str, Any]]] = {key: [] for key in keys}
    for fit_job in list_fit_jobs(study, data, set()):
        if fit_job.job.part != "main" or fit_job.job.candidate not in found:
            continue
        began = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            inside = tune(fit_job, context).values
            tuned = time.process_time() - began
            errors = [_mean_loss(answers, fit_job, data) for answers in _predict_all(fit_job, context)]
        found[fit_job.job.candidate].append({"inside": inside, "errors": errors, "seconds": tuned})
    return found


def _predict_all(fit_job: FitJob, context: FitContext) -> Iterator[Floats | None]:
    """What the models of all settings, trained on all training rows, say of the test rows; None where one fails."""
    choices = list_choices(fit_job.candidate)
    row = _row_of(fit_job.candidate.algorithm)
    learner = (
        row.build_for_choices(choices, derive_learner_seed(context.seed, fit_job.job))
        if (row.build_for_choices is not None)
        else None
    )
    if learner is not None:
        train = fit_job.train
        learner.fit_rows(Rows(context.data.inputs, train), context.data.targets[train], context.schema)
        for found in learner.predict_each(Rows(context.data.inputs, fit_job.test)):
            yield found.predicted[:, 0]
        return
    for settings in choices:
        try:
            learned = fit_learner(fit_job, context, settings, fit_job.train)
            yield predict_rows(learned, context, fit_job.test).predicted[:, 0]
        except Exception:  # noqa: BLE001, a setting that fails is never the choice of a grid
            yield None


def _mean_loss(answers: Floats | None, fit_job: FitJob, data: Dataset) -> float:
    if answers is None:
        return float("nan")
    away = answers - data.targets[fit_job.test, 0]
    return float(np.mean(np.abs(away) if data.task is Task.NUMBERS else away != 0))


def _guess_error(data: Dataset) -> float:
    """The error of the constant guess on these rows."""
    truth = data.targets[:, 0]
    if data.task is Task.NUMBERS:
        return float(np.mean(np.abs(truth - np.median(truth))))
    return 1 - float(data.class_counts.max() / data.size)


def _row_of(key: str) -> Algorithm:
    return next(row for row in ALGORITHMS if row.key == key)


def measure_tables(results: Path, folder: Path | None, most: int, wanted: Sequence[str]) -> None:
    done = {(line["table"], line["rows"]) for line in _lines(results)}
    for data in tables(folder, most):
        if (data.name, data.size) in done or (data.name in PLANS and data.size < 60):
            continue
        line = {"table": data.name, "rows": data.size, "task": str(data.task), "guess": _guess_error(data)}
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**line, "found": measure_grids(data, wanted)}) + "\n")
        print(data.name, file=sys.stderr, flush=True)


def _lines(results: Path) -> list[dict[str, Any]]:
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


# --- report ---


def report(paths: Sequence[Path]) -> Iterator[str]:
    lines = [line for path in paths for line in _lines(path)]
    yield "# Which values tuning tries\n"
    yield f"{' '.join((__doc__ or '').split('benchmarks/grids.md')[1].split())}\n"
    yield (
        "Held-out error in 100ths of the constant guess's error, mean over tables: with the default settings, with"
        " every second value of the grid in use, with the grid in use, with the wide grid; then how much the wide grid"
        " is better than the one in use (± standard error over tables), and how many settings each tries."
    )
    yield f"\n{RULE}"
    for task in (Task.CLASSES, Task.NUMBERS):
        some = [line for line in lines if line["task"] == task and line["guess"] > 0]
        if not some:
            continue
        yield f"\n## {str(task).capitalize()} ({len(some)} tables of {_sizes(some)} rows)\n"
        yield "| algorithm | default | narrow | in use | wide | wide is better by | settings: narrow, in use, wide |"
        yield "|---|---|---|---|---|---|---|"
        for key in WIDE:
            mine = [line for line in some if key in line["found"]]
            if mine:
                yield _line_of(key, mine)
    yield "\n## Values by algorithm\n"
    yield "| algorithm | in use | wide |\n|---|---|---|"
    for key, wide in WIDE.items():
        yield f"| {key} | {_values(_row_of(key).grid)} | {_values(wide)} |"


def _sizes(some: Sequence[dict[str, Any]]) -> str:
    sizes = sorted(line["rows"] for line in some)
    return f"{sizes[0]} to {sizes[-1]}"


def _values(grid: Grid) -> str:
    return "; ".join(f"{key}: {', '.join(str(value) for value in values)}" for key, values in grid.items())


def _line_of(key: str, some: Sequence[dict[str, Any]]) -> str:
    row = _row_of(key)
    used = combinations(row.grid)
    narrow = combinations({name: values[::NARROW_STEP] for name, values in row.grid.items()})
    wide = combinations(WIDE[key])
    default: Settings = {setting.key: setting.default for setting in row.settings if setting.key in row.grid}
    by_grid = [np.array([_error_with(key, line, grid) for line in some]) for grid in ((default,), narrow, used, wide)]
    gain = by_grid[2] - by_grid[3]
    spread = gain.std(ddof=1) / np.sqrt(len(gain)) if len(gain) > 1 else float("nan")
    means = " | ".join("-" if np.isnan(values).any() else f"{values.mean():.1f}" for values in by_grid)
    return f"| {key} | {means} | {gain.mean():+.1f} ± {spread:.1f} | {len(narrow)}, {len(used)}, {len(wide)} |"


def _error_with(key: str, line: dict[str, Any], grid: Sequence[Settings]) -> float:
    """The held-out error where tuning tries these settings, in 100ths of the constant guess's error."""
    choices = list_choices(Candidate(key, key, {}, WIDE[key]))
    row = _row_of(key)
    tried = [place for place, choice in enumerate(choices) if any(_equal(choice, other) for other in grid)]
    if not tried:
        return float("nan")
    order = [tried[place] for place in simplest_first(row, [choices[place] for place in tried])]
    errors = []
    for fold in line["found"][key]:
        inside = [value if np.isfinite(value) else float("inf") for value in fold["inside"]]
        errors.append(fold["errors"][min(order, key=inside.__getitem__)])
    return 100 * float(np.mean(errors)) / float(line["guess"])


def _equal(one: Settings, other: Settings) -> bool:
    return all(one.get(key) == value for key, value in other.items())


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["measure"] and len(arguments) > 1:
        folder = Path(arguments[2]) if len(arguments) > 2 else None
        most = int(arguments[3]) if len(arguments) > 3 else MOST_ROWS
        measure_tables(Path(arguments[1]), folder, most, arguments[4].split(",") if len(arguments) > 4 else tuple(WIDE))
    elif arguments[:1] == ["report"] and len(arguments) > 1:
        print("\n".join(report([Path(path) for path in arguments[1:]])))
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
