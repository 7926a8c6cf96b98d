"""Which algorithms a study should start with: held-out errors of all of them on many tables, tuned alike.

    python -m benchmarks.suggestions measure RESULTS.jsonl [FOLDER OF PUBLIC TABLES [MOST ROWS]]
    python -m benchmarks.suggestions report RESULTS.jsonl > benchmarks/suggestions.md

Every algorithm is tuned inside the training rows of the same folds, as a study does it. Finished tables are kept in
RESULTS.jsonl and not done again. Public tables are cut to at most 150 rows, and once more to at most 900 and 3,000:
what is suggested depends on the rows. Test plans have 4 folds with 3 inner ones, other tables 3 folds with 2 inner ones
and fewer algorithms (`SLOW`, with more rows `QUICK`): all of them together would take hours.
"""

import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from core.advice.suggest_plan import suggest_models
from core.algorithms import ALGORITHMS
from core.algorithms.limits import LIMITS
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit

MOST_ROWS = 150
SIZES = (MOST_ROWS, 900, 3000)
QUICK = ("linear", "logistic", "median", "majority", "additive", "knn", "forest", "boosting", "svm", "gaussian-process")
PLAN_FOLDS, TABLE_FOLDS = (4, 3), (3, 2)  # folds, and folds inside each training set
LEFT_OUT = ("given", "formula", "memoriser", "monotone-boosting")  # nothing to train, or a twin of another
SLOW = (
    "average",
    "c45",
    "elastic-net",
    "lasso",
    "mean",
    "mlp",
    "naive-bayes-discretised",
    "pls",
    "perceptron",
    "qda",
    "ridge",
    "ripper",
    "tree",
)  # left out on public tables: slow, or close to another that is in
TRIVIAL = {Task.CLASSES: "majority", Task.NUMBERS: "median"}
PUBLIC = {
    "ai4i2020": "Machine failure",
    "airfoil": "spl",
    "anneal": "class",
    "auto_mpg": "class",
    "banknote": "class",
    "breast_cancer286": "Class",
    "ccpp": "PE",
    "chess_krvskp": "class",
    "credit_a_crx": "class",
    "energy_efficiency": "Y1",
    "german": "class",
    "heart_c_cleve": "num",
    "heart_statlog": "class",
    "horse_colic": "surgical_lesion",
    "hypothyroid3163": "class",
    "labor": "class",
    "mushroom": "class",
    "nursery": "class",
    "page_blocks": "class",
    "seismic_bumps": "Class",
    "segment": "class",
    "sick": "Class",
    "steel_plates_faults": "Fault",
    "yacht": "residuary_resistance",
}
NOT_INPUTS = {
    "ai4i2020": ("UID", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"),  # numbers, and kinds of the failure itself
    "energy_efficiency": ("Y2",),
}
SETS = (
    ("simple", "forest"),
    ("simple", "forest", "boosting"),
    ("simple", "forest", "additive"),
    ("simple", "forest", "boosting", "additive"),
    ("simple", "forest", "additive", "gaussian-process"),
    ("simple", "additive", "gaussian-process"),
    ("simple", "forest", "svm"),
    ("simple", "boosting", "svm"),
    ("simple", "forest", "boosting", "svm"),
    ("simple", "forest", "boosting", "additive", "gaussian-process"),
)
SIMPLE = {Task.CLASSES: "logistic", Task.NUMBERS: "linear"}


# --- tables ---


def _wave(x: Floats) -> Floats:
    """Friedman 1991, the first of his functions."""
    return np.asarray(10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4])


def _borehole(x: Floats) -> Floats:
    """Flow of water through a borehole (Harper & Gupta 1983), inputs scaled to 0 and 1."""
    radius, reach = 0.05 + 0.1 * x[:, 0], 100 + 49_900 * x[:, 1]
    upper, lower = 63_070 + 52_530 * x[:, 2], 990 + 120 * x[:, 3]
    length, conductivity = 1120 + 560 * x[:, 4], 9855 + 2190 * x[:, 5]
    logs = np.log(reach / radius)
    drop = upper / 100 - lower / 10
    return np.asarray(2 * np.pi * upper * drop / (logs * (1 + 2 * length * upper / (logs * radius**2 * conductivity))))


