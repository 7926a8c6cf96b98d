"""One section of a plan file: typed look-ups that say where a value is wrong and what is allowed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from difflib import get_close_matches
from enum import StrEnum
from itertools import islice
from sys import float_info
from typing import TypeVar

from core.support.errors import StudyError

Choice = TypeVar("Choice", bound=StrEnum)
NO_LIMIT = float("inf")
LARGEST = float_info.max
LONGEST, MOST = 200, 20  # letters, and parts, of a value that is shown


@dataclass(frozen=True, slots=True)
class Section:
    """The items of a section by key; `name` is "" for the top of the file."""

    name: str
    items: Mapping[str, object]

    def place(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def has(self, key: str) -> bool:
        return key in self.items

    def refuse_unknown(self, allowed: tuple[str, ...]) -> None:
        for key in self.items:
            if key not in allowed:
                raise StudyError(f"The plan has an unknown key {self.place(key)!r}.", _suggest(key, allowed))

    def section(self, key: str) -> "Section":
        value = self.items.get(key, {})
        if not isinstance(value, Mapping):
            raise StudyError(f"{self.place(key)!r} must be a section.", self._as_section(key))
        return Section(self.place(key), value)

    def _as_section(self, key: str) -> str:
        """Sections within sections are written on one line."""
        return f"Write it as {key} = {{ ... }}." if self.name else f"Write [{key}] on a line of its own."

    def text(self, key: str, default: str = "") -> str:
        value = self.items.get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, value, "a text in quotes")
        return value

    def optional_text(self, key: str) -> str | None:
        return self.text(key) if self.has(key) else None

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; a single text counts as a list of one."""
        value = self.items.get(key, [])
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise self._wrong(key, value, 'a list of texts, as in ["a", "b"]')
        return tuple(items)

    def groups_of_texts(self, key: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists of texts."""
        value = self.items.get(key, [])
        if not isinstance(value, list) or not all(
            isinstance(group, list) and all(isinstance(item, str) for item in group) for group in value
        ):
            raise self._wrong(key, value, 'a list of lists of texts, as in [["a", "b"], ["c", "d"]]')
        return tuple(tuple(group) for group in value)

    def flag(self, key: str, default: bool) -> bool:
        value = self.items.get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, value, "true or false")
        return value

    def whole(self, key: str, default: int, low: int, high: int | None = None) -> int:
        value = self.items.get(key, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or not low <= value <= (value if high is None else high)
        ):
            span = f"of at least {low}" if high is None else f"from {low} to {high}"
            raise self._wrong(key, value, f"a whole number {span}")
        return value

    def number(self, key: str, default: float, low: float, high: float = NO_LIMIT, inside: bool = False) -> float:
        """A number from low to high; `inside` leaves the ends out."""
        value = self.items.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._wrong(key, value, "a number")
        fits = low < value < high if inside else low <= value <= high
        if not fits or abs(value) > LARGEST:
            least = f"above {low:g}" if inside else f"of at least {low:g}"
            span = f"between {low:g} and {high:g}" if high != NO_LIMIT else least
            raise self._wrong(key, value, f"a number {span}")
        return float(value)

    def choice(self, key: str, default: Choice) -> Choice:
        value = self.items.get(key, default.value)
        return self._member(key, value, type(default))

    def choices(self, key: str, kind: type[Choice]) -> tuple[Choice, ...]:
        value = self.items.get(key, [])
        items = value if isinstance(value, list) else [value]
        return tuple(self._member(key, item, kind) for item in items)

    def _member(self, key: str, value: object, kind: type[Choice]) -> Choice:
        allowed = [member.value for member in kind]
        if value not in allowed:
            known = f"{self.place(key)} is {as_in_plan(value)}, which is not known."
            raise StudyError(known, f"Allowed: {', '.join(allowed)}.")
        return kind(str(value))

    def _wrong(self, key: str, value: object, wanted: str) -> StudyError:
        return StudyError(f"{self.place(key)} is {as_in_plan(value)}.", f"It must be {wanted}.")


def as_in_plan(value: object) -> str:
    """Return a value as it stands in the plan file, not as a programmer writes it; cut where it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return _cut("{" + ", ".join(f"{key} = {as_in_plan(part)}" for key, part in islice(value.items(), MOST)) + "}")
    if isinstance(value, list):
        return _cut("[" + ", ".join(as_in_plan(part) for part in islice(value, MOST)) + "]")
    return _cut(repr(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _suggest(key: str, allowed: tuple[str, ...]) -> str:
    near = get_close_matches(key, allowed, 1)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    return f"{meant}Allowed there: {', '.join(allowed)}."
