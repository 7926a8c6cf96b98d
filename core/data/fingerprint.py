"""Recognizing rows again: by content, whatever the order of rows and columns, the file format or the last digits."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b, sha256
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from core.data.read.cell_spelling import parse_number
from core.domain.dataset import Dataset, Floats, Integers, Task

Keys = NDArray[np.uint64]
DIGITS = 6  # significant digits that count
_SMALLEST = 1e-290  # smaller numbers count as 0
_MISSING = np.uint64(0x9E3779B97F4A7C15)
_TARGET = np.uint64(0xD1B54A32D192ED03)
_AT_ONCE = 16_384
_FEW, _MANY = 100, 2000  # rows
_MOST_DECIMALS = 5
_COLUMNS_AT_ONCE = 2  # inputs stand row by row: one column alone would fetch all of them
_POWERS = np.arange(-325, 310)
_POWER_BELOW = np.array([0, *(floor((exponent - 1023) * log10(2)) for exponent in range(1, 2047)), 0])
_POWER_ABOVE = np.array([float(f"1e{power + 1}") for power in _POWER_BELOW])


def compute_fingerprint(data: Dataset) -> str:
    """One text for the whole data set; columns are told apart by their content, not by their names."""
    keys = np.zeros(data.size, dtype=np.uint64)
    for place, values in _inputs(data):
        _add(keys, _coded(values, data.levels[place] if data.kinds[place].is_coded else None), np.uint64(0))
    for values in data.targets.T:
        _add(keys, _coded(values, data.classes if data.task is Task.CLASSES else None), _TARGET)
    return sha256(np.sort(mix_keys(keys)).tobytes()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, eq=False)
class _Coded:
    """The keys of a column: those of its different values, and which of them each row has (None: each its own)."""

    table: Keys
    places: Integers | None


def _coded(values: Floats, levels: tuple[str, ...] | None) -> _Coded:
    if levels is not None:
        return _Coded(_level_keys(levels), _level_places(values, levels))
    for decimals in range(_MOST_DECIMALS if len(values) >= _MANY else 0):
        steps = _steps(values, 10.0**decimals)
        if steps is not None:
            all_of_them, places = steps
            return _Coded(hash_numbers(all_of_them), places)
    return _Coded(hash_numbers(values), None)


def _steps(values: Floats, scale: float) -> tuple[Floats, Integers] | None:
    """All numbers from the lowest to the highest in steps of 1/scale, and the place of each value among them; None
    unless all are there, and the steps are few beside rows."""
    lowest, highest = np.inf, -np.inf
    for rows in (slice(_FEW), *_pieces(values)):
        whole = np.rint(values[rows] * scale)
        if not np.array_equal(whole / scale, values[rows]):
            return None
        lowest, highest = min(lowest, float(whole.min())), max(highest, float(whole.max()))
    if highest - lowest >= len(values) / 4:
        return None
    places = np.empty(len(values), dtype=np.int64)
    for rows in _pieces(values):
        places[rows] = np.rint(values[rows] * scale) - lowest
    return (lowest + np.arange(highest - lowest + 1)) / scale, places


def _pieces(values: NDArray[np.generic]) -> Iterator[slice]:
    """Some thousand rows at a time, which stay close to the processor."""
    return (slice(start, start + _AT_ONCE) for start in range(0, len(values), _AT_ONCE))


def _add(keys: Keys, column: _Coded, salt: np.uint64) -> None:
    mixed_once, places = mix_keys(column.table), column.places
    if places is not None:
        mixed_once = mixed_once * np.bincount(places, minlength=len(mixed_once)).astype(np.uint64)
    added = mix_keys(column.table + (_scattered(mixed_once) ^ salt))
    for rows in _pieces(keys):
        keys[rows] += added[rows] if places is None else added[places[rows]]


def compute_row_keys(data: Dataset) -> Keys:
    """One key per row over target and inputs; columns are told apart by their names."""
    inputs, targets = compute_cell_keys(data)
    keys = _row_sums(inputs, _by_name(data.features)) + _row_sums(targets, _by_name(data.outputs) ^ _TARGET)
    return mix_keys(keys)


def compute_cell_keys(data: Dataset) -> tuple[Keys, Keys]:
    """One key per cell of the inputs and of the targets."""
    return _stacked(list(compute_input_keys(data)), data.size), _stacked(list(compute_target_keys(data)), data.size)


def compute_input_keys(data: Dataset) -> Iterator[Keys]:
    """Per input one key per row; a name that spells a number has the key of that number."""
    for place, values in _inputs(data):
        yield hash_categories(values, data.levels[place]) if data.kinds[place].is_coded else hash_numbers(values)


def _inputs(data: Dataset) -> Iterator[tuple[int, Floats]]:
    """Columns one after another, each to be used before the next is asked for."""
    together = np.empty((_COLUMNS_AT_ONCE, data.size))
    for start in range(0, data.inputs.shape[1], _COLUMNS_AT_ONCE):
        columns = data.inputs[:, start : start + _COLUMNS_AT_ONCE].T
        for rows in _pieces(data.inputs):
            together[: len(columns), rows] = columns[:, rows]
        yield from enumerate(together[: len(columns)], start)


def compute_target_keys(data: Dataset) -> Iterator[Keys]:
    for values in data.targets.T:
        yield hash_categories(values, data.classes) if data.task is Task.CLASSES else hash_numbers(values)


def _stacked(columns: list[Keys], rows: int) -> Keys:
    return np.column_stack(columns) if columns else np.empty((rows, 0), dtype=np.uint64)


def hash_numbers(values: Floats, significant: int = DIGITS) -> Keys:
    """Keys of numbers rounded to so many significant digits."""
    keys = np.empty(len(values), dtype=np.uint64)
    scales = _scales(significant)
    for rows in _pieces(values):
        keys[rows] = _number_keys(values[rows], significant, scales)
    return keys


@cache
def _scales(significant: int) -> Floats:
    return np.asarray(10.0 ** (_POWERS.astype(np.float64) - (significant - 1)))


def _number_keys(values: Floats, significant: int, scales: Floats) -> Keys:
    sizes = np.abs(values)
    sizes = np.where((sizes >= _SMALLEST) & np.isfinite(sizes), sizes, 0.0)
    is_zero = sizes == 0
    filled = np.where(is_zero, 1.0, sizes)
    exponents = filled.view(np.int64) >> 52
    power = _POWER_BELOW[exponents] + (filled >= _POWER_ABOVE[exponents])
    digits = np.rint(filled / scales[power - _POWERS[0]]).astype(np.int64)
    over = digits >= 10**significant
    if over.any():
        digits, power = np.where(over, digits // 10, digits), power + over
    packed = digits * 2048 + power + 512
    packed = np.where(values < 0, -packed, packed)
    packed[is_zero] = 0
    return np.where(np.isnan(values), _MISSING, mix_keys(packed.view(np.uint64)))


def hash_categories(places: Floats, levels: tuple[str, ...]) -> Keys:
    return np.asarray(_level_keys(levels)[_level_places(places, levels)])


def _level_keys(levels: tuple[str, ...]) -> Keys:
    return np.array([*(hash_text(level) for level in levels), _MISSING], dtype=np.uint64)


def _level_places(places: Floats, levels: tuple[str, ...]) -> Integers:
    return np.where(np.isnan(places), len(levels), places).astype(np.int64)


def hash_text(text: str) -> np.uint64:
    spelled = parse_number(text.strip())
    if spelled is not None:
        return np.uint64(hash_numbers(np.array([spelled]))[0])
    return np.uint64(int.from_bytes(blake2b(text.strip().lower().encode(), digest_size=8).digest(), "big"))


def mix_keys(keys: Keys) -> Keys:
    """A bijection that scatters neighboring keys (splitmix64)."""
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(keys ^ (keys >> np.uint64(31)))


def _content(column: Keys) -> np.uint64:
    """The content of one column, whatever the order of its rows."""
    return _scattered(mix_keys(column))


def _scattered(parts: Keys) -> np.uint64:
    return np.uint64(mix_keys(np.atleast_1d(parts.sum(dtype=np.uint64)))[0])


def hash_column(column: Keys) -> str:
    return f"{int(_content(column)):016x}"


def _by_name(names: tuple[str, ...]) -> Keys:
    return np.array([hash_text("name of " + name) for name in names], dtype=np.uint64)


def _row_sums(cells: Keys, salts: Keys) -> Keys:
    """Sum over the columns of the salted cells: the order of the columns does not matter."""
    total = np.zeros(len(cells), dtype=np.uint64)
    for place in range(cells.shape[1]):
        total += mix_keys(cells[:, place] + salts[place])
    return total