def _circuit(x: Floats) -> Floats:
    """Midpoint voltage of a push-pull circuit (Ben-Ari & Steinberg 2007), inputs scaled to 0 and 1."""
    b1, b2, f = 50 + 100 * x[:, 0], 25 + 45 * x[:, 1], 0.5 + 2.5 * x[:, 2]
    c1, c2, gain = 1.2 + 1.3 * x[:, 3], 0.25 + 0.95 * x[:, 4], 50 + 250 * x[:, 5]
    base = 12 * b2 / (b1 + b2)
    below = gain * (c2 + 9) + f
    return np.asarray(
        (base + 0.74) * gain * (c2 + 9) / below + 11.35 * f / below + 0.74 * f * gain * (c2 + 9) / (below * c1)
    )


def _piston(x: Floats) -> Floats:
    """Cycle time of a piston (Kenett & Zacks 1998), inputs scaled to 0 and 1."""
    mass, area, volume = 30 + 30 * x[:, 0], 0.005 + 0.015 * x[:, 1], 0.002 + 0.008 * x[:, 2]
    spring, pressure, ambient, gas = 1e3 + 4e3 * x[:, 3], 9e4 + 2e4 * x[:, 4], 290 + 6 * x[:, 5], 340 + 20 * x[:, 6]
    force = pressure * area + 19.62 * mass - spring * volume / area
    height = area / (2 * spring) * (np.sqrt(force**2 + 4 * spring * pressure * volume * ambient / gas) - force)
    stiffness = spring + area**2 * pressure * volume * ambient / (gas * height**2)
    return np.asarray(2 * np.pi * np.sqrt(mass / stiffness))


def _quadratic(x: Floats) -> Floats:
    centered = 2 * x - 1
    return np.asarray(
        3 * centered[:, 0]
        - 2 * centered[:, 1]
        + centered[:, 2]
        - 2 * centered[:, 0] ** 2
        + 2 * centered[:, 0] * centered[:, 1]
        + 1.5 * centered[:, 3] ** 2
    )


def _saturation(x: Floats) -> Floats:
    return np.asarray(8 * np.minimum(x[:, 0], 0.4) + 3 * x[:, 1] + 4 * np.maximum(x[:, 2] - 0.6, 0) * x[:, 1])


def _exponential(x: Floats) -> Floats:
    return np.asarray(np.exp(2 * x[:, 0]) + 4 / (1 + np.exp(-10 * (x[:, 1] - 0.5))) + 2 * x[:, 2])


PHYSICS: dict[str, tuple[Callable[[Floats], Floats], int]] = {
    "friedman": (_wave, 7),
    "borehole": (_borehole, 6),
    "circuit": (_circuit, 6),
    "piston": (_piston, 7),
    "quadratic": (_quadratic, 5),
    "saturation": (_saturation, 4),
    "exponential": (_exponential, 4),
}


PLANS = {f"{name} {rows}" for name in PHYSICS for rows in (30, 60)}


def make_plan_of_tests(name: str, rows: int, seed: int) -> Dataset:
    """A test plan: inputs spread evenly (a Latin hypercube), an answer with 5 % noise."""
    rng = np.random.default_rng(seed)
    return make_test_table(name, latin_hypercube(rows, PHYSICS[name][1], rng), rng, f"{name} {rows}")


def latin_hypercube(rows: int, columns: int, rng: np.random.Generator) -> Floats:
    """Inputs from 0 to 1, every one spread evenly."""
    ranks = np.column_stack([rng.permutation(rows) for _ in range(columns)])
    return np.asarray((ranks + rng.random((rows, columns))) / rows)


def make_test_table(relation: str, inputs: Floats, rng: np.random.Generator, name: str) -> Dataset:
    """The answers of a known relation on these inputs, with 5 % noise."""
    columns = inputs.shape[1]
    answer = PHYSICS[relation][0](inputs)
    answer = answer + 0.05 * answer.std() * rng.normal(size=len(inputs))
    return Dataset(
        name=name,
        task=Task.NUMBERS,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * columns,
        features=tuple(f"x{place}" for place in range(columns)),
        levels=((),) * columns,
        targets=answer[:, None],
        outputs=("y",),
    )


