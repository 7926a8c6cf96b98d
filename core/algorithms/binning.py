"""Gradient boosting of many rows: its bins are found and filled part by part, so that no copy of the inputs is held."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.algorithms.preparation import MANY_ROWS, Parts
from core.algorithms.rows import pieces_of
from core.domain.dataset import Floats, Integers


def boosted(estimator: Any, inputs: Floats | Parts, targets: Floats | Integers) -> Any:
    """An estimator of scikit-learn trained with the very bins that it would find itself.

    It asks itself for the bins of its inputs and looks at nothing else of them, so rows in parts are given as zeros
    that take no room. Should another version of it not ask, it gets the rows themselves.
    """
    if len(inputs) <= MANY_ROWS:
        return estimator.fit(inputs, targets)
    asked: list[bool] = []
    estimator._bin_data = partial(_binned, estimator, inputs, asked)
    try:
        estimator.fit(np.broadcast_to(0.0, inputs.shape), targets)
    finally:
        del estimator._bin_data
    return estimator if asked else estimator.fit(_whole(inputs), targets)


def _binned(estimator: Any, inputs: Floats | Parts, asked: list[bool], *_: Any, **__: Any) -> NDArray[np.uint8]:
    """The bin of every cell; the bins themselves are those of rows drawn as scikit-learn draws them."""
    asked.append(True)
    mapper = estimator._bin_mapper
    places = _drawn_places(mapper, len(inputs))
    count, mapper.subsample = mapper.subsample, None
    mapper.fit(_picked(inputs, places))
    mapper.subsample = count
    binned = np.empty(inputs.shape, dtype=np.uint8, order="F")
    for piece, part in _parts(inputs):
        binned[piece] = mapper.transform(part)
    return binned


def _drawn_places(mapper: Any, rows: int) -> Integers:
    if mapper.subsample is None or rows <= mapper.subsample:
        return np.arange(rows)
    return np.asarray(np.random.RandomState(mapper.random_state).choice(rows, mapper.subsample))


def _picked(inputs: Floats | Parts, places: Integers) -> Floats:
    found = np.empty((len(places), inputs.shape[1]), order="F")
    for piece, part in _parts(inputs):
        inside = np.flatnonzero((places >= piece.start) & (places < piece.stop))
        found[inside] = part[places[inside] - piece.start]
    return found


def _parts(inputs: Floats | Parts) -> Iterator[tuple[slice, Floats]]:
    if isinstance(inputs, Parts):
        yield from inputs.prepared()
    else:
        yield from ((piece, inputs[piece]) for piece in pieces_of(*inputs.shape))


def _whole(inputs: Floats | Parts) -> Floats:
    return _picked(inputs, np.arange(len(inputs)))
