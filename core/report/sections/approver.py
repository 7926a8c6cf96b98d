"""Page one, for whoever must approve: the question, the verdict, how good, what to do, and what to keep in mind."""

from collections.abc import Iterator
from dataclasses import replace

from core.domain.dataset import Task
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Modifier, Tag, Verdict
from core.figures.gap_picture import Gap, strip_of
from core.judge.cards import expectation
from core.judge.claim import claim_text
from core.advice.precision_forecast import comparisons_of
from core.wording.units import Unit, sentences
from core.report.blocks import Block, Box, Bullets, Heading, Paragraph, Picture, grid
from core.report.pictures import strip_picture
from core.report.sections.limits import limits_of
from core.report.sections.requirements import seal
from core.report.sections.vault import vault
from core.report.subject import ASSUMED, STATED, ReportInput
from core.report.text import SPACE, UNKNOWN, moment
from core.report.words import FIELDS
from core.statistics.measures import find_measure
from core.support.text import pluralize

TAGS = {
    Tag.SETTLED: ("✔ Settled", "settled"),
    Tag.SAME: ("≈ Same for your purpose", "settled"),
    Tag.NOT_SETTLED: ("◇ Not settled", "open"),
    Tag.BLOCKED: ("■ Blocked", "blocked"),
}
MODIFIERS = {
    Modifier.DEPENDS_ON_SHUFFLE: "⚠ Depends on the shuffle",
    Modifier.MEASURES_DISAGREE: "⇄ Measures disagree",
    Modifier.EXPLORATORY: "○ Exploratory",
}

MOST_NAMED = 6  # candidates in the question; where there are more, section 1 names them
MOST_OUTPUTS = 8


def approver(subject: ReportInput) -> tuple[Block, ...]:
    verdict = subject.findings.verdict
    tone = tone_of(verdict)
    return (
        Paragraph(f"Evenfold report · {subject.study.title} · written {moment()}", soft=True),
        Paragraph(sentences(claim_text(subject.study, subject.data, MOST_NAMED)), lead="The question."),
        Box(
            (
                Paragraph(tag_text(verdict), tone=tone),
                Heading(1, verdict.headline),
                Paragraph(verdict.body),
                *_strip(subject),
                Paragraph(verdict.action, lead="What to do."),
            )
        ),
        Heading(3, "How good will it be?"),
        *(_by_output(subject) if subject.has_outputs else _how_good(subject)),
        *vault(subject),
        *_others(subject),
        Heading(3, "What to keep in mind"),
        Bullets(tuple(limits_of(subject)[:3])),
        seal(subject),
        *_small_print(subject),
    )


def tone_of(verdict: Verdict) -> str:
    """A modifier takes away from what is settled."""
    return TAGS[Tag.NOT_SETTLED if verdict.modifiers and verdict.tag is not Tag.BLOCKED else verdict.tag][1]


def tag_text(verdict: Verdict) -> str:
    return " · ".join((TAGS[verdict.tag][0], *(MODIFIERS[modifier] for modifier in verdict.modifiers)))


def _strip(subject: ReportInput) -> Iterator[Picture | Paragraph]:
    found, verdict = subject.headline(), subject.findings.verdict
    if found is None or not verdict.first:
        return
    unit = subject.unit(subject.study.question.measure, found.output)
    drawn = strip_of(verdict, found, subject.study.margin(found.output) / unit.scale)
    if drawn is None:
        return
    if subject.has_outputs:
        claimed = "" if verdict.tag is Tag.SETTLED else ", not claimed"
        yield Paragraph(f"{found.output} taken alone{claimed}:", soft=True)
    gap = Gap(drawn, unit.scale, unit.short, verdict.first, verdict.second)
    yield strip_picture(gap)
    yield Paragraph(gap.caption(comparisons_of(subject.study, subject.data)), soft=True)


def _shown_models(subject: ReportInput) -> tuple[str, ...]:
    """The leading candidate, the reference and the trivial model."""
    return tuple(dict.fromkeys((subject.leading, subject.study.reference, TRIVIAL)))


