"""Zip archives: workbooks are left to their reader, one table inside is read, everything else is named."""

import lzma
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from core.data.read.size_limits import check_unpacked_size
from core.domain.dataset import Table
from core.support.errors import DataError

_ZIP = b"PK\x03\x04"
_OTHERS = (
    ("xl/workbook.bin", "a binary Excel workbook (.xlsb)", "Save it as .xlsx in Excel."),
    ("mimetype", "an OpenDocument file", "Save its table as .xlsx or CSV in the program that made it."),
    ("word/", "a Word document, not a table", "Save its table as CSV, or paste it."),
    ("ppt/", "a presentation, not a table", "Save its table as CSV, or paste it."),
)
_SHOWN = 4
_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, EOFError, OSError)


def is_archive(path: Path) -> bool:
    """Whether this is a zip file that is no workbook; other documents in zip files are refused by what they are."""
    with path.open("rb") as file:
        if file.read(4) != _ZIP:
            return False
    try:
        names = _names(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return False  # a damaged workbook is told by its reader
    for start, what, hint in _OTHERS:
        if any(name.startswith(start) for name in names):
            raise DataError(f"{path.name} is {what}.", hint=hint)
    return not any(name == "[Content_Types].xml" or name.startswith("xl/") for name in names)


def read_archive(path: Path, read: Callable[[Path], Table]) -> Table:
    """The one table in the archive, read from a place where it is unpacked for that time."""
    files = [name for name in _names(path) if _is_wanted(name)]
    if len(files) != 1:
        shown = ", ".join(PurePosixPath(name).name for name in files[:_SHOWN]) + (", …" if len(files) > _SHOWN else "")
        holds = f"holds {len(files)} files ({shown})" if files else "holds no file"
        raise DataError(f"{path.name} {holds}.", hint="Unpack it and open the file with the table.")
    with tempfile.TemporaryDirectory() as folder:
        table = read(_unpacked(path, files[0], Path(folder)))
    return replace(table, name=PurePosixPath(files[0]).name, source=str(path))


def _names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def _is_wanted(name: str) -> bool:
    """No folder, and nothing that systems put beside the files of a person."""
    return not name.endswith("/") and not name.startswith("__MACOSX/") and not PurePosixPath(name).name.startswith(".")


def _unpacked(path: Path, name: str, folder: Path) -> Path:
    target = folder / (PurePosixPath(name).name or "table")
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(name)
        if info.flag_bits & 1:
            raise DataError(f"{path.name} is protected by a password.", hint="Unpack it and open the table itself.")
        check_unpacked_size(path, info.file_size)
        try:
            with archive.open(info) as packed, target.open("wb") as file:
                shutil.copyfileobj(packed, file)
        except _DAMAGE as error:
            raise DataError(
                f"{path.name} cannot be unpacked: it is damaged or incomplete.", hint="Copy it again."
            ) from error
    return target
