"""Section 7: whether another margin, another method or another count would have changed the answer."""

from collections.abc import Iterator

from core.comparers import COMPARERS
from core.domain.findings import Comparison, Interval
from core.judge.decision import decide
from core.judge.words import plain, sentences
from core.report.blocks import Block, Heading, Paragraph, grid
from core.report.sections.level import at_level
from core.report.subject import Subject
from core.report.text import span
from core.report.words import OUTCOMES

FACTORS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
MOST_LINES = 24
TITLES = {row.key: row.title for row in COMPARERS}


def sensitivity(subject: Subject) -> tuple[Block, ...]:
    found = [one for one in subject.leading_first(subject.deciding()) if one.interval is not None]
    if not found:
        return (Paragraph("No range was found that an answer could depend on."),)
    return (
        Heading(3, "By the smallest gap that matters"),
        grid(("candidate", *_margin_heads(subject)), (_by_margin(subject, one) for one in found[:MOST_LINES])),
        *(
            [Paragraph(f"{len(found) - MOST_LINES} more lines are left out.", soft=True)]
            if len(found) > MOST_LINES
            else []
        ),
        Heading(3, "By method and by count"),
        Paragraph(f"For {subject.name(found[0].first)}{subject.of(found[0].output)}, with the margin as locked."),
        grid(("method", "range", "answer"), _by_method(subject, found[0]), (1,)),
        *_by_exclusion(subject),
    )


def _margin_heads(subject: Subject) -> list[str]:
    if subject.has_outputs:
        return [f"{plain(factor)} × margin" if factor != 1 else "margin as locked" for factor in FACTORS]
    output = subject.data.outputs[0]
    unit, margin = subject.unit(subject.study.question.measure, output), subject.study.margin(output)
    return [f"{plain(factor * margin)} {unit.short}{' (locked)' if factor == 1 else ''}" for factor in FACTORS]


def _by_margin(subject: Subject, found: Comparison) -> tuple[str, ...]:
    margin = _margin(subject, found)
    name = sentences(subject.name(found.first)) + subject.of(found.output)
    return (name, *(_answer(found.interval, factor * margin) for factor in FACTORS))


def _margin(subject: Subject, found: Comparison) -> float:
    return subject.study.margin(found.output) / subject.unit(found.measure, found.output).scale


def _answer(interval: Interval | None, margin: float) -> str:
    return "–" if interval is None else OUTCOMES[decide(interval.low, interval.high, margin)]


def _by_method(subject: Subject, found: Comparison) -> Iterator[tuple[str, str, str]]:
    margin, count = _margin(subject, found), subject.comparisons
    scale = subject.unit(found.measure, found.output).scale
    for number, title in (
        (1, "the deciding method, this comparison alone"),
        (2 * count, "the same, twice as many looks"),
    ):
        interval = at_level(found, 1 - subject.study.alpha / number)
        if interval is not None:
            yield title, span(interval, scale), _answer(interval, margin)
    for other in subject.findings.comparisons:
        if (other.first, other.output, other.measure) != (found.first, found.output, found.measure):
            continue
        if other.interval is not None:
            yield TITLES[other.comparer], span(other.interval, scale), _answer(other.interval, margin)
        elif other.p is not None and other.p_required is not None:
            tells = other.p < other.p_required
            yield TITLES[other.comparer], "–", "tells them apart" if tells else "does not tell them apart"


def _by_exclusion(subject: Subject) -> Iterator[Block]:
    if subject.study.columns.excluded:
        yield Heading(3, "By the rows left out")
        yield Paragraph("Not computed: it needs a new run with the rows in, which counts as another look.")
