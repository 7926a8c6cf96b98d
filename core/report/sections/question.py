"""Section 1: what was asked, of what, and which difference would matter to whom."""

from collections.abc import Iterator

from core.report.blocks import Block, Paragraph, grid
from core.report.subject import ASSUMED, STATED, ReportInput
from core.report.words import KINDS
from core.statistics.measures import find_measure
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.question_text import read_back_question
from core.wording.units import plain


def question(subject: ReportInput) -> tuple[Block, ...]:
    claim = read_back_question(subject.study, subject.data).text
    return Paragraph(claim), grid(("what", "value", "who said so"), _rows(subject))


def _rows(subject: ReportInput) -> Iterator[tuple[str, str, str]]:
    study, asked = subject.study, subject.study.question
    yield "One row stands for", study.row_meaning, STATED if subject.row_is_told else ASSUMED
    yield "The model will be used on", study.use or "not stated", STATED if study.use else "–"
    yield "Kind of question", KINDS[asked.kind.value], subject.who("question.kind")
    row = find_measure(asked.measure)
    yield (
        "Main measure",
        f"{MEASURE_ENTRIES[row.key].title}. {MEASURE_ENTRIES[row.key].note}",
        subject.who("question.measure"),
    )
    if asked.measure == "cost":
        threshold = f"{100 / (1 + asked.cost_ratio):.1f} %"
        text = f"a miss costs {plain(asked.cost_ratio)} false alarms: call it positive above {threshold}"
        yield "Cost", text, subject.who("question.cost_ratio")
    check = MEASURE_ENTRIES[asked.cross_check].title if asked.cross_check else "none"
    yield "Cross-check", check, subject.who("question.cross_check")
    for output in subject.data.outputs:
        unit = subject.unit(asked.measure, output)
        said = f"{plain(study.margin(output))} {unit.short}".strip()
        yield f"Smallest difference that matters{subject.of(output)}", said, subject.who("question.margin")
    limit = plain(asked.good_enough) if asked.good_enough is not None else "not stated"
    yield "Good enough", limit, subject.who("question.good_enough") if asked.good_enough is not None else "–"
    prefer = " › ".join(rule.words for rule in asked.tie_break)
    yield "If they cannot be told apart, prefer", prefer, subject.who("question.tie_break")
