"""One column drawn small: bars, and its range or share in words; never anything that relates it to the target."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Column, Integers, Kind
from core.figures.column_summary import short
from core.support.text import pluralize

MOST_ROWS = 50_000  # of a larger table that a sketch is drawn from
MOST_BARS = 16
SEED = 20_241


@dataclass(frozen=True, slots=True)
class ColumnSketch:
    """Heights of the bars from left to right, and what stands below them.

    `bars` is empty where there is nothing to draw (texts, no value at all). `low`, `middle` and `high` are the least
    value, the median and the largest one in words; empty for categories. `levels` names the bars of categories.
    """

    bars: tuple[int, ...]
    words: str
    low: str = ""
    middle: str = ""
    high: str = ""
    levels: tuple[str, ...] = ()


def choose_sketched_rows(rows: int) -> Integers | None:
    """Return the rows a large table is sketched from, the same at every opening; None for all of them."""
    if rows <= MOST_ROWS:
        return None
    chosen: Integers = np.sort(np.random.default_rng(SEED).choice(rows, MOST_ROWS, replace=False))
    return chosen


def sketch_column(column: Column, rows: Integers | None = None, most_bars: int = MOST_BARS) -> ColumnSketch:
    """Sketch a column from the given rows, or from all of them."""
    values = column.values if rows is None else column.values[rows]
    present = values[~Column(column.name, column.kind, values, column.levels).missing]
    if not len(present):
        return ColumnSketch((), "every value is missing")
    if column.kind.is_coded:
        return _sketch_categories(column, present.astype(np.int64), most_bars)
    if column.kind is Kind.NUMBER:
        return _sketch_numbers(present.astype(np.float64), most_bars)
    if column.kind is Kind.DATE:
        return _sketch_dates(present, most_bars)
    return ColumnSketch((), f"{len(set(present.tolist())):,} texts")


def _sketch_numbers(values: NDArray[np.float64], most_bars: int) -> ColumnSketch:
    finite = values[np.isfinite(values)]
    if not len(finite):
        return ColumnSketch((), "no finite value")
    low, high = float(finite.min()), float(finite.max())
    if low == high:
        return ColumnSketch((len(finite),), f"always {short(low)}", short(low), short(low), short(high))
    bars, _ = np.histogram(finite, bins=_count_bars(finite, most_bars), range=(low, high))
    words = f"{short(low)} – {short(high)}"
    return ColumnSketch(
        tuple(int(bar) for bar in bars), words, short(low), short(float(np.median(finite))), short(high)
    )


def _count_bars(values: NDArray[np.float64], most_bars: int) -> int:
    """One bar for each of a few whole numbers, else as many as there is room for."""
    span = float(values.max() - values.min())
    is_whole = span < most_bars and bool(np.all(values == np.round(values)))
    return int(span) + 1 if is_whole else most_bars


def _sketch_dates(values: NDArray[np.generic], most_bars: int) -> ColumnSketch:
    days = values.astype("datetime64[D]")
    numbers = days.astype(np.int64).astype(np.float64)
    bars, _ = np.histogram(numbers, bins=_count_bars(numbers, most_bars) if len(numbers) > 1 else 1)
    low, high = str(days.min()), str(days.max())
    middle = str(np.sort(days)[len(days) // 2])
    return ColumnSketch(tuple(int(bar) for bar in bars), f"{low} – {high}", low, middle, high)


def _sketch_categories(column: Column, places: Integers, most_bars: int) -> ColumnSketch:
    """Bars in the order of the levels; of many levels those with most rows."""
    counts = np.bincount(places, minlength=len(column.levels))
    used = np.flatnonzero(counts)
    shown = used if len(used) <= most_bars else np.sort(used[np.argsort(-counts[used], kind="stable")[:most_bars]])
    words = pluralize(len(used), "category", "categories")
    if len(used) == 2:  # the rarer one is what people look for
        rarer = int(used[np.argmin(counts[used])])
        words = f"{column.levels[rarer]} {100 * counts[rarer] / counts.sum():.1f} %"
    elif len(used) == 1:
        words = f"always {column.levels[int(used[0])]}"
    levels = tuple(column.levels[int(place)] for place in shown)
    return ColumnSketch(tuple(int(counts[place]) for place in shown), words, levels=levels)
