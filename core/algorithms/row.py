"""The row of an algorithm in the table, its settings in plain words, and the check of what a plan asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from math import inf, isfinite

from core.algorithms.learner import Learner, LearnerForChoices
from core.domain.dataset import Task
from core.domain.study import Candidate, Grid, Settings
from core.support.errors import StudyError

CLASSES_ONLY = frozenset({Task.CLASSES})
NUMBERS_ONLY = frozenset({Task.NUMBERS})
BOTH_TASKS = frozenset({Task.CLASSES, Task.NUMBERS})


class Simpler(StrEnum):
    """Which values of a setting make the simpler model; AS_LISTED: the choices stand in that order."""

    LOWER = "lower"
    HIGHER = "higher"
    AS_LISTED = "as listed"


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing a person may set: one of `choices`, else the kind of its default within `low` and `high`.

    The kind is that of the default: a whole number, a number, a text, or a tuple of whole numbers.
    `simpler` decides between settings that did equally well while tuning.
    """

    key: str
    title: str
    note: str
    default: object
    choices: tuple[object, ...] = ()
    low: float | None = None
    high: float | None = None
    simpler: Simpler = Simpler.AS_LISTED

    @property
    def allowed(self) -> str:
        """What may be given, in words that follow "must be"."""
        if self.choices:
            return "one of: " + ", ".join(str(choice) for choice in self.choices)
        return _KIND_WORDS[type(self.default)] + _range_words(self.low, self.high)

    def read(self, value: object) -> object | None:
        """The value in its own kind, or None when it is not allowed."""
        if self.choices:
            return value if value in self.choices and not isinstance(value, bool) else None
        if isinstance(self.default, tuple):
            return self._read_several(value)
        if isinstance(self.default, str):
            return value if isinstance(value, str) else None
        return self._read_number(value)

    def _read_number(self, value: object) -> int | float | None:
        if isinstance(value, bool) or not isinstance(value, int | float) or not self._is_within(value):
            return None
        if not isinstance(self.default, int):
            return float(value)
        return int(value) if value == int(value) else None

    def _is_within(self, value: float) -> bool:
        low, high = -inf if self.low is None else self.low, inf if self.high is None else self.high
        return isfinite(value) and low <= value <= high

    def _read_several(self, value: object) -> tuple[int, ...] | None:
        items = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
        single = Setting(self.key, self.title, self.note, 0, low=self.low, high=self.high)
        numbers = [single._read_number(item) for item in items]
        return tuple(int(number) for number in numbers if number is not None) if _all_given(numbers) else None


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A row of the table. `grid` is what tuning tries, simplest first; a lower `simplicity` is easier to explain.

    `libraries` are slow ones that its training uses. `uses_weights`: rows of a larger weight count for more in
    training. `build_for_choices`: a learner whose one training serves several
    settings, where there is such a one (for these).
    """

    key: str
    title: str
    note: str
    source: str
    tasks: frozenset[Task]
    settings: tuple[Setting, ...]
    grid: Grid = field(compare=False)
    build: Callable[[Settings, int], Learner] = field(compare=False)
    simplicity: int
    libraries: tuple[str, ...] = ()
    uses_weights: bool = False
    build_for_choices: Callable[[Sequence[Settings], int], LearnerForChoices | None] | None = field(
        compare=False, default=None
    )


@dataclass(frozen=True, slots=True)
class Chosen:
    """Checked settings with every default filled in, read by kind."""

    values: Mapping[str, object]

    def whole(self, key: str) -> int:
        return int(str(self.values[key]))

    def number(self, key: str) -> float:
        return float(str(self.values[key]))

    def word(self, key: str) -> str:
        return str(self.values[key])

    def wholes(self, key: str) -> tuple[int, ...]:
        value = self.values[key]
        return tuple(value) if isinstance(value, tuple) else (self.whole(key),)


def chosen(rows: tuple[Setting, ...], settings: Settings, title: str) -> Chosen:
    """The given settings, checked, with the defaults of all others."""
    given = {key: _checked(rows, key, value, title) for key, value in settings.items()}
    return Chosen({row.key: given.get(row.key, row.default) for row in rows})


def check_settings(algorithm: Algorithm, settings: Settings) -> None:
    """Raise a StudyError that names the setting and what is allowed."""
    chosen(algorithm.settings, settings, algorithm.title)


def check_grid(algorithm: Algorithm, grid: Grid) -> None:
    """Raise a StudyError unless every value to be tried is allowed and every setting has at least one."""
    for key, values in grid.items():
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise StudyError(
                f'The values to try for "{key}" of {algorithm.title} must be a list with at least one value.',
                hint=f'Write for example grid = {{ "{key}" = [1, 3, 5] }}.',
            )
        for value in values:
            check_settings(algorithm, {key: value})


def combinations(grid: Grid) -> tuple[Settings, ...]:
    """Every combination of a grid, the first setting changing slowest; nothing to try gives nothing."""
    if not grid:
        return ()
    return tuple(dict(zip(grid, values, strict=True)) for values in product(*grid.values()))


def list_choices(candidate: Candidate) -> tuple[Settings, ...]:
    """Every combination of settings that tuning a candidate tries, in the order of their names; at least one."""
    grid = dict(sorted(candidate.grid.items()))
    return tuple({**candidate.settings, **combination} for combination in combinations(grid) or ({},))


def _checked(rows: tuple[Setting, ...], key: str, value: object, title: str) -> object:
    setting = next((row for row in rows if row.key == key), None)
    if setting is None:
        known = ", ".join(row.key for row in rows) or "none"
        raise StudyError(f'{title} has no setting "{key}".', hint=f"Its settings: {known}.")
    checked = setting.read(value)
    if checked is None:
        raise StudyError(f'The setting "{key}" of {title} cannot be {value!r}.', hint=f"It must be {setting.allowed}.")
    return checked


_KIND_WORDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a list of whole numbers, each",
}


def _range_words(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return ""
    return f" from {low:g} to {high:g}"


def _all_given(numbers: list[int | float | None]) -> bool:
    return bool(numbers) and None not in numbers
