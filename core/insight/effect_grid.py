"""The steps over which the effect of each input is followed: between quantiles of its values, or its levels."""

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers

MOST_STEPS = 20
FEWEST_ROWS, MOST_CHANGED_ROWS = 20, 12_000
MOST_ROWS = 200  # on which steps are taken; more rows hardly change a mean
UNUSUAL = 3.0  # times the median step
WIDE_GAP = 0.2  # of the range of an input: between two neighboring values this far apart there are no rows


def choose_effect_rows(data: Dataset) -> Integers:
    """Return evenly spread rows of the table: at most 200, and fewer where inputs are so many that it would be slow."""
    most = int(np.clip(MOST_CHANGED_ROWS // max(1, len(data.features)), FEWEST_ROWS, MOST_ROWS))
    count = min(data.size, most)
    return np.unique(np.linspace(0, data.size - 1, count).round().astype(np.int64))


def build_effect_edges(data: Dataset) -> tuple[Floats, ...]:
    """Return the edges of every number (rising, at least two unless it never varies) and the levels of every category.

    Both sides of a wide gap between neighboring values are edges, so that no step mixes rows with a gap.
    """
    return tuple(
        _list_levels(data.inputs[:, place]) if kind.is_coded else _choose_edges(data.inputs[:, place])
        for place, kind in enumerate(data.kinds)
    )


def _list_levels(values: Floats) -> Floats:
    return np.unique(values[~np.isnan(values)])


def _choose_edges(values: Floats) -> Floats:
    known = np.unique(values[~np.isnan(values)])
    if len(known) <= MOST_STEPS + 1:
        return known
    ordered = np.sort(values[~np.isnan(values)])
    quantiles = np.quantile(ordered, np.linspace(0, 1, MOST_STEPS + 1), method="closest_observation")
    gaps = np.flatnonzero(np.diff(known) > WIDE_GAP * (known[-1] - known[0]))
    return np.unique(np.concatenate([quantiles, known[[0, -1]], known[gaps], known[gaps + 1]]))


def find_empty_steps(edges: Floats) -> tuple[bool, ...]:
    """Whether each step crosses a wide gap, where there are no rows and no line is drawn.

    An input with few values has steps as wide as its values lie apart; these are no gaps.
    """
    if len(edges) < 2:
        return ()
    steps = np.diff(edges)
    limit = max(WIDE_GAP * float(edges[-1] - edges[0]), UNUSUAL * float(np.median(steps)))
    return tuple(bool(one) for one in steps > limit)
