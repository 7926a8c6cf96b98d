"""Do ranges of single predictions hold as often as promised, and are rows outside the domain noticed?

    python -m benchmarks.prediction measure RESULTS.jsonl [FOLDER OF PUBLIC TABLES]
    python -m benchmarks.prediction report RESULTS.jsonl > benchmarks/prediction.md

One half of a table is the study, the other half are new rows with known values: ranges and places come from the
functions a saved model uses. Generated tables have 30, 100 and 300 rows for the study and 1,000 new ones. What was
measured stands in RESULTS.jsonl and is not measured again.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from sklearn.datasets import load_diabetes

from core.data import read_table
from core.data.final_test_rows import select_rows
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Column, Dataset, Floats, Integers, Kind, Table, Task
from core.domain.evidence import MAIN, Run
from core.domain.prediction import ErrorLimit, Place
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from core.engine.versions import read_versions
from core.prediction.build import ModelForUse, add_evidence, add_learner
from core.prediction.fit_final import fit_final_learner
from core.prediction.inputs import describe_inputs
from core.prediction.predict import estimate_seconds, predict_table
from core.prediction.record import FinalModel

LEVEL = 0.9
SIZES = (30, 100, 300)
TABLES_EACH = 3  # of every generated world and size
GROUPED_TABLES = 20  # of every number of groups
PUBLIC_SPLITS = 10  # of every public table into halves
SPEED_ROWS, SPEED_INPUTS, SPEED_STORED = 100_000, 20, 1_000
NEW_ROWS = 1000
MODELS = ("linear", "knn", "tree", "forest", "boosting", "gaussian-process")
SCHEME = SchemeChoice(folds=10, repeats=2, max_repeats=2)
PUBLIC = {
    "airfoil": "spl",
    "auto_mpg": "class",
    "ccpp": "PE",
    "yacht": "residuary_resistance",
    "energy_efficiency": "Y1",
    "concrete": "strength",
}
FILES = {"concrete": "../hard/real_Concrete_Data.xls"}
TITLES = {"strength": "Concrete compressive strength(MPa, megapascals)"}  # of columns with long names
MOST_PUBLIC = 300
Made = tuple[Floats, Floats]
Maker = Callable[[int, np.random.Generator], Made]
Noise = Callable[[int, np.random.Generator], Floats]


@dataclass(frozen=True, slots=True)
class Case:
    """One table in two halves: the study's and new rows."""

    world: str
    rows: int
    seed: int
    study: Dataset
    new: Dataset


def _bend(x: Floats) -> Floats:
    return np.asarray(np.sin(2 * x[:, 0]) + x[:, 1] ** 2 + x[:, 2])


def _worlds() -> dict[str, Maker]:
    """Inputs and output of so many rows; noise has a standard deviation of about 1."""

    def plain(width: int, formula: Callable[[Floats], Floats], noise: Noise) -> Maker:
        def make(rows: int, rng: np.random.Generator) -> Made:
            x = rng.normal(size=(rows, width))
            return x, formula(x) + noise(rows, rng)

        return make

    def normal(rows: int, rng: np.random.Generator) -> Floats:
        return rng.normal(size=rows)

    def uneven(rows: int, rng: np.random.Generator) -> Made:
        x = rng.normal(size=(rows, 5))
        return x, _bend(x) + rng.normal(size=rows) * (0.25 + 1.5 * (x[:, 3] > 0))

    def related(rows: int, rng: np.random.Generator) -> Made:
        x = rng.normal(size=(rows, 6))
        x[:, 1:4] = 0.9 * x[:, [0]] + 0.44 * x[:, 1:4]
        return x, 2 * x[:, 0] - x[:, 4] + rng.normal(size=rows)

    def categories(rows: int, rng: np.random.Generator) -> Made:
        x = rng.normal(size=(rows, 4))
        x[:, 3] = rng.integers(0, 4, rows)
        return x, x[:, 0] + 1.5 * (x[:, 3] == 1) - (x[:, 3] == 2) * x[:, 1] + rng.normal(size=rows)

    def gaps(rows: int, rng: np.random.Generator) -> Made:
        x = rng.normal(size=(rows, 5))
        y = _bend(x) + rng.normal(size=rows)
        x[rng.random(x.shape) < 0.1] = np.nan
        return x, y

    return {
        "line, 3 inputs": plain(3, lambda x: x @ np.array([2.0, -1.0, 0.5]), normal),
        "line, 10 inputs": plain(10, lambda x: x[:, 0] - x[:, 1] + 0.5 * x[:, 2], normal),
        "bend, 5 inputs": plain(5, _bend, normal),
        "uneven noise": uneven,
        "heavy tails": plain(5, _bend, lambda rows, rng: rng.standard_t(3, rows) / np.sqrt(3)),
        "skewed noise": plain(5, _bend, lambda rows, rng: rng.exponential(size=rows)),
        "product of two": plain(4, lambda x: 2 * x[:, 0] * x[:, 1] + x[:, 2], normal),
        "steps": plain(4, lambda x: 3.0 * (x[:, 0] > 0.3) + 2.0 * (x[:, 1] < -0.5), normal),
        "related inputs": related,
        "categories": categories,
        "gaps": gaps,
        "hardly any signal": plain(5, lambda x: 0.3 * x[:, 0], normal),
    }


