"""Section 9: how often this data was asked, and what that costs."""

from core.judge.words import sentences
from core.report.blocks import Block, Paragraph, grid
from core.report.subject import Subject
from core.report.text import counted


def ledger(subject: Subject) -> tuple[Block, ...]:
    study, count = subject.study, subject.comparisons
    before = counted(study.looks, "comparison")
    text = (
        f"{before} on these rows before this study, {count - study.looks} in it: the bar is {study.alpha:g} ÷ {count} "
        f"= {study.alpha / count:.3g}. Tuning inside the training rows, cross-checks and re-opening are not counted."
    )
    if study.looks_elsewhere is not None:
        text += f" Of those before, {study.looks_elsewhere} were stated by the user; the ledger knew the others."
    rows = [
        (place + 1, sentences(subject.name(found.first)), subject.name(found.second), found.output)
        for place, found in enumerate(subject.deciding())
    ]
    return Paragraph(text), grid(("no.", "candidate", "against", "predicting"), rows, (0,))
