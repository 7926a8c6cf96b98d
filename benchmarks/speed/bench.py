"""Measures what people run and writes the page: `python3 main.py bench [--quick] [--tables FOLDER] [--json OUT]`."""

import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from math import log
from pathlib import Path
from statistics import median
from typing import TypeVar

from benchmarks.speed.algorithms import SAME_WORK, AlgorithmCost, measure_algorithm, run_ours
from benchmarks.speed.measuring import ROOT, measure_work
from benchmarks.speed.other_loads import OtherCost, measure_others
from benchmarks.speed.sets import mixture
from benchmarks.speed.studies import StudyCost, measure_study
from benchmarks.speed.tables import SpeedTable, write_tables

Row = TypeVar("Row")
PAGE = ROOT / "benchmarks" / "speed.md"
SMALL = "wine"
LARGE = "30,000 rows"
SIX = ("bearing", "vehicle-sized", "breast cancer", "airfoil", "segment", "sick")
OF_CLASSES = (
    *("naive-bayes", "logistic", "knn", "svm", "tree", "forest", SAME_WORK, "extra-trees", "boosting"),
)  # fmt: skip
OF_NUMBERS = ("ridge", "lasso", "knn", "svm", "tree", "forest", SAME_WORK, "extra-trees", "boosting")
OF_SMOOTH = ("gaussian-process", "mlp")
GROWING_ROWS = (300, 3_000, 30_000)
INTRODUCTION = """Processor seconds of the whole program, all its processes included, one thread of linear algebra
each; every figure was measured once, so ratios that differ by less than a fifth are not apart.
"Idiom" is what a person writes with scikit-learn: a pipeline and GridSearchCV with the same grids
inside the folds, five inner folds below 500 training rows, one quarter of the rows above. It reads
the same file and prints errors; it keeps no study file and judges nothing. Its folds were measured
in part, as the tables say, and multiplied."""


def main(quick: bool, tables: Path | None, out: Path | None) -> int:
    """Measure everything, print each line as it comes, and write the page (not with `quick`)."""
    began = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as folder:
        chosen = {table.name: table for table in write_tables(Path(folder), tables)}
        studies = list(_told(_measure_studies(chosen, quick), study_line))
        algorithms = list(_told(_measure_algorithms(chosen, quick), algorithm_line))
    growth = [] if quick else list(_told(_measure_growth(), growth_line))
    others = [] if quick else list(_told(measure_others(), other_line))
    page = "\n".join(page_lines(began, studies, algorithms, growth, others)) + "\n"
    if not quick:
        PAGE.write_text(page, encoding="utf-8")
    if out is not None:
        rows = [*map(asdict, studies), *map(asdict, algorithms), *map(asdict, others)]
        out.write_text(json.dumps(rows, indent=1, default=str) + "\n", encoding="utf-8")
    return 0


def _told(rows: Iterable[Row], line: Callable[[Row], str]) -> Iterator[Row]:
    for row in rows:
        print(line(row), flush=True)
        yield row


def _measure_studies(tables: dict[str, SpeedTable], quick: bool) -> Iterator[StudyCost]:
    for name in (SIX[0], SMALL) if quick else (*SIX, SMALL):
        if name in tables:
            yield measure_study(tables[name], False, folds=2)
            yield measure_study(tables[name], True, folds=2)
    if not quick:
        yield measure_study(tables[LARGE], False, folds=1, repeats=1)


def _measure_algorithms(tables: dict[str, SpeedTable], quick: bool) -> Iterator[AlgorithmCost]:
    names = ("logistic", "forest", "boosting") if quick else OF_CLASSES
    yield from (measure_algorithm(tables["vehicle-sized"], name, 3) for name in names)
    if not quick:
        yield from (measure_algorithm(tables["smooth"], name, 1) for name in OF_SMOOTH)
    if "airfoil" in tables and not quick:
        yield from (measure_algorithm(tables["airfoil"], name, 3) for name in OF_NUMBERS)


def _measure_growth() -> Iterator[tuple[int, float, float]]:
    """Rows, and the seconds of one tuned training of a forest and of boosting, 20 inputs and two classes."""
    for rows in GROWING_ROWS:
        data = mixture("growing", rows, 20, 2, 0.35)
        forest, boosting = (measure_work(partial(run_ours, data, key, 1)) for key in ("forest", "boosting"))
        yield rows, forest, boosting


# --- the page ---


def aim_of(study: StudyCost) -> float:
    if "boosting" in study.models:
        return 8.0
    return 35.0 if study.table.rows < 200 else 15.0


def most_seconds(study: StudyCost) -> float | None:
    """What the whole study may take; None where nothing is promised."""
    if study.table.rows > 5000 or ("boosting" in study.models and study.table.rows > 1000):
        return None
    return 10.0 if study.table.rows <= 1000 and "boosting" not in study.models else 25.0


