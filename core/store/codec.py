"""Records to JSON and back by their types, and arrays to few bytes and back bit for bit; nothing from a file runs.

This is code of our own because the libraries for it leave as much to write: msgspec takes no union of dataclasses,
which the details of tests are, and ignores fields it does not know; cattrs needs a strategy of ours for either.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from core.support.errors import ContentError

Record = TypeVar("Record")


# --- records ---


def to_json(value: object) -> Any:
    """Return dicts, lists, texts and numbers: records by field name, enums by value, numbers of numpy as Python's."""
    if value is None or type(value) in (float, int, str, bool):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be stored")


def to_text(value: object, sort_keys: bool = False) -> str:
    """Return JSON without spaces; with sorted keys it is the same for the same content on every computer.

    Infinite and undefined numbers raise a ValueError, since JSON has none.
    """
    return json.dumps(to_json(value), sort_keys=sort_keys, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@contextmanager
def translate_content_errors() -> Iterator[None]:
    """Wrap only code that takes the content of a file apart, also as a decorator: what fails there is the file's fault.

    Everywhere else a TypeError or the like is a fault of the program and must not be told as a damaged file.
    """
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError) as problem:
        raise ContentError("no-sense") from problem


def from_json(kind: type[Record], plain: object) -> Record:
    """Return the record; absent fields keep their default. Raise a ValueError that names the place of what is wrong."""
    record: Record = _read_record(kind, plain, "")
    return record


def from_text(kind: type[Record], text: str | bytes) -> Record:
    """The same from JSON; a text that is none, or nested too deeply, is a ValueError too."""
    try:
        return from_json(kind, json.loads(text))
    except json.JSONDecodeError as problem:
        raise ContentError("no-sense-at", line=problem.lineno, column=problem.colno) from None
    except RecursionError:
        raise ContentError("nested") from None


