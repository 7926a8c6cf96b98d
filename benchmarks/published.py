"""Our own algorithms against accuracies printed in papers, on the sets found in a folder and on generated ones.

Run `python -m benchmarks.published --sets FOLDER`; without a folder only the generated sets are measured.
"""

import argparse
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.known_sets import find, monk3, tic_tac_toe
from core.algorithms import find_algorithm
from core.algorithms.learner import schema_of
from core.domain.dataset import Dataset, Integers
from core.domain.study import SchemeChoice
from core.schemes import make_splits

KOHAVI, BRADFORD, KNOWN = "Kohavi 1995, table 1", "Bradford & Brodley 2001, table 1", "known for this set"
SEED = 1
HOLDOUTS = 30
SHUFFLES = 5
CLOSE = 2.0  # points within which we count as agreeing


@dataclass(frozen=True, slots=True)
class Figure:
    """A printed accuracy: on training sets of `size` rows drawn by chance, or by ten folds where `size` is 0."""

    files: tuple[str, ...]
    algorithm: str
    size: int
    published: float
    source: str


@dataclass(frozen=True, slots=True)
class Measured:
    figure: Figure
    rows: int
    ours: float
    error: float  # standard error of the mean over the shuffles or draws, in points


def _kohavi(files: tuple[str, ...], size: int, tree: float, bayes: float) -> tuple[Figure, Figure]:
    return Figure(files, "c45", size, tree, KOHAVI), Figure(files, "naive-bayes", size, bayes, KOHAVI)


def _bradford(published: float, *files: str) -> Figure:
    return Figure(files, "naive-bayes-discretised", 0, published, BRADFORD)


FIGURES = (
    *_kohavi(("breast", "breast_w", "breast_cancer_wisconsin", "breast-w"), 50, 91.4, 94.2),
    *_kohavi(("chess", "chess_krvskp", "kr-vs-kp"), 900, 98.2, 86.8),
    *_kohavi(("hypothyroid", "hypothyroid3163"), 400, 98.5, 97.6),
    *_kohavi(("mushroom",), 800, 99.4, 94.5),
    *_kohavi(("vehicle",), 100, 60.1, 46.8),
    _bradford(83.3, "cleve", "heart_c_cleve", "heart-c"),
    _bradford(86.0, "crx", "credit_a_crx", "credit-a"),
    _bradford(75.5, "diabetes", "pima"),
    _bradford(71.1, "glass"),
    _bradford(82.9, "heart", "heart_statlog"),
    _bradford(89.5, "ionosphere"),
    _bradford(60.6, "vehicle"),
    _bradford(90.1, "vote"),
    Figure(("monk3",), "tree", 0, 100.0, KNOWN),
    Figure(("monk3",), "c45", 0, 100.0, KNOWN),
    Figure(("monk3",), "naive-bayes", 0, 97.2, KNOWN),
    Figure(("tic-tac-toe",), "naive-bayes", 0, 69.7, KNOWN),
)
GENERATED: dict[str, Callable[[], Dataset]] = {"monk3": monk3, "tic-tac-toe": tic_tac_toe}


def data_of(figure: Figure, folder: Path | None) -> Dataset | None:
    make = GENERATED.get(figure.files[0])
    if make is not None:
        return make()
    return None if folder is None else find(folder, figure.files)


def measure(figure: Figure, data: Dataset, rounds: int) -> Measured:
    """Mean accuracy in per cent over `rounds` draws or shuffles."""
    values = [100 * _accuracy(figure, data, number) for number in range(rounds)]
    error = float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
    return Measured(figure, data.size, float(np.mean(values)), error)


def _accuracy(figure: Figure, data: Dataset, number: int) -> float:
    """Share of right rows in one draw, or pooled over the folds of one shuffle."""
    pairs = list(_drawn(figure.size, data, number) if figure.size else _folds(data, number))
    right = sum(_right(figure.algorithm, data, train, test) for train, test in pairs)
    return right / sum(len(test) for _, test in pairs)


def _drawn(size: int, data: Dataset, number: int) -> Iterator[tuple[Integers, Integers]]:
    order = np.random.default_rng((SEED, number)).permutation(data.size)
    yield order[:size], order[size:]


def _folds(data: Dataset, number: int) -> Iterator[tuple[Integers, Integers]]:
    choice = SchemeChoice(folds=10, repeats=1, grouped=False)
    return ((split.train, split.test) for split in make_splits(data, choice, SEED + number))


def _right(key: str, data: Dataset, train: Integers, test: Integers) -> int:
    learner = find_algorithm(key).build({}, SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # names not seen in training are usual in small draws
        learner.fit(data.inputs[train], data.targets[train], schema_of(data))
        return int(np.sum(learner.predict(data.inputs[test]).predicted == data.targets[test]))


def table(found: Sequence[Measured]) -> str:
    titles = ("set", "rows", "algorithm", "trained on", "published", "ours", "difference", "source")
    lines = [_line(titles), _line(["---"] * len(titles))]
    return "\n".join([*lines, *(_line(_cells(one)) for one in found)])


def _cells(one: Measured) -> list[str]:
    figure = one.figure
    gap = one.ours - figure.published
    return [
        figure.files[0],
        str(one.rows),
        find_algorithm(figure.algorithm).title,
        f"{figure.size} rows, {HOLDOUTS} draws" if figure.size else f"ten folds, {SHUFFLES} shuffles",
        f"{figure.published:.1f}",
        f"{one.ours:.1f} ± {one.error:.1f}",
        f"{gap:+.1f}{'' if abs(gap) <= CLOSE else ' (!)'}",
        figure.source,
    ]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=Path, help="folder with the sets as csv or arff files")
    folder = parser.parse_args(arguments).sets
    found, absent = [], []
    for figure in FIGURES:
        data = data_of(figure, folder)
        if data is None:
            absent.append(figure.files[0])
        else:
            found.append(measure(figure, data, HOLDOUTS if figure.size else SHUFFLES))
    print(table(found))
    if absent:
        print("\nNot found, not measured:", ", ".join(dict.fromkeys(absent)) + ".")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
