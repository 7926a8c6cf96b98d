"""Records to plain lists, dicts, texts and numbers, and back by their types; no pickle."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
PLAIN = frozenset({float, int, str, bool, NoneType})


def to_plain(value: object) -> Any:
    """Records become dicts by field name, enums their value, tuples lists."""
    if type(value) in PLAIN:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if hasattr(value, "item") and not isinstance(value, str):
        return value.item()  # a number of numpy
    return value


def from_plain(kind: type[Record], plain: Mapping[str, Any]) -> Record:
    """The record; fields that are absent keep their default, unknown ones raise a TypeError."""
    hints = get_type_hints(kind)
    if unknown := set(plain) - set(hints):
        raise TypeError(f"unknown field {sorted(unknown)[0]}")
    return kind(**{name: _restored(hints[name], item) for name, item in plain.items()})


def _restored(kind: Any, item: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _restored_union(get_args(kind), item)
    if origin is tuple:
        return _restored_tuple(get_args(kind), item)
    if origin is not None and issubclass(origin, Mapping):
        return {key: _restored(get_args(kind)[1], value) for key, value in dict(item).items()}
    if is_dataclass(kind):
        return from_plain(kind, item)  # type: ignore[arg-type]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(item)
    return _restored_simple(kind, item)


def _restored_union(kinds: tuple[Any, ...], item: Any) -> Any:
    if item is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    fitting = [kind for kind in others if (get_origin(kind) is tuple) == isinstance(item, list)]
    if isinstance(item, Mapping) and len(fitting) > 1:  # several records: the one with just these fields
        fitting = [kind for kind in fitting if is_dataclass(kind) and {one.name for one in fields(kind)} == set(item)]
    return _restored((fitting or others)[0], item)


def _restored_tuple(kinds: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    if not isinstance(item, list | tuple):
        raise TypeError(f"{item!r} is not a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_restored(kinds[0], one) for one in item)
    return tuple(_restored(kind, one) for kind, one in zip(kinds, item, strict=True))


_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "a yes or no"}


def _restored_simple(kind: Any, item: Any) -> Any:
    if kind is float and isinstance(item, int | float) and not isinstance(item, bool):
        return float(item)
    if kind in _KINDS and type(item) is not kind:
        raise TypeError(f"{item!r} is not {_KINDS[kind]}")
    return with_tuples(item)


def with_tuples(item: Any) -> Any:
    """Lists inside free values were tuples."""
    if isinstance(item, list):
        return tuple(with_tuples(one) for one in item)
    if isinstance(item, dict):
        return {key: with_tuples(value) for key, value in item.items()}
    return item
