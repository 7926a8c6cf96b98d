"""The report as PDF, printed by Qt: real text, page numbers, whole rows, and heads of tables on every page."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)
from PySide6.QtSvg import QSvgRenderer

from core.application.write_report import Pages, Picture, write_bytes
from core.support.text import printable

DOTS_PER_INCH = 96
INCH = 0.0254
MARGIN_MM = 15.0
FOOT, FOOT_SIZE = 26, 7.5
PADDING = 3  # of the cells of a table
SHARPNESS = 3
INDENT = 14  # of a list
FEW_LINES = 2
PICTURE = "\ufffc"  # stands in the text where a picture is
EDGE = 0.5  # what only touches the part of a page is not painted there
STYLE = "h1 { font-size: 15pt; } h2 { font-size: 13pt; } h3 { font-size: 10.5pt; } h4 { font-size: 9.5pt; }"


@dataclass(frozen=True, slots=True)
class Strip:
    """A piece of the document that is never cut: a line or a row of a table, from `top` to the next strip.

    `head` is where the head of its table stands, to be repeated when a page begins here. A strip that `leads` stays
    with the next one; `opens` begins a page.
    """

    top: float
    head: tuple[float, float] | None = None
    leads: bool = False
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: a part of the document, and the head of the table that goes on there."""

    top: float
    bottom: float
    head: tuple[float, float] | None


def write_pdf(pages: Pages, path: Path) -> None:
    """Works with and without a window; from any thread."""
    application = QGuiApplication.instance() or QGuiApplication(["evenfold", "-platform", "offscreen"])
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(pages.title, content)
    document = _document(pages, writer)
    painter = QPainter(writer)
    found = sheets(strips(document), document.size().height(), writer.height() - FOOT)
    for number, sheet in enumerate(found, start=1):
        if number > 1:
            writer.newPage()
        _paint(document, painter, sheet, writer.width())
        _paint_foot(painter, writer, pages.title, f"{number} / {len(found)}")
    painter.end()
    write_bytes(path, bytes(content.data().data()))
    del application


def _paint_foot(painter: QPainter, writer: QPdfWriter, title: str, number: str) -> None:
    """The title and the number of the page, so that loose sheets find their place."""
    font = QFont()
    font.setPointSizeF(FOOT_SIZE)
    painter.setFont(font)
    painter.setPen(QColor("#555b66"))
    foot = QRectF(0, writer.height() - FOOT + 10, writer.width(), FOOT - 10)
    room = int(foot.width()) - 100
    said = QFontMetrics(font, writer).elidedText(printable(title), Qt.TextElideMode.ElideRight, room)
    painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, said)
    painter.drawText(foot, Qt.AlignmentFlag.AlignRight, number)


def _writer(title: str, content: QBuffer) -> QPdfWriter:
    writer = QPdfWriter(content)
    writer.setTitle(title)
    writer.setCreator("Evenfold")
    writer.setResolution(DOTS_PER_INCH)
    margins, page = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM), QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter))
    return writer


def _document(pages: Pages, writer: QPdfWriter) -> QTextDocument:
    """One long page; it is divided afterwards."""
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setDocumentMargin(0)
    document.setIndentWidth(INDENT)
    font = QFont()
    font.setPointSizeF(9)
    font.setFeature(QFont.Tag("liga"), 0)  # so that "shuffle" is found by a search
    document.setDefaultFont(font)
    document.setDefaultStyleSheet(STYLE)
    for name, picture in pages.pictures.items():
        image = painted(picture, SHARPNESS)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    document.setHtml(pages.html)
    document.setTextWidth(writer.width())
    return document


def png(picture: Picture, dots_per_inch: int) -> bytes:
    """A picture of the report on white, with its resolution; works with and without a window."""
    application = QGuiApplication.instance() or QGuiApplication(["evenfold", "-platform", "offscreen"])
    image = painted(picture, dots_per_inch / DOTS_PER_INCH, Qt.GlobalColor.white)
    image.setDotsPerMeterX(round(dots_per_inch / INCH))
    image.setDotsPerMeterY(round(dots_per_inch / INCH))
    content = QBuffer()
    QImageWriter(content, QByteArray(b"png")).write(image)
    del application
    return bytes(content.data().data())


def painted(picture: Picture, scale: float, ground: Qt.GlobalColor = Qt.GlobalColor.transparent) -> QImage:
    size = (round(picture.width * scale), round(picture.height * scale))
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(picture.svg.encode())).render(painter, QRectF(image.rect()))
    painter.end()
    return image


