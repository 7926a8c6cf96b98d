"""How much memory one training takes, from the shape of the table alone, so that it can be told before the lock.

The figures were measured by `benchmarks/training_memory.py` on tall, wide and tiny tables.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.algorithms.adaptive_splines import MOST_TERMS, SEARCH_ROWS
from core.algorithms.additive import MOST_INPUTS
from core.algorithms.average import AVERAGE, FEWEST_MEMBERS, STANDARD, UNSUITED
from core.algorithms.limits import PROCESS_LIMIT, VECTOR_LIMIT
from core.algorithms.monotone import read_names
from core.algorithms.preparation import LEVEL_LIMIT
from core.algorithms.response_surface import MOST_INPUTS as SURFACE_INPUTS
from core.algorithms.rows import CELLS_AT_ONCE
from core.domain.dataset import Dataset, Task
from core.domain.study import Candidate

LIBRARIES = 100 * 2**20  # bytes of a worker before it trains
NUMBER = 8  # bytes of a cell
USUAL_COPIES = 2.0  # of its prepared training rows that a training holds at once
COPIES: Mapping[str, float] = {
    "majority": 0.0,
    "mean": 0.0,
    "median": 0.0,
    "given": 0.0,
    "formula": 1.0,
    "knn": 3.5,
    "memoriser": 3.5,
    "c45": 6.5,
    "ripper": 3.5,
    "tree": 1.6,  # the rows, and a rank of half the width for each cell
    "forest": 1.6,
    "extra-trees": 1.6,
    "boosting": 1.0,
}
NODES_PER_ROW = 1.26  # of a tree whose leaves hold one row each, grown on rows drawn with replacement
NODE = 42  # bytes while trees are put together, and 16 for each class or output
PRUNED_ROW = 1200  # bytes for each row of a tree that is grown to the end and cut back by inner folds
BINS = 256  # of each input of boosting; a bin is three sums
BIN = 24  # bytes
HISTOGRAMS = 8  # held at once: one for each leaf of a small tree
VECTOR_CACHE = 220 * 2**20  # bytes of distances that a support vector machine holds at most
PAIR_TABLES = 6  # of all pairs of columns that the search for penalties holds at once
PIECES = 4  # of the rows of curves that are held at once
PROCESS_TABLES = 10  # of all pairs of training rows that a Gaussian process holds at once


@dataclass(frozen=True, slots=True)
class Shape:
    """The training rows of a table, the columns they have once names are spread, and the answers of one row."""

    rows: int
    width: int
    answers: int
    is_classes: bool


def forecast_training_bytes(candidate: Candidate, data: Dataset, others: Sequence[Candidate] = ()) -> float:
    """Return about what a process holds that trains a candidate on all rows.

    `others`: the candidates of the study, which an average trains where no models are named.
    """
    shape = Shape(
        data.size,
        count_prepared_columns(data),
        len(data.classes) if data.task is Task.CLASSES else len(data.outputs),
        data.task is Task.CLASSES,
    )
    if candidate.algorithm == AVERAGE:
        return _forecast_average(candidate, data, others)
    copies = COPIES.get(candidate.algorithm, USUAL_COPIES) * NUMBER * shape.rows * shape.width
    beside = BESIDE_COPIES.get(candidate.algorithm)
    return LIBRARIES + copies + (0.0 if beside is None else beside(candidate, shape))


def _forecast_average(candidate: Candidate, data: Dataset, others: Sequence[Candidate]) -> float:
    """All members stay in memory until the last is trained, beside a copy of the rows for each inner fold."""
    ours = [one for one in others if one.algorithm not in (AVERAGE, *UNSUITED)]
    named = read_names(str(candidate.settings.get("members", "")))
    members = ours if len(ours) >= FEWEST_MEMBERS else [Candidate(key, key) for key in STANDARD[data.task]]
    if named:
        known = {one.key: one for one in ours}
        members = [known.get(key) or Candidate(key, key) for key in named if key != AVERAGE]
    trainings = sum(forecast_training_bytes(member, data) - LIBRARIES for member in members)
    return LIBRARIES + trainings + 3.0 * NUMBER * data.inputs.size


def count_prepared_columns(data: Dataset) -> int:
    """Return how many columns there are after names were spread."""
    coded = zip(data.kinds, data.levels, strict=True)
    return sum(min(len(levels), LEVEL_LIMIT) if kind.is_coded else 1 for kind, levels in coded)


def _forecast_forest(candidate: Candidate, shape: Shape) -> float:
    """What a forest remembers; where the size of leaves is tuned, the smallest counts."""
    leaves = candidate.grid.get("leaf") or (candidate.settings.get("leaf", 1),)
    trees = int(str(candidate.settings.get("trees", 100)))
    # Classes are often pure before a leaf is as small as it may be.
    per_row = min(NODES_PER_ROW, 1 / min(int(str(leaf)) for leaf in leaves)) / (2 if shape.is_classes else 1)
    return trees * per_row * shape.rows * (NODE + 16 * shape.answers)


def _forecast_tree(candidate: Candidate, shape: Shape) -> float:
    return PRUNED_ROW * shape.rows


def _forecast_boosting(candidate: Candidate, shape: Shape) -> float:
    return float(HISTOGRAMS * BINS * BIN * shape.width)


def _forecast_vectors(candidate: Candidate, shape: Shape) -> float:
    rows = min(shape.rows, VECTOR_LIMIT.rows)
    return min(NUMBER * rows**2, VECTOR_CACHE) + NUMBER * rows * shape.width


def _forecast_process(candidate: Candidate, shape: Shape) -> float:
    return PROCESS_TABLES * NUMBER * min(shape.rows, PROCESS_LIMIT.rows) ** 2


def _forecast_response_surface(candidate: Candidate, shape: Shape) -> float:
    """Products of all pairs of terms, and some rows of them at a time."""
    inputs = min(shape.width, SURFACE_INPUTS)
    terms = inputs * (inputs + 3) // 2
    return NUMBER * (PAIR_TABLES * terms**2 + PIECES * min(CELLS_AT_ONCE, shape.rows * terms))


def _forecast_adaptive_splines(candidate: Candidate, shape: Shape) -> float:
    """Terms and pieces on the rows that knots are looked for on, and some rows of all terms at a time."""
    return NUMBER * (
        PIECES * (min(CELLS_AT_ONCE, shape.rows * MOST_TERMS)) + min(shape.rows, 2 * SEARCH_ROWS) * 4 * MOST_TERMS
    )


def _forecast_additive(candidate: Candidate, shape: Shape) -> float:
    """Products of all pairs of columns of the curves, and some rows of them at a time."""
    curves = min(shape.width, MOST_INPUTS) * (int(str(candidate.settings.get("bends", 8))) + 1) + 1
    return NUMBER * (PAIR_TABLES * curves**2 + PIECES * min(CELLS_AT_ONCE, shape.rows * curves))


BESIDE_COPIES: Mapping[str, Callable[[Candidate, Shape], float]] = {
    "forest": _forecast_forest,
    "extra-trees": _forecast_forest,
    "tree": _forecast_tree,
    "boosting": _forecast_boosting,
    "monotone-boosting": _forecast_boosting,
    "svm": _forecast_vectors,
    "gaussian-process": _forecast_process,
    "additive": _forecast_additive,
    "response-surface": _forecast_response_surface,
    "mars": _forecast_adaptive_splines,
}