def tables(folder: Path | None, most: int) -> Iterator[Dataset]:
    for number, name in enumerate(PHYSICS):
        for rows in (30, 60):
            yield make_plan_of_tests(name, rows, 100 * number + rows)
    for key in ("propeller", "bearing", "corrosion"):
        found = find_sample(key)
        data = prepare_dataset(found.make(), found.columns)
        yield _cut(data, most)
    for name, target in PUBLIC.items() if folder is not None else ():
        table = read_table(Path(str(folder)) / f"{name}.csv")
        numeric = name in ("airfoil", "auto_mpg", "ccpp", "energy_efficiency", "yacht")
        nominal = () if numeric or table.column(target).kind.is_coded else (target,)
        columns = Columns(target=(target,), nominal=nominal, ignore=NOT_INPUTS.get(name, ()))
        yield _cut(prepare_dataset(table, columns), most)


def _cut(data: Dataset, most: int) -> Dataset:
    """At most so many rows and the first output; rows count as independent, because only algorithms are compared."""
    rows = np.sort(np.random.default_rng(1).permutation(data.size)[:most])
    return replace(
        data,
        inputs=data.inputs[rows],
        targets=data.targets[rows][:, :1],
        outputs=data.outputs[:1],
        groups=None,
        order=None,
        given={},
    )


# --- measuring ---


def measure(
    data: Dataset, keys: Sequence[str], of_folds: tuple[int, int] | None = None, repeats: int = 1
) -> dict[str, tuple[float, float]]:
    """Held-out error (per row: wrong or not, or the absolute error) and seconds of every algorithm.

    `of_folds`: how many folds, and how many inside each training set.
    """
    folds, inner_folds = of_folds or (PLAN_FOLDS if data.name in PLANS else TABLE_FOLDS)
    study = Study(
        title=data.name,
        source="",
        columns=Columns(),
        question=Question(measure="error" if data.task is Task.CLASSES else "mae"),
        candidates=tuple(_candidate(key, data) for key in keys),
        baseline=keys[0],
        scheme=SchemeChoice(folds=folds, repeats=repeats, max_repeats=repeats),
        tuning=Tuning(TuningKind.KFOLD, folds=inner_folds),
    )
    context = make_fit_context(study, data)
    losses: dict[str, list[Floats]] = {key: [] for key in keys}
    seconds = dict.fromkeys(keys, 0.0)
    for fit_job in list_fit_jobs(study, data, set()):
        if fit_job.job.candidate not in losses or fit_job.job.part != "main":
            continue
        began = time.process_time()
        found = run_fit(fit_job, context)
        seconds[fit_job.job.candidate] += time.process_time() - began
        if found.predicted is not None:
            away = found.predicted[:, 0] - data.targets[found.rows, 0]
            losses[fit_job.job.candidate].append(np.abs(away) if data.task is Task.NUMBERS else away != 0)
    return {
        key: (float(np.concatenate(losses[key]).mean()) if losses[key] else float("nan"), seconds[key]) for key in keys
    }


def _candidate(key: str, data: Dataset) -> Candidate:
    row = next(row for row in ALGORITHMS if row.key == key)
    return Candidate(key, key, {"above_limit": "draw"} if key in LIMITS else {}, row.grid)


def measure_tables(results: Path, folder: Path | None, most: int) -> None:
    for data in tables(folder, most):
        if (data.name, data.size) in {(line["table"], line["rows"]) for line in _lines(results)}:
            continue
        left_out = (*LEFT_OUT, "average") if data.name in PLANS else (*LEFT_OUT, *SLOW)
        keys = [row.key for row in ALGORITHMS if data.task in row.tasks and row.key not in left_out]
        keys = [key for key in keys if data.size <= MOST_ROWS or key in QUICK]
        found = measure(data, keys)
        line = {"table": data.name, "rows": data.size, "inputs": data.inputs.shape[1], "task": str(data.task)}
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**line, "found": found}) + "\n")
        best = min(found, key=lambda key: found[key][0])
        print(f"{data.name}: best is {best}", file=sys.stderr, flush=True)


