"""The report for paper: plain HTML that a rich-text printer understands, and its pictures beside it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from core.report.blocks import (
    Block,
    Box,
    Bullets,
    Code,
    Document,
    Fold,
    Grid,
    Heading,
    Paragraph,
    Picture,
    Seal,
    facts,
)
from core.report.column_widths import LETTERS, LONGEST, least, widths
from core.report.html import safe
from core.report.report_text import UNKNOWN
from core.support.text import SPACE, in_one_piece
from core.support.typography import typeset

COLORS = {
    "paper": "#ffffff",
    "card": "#f6f7f9",
    "ink": "#1b1d21",
    "soft": "#555b66",
    "line": "#868c98",
    "zone": "#e2e6ee",
    "first": "#c24e00",
    "second": "#0072b2",
    "settled": "#00694e",
    "no": "#3f4754",
    "same": "#6a3a98",
    "open": "#8a4b00",
    "blocked": "#a4262c",
}
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
MARGIN = 'style="margin-top:4px; margin-bottom:4px"'
ABOVE = 'style="margin-top:11px; margin-bottom:4px"'  # a heading belongs to what follows
LOOK = 'cellpadding="3" cellspacing="0" style="border-collapse:collapse; font-size:8pt"'
RULE = 'style="border-bottom:1px solid #c9cdd4"'
BEHIND = 'style="border-bottom:1px solid #c9cdd4; padding-left:14px"'
AROUND = "margin-top:6px; margin-bottom:6px"
SEAL = "border-collapse:collapse; font-size:7.5pt"
WIDTH = 640  # of a page, in pixels
TOO_NARROW = 1.2  # a table that needs so many times the room is told row by row
_VARIABLE = re.compile(r"var\(--([a-z]+)\)")


@dataclass(frozen=True, slots=True)
class Pages:
    """`html` names its pictures like files; `pictures` are their SVG, complete and with colors."""

    title: str
    html: str
    pictures: Mapping[str, Picture]


@dataclass(slots=True)
class _Press:
    """Collects the pictures while the blocks become HTML."""

    widest: int
    text_scale: float
    pictures: dict[str, Picture] = field(default_factory=dict)

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(self.block(block) for block in blocks)

    def block(self, block: Block) -> str:
        match block:
            case Heading(level, text):
                return f"<h{level} {ABOVE}>{safe(typeset(text))}</h{level}>"
            case Paragraph():
                return _paragraph(block)
            case Bullets(items):
                return f'<ul style="margin-top:2px">{"".join(f"<li>{safe(typeset(item))}</li>" for item in items)}</ul>'
            case Grid():
                return _grid(block, self.letters)
            case Picture():
                return self.picture(block)
            case Code(text):
                lines = safe(text).replace("  ", "&nbsp;&nbsp;").replace("\n", "<br>")
                return f'<p style="font-family:monospace; font-size:7pt">{lines}</p>'
            case Box(inner):
                cell = f'<td bgcolor="{COLORS["card"]}">{self.blocks(inner)}</td>'
                return f'<table width="100%" cellpadding="6" cellspacing="0" style="{AROUND}"><tr>{cell}</tr></table>'
            case Fold(title, inner):
                return f"<h4 {ABOVE}>{safe(title)}</h4>{self.blocks(inner)}"
            case Seal():
                return _seal(block, self.letters)

    @property
    def letters(self) -> int:
        return int(LETTERS * self.widest / (WIDTH * self.text_scale))

    def picture(self, picture: Picture) -> str:
        name = f"picture-{len(self.pictures) + 1}.svg"
        self.pictures[name] = colored(picture)
        share = min(1.0, self.widest / picture.width)
        size = f'width="{picture.width * share:.0f}" height="{picture.height * share:.0f}"'
        return f'<p {MARGIN}><img src="{name}" {size}></p>'


def pages(made: Document, widest: int = WIDTH, text_scale: float = 1.0) -> Pages:
    """`widest` is the room there is, in pixels; larger pictures are shown smaller, wider tables row by row.

    `text_scale` says how many times as large the letters will be shown."""
    press = _Press(widest, text_scale)
    front = press.blocks(made.front)
    chapters = "".join(
        f'<h2 style="{"page-break-before:always" if place == 0 else ""}">{safe(chapter.title)}</h2>'
        f"{press.blocks(chapter.blocks)}"
        for place, chapter in enumerate(made.chapters)
    )
    return Pages(made.title, in_one_piece(f"<html><body>{front}{chapters}</body></html>"), press.pictures)


def pictures_of(made: Document) -> list[Picture]:
    """All pictures in their order."""
    return list(_pictures((*made.front, *(block for chapter in made.chapters for block in chapter.blocks))))


def _pictures(blocks: Iterable[Block]) -> Iterator[Picture]:
    for block in blocks:
        if isinstance(block, Picture):
            yield block
        elif isinstance(block, Box | Fold):
            yield from _pictures(block.blocks)


def colored(picture: Picture) -> Picture:
    """A picture that stands alone: colors instead of names of the page's style, and the name of its language."""
    svg = _VARIABLE.sub(lambda found: COLORS[found[1]], picture.svg)
    size = f'width="{picture.width}" height="{picture.height}"'
    svg = svg.replace("<svg ", f"<svg {NAMESPACE} {size} ", 1)
    if "font-size=" not in svg:
        svg = svg.replace("<text ", '<text font-size="12" ')
    return Picture(svg, picture.description, picture.width, picture.height)


