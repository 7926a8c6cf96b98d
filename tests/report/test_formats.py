"""DOCX, CSV, XLSX, texts, pages for print and references: readable by others, and harmless."""

import csv
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from core.algorithms import ALGORITHMS
from core.data import read_table
from core.history.history_table import harmless
from core.report.bibliography import bibtex, bibtex_key, cited, in_words, references
from core.report.blocks import Block, Chapter, Code, Document, Fold, Grid, Heading, Paragraph, Picture
from core.report.docx import docx_report, write_docx
from core.report.formats import write_as
from core.report.pages import COLORS, breakable, pages, pictures_of
from core.report.pictures import Ranged, ranges_picture, repeats_picture
from core.report.report_sentence import methods_paragraph, verdict_sentence
from core.report.report_text import chance, duration, figure, shortened
from core.report.sections import document
from core.report.tables import FOLD_HEAD, fold_rows, prediction_head, prediction_rows, write_csv, write_xlsx
from core.schemes import SCHEMES
from core.support.errors import StudyError
from core.support.text import printable
from core.wording.interval_methods import INTERVAL_METHODS
from core.wording.method_tables import MEASURE_ROWS, TEST_ROWS
from tests.report.subjects import NASTY, nasty, numbers, subject

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def texts(content: bytes) -> str:
    with ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        parts = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    assert "word/document.xml" in parts
    return "\n".join(node.text or "" for node in parts["word/document.xml"].iter(f"{WORD}t"))


def test_that_docx_carries_its_pictures() -> None:
    made = document(subject())
    content = docx_report(made, lambda picture: f"<{picture.width}>".encode())
    with ZipFile(BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if name.startswith("word/media/")]
        body, related = (
            archive.read("word/document.xml").decode(),
            archive.read("word/_rels/document.xml.rels").decode(),
        )
        assert archive.read(names[0]) == b"<640>"
    assert len(names) == len(pictures_of(made)) == body.count("<w:drawing>") >= 2
    for number in range(1, len(names) + 1):
        assert f'r:embed="picture{number}"' in body
        assert f'Id="picture{number}"' in related
    assert pictures_of(made)[0].description in body
    ElementTree.fromstring(body)


def test_that_docx_is_well_formed_and_has_verdict_and_tables() -> None:
    about = subject()
    content = docx_report(document(about))
    said = texts(content)
    assert about.text.conclusion.headline.text in said
    assert "12 References" in said
    with ZipFile(BytesIO(content)) as archive:
        body = archive.read("word/document.xml").decode()
    assert body.count("<w:tblHeader/>") > 10
    assert "<w:cantSplit/>" in body


def test_that_docx_survives_every_name() -> None:
    said = texts(docx_report(document(nasty())))
    assert NASTY[0] in said
    assert NASTY[4] in said
    assert "\u202e" not in said


def test_that_docx_is_the_same_for_the_same_content(tmp_path: Path) -> None:
    made = Document("A", (Heading(1, "A"), Picture("<svg/>", "A line.", 1, 1)), ())
    write_docx(tmp_path / "a.docx", made)
    assert (tmp_path / "a.docx").read_bytes() == docx_report(made)
    assert "Picture: A line." in texts(docx_report(made))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\r=1"])
def test_that_a_text_cannot_become_a_formula(text: str) -> None:
    assert str(harmless(text))[0] in "'\ufffd"
    assert harmless("plain = text") == "plain = text"
    assert harmless(-1.5) == -1.5


def test_that_fold_results_are_those_of_the_estimates() -> None:
    about = subject()
    mine = [row for row in fold_rows(about) if row[3] == "forest" and row[4] == "error" and row[0] == "main"]
    estimate = about.estimate("forest", "error", "fault")
    assert estimate is not None
    assert [row[6] for row in mine] == list(estimate.values)
    assert {len(row) for row in fold_rows(about)} == {len(FOLD_HEAD)}


