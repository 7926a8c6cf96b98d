"""Tables that programs write as web pages and call Excel files."""

from html.parser import HTMLParser
from pathlib import Path

from core.data.read.file_text import decode, detect_encoding, read_bytes, read_head
from core.data.read.reader import Choices, Watch, get_text_choice
from core.data.read.size_limits import MOST_CELLS, check_row_widths
from core.data.read.table_builder import TableOrigin, build_table
from core.domain.dataset import Table
from core.support.errors import DataError

_MOST_SPANNED = 1000
_MOST_DIGITS = 9


class _Tables(HTMLParser):
    """All tables of a page as rows of cells; a table inside a cell counts as part of the outer one."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self._name, self._held = name, 0
        self.tables: list[list[list[str]]] = []
        self._depth = 0
        self._cell: list[str] | None = None
        self._span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
        elif self._depth and tag == "tr":
            self._close()
            self.tables[-1].append([])
        elif self._depth and tag in ("td", "th"):
            self._close()
            self._cell, self._span = [], _columns_spanned(dict(attrs).get("colspan") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._close()
        if tag == "table" and self._depth:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def _close(self) -> None:
        if self._cell is None:
            return
        if not self.tables[-1]:
            self.tables[-1].append([])
        self._held += self._span
        if self._held > MOST_CELLS:
            raise DataError(
                f"{self._name} has tables of over {MOST_CELLS:,} cells, spanned columns included.",
                hint="Save the table as .xlsx or CSV.",
            )
        self.tables[-1][-1] += [" ".join("".join(self._cell).split()), *[""] * (self._span - 1)]
        self._cell = None


def _columns_spanned(written: str) -> int:
    return min(int(written[:_MOST_DIGITS]), _MOST_SPANNED) if written.isdecimal() else 1


def is_web_page(head: bytes) -> bool:
    return (
        head[:2000]
        .lstrip(b"\xef\xbb\xbf \t\r\n")
        .lower()
        .startswith((b"<html", b"<!doctype html", b"<table", b"<meta"))
    )


def read_html_table(path: Path, choices: Choices, watch: Watch) -> Table:
    """The largest table of the page."""
    data = read_bytes(path)
    encoding = get_text_choice(choices, "encoding", "") or detect_encoding(read_head(path), data)
    page = _Tables(path.name)
    page.feed(decode(data, encoding, path.name))
    page.close()
    rows = check_row_widths(path.name, max(page.tables, key=len, default=[]))
    if len(rows) < 2:
        raise DataError(f"{path.name} is a web page without a table.", hint="Save the table as .xlsx or CSV.")
    note = (f"The page holds {len(page.tables)} tables; the largest was read.",) if len(page.tables) > 1 else ()
    return build_table(
        rows, TableOrigin(path.name, str(path), ".", note), choices, {"format": "web", "encoding": encoding}, watch
    )
