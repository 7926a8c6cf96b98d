"""Section 9: how often this data was asked, and what that costs."""

from collections.abc import Iterator

from core.domain.study import REASON
from core.report.blocks import Block, Heading, Paragraph, grid
from core.report.subject import ReportInput
from core.support.text import pluralize
from core.wording.history_text import word_answer, word_comparison, word_then
from core.wording.units import sentences

MOST_COMPARISONS = 200


def history(subject: ReportInput) -> tuple[Block, ...]:
    rows = [
        (place + 1, sentences(subject.name(found.first)), subject.name(found.second), found.output)
        for place, found in enumerate(subject.deciding())
    ]
    return (
        Paragraph(_count(subject)),
        grid(("no.", "candidate", "against", "predicting"), rows, (0,)),
        *_remembered(subject),
    )


def _count(subject: ReportInput) -> str:
    study, count = subject.study, subject.comparisons
    text = (
        f"{pluralize(study.earlier_comparisons, 'comparison')} on these rows before this study, "
        f"{count - study.earlier_comparisons} in it: the significance level is "
        f"{study.alpha:g} ÷ {count} = {study.alpha / count:.3g}. Tuning inside the training rows, cross-checks and "
        "re-opening are not counted."
    )
    if reason := study.answers.get(REASON, "").strip():
        text += f" The history of this computer was not counted, for this reason: {reason}"
    elif study.comparisons_elsewhere is not None:
        text += f" Of those before, {study.comparisons_elsewhere} were stated by the user; the history knew the others."
    return text


def _remembered(subject: ReportInput) -> Iterator[Block]:
    """Everything the history of this computer holds on these rows, this study among it."""
    yield Heading(3, "All comparisons the history remembers on these rows")
    if not subject.earlier_comparisons:
        yield Paragraph("The history of the computer that wrote this report remembers none.")
        return
    newest = sorted(subject.earlier_comparisons, key=lambda row: row.entry.time, reverse=True)
    head = ("day (UTC)", "study", "asked", "seen", "read then", "reads now", "plan")
    yield grid(
        head,
        (
            (
                row.entry.day, row.entry.title, word_comparison(row.entry), row.entry.seen,
                word_then(row.entry),
                word_answer(row.entry, row.answer, row.reason) if row.changed else "the same",
                row.entry.plan_hash[:8],
            )
            for row in newest[:MOST_COMPARISONS]
        ),
    )  # fmt: skip
    if len(newest) > MOST_COMPARISONS:
        yield Paragraph(f"{len(newest) - MOST_COMPARISONS} older ones are in the history.", soft=True)
    for reason in dict.fromkeys(row.entry.reason for row in newest if row.entry.reason):
        yield Paragraph(reason, lead="Stated reason for not counting earlier comparisons.")