def test_that_csv_files_are_read_back(tmp_path: Path) -> None:
    about = nasty()
    folds, predictions, _ = write_csv(tmp_path / "out.csv", about)
    assert predictions.name == "out-predictions.csv"
    with predictions.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(list(prediction_rows(about)))
    assert rows[0]["truth"] in about.data.classes
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values())
    assert folds.read_bytes().startswith(b"\xef\xbb\xbf")


def test_that_a_text_beside_the_csv_files_says_how_to_read_them(tmp_path: Path) -> None:
    *_, about = write_csv(tmp_path / "out.csv", subject())
    assert about.name == "out-about.txt"
    assert "A row comes back in every repeat" in about.read_text("utf-8")


def test_that_the_answers_of_all_models_stand_side_by_side() -> None:
    about = subject()
    head, rows = prediction_head(about), list(prediction_rows(about))
    assert head[:9] == ("part", "shuffle", "fold", "row", "output", "truth", "logistic", "forest", "trivial")
    main = [row for row in rows if row[0] == "main"]
    assert len(main) == 400 * 10  # every row once in every repeat
    wrong = sum(row[5] != row[head.index("forest")] for row in main)
    assert wrong == 20 * 10
    assert {len(row) for row in rows} == {len(head)}


def test_that_a_failed_training_leaves_its_cells_empty() -> None:
    about = subject(broken=1)
    failed = next(one for one in about.run.outcomes if not one.ok)
    place = prediction_head(about).index(failed.job.candidate)
    mine = [row for row in prediction_rows(about) if row[0] == failed.job.part and row[1:3] == (1, failed.job.fold + 1)]
    assert mine
    assert {row[place] for row in mine} == {None}


def test_that_predictions_of_several_outputs_are_told_apart() -> None:
    about = numbers()
    first = next(row for row in prediction_rows(about) if row[4] == "K_Q (Nm)")
    assert first[5] == about.data.targets[int(str(first[3])) - 1, 1]


def test_that_written_predictions_can_be_read_again(tmp_path: Path) -> None:
    _, predictions, _ = write_csv(tmp_path / "out.csv", subject())
    table = read_table(predictions)
    names = [column.name for column in table.columns]
    assert {"truth", "logistic", "forest"} <= set(names)


def test_that_xlsx_has_texts_and_no_formulas(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "out.xlsx", nasty())
    book = load_workbook(tmp_path / "out.xlsx", read_only=True)
    assert book.sheetnames == ["About", "Folds", "Predictions"]
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows(max_row=500) for cell in row}
    assert "f" not in kinds
    assert book["Folds"]["A1"].value == "part"
    book.close()


def test_that_a_text_with_an_equals_sign_stays_a_text_in_xlsx(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "out.xlsx", numbers(outputs=("=1+1", "y"), rows=40))
    book = load_workbook(tmp_path / "out.xlsx", read_only=True)
    cells = [cell for row in book["Folds"].iter_rows(min_row=2, max_row=9) for cell in row if cell.value == "=1+1"]
    book.close()
    assert {cell.data_type for cell in cells} == {"s"}


def test_that_the_verdict_sentence_and_the_methods_paragraph_stand_alone() -> None:
    about = subject()
    assert about.text.conclusion.headline.text in verdict_sentence(about)
    assert "400 rows, 10 repeats, 1 comparison" in verdict_sentence(about)
    said = methods_paragraph(about)
    for text in (
        "Random forest was compared with logistic regression",
        "10-fold",
        "2 per 100",
        "Nadeau & Bengio",
        "seed 1",
    ):
        assert text in said
    assert "K_Q" in methods_paragraph(numbers())


def test_that_pages_name_every_picture_and_have_no_variables() -> None:
    made = pages(document(subject()))
    assert len(made.pictures) == 4
    for name, picture in made.pictures.items():
        assert f'src="{name}"' in made.html
        assert "var(" not in picture.svg
        assert picture.svg.startswith("<svg xmlns=")
    assert "var(" not in made.html
    assert COLORS["settled"] in made.html


