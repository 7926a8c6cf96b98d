"""The distinct input rows of a study with what their held-out test says: how unlike the others, and how wrong."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.data.repeated_rows import find_first_rows, number_equal_rows
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import Split
from core.prediction.held_out import HeldOut, compute_errors
from core.prediction.row_distance import Flags, WhitenedDistances, make_near_distances

MOST_ROWS = 5_000
MOST_CELLS = 100_000_000  # distances computed to know how far held-out rows are; at least one repeat is computed
NEIGHBORS_FOR_ERROR = 5  # whose mean distance the expected error is read at
MOST_LOCAL, LOCAL_SHARE = 20, 3  # neighbors behind a local error size: 20, or a third of the rows
FEWEST_FOR_LOCAL = 60


@dataclass(frozen=True, slots=True, eq=False)
class TestedRows:
    """Input rows of a study, equal ones once, and their held-out tests; NaN where a row was never tested.

    `numbers` are row numbers of the study's table from 1. `near` and `white` are distances to the training rows of the
    row's own folds, `around` the mean distance to the five nearest of them. `errors` (rows x outputs) are means over
    repeats. `groups` are the groups that were kept whole, or None.
    """

    __test__ = False  # no test class, whatever its name begins with

    inputs: Floats
    numbers: Integers
    near: Floats
    white: Floats
    around: Floats
    errors: Floats
    groups: Integers | None

    @property
    def tested(self) -> Integers:
        """Positions of the rows that have a held-out test."""
        return np.flatnonzero(np.isfinite(self.near) & np.isfinite(self.errors).all(axis=1))


def choose_distinct_rows(inputs: Floats, seed: int) -> Integers:
    """Positions of rows with different inputs, the first of each; of more than 5,000 a choice by the seed."""
    rows = find_first_rows(number_equal_rows(inputs))
    if len(rows) > MOST_ROWS:
        rows = np.sort(np.random.default_rng(seed).choice(rows, MOST_ROWS, replace=False))
    return rows


def collect_tested_rows(
    data: Dataset, held_out: HeldOut, splits: Iterable[Split], groups: Integers | None, seed: int
) -> TestedRows:
    """Measure each distinct row against the training rows of the folds it was tested in, by the study's own splits."""
    rows = choose_distinct_rows(data.inputs, seed)
    inputs = np.ascontiguousarray(data.inputs[rows])
    sums, times = np.zeros((3, len(rows))), np.zeros(len(rows))
    is_category = flag_categories(data)
    cells, last = 0, 0
    for split in splits:
        if cells > MOST_CELLS and split.repeat != last:
            break
        train, test = (np.flatnonzero(np.isin(rows, part)) for part in (split.train, split.test))
        last = split.repeat
        if len(train) and len(test):
            near = make_near_distances(inputs[train], is_category).find_nearest(inputs[test], NEIGHBORS_FOR_ERROR)
            white = WhitenedDistances(inputs[train], is_category).find_nearest(inputs[test], 1)
            sums[:, test] += [near.distances[:, 0], white.distances[:, 0], near.distances.mean(axis=1)]
            times[test] += 1
            cells += len(train) * len(test)
    near_mean, white_mean, around = np.where(times > 0, sums / np.maximum(times, 1), np.nan)
    errors = np.full(data.targets.shape, np.nan)
    errors[held_out.rows] = compute_errors(data, held_out).mean(axis=0)
    return TestedRows(
        inputs,
        (rows if data.rows is None else data.rows[rows]) + 1,
        near_mean,
        white_mean,
        around,
        errors[rows],
        None if groups is None else groups[rows],
    )


def flag_categories(data: Dataset) -> Flags:
    return np.array([kind.is_coded for kind in data.kinds], dtype=np.bool_)


def count_neighbors(tested: int) -> int:
    """How many neighbors the local error size of a row is the mean of."""
    return max(1, min(MOST_LOCAL, tested // LOCAL_SHARE))


def compute_local_sizes(known: TestedRows, is_category: Flags) -> Floats:
    """Mean held-out error of the nearest other rows (of other groups), rows x outputs, of the tested rows in order."""
    places = known.tested
    inputs = known.inputs[places]
    kin = np.arange(len(places)) if known.groups is None else known.groups[places]
    nearest = make_near_distances(inputs, is_category).find_nearest(inputs, count_neighbors(len(places)), (kin, kin))
    is_other = np.isfinite(nearest.distances)[:, :, np.newaxis]
    errors = np.where(is_other, known.errors[places][nearest.positions], 0.0)
    return np.asarray(errors.sum(axis=1) / np.maximum(is_other.sum(axis=1), 1))
