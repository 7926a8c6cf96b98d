"""What holds for every row of every table: a key of its own, words for people, a source and a page of help."""

import re
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from core.support import paths

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
WORDS = ("title", "note", "source")


@dataclass(frozen=True)
class Described:
    """A table, where it stands, and the words its rows must have."""

    module: str
    name: str
    words: tuple[str, ...] = WORDS
    helped: bool = True

    def rows(self) -> tuple[Any, ...]:
        found: tuple[Any, ...] = getattr(import_module(self.module), self.name)
        return found


TABLES = (
    Described("core.algorithms", "ALGORITHMS"),
    Described("core.wording.method_tables", "MEASURE_ROWS"),
    Described("core.wording.interval_methods", "INTERVAL_METHODS"),
    Described("core.wording.method_tables", "TEST_ROWS"),
    Described("core.schemes", "SCHEMES"),
    Described("core.insight.check_table", "CHECKS"),
    Described("core.data.read", "READERS", words=("title", "note")),
    Described("core.data.samples", "SAMPLES", words=("title", "story"), helped=False),
)
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@every_table
def test_that_a_table_is_a_tuple_with_rows(table: Described) -> None:
    assert isinstance(table.rows(), tuple)
    assert len(table.rows()) > 0


@every_table
def test_that_keys_are_plain_and_used_once(table: Described) -> None:
    keys = Counter(row.key for row in table.rows())
    assert [key for key, times in keys.items() if times > 1 or not KEY.fullmatch(key)] == []


@every_table
def test_that_titles_are_used_once(table: Described) -> None:
    titles = Counter(row.title for row in table.rows())
    assert [title for title, times in titles.items() if times > 1] == []


@every_table
def test_that_every_row_has_its_words(table: Described) -> None:
    silent = [(row.key, word) for row in table.rows() for word in table.words if not getattr(row, word).strip()]
    assert silent == []


@pytest.mark.parametrize("table", [table for table in TABLES if table.helped], ids=lambda table: table.name)
def test_that_every_row_has_a_page_of_help(table: Described) -> None:
    folder = paths.resources() / "help"
    pages = {file.stem for file in folder.glob("*.md") if file.read_text(encoding="utf-8").strip()}
    assert [row.key for row in table.rows() if row.key not in pages] == []


@every_table
def test_that_rows_cannot_be_changed(table: Described) -> None:
    with pytest.raises(AttributeError):
        table.rows()[0].key = "other"
