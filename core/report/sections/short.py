"""The short report, two pages: the answer, the table of models, a plot, what to do, limits and checks."""

from collections.abc import Iterator

from core.domain.check_result import CheckLevel
from core.domain.conclusion import Answer
from core.insight.check_table import find_check
from core.report.blocks import Block, Box, Bullets, Heading, Paragraph, grid
from core.report.chart_picture import draw_chart_picture
from core.report.report_text import moment
from core.report.sections.approver import looks_text, tag_text, tone_of
from core.report.sections.final_test_section import final_test
from core.report.sections.limits_section import limits_of
from core.report.subject import ReportInput
from core.wording.check_text import summarize_checks, word_check, word_check_action
from core.wording.conclusion_text import ANSWER_WORDS
from core.wording.result_table import ResultRow, ResultTable, word_result_table
from core.wording.result_text import EXPECTED

MOST_LIMITS = 4
HEIGHTS = {"strip": 170, "limit-strip": 190, "histograms": 230}


def write_short_report(subject: ReportInput) -> tuple[Block, ...]:
    said = subject.text.conclusion
    return (
        Paragraph(f"{subject.study.title} · Evenfold report · {moment()}", soft=True),
        Box(
            (
                Paragraph(said.overline.text, soft=True),
                Paragraph(tag_text(subject.conclusion), tone=tone_of(subject.conclusion)),
                Heading(1, said.headline.text),
                Paragraph(said.body.text),
                Paragraph(said.scope.text, soft=True),
            )
        ),
        Heading(3, "Results"),
        *write_result_table(subject),
        *draw_charts(subject),
        *_write_action(said.action.text),
        *final_test(subject),
        Heading(3, "Limits"),
        Bullets(tuple(limits_of(subject)[:MOST_LIMITS])),
        Heading(3, "Checks"),
        *_write_checks(subject),
        Paragraph(looks_text(subject), lead="Comparisons.", soft=True),
        Paragraph(subject.plan_hash or "not kept in a file", lead="Plan (SHA-256):", soft=True),
    )


def _write_action(action: str) -> tuple[Block, ...]:
    return (Heading(3, "What to do"), Paragraph(action)) if action else ()


def write_result_table(subject: ReportInput) -> Iterator[Block]:
    """The table of the window, row by row."""
    table = word_result_table(subject.study, subject.data, subject.findings)
    outputs = ("Output",) if len(table.groups) > 1 else ()
    head = ("Model", *outputs, table.measure, *((table.difference,) if table.difference else ()), table.question)
    rows = [_write_row(table, row, group.title) for group in table.groups for row in group.rows]
    yield grid(head, rows)
    for line in table.below:
        yield Paragraph(line.text, soft=True)
    note = [line.text for line in subject.text.notes.get(EXPECTED, ())][-1:]
    if note and "corrected" in note[0]:
        yield Paragraph(note[0], soft=True)


def _write_row(table: ResultTable, row: ResultRow, output: str) -> tuple[str, ...]:
    estimate = f"{row.estimate} ({row.range})" if row.range else row.estimate
    difference = f"{row.difference} ({row.difference_range})" if row.difference_range else row.difference
    answer = row.remark if row.answer is Answer.NONE else ANSWER_WORDS.get(row.answer, "")
    named = (output,) if len(table.groups) > 1 else ()
    return (row.name, *named, estimate, *((difference,) if table.difference else ()), answer)


def draw_charts(subject: ReportInput) -> Iterator[Block]:
    """The plots of the result page that were handed over, each with its caption."""
    for chart in subject.charts:
        yield draw_chart_picture(chart, HEIGHTS.get(chart.key, 260))
        yield Paragraph(chart.caption, lead=f"{chart.title}.", soft=True)


def _write_checks(subject: ReportInput) -> Iterator[Block]:
    if not subject.checks:
        yield Paragraph("The checks were not carried out for this report.")
        return
    yield Paragraph(summarize_checks(subject.checks))
    lines = []
    for result in subject.checks:
        if result.level in (CheckLevel.PROBLEM, CheckLevel.ATTENTION):
            said = word_check(subject.study, subject.data, result).text
            title = find_check(result.code).title
            lines.append(f"{result.code} {title}: {said} {word_check_action(result)}".strip())
    if lines:
        yield Bullets(tuple(lines))
