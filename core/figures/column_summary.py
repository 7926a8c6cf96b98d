"""What is in a column, in a few words, for the list of columns; never anything that relates it to the answer."""

import numpy as np

from core.domain.dataset import Column, Kind
from core.support.text import pluralize

FEW_LEVELS = 3


def column_words(column: Column) -> str:
    """The range of numbers and dates, the counts of few names, how many names otherwise."""
    present = column.values[~column.missing]
    if not len(present):
        return "nothing"
    if column.kind.is_coded:
        return _names(column, present.astype(np.int64))
    if column.kind is Kind.NUMBER:
        return _range(present.astype(np.float64))
    if column.kind is Kind.DATE:
        days = present.astype("datetime64[D]")
        return f"{days.min()} to {days.max()}"
    return f"{len(set(present.tolist())):,} different"


def _names(column: Column, places: np.typing.NDArray[np.int64]) -> str:
    counts = np.bincount(places, minlength=len(column.levels))
    used = np.flatnonzero(counts)
    if len(used) <= FEW_LEVELS:
        ordered = sorted(used, key=lambda place: int(counts[place]))
        return ", ".join(
            f"{counts[place]:,}{_between(column.levels[place])}{column.levels[place]}" for place in ordered
        )
    low, high = int(counts[used].min()), int(counts[used].max())
    each = pluralize(low, "row") if low == high else f"{low:,}–{high:,} rows"
    return f"{len(used):,} names, {each} each"


def _between(name: str) -> str:
    """Between a count and a name; two numbers are kept apart."""
    return " × " if name[:1].isdigit() or name[:1] in "+-." else " "


def _range(values: np.typing.NDArray[np.float64]) -> str:
    low, high = float(values.min()), float(values.max())
    return short(low) if low == high else f"{short(low)} to {short(high)}"


def short(value: float) -> str:
    """Four digits are enough to recognize a column; whole numbers stay whole."""
    return f"{value:.0f}" if value == round(value) and abs(value) < 1e7 else f"{value:.4g}"
