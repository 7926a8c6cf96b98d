"""The report as DOCX, to paste into company templates: headings, paragraphs, lists, tables and pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from string import Template
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

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
from core.report.column_widths import widths
from core.report.output import write_bytes
from core.report.pages import COLORS, colored
from core.report.report_text import shortened
from core.support import paths
from core.support.text import in_one_piece, printable
from core.support.typography import typeset

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
CODE, SMALL, CELL = (f'<w:pStyle w:val="{name}"/>' for name in ("Code", "SmallPrint", "TableText"))
BEHIND = '<w:ind w:left="160"/>'
LETTERS = 98  # of table text across a page; the cells have margins
KEPT, TOGETHER = "<w:keepNext/>", 3  # so many rows at the beginning and at the end of a table
FACTS = (32, 68)  # hundredths: names and values
TABLE = '<w:tblStyle w:val="EvenfoldTable"/><w:tblW w:w="5000" w:type="pct"/><w:tblLayout w:type="fixed"/>'
BELOW = '<w:spacing w:after="80"/>'
NEXT_CHAPTER = Heading(2, "")  # stands for what follows the last block of a chapter
EMU = 9525  # of a picture's pixel at 96 dots per inch
STAMP = (1980, 1, 1, 0, 0, 0)  # the same content gives the same file


def write_docx(path: Path, made: Document, paint: Paint | None = None) -> None:
    write_bytes(path, docx_report(made, paint))


def docx_report(made: Document, paint: Paint | None = None) -> bytes:
    """Without somebody who paints, a picture is told in its sentence."""
    writer = _Writer(paint)
    body = "".join(writer.document(made))
    short = _safe(shortened(made.title, 80))
    relations = "".join(map(_relation, writer.painted))
    filled = {"title": _safe(made.title), "short": short, "pictures": relations}
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
        for place, chapter in enumerate(made.chapters):
            yield _styled("Heading1", chapter.title, "" if place else "<w:pageBreakBefore/>")
            yield from self._blocks(chapter.blocks)
        yield _styled("BehindTable", "")  # no document may end with a table

    def _blocks(self, blocks: Sequence[Block], after: Block = NEXT_CHAPTER) -> Iterator[str]:
        """`after` is what follows the last of them."""
        for block, following in zip_longest(blocks, blocks[1:], fillvalue=after):
            yield from self._block(block, following)
            if isinstance(block, Grid | Seal) and not isinstance(following, Heading | Fold):
                yield _styled("BehindTable", "")  # two tables without a paragraph between them become one

    def _block(self, block: Block, following: Block) -> Iterator[str]:
        kept = KEPT if _introduces(block, following) else ""
        match block:
            case Heading(level, text):
                yield _styled("Heading2" if level < 3 else "Heading3", text)
            case Paragraph():
                yield _paragraph(block, kept)
            case Bullets(items):
                yield from (_styled("ListBullet", item) for item in items)
            case Grid():
                yield from _grid(block)
            case Picture():
                yield self._picture(block, kept)
            case Code(text):
                yield from _code(text.splitlines())
            case Box(inner):
                yield from self._blocks(inner, following)
            case Fold(title, inner):
                yield _styled("Heading3", title)
                yield from self._blocks(inner, following)
            case Seal(title):
                yield _styled("Heading3", title)
                yield from _grid(as_table(block), [100 // len(block.marks)] * len(block.marks))

    def _picture(self, picture: Picture, kept: str) -> str:
        if self._paint is None:
            return _styled("SmallPrint", f"Picture: {picture.description}", kept)
        number = len(self.painted) + 1
        self.painted[number] = self._paint(colored(picture))
        return _template("picture.xml").substitute(
            number=number,
            kept=kept,
            width=picture.width * EMU,
            height=picture.height * EMU,
            description=_safe(picture.description),
        )


def _grid(block: Grid, shares: Sequence[float] = ()) -> Iterator[str]:
    shares = shares or (widths(block, LETTERS) if block.head else FACTS)
    wide = [int(TEXT_WIDTH * share / 100) for share in shares]
    grid = "".join(f'<w:gridCol w:w="{one}"/>' for one in wide)
    head = _row(block.head, block, wide, KEPT, is_head=True) if block.head else ""
    rows = "".join(_row(row, block, wide, _kept(place, len(block.rows))) for place, row in enumerate(block.rows))
    if block.head or block.rows:
        yield f"<w:tbl><w:tblPr>{TABLE}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{head}{rows}</w:tbl>"


def _kept(place: int, count: int) -> str:
    """No row is left alone on a page: the first and the last ones stay together."""
    return KEPT if place < TOGETHER - 1 or count - TOGETHER <= place < count - 1 else ""


def _row(cells: Iterable[str], block: Grid, wide: Sequence[int], kept: str, is_head: bool = False) -> str:
    """Rows stay whole; head rows are repeated on every page; the names of facts are bold like heads."""
    rule = "<w:trPr><w:cantSplit/>" + ("<w:tblHeader/>" if is_head else "") + "</w:trPr>"
    made = (
        _cell(text, wide[i], kept + _side(block, i), is_head or (i == 0 and not block.head))
        for i, text in enumerate(cells)
    )
    return f"<w:tr>{rule}{''.join(made)}</w:tr>"


def _side(block: Grid, place: int) -> str:
    """Numbers stand to the right; words behind a number keep away from it."""
    if place in block.numbers:
        return '<w:jc w:val="right"/>'
    return BEHIND if place - 1 in block.numbers else ""


def _cell(text: str, wide: int, side: str, is_bold: bool) -> str:
    room = f'<w:tcPr><w:tcW w:w="{wide}" w:type="dxa"/></w:tcPr>'
    return f"<w:tc>{room}{_formed(CELL + side, _run(text, '<w:b/>' if is_bold else ''))}</w:tc>"


def _styled(style: str, text: str, more: str = "") -> str:
    return _formed(f'<w:pStyle w:val="{style}"/>{more}', _run(text))


def _formed(form: str, runs: str) -> str:
    return f"<w:p><w:pPr>{form}</w:pPr>{runs}</w:p>" if form else f"<w:p>{runs}</w:p>"


def _code(lines: Sequence[str]) -> Iterator[str]:
    """A few lines stay on one page; below the last one there is room."""
    for place, line in enumerate(lines):
        is_last = place == len(lines) - 1
        form = BELOW if is_last else KEPT if len(lines) <= TOGETHER else ""
        yield _formed(CODE + form, _run(line, is_code=True))


def _introduces(block: Block, following: Block) -> bool:
    """Words stay with the table they introduce, a picture with the words below it."""
    match block, following:
        case (Paragraph(), Grid()) | (Picture(), Paragraph()):
            return True
    return False


def _paragraph(block: Paragraph, kept: str) -> str:
    lead = _run(f"{block.lead} ", "<w:b/>") if block.lead else ""
    look = f'<w:b/><w:color w:val="{COLORS[block.tone].lstrip("#")}"/>' if block.tone else ""
    return _formed((SMALL if block.soft else "") + kept, lead + _run(block.text, look))


def _run(text: str, look: str = "", is_code: bool = False) -> str:
    """Figures stay in one line and quotation marks are of one kind, except in what a machine reads."""
    properties = f"<w:rPr>{look}</w:rPr>" if look else ""
    lines = _safe(text if is_code else in_one_piece(typeset(text))).split("\n")
    words = "<w:br/>".join(f'<w:t xml:space="preserve">{line}</w:t>' for line in lines)
    return f"<w:r>{properties}{words}</w:r>" if text else ""


def _safe(text: str) -> str:
    return escape(printable(text), quote=True)
