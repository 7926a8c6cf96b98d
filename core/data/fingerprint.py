"""Recognising rows again: by content, whatever the order of rows and columns, the file format or the last digits."""

from collections.abc import Iterator
from hashlib import blake2b, sha256

import numpy as np
from numpy.typing import NDArray

from core.data.read.tokens import number
from core.domain.dataset import Dataset, Floats, Task

Keys = NDArray[np.uint64]
DIGITS = 6  # significant digits that count
_SMALLEST = 1e-290  # smaller numbers count as 0
_MISSING = np.uint64(0x9E3779B97F4A7C15)
_TARGET = np.uint64(0xD1B54A32D192ED03)


def fingerprint(data: Dataset) -> str:
    """One text for the whole data set; columns are told apart by their content, not by their names."""
    keys = np.zeros(data.size, dtype=np.uint64)
    for column in input_keys(data):
        keys += mixed(column + _content(column))
    for column in target_keys(data):
        keys += mixed(column + (_content(column) ^ _TARGET))
    return sha256(np.sort(mixed(keys)).tobytes()).hexdigest()[:32]


def row_keys(data: Dataset) -> Keys:
    """One key per row over target and inputs; columns are told apart by their names."""
    inputs, targets = cell_keys(data)
    keys = _row_sums(inputs, _by_name(data.features)) + _row_sums(targets, _by_name(data.outputs) ^ _TARGET)
    return mixed(keys)


def cell_keys(data: Dataset) -> tuple[Keys, Keys]:
    """One key per cell of the inputs and of the targets."""
    return _stacked(list(input_keys(data)), data.size), _stacked(list(target_keys(data)), data.size)


def input_keys(data: Dataset) -> Iterator[Keys]:
    """Per input one key per row; a name that spells a number has the key of that number."""
    for place, kind in enumerate(data.kinds):
        values = data.inputs[:, place]
        yield name_keys(values, data.levels[place]) if kind.is_coded else number_keys(values)


def target_keys(data: Dataset) -> Iterator[Keys]:
    for values in data.targets.T:
        yield name_keys(values, data.classes) if data.task is Task.CLASSES else number_keys(values)


def _stacked(columns: list[Keys], rows: int) -> Keys:
    return np.column_stack(columns) if columns else np.empty((rows, 0), dtype=np.uint64)


def number_keys(values: Floats, significant: int = DIGITS) -> Keys:
    """Keys of numbers rounded to so many significant digits."""
    values = np.where(np.abs(values) < _SMALLEST, 0.0, values)
    filled = np.where(np.isfinite(values) & (values != 0), np.abs(values), 1.0)
    power = np.floor(np.log10(filled))
    digits = np.rint(filled / 10.0 ** (power - (significant - 1)))
    over = digits >= 10.0**significant
    digits, power = np.where(over, digits / 10, digits), np.where(over, power + 1, power)
    packed = digits.astype(np.int64) * 2048 + power.astype(np.int64) + 512
    packed = np.where(values < 0, -packed, np.where(values == 0, 0, packed))
    return np.where(np.isnan(values), _MISSING, mixed(packed.astype(np.uint64)))


def name_keys(places: Floats, levels: tuple[str, ...]) -> Keys:
    keys = np.array([*(text_key(level) for level in levels), _MISSING], dtype=np.uint64)
    return np.asarray(keys[np.where(np.isnan(places), len(levels), places).astype(np.int64)])


def text_key(text: str) -> np.uint64:
    spelt = number(text.strip())
    if spelt is not None:
        return np.uint64(number_keys(np.array([spelt]))[0])
    return np.uint64(int.from_bytes(blake2b(text.strip().lower().encode(), digest_size=8).digest(), "big"))


def mixed(keys: Keys) -> Keys:
    """A bijection that scatters neighbouring keys (splitmix64)."""
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(keys ^ (keys >> np.uint64(31)))


def _content(column: Keys) -> np.uint64:
    """The content of one column, whatever the order of its rows."""
    return np.uint64(mixed(np.atleast_1d(mixed(column).sum(dtype=np.uint64)))[0])


def content_key(column: Keys) -> str:
    return f"{int(_content(column)):016x}"


def _by_name(names: tuple[str, ...]) -> Keys:
    return np.array([text_key("name of " + name) for name in names], dtype=np.uint64)


def _row_sums(cells: Keys, salts: Keys) -> Keys:
    """Sum over the columns of the salted cells: the order of the columns does not matter."""
    total = np.zeros(len(cells), dtype=np.uint64)
    for place in range(cells.shape[1]):
        total += mixed(cells[:, place] + salts[place])
    return total
