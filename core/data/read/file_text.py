"""From the bytes of a file to text: compression, encodings, and files that are no table at all."""

import codecs
import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from core.data.read.size_limits import check_unpacked_size
from core.support.errors import DataError

_MAGIC = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "a document of a word processor (RTF)"),
    (b"PK\x03\x04", "a zip archive or an Excel workbook"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file"),
    (b"7z\xbc\xaf", "a 7-zip archive"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
)
_WEB_PAGE = ("a web page", "Download the data file itself (often the link 'Raw').")
_ONE_LINE_PER_CASE = "Save the rows as CSV, one line per case."
_BEGINNINGS = (
    ((b"<!doctype html", b"<head", b"<table"), *_WEB_PAGE),
    ((b"<?xml",), "XML", _ONE_LINE_PER_CASE),
    ((b"[{", b'{"', b"[["), "JSON", _ONE_LINE_PER_CASE),
)
_GZIP = b"\x1f\x8b"
_HEAD = 65536
_BLOCK = 1 << 18
_LONGEST_LINE = 200_000_000
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\x0b\x0c\x1a\x1b")
_MOST_CONTROLS = 0.02


def read_head(path: Path, size: int = _HEAD) -> bytes:
    """The first bytes of a file, unpacked when it is gzip."""
    with open_file(path) as file:
        try:
            return bytes(file.read(size))
        except (OSError, EOFError, zlib.error) as error:
            raise make_damage_error(path) from error


def read_bytes(path: Path) -> bytes:
    return b"".join(iterate_blocks(path))


def iterate_blocks(path: Path) -> Iterator[bytes]:
    """The bytes of a file piece by piece, unpacked; a small file that unpacks to a huge one is refused."""
    packed, seen = is_gzip(path), 0
    with open_file(path) as file:
        try:
            while block := bytes(file.read(_BLOCK)):
                seen += len(block)
                if packed:
                    check_unpacked_size(path, seen)
                yield block
        except (OSError, EOFError, zlib.error) as error:
            raise make_damage_error(path) from error


def holds_more_than(path: Path, size: int) -> bool:
    """Whether the file, unpacked, has more bytes than this."""
    if not is_gzip(path):
        return path.stat().st_size > size
    seen = 0
    for block in iterate_blocks(path):
        seen += len(block)
        if seen > size:
            return True
    return False


def measure_text(path: Path, head: bytes, go_on: Callable[[], None]) -> tuple[int, int, str]:
    """Return the bytes of a large file, how many lines it has at most, and its encoding judged by all of its bytes."""
    found = detect_encoding(head)
    decoder = codecs.getincrementaldecoder("utf-8")() if found == "utf-8" else None
    feeds, returns, since, size = 0, 0, 0, 0
    for block in iterate_blocks(path):
        go_on()
        size += len(block)
        feeds += int(np.count_nonzero(np.frombuffer(block, dtype=np.uint8) == ord("\n")))
        returns += 0 if feeds else block.count(b"\r")
        since = 0 if b"\n" in block or b"\r" in block else since + len(block)
        if since > _LONGEST_LINE:
            raise DataError(f"{path.name} has a line of more than 200 MB.", hint="This is no text table.")
        if decoder is not None and not _goes_on(decoder, block):
            found, decoder = "cp1252", None
    return size, 1 + (feeds or returns), found


def _goes_on(decoder: codecs.IncrementalDecoder, block: bytes) -> bool:
    if block.isascii() and not decoder.getstate()[0]:
        return True
    try:
        decoder.decode(block)
    except UnicodeDecodeError:
        return False
    return True


def is_gzip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == _GZIP


def open_file(path: Path) -> gzip.GzipFile:
    return gzip.open(path, "rb") if is_gzip(path) else path.open("rb")  # type: ignore[return-value]


def make_damage_error(path: Path) -> DataError:
    return DataError(f"{path.name} cannot be unpacked: the file is damaged or incomplete.", hint="Copy it again.")


def _looks_like(name: str, what: str, hint: str) -> DataError:
    return DataError(f"{name} looks like {what}, not a table.", hint=hint)


def refuse_other_files(head: bytes, name: str) -> None:
    """Raise when these first bytes are not a table in text form."""
    if not head.strip():
        raise DataError(f"{name} is empty.", hint="Choose a file with one row per case.")
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise DataError(
                f"{name} is {what}, not a text table.", hint="Open the table itself, or save it as CSV first."
            )
    if b"urn:schemas-microsoft-com:office:spreadsheet" in head:
        raise DataError(f"{name} is an Excel workbook in the XML form of 2003.", hint="Save it as .xlsx in Excel.")
    start = head[:2000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<html" in start:
        raise _looks_like(name, *_WEB_PAGE)
    for beginnings, what, hint in _BEGINNINGS:
        if start.startswith(beginnings):
            raise _looks_like(name, what, hint)
    if _wide(head) is None and _share_of_controls(head.rstrip(b"\0") or head) > _MOST_CONTROLS:
        raise DataError(
            f"{name} is a binary file, not a text table.", hint="Save it as CSV or Excel in the program that made it."
        )


def detect_encoding(head: bytes, whole: bytes | None = None) -> str:
    """The encoding by its mark, else UTF-8 when the bytes are valid, else Windows western European."""
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    wide = _wide(head)
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


def _share_of_controls(head: bytes) -> float:
    return 1 - len(head.translate(None, _CONTROLS)) / max(len(head), 1)


def _wide(head: bytes) -> str | None:
    """UTF-32 or UTF-16, by the mark, else by the zero bytes of western letters: all on one side."""
    if head.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    first, second = head[:2000:2].count(b"\x00"), head[1:2000:2].count(b"\x00")
    if len(head) < 8 or min(first, second) > 0.02 * max(first, second) or first + second < 0.4 * len(head[:2000]):
        return None
    return "utf-16-le" if second > first else "utf-16-be"


def skip_lines(text: str, skipped: int) -> str:
    """The text after so many lines, whichever way lines end."""
    if not skipped:
        return text
    lines = io.StringIO(text, newline=None)
    for _ in range(skipped):
        lines.readline()
    return lines.read()


def decode_head(head: bytes, encoding: str, name: str) -> str:
    """The whole lines at the start of a file of which these are the first bytes."""
    try:
        text = codecs.getincrementaldecoder(encoding)("replace" if encoding == "cp1252" else "strict").decode(head)
    except (UnicodeDecodeError, LookupError):
        text = decode(head, encoding, name)
    cut = max(text.rfind("\n"), text.rfind("\r"))
    return text[: cut + 1] or text


def decode(data: bytes, encoding: str, name: str) -> str:
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
