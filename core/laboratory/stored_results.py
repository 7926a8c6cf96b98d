"""Small results of exhibits, kept in the file of the study until its plan changes, or in a file of their own."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from core.store.codec import from_json, to_json
from core.support.errors import StoreError

MOST = 20  # results that a file of their own holds


class ResultStore(Protocol):
    """Plain values by the name of an exhibit and the choices made for it; a study file is one."""

    def exhibits(self, name: str) -> dict[str, Any]: ...

    def save_exhibit(self, name: str, choices: str, plain: Mapping[str, Any]) -> None: ...


class ResultFile:
    """For exhibits that need no study: the latest results, in one text file of this person."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def exhibits(self, name: str) -> dict[str, Any]:
        """Nothing where the file is missing or makes no sense."""
        with suppress(OSError, ValueError, TypeError, AttributeError, RecursionError):
            return dict(json.loads(self._path.read_text("utf-8")).get(name, {}))
        return {}

    def save_exhibit(self, name: str, choices: str, plain: Mapping[str, Any]) -> None:
        before = {key: value for key, value in self.exhibits(name).items() if key != choices}
        newest = dict(list({**before, choices: dict(plain)}.items())[-MOST:])
        beside = self._path.with_suffix(".new")
        try:
            beside.write_text(json.dumps({name: newest}, ensure_ascii=False), "utf-8")
            beside.replace(self._path)
        except OSError as problem:
            raise StoreError(f"{self._path.name} cannot be written: {problem.strerror}.", hint="") from problem


def save_result(store: ResultStore, exhibit: str, choices: str, result: object) -> None:
    """A record, or a tuple of records, as found for these choices."""
    records: tuple[object, ...] = result if isinstance(result, tuple) else (result,)
    plain = {
        "is_tuple": isinstance(result, tuple),
        "records": [[type(one).__name__, to_json(one)] for one in records],
    }
    store.save_exhibit(exhibit, choices, plain)


def load_results(store: ResultStore, exhibit: str, kinds: Sequence[type]) -> dict[str, Any]:
    """Results by their choices; what another version of the program wrote differently is left out."""
    by_name = {kind.__name__: kind for kind in kinds}
    found = {}
    for choices, plain in store.exhibits(exhibit).items():
        with suppress(TypeError, ValueError, KeyError):
            found[choices] = _restored(plain, by_name)
    return found


def _restored(plain: Mapping[str, Any], kinds: Mapping[str, type]) -> object:
    records: tuple[object, ...] = tuple(from_json(kinds[name], fields) for name, fields in plain["records"])
    return records if plain["is_tuple"] else records[0]
