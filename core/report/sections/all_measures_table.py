"""In section 6: every measure of every model with its range, and of several classes each class against the others."""

from collections.abc import Iterator

from core.domain.findings import Interval, MeasureRow
from core.judge.measure_table import measure_all
from core.report.blocks import Block, Fold, Grid, Heading, Paragraph, grid, without_empty
from core.report.report_text import UNKNOWN, figure, span
from core.report.subject import ReportInput
from core.support.text import SPACE
from core.wording.measure_text import find_title
from core.wording.undefined_text import describe_reason
from core.wording.units import sentences

ABOUT = (
    "Only the main measure decides. The others are described with the range of each model’s own performance; two "
    "ranges that overlap do not show that two models are equal."
)
_HEAD = ("measure", "output", "class", "model", "estimate", "range", "unit", "note")


def all_measures(subject: ReportInput) -> Iterator[Block]:
    rows = measure_all(subject.study, subject.data, subject.run)
    whole, by_class = [row for row in rows if not row.class_name], [row for row in rows if row.class_name]
    if not rows:
        return
    yield Heading(3, "All measures")
    yield Paragraph(ABOUT, soft=True)
    yield _table(subject, whole)
    if by_class:
        yield Fold("Every class against all others", (_table(subject, by_class),))


def _table(subject: ReportInput, rows: list[MeasureRow]) -> Grid:
    together: dict[tuple[str, str, str], list[MeasureRow]] = {}
    for row in rows:
        together.setdefault((row.measure, row.output, row.class_name), []).append(row)
    lines = [line for mine in together.values() for line in _lines(subject, mine)]
    return without_empty(grid(_HEAD, lines, (4, 5)))


def _lines(subject: ReportInput, mine: list[MeasureRow]) -> Iterator[tuple[str, ...]]:
    """All models on one measure, with the same decimals."""
    unit = subject.unit(mine[0].measure, mine[0].output)
    ends = (end for row in mine for end in (row.value, row.low, row.high))
    places = subject.decimals(mine[0].measure, mine[0].output, ends)
    for row in mine:
        yield (
            sentences(find_title(row.measure).short), row.output if subject.has_outputs else "", row.class_name,
            sentences(subject.name(row.model)), figure(row.value, unit.scale, places), _span(row, unit.scale, places),
            unit.short.replace(" ", SPACE), describe_reason(row.undefined),
        )  # fmt: skip


def _span(row: MeasureRow, scale: float, places: int | None) -> str:
    if row.low is not None and row.high is None:
        return f"from {figure(row.low, scale, places)}"
    if row.low is None or row.high is None:
        return UNKNOWN
    return span(Interval(row.low, row.high, row.level, ""), scale, places)
