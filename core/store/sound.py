"""Whether a dataset from a file holds together, asked before anybody counts on it."""

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import FitResult

Array = Floats | Integers


def check_sound(data: Dataset) -> None:
    """A ValueError in words for what no dataset of ours can be."""
    _check_names(data)
    _check_lengths(data)
    for kind, levels, values in zip(data.kinds, data.levels, data.inputs.T, strict=True):
        _expect(not kind.is_coded or _are_places(values[~np.isnan(values)], len(levels)), "a column has unknown names")
    if data.task is Task.CLASSES:
        _expect(data.targets.shape[1] == 1, "it has more than one column of classes")
        _expect(_are_places(data.targets, len(data.classes)), "an answer is none of its classes")
        _expect(_is_class(data.positive, len(data.classes)), "the class that matters is unknown")
    else:
        _expect(bool(np.isfinite(data.targets).all()), "an answer is no number")


def is_same(data: Dataset, other: Dataset) -> bool:
    """Whether both hold the same rows in the same order, whatever they are called."""
    plain = ("task", "kinds", "features", "levels", "outputs", "classes", "positive", "group_names")
    if any(getattr(data, name) != getattr(other, name) for name in plain) or data.given.keys() != other.given.keys():
        return False
    arrays = [(getattr(data, name), getattr(other, name)) for name in ("inputs", "targets", "groups", "order")]
    return all(_are_equal(*pair) for pair in (*arrays, *((data.given[name], other.given[name]) for name in data.given)))


def _are_equal(values: Array | None, others: Array | None) -> bool:
    if values is None or others is None:
        return values is others
    return np.array_equal(values, others, equal_nan=True)


def fits(outcome: FitResult, data: Dataset) -> bool:
    """Whether stored answers are about rows, outputs and classes this dataset has."""
    rows, predicted, scores = outcome.rows, outcome.predicted, outcome.scores
    if len(rows) and not 0 <= rows.min() <= rows.max() < data.size:
        return False
    if predicted is None:
        return not outcome.ok
    fitting = predicted.shape == (len(rows), len(data.outputs))
    return fitting and (scores is None or scores.shape == (len(rows), len(data.classes)))


def _check_names(data: Dataset) -> None:
    levels = tuple(name for names in data.levels for name in names)
    texts = (data.name, data.group_name, *data.features, *data.outputs, *data.classes, *data.group_names, *levels)
    _expect(all(isinstance(text, str) for text in (*texts, *data.given, data.fingerprint)), "a name in it is no text")
    kinds = (len(data.kinds), len(data.levels))
    _expect(kinds == (len(data.features), len(data.features)), "its columns are not described")


def _check_lengths(data: Dataset) -> None:
    columns = (data.groups, data.order, data.rows, *data.given.values())
    _expect(all(values is None or len(values) == data.size for values in columns), "a column is too short or too long")
    if data.groups is not None:
        most = len(data.group_names) or np.iinfo(np.int64).max
        _expect(bool(((data.groups >= 0) & (data.groups < most)).all()), "a group has no name")


def _is_class(place: object, count: int) -> bool:
    return place is None or (type(place) is int and 0 <= place < count)


def _are_places(values: Floats, count: int) -> bool:
    return bool(((values >= 0) & (values < count) & (values == np.floor(values))).all())


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