def test_that_long_words_may_break_on_paper() -> None:
    assert breakable("x" * 60).count("\u200b") == 2
    assert breakable("short words stay") == "short words stay"
    made = pages(Document("t", (Grid(("a",), (("<b>",),)), Paragraph("a\nb")), ()))
    assert "&lt;b&gt;" in made.html
    assert "a<br>b" in made.html


def test_that_every_reference_is_complete_and_its_key_is_unique() -> None:
    found = references()
    assert len({bibtex_key(reference) for reference in found}) == len(found)
    for reference in found:
        assert str(reference.year) in in_words(reference)
        assert bibtex(reference).count("{") == bibtex(reference).count("}")
        assert reference.mark.endswith(str(reference.year))


def test_that_every_paper_a_table_names_is_in_the_list() -> None:
    tables = (ALGORITHMS, MEASURE_ROWS, SCHEMES, TEST_ROWS, INTERVAL_METHODS)
    sources = "; ".join(str(row.source) for table in tables for row in table)
    named = {part for part in sources.split("; ") if re.search(r"\b(1[89]|20)\d\d\b", part)}
    assert [part for part in sorted(named) if not cited(part)] == []


def test_that_only_cited_references_are_listed() -> None:
    found = cited("Kohavi 1995, section 2; Breiman 2001")
    assert [reference.mark for reference in found] == ["Breiman 2001", "Kohavi 1995"]
    assert cited("nobody 1900") == ()


def test_that_numbers_and_texts_are_shown_for_people() -> None:
    assert figure(None) == "–"
    assert figure(-0.0) == "0"
    assert figure(-5.6e-16) == "0"
    assert figure(-0.25, 100) == "−25"
    assert chance(1e-9) == "<\u00a00.0001"
    assert duration(30) == "30.0 s"
    assert duration(600) == "10 min"
    assert duration(9000) == "2.5 h"
    assert shortened("x" * 50, 10) == "xxxxxxxxx…"
    assert printable("a\x00b\u202ec") == "a\ufffdb\ufffdc"


def test_that_every_repeat_and_every_estimate_is_drawn_at_its_place() -> None:
    drawn = repeats_picture((0.02, -0.01, 0.03), (1, 0, 0), 100, "Gaps", "per 100")
    assert drawn.svg.count("<circle") == 3
    assert drawn.svg.count('fill="var(--first)"') == 1
    assert "3 repeats from −1 to 3 per 100, 1 of them clear" in drawn.description
    rows = (Ranged("a", 0.2, 0.1, 0.3, True), Ranged("b", 0.4, None, None))
    both = ranges_picture(rows, 100, "Ways", "per 100")
    places = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', both.svg)]
    ends = [float(x) for x in re.search(r'<line x1="([\d.]+)" x2="([\d.]+)"', both.svg).groups()]  # type: ignore[union-attr]
    assert ends[0] < places[0] < ends[1] < places[1] < 640
    assert places[0] == pytest.approx(sum(ends) / 2, abs=0.1)
    assert "a 20, b 40 per 100" in both.description


def test_that_columns_of_a_word_processor_are_as_wide_as_what_they_say() -> None:
    table = Grid(("what", "value"), (("short", "many words " * 40),))
    content = unpacked(docx_report(Document("t", (table,), ())))
    first, second = (int(wide) for wide in re.findall(r'<w:gridCol w:w="(\d+)"/>', content))
    assert second > 3 * first
    assert content.count(f'<w:tcW w:w="{first}" w:type="dxa"/>') == 2


def test_that_the_names_of_facts_are_bold_in_a_word_processor() -> None:
    content = unpacked(docx_report(Document("t", (Grid((), (("Rows", "12"),)),), ())))
    assert '<w:b/></w:rPr><w:t xml:space="preserve">Rows</w:t>' in content


def unpacked(content: bytes, part: str = "word/document.xml") -> str:
    with ZipFile(BytesIO(content)) as archive:
        return archive.read(part).decode()


