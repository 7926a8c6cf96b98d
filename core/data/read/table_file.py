"""Which reader opens which file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from core.data.read.arff import read_arff
from core.data.read.file_text import read_head
from core.data.read.html_table import is_web_page, read_html_table
from core.data.read.orange_table import read_orange_table
from core.data.read.parquet import read_parquet
from core.data.read.reader import Choices, Reader, Watch, ignore_progress
from core.data.read.table_builder import apply_choices
from core.data.read.text_table import parse_text_table, read_text_table
from core.data.read.workbook import read_workbook
from core.data.read.zip_archive import is_archive, read_archive
from core.domain.dataset import Table
from core.support.errors import DataError
from core.support.text import to_one_line

READERS: tuple[Reader, ...] = (
    Reader(
        "csv",
        "Text table",
        (".csv", ".tsv", ".txt", ".dat", ".data", ".asc", ".prn"),
        "Commas, semicolons, tabs, bars or blanks between the cells.",
        read_text_table,
    ),
    Reader("excel", "Excel workbook", (".xlsx", ".xlsm", ".xls"), "One sheet, one table on it.", read_workbook),
    Reader("arff", "ARFF", (".arff",), "Declared columns, dense or sparse.", read_arff),
    Reader("tab", "Orange table", (".tab",), "Names, types and roles in three header rows.", read_orange_table),
    Reader("web", "Web page", (".html", ".htm"), "The largest table of the page.", read_html_table),
    Reader("parquet", "Parquet", (".parquet", ".pq"), "Needs the pyarrow library.", read_parquet),
)
_BY_CONTENT = ((b"PK\x03\x04", "excel"), (b"\xd0\xcf\x11\xe0", "excel"), (b"PAR1", "parquet"))
_NOTHING: Mapping[str, object] = {}


def read_table(path: Path, choices: Choices = _NOTHING, watch: Watch = ignore_progress) -> Table:
    """The table in a file; `choices` change how it is read, `watch` is told the progress and may stop it."""
    if not _exists(path):
        raise DataError(f"There is no file {path}.", hint="Check the name and the folder.")
    if not path.is_file():
        what = "a folder" if path.is_dir() else "no ordinary file"
        raise DataError(f"{path} is {what}.", hint="Choose a file with a table in it.")
    try:
        if is_archive(path):
            table = read_archive(path, lambda inside: find_reader(inside, choices).read(inside, choices, watch))
        else:
            table = find_reader(path, choices).read(path, choices, watch)
        return replace(table, name=to_one_line(table.name))
    except PermissionError as error:
        raise DataError(f"{path.name} may not be read.", hint="Close it in other programs, or copy it.") from error
    except MemoryError as error:
        raise DataError(
            f"{path.name} does not fit in the memory of this computer.", hint="Take fewer rows or columns."
        ) from error
    except OSError as error:
        raise DataError(f"{path.name} cannot be read ({error.strerror or error}).", hint="Copy it again.") from error


def _exists(path: Path) -> bool:
    """Whether there is such a file; names no file system could hold are no files."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def find_reader(path: Path, choices: Choices = _NOTHING) -> Reader:
    key = choices.get("format")
    if key is not None:
        return _reader_named(str(key))
    start = read_head(path, 2000)
    found = next((key for magic, key in _BY_CONTENT if start.startswith(magic)), None)
    if found is not None:
        return _reader_named(found)
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    last = suffixes[-1] if suffixes else ""
    found_by_name = next((reader for reader in READERS if last in reader.suffixes), READERS[0])
    if found_by_name.key != "excel":
        return found_by_name
    return _reader_named("web" if is_web_page(start) else "csv")  # text that a program calls an Excel file


def _reader_named(key: str) -> Reader:
    for reader in READERS:
        if reader.key == key:
            return reader
    known = ", ".join(reader.key for reader in READERS)
    raise DataError(f"There is no file format '{key}'.", hint=f"Known formats: {known}.")


def parse_pasted(text: str, choices: Choices = _NOTHING) -> Table:
    """The table in a text taken from the clipboard."""
    if not text.strip():
        raise DataError("The clipboard holds no text.", hint="Copy the cells of a table first.")
    table = parse_text_table(text, "Pasted table", "clipboard", choices, "text", ignore_progress)
    return replace(table, text=text)


def reread_table(table: Table, choices: Choices, watch: Watch = ignore_progress) -> Table:
    """The same file or pasted text, read another way; a table made here only takes the choices about its cells."""
    if table.text:
        return parse_pasted(table.text, choices)
    return (
        read_table(Path(table.source), choices, watch) if "format" in table.reading else apply_choices(table, choices)
    )
