"""Which algorithms a study should start with: held-out errors of all of them on many tables, tuned alike.

    python -m benchmarks.suggestions measure RESULTS.jsonl [FOLDER OF PUBLIC TABLES]
    python -m benchmarks.suggestions report RESULTS.jsonl > benchmarks/suggestions.md

Every algorithm is tuned inside the training rows of the same folds, as a study does it. Finished tables are kept in
RESULTS.jsonl and not done again. Public tables are cut to at most 250 rows: suggestions matter most where rows are few.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.algorithms import ALGORITHMS
from core.algorithms.limits import LIMITS
from core.data import read
from core.data.prepare import prepare
from core.data.samples import sample
from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit

MOST_ROWS = 250
FOLDS, INNER_FOLDS = 4, 3
LEFT_OUT = ("given", "formula", "memoriser", "monotone-boosting")  # nothing to train, or a twin of another
TRIVIAL = {Task.CLASSES: "majority", Task.NUMBERS: "median"}
PUBLIC = {
    "airfoil": "spl",
    "anneal": "class",
    "auto_mpg": "class",
    "banknote": "class",
    "breast_cancer286": "Class",
    "ccpp": "PE",
    "credit_a_crx": "class",
    "energy_efficiency": "Y1",
    "german": "class",
    "heart_c_cleve": "num",
    "heart_statlog": "class",
    "horse_colic": "surgical_lesion",
    "labor": "class",
    "seismic_bumps": "Class",
    "segment": "class",
    "steel_plates_faults": "Fault",
    "yacht": "residuary_resistance",
}
OTHER_TARGETS = {"energy_efficiency": ("Y2",)}
SHARES = (
    ("simple", "forest"),
    ("simple", "forest", "boosting"),
    ("simple", "forest", "additive"),
    ("simple", "forest", "boosting", "additive"),
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


def make_plan_of_tests(name: str, rows: int, seed: int) -> Dataset:
    """A test plan: inputs spread evenly (a Latin hypercube), an answer with 5 % noise."""
    function, columns = PHYSICS[name]
    rng = np.random.default_rng(seed)
    ranks = np.column_stack([rng.permutation(rows) for _ in range(columns)])
    inputs = (ranks + rng.random((rows, columns))) / rows
    answer = function(inputs)
    answer = answer + 0.05 * answer.std() * rng.normal(size=rows)
    return Dataset(
        name=f"{name} {rows}",
        task=Task.NUMBERS,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * columns,
        features=tuple(f"x{place}" for place in range(columns)),
        levels=((),) * columns,
        targets=answer[:, None],
        outputs=("y",),
    )


def make_spectra(rows: int, columns: int) -> Dataset:
    """Two classes that differ in a few of many inputs which resemble their neighbors."""
    rng = np.random.default_rng(5)
    labels = np.arange(rows) % 2
    inputs = np.cumsum(rng.normal(size=(rows, columns)), axis=1) / 10
    inputs[:, columns // 3 : columns // 3 + 10] += labels[:, None]
    return Dataset(
        name=f"spectra {columns}",
        task=Task.CLASSES,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * columns,
        features=tuple(f"x{place}" for place in range(columns)),
        levels=((),) * columns,
        targets=labels.astype(np.float64)[:, None],
        outputs=("y",),
        classes=("a", "b"),
    )


def tables(folder: Path | None) -> Iterator[Dataset]:
    for number, name in enumerate(PHYSICS):
        for rows in (30, 60):
            yield make_plan_of_tests(name, rows, 100 * number + rows)
    yield make_spectra(60, 200)
    for key in ("propeller", "bearing", "corrosion"):
        found = sample(key)
        data = prepare(found.make(), found.columns)
        yield _cut(data, MOST_ROWS)
    for name, target in PUBLIC.items() if folder is not None else ():
        table = read(Path(str(folder)) / f"{name}.csv")
        numeric = name in ("airfoil", "auto_mpg", "ccpp", "energy_efficiency", "yacht")
        nominal = () if numeric or table.column(target).kind.is_coded else (target,)
        columns = Columns(target=(target,), nominal=nominal, ignore=OTHER_TARGETS.get(name, ()))
        yield _cut(prepare(table, columns), MOST_ROWS)


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


def measure(data: Dataset, keys: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Held-out error (per row: wrong or not, or the absolute error) and seconds of every algorithm."""
    study = Study(
        title=data.name,
        source="",
        columns=Columns(),
        question=Question(measure="error" if data.task is Task.CLASSES else "mae"),
        candidates=tuple(_candidate(key, data) for key in keys),
        reference=keys[0],
        scheme=SchemeChoice(folds=FOLDS, repeats=1, max_repeats=1),
        tuning=Tuning(TuningKind.KFOLD, folds=INNER_FOLDS),
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


def measure_tables(results: Path, folder: Path | None) -> None:
    for data in tables(folder):
        if data.name in {line["table"] for line in _lines(results)}:
            continue
        keys = [row.key for row in ALGORITHMS if data.task in row.tasks and row.key not in LEFT_OUT]
        found = measure(data, keys)
        line = {"table": data.name, "rows": data.size, "inputs": data.inputs.shape[1], "task": str(data.task)}
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**line, "found": found}) + "\n")
        best = min(found, key=lambda key: found[key][0])
        print(f"{data.name}: best is {best}", file=sys.stderr, flush=True)


def _lines(results: Path) -> list[dict[str, object]]:
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        measure_tables(Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
