"""In section 6: what every repeat would have said taken alone (Bradford & Brodley 2001)."""

from collections.abc import Iterator

from core.domain.conclusion import RepeatResults
from core.domain.study import SchemeKind
from core.judge.context import has_one_test_set
from core.report.blocks import Block, Fold, Heading, Paragraph, grid, without_empty
from core.report.pictures import repeats_picture
from core.report.report_text import figure, from_to, shortened
from core.report.subject import ReportInput
from core.support.text import SPACE
from core.wording.units import sentences

REPEATED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)


def repeats(subject: ReportInput) -> Iterator[Block]:
    if subject.study.scheme.kind not in REPEATED or has_one_test_set(subject.study) or not subject.study.challengers:
        return
    found = _all(subject)
    if not found or max(one.total for one in found.values()) < 2:
        return
    name = subject.name(subject.study.baseline)
    head = ("model", "output", "repeats", "lean to it", "clear for it", f"clear for {name}", "differences", "unit")
    yield Heading(3, "Repeat by repeat")
    rows = [_row(subject, key, output, one) for (key, output), one in found.items()]
    yield without_empty(grid(head, rows, (2, 3, 4, 5, 6)))
    yield Paragraph(
        "A repeat is clear when a paired t over its own folds would have named a winner at 0.05.", soft=True
    )
    headline = subject.headline()
    if headline is not None and (headline.first, headline.output) in found:
        one = found[headline.first, headline.output]
        yield from _drawn(subject, headline.first, headline.output, one)
        yield _listed(subject, headline.first, headline.output, one)


def _all(subject: ReportInput) -> dict[tuple[str, str], RepeatResults]:
    """What each repeat says, by the first model of the pair and the output, the leading model first."""
    order = sorted(subject.conclusion.rows, key=lambda row: row.model != subject.leading)
    found = ((row.difference, row.output) for row in order if row.difference is not None)
    return {(one.first, output): one.repeats for one, output in found if one.repeats.total}


def _row(subject: ReportInput, key: str, output: str, one: RepeatResults) -> tuple[object, ...]:
    unit = subject.unit(subject.study.question.measure, output)
    lean = sum(difference > 0 for difference in one.means)
    places = subject.decimals(subject.study.question.measure, output, one.means)
    differences = from_to(min(one.means), max(one.means), unit.scale, places) if one.means else "–"
    return (
        sentences(subject.name(key)),
        subject.has_outputs * output,
        one.total,
        lean,
        one.for_first,
        one.for_second,
        differences,
        unit.short.replace(" ", SPACE),
    )


def _drawn(subject: ReportInput, key: str, output: str, one: RepeatResults) -> Iterator[Block]:
    if not one.means:
        return
    unit = subject.unit(subject.study.question.measure, output)
    title = f"Difference of every repeat, {shortened(subject.name(key), 28)}{subject.of(shortened(output, 20))}"
    yield repeats_picture(one.means, one.clear, unit.scale, title, unit.short)
    yield Paragraph("Sorted by size; filled where that repeat alone would have named a winner.", soft=True)


def _listed(subject: ReportInput, key: str, output: str, one: RepeatResults) -> Block:
    unit, words = (
        subject.unit(subject.study.question.measure, output),
        {1: "clear for it", -1: "clear against it", 0: "no winner"},
    )
    places = subject.decimals(subject.study.question.measure, output, one.means)
    rows = [
        (place + 1, figure(difference, unit.scale, places), words[clear])
        for place, (difference, clear) in enumerate(zip(one.means, one.clear, strict=True))
    ]
    title = (
        f"Every repeat of {subject.name(key)}{subject.of(output)}, mean difference{unit.short and f' in {unit.short}'}"
    )
    return Fold(title, (grid(("repeat", "difference", "taken alone"), rows, (0, 1)),))