def _paragraph(block: Paragraph) -> str:
    lead = f"<b>{safe(block.lead)}</b> " if block.lead else ""
    text = safe(typeset(block.text)).replace("\n", "<br>")
    color = COLORS[block.tone] if block.tone else COLORS["soft"] if block.soft else COLORS["ink"]
    size = "; font-size:7.5pt" if block.soft else ""
    said = f"<b>{text}</b>" if block.tone else text
    return f'<p style="margin-top:3px; margin-bottom:3px; color:{color}{size}">{lead}{said}</p>'


def _grid(block: Grid, letters: int) -> str:
    if block.head and sum(least(block)) > TOO_NARROW * letters:
        return _row_by_row(block)
    wide = widths(block, letters) if block.head else []
    head = "".join(_cell("th", text, block, i, f' width="{wide[i]}%"') for i, text in enumerate(block.head))
    top = f"<thead><tr>{head}</tr></thead>" if block.head else ""
    rows = (_fact(row) if not block.head else _row(row, block) for row in block.rows)
    return f'<table class="grid" width="100%" {LOOK}>{top}{"".join(rows)}</table>'


def _row_by_row(block: Grid) -> str:
    """Where there is no room for columns: the first cell, and behind it what the other columns say."""
    return _grid(facts((row[0], _told(block.head, row)) for row in block.rows), LETTERS)


def _told(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    pairs = zip(head[1:], row[1:], strict=True)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell not in ("", UNKNOWN))


def _seal(block: Seal, letters: int) -> str:
    """Side by side; one below the other where there is little room."""
    share = f'width="{100 // max(1, len(block.marks))}%"'
    told = [f"<td {share}><b>{safe(mark.said)}</b><br>{safe(mark.how)}</td>" for mark in block.marks]
    inner = ("</tr><tr>" if letters < LETTERS // 2 else "").join(told)
    title = f'<h4 style="margin-top:10px; margin-bottom:2px">{safe(block.title)}</h4>'
    look = f'border="1" bordercolor="{COLORS["line"]}" cellpadding="5" cellspacing="0" style="{SEAL}"'
    return f'{title}<table width="100%" {look}><tr>{inner}</tr></table>'


def _row(row: tuple[str, ...], block: Grid) -> str:
    return f"<tr>{''.join(_cell('td', text, block, i) for i, text in enumerate(row))}</tr>"


def _fact(row: tuple[str, ...]) -> str:
    name, value = row
    return f'<tr><td width="32%" {RULE}><b>{breakable(name)}</b></td><td {RULE}>{breakable(value)}</td></tr>'


def _cell(kind: str, text: str, block: Grid, place: int, wide: str = "") -> str:
    """Numbers stand to the right; words behind a number keep away from it."""
    is_number, follows = place in block.numbers, place - 1 in block.numbers
    side, look = "right" if is_number else "left", BEHIND if follows and not is_number else RULE
    return f'<{kind} align="{side}"{wide} {look}>{breakable(text) or SPACE}</{kind}>'


def breakable(text: str, longest: int = LONGEST) -> str:
    """Long words may break: paper has no scroll bar."""
    words = re.sub(rf"(\S{{{longest}}})(?=\S)", "\\1\u200b", text)
    return safe(words).replace("\n", "<br>")
