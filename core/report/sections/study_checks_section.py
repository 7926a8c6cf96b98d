"""Section 13: the report card, every coded check with what was found and what to do about it."""

from collections.abc import Iterator

from core.domain.check_result import CheckLevel
from core.insight.check_table import find_check
from core.report.blocks import Block, Paragraph, grid
from core.report.subject import ReportInput
from core.wording.check_text import LEVEL_WORDS, summarize_checks, word_check, word_check_action

FIRST = (
    CheckLevel.PROBLEM,
    CheckLevel.ATTENTION,
    CheckLevel.NOTED,
    CheckLevel.PASSED,
    CheckLevel.NOT_COMPUTED,
    CheckLevel.NOT_APPLICABLE,
)


def study_checks(subject: ReportInput) -> tuple[Block, ...]:
    if not subject.checks:
        return (Paragraph("The checks were not carried out for this report."),)
    return (Paragraph(summarize_checks(subject.checks)), grid(("check", "", "level", "found"), _rows(subject)))


def _rows(subject: ReportInput) -> Iterator[tuple[str, str, str, str]]:
    """The gravest first, else in the order of the card."""
    for result in sorted(subject.checks, key=lambda one: FIRST.index(one.level)):
        said = word_check(subject.study, subject.data, result).text
        action = word_check_action(result)
        text = f"{said} {action}" if action else said
        yield result.code, find_check(result.code).title, LEVEL_WORDS[result.level], text
