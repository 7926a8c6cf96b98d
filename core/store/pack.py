"""Predictions, scores and row numbers as few bytes, bit for bit the same when they are unpacked."""

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.store.guard import LARGEST_VALUE
from core.support.errors import StoreError

HEADER = struct.Struct("<BBHIHI")  # how predictions and scores are kept, columns, rows, classes, checksum
NONE, WHOLE8, WHOLE16, DOUBLES, OF_SCORES = range(5)
NO_SCORES, ALL_COLUMNS, SECOND_FROM_FIRST, FIRST_FROM_SECOND = range(4)
SMALL = 128  # bytes that are not worth the time to make them fewer
LOOKED_AT = 24  # scores that are looked at before all are compressed
SOME = struct.Struct(f"<{LOOKED_AT}Q")
Flags = NDArray[np.bool_]


Given = tuple[Floats | None, Floats | None]  # predictions and scores of one outcome


def pack(predicted: Floats | None, scores: Floats | None) -> bytes:
    """Both arrays in one text of bytes with a checksum; nothing for a training that gave nothing."""
    return pack_all([(predicted, scores)])[0]


def pack_all(given: Sequence[Given]) -> list[bytes]:
    """The same for many outcomes: whatever is asked of every number is asked of all of them at once."""
    found = [b""] * len(given)
    alike: dict[tuple[int, int], list[int]] = {}
    for place, (predicted, scores) in enumerate(given):
        if predicted is not None:
            alike.setdefault((predicted.shape[1], -1 if scores is None else scores.shape[1]), []).append(place)
    for places in alike.values():
        for place, packed in zip(places, _packed([given[place] for place in places]), strict=True):
            found[place] = packed
    return found


def _packed(given: Sequence[Given]) -> Iterator[bytes]:
    """Outcomes with equally many columns."""
    first = [predicted for predicted, _ in given if predicted is not None]
    second = [scores for _, scores in given if scores is not None]
    sizes = [len(predicted) for predicted in first]
    ends = np.cumsum(sizes)
    predicted = np.concatenate(first).astype("<f8", copy=False)
    scores = np.concatenate(second).astype("<f8", copy=False) if second else None
    columns, classes = predicted.shape[1], 0 if scores is None else scores.shape[1]
    kept_predicted, kept_scores = _pack_predicted(predicted, scores, ends), _pack_scores(scores, ends)
    for size, (kind, values), (score_kind, chances) in zip(sizes, kept_predicted, kept_scores, strict=True):
        content = values + chances
        content = _squeezed(content) if len(content) > SMALL and _is_worth_squeezing(chances) else b"-" + content
        yield HEADER.pack(kind, score_kind, columns, size, classes, zlib.crc32(content)) + content


def unpack(packed: bytes) -> tuple[Floats | None, Floats | None]:
    if not packed:
        return None, None
    if len(packed) < HEADER.size:
        raise _damaged()
    predicted_kind, scores_kind, columns, rows, classes, checksum = HEADER.unpack_from(packed)
    content = packed[HEADER.size :]
    if zlib.crc32(content) != checksum:
        raise _damaged()
    content = _loosened(content)
    cut = rows * columns * _WIDTHS[predicted_kind]
    scores = _unpack_scores(scores_kind, content[cut:], rows, classes)
    if classes != (0 if scores is None else scores.shape[1]):
        raise _damaged()
    return _unpack_predicted(predicted_kind, content[:cut], rows, columns, scores), scores


def pack_rows(rows: Integers) -> bytes:
    """Row numbers as steps from one to the next, in the smallest whole numbers that hold them, with a checksum."""
    return _sealed(*_steps(rows))


def unpack_rows(packed: bytes) -> Integers:
    values = unpack_numbers(packed)
    return values if packed[4:5] == b"i" else np.cumsum(values)


def unpack_numbers(packed: bytes) -> Integers:
    content = packed[4:]
    if zlib.crc32(content) != int.from_bytes(packed[:4], "little"):
        raise _damaged()
    return np.frombuffer(_loosened(content[1:]), dtype=_STEPS[content[:1]]).astype(np.int64)


def _sealed(letter: bytes, values: bytes) -> bytes:
    content = letter + _squeezed(values)
    return zlib.crc32(content).to_bytes(4, "little") + content


_STEPS = {b"1": "<u1", b"2": "<u2", b"4": "<u4", b"i": "<i8"}
_LARGEST = {b"1": 2**8 - 1, b"2": 2**16 - 1, b"4": 2**32 - 1}


def _steps(rows: Integers) -> tuple[bytes, bytes]:
    if len(rows) == 1:
        return _one_step(int(rows[0]))
    steps = rows.copy()
    steps[1:] -= rows[:-1]
    return _smallest(steps, rows)


def _smallest(values: Integers, otherwise: Integers) -> tuple[bytes, bytes]:
    """The values in the smallest form that holds them, else the other ones in full."""
    least, most = values.min(initial=0), values.max(initial=0)
    for letter, largest in _LARGEST.items():
        if least >= 0 and most <= largest:
            return letter, values.astype(_STEPS[letter]).tobytes()
    return b"i", otherwise.astype("<i8").tobytes()


