"""The report for paper and preview: columns share the room, and what does not fit is told row by row."""

from core.report.blocks import Document, Grid, Mark, Paragraph, Seal
from core.report.column_widths import LETTERS, widths
from core.report.pages import WIDTH, pages

WIDE = Grid(tuple(f"heading{i}" for i in range(9)), (tuple(f"value{i}" for i in range(9)),), tuple(range(1, 9)))


def html(*blocks: Grid | Seal | Paragraph, room: int = WIDTH) -> str:
    return pages(Document("t", blocks, ()), room).html


def test_that_short_cells_stay_whole_beside_long_ones() -> None:
    table = Grid(("what", "value", "who said so"), (("Scheme", "word " * 80, "assumed by Evenfold"),))
    shares = widths(table)
    assert shares[2] * LETTERS / 100 >= len("assumed by Evenfold")
    assert shares[1] > shares[0]


def test_that_the_tallest_column_gets_what_is_left() -> None:
    table = Grid(("a", "b"), (("word " * 20, "word " * 60),))
    first, second = widths(table)
    assert second > first > 10


def test_that_a_range_keeps_its_width() -> None:
    table = Grid(("name", "range"), (("many words " * 20, "−6.736\u00a0to\u00a04.085"),), (1,))
    assert widths(table)[1] * LETTERS / 100 >= len("−6.736 to 4.085")


def test_that_a_table_with_too_little_room_is_told_row_by_row() -> None:
    assert "<thead>" in html(WIDE)
    narrow = html(WIDE, room=WIDTH // 3)
    assert "<thead>" not in narrow
    assert "<b>value0</b>" in narrow
    assert "heading1: value1; heading2: value2" in narrow


def test_that_larger_letters_need_more_room() -> None:
    assert "<thead>" not in pages(Document("t", (WIDE,), ()), WIDTH, text_scale=2.0).html


def test_that_words_keep_away_from_the_number_before_them() -> None:
    page = html(Grid(("n", "word"), (("1", "two"),), (0,)))
    assert page.count("padding-left") == 2  # of the head and of the cell


def test_that_a_seal_stands_side_by_side_or_one_below_the_other() -> None:
    seal = Seal("Seal", (Mark(True, "one", "done"), Mark(False, "two", "not done"), Mark(None, "three", "who knows")))
    assert "✔ one" in html(seal)
    assert "✘ two" in html(seal)
    assert "– three" in html(seal)
    assert html(seal).count("<tr>") == 1
    assert html(seal, room=WIDTH // 3).count("<tr>") == 3


def test_that_one_long_cell_does_not_take_the_room_of_many() -> None:
    rows = tuple(("what this item asks for, in a few words", "section 2") for _ in range(20))
    alone = widths(Grid(("asks for", "answer"), (*rows, ("last", "word " * 60))))
    assert alone[0] * LETTERS / 100 > 30