def rows_kept(count: int) -> list[bool]:
    table = Grid(("one",), tuple((f"row {place}",) for place in range(count)))
    content = unpacked(docx_report(Document("t", (table,), ())))
    return ["<w:keepNext/>" in row for row in re.findall("<w:tr>(.*?)</w:tr>", content)]


def test_that_no_row_stands_alone_on_a_page_of_a_word_processor() -> None:
    assert rows_kept(3) == [True, True, True, False]
    assert rows_kept(9) == [True, True, True, *[False] * 4, True, True, False]


def paragraphs(*blocks: Block) -> list[str]:
    return re.findall("<w:p>(.*?)</w:p>", unpacked(docx_report(Document("t", blocks, ()), lambda picture: b"")))


def test_that_only_tables_side_by_side_need_something_between_them_in_a_word_processor() -> None:
    table, gap = Grid(("a",), (("b",),)), '<w:pStyle w:val="BehindTable"/>'
    folded = Fold("f", (table,))
    shown = unpacked(docx_report(Document("t", (table, Heading(3, "h"), table, table, folded, table, folded), ())))
    parts = re.sub("<w:tbl>.*?</w:tbl>", "TABLE", shown)
    order = re.findall(f"TABLE|{re.escape(gap)}|Heading3", parts)
    assert [{gap: "gap", "Heading3": "heading"}.get(one, "table") for one in order] == [
        *("table", "heading", "table", "gap", "table", "heading", "table", "gap", "table", "heading", "table", "gap"),
    ]


def test_that_a_few_lines_of_code_stay_together_in_a_word_processor() -> None:
    kept = ["<w:keepNext/>" in one for one in paragraphs(Code("a\nb")) if '"Code"' in one]
    assert kept == [True, False]
    assert not any("<w:keepNext/>" in one for one in paragraphs(Code("a\n" * 9)) if '"Code"' in one)


def test_that_words_stay_with_the_table_or_picture_they_belong_to_in_a_word_processor() -> None:
    drawn = Picture("<svg></svg>", "A line.", 10, 10)
    found = paragraphs(Paragraph("alone"), Paragraph("before"), Grid(("a",), (("b",),)), drawn, Paragraph("below"))
    kept = ["<w:keepNext/>" in one for one in found if "alone" in one or "before" in one or "drawing" in one]
    assert kept == [False, True, True]


def test_that_figures_stay_in_one_line_in_a_word_processor_but_not_in_code() -> None:
    table = Grid(("more than 1 per 100",), (("2 to 3",),))
    said = texts(docx_report(Document("t", (Paragraph("p = 0.5"), table, Code("1 per 100")), ())))
    assert "p\u00a0=\u00a00.5" in said
    assert "1\u00a0per\u00a0100" in said
    assert "2\u00a0to\u00a03" in said
    assert "1 per 100" in said.splitlines()


def test_that_the_chapters_of_a_word_processor_begin_on_a_page_without_an_empty_line() -> None:
    chapters = (Chapter("a", "1 A", ()), Chapter("b", "2 B", ()))
    content = unpacked(docx_report(Document("t", (Paragraph("front"),), chapters)))
    assert 'w:type="page"' not in content
    assert content.count("<w:pageBreakBefore/>") == 1
    assert content.index("<w:pageBreakBefore/>") < content.index("1 A") < content.index("2 B")


def test_that_every_page_of_a_word_processor_says_what_it_belongs_to() -> None:
    foot = unpacked(docx_report(Document("Ten & more", (), ())), "word/footer1.xml")
    assert "Ten &amp; more" in foot
    assert " PAGE " in foot
    assert " NUMPAGES " in foot


def test_that_the_tag_has_its_color_in_a_word_processor() -> None:
    (said,) = (one for one in paragraphs(Paragraph("Not settled", tone="open")) if "Not settled" in one)
    assert f'<w:color w:val="{COLORS["open"][1:]}"/>' in said


def test_that_a_study_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "kept.evenfold"
    path.write_text("a study")
    with pytest.raises(StudyError, match="is never written over"):
        write_as("html", subject(), path, None)
    assert path.read_text() == "a study"