def _one_step(row: int) -> tuple[bytes, bytes]:
    """The same for one row, as in leaving one out, where there are very many of them."""
    for letter, largest in _LARGEST.items():
        if 0 <= row <= largest:
            return letter, row.to_bytes(int(letter), "little")
    return b"i", row.to_bytes(8, "little", signed=True)


def _damaged() -> StoreError:
    return StoreError("Stored predictions are damaged.", hint="Use a copy of the study file, or run it again.")


_WIDTHS = {WHOLE8: 1, WHOLE16: 2, DOUBLES: 8, OF_SCORES: 0}


Kept = tuple[int, bytes]  # how an array is kept, and its bytes


def _pack_predicted(predicted: Floats, scores: Floats | None, ends: Integers) -> Iterator[Kept]:
    with np.errstate(invalid="ignore"):  # numbers that do not fit become others, and are seen to differ
        ways = {kind: predicted.astype(width) for kind, width in ((WHOLE16, "<u2"), (WHOLE8, "<u1"))}
    kinds = np.full(len(ends), DOUBLES)
    for kind, short in ways.items():
        fitting = _same_bits(short.astype("<f8"), predicted).all(axis=1)
        kinds[_all_of(np.asarray(fitting), ends)] = kind
    if scores is not None and predicted.shape[1] == 1:
        kinds[_all_of(scores.argmax(axis=1) == predicted[:, 0], ends)] = OF_SCORES
    return _cut(kinds, {**ways, DOUBLES: predicted, OF_SCORES: predicted[:, :0]}, ends)


def _all_of(flags: Flags, ends: Integers) -> Flags:
    """Whether all are set, for every part that ends at one of the ends."""
    unset = np.concatenate([[0], np.cumsum(~flags)])
    return np.asarray(np.diff(unset[ends], prepend=0) == 0)


def _same_bits(first: Floats, second: Floats) -> Flags:
    return np.asarray(np.ascontiguousarray(first).view(np.int64) == np.ascontiguousarray(second).view(np.int64))


def _cut(kinds: Integers, ways: Mapping[int, NDArray[np.generic]], ends: Integers) -> Iterator[Kept]:
    """Every part in the way that its kind says."""
    chosen = kinds.tolist()
    contents = {kind: (ways[kind].tobytes(), ways[kind].dtype.itemsize * ways[kind].shape[1]) for kind in set(chosen)}
    start = 0
    for kind, end in zip(chosen, ends.tolist(), strict=True):
        content, width = contents[kind]
        yield kind, content[start * width : end * width]
        start = end


def _unpack_predicted(kind: int, content: bytes, rows: int, columns: int, scores: Floats | None) -> Floats:
    if kind == OF_SCORES:
        assert scores is not None
        largest: Integers = np.argmax(scores, axis=1)
        return largest.astype(np.float64).reshape(rows, 1)
    width = {WHOLE8: "<u1", WHOLE16: "<u2", DOUBLES: "<f8"}[kind]
    values: Floats = np.frombuffer(content, dtype=width).astype(np.float64)
    return values.reshape(rows, columns)


def _pack_scores(scores: Floats | None, ends: Integers) -> Iterator[Kept]:
    """Of two columns that add up to one exactly, the second follows from the first, or the first from the second."""
    if scores is None:
        return iter([(NO_SCORES, b"")] * len(ends))
    kinds = np.full(len(ends), ALL_COLUMNS)
    if scores.shape[1] == 2:
        first, second = scores.T
        kinds[_all_of(_same_bits(1 - second, first), ends)] = FIRST_FROM_SECOND
        kinds[_all_of(_same_bits(1 - first, second), ends)] = SECOND_FROM_FIRST
    ways = {ALL_COLUMNS: scores, SECOND_FROM_FIRST: scores[:, :1], FIRST_FROM_SECOND: scores[:, 1:]}
    return _cut(kinds, ways, ends)


def _unpack_scores(kind: int, content: bytes, rows: int, classes: int) -> Floats | None:
    if kind == NO_SCORES:
        return None
    values = np.frombuffer(content, dtype="<f8").astype(np.float64)
    if kind == SECOND_FROM_FIRST:
        return np.column_stack([values, 1 - values])
    if kind == FIRST_FROM_SECOND:
        return np.column_stack([1 - values, values])
    return values.reshape(rows, classes)


def _squeezed(content: bytes) -> bytes:
    """Compressed where that helps; the first byte says so."""
    if len(content) > SMALL:
        smaller = zlib.compress(content, 1)
        if len(smaller) < 0.9 * len(content):
            return b"z" + smaller
    return b"-" + content


def _is_worth_squeezing(scores: bytes) -> bool:
    """Scores most of which differ are as good as random bytes: making them smaller takes time for next to nothing."""
    return len(scores) < SOME.size or 2 * len(set(SOME.unpack_from(scores))) <= LOOKED_AT


def _loosened(content: bytes) -> bytes:
    """What was squeezed; a bomb is not unpacked."""
    if content[:1] != b"z":
        return content[1:]
    worker = zlib.decompressobj()
    found = worker.decompress(content[1:], LARGEST_VALUE)
    if worker.unconsumed_tail:
        raise _damaged()
    return found
