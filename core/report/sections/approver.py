"""Page one, for whoever must approve: the question, the verdict, how good, what to do, and what to keep in mind."""

from collections.abc import Iterator

from core.domain.conclusion import Answer, Conclusion
from core.domain.dataset import Task
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate
from core.domain.study import REASON
from core.figures.difference_picture import DifferencePicture, strip_of
from core.report.blocks import Block, Box, Bullets, Heading, Paragraph, Picture, grid
from core.report.pictures import strip_picture
from core.report.report_text import UNKNOWN, moment
from core.report.sections.final_test_section import final_test
from core.report.sections.limits_section import limits_of
from core.report.sections.requirements import seal
from core.report.subject import ASSUMED, STATED, ReportInput
from core.report.words import FIELDS
from core.support.text import SPACE, pluralize
from core.wording.measure_text import find_title
from core.wording.origin import is_sample
from core.wording.result_text import EXPECTED, MODELS
from core.wording.strip_text import word_strip_caption
from core.wording.units import Unit, decimals_for, number, round_outward, sentences

TONES = {Answer.YES: "settled", Answer.NO: "no", Answer.SAME: "same", Answer.BLOCKED: "blocked"}
GLYPHS = {Answer.YES: "✓", Answer.NO: "✕", Answer.SAME: "≈", Answer.UNCLEAR: "?", Answer.BLOCKED: "⊘"}

BY_SAMPLE = "set by the sample"
MOST_OUTPUTS = 8


def approver(subject: ReportInput) -> tuple[Block, ...]:
    said = subject.text.conclusion
    return (
        Paragraph(f"Evenfold report · {subject.study.title} · written {moment()}", soft=True),
        Paragraph(said.overline.text),
        Box(
            (
                Paragraph(tag_text(subject.conclusion), tone=tone_of(subject.conclusion)),
                Heading(1, said.headline.text),
                Paragraph(said.body.text),
                *_strip(subject),
                *([Paragraph(said.action.text, lead="What to do.")] if said.action else []),
            )
        ),
        Heading(3, "Expected performance"),
        *(_by_output(subject) if subject.has_outputs else _how_good(subject)),
        *final_test(subject),
        *_others(subject),
        Heading(3, "What to keep in mind"),
        Bullets(tuple(limits_of(subject)[:3])),
        seal(subject),
        *_small_print(subject),
    )


def tone_of(conclusion: Conclusion) -> str:
    return TONES.get(conclusion.answer, "open")


def tag_text(conclusion: Conclusion) -> str:
    """One answer, one word."""
    if conclusion.answer is Answer.NONE:
        return "Estimate"
    return f"{GLYPHS[conclusion.answer]} {conclusion.answer.value.capitalize()}"


def _strip(subject: ReportInput) -> Iterator[Picture | Paragraph]:
    row = subject.conclusion.main_row
    drawn = strip_of(row)
    if drawn is None or row is None or row.difference is None:
        return
    unit = subject.unit(subject.study.question.measure, row.output)
    if subject.has_outputs:
        yield Paragraph(f"{row.output} taken alone:", soft=True)
    difference = DifferencePicture(
        drawn, unit.scale, unit.short, subject.name(row.difference.first), subject.name(row.difference.second)
    )
    yield strip_picture(difference)
    yield Paragraph(word_strip_caption(difference, subject.comparisons).text, soft=True)


def _shown_models(subject: ReportInput) -> tuple[str, ...]:
    """The leading candidate, the baseline and the trivial model."""
    return tuple(dict.fromkeys((subject.leading, subject.study.baseline, TRIVIAL)))


def _how_good(subject: ReportInput) -> Iterator[Block]:
    lines = subject.text.notes.get(EXPECTED, ())
    yield Bullets(tuple(line.text for line in lines)) if lines else Paragraph("Not known: no row was unseen.")


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
    yield Paragraph(f"{sentences(find_title(asked).short)}, with its range.{further}", soft=True)


def _briefly(found: Estimate | None, unit: Unit) -> str:
    """ "9.2 % (7.8 to 10.7)"."""
    if found is None or found.mean is None:
        return UNKNOWN
    low, high = (found.interval.low, found.interval.high) if found.interval else (found.mean, found.mean)
    places = decimals_for(unit.shown(high - low)) if unit.decimals is None else unit.decimals
    ends = (round_outward(unit.shown(low), places, up=False), round_outward(unit.shown(high), places, up=True))
    span = f" ({number(ends[0], places)} to {number(ends[1], places)})" if found.interval else ""
    return f"{number(unit.shown(found.mean), places)} {unit.short}{span}".replace(" ", SPACE)


def _others(subject: ReportInput) -> Iterator[Block]:
    """What to use, what is also fine, what is ruled out and what is not settled."""
    lines = subject.text.notes.get(MODELS, ())
    if lines:
        yield Heading(3, "The models")
        yield Bullets(tuple(line.text for line in lines))


def looks_text(subject: ReportInput) -> str:
    """How often this data was asked, without the arithmetic."""
    count, before = subject.comparisons, subject.study.earlier_comparisons
    reason = subject.study.answers.get(REASON, "").strip()
    ignored = f"What this computer remembers of these rows is not counted; the reason stated: “{reason}”."
    if count == 1:
        return ignored if reason else "No earlier comparison is recorded on this computer."
    when = f"{before} of them before this study" if before else "all of them in this study"
    counted = f"{pluralize(count, 'comparison')} on this data, {when}; the range allows for every one."
    return f"{counted} {ignored}" if reason else counted


def _small_print(subject: ReportInput) -> Iterator[Paragraph]:
    study = subject.study
    yield Paragraph(looks_text(subject), lead="Comparisons.", soft=True)
    fields = {field: title for field, title in FIELDS.items() if _applies(subject, field)}
    told = {"what one row is": subject.row_is_told, "where it will be used": bool(study.use)}
    by_whom = BY_SAMPLE if is_sample(study) else STATED
    found: dict[str, list[str]] = {STATED: [], BY_SAMPLE: [], ASSUMED: []}
    found[by_whom] += [title for title, is_told in told.items() if is_told]
    for field, title in fields.items():
        found[subject.who(field)].append(title)
    for lead, titles in found.items():
        if not titles:
            continue
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