def study_line(study: StudyCost) -> str:
    table, most = study.table, most_seconds(study)
    size = f"{table.rows:,} x {table.inputs}"
    seconds = f"{study.ours:.1f}" + (f" (at most {most:g})" if most else "")
    repeats = "" if study.repeats == 10 else f" ({study.repeats} repeat)"
    return (
        f"| {table.name}{repeats} | {size} | {', '.join(study.models)} | {seconds} | "
        f"{study.idiom:.0f} ({study.folds}) | {study.ratio:.1f} | {aim_of(study):g} | {study.peak:.0f} |"
    )


def algorithm_line(cost: AlgorithmCost) -> str:
    aim = "" if cost.aim is None else f"{cost.aim:g}"
    return (
        f"| {cost.table.name} | {cost.name} | {cost.ours:.2f} | {cost.idiom:.2f} | {cost.ratio:.1f} | {aim} | "
        f"{cost.error:.3g} | {cost.idiom_error:.3g} |"
    )


def growth_line(row: tuple[int, float, float]) -> str:
    return f"| {row[0]:,} | {row[1]:.3f} | {row[2]:.3f} |"


def other_line(cost: OtherCost) -> str:
    aim = "" if cost.aim is None else f"{cost.aim:g}"
    memory = (
        ""
        if cost.peak is None
        else f"{cost.peak:.0f}" + (f" (at most {cost.most_memory:g})" if cost.most_memory else "")
    )
    return f"| {cost.what} | {cost.cpu:.2f} | {aim} | {memory} |"


def list_missed(studies: list[StudyCost], algorithms: list[AlgorithmCost], others: list[OtherCost]) -> list[str]:
    """Aims that were not reached, one line each."""
    missed = [
        f"- {study.table.name}, {', '.join(study.models)}: ratio {study.ratio:.1f} instead of {aim_of(study):g}"
        for study in studies
        if study.ratio < aim_of(study)
    ]
    missed += [
        f"- {study.table.name}, {', '.join(study.models)}: {study.ours:.1f} s instead of at most {most:g}"
        for study in studies
        if (most := most_seconds(study)) is not None and study.ours > most
    ]
    missed += [
        f"- {cost.table.name}, {cost.name}: ratio {cost.ratio:.1f} instead of {cost.aim:g}"
        for cost in algorithms
        if cost.aim is not None and cost.ratio < cost.aim
    ]
    return missed + [f"- {cost.what}: {cost.cpu:.2f} s, aim {cost.aim:g}" for cost in others if not cost.is_hit]


def exponents(growth: list[tuple[int, float, float]]) -> str:
    first, last = growth[-2], growth[-1]
    steps = [log(after / before) / log(last[0] / first[0]) for before, after in zip(first[1:], last[1:], strict=True)]
    return f"Exponent of the last step: forest {steps[0]:.2f}, boosting {steps[1]:.2f}."


def page_lines(
    began: datetime,
    studies: list[StudyCost],
    algorithms: list[AlgorithmCost],
    growth: list[tuple[int, float, float]],
    others: list[OtherCost],
) -> Iterator[str]:
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn", "pandas"))
    yield "# Speed of what people run\n"
    yield (
        f"{began:%d %B %Y}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, load at the end {load} "
        f"(above the number of cores others were at work, and all seconds are longer), "
        f"Python {platform.python_version()}, {libraries}.\n\n{INTRODUCTION}\n"
    )
    plain = [study.ratio for study in studies if "boosting" not in study.models and study.table.name in SIX]
    yield "## Whole studies: file, tuning, ten repeats of ten folds, half-size check, study file, answer\n"
    yield "| table | rows x inputs | models | Evenfold s | idiom s (folds measured) | ratio | aim | MB |"
    yield "|---|---|---|---|---|---|---|---|"
    yield from map(study_line, studies)
    yield f"\nMedian ratio of the studies with a simple model and a forest: {median(plain):.1f} (aim 20).\n"
    yield "## Each algorithm, tuned, three folds (smooth: one)\n"
    yield (
        "The forest of Evenfold chooses its leaf size by rows that its trees left out; the idiom grows six forests "
        "for the same question. "
        '"Same work" is one forest of 100 trees with fixed settings. Errors are of each side\'s own folds.\n'
    )
    yield "| table | algorithm | Evenfold s | idiom s | ratio | aim | error | idiom's error |"
    yield "|---|---|---|---|---|---|---|---|"
    yield from map(algorithm_line, algorithms)
    if growth:
        yield "\n## Growth: one tuned training, 20 inputs, two classes\n"
        yield "| rows | forest s | boosting s |\n|---|---|---|"
        yield from map(growth_line, growth)
        yield f"\n{exponents(growth)}"
    if others:
        yield "\n## Other loads\n\n| load | s | aim | MB |\n|---|---|---|---|"
        yield from map(other_line, others)
    missed = list_missed(studies, algorithms, others)
    yield "\n## Missed aims\n"
    yield "\n".join(missed) if missed else "None."


if __name__ == "__main__":
    sys.exit(main(False, Path(sys.argv[1]) if len(sys.argv) > 1 else None, None))
