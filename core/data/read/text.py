"""From the bytes of a file to text: compression, encodings, and files that are no table at all."""

import gzip
import zlib
from pathlib import Path

from core.errors import DataError

_MAGIC = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip archive or an Excel workbook"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file"),
    (b"7z\xbc\xaf", "a 7-zip archive"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
)
_GZIP = b"\x1f\x8b"
_HEAD = 65536


def head_of(path: Path, size: int = _HEAD) -> bytes:
    """The first bytes of a file, unpacked when it is gzip."""
    with _opened(path) as file:
        try:
            return bytes(file.read(size))
        except (OSError, EOFError, zlib.error) as error:
            raise damaged(path) from error


def bytes_of(path: Path) -> bytes:
    with _opened(path) as file:
        try:
            return bytes(file.read())
        except (OSError, EOFError, zlib.error) as error:
            raise damaged(path) from error


def is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == _GZIP


def _opened(path: Path) -> gzip.GzipFile:
    return gzip.open(path, "rb") if is_packed(path) else path.open("rb")  # type: ignore[return-value]


def damaged(path: Path) -> DataError:
    return DataError(f"{path.name} cannot be unpacked: the file is damaged or incomplete.", hint="Copy it again.")


def refuse_other_files(head: bytes, name: str) -> None:
    """Raise when these first bytes are not a table in text form."""
    if not head.strip():
        raise DataError(f"{name} is empty.", hint="Choose a file with one row per case.")
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise DataError(
                f"{name} is {what}, not a text table.", hint="Open the table itself, or save it as CSV first."
            )
    start = head[:2000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<?xml")) or b"<html" in start:
        raise DataError(
            f"{name} looks like a web page, not a table.", hint="Download the data file itself (often the link 'Raw')."
        )
    if _utf16(head) is None and b"\x00" in head:
        raise DataError(
            f"{name} is a binary file, not a text table.", hint="Save it as CSV or Excel in the program that made it."
        )


def encoding_of(head: bytes, whole: bytes | None = None) -> str:
    """The encoding by its mark, else UTF-8 when the bytes are valid, else Windows western European."""
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    wide = _utf16(head)
    if wide:
        return wide
    try:
        if whole is None:
            head[: max(head.rfind(b"\n"), 0) or len(head)].decode("utf-8")
        else:
            whole.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _utf16(head: bytes) -> str | None:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    sample = head[:2000]
    zeros = sample.count(b"\x00")
    if len(sample) >= 8 and zeros >= 0.4 * len(sample):
        return "utf-16-le" if sample[1::2].count(b"\x00") > sample[::2].count(b"\x00") else "utf-16-be"
    return None


def decoded(data: bytes, encoding: str, name: str) -> str:
    """The text; bytes without a meaning in Windows western European are read as ISO Latin 1."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "cp1252":
            return data.decode("latin-1")
        raise DataError(
            f"{name} is not written in {encoding} (byte {error.start + 1}).", hint="Choose another encoding."
        ) from error
    except LookupError as error:
        raise DataError(f"'{encoding}' is no known encoding.", hint="Try utf-8, cp1252 or utf-16.") from error
