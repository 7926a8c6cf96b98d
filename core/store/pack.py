"""Predictions, scores and row numbers as few bytes, bit for bit the same when they are unpacked."""

import struct
import zlib
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.errors import StoreError
from core.store.guard import LARGEST_VALUE

HEADER = struct.Struct("<BBHIHI")  # how predictions and scores are kept, columns, rows, classes, checksum
NONE, WHOLE8, WHOLE16, DOUBLES, OF_SCORES = range(5)
NO_SCORES, ALL_COLUMNS, SECOND_FROM_FIRST, FIRST_FROM_SECOND = range(4)
SMALL = 64
LOOKED_AT = 24  # scores that are looked at before all are compressed


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """How an array is kept, and its bytes."""

    kind: int
    content: bytes


def pack(predicted: Floats | None, scores: Floats | None) -> bytes:
    """Both arrays in one text of bytes with a checksum; nothing for a training that gave nothing."""
    if predicted is None:
        return b""
    first = _pack_predicted(predicted, scores)
    second = _pack_scores(scores)
    content = first.content + second.content
    content = _squeezed(content) if len(content) > SMALL and _is_worth_squeezing(second.content) else b"-" + content
    classes = 0 if scores is None else scores.shape[1]
    rows, columns = predicted.shape
    return HEADER.pack(first.kind, second.kind, columns, rows, classes, zlib.crc32(content)) + content


def unpack(packed: bytes) -> tuple[Floats | None, Floats | None]:
    if not packed:
        return None, None
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
    letter, values = _steps(rows)
    content = letter + _squeezed(values)
    return zlib.crc32(content).to_bytes(4, "little") + content


def unpack_rows(packed: bytes) -> Integers:
    content = packed[4:]
    if zlib.crc32(content) != int.from_bytes(packed[:4], "little"):
        raise _damaged()
    values = np.frombuffer(_loosened(content[1:]), dtype=_STEPS[content[:1]]).astype(np.int64)
    return values if content[:1] == b"i" else np.cumsum(values)


_STEPS = {b"1": "<u1", b"2": "<u2", b"4": "<u4", b"i": "<i8"}
_LARGEST = {b"1": 2**8 - 1, b"2": 2**16 - 1, b"4": 2**32 - 1}


def _steps(rows: Integers) -> tuple[bytes, bytes]:
    if len(rows) == 1:
        return _one_step(int(rows[0]))
    steps = rows.copy()
    steps[1:] -= rows[:-1]
    least, most = steps.min(initial=0), steps.max(initial=0)
    for letter, largest in _LARGEST.items():
        if least >= 0 and most <= largest:
            return letter, steps.astype(_STEPS[letter]).tobytes()
    return b"i", rows.astype("<i8").tobytes()


def _one_step(row: int) -> tuple[bytes, bytes]:
    """The same for one row, as in leaving one out, where there are very many of them."""
    for letter, largest in _LARGEST.items():
        if 0 <= row <= largest:
            return letter, row.to_bytes(int(letter), "little")
    return b"i", row.to_bytes(8, "little", signed=True)


def _damaged() -> StoreError:
    return StoreError("Stored predictions are damaged.", hint="Use a copy of the study file, or run it again.")


_WIDTHS = {WHOLE8: 1, WHOLE16: 2, DOUBLES: 8, OF_SCORES: 0}


def _pack_predicted(predicted: Floats, scores: Floats | None) -> Packed:
    if scores is not None and predicted.shape[1] == 1 and bool((scores.argmax(axis=1) == predicted[:, 0]).all()):
        return Packed(OF_SCORES, b"")
    for kind, width in ((WHOLE8, "<u1"), (WHOLE16, "<u2")):
        if _fits(predicted, width):
            return Packed(kind, predicted.astype(width).tobytes())
    return Packed(DOUBLES, predicted.astype("<f8").tobytes())


def _fits(values: Floats, width: str) -> bool:
    """Whether these are whole numbers of that width; a minus zero is not."""
    if not np.isfinite(values).all() or values.min(initial=0) < 0 or values.max(initial=0) > np.iinfo(width).max:
        return False
    return values.astype(width).astype("<f8").tobytes() == values.astype("<f8").tobytes()


def _unpack_predicted(kind: int, content: bytes, rows: int, columns: int, scores: Floats | None) -> Floats:
    if kind == OF_SCORES:
        assert scores is not None
        largest: Integers = np.argmax(scores, axis=1)
        return largest.astype(np.float64).reshape(rows, 1)
    width = {WHOLE8: "<u1", WHOLE16: "<u2", DOUBLES: "<f8"}[kind]
    values: Floats = np.frombuffer(content, dtype=width).astype(np.float64)
    return values.reshape(rows, columns)


def _pack_scores(scores: Floats | None) -> Packed:
    """Of two columns that add up to one exactly, the second follows from the first, or the first from the second."""
    if scores is None:
        return Packed(NO_SCORES, b"")
    kept = np.asarray(scores, dtype="<f8")
    if kept.shape[1] == 2:
        if (1 - kept[:, 0]).tobytes() == kept[:, 1].tobytes():
            return Packed(SECOND_FROM_FIRST, kept[:, 0].tobytes())
        if (1 - kept[:, 1]).tobytes() == kept[:, 0].tobytes():
            return Packed(FIRST_FROM_SECOND, kept[:, 1].tobytes())
    return Packed(ALL_COLUMNS, kept.tobytes())


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
    some = [scores[start : start + 8] for start in range(0, min(len(scores), 8 * LOOKED_AT), 8)]
    return len(some) < LOOKED_AT or 2 * len(set(some)) <= LOOKED_AT


def _loosened(content: bytes) -> bytes:
    """What was squeezed; a bomb is not unpacked."""
    if content[:1] != b"z":
        return content[1:]
    worker = zlib.decompressobj()
    found = worker.decompress(content[1:], LARGEST_VALUE)
    if worker.unconsumed_tail:
        raise _damaged()
    return found
