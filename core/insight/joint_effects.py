"""What two inputs do together: accumulated second differences of all fold models (Apley & Zhu 2020, second order)."""

import numpy as np

from core.domain.dataset import Floats, Integers
from core.engine.explaining import find_steps
from core.insight.local_effects import add_band

MOST_CELLS = 6  # in each direction


def choose_map_edges(values: Floats) -> Floats:
    """Edges of at most six cells: around each value where there are few, else at quantiles, so that cells hold rows.

    Fewer than two where the number never varies.
    """
    known = np.unique(values[~np.isnan(values)])
    if len(known) <= MOST_CELLS:
        return np.unique(np.concatenate([known[:1], (known[1:] + known[:-1]) / 2, known[-1:]]))
    ordered = np.sort(values[~np.isnan(values)])
    places = np.linspace(0, 1, MOST_CELLS + 1)
    return np.unique(np.quantile(ordered, places, method="closest_observation"))


def list_cell_ends(values: Floats, edges: Floats) -> Floats:
    """Lowest and highest value of each cell: the same where each has one value."""
    known = np.unique(values[~np.isnan(values)])
    ends = (known, known) if len(known) <= MOST_CELLS else (edges[:-1], edges[1:])
    return np.column_stack(ends)


def count_rows_in_cells(first: Floats, second: Floats, edges: tuple[Floats, Floats]) -> Integers:
    """Rows in each cell; rows with a missing value are in none."""
    known = ~np.isnan(first) & ~np.isnan(second)
    shape = len(edges[0]) - 1, len(edges[1]) - 1
    cells = find_steps(first[known], edges[0]) * shape[1] + find_steps(second[known], edges[1])
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)


def accumulate_joint_effect(changes: Floats, counts: Integers, folds: int) -> tuple[Floats, Floats, Floats]:
    """Return in every cell what two inputs do together beyond their own effects, with the ends of its band.

    `changes` is models x cells of the first x cells of the second, `counts` the rows the changes were measured on.
    """
    surface = np.zeros((len(changes), changes.shape[1] + 1, changes.shape[2] + 1))
    surface[:, 1:, 1:] = changes.cumsum(axis=1).cumsum(axis=2)
    first = _accumulate_mean_steps(np.diff(surface, axis=1), counts)
    second = _accumulate_mean_steps(np.diff(surface, axis=2).transpose(0, 2, 1), counts.T)
    beyond = surface - first[:, :, None] - second[:, None, :]
    cells = (beyond[:, 1:, 1:] + beyond[:, :-1, 1:] + beyond[:, 1:, :-1] + beyond[:, :-1, :-1]) / 4
    return add_band(cells - ((cells * counts).sum(axis=(1, 2)) / counts.sum())[:, None, None], folds)


def _accumulate_mean_steps(steps: Floats, counts: Integers) -> Floats:
    """The effect of one input alone that lies in a surface: mean step over the rows of each strip, added up."""
    middle = (steps[:, :, 1:] + steps[:, :, :-1]) / 2
    mean = (middle * counts).sum(axis=2) / counts.sum(axis=1).clip(1)
    return np.concatenate([np.zeros((len(steps), 1)), mean.cumsum(axis=1)], axis=1)