def _how_good(subject: ReportInput) -> Iterator[Block]:
    asked, output = subject.study.question.measure, subject.data.outputs[0]
    unit = subject.unit(asked, output)
    said = {key: expectation(subject.estimate(key, asked, output), unit) for key in _shown_models(subject)}
    lines = (sentences(f"{subject.name(key)}: {text or 'not known'}.") for key, text in said.items())
    yield Bullets((*lines, *subject.findings.cards.get("good-enough", "").splitlines()))


def _by_output(subject: ReportInput) -> Iterator[Block]:
    """A line per output, with the models side by side."""
    asked, keys = subject.study.question.measure, _shown_models(subject)
    head = ("", *(sentences(subject.name(key)) for key in keys))
    rows = [
        (output, *(_briefly(subject.estimate(key, asked, output), subject.unit(asked, output)) for key in keys))
        for output in subject.data.outputs[:MOST_OUTPUTS]
    ]
    yield grid(head, rows, range(1, len(head)))
    more = len(subject.data.outputs) - MOST_OUTPUTS
    further = f" {pluralize(more, 'further output')} in section 6." if more > 0 else ""
    gaps = " Gaps are differences of these percentages." if asked == "relative" else ""
    yield Paragraph(f"{find_measure(asked).title}, with its range.{gaps}{further}", soft=True)
    lines = subject.findings.cards.get("good-enough", "").splitlines()
    yield from [Bullets(tuple(lines))] if lines else []


def _briefly(found: Estimate | None, unit: Unit) -> str:
    """ "9.2 % (7.8 to 10.7)"."""
    said = expectation(found, replace(unit, level=f"{{}} {unit.short}".strip()))
    return said.removeprefix("about ").replace(" ", SPACE) or UNKNOWN


def _others(subject: ReportInput) -> Iterator[Block]:
    """What to use, what is also fine, what is ruled out and what is not settled."""
    if "candidates" in subject.findings.cards:
        yield Heading(3, "The candidates")
        yield Bullets(tuple(subject.findings.cards["candidates"].splitlines()))


def looks_text(subject: ReportInput) -> str:
    """How often this data was asked, without the arithmetic."""
    count, before = subject.comparisons, subject.study.looks
    if count == 1:
        return "This is the first comparison made on this data."
    when = f"{before} of them before this study" if before else "all of them in this study"
    return f"{pluralize(count, 'comparison')} on this data, {when}; the range allows for every one."


def _small_print(subject: ReportInput) -> Iterator[Paragraph]:
    study = subject.study
    yield Paragraph(looks_text(subject), lead="Looks.", soft=True)
    fields = {field: title for field, title in FIELDS.items() if _applies(subject, field)}
    assumed = [title for field, title in fields.items() if field in study.assumed]
    told = {"what a row stands for": subject.row_is_told, "where it will be used": bool(study.use)}
    stated = [title for title, is_told in told.items() if is_told]
    stated += [title for field, title in fields.items() if field not in study.assumed]
    for lead, titles in ((STATED, stated), (ASSUMED, assumed)):
        yield Paragraph((", ".join(titles) or "nothing") + ".", lead=f"{lead[:1].upper()}{lead[1:]}:", soft=True)
    if subject.locked_at:
        yield Paragraph(f"{moment(subject.locked_at)}, before any test row was scored.", lead="Locked", soft=True)
    yield Paragraph(subject.plan_hash or "not kept in a file", lead="Study hash (SHA-256 of the plan):", soft=True)


def _applies(subject: ReportInput, field: str) -> bool:
    """A cost without costs, and training where nothing was trained, need nobody to say so."""
    if field == "question.cost_ratio":
        return subject.study.question.measure == "cost"
    if field == "scheme.stratified" and subject.data.task is not Task.CLASSES:
        return False
    return not (subject.is_given and field.partition(".")[0] in ("scheme", "tuning", "seed"))
