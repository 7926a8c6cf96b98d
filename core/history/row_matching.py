"""How many rows a remembered data set and the one at hand share, on columns recognized by name or by content."""

from dataclasses import dataclass

import numpy as np

from core.data.fingerprint import Keys, compute_cell_keys, mix_keys
from core.data.sketch import SAMPLED_ROWS, Sketch
from core.domain.dataset import Dataset

FEWEST_COLUMNS = 3  # the answer and two more
MOST_CELLS = 250_000  # remembered of one data set
MOST_VALUES = 200  # of a column that are looked for in another one
MOST_COLUMNS = 200  # that are looked for by their content
TELLING = 10  # distinct values from which content alone tells columns apart
HELD = 0.3  # share of the values of a column that must be found again
LUCKY = 0.9  # share of rows found that nobody has measured, from which rows tell nothing
SIMILAR = 0.2  # largest difference of two profiles of a column with few values


@dataclass(frozen=True, slots=True)
class SharedRows:
    """`of_old`: share of the remembered rows found again; `of_new`: share of the new rows that were there before."""

    of_old: float
    of_new: float


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Keys of the cells of a table; `weight` rows stand behind each of its rows.

    `ordered` are the columns sorted, `values` some of their distinct values, evenly chosen.
    """

    names: tuple[str, ...]
    rows: Keys
    ordered: tuple[Keys, ...]
    values: tuple[Keys, ...]
    weight: float


def _cells(names: tuple[str, ...], rows: Keys, weight: float) -> Cells:
    ordered = tuple(np.sort(column) for column in rows.T)
    return Cells(names, rows, ordered, tuple(_some_values(column) for column in ordered), weight)


def _some_values(ordered: Keys) -> Keys:
    firsts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return np.asarray(ordered[firsts[_evenly(len(firsts), MOST_VALUES)]])


def _evenly(size: int, most: int) -> Keys:
    return np.unique(np.linspace(0, size - 1, min(size, most)).astype(np.uint64))


def shrink_sketch(full: Sketch) -> Sketch:
    """Fewer rows of wide tables: any rows serve as a sample."""
    most = max(200, MOST_CELLS // max(1, full.cells.shape[1]))
    return Sketch(full.rows, full.names, full.cells[_evenly(len(full.cells), most)])


def restore_cells(sketch: Sketch) -> Cells:
    return _cells(sketch.names, sketch.cells, sketch.rows / max(1, len(sketch.cells)))


def describe_cells(data: Dataset) -> Cells:
    inputs, targets = compute_cell_keys(data)
    return _cells((*data.outputs, *data.features), np.column_stack([targets, inputs]), 1.0)


def compare_rows(old: Cells, new: Cells) -> SharedRows:
    """Nothing in common below three shared columns, the answer and two more."""
    pairs = _shared_columns(old, new)
    if len(pairs) < FEWEST_COLUMNS:
        return SharedRows(0.0, 0.0)
    ours, our_luck = _keys(new, [place for _, place in pairs])
    theirs, their_luck = _keys(old, [place for place, _ in pairs])
    named = all(old.names[first] == new.names[second] for first, second in pairs)
    return SharedRows(
        _share(theirs, their_luck, ours, 1.0, named),
        _share(ours[_evenly(len(ours), SAMPLED_ROWS)], our_luck, theirs, old.weight, named),
    )


def _keys(cells: Cells, places: list[int]) -> tuple[Keys, Keys]:
    """Of the rows of a table, in order, and of rows put together from its columns by chance."""
    return np.sort(_row_keys(cells.rows[:, places])), _row_keys(_torn(cells.rows, places))


def _share(wanted: Keys, by_luck: Keys, ordered: Keys, weight: float, named: bool) -> float:
    """The lower of two shares: of the rows, and of the different rows among them, as copies say no more than one."""
    both = ((wanted, by_luck), (np.unique(wanted), np.unique(by_luck)))
    found = [[min(1.0, _found(keys, ordered) * weight) for keys in one] for one in both]
    return min(_beyond(share, luck, named) for share, luck in found)


def _torn(rows: Keys, places: list[int]) -> Keys:
    """Cells of these columns put together by chance, as rows that nobody has measured."""
    chance = np.random.default_rng(0)
    size = min(len(rows), SAMPLED_ROWS)
    return np.column_stack([rows[chance.integers(len(rows), size=size), place] for place in places])


def _beyond(found: float, by_luck: float, named: bool) -> float:
    """The share found again, less what few different values let everybody find.

    Where nearly every combination is found, rows tell nothing; then the names of the columns decide.
    """
    if by_luck >= LUCKY:
        return found if named else 0.0
    return max(0.0, (found - by_luck) / (1.0 - by_luck))


def _found(wanted: Keys, ordered: Keys) -> float:
    """Share of the wanted keys that are among the ordered ones."""
    places = np.minimum(np.searchsorted(ordered, wanted), len(ordered) - 1)
    return float(np.mean(ordered[places] == wanted))


def _row_keys(cells: Keys) -> Keys:
    total = np.zeros(len(cells), dtype=np.uint64)
    for number, column in enumerate(cells.T):
        total += mix_keys(column + np.uint64(number + 1))
    return total


def _shared_columns(old: Cells, new: Cells) -> list[tuple[int, int]]:
    """Pairs of places: first columns of the same name that hold the same values, then others with the same content."""
    at = {name: place for place, name in enumerate(new.names)}
    named = [(place, at[name]) for place, name in enumerate(old.names) if name in at]
    pairs = [(first, second) for first, second in named if _held(old, first, new, second) >= HELD]
    left = [place for place in range(len(old.names)) if place not in {first for first, _ in pairs}]
    free = [place for place in range(len(new.names)) if place not in {second for _, second in pairs}][:MOST_COLUMNS]
    for place in left[:MOST_COLUMNS]:
        match = _same_content(old, place, new, free)
        if match is not None:
            pairs.append((place, match))
            free.remove(match)
    return pairs


def _held(old: Cells, first: int, new: Cells, second: int) -> float:
    """Share of the values of one column found in the other, from the side that holds fewer rows."""
    there = _found(old.values[first], new.ordered[second])
    back = _found(new.values[second], old.ordered[first]) * old.weight
    return max(there, min(1.0, back))


def _same_content(old: Cells, place: int, new: Cells, free: list[int]) -> int | None:
    """A column that is a part of several others goes with the one whose values are as frequent."""
    telling = len(old.values[place]) >= TELLING
    held = {at: _held(old, place, new, at) for at in free} if telling else {}
    alike = {at: 1 - _difference(old, place, new, at) for at in free if held.get(at, 1.0) >= HELD}
    fitting = [at for at in alike if telling or alike[at] >= 1 - SIMILAR]
    return max(fitting, key=lambda at: (alike[at], held.get(at, 0.0)), default=None)


def _difference(old: Cells, first: int, new: Cells, second: int) -> float:
    """Half the sum of the differences of the shares of all values: 0 for the same profile, 1 for no common value."""
    ours, theirs = old.ordered[first], new.ordered[second]
    known, counts = np.unique(ours, return_counts=True)
    low, high = np.searchsorted(theirs, known, "left"), np.searchsorted(theirs, known, "right")
    shares = (high - low) / len(theirs)
    return float(np.abs(counts / len(ours) - shares).sum() + 1 - shares.sum()) / 2
