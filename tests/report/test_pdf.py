"""The PDF: real text, pages with numbers, rows that are never cut, heads that are repeated."""

import re
import zlib
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QTextDocument

from core.report.blocks import Block, Chapter, Document, Grid, Heading, Paragraph
from core.report.column_widths import LETTERS, widths
from core.report.pages import COLORS, colored, pages, pictures_of
from core.report.sections import document
from core.support.errors import StoreError
from gui.pdf import Strip, png, sheets, strips, write_pdf
from tests.report.subjects import nasty, subject


def page_count(path: Path) -> int:
    content = path.read_bytes()
    assert content.startswith(b"%PDF-")
    return content.count(b"/Type /Page\n") or content.count(b"/Type/Page\n") or content.count(b"/Type /Page ")


def test_that_a_report_is_printed_with_embedded_fonts(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    write_pdf(pages(document(subject())), path)
    assert page_count(path) > 5
    assert b"/FontFile2" in path.read_bytes()
    assert b"/ToUnicode" in path.read_bytes()


def test_that_every_name_can_be_printed(qapp: object, tmp_path: Path) -> None:
    write_pdf(pages(document(nasty())), tmp_path / "report.pdf")
    assert page_count(tmp_path / "report.pdf") > 5


def test_that_a_place_that_cannot_be_written_is_one_sentence(qapp: object, tmp_path: Path) -> None:
    made = Document("t", (Paragraph("a"),), ())
    with pytest.raises(StoreError, match="could not be written"):
        write_pdf(pages(made), tmp_path / "absent" / "report.pdf")


def test_that_a_picture_is_painted_at_its_resolution_on_white(qapp: object) -> None:
    image = QImage.fromData(png(colored(pictures_of(document(subject()))[0]), 300))
    assert image.width() == 2000  # 640 pixels at 96 dots per inch
    assert round(image.dotsPerMeterX() * 0.0254) == 300
    assert image.pixelColor(0, 0).name() == "#ffffff"
    colors = {image.pixelColor(x, y).name() for x in range(0, 2000, 7) for y in range(0, image.height(), 7)}
    assert COLORS["first"] in colors


def test_that_a_long_table_goes_over_several_pages(qapp: object, tmp_path: Path) -> None:
    rows = tuple((f"row {i}", "text " * 40) for i in range(120))
    made = Document("t", (Heading(1, "Front"),), (Chapter("a", "1 A", (Grid(("one", "two"), rows),)),))
    write_pdf(pages(made), tmp_path / "long.pdf")
    assert page_count(tmp_path / "long.pdf") > 4


def test_that_a_page_ends_between_strips_and_the_head_is_repeated() -> None:
    head = (0.0, 10.0)
    rows = [Strip(0.0, leads=True), *(Strip(10.0 + 30 * i, head if i else None) for i in range(6))]
    found = sheets(rows, 190.0, 100.0)
    assert [(sheet.top, sheet.bottom) for sheet in found] == [(0.0, 100.0), (100.0, 190.0)]
    assert [sheet.head for sheet in found] == [None, head]


def test_that_a_heading_goes_with_what_follows() -> None:
    found = sheets([Strip(0.0), Strip(40.0), Strip(80.0, leads=True), Strip(95.0)], 150.0, 100.0)
    assert [(sheet.top, sheet.bottom) for sheet in found] == [(0.0, 80.0), (80.0, 150.0)]


def test_that_a_strip_larger_than_a_page_gets_a_page_and_an_end_comes() -> None:
    assert len(sheets([Strip(0.0, leads=True), Strip(10.0), Strip(500.0)], 600.0, 100.0)) == 3


def test_that_a_new_part_opens_a_page() -> None:
    found = sheets([Strip(0.0), Strip(10.0, opens=True)], 20.0, 100.0)
    assert [sheet.top for sheet in found] == [0.0, 10.0]


def test_that_columns_have_room_for_their_longest_word() -> None:
    row = ("Five repeats of two halves, and then some more of them", "−8.785e−05", "1")
    wide = widths(Grid(("test", "gap", "n"), (row,), (1, 2)))
    assert sum(wide) == pytest.approx(100, abs=0.1)
    assert wide[1] >= 100 * 10 / 96
    assert wide[0] > wide[1] > wide[2]


def test_that_figures_in_heads_are_not_cut() -> None:
    heads = ("candidate", *(f"{share} per 100" for share in (0, 0.25, 0.5, 1, 2, 4)))
    wide = widths(Grid(heads, (("Random forest", *["not worse by what matters"] * 6),)))
    assert all(LETTERS * one / 100 >= 1.15 * len(head) for one, head in zip(wide[1:], heads[1:], strict=True))


def test_that_the_column_that_needs_least_is_whole_first() -> None:
    row = ("Comparisons before this study", "many words " * 40, "assumed by Evenfold")
    wide = [60 * one / 100 for one in widths(Grid(("what", "value", "who said so"), (row,)), 60)]
    assert wide[2] >= len(row[2])
    assert wide[0] < len(row[0])


def test_that_columns_that_say_the_same_are_equally_wide() -> None:
    row = ("Linear discriminant analysis", "can't tell", *["the same for your purpose"] * 4)
    wide = widths(Grid(("candidate", "0", "0.5", "1 (locked)", "2", "4"), (row,)))
    assert max(wide[2:]) - min(wide[2:]) < 3


def test_that_what_begins_where_a_page_ends_is_painted_once(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "lines.pdf"
    write_pdf(pages(Document("t", tuple(Heading(3, "x") for _ in range(200)), ())), path)
    streams = re.findall(rb"stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL)
    drawn = [zlib.decompress(stream) for stream in streams if stream.startswith(b"\x78")]
    assert sum(content.count(b"BT\n") for content in drawn) == 200 + 2 * page_count(path)  # title and number


def test_that_the_last_row_of_a_table_is_one_strip(qapp: object) -> None:
    """Behind a table Qt keeps an empty block, which lies over the last row and must not become a strip."""
    table = Grid(("one", "two"), (("a", "b"), ("c", "d")))
    made = QTextDocument()
    made.setHtml(pages(Document("t", (Heading(3, "x"), table, Heading(3, "y"), table), ())).html)
    made.setTextWidth(600)
    found = strips(made)
    assert len(found) == 2 + 2 * 3
    assert [strip.leads for strip in found] == [True, True, True, False] * 2  # two rows are never parted


def leads(*blocks: Block) -> list[bool]:
    made = QTextDocument()
    made.setHtml(pages(Document("t", blocks, ())).html)
    made.setTextWidth(600)
    return [strip.leads for strip in strips(made)]


def test_that_a_few_words_lead_to_what_they_introduce_but_not_to_the_next_heading(qapp: object) -> None:
    assert leads(Heading(3, "x"), Paragraph("None."), Heading(3, "y"), Paragraph("a")) == [True, False, True, True]
    assert leads(Heading(3, "x"), Paragraph("For all:"), Grid(("one",), (("a",), ("b",))))[:2] == [True, True]


def test_that_a_picture_leads_to_the_words_below_it(qapp: object) -> None:
    drawn = pictures_of(document(subject()))[0]
    assert leads(drawn, drawn, Paragraph("below")) == [False, True, False]
    assert leads(drawn, Grid(("one",), (("a",), ("b",))))[0] is False


def test_that_no_line_of_a_paragraph_stands_alone(qapp: object) -> None:
    made = QTextDocument()
    made.setHtml(f"<p>{'word ' * 200}</p>")
    made.setTextWidth(300)
    found = strips(made)
    assert len(found) == made.firstBlock().layout().lineCount() - 2 > 10
