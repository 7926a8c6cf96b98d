"""Models for test plans: held-out errors of smooth models and of the forest on designed tests and the propeller sample.

    python -m benchmarks.designed_tests RESULTS.jsonl > benchmarks/designed_tests.md

Designed tests have 30 to 60 rows: Latin hypercubes, central composite designs and Box-Behnken designs of seven known
relations with 4 to 7 inputs, and 5 % noise. 5-fold cross-validation with 3 inner folds. The propeller sample: 10-fold
cross-validation repeated 5 times, rows as the sample keeps them together, one output at a time, without the Gaussian
process. Everything is tuned inside the training rows. What was measured is kept in RESULTS.jsonl and not done again.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.suggestions import PHYSICS, latin_hypercube, make_test_table, measure
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset, Floats

MODELS: tuple[str, ...] = ("forest", "response-surface", "additive", "linear", "gaussian-process", "median")
QUICK = tuple(key for key in MODELS if key != "gaussian-process")
FOREST, GUESS = "forest", "median"
SEEDS = (1,)
FRACTIONS = {4: 0, 5: 1, 6: 1, 7: 2}  # how many inputs of the corners follow from the others
CENTERS = {"composite": {4: 6, 5: 4, 6: 4, 7: 4}, "box-behnken": {4: 6, 5: 6, 6: 6, 7: 4}}
BLOCKS = {
    6: ((0, 1, 3), (1, 2, 4), (2, 3, 5), (0, 3, 4), (1, 4, 5), (0, 2, 5)),
    7: ((3, 4, 5), (0, 5, 6), (1, 4, 6), (0, 1, 3), (2, 3, 6), (0, 2, 4), (1, 2, 5)),
}  # of three inputs varied together, Box & Behnken 1960; with fewer inputs all pairs
DESIGNS = ("latin 30", "latin 60", "composite", "box-behnken")


def make_design(name: str, inputs: int, rng: np.random.Generator) -> Floats:
    """Rows x inputs, from 0 to 1."""
    if name.startswith("latin"):
        return latin_hypercube(int(name.split()[1]), inputs, rng)
    rows = _box_behnken(inputs) if name == "box-behnken" else _composite(inputs)
    return np.concatenate([rows, np.full((CENTERS[name][inputs], inputs), 0.5)])


def _composite(inputs: int) -> Floats:
    """Corners (a fraction from 5 inputs on) and the centers of all faces; the last inputs are products of others."""
    free = inputs - FRACTIONS[inputs]
    corners = np.array(list(product((-1.0, 1.0), repeat=free)))
    for place in range(FRACTIONS[inputs]):
        made_of = corners[:, :free] if place == FRACTIONS[inputs] - 1 else corners[:, : free - 1]
        corners = np.column_stack([corners, made_of.prod(axis=1)])
    faces = np.concatenate([np.eye(inputs), -np.eye(inputs)])
    return (np.concatenate([corners, faces]) + 1) / 2


def _box_behnken(inputs: int) -> Floats:
    rows = []
    for block in BLOCKS.get(inputs, tuple(combinations(range(inputs), 2))):
        for signs in product((-1.0, 1.0), repeat=len(block)):
            row = np.zeros(inputs)
            row[list(block)] = signs
            rows.append(row)
    return (np.array(rows) + 1) / 2


def designed_tables() -> Iterator[tuple[str, Dataset]]:
    for (number, name), design, seed in product(enumerate(PHYSICS), DESIGNS, SEEDS):
        rng = np.random.default_rng([number, DESIGNS.index(design), seed])
        yield (
            design,
            make_test_table(name, make_design(design, PHYSICS[name][1], rng), rng, f"{name}, {design}, {seed}"),
        )


def propeller_tables() -> Iterator[Dataset]:
    found = find_sample("propeller")
    data = prepare_dataset(found.make(), found.columns)
    for place, output in enumerate(data.outputs):
        yield replace(data, name=f"propeller: {output}", targets=data.targets[:, [place]], outputs=(output,))


def measure_all(results: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    done = {line["table"] for line in lines}
    work = [(design, data, MODELS, (5, 3), 1) for design, data in designed_tables()]
    work += [("propeller", data, QUICK, (10, 3), 5) for data in propeller_tables()]
    wanted = {data.name for _, data, *_ in work}
    for design, data, keys, folds, repeats in work:
        if data.name in done:
            continue
        found = {key: error for key, (error, _) in measure(data, keys, folds, repeats).items()}
        line = {"table": data.name, "design": design, "rows": data.size, "found": found}
        lines.append(line)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(data.name, file=sys.stderr, flush=True)
    return [line for line in lines if line["table"] in wanted]


def report(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield "# Models for test plans\n"
    yield f"{' '.join((__doc__ or '').split('designed_tests.md')[1].split())}\n"
    yield (
        "Mean absolute held-out error in 100ths of the constant guess's error. In brackets: on how many of the tables"
        " it is below that of the forest; for all designed tests together the mean difference to the forest ± its"
        " standard error. Centers of a design that were measured several times lie in several folds."
    )
    yield f"\n| tables | rows | {' | '.join(MODELS)} |"
    yield "|---" * (len(MODELS) + 2) + "|"
    for title in (*DESIGNS, "all designed tests"):
        some = [line for line in lines if line["design"] == title or (title not in DESIGNS and _is_designed(line))]
        sizes = sorted({line["rows"] for line in some})
        span = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        cells = [_cell(some, key, title not in DESIGNS) for key in MODELS]
        yield f"| {title} ({len(some)}) | {span} | {' | '.join(cells)} |"
    for line in lines:
        if not _is_designed(line):
            cells = [f"{_relative(line, key):.1f}" if key in line["found"] else "-" for key in MODELS]
            yield f"| {line['table']} | {line['rows']} | {' | '.join(cells)} |"


def _is_designed(line: dict[str, Any]) -> bool:
    return bool(line["design"] != "propeller")


def _relative(line: dict[str, Any], key: str) -> float:
    return 100 * float(line["found"][key]) / float(line["found"][GUESS])


def _cell(some: Sequence[dict[str, Any]], key: str, with_difference: bool) -> str:
    errors, forest = (np.array([_relative(line, one) for line in some]) for one in (key, FOREST))
    if key == FOREST:
        return f"{errors.mean():.1f}"
    text = f"{errors.mean():.1f} ({np.sum(errors < forest)})"
    gain = errors - forest
    return f"{text}, {gain.mean():+.1f} ± {gain.std(ddof=1) / np.sqrt(len(gain)):.1f}" if with_difference else text


def main(arguments: Sequence[str]) -> None:
    if len(arguments) == 1:
        print("\n".join(report(measure_all(Path(arguments[0])))))
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
