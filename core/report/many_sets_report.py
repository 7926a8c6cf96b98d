"""The report of a study over several data sets: values, ranks and their critical distance, pairs overall and by set."""

from collections.abc import Iterator, Mapping

from core.figures.rank_diagram import draw_rank_diagram
from core.laboratory.many_data_sets_results import OVERALL_HEADINGS, PAIR_HEADINGS, WARNING, ManySetsResult
from core.report.blocks import Block, Bullets, Chapter, Document, Heading, Paragraph, grid
from core.report.chart_picture import draw_chart_picture
from core.wording.measure_text import find_title

TITLE = "Several data sets"
PICTURE_HEIGHT, ROW_HEIGHT = 120, 26


def many_sets_report(found: ManySetsResult, names: Mapping[str, str]) -> Document:
    """Everything that `many` found, as blocks."""
    front = (
        Heading(1, TITLE),
        Paragraph(found.sentence(names)),
        Paragraph(WARNING, lead="Note."),
        *((Bullets(found.left_out),) if found.left_out else ()),
    )
    chapters = (
        Chapter("values", "1 Values and mean ranks", tuple(_values(found, names))),
        Chapter("overall", "2 Every pair over all data sets", tuple(_overall(found, names))),
        Chapter("pairs", "3 Every pair on every data set", tuple(_pairs(found, names))),
        *(
            (Chapter("partitions", "4 Does one repeat decide?", tuple(_impacts(found, names))),)
            if found.impacts
            else ()
        ),
    )
    return Document(TITLE, front, chapters)


def _values(found: ManySetsResult, names: Mapping[str, str]) -> Iterator[Block]:
    heads = ("data", "rows", *(names.get(key, key) for key in found.keys))
    yield Paragraph(f"Measure: {find_title(found.measure).long or find_title(found.measure).short}.", soft=True)
    yield grid(heads, found.set_rows(), tuple(range(1, len(heads))))
    if found.distance is not None:
        ordered = [(names.get(key, key), rank) for key, rank in found.ordered]
        chart = draw_rank_diagram(ordered, found.distance, found.alike)
        yield draw_chart_picture(chart, PICTURE_HEIGHT + ROW_HEIGHT * (len(ordered) + len(found.alike)))
        ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in ordered)
        yield Paragraph(f"{chart.caption} Mean ranks: {ranks}.", lead="Critical-difference diagram.")


def _overall(found: ManySetsResult, names: Mapping[str, str]) -> Iterator[Block]:
    yield grid(OVERALL_HEADINGS, found.overall_rows(names), tuple(range(2, len(OVERALL_HEADINGS))))
    yield Paragraph(found.explain_overall(), soft=True)
    yield Paragraph("Wilcoxon 1945; Holm 1979; Benavoli et al. 2014; Friedman 1937; Demsar 2006.", soft=True)


def _pairs(found: ManySetsResult, names: Mapping[str, str]) -> Iterator[Block]:
    yield grid(PAIR_HEADINGS, found.rows(names), tuple(range(3, len(PAIR_HEADINGS))))
    yield Paragraph("p by the corrected t on that data set; every pair on every data set is one family.", soft=True)


def _impacts(found: ManySetsResult, names: Mapping[str, str]) -> Iterator[Block]:
    said, source = found.explain_impacts()
    yield Paragraph(said)
    for words, (headings, rows) in ((4, found.group_table(names)), (2, found.conclusion_table(names))):
        yield grid(headings, rows, tuple(range(words, len(headings))))
    yield Paragraph(source, soft=True)
