"""All pages of the help, put together from the tables and the texts in the resources."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from core.algorithms import ALGORITHMS
from core.data.samples import SAMPLES
from core.domain.help_page import HelpPage
from core.insight.check_table import CHECKS
from core.laboratory.procedures import PROCEDURES
from core.schemes import SCHEMES
from core.support import paths
from core.support.errors import StoreError
from core.wording.interval_methods import INTERVAL_METHODS
from core.wording.method_tables import MEASURE_ROWS, TEST_ROWS

WORDS, TOPICS, SAMPLE_STUDIES = "Words", "Topics", "Sample studies"
GLOSSARY = "glossary"
SAMPLE = "sample-"
MORE = re.compile(r"^More: ([a-z0-9-]+)$", re.MULTILINE)
IN_BRACKETS = re.compile(r"\s*\(([^)]*)\)\s*$")


class Row(Protocol):
    """What every row of every table has."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def source(self) -> str: ...


TABLES: tuple[tuple[str, Sequence[Row]], ...] = (
    ("Models", ALGORITHMS),
    ("Measures", MEASURE_ROWS),
    ("Ways of splitting", SCHEMES),
    ("Comparisons", TEST_ROWS),
    ("Ranges", INTERVAL_METHODS),
    ("Report card", CHECKS),
    ("Laboratory", PROCEDURES),
)
SECTIONS = (WORDS, SAMPLE_STUDIES, *(title for title, _ in TABLES), TOPICS)


@cache
def pages() -> tuple[HelpPage, ...]:
    """Section by section, in the order they are listed."""
    texts = {file.stem: file.read_text("utf-8") for file in sorted(_folder().glob("*.md"))}
    rows = tuple(_rows(texts))
    known = {GLOSSARY, *(row.key for _, table in TABLES for row in table), *(SAMPLE + row.key for row in SAMPLES)}
    topics = (_topic(key, text) for key, text in texts.items() if key not in known)
    return (*_terms(texts[GLOSSARY]), *_samples(texts), *rows, *topics)


def page_of(key: str) -> HelpPage:
    for page in pages():
        if page.key == key:
            return page
    raise StoreError(f"There is no page “{key}” in the help.", hint="Use the search box of the help.")


def _folder() -> Path:
    return paths.resources() / "help"


def _terms(text: str) -> Iterator[HelpPage]:
    """One page per heading of the second level."""
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        also = IN_BRACKETS.search(heading)
        title = IN_BRACKETS.sub("", heading).strip()
        parts = (*re.split(r", | and ", title), *re.split(r", | and ", also.group(1) if also else ""))
        linked = MORE.sub(lambda found: f"[More about it]({found.group(1)})", body.strip())
        yield HelpPage(
            f"term-{_slug(title)}",
            _capital(title),
            WORDS,
            f"# {_capital(heading.strip())}\n\n{linked}\n",
            _names((title, *parts)),
        )


def _rows(texts: dict[str, str]) -> Iterator[HelpPage]:
    used: set[str] = set()
    for section, table in TABLES:
        for row in table:
            key = str(row.key) if row.key not in used else f"{row.key}-{_slug(section)}"
            used.add(key)
            yield HelpPage(key, row.title, section, _row_text(row, texts.get(row.key, "")), _names((row.title,)))


def _row_text(row: Row, text: str) -> str:
    """Title, note and source of the row around what the page about it says."""
    body = text.partition("\n")[2].strip()
    source = "" if "Source:" in body or row.source in body else f"\n\n*{row.source}*"
    return f"# {row.title}\n\n**{row.note}**\n\n{body}{source}\n"


def _samples(texts: dict[str, str]) -> Iterator[HelpPage]:
    for row in SAMPLES:
        text = texts[SAMPLE + row.key]
        yield HelpPage(
            SAMPLE + row.key,
            row.title,
            SAMPLE_STUDIES,
            text,
            _names((row.title, f"the usual way, {row.title}")),
            row.key,
        )


def _topic(key: str, text: str) -> HelpPage:
    title = text.partition("\n")[0].lstrip("# ").strip()
    return HelpPage(key, title, TOPICS, text, _names((title,)))


def _names(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip().lower() for word in words if word.strip()))


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]
