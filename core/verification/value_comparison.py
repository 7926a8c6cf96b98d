"""What was stored beside what is computed again, value by value; another version may say the same in other words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from itertools import zip_longest
from math import isclose

from core.store.codec import to_json

CLOSE = 1e-9  # relative; other versions of the libraries may differ in the last digits


class _Kind(Enum):
    NUMBER = auto()
    SENTENCE = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class ValueComparison:
    """Every value that is not the same, by its place; how many numbers there were, how many sentences read otherwise.

    Sentences are made from the numbers, and what was written has a checksum: said otherwise they do not differ.
    """

    differences: tuple[str, ...]
    numbers: int
    reworded: int = 0


def compare_values(kept: object, again: object, other_version: bool = False) -> ValueComparison:
    found = list(_compared("", to_json(kept), to_json(again)))
    excused = [bool(text) and other_version and kind is _Kind.SENTENCE for text, kind in found]
    return ValueComparison(
        tuple(text for (text, _), is_excused in zip(found, excused, strict=True) if text and not is_excused),
        sum(kind is _Kind.NUMBER for _, kind in found),
        sum(excused),
    )


def _compared(place: str, kept: object, again: object) -> Iterator[tuple[str, _Kind]]:
    """ "" for values that agree, and what kind of value it is."""
    if isinstance(kept, Mapping) and isinstance(again, Mapping):
        for key in dict.fromkeys((*kept, *again)):
            yield from _compared(f"{place}.{key}" if place else str(key), kept.get(key), again.get(key))
    elif isinstance(kept, list | tuple) and isinstance(again, list | tuple):
        for number, (one, other) in enumerate(zip_longest(kept, again)):
            yield from _compared(f"{place}[{number}]", one, other)
    else:
        yield ("" if _same(kept, again) else f"{place} is {again!r}, and {kept!r} was stored."), _kind(kept, again)


def _kind(kept: object, again: object) -> _Kind:
    if isinstance(kept, int | float) and not isinstance(kept, bool):
        return _Kind.NUMBER
    is_sentence = all(isinstance(value, str) and " " in value for value in (kept, again))
    return _Kind.SENTENCE if is_sentence else _Kind.OTHER


def _same(kept: object, again: object) -> bool:
    if isinstance(kept, float) and isinstance(again, int | float):
        return isclose(kept, again, rel_tol=CLOSE, abs_tol=1e-12)
    return kept == again