def read_value(kind: Any, item: object, place: str) -> Any:
    """Return a value of JSON as what its type says; `place` is where it stands, for the ValueError otherwise."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _read_union(get_args(kind), item, place)
    if origin is tuple and isinstance(item, list | tuple):
        kinds = get_args(kind)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            kinds = (kinds[0],) * len(item)
        if len(kinds) == len(item):
            pairs = zip(kinds, item, strict=True)
            return tuple(read_value(one, part, f"{place}[{number}]") for number, (one, part) in enumerate(pairs))
    elif isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(item, Mapping):
        return {str(key): read_value(get_args(kind)[1], part, f"{place}.{key}") for key, part in item.items()}
    elif is_dataclass(kind):
        return _read_record(kind, item, place)
    elif isinstance(kind, type) and issubclass(kind, Enum) and item in [one.value for one in kind]:
        return kind(item)
    elif kind is float and isinstance(item, int | float) and not isinstance(item, bool):
        return float(item)
    elif kind in (str, int, bool) and type(item) is kind:
        return item
    elif kind in (object, Any):
        return to_tuples(item)
    raise _describe_place("value", place)


def _describe_place(kind: str, place: str) -> ContentError:
    """Name where in a record something is wrong; the record itself has no place."""
    return ContentError(f"{kind}-at", place=place.removeprefix(".")) if place else ContentError(kind)


def to_tuples(value: Any) -> Any:
    """Return free values as they were: lists of JSON were tuples."""
    if isinstance(value, list | tuple):
        return tuple(to_tuples(one) for one in value)
    return {key: to_tuples(one) for key, one in value.items()} if isinstance(value, dict) else value


def _read_record(kind: Any, plain: object, place: str) -> Any:
    hints = get_type_hints(kind)
    if not isinstance(plain, Mapping):
        raise _describe_place("no-record", place)
    for name in plain:
        if name not in hints:
            raise _describe_place("unknown", f"{place}.{name}")
    values = {name: read_value(hints[name], item, f"{place}.{name}") for name, item in plain.items()}
    try:
        return kind(**values)
    except TypeError:  # a field without a default
        missing = next((field.name for field in fields(kind) if field.name not in values), "")
        raise _describe_place("missing", f"{place}.{missing}") from None


def _read_union(kinds: tuple[Any, ...], item: object, place: str) -> Any:
    """A tuple for a list; of several records the one with just these fields."""
    if item is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    fitting = [kind for kind in others if (get_origin(kind) is tuple) == isinstance(item, list | tuple)]
    if isinstance(item, Mapping) and len(fitting) > 1:
        records = [kind for kind in fitting if is_dataclass(kind)]
        fitting = [kind for kind in records if {one.name for one in fields(kind)} == set(item)]
    return read_value((fitting or others)[0], item, place)


# --- arrays ---

LARGEST_VALUE = 2**30  # bytes of one value in a file of ours, packed or not
_HEADER = struct.Struct("<ccBII")  # what it is (f: floats, i: whole numbers), how it is stored, how, rows, columns
_STORED = {b"1": "<u1", b"2": "<u2", b"4": "<u4", b"i": "<i8", b"f": "<f8"}
_COMPRESSED, _STEPS, _SECOND_FOLLOWS, _FIRST_FOLLOWS = 1, 2, 4, 8
_SMALL = 128  # bytes that are not worth the time to make them fewer
_SHORT, _LOOKED_AT = 4096, 24  # a short array whose first values differ would become little smaller


def pack_array(values: NDArray[Any]) -> bytes:
    """Return one or two dimensions of floats or whole numbers in the narrowest form that gives back the same bits."""
    kind = b"i" if values.dtype.kind in "iu" else b"f"
    rows, columns = len(values), values.shape[1] if values.ndim == 2 else 0
    how, kept = 0, np.ascontiguousarray(values, dtype="<i8" if kind == b"i" else "<f8")
    if kind == b"f" and columns == 2:
        how, kept = _drop_complement(kept)
    if kind == b"i" and columns == 0 and rows > 1 and (np.diff(kept) >= 0).all():
        how, kept = how | _STEPS, np.diff(kept, prepend=0)
    letter, content = _narrow(kept)
    if len(content) > _SMALL and not (rows <= _SHORT and _is_varied(kept)):
        smaller = zlib.compress(_to_planes(content, letter), 1)
        if len(smaller) < 0.9 * len(content):
            how, content = how | _COMPRESSED, smaller
    return _HEADER.pack(kind, letter, how, rows, columns) + content


def unpack_array(packed: bytes) -> NDArray[Any]:
    """Return what was packed; anything that is not as long as it says is a ValueError, and no bomb is unpacked."""
    if len(packed) < _HEADER.size:
        raise ContentError("array-cut-off")
    kind, letter, how, rows, columns = _HEADER.unpack_from(packed)
    if letter not in _STORED or kind not in (b"i", b"f"):
        raise ContentError("array-kind")
    is_half = bool(how & (_SECOND_FOLLOWS | _FIRST_FOLLOWS))
    stored = np.dtype(_STORED[letter])
    size = rows * (1 if is_half else columns or 1) * stored.itemsize
    content = packed[_HEADER.size :]
    if how & _COMPRESSED:
        content = _from_planes(inflate(content, size), letter)
    if len(content) != size:
        raise ContentError("array-length")
    values: NDArray[Any] = np.frombuffer(content, dtype=stored).astype(np.int64 if kind == b"i" else np.float64)
    if how & _STEPS:
        values = np.cumsum(values)
    if is_half:
        return np.column_stack([values, 1 - values] if how & _SECOND_FOLLOWS else [1 - values, values])
    return values.reshape(rows, columns) if columns else values


def inflate(content: bytes, size: int) -> bytes:
    """Return exactly so many bytes; anything else is damage."""
    if not 0 <= size <= LARGEST_VALUE:
        raise ContentError("part-too-large")
    worker = zlib.decompressobj()
    try:
        inflated = worker.decompress(content, size + 1)
    except zlib.error:
        raise ContentError("compression") from None
    if len(inflated) != size or not worker.eof:
        raise ContentError("part-length")
    return inflated


def _drop_complement(pair: NDArray[Any]) -> tuple[int, NDArray[Any]]:
    """Of two probabilities that add up to one exactly, one follows from the other."""
    first, second = np.ascontiguousarray(pair[:, 0]), np.ascontiguousarray(pair[:, 1])
    if (1 - first).tobytes() == second.tobytes():
        return _SECOND_FOLLOWS, first
    return (_FIRST_FOLLOWS, second) if (1 - second).tobytes() == first.tobytes() else (0, pair)


def _narrow(values: NDArray[Any]) -> tuple[bytes, bytes]:
    """The first of the stored kinds that holds every bit, minus zero included."""
    content = values.tobytes()
    with np.errstate(invalid="ignore"):  # numbers that do not fit become others, and are seen to differ
        for letter in (b"1", b"2", b"4"):
            short = values.astype(_STORED[letter])
            if short.astype(values.dtype).tobytes() == content:
                return letter, short.tobytes()
    return (b"i" if values.dtype.kind == "i" else b"f"), content


def _is_varied(values: NDArray[Any]) -> bool:
    return 2 * len(set(values.ravel()[:_LOOKED_AT].tolist())) > _LOOKED_AT


def _to_planes(content: bytes, letter: bytes) -> bytes:
    """Bytes of equal weight together compress better."""
    return np.frombuffer(content, np.uint8).reshape(-1, np.dtype(_STORED[letter]).itemsize).T.tobytes()


def _from_planes(content: bytes, letter: bytes) -> bytes:
    return np.frombuffer(content, np.uint8).reshape(np.dtype(_STORED[letter]).itemsize, -1).T.tobytes()
