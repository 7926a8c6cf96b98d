"""The report as one HTML file that needs no network: a page for the approver, then every number for the reviewer."""

import base64
import hashlib
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template

from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import Study
from core.report.blocks import (
    Block,
    Box,
    Bullets,
    Chapter,
    Code,
    Document,
    Fold,
    Grid,
    Heading,
    Paragraph,
    Picture,
    Seal,
)
from core.report.column_widths import widths
from core.report.output import write_text
from core.report.sections import document
from core.report.subject import ReportInput
from core.support import paths
from core.support.text import in_one_piece, printable
from core.support.typography import typeset

__all__ = ["ReportInput", "html_report", "write_html"]


def write_html(path: Path, study: Study, data: Dataset, run: Run, findings: Findings, plan_hash: str) -> None:
    write_text(path, html_report(ReportInput(study, data, run, findings, plan_hash)))


def html_report(subject: ReportInput) -> str:
    return html_page(document(subject))


def html_page(made: Document) -> str:
    text = (paths.resources() / "templates" / "report.html").read_text("utf-8")
    template = Template(text)
    front = f'<section class="approver">{_blocks(made.front)}</section>'
    body = "\n".join((front, _contents(made.chapters), *(_chapter(chapter) for chapter in made.chapters)))
    return template.substitute(title=safe(made.title), body=f"<main>{body}</main>", policy=_content_policy(text))


def _content_policy(template: str) -> str:
    """What a browser may do for the page: run the template's own script and nothing else, and fetch nothing at all."""
    found = re.search(r"<script>(.*?)</script>", template, re.DOTALL)
    own = base64.b64encode(hashlib.sha256(found[1].encode() if found else b"").digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{own}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def safe(text: str) -> str:
    """Text as markup: nothing a name contains can become an element."""
    return escape(printable(text))


def _contents(chapters: Iterable[Chapter]) -> str:
    items = "".join(f'<li><a href="#{chapter.key}">{safe(chapter.title)}</a></li>' for chapter in chapters)
    return f'<nav aria-label="Contents"><ul>{items}</ul></nav>'


def _chapter(chapter: Chapter) -> str:
    return f'<section id="{chapter.key}"><h2>{safe(chapter.title)}</h2>{_blocks(chapter.blocks)}</section>'


def _blocks(blocks: Iterable[Block]) -> str:
    return "\n".join(_block(block) for block in blocks)


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{_words(text)}</h{level}>"
        case Paragraph():
            return _paragraph(block)
        case Bullets(items):
            return f"<ul>{''.join(f'<li>{_words(item)}</li>' for item in items)}</ul>"
        case Grid():
            return _grid(block)
        case Picture(svg=svg):
            return f"<figure>{svg}</figure>"
        case Code(text):
            return f"<pre><code>{safe(text)}</code></pre>"
        case Box(blocks):
            return f'<div class="card">{_blocks(blocks)}</div>'
        case Fold(title, blocks):
            return f"<details><summary>{safe(title)}</summary>{_blocks(blocks)}</details>"
        case Seal():
            return _seal(block)


def _seal(block: Seal) -> str:
    marks = "".join(f"<li><strong>{safe(mark.said)}</strong> {safe(mark.how)}</li>" for mark in block.marks)
    return f'<div class="seal"><p>{safe(block.title)}</p><ul>{marks}</ul></div>'


def _paragraph(block: Paragraph) -> str:
    lead = f"<strong>{safe(block.lead)}</strong> " if block.lead else ""
    names = " ".join(name for name in ("soft" if block.soft else "", f"tag {block.tone}" if block.tone else "") if name)
    marked = f' class="{names}"' if names else ""
    return f"<p{marked}>{lead}{_words(block.text)}</p>"


def _words(text: str) -> str:
    """Figures stay in one line, and quotation marks are of one kind."""
    return safe(in_one_piece(typeset(text)))


def _grid(block: Grid) -> str:
    if not block.head:
        rows = "".join(_fact(name, value) for name, value in block.rows)
        return f'<div class="scroll"><table class="facts"><tbody>{rows}</tbody></table></div>'
    numbers = set(block.numbers)
    top = "".join(_cell("th", text, i in numbers, ' scope="col"') for i, text in enumerate(block.head))
    body = "".join(
        f"<tr>{''.join(_cell('td', text, i in numbers) for i, text in enumerate(row))}</tr>" for row in block.rows
    )
    columns = "".join(f'<col style="width:{share}%">' for share in widths(block))
    table = f"<table><colgroup>{columns}</colgroup><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{table}</div>'


def _fact(name: str, value: str) -> str:
    return f'<tr><th scope="row" dir="auto">{safe(name)}</th><td dir="auto">{safe(value)}</td></tr>'


def _cell(kind: str, text: str, is_number: bool, more: str = "") -> str:
    direction = ' class="number"' if is_number else ' dir="auto"'
    return f"<{kind}{direction}{more}>{safe(text)}</{kind}>"
