"""Small results of exhibits, kept in the file of the study until its plan changes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from core.store.plain import from_plain, to_plain
from core.store.study_file import StudyFile


def keep(file: StudyFile, exhibit: str, choices: str, result: object) -> None:
    """A record, or a tuple of records, as found for these choices."""
    records: tuple[object, ...] = result if isinstance(result, tuple) else (result,)
    plain = {
        "is_tuple": isinstance(result, tuple),
        "records": [[type(one).__name__, to_plain(one)] for one in records],
    }
    file.save_exhibit(exhibit, choices, plain)


def kept(file: StudyFile, exhibit: str, kinds: Sequence[type]) -> dict[str, Any]:
    """Results by their choices; what another version of the program wrote differently is left out."""
    by_name = {kind.__name__: kind for kind in kinds}
    found = {}
    for choices, plain in file.exhibits(exhibit).items():
        with suppress(TypeError, ValueError, KeyError):
            found[choices] = _restored(plain, by_name)
    return found


def _restored(plain: Mapping[str, Any], kinds: Mapping[str, type]) -> object:
    records: tuple[object, ...] = tuple(from_plain(kinds[name], fields) for name, fields in plain["records"])
    return records if plain["is_tuple"] else records[0]