def _lines(results: Path) -> list[dict[str, Any]]:
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


# --- report ---


def report(paths: Sequence[Path]) -> Iterator[str]:
    """Lines of a page: how much worse the best of each set is than the best of all, and errors per table."""
    lines = list({(line["table"], line["rows"]): line for path in paths for line in _lines(path)}.values())
    groups = {
        "Numbers, generated test plans of 30 and 60 rows": [line for line in lines if line["table"] in PLANS],
    }
    for title, task in (("Numbers", Task.NUMBERS), ("Classes", Task.CLASSES)):
        mine = [line for line in lines if line["task"] == task and line["table"] not in PLANS]
        for low, high in itertools.pairwise((0, *SIZES)):
            some = [line for line in mine if low < line["rows"] <= high]
            groups[f"{title}, samples and public tables of {low + 1} to {high} rows"] = some
    yield "# Which algorithms a study starts with\n"
    yield f"{' '.join((__doc__ or '').split('RESULTS.jsonl > benchmarks/suggestions.md')[1].split())}\n"
    yield "Loss: error of the best model of a set less that of the best of all; 100 is the error of the constant guess."
    for title, some in groups.items():
        if not some:
            continue
        yield f"\n## {title} ({len(some)})\n"
        yield "| set | mean loss | largest loss | CPU s per table |\n|---|---|---|---|"
        for keys in ("suggested", *SETS):
            sets = [_suggested(line) if isinstance(keys, str) else keys for line in some]
            losses = [_loss(line, of_line) for line, of_line in zip(some, sets, strict=True)]
            cost = sum(_cost(line, of_line) for line, of_line in zip(some, sets, strict=True)) / len(some)
            name = "**as suggested**" if isinstance(keys, str) else ", ".join(keys)
            yield f"| {name} | {np.mean(losses):.1f} | {max(losses):.1f} | {cost:.1f} |"
        yield "\nMean error by algorithm, in 100ths of the constant guess's error:\n"
        yield "| algorithm | mean | best on |\n|---|---|---|"
        yield from _algorithms(some)
        yield "\n| table | rows | inputs | best |\n|---|---|---|---|"
        for line in some:
            yield f"| {line['table']} | {line['rows']} | {line['inputs']} | {_best(line)} |"


def _suggested(line: dict[str, Any]) -> Sequence[str]:
    return suggest_models(Task(line["task"]), line["rows"], line["inputs"])


def _algorithms(some: Sequence[dict[str, Any]]) -> Iterator[str]:
    keys = set.intersection(*(set(line["found"]) for line in some))
    means = {key: float(np.mean([100 * line["found"][key][0] / _guess(line) for line in some])) for key in keys}
    for key in sorted(means, key=means.__getitem__):
        yield f"| {key} | {means[key]:.0f} | {sum(_best(line) == key for line in some)} |"


def _guess(line: dict[str, Any]) -> float:
    return float(line["found"][TRIVIAL[Task(line["task"])]][0])


def _best(line: dict[str, Any]) -> str:
    errors = {key: float(error) for key, (error, _) in line["found"].items()}
    return str(min(errors, key=errors.__getitem__))


def _keys(line: dict[str, Any], keys: Sequence[str]) -> list[str]:
    simple = SIMPLE[Task(line["task"])]
    return [key for key in (simple if key == "simple" else key for key in keys) if key in line["found"]]


def _loss(line: dict[str, Any], keys: Sequence[str]) -> float:
    reached = min(float(line["found"][key][0]) for key in _keys(line, keys))
    return 100 * (reached - float(line["found"][_best(line)][0])) / _guess(line)


def _cost(line: dict[str, Any], keys: Sequence[str]) -> float:
    return sum(float(line["found"][key][1]) for key in _keys(line, keys))


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["measure"] and len(arguments) > 1:
        folder = Path(arguments[2]) if len(arguments) > 2 else None
        measure_tables(Path(arguments[1]), folder, int(arguments[3]) if len(arguments) > 3 else MOST_ROWS)
    elif arguments[:1] == ["report"] and len(arguments) > 1:
        print("\n".join(report([Path(path) for path in arguments[1:]])))
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
