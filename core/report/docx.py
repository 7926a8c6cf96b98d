"""The report as DOCX, to paste into company templates: headings, paragraphs, lists, tables and pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from string import Template
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from core import paths
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
    as_table,
)
from core.report.columns import widths
from core.report.output import write_bytes
from core.report.pages import coloured
from core.report.text import printable

Paint = Callable[[Picture], bytes]
PARTS = {
    "[Content_Types].xml": "types.xml",
    "_rels/.rels": "package.xml",
    "word/_rels/document.xml.rels": "relations.xml",
    "word/styles.xml": "styles.xml",
    "word/numbering.xml": "numbering.xml",
    "word/footer1.xml": "footer.xml",
    "docProps/core.xml": "properties.xml",
}
TEXT_WIDTH = 10106  # of a page, in twentieths of a point
BEHIND = '<w:ind w:left="160"/>'
FACTS = (32, 68)  # hundredths: names and values
TABLE = '<w:tblStyle w:val="EvenfoldTable"/><w:tblW w:w="5000" w:type="pct"/><w:tblLayout w:type="fixed"/>'
EMU = 9525  # of a picture's pixel at 96 dots per inch
STAMP = (1980, 1, 1, 0, 0, 0)  # the same content gives the same file


def write_docx(path: Path, made: Document, paint: Paint | None = None) -> None:
    write_bytes(path, docx_report(made, paint))


def docx_report(made: Document, paint: Paint | None = None) -> bytes:
    """Without somebody who paints, a picture is told in its sentence."""
    writer = _Writer(paint)
    body = "".join(writer.document(made))
    filled = {"title": _safe(made.title), "pictures": "".join(map(_relation, writer.painted))}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, template in PARTS.items():
            archive.writestr(_entry(name), _template(template).substitute(filled))
        archive.writestr(_entry("word/document.xml"), _template("document.xml").substitute(body=body))
        for number, content in writer.painted.items():
            archive.writestr(_entry(f"word/media/picture-{number}.png"), content)
    return packed.getvalue()


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, STAMP)
    entry.compress_type = ZIP_DEFLATED
    return entry


def _template(name: str) -> Template:
    return Template((paths.resources() / "templates" / "docx" / name).read_text("utf-8").strip())


def _relation(number: int) -> str:
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
    return f'<Relationship Id="picture{number}" Type="{kind}" Target="media/picture-{number}.png"/>'


class _Writer:
    """Collects the painted pictures while the blocks become paragraphs."""

    def __init__(self, paint: Paint | None) -> None:
        self._paint = paint
        self.painted: dict[int, bytes] = {}

    def document(self, made: Document) -> Iterator[str]:
        yield _styled("Title", made.title)
        yield from self._blocks(made.front)
        yield '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
        for chapter in made.chapters:
            yield _styled("Heading1", chapter.title)
            yield from self._blocks(chapter.blocks)

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block)

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading(level, text):
                yield _styled("Heading2" if level < 3 else "Heading3", text)
            case Paragraph(text, lead, soft, tone):
                yield _paragraph(_run(lead + " ", "<w:b/>") * bool(lead) + _run(text, "<w:b/>" if tone else ""), soft)
            case Bullets(items):
                yield from (_styled("ListBullet", item) for item in items)
            case Grid():
                yield from _grid(block)
            case Picture():
                yield self._picture(block)
            case Code(text):
                yield from (_styled("Code", line) for line in text.splitlines())
            case Box(inner):
                yield from self._blocks(inner)
            case Fold(title, inner):
                yield _styled("Heading3", title)
                yield from self._blocks(inner)
            case Seal(title):
                yield _styled("Heading3", title)
                yield from _grid(as_table(block), [100 // len(block.marks)] * len(block.marks))

    def _picture(self, picture: Picture) -> str:
        if self._paint is None:
            return _styled("SmallPrint", f"Picture: {picture.description}")
        number = len(self.painted) + 1
        self.painted[number] = self._paint(coloured(picture))
        return _template("picture.xml").substitute(
            number=number,
            width=picture.width * EMU,
            height=picture.height * EMU,
            description=_safe(picture.description),
        )


def _grid(block: Grid, shares: Sequence[float] = ()) -> Iterator[str]:
    shares = shares or (widths(block) if block.head else FACTS)
    wide = [int(TEXT_WIDTH * share / 100) for share in shares]
    grid = "".join(f'<w:gridCol w:w="{one}"/>' for one in wide)
    head = _row(block.head, block, wide, is_head=True) if block.head else ""
    rows = "".join(_row(row, block, wide, is_head=False) for row in block.rows)
    if block.head or block.rows:
        yield f"<w:tbl><w:tblPr>{TABLE}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{head}{rows}</w:tbl>"
    yield _styled("SmallPrint", "")  # two tables without a paragraph between them become one


def _row(cells: Iterable[str], block: Grid, wide: Sequence[int], is_head: bool) -> str:
    """Rows stay whole; head rows are repeated on every page; the names of facts are bold like heads."""
    rule = "<w:trPr><w:cantSplit/>" + ("<w:tblHeader/>" if is_head else "") + "</w:trPr>"
    made = (
        _cell(text, wide[i], _side(block, i), is_head or (i == 0 and not block.head)) for i, text in enumerate(cells)
    )
    return f"<w:tr>{rule}{''.join(made)}</w:tr>"


def _side(block: Grid, place: int) -> str:
    """Numbers stand to the right; words behind a number keep away from it."""
    if place in block.numbers:
        return '<w:jc w:val="right"/>'
    return BEHIND if place - 1 in block.numbers else ""


def _cell(text: str, wide: int, side: str, is_bold: bool) -> str:
    room = f'<w:tcPr><w:tcW w:w="{wide}" w:type="dxa"/></w:tcPr>'
    run = _run(text, "<w:b/>" if is_bold else "")
    return f'<w:tc>{room}<w:p><w:pPr><w:pStyle w:val="TableText"/>{side}</w:pPr>{run}</w:p></w:tc>'


def _styled(style: str, text: str) -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{_run(text)}</w:p>'


def _paragraph(runs: str, soft: bool) -> str:
    style = '<w:pPr><w:pStyle w:val="SmallPrint"/></w:pPr>' if soft else ""
    return f"<w:p>{style}{runs}</w:p>"


def _run(text: str, look: str = "") -> str:
    properties = f"<w:rPr>{look}</w:rPr>" if look else ""
    lines = _safe(text).split("\n")
    words = "<w:br/>".join(f'<w:t xml:space="preserve">{line}</w:t>' for line in lines)
    return f"<w:r>{properties}{words}</w:r>" if text else ""


def _safe(text: str) -> str:
    return escape(printable(text), quote=True)
