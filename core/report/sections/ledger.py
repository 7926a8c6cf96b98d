"""Section 9: how often this data was asked, and what that costs."""

from collections.abc import Iterator

from core.history.current_conclusion import then
from core.judge.words import sentences
from core.report.blocks import Block, Heading, Paragraph, grid
from core.report.subject import ReportInput
from core.support.text import pluralize

MOST_LOOKS = 200


def ledger(subject: ReportInput) -> tuple[Block, ...]:
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
        f"{pluralize(study.looks, 'comparison')} on these rows before this study, {count - study.looks} in it: the bar "
        f"is {study.alpha:g} ÷ {count} = {study.alpha / count:.3g}. Tuning inside the training rows, cross-checks and "
        "re-opening are not counted."
    )
    if study.looks_elsewhere is not None:
        text += f" Of those before, {study.looks_elsewhere} were stated by the user; the ledger knew the others."
    return text


def _remembered(subject: ReportInput) -> Iterator[Block]:
    """Everything the ledger of this computer holds on these rows, this study among it."""
    yield Heading(3, "All comparisons the ledger remembers on these rows")
    if not subject.looks:
        yield Paragraph("The ledger of the computer that wrote this report remembers none.")
        return
    newest = sorted(subject.looks, key=lambda look: look.entry.time, reverse=True)
    head = ("day (UTC)", "study", "asked", "seen", "read then", "reads now", "plan")
    yield grid(
        head,
        (
            (
                look.entry.day, look.entry.title, look.entry.asked, look.entry.seen, then(look.entry),
                look.reads if look.changed else "the same", look.entry.plan_hash[:8],
            )
            for look in newest[:MOST_LOOKS]
        ),
    )  # fmt: skip
    if len(newest) > MOST_LOOKS:
        yield Paragraph(f"{len(newest) - MOST_LOOKS} older ones are in the ledger.", soft=True)
    for reason in dict.fromkeys(look.entry.reason for look in newest if look.entry.reason):
        yield Paragraph(reason, lead="Stated reason for not counting older looks.")
