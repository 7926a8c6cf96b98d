"""What a report is made of, before it becomes HTML, PDF or DOCX: headings, paragraphs, lists, tables and pictures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.report.report_text import UNKNOWN

SIGNS = {True: "✔", False: "✘", None: UNKNOWN}


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` 1 is the verdict, 2 a section, 3 a part of one."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`lead` stands in bold before the text; `soft` is small print; `tone` colors a verdict's tag."""

    text: str
    lead: str = ""
    soft: bool = False
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; without a head it lists facts, name and value. `numbers` are the columns of numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing whose colors are names of the page's style, and what it shows in one sentence."""

    svg: str
    description: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Code:
    text: str


@dataclass(frozen=True, slots=True)
class Box:
    """Blocks that belong together and stay on one page."""

    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """Closed on a screen until asked for; open on paper."""

    title: str
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One point of a seal: met, not met, or (None) not known."""

    met: bool | None
    title: str
    how: str

    @property
    def said(self) -> str:
        return f"{SIGNS[self.met]} {self.title}"


@dataclass(frozen=True, slots=True)
class Seal:
    """A few points side by side, and how many of them are met."""

    title: str
    marks: tuple[Mark, ...]


Block = Heading | Paragraph | Bullets | Grid | Picture | Code | Box | Fold | Seal


@dataclass(frozen=True, slots=True)
class Chapter:
    """One section of the report; `key` is its place in the page's contents."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The whole report: the page for the approver, then the chapters for the reviewer."""

    title: str
    front: tuple[Block, ...]
    chapters: tuple[Chapter, ...]


def facts(rows: Iterable[tuple[str, object]]) -> Grid:
    return Grid((), tuple((name, str(value)) for name, value in rows))


def grid(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[int] = ()) -> Grid:
    return Grid(tuple(head), tuple(tuple(str(cell) for cell in row) for row in rows), tuple(numbers))


def as_table(seal: Seal) -> Grid:
    return Grid(tuple(mark.said for mark in seal.marks), (tuple(mark.how for mark in seal.marks),))


def without_empty(table: Grid) -> Grid:
    """Without the columns in which no row says anything."""
    kept = [i for i in range(len(table.head)) if any(row[i] not in ("", UNKNOWN) for row in table.rows)]
    return Grid(
        tuple(table.head[i] for i in kept),
        tuple(tuple(row[i] for i in kept) for row in table.rows),
        tuple(place for place, i in enumerate(kept) if i in table.numbers),
    )