def make_dataset(
    inputs: Floats, targets: Floats, categories: Sequence[int] = (), groups: Integers | None = None
) -> Dataset:
    width = inputs.shape[1]
    kinds = tuple(Kind.NAMES if place in categories else Kind.NUMBER for place in range(width))
    levels = tuple(tuple("abcd") if place in categories else () for place in range(width))
    names = tuple(f"x{place}" for place in range(width))
    return Dataset(
        "generated", Task.NUMBERS, inputs, kinds, names, levels, targets.reshape(-1, 1), ("y",), groups=groups,
        group_name="group" if groups is not None else "",
    )  # fmt: skip


def list_cases(folder: Path | None) -> Iterator[Case]:
    for world, make in _worlds().items():
        for rows in SIZES:
            for seed in range(TABLES_EACH):
                rng = np.random.default_rng([rows, seed, len(world), sum(map(ord, world))])
                data = make_dataset(*make(rows + NEW_ROWS, rng), (3,) if world == "categories" else ())
                yield Case(world, rows, seed, *_halve(data, rows))
    for groups in (10, 30):
        for seed in range(GROUPED_TABLES):
            yield _make_grouped(groups, seed)
    for name, data in _list_public(folder):
        for seed in range(PUBLIC_SPLITS):
            order = np.random.default_rng(seed).permutation(data.size)[: 2 * MOST_PUBLIC + NEW_ROWS]
            shuffled = select_rows(replace(data, groups=None, group_name=""), order)
            half = min(MOST_PUBLIC, data.size // 2)
            yield Case(f"public: {name}", half, seed, *_halve(shuffled, half))


def _halve(data: Dataset, rows: int) -> tuple[Dataset, Dataset]:
    return select_rows(data, np.arange(rows)), select_rows(data, np.arange(rows, data.size))


def _make_grouped(groups: int, seed: int) -> Case:
    """Groups of 10 rows with an effect of their own of standard deviation 1; new rows are of new groups."""
    rng = np.random.default_rng([groups, seed])
    member = np.repeat(np.arange(groups + 100), 10)
    own = rng.normal(size=(groups + 100, 2))
    x = rng.normal(size=(len(member), 3))
    x[:, 2] = own[member, 1] + 0.1 * rng.normal(size=len(member))  # tells the group
    data = make_dataset(x, 2 * x[:, 0] + own[member, 0] + rng.normal(size=len(member)), groups=member)
    return Case(f"new groups: {groups}", 10 * groups, seed, *_halve(data, 10 * groups))


def _list_public(folder: Path | None) -> Iterator[tuple[str, Dataset]]:
    table = find_sample("propeller").make()
    yield "propeller", prepare_dataset(table, Columns(target=("KT",), ignore=("10KQ", "efficiency")))
    inputs, targets = load_diabetes(return_X_y=True)
    yield "diabetes", make_dataset(inputs, targets)
    for name, target in PUBLIC.items():
        path = None if folder is None else folder / FILES.get(name, f"{name}.csv")
        if path is not None and path.is_file():
            table, column = read_table(path), TITLES.get(target, target)
            others = tuple(other for other in ("Y1", "Y2") if other in table.names and other != target)
            columns = Columns(target=(column,), numeric=(column,), ignore=others)
            yield f"{name} {target}", prepare_dataset(table, columns)


def measure(case: Case, model: str) -> dict[str, object]:
    """Coverage of the ranges, places of the new rows, and the mean width, for one table and model."""
    began = time.process_time()
    record, made = make_model(case.study, model)
    found = predict_table(made, _make_table(case.new), LEVEL)
    assert found.low is not None
    assert found.high is not None
    actual, low, high = case.new.targets[:, 0], found.low[:, 0], found.high[:, 0]
    given = np.isfinite(low)
    limit = next(limit for limit in record.error_limits if limit.level == LEVEL)
    return {
        "world": case.world,
        "rows": case.rows,
        "seed": case.seed,
        "model": model,
        "given": int(given.sum()),
        "hits": int(((actual >= low) & (actual <= high))[given].sum()),
        "outside": sum(place is Place.OUTSIDE for place in found.places),
        "edge": sum(place is Place.EDGE for place in found.places),
        "beyond": _count_beyond(case),
        "new": found.rows,
        "width": float(np.mean((high - low)[given])) if given.any() else None,
        "local": isinstance(limit, ErrorLimit) and limit.scaled is not None,
        "seconds": round(time.process_time() - began, 2),
    }


def make_model(data: Dataset, model: str) -> tuple[FinalModel, ModelForUse]:
    """The model a study of one algorithm on these rows would save, with its ranges and its domain."""
    candidate = Candidate(model, model)
    study = Study(
        "benchmark", "generated", Columns(target=data.outputs), Question(measure="mae"), (candidate,), model,
        scheme=SCHEME, tuning=Tuning(TuningKind.NONE),
    )  # fmt: skip
    context = make_fit_context(study, data)
    jobs = [job for job in list_fit_jobs(study, data, set()) if job.job.part == MAIN and job.job.candidate == model]
    run = Run(tuple(run_fit(job, context) for job in jobs), complete=True)
    learner, _ = fit_final_learner(study, candidate, data)
    record = FinalModel(
        model,
        study,
        candidate,
        "",
        "",
        data.size,
        (),
        data.task,
        describe_inputs(data, data.groups),
        data.outputs,
        ("",),
    )
    record, tested = add_evidence(add_learner(record, learner), study, data, run, model)
    return record, ModelForUse(record, learner, tested)


def measure_speed() -> Iterator[dict[str, object]]:
    """Processor seconds for many rows with ranges and places, by models that keep a thousand rows."""
    rng = np.random.default_rng(8)
    x = rng.normal(size=(SPEED_STORED + SPEED_ROWS, SPEED_INPUTS))
    noise = rng.normal(size=len(x)) * (0.25 + 1.5 * (x[:, 3] > 0))
    study, new = _halve(make_dataset(x, _bend(x) + noise), SPEED_STORED)
    table = _make_table(new)
    for model in MODELS:
        record, made = make_model(study, model)
        said = estimate_seconds(made, SPEED_ROWS)
        began = time.process_time()
        predict_table(made, table, LEVEL)
        seconds = round(time.process_time() - began, 2)
        is_local = any(limit.scaled is not None for limit in record.error_limits)
        told = {"seconds": seconds, "said": said, "local": is_local}
        yield {"world": "speed", "rows": SPEED_STORED, "seed": 0, "model": model, **told}


def _count_beyond(case: Case) -> int:
    """New rows of which some number lies beyond all numbers of the study, however little."""
    is_number = [not kind.is_coded for kind in case.study.kinds]
    tested, new = case.study.inputs[:, is_number], case.new.inputs[:, is_number]
    is_beyond = (new < np.nanmin(tested, axis=0)) | (new > np.nanmax(tested, axis=0))
    return int(is_beyond.any(axis=1).sum())


def _make_table(data: Dataset) -> Table:
    columns = []
    for name, kind, levels, values in zip(data.features, data.kinds, data.levels, data.inputs.T, strict=True):
        if kind.is_coded:
            columns.append(Column(name, kind, np.where(np.isnan(values), -1, values).astype(np.int32), levels))
        else:
            columns.append(Column(name, Kind.NUMBER, values))
    return Table("new", "new.csv", tuple(columns))


def measure_broken_relations(trials: int = 20) -> Iterator[dict[str, object]]:
    """Rows that break the relation of a pair with correlation .95, each column inside its own range."""
    for width in (3, 10):
        for trial in range(trials):
            rng = np.random.default_rng([width, trial, 7])
            x = rng.normal(size=(200 + 20, width))
            x[:, 1] = 0.95 * x[:, 0] + np.sqrt(1 - 0.95**2) * x[:, 1]
            x[200:, 0], x[200:, 1] = 1.5, -1.5
            x[200:, 2:] = np.clip(x[200:, 2:], -2, 2)
            data = make_dataset(x, x[:, 0] + rng.normal(size=len(x)))
            found = measure(Case(f"broken relation, {width} inputs", 200, trial, *_halve(data, 200)), "linear")
            yield found


def main(arguments: Sequence[str]) -> None:
    what, path = arguments[0], Path(arguments[1])
    known = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if what == "report":
        print(write_report(known))
        return
    done = {(one["world"], one["rows"], one["seed"], one["model"]) for one in known}
    folder = Path(arguments[2]) if len(arguments) > 2 else None
    with path.open("a") as file:
        for case in list_cases(folder):
            for model in MODELS:
                if (case.world, case.rows, case.seed, model) not in done:
                    file.write(json.dumps(measure(case, model)) + "\n")
                    file.flush()
        if not any(str(one["world"]).startswith("broken") for one in known):
            for found in measure_broken_relations():
                file.write(json.dumps(found) + "\n")
        if not any(one["world"] == "speed" for one in known):
            for found in measure_speed():
                file.write(json.dumps(found) + "\n")


def write_report(records: Sequence[dict[str, object]]) -> str:
    """Tables of coverage by size and model, of groups, of public tables, and of places."""
    lines = [
        "# Ranges of single predictions and the domain of use",
        "",
        __doc__.split("\n\n")[2].replace("\n", " ") if __doc__ else "",
        "",
        f"Promised: {100 * LEVEL:g} of 100. Each cell: mean share of new rows inside their range, in percent, and its",
        "standard error over tables; rows outside the domain have no range and do not count.",
        "",
        "Aim: a mean from 2 below to 4 above the promise, with groups to 9 above; fresh rows outside at most 1 in 20.",
        "",
        f"Measured with {', '.join(f'{name} {number}' for name, number in read_versions().items())}.",
        "",
    ]
    speed = [one for one in records if one["world"] == "speed"]
    records = [one for one in records if one["world"] != "speed"]
    generated = [one for one in records if ":" not in str(one["world"]) and "broken" not in str(one["world"])]
    lines += ["## 12 generated worlds", "", *_write_table(generated, "rows"), ""]
    lines += ["## By world (all sizes and models)", "", *_write_worlds(generated), ""]
    grouped = [one for one in records if str(one["world"]).startswith("new groups")]
    lines += ["## New groups (10 rows each)", "", *_write_table(grouped, "world"), ""]
    public = [one for one in records if str(one["world"]).startswith("public")]
    lines += ["## Public tables, half for the study", "", *_write_table(public, "world"), ""]
    lines += ["## Places", "", *_write_places(records), ""]
    lines += [
        f"## {SPEED_ROWS:,} rows of {SPEED_INPUTS} inputs, {SPEED_STORED:,} rows stored",
        "",
        *_write_speed(speed),
    ]
    return "\n".join(lines)


def _coverage(records: Sequence[dict[str, object]]) -> str:
    shares = [int(one["hits"]) / int(one["given"]) for one in records if one["given"]]  # type: ignore[call-overload]
    if not shares:
        return "no range"
    error = f" ± {100 * np.std(shares, ddof=1) / np.sqrt(len(shares)):.1f}" if len(shares) > 1 else ""
    return f"{100 * np.mean(shares):.1f}{error}"


def _write_table(records: Sequence[dict[str, object]], by: str) -> list[str]:
    names = [model for model in MODELS if any(one["model"] == model for one in records)]
    lines = [f"| {by} | tables | {' | '.join(names)} | all |", "|---" * (len(names) + 3) + "|"]
    for value in dict.fromkeys(one[by] for one in records):
        mine = [one for one in records if one[by] == value]
        cells = [_coverage([one for one in mine if one["model"] == name]) for name in names]
        lines.append(f"| {value} | {len(mine) // max(len(names), 1)} | {' | '.join(cells)} | {_coverage(mine)} |")
    return lines


def _write_worlds(records: Sequence[dict[str, object]]) -> list[str]:
    lines = ["| world | inside, % | wider where errors are larger, % of tables |", "|---|---|---|"]
    for world in dict.fromkeys(one["world"] for one in records):
        mine = [one for one in records if one["world"] == world]
        lines.append(f"| {world} | {_coverage(mine)} | {100 * np.mean([bool(one['local']) for one in mine]):.0f} |")
    return lines


def _write_places(records: Sequence[dict[str, object]]) -> list[str]:
    lines = [
        "A number beyond all tested ones makes a row at least edge, however little it lies beyond: with few rows",
        "and some inputs that is so for many fresh rows, as the last column says.",
        "",
        "| rows | falsely outside, % | falsely at the edge, % | with a number beyond all tested, % |",
        "|---|---|---|---|",
    ]
    fresh = [one for one in records if "broken" not in str(one["world"])]
    kinds = {"generated, 30 rows": 30, "generated, 100 rows": 100, "generated, 300 rows": 300}
    for name, rows in kinds.items():
        mine = [one for one in fresh if one["rows"] == rows and ":" not in str(one["world"])]
        lines.append(_write_place(name, mine))
    lines.append(_write_place("public tables", [one for one in fresh if str(one["world"]).startswith("public")]))
    lines.append(_write_place("new groups", [one for one in fresh if str(one["world"]).startswith("new groups")]))
    lines += [
        "",
        "| broken relation of a pair with correlation .95 | outside, % | at least at the edge, % |",
        "|---|---|---|",
    ]
    for width in (3, 10):
        mine = [one for one in records if one["world"] == f"broken relation, {width} inputs"]
        lines.append(_write_place(f"{width} inputs, 200 rows, {len(mine)} tables", mine, adds=True))
    return lines


def _write_speed(records: Sequence[dict[str, object]]) -> list[str]:
    lines = [
        "Ranges (wider where errors are larger) and places included, on one core. Aim: under 5 s for linear models,",
        "trees, forests and boosting. The time said beforehand is that of a clock on the wall, on a busy machine.",
        "",
        "| model | processor seconds | time said beforehand for the model itself, s |",
        "|---|---|---|",
    ]
    return [*lines, *(f"| {one['model']} | {one['seconds']} | {one['said']:.1f} |" for one in records), ""]


def _write_place(name: str, records: Sequence[dict[str, object]], adds: bool = False) -> str:
    if not records:
        return f"| {name} | not measured | not measured |"
    new = sum(int(one["new"]) for one in records)  # type: ignore[call-overload]
    outside = sum(int(one["outside"]) for one in records) / new  # type: ignore[call-overload]
    edge = sum(int(one["edge"]) for one in records) / new  # type: ignore[call-overload]
    shown = f"| {name} | {100 * outside:.1f} | {100 * (edge + outside if adds else edge):.1f} |"
    beyond = sum(int(one["beyond"]) for one in records) / new  # type: ignore[call-overload]
    return shown if adds else f"{shown} {100 * beyond:.1f} |"


if __name__ == "__main__":
    main(sys.argv[1:])
