"""Which reader opens which file."""

from collections.abc import Mapping
from pathlib import Path

from core.data.read.csv import read_csv
from core.data.read.row import Choices, Reader, Watch, unwatched
from core.domain.dataset import Table
from core.errors import DataError

READERS: tuple[Reader, ...] = (
    Reader(
        "csv",
        "Text table",
        (".csv", ".tsv", ".txt", ".dat", ".data", ".asc"),
        "Commas, semicolons, tabs or blanks.",
        read_csv,
    ),
)
_NOTHING: Mapping[str, object] = {}


def read(path: Path, choices: Choices = _NOTHING, watch: Watch = unwatched) -> Table:
    """The table in a file; `choices` change how it is read, `watch` is told the progress and may stop it."""
    if not path.exists():
        raise DataError(f"There is no file {path}.", hint="Check the name and the folder.")
    if path.is_dir():
        raise DataError(f"{path} is a folder.", hint="Choose a file in it.")
    try:
        return reader_for(path, choices).read(path, choices, watch)
    except PermissionError as error:
        raise DataError(f"{path.name} may not be read.", hint="Close it in other programs, or copy it.") from error


def reader_for(path: Path, choices: Choices = _NOTHING) -> Reader:
    key = choices.get("format")
    if key is not None:
        return _reader_named(str(key))
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    last = suffixes[-1] if suffixes else ""
    return next((reader for reader in READERS if last in reader.suffixes), READERS[0])


def _reader_named(key: str) -> Reader:
    for reader in READERS:
        if reader.key == key:
            return reader
    known = ", ".join(reader.key for reader in READERS)
    raise DataError(f"There is no file format '{key}'.", hint=f"Known formats: {known}.")
