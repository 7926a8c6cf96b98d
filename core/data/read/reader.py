"""What every reader is given and gives back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.dataset import Table
from core.support.errors import DataError

Choices = Mapping[str, object]
Watch = Callable[[float], bool]  # told the share read so far, answers whether to go on


FOLLOWS: Mapping[str, tuple[str, ...]] = {
    "format": (
        "encoding", "separator", "quote", "comment", "decimal", "dates", "sheet", "sheets", "table", "tables", "skip",
        "header", "roles",
    ),
    "encoding": ("separator", "quote", "comment", "decimal", "header"),
    "separator": ("quote", "decimal", "header"),
    "comment": ("header",),
    "sheet": ("table", "tables", "header", "decimal", "dates"),
    "table": ("header",),
    "skip": ("table", "tables", "header", "separator", "comment"),
}  # fmt: skip
"""By reading choice the others that are found anew when it changes, unless the person states them too."""


class StoppedError(DataError):
    """The person stopped the reading of a file."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A file format: `read` gets the file, the choices of the person and the watch that may stop it."""

    key: str
    title: str
    suffixes: tuple[str, ...]
    note: str
    read: Callable[[Path, Choices, Watch], Table]


def change_choices(reading: Choices, changes: Choices) -> dict[str, object]:
    """How a file was read with some choices changed; None: to be found out. What followed from them is found anew."""
    follows = {other for key in changes for other in FOLLOWS.get(key, ())}
    kept = {key: value for key, value in reading.items() if key not in follows and key not in changes}
    return kept | {key: value for key, value in changes.items() if value is not None}


def ignore_progress(_share: float) -> bool:
    return True


def watch_part(watch: Watch, low: float, high: float) -> Watch:
    """A watch over a part of the work that goes from one share to another."""
    return lambda share: watch(low + (high - low) * share)


def report_progress(watch: Watch, share: float) -> None:
    if not watch(share):
        raise StoppedError("Reading was stopped.", hint="Nothing was changed; open the file again when you like.")


def get_text_choice(choices: Choices, key: str, otherwise: str) -> str:
    value = choices.get(key, otherwise)
    if not isinstance(value, str):
        raise DataError(f"The reading choice '{key}' must be a text.", hint="Correct it or leave it out.")
    return value


def get_row_choice(choices: Choices, key: str) -> int | None:
    """A row number chosen by the person, counted from 1; 0 means none; None when nothing was chosen."""
    value = choices.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise DataError(f"The reading choice '{key}' must be a row number.", hint="Rows count from 1; 0 means none.")
    return value
