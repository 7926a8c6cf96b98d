"""Page one, for whoever must approve: the question, the verdict, how good, what to do, and what to keep in mind."""

from collections.abc import Iterator
from datetime import datetime

from core.domain.evidence import TRIVIAL
from core.domain.findings import Tag, Verdict
from core.figures.strip import strip
from core.judge.cards import expectation
from core.judge.claim import claim_text
from core.judge.words import sentences
from core.report.blocks import Block, Box, Bullets, Grid, Heading, Paragraph, Picture, facts
from core.report.pictures import strip_picture
from core.report.sections.limits import limits_of
from core.report.sections.requirements import requirements_met
from core.report.sections.vault import vault
from core.report.subject import ASSUMED, STATED, Subject
from core.report.text import counted
from core.report.words import FIELDS

TAGS = {
    Tag.SETTLED: ("✔ Settled", "settled"),
    Tag.SAME: ("≈ Same for your purpose", "settled"),
    Tag.NOT_SETTLED: ("◇ Not settled", "open"),
    Tag.BLOCKED: ("Blocked", "blocked"),
}

MOST_NAMED = 6  # candidates in the question; where there are more, section 1 names them
MOST_OUTPUTS = 4


def approver(subject: Subject) -> tuple[Block, ...]:
    verdict = subject.findings.verdict
    tone = TAGS[verdict.tag][1]
    return (
        Paragraph(f"Evenfold report · {subject.study.title}", soft=True),
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
        Bullets(tuple(_how_good(subject))),
        *vault(subject),
        *_others(subject),
        Heading(3, "What to keep in mind"),
        Bullets(tuple(limits_of(subject)[:3])),
        Heading(3, "What was done"),
        requirements_grid(subject),
        *_small_print(subject),
    )


def tag_text(verdict: Verdict) -> str:
    return " · ".join((TAGS[verdict.tag][0], *(modifier.value for modifier in verdict.modifiers)))


def _strip(subject: Subject) -> Iterator[Picture | Paragraph]:
    found, verdict = subject.headline(), subject.findings.verdict
    interval = verdict.interval or (found.interval if found else None)
    if found is None or found.effect is None or interval is None or not verdict.first:
        return
    unit = subject.unit(subject.study.question.measure, found.output)
    df = found.df if isinstance(found.df, int | float) else None
    drawn = strip(found.effect, interval, df, subject.study.margin(found.output) / unit.scale)
    if subject.has_outputs:
        claimed = "" if verdict.tag is Tag.SETTLED else ", not claimed"
        yield Paragraph(f"{found.output} taken alone{claimed}:", soft=True)
    yield strip_picture(drawn, unit.scale, verdict.first, verdict.second, unit.short)
    yield Paragraph(
        "Each dot is one of 20 equally plausible values of the true gap. Bars: 50 %, 80 % and the full adjusted range.",
        soft=True,
    )


def _how_good(subject: Subject) -> Iterator[str]:
    """The leading candidate, the reference and the trivial model on the main measure."""
    measure = subject.study.question.measure
    keys = dict.fromkeys((subject.leading, subject.study.reference, TRIVIAL))
    outputs, more = subject.data.outputs[:MOST_OUTPUTS], len(subject.data.outputs) - MOST_OUTPUTS
    for key in keys:
        parts = []
        for output in outputs:
            found = subject.estimate(key, measure, output)
            said = expectation(found, subject.unit(measure, output)) if found else ""
            parts.append(f"{output + ': ' if subject.has_outputs else ''}{said or 'not known'}")
        parts += [f"{counted(more, 'further output')} in section 6"] if more > 0 else []
        yield sentences(f"{subject.name(key)}: {'; '.join(parts)}.")
    yield from subject.findings.cards.get("good-enough", "").splitlines()


def _others(subject: Subject) -> Iterator[Block]:
    """What to use, what is also fine, what is ruled out and what is not settled."""
    if "candidates" in subject.findings.cards:
        yield Heading(3, "The candidates")
        yield Bullets(tuple(subject.findings.cards["candidates"].splitlines()))


def requirements_grid(subject: Subject) -> Grid:
    return facts((f"{'✔' if row.met else '✘'} {row.title}", row.how) for row in requirements_met(subject))


def _small_print(subject: Subject) -> Iterator[Paragraph]:
    study, count = subject.study, subject.comparisons
    looks = f"{counted(count, 'comparison')} on this data, {study.looks} of them before this study: "
    yield Paragraph(f"{looks}the bar is {study.alpha:g} ÷ {count}.", lead="Looks.", soft=True)
    assumed = [title for field, title in FIELDS.items() if field in study.assumed]
    told = {"what a row stands for": subject.row_is_told, "where it will be used": bool(study.use)}
    stated = [title for title, is_told in told.items() if is_told]
    stated += [title for field, title in FIELDS.items() if field not in study.assumed]
    for lead, titles in ((STATED, stated), (ASSUMED, assumed)):
        yield Paragraph((", ".join(titles) or "nothing") + ".", lead=f"{lead[:1].upper()}{lead[1:]}:", soft=True)
    locked = f" Locked {subject.locked_at}." if subject.locked_at else ""
    stamp = f"Written {datetime.now():%Y-%m-%d %H:%M}.{locked}"
    yield Paragraph(f"{subject.plan_hash or 'not kept in a file'}. {stamp}", lead="Plan", soft=True)
