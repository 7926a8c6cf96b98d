"""Where a model is weak: its held-out loss along each input and over groups, and rows that contradict all models."""

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.model_explanation import LocalLoss, WeakPlaces
from core.statistics.distributions import t_quantile

FEWEST_ROWS = 20  # of one part; with fewer a mean says nothing
MOST_PARTS = 8
MOST_LISTED = 3
NORMAL_QUARTILES = 1.349  # distance of the quartiles of a normal variable, in standard deviations
FAR_FROM_MIDDLE = 2.5  # robust standard deviations from which a value is named as unusual


def find_weak_parts(
    losses: Floats, data: Dataset, column: int, model: str, output: str, folds: int
) -> WeakPlaces | None:
    """Compare the mean loss of parts of an input with that of all rows; None where there are not two parts of 20 rows.

    `losses` is one value per row, the mean over the repeats. The ranges hold for all parts together (Bonferroni) and
    allow for training sets that share rows.
    """
    values = data.inputs[:, column]
    parts = _part_levels(data, column) if data.kinds[column].is_coded else _part_numbers(values)
    return _compare_parts(losses, parts, data.features[column], model, output, folds)


def find_weak_groups(losses: Floats, data: Dataset, model: str, output: str, folds: int) -> WeakPlaces | None:
    """The same over groups of rows with at least 20 rows each; None without such groups."""
    if data.groups is None or not data.group_name:
        return None
    parts = []
    for group in np.unique(data.groups):
        rows = np.flatnonzero(data.groups == group)
        name = data.group_names[int(group)] if int(group) < len(data.group_names) else str(group)
        if len(rows) >= FEWEST_ROWS:
            parts.append((float(group), float(group), name, rows))
    return _compare_parts(losses, parts, data.group_name, model, output, folds)


Part = tuple[float, float, str, Integers]


def _part_numbers(values: Floats) -> list[Part]:
    """Equal counts of rows, equal values never parted."""
    known = np.flatnonzero(~np.isnan(values))
    count = min(MOST_PARTS, len(known) // FEWEST_ROWS)
    if count < 2:
        return []
    order = known[np.argsort(values[known], kind="stable")]
    cuts = [round(place * len(order) / count) for place in range(1, count)]
    starts = sorted({0, *(int(np.searchsorted(values[order], values[order[cut]], "left")) for cut in cuts)})
    parts = []
    for start, end in zip(starts, [*starts[1:], len(order)], strict=True):
        rows = order[start:end]
        if len(rows) >= FEWEST_ROWS:
            parts.append((float(values[rows[0]]), float(values[rows[-1]]), "", rows))
    return parts


def _part_levels(data: Dataset, column: int) -> list[Part]:
    values, levels = data.inputs[:, column], data.levels[column]
    parts = []
    for place, name in enumerate(levels):
        rows = np.flatnonzero(values == place)
        if len(rows) >= FEWEST_ROWS:
            parts.append((float(place), float(place), name, rows))
    return parts


def _compare_parts(
    losses: Floats, parts: list[Part], name: str, model: str, output: str, folds: int
) -> WeakPlaces | None:
    if len(parts) < 2:
        return None
    overall, found = float(np.mean(losses)), []
    sharing = folds / (folds - 1) if folds > 1 else 1.0
    for low, high, label, rows in parts:
        mine = losses[rows]
        reach = t_quantile(1 - 0.05 / len(parts), len(rows) - 1) * np.sqrt(sharing * np.var(mine, ddof=1) / len(rows))
        mean = float(np.mean(mine))
        found.append(LocalLoss(low, high, label, len(rows), mean, mean - float(reach), mean + float(reach)))
    above = [part for part in found if part.loss_low > overall]
    worst = max(above, key=lambda part: part.loss) if above else None
    return WeakPlaces(name, model, output, overall, tuple(found), worst)


def list_unusual_inputs(data: Dataset, row: int) -> tuple[tuple[str, float], ...]:
    """Inputs of a row that lie far from the middle of their column, the farthest first, at most three."""
    found = []
    for place, kind in enumerate(data.kinds):
        column = data.inputs[:, place]
        if kind.is_coded or np.isnan(column[row]):
            continue
        low, middle, high = np.nanpercentile(column, (25, 50, 75))
        scale = (high - low) / NORMAL_QUARTILES or float(np.nanstd(column))
        if scale > 0 and abs(column[row] - middle) > FAR_FROM_MIDDLE * scale:
            found.append((data.features[place], float((column[row] - middle) / scale)))
    return tuple(sorted(found, key=lambda one: -abs(one[1]))[:MOST_LISTED])


def average_rows(losses: NDArray[np.float64]) -> Floats:
    """Mean over the repeats of each row; NaN where a row was never tested."""
    known = np.isfinite(losses)
    counts = known.sum(axis=0)
    return np.where(counts > 0, np.where(known, losses, 0.0).sum(axis=0) / counts.clip(1), np.nan)
