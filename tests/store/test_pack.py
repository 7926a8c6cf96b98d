"""Predictions, scores and rows as few bytes: bit for bit the same when unpacked."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from core.domain.dataset import Floats
from core.store.pack import HEADER, pack, pack_all, pack_rows, unpack, unpack_rows
from core.support.errors import StoreError

CHANCE = np.random.default_rng(0)


def same_bits(first: Floats | None, second: Floats | None) -> bool:
    if first is None or second is None:
        return first is second
    return first.shape == second.shape and first.dtype == second.dtype and first.tobytes() == second.tobytes()


def survives(predicted: Floats | None, scores: Floats | None) -> bool:
    back = unpack(pack(predicted, scores))
    return same_bits(back[0], predicted) and same_bits(back[1], scores)


@settings(max_examples=150, deadline=None)
@given(
    predicted=hnp.arrays(
        np.float64, st.tuples(st.integers(1, 12), st.integers(1, 3)), elements=st.floats(allow_nan=False)
    ),
    wholes=st.booleans(),
)
def test_that_any_numbers_survive(predicted: Floats, wholes: bool) -> None:
    assert survives(np.abs(np.round(np.clip(predicted, -9, 70000))) if wholes else predicted, None)


@settings(max_examples=150, deadline=None)
@given(first=hnp.arrays(np.float64, st.integers(1, 20), elements=st.floats(0, 1)), other=st.booleans())
def test_that_two_columns_of_probabilities_survive_whichever_was_computed(first: Floats, other: bool) -> None:
    scores = np.column_stack([first, 1 - first] if other else [1 - first, first])
    predicted = np.argmax(scores, axis=1)[:, None].astype(float)
    assert survives(predicted, scores)
    assert survives(1 - predicted, scores)
    assert survives(predicted, np.column_stack([first, first / 3]))


def test_that_the_empty_outcome_and_no_rows_survive() -> None:
    assert pack(None, None) == b""
    assert unpack(b"") == (None, None)
    assert survives(np.empty((0, 1)), np.empty((0, 2)))


def test_that_several_classes_and_minus_zero_survive() -> None:
    scores = CHANCE.dirichlet(np.ones(5), size=30)
    assert survives(CHANCE.integers(5, size=(30, 1)).astype(float), scores)
    assert survives(np.array([[-0.0], [0.0]]), None)
    assert survives(np.array([[300.0], [2.0]]), None)


def test_that_two_classes_need_nine_bytes_a_row_at_most() -> None:
    first = CHANCE.random(1000)
    scores = np.column_stack([first, 1 - first])
    argmax = np.argmax(scores, axis=1)[:, None].astype(float)
    assert len(pack(argmax, scores)) <= 8 * 1000 + HEADER.size + 1
    assert len(pack(1 - argmax, scores)) <= 9 * 1000 + HEADER.size + 1
    assert len(pack(np.ones((1000, 1)), np.tile([0.4, 0.6], (1000, 1)))) < 100


@settings(max_examples=100, deadline=None)
@given(rows=st.lists(st.integers(0, 10**10), max_size=60), ordered=st.booleans())
def test_that_row_numbers_survive(rows: list[int], ordered: bool) -> None:
    values = np.array(sorted(rows) if ordered else rows, dtype=np.int64)
    assert unpack_rows(pack_rows(values)).tolist() == values.tolist()
    assert unpack_rows(pack_rows(values)).dtype == np.int64


def test_that_row_numbers_are_small() -> None:
    rows = np.flatnonzero(CHANCE.random(100_000) < 0.1)
    assert len(pack_rows(rows)) < 1.1 * len(rows)


@pytest.mark.parametrize("position", [HEADER.size, HEADER.size + 5, -1])
def test_that_a_changed_byte_is_noticed(position: int) -> None:
    packed = bytearray(pack(CHANCE.normal(size=(20, 1)), None))
    packed[position] ^= 1
    with pytest.raises(StoreError, match="damaged"):
        unpack(bytes(packed))


@pytest.mark.parametrize("length", range(1, HEADER.size))
def test_that_cut_predictions_are_noticed_in_words(length: int) -> None:
    packed = pack(CHANCE.normal(size=(4, 1)), None)
    with pytest.raises(StoreError, match="Stored predictions are damaged"):
        unpack(packed[:length])


def test_that_a_changed_row_number_is_noticed() -> None:
    packed = bytearray(pack_rows(np.arange(50)))
    packed[-1] ^= 1
    with pytest.raises(StoreError, match="damaged"):
        unpack_rows(bytes(packed))


@pytest.mark.parametrize("row", [-(2**40), -1, 0, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**60])
def test_that_a_single_row_number_survives_and_is_packed_as_one_of_several(row: int) -> None:
    packed = pack_rows(np.array([row]))
    assert unpack_rows(packed).tolist() == [row]
    assert packed[4:5] == pack_rows(np.array([row, row]))[4:5]


def test_that_many_outcomes_of_every_kind_are_packed_as_each_of_them_alone() -> None:
    first = CHANCE.random(40)
    halves = np.column_stack([first, 1 - first])
    other = np.column_stack([1 - first, first])
    said = halves.argmax(axis=1)[:, None].astype(float)
    given: list[tuple[Floats | None, Floats | None]] = [
        (said, halves),
        (None, None),
        (1 - said, other),
        (said[:0], halves[:0]),
        (np.array([[np.nan], [1e300]]), None),
        (said, CHANCE.random((40, 2))),
        (np.array([[-0.0]]), None),
        (np.array([[70_000.0]]), None),
        (np.array([[300.0, 2.0]]), None),
        (said, np.full((40, 2), 0.5)),
        (CHANCE.integers(5, size=(30, 1)).astype(float), CHANCE.dirichlet(np.ones(5), size=30)),
    ]
    together = pack_all(given)
    assert together == [pack(predicted, scores) for predicted, scores in given]
    for packed, (predicted, scores) in zip(together, given, strict=True):
        back = unpack(packed)
        assert same_bits(back[0], predicted)
        assert same_bits(back[1], scores)
