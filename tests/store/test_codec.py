"""Records by their types, and arrays as few bytes: what comes back is what was stored, and nonsense is refused."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from core.store.codec import from_json, from_text, pack_array, to_json, to_text, unpack_array

CHANCE = np.random.default_rng(0)


class Color(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Part:
    size: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    steps: int


@dataclass(frozen=True, slots=True)
class Widths:
    steps: int
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    count: int
    parts: tuple[Part, ...] = ()
    ends: float | tuple[float, float] | None = None
    color: Color = Color.RED
    free: Mapping[str, object] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    detail: Steps | Widths | None = None


FULL = Whole(
    3, (Part(0.1 + 0.2, "ü"), Part(2.0)), (1.0, 2.0), free={"layers": ((5,), (20, 10)), "rate": 0.1, "on": True}
)


@pytest.mark.parametrize(
    "record",
    [
        FULL,
        Whole(0),
        Whole(1, ends=2.5),
        Whole(1, flags={"a": False}),
        Whole(1, detail=Steps(2)),
        Whole(1, detail=Widths(2, (1.5,))),
    ],
)
def test_that_a_record_comes_back(record: Whole) -> None:
    assert from_text(Whole, to_text(record)) == record
    assert from_json(Whole, to_json(record)) == record


def test_that_numbers_of_numpy_and_other_mappings_are_stored_as_plain_ones() -> None:
    given = Whole(np.int64(2), (Part(np.float64(0.5)),), free=MappingProxyType({"a": np.bool_(True)}))  # type: ignore[arg-type]
    assert to_text(given) == to_text(Whole(2, (Part(0.5),), free={"a": True}))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"count": "three"}', "count"),
        ('{"count": true}', "count"),
        ('{"count": 1, "parts": [{"size": null}]}', r"parts\[0\].size"),
        ('{"count": 1, "color": "blue"}', "color"),
        ('{"count": 1, "ends": [1, 2, 3]}', "ends"),
        ('{"count": 1, "weight": 5}', "weight"),
        ('{"count": 1, "parts": [{"size": 1, "width": 2}]}', r"parts\[0\].width"),
        ('{"count": 1, "parts": [{}]}', r"parts\[0\].size” is missing"),
        ('{"count": 1, "detail": {"steps": 1, "width": 2}}', "detail.width"),
        ("{}", "count” is missing"),
        ("[]", "it is no record"),
        ("", "line 1, column 1"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_that_what_does_not_fit_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(ValueError, match=place) as told:
        from_text(Whole, text)
    assert "`" not in str(told.value)


def test_that_numbers_that_json_does_not_know_are_refused_when_they_are_written() -> None:
    with pytest.raises(ValueError):
        to_text(Part(float("nan")))


# --- arrays ---


def survives(values: NDArray[Any]) -> bool:
    back = unpack_array(pack_array(values))
    return back.shape == values.shape and back.dtype == values.dtype and back.tobytes() == values.tobytes()


@settings(max_examples=150, deadline=None)
@given(
    values=hnp.arrays(
        np.float64, hnp.array_shapes(min_dims=1, max_dims=2, min_side=1, max_side=12), elements=st.floats()
    ),
    wholes=st.booleans(),
)
def test_that_any_numbers_survive(values: NDArray[Any], wholes: bool) -> None:
    assert survives(np.abs(np.round(np.clip(np.nan_to_num(values), -9, 70000))) if wholes else values)


@settings(max_examples=150, deadline=None)
@given(first=hnp.arrays(np.float64, st.integers(1, 20), elements=st.floats(0, 1)), other=st.booleans())
def test_that_two_columns_of_probabilities_survive_whichever_was_computed(first: NDArray[Any], other: bool) -> None:
    assert survives(np.column_stack([first, 1 - first] if other else [1 - first, first]))
    assert survives(np.column_stack([first, first / 3]))


@settings(max_examples=100, deadline=None)
@given(rows=st.lists(st.integers(-(2**60), 2**60), max_size=60), ordered=st.booleans())
def test_that_row_numbers_survive(rows: list[int], ordered: bool) -> None:
    assert survives(np.array(sorted(rows) if ordered else rows, dtype=np.int64))


@pytest.mark.parametrize(
    "values",
    [
        np.empty((0, 1)),
        np.empty((0, 2)),
        np.empty(0, dtype=np.int64),
        np.array([[-0.0], [0.0]]),
        np.array([[np.nan], [np.inf], [1e300]]),
        np.array([[300.0, 2.0]]),
        np.full((5000, 2), 0.5),
        CHANCE.dirichlet(np.ones(5), size=5000),
        CHANCE.normal(size=10_000).round(1),
        np.arange(100_000),
    ],
)
def test_that_every_shape_and_kind_survives(values: NDArray[Any]) -> None:
    assert survives(values)


def test_that_arrays_become_small() -> None:
    first = CHANCE.random(1000)
    assert len(pack_array(np.column_stack([first, 1 - first]))) <= 8 * 1000 + 20
    assert len(pack_array(np.tile([0.4, 0.6], (1000, 1)))) < 100
    assert len(pack_array((first > 0.5).astype(float)[:, None])) <= 1000 + 20
    rows = np.flatnonzero(CHANCE.random(100_000) < 0.1)
    assert len(pack_array(rows)) < 1.1 * len(rows)


PACKED = pack_array(np.zeros((5000, 3)))


@pytest.mark.parametrize("length", [*range(12), len(PACKED) - 1])
def test_that_a_cut_array_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=r"cut off|as long as it says|decompressed"):
        unpack_array(PACKED[:length])


@pytest.mark.parametrize("place", range(len(PACKED)))
def test_that_a_changed_byte_gives_an_array_or_is_refused(place: int) -> None:
    """Checksums find changes; whatever gets here must not end in anything but a ValueError, nor eat all memory."""
    changed = bytearray(PACKED)
    changed[place] ^= 0x55
    with suppress(ValueError):
        unpack_array(bytes(changed))


def test_that_sorted_text_is_the_same_on_every_computer() -> None:
    assert to_text({"b": [1, 2.5], "a": "für"}, sort_keys=True) == '{"a":"für","b":[1,2.5]}'