class QtPainter:
    """Paints for core what core cannot."""

    def pdf(self, pages: Pages, path: Path) -> None:
        write_pdf(pages, path)

    def png(self, picture: Picture, dots_per_inch: int) -> bytes:
        return png(picture, dots_per_inch)


def strips(document: QTextDocument) -> list[Strip]:
    """All strips from top to bottom."""
    found: list[Strip] = []
    place, below_heading = document.rootFrame().begin(), False
    while not place.atEnd():
        frame, block = place.currentFrame(), place.currentBlock()
        if isinstance(frame, QTextTable):
            found.extend(_rows(frame, document))
        else:
            found.extend(_lines(block, document, below_heading))
        below_heading = _is_heading(block)
        place += 1
    return sorted(found, key=lambda strip: strip.top)


def _lines(block: QTextBlock, document: QTextDocument, below_heading: bool) -> Iterator[Strip]:
    """A heading, and a few words right below it, stay with what they introduce; a picture with the words below it."""
    if not block.isValid() or not block.text():  # behind a table Qt keeps an empty block, which lies over its last row
        return
    top, layout = document.documentLayout().blockBoundingRect(block).top(), block.layout()
    breaks = bool(block.blockFormat().pageBreakPolicy() & QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    count = layout.lineCount()
    introduces = below_heading and count <= FEW_LINES and not _is_heading(block.next())
    leads = _is_heading(block) or introduces or (_is_picture(block) and _is_words(block.next()))
    for number in (0, *range(2, count - 1)):  # no first or last line of a paragraph stands alone
        above = 0.0 if number == 0 else layout.lineAt(number).y()
        yield Strip(top + above, leads=leads, opens=breaks and number == 0)


def _is_heading(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().headingLevel() > 0


def _is_picture(block: QTextBlock) -> bool:
    return block.text().strip() == PICTURE


def _is_words(block: QTextBlock) -> bool:
    return bool(block.text()) and not _is_heading(block) and not _is_picture(block) and not _is_in_table(block)


def _is_in_table(block: QTextBlock) -> bool:
    return QTextCursor(block).currentTable() is not None


def _rows(table: QTextTable, document: QTextDocument) -> Iterator[Strip]:
    layout, count = document.documentLayout(), table.format().toTableFormat().headerRowCount()
    columns = range(table.columns())

    def top_of(row: int) -> float:
        blocks = (table.cellAt(row, column).firstCursorPosition().block() for column in columns)
        return min(layout.blockBoundingRect(block).top() for block in blocks) - PADDING

    tops = [top_of(row) for row in range(table.rows())]
    head = (tops[0], tops[count]) if 0 < count < len(tops) else None
    for row, top in enumerate(tops):
        stays = row <= count or row == len(tops) - 2  # no first or last row stands alone
        yield Strip(top, head if row > count else None, leads=stays and row < len(tops) - 1)


def sheets(found: list[Strip], end: float, height: float) -> list[Sheet]:
    """As much as fits on each page; a heading never stands alone at its end."""
    pages, first = [], 0
    while first < len(found):
        head = found[first].head
        room = height - (head[1] - head[0] if head else 0.0)
        last = _last(found, first, end, room)
        bottom = found[last].top if last < len(found) else end
        pages.append(Sheet(found[first].top, bottom, head))
        first = last
    return pages


def _last(found: list[Strip], first: int, end: float, room: float) -> int:
    """The first strip of the next page."""
    last = first + 1
    while last < len(found) and not found[last].opens:
        bottom = found[last + 1].top if last + 1 < len(found) else end
        if bottom - found[first].top > room:
            break
        last += 1
    full = last
    while full > first + 1 and last < len(found) and found[full - 1].leads:
        full -= 1
    return full if not found[full - 1].leads or full > first + 1 else last


def _paint(document: QTextDocument, painter: QPainter, sheet: Sheet, width: float) -> None:
    below = 0.0
    if sheet.head is not None:
        below = sheet.head[1] - sheet.head[0]
        _paint_part(document, painter, sheet.head[0], sheet.head[1], 0.0, width)
    _paint_part(document, painter, sheet.top, sheet.bottom, below, width)


def _paint_part(
    document: QTextDocument, painter: QPainter, top: float, bottom: float, place: float, width: float
) -> None:
    painter.save()
    painter.translate(0, place - top)
    document.drawContents(painter, QRectF(0, top + EDGE, width, bottom - top - 2 * EDGE))
    painter.restore()
