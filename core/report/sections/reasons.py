"""Section 14: which inputs matter, where the model is weak, and whether more rows would help."""

from collections.abc import Iterator

from core.domain.model_explanation import Importance
from core.report.blocks import Block, Bullets, Heading, Paragraph, grid
from core.report.subject import ReportInput
from core.support.text import pluralize
from core.wording.decision_text import word_recalibration
from core.wording.insight_text import (
    word_contradicting_row,
    word_importance,
    word_more_rows,
    word_rise,
    word_weak_place,
)
from core.wording.measure_text import word_measure

MOST_INPUTS, MOST_PLACES, MOST_ROWS = 40, 8, 20
NOT_MEASURED = "What the inputs do was not measured for this study."


def reasons(subject: ReportInput) -> tuple[Block, ...]:
    return (
        *_list_importance(subject),
        *_list_weak_places(subject),
        *_list_forecasts(subject),
        *_list_recalibrations(subject),
    )


def _list_importance(subject: ReportInput) -> Iterator[Block]:
    yield Heading(3, "What matters")
    if not subject.reasons.importance:
        yield Paragraph(NOT_MEASURED)
    for importance in subject.reasons.importance:
        for output in subject.data.outputs:
            yield from _list_rows(subject, importance, output)


def _list_rows(subject: ReportInput, importance: Importance, output: str) -> Iterator[Block]:
    rows = importance.of_output(output)
    if not rows:
        return
    yield Paragraph(word_importance(subject.study, subject.data, importance, output).text)
    text = word_measure(importance.measure, subject.study, subject.data, output if subject.has_outputs else "")
    cells = [
        (row.rank, " + ".join(row.inputs), word_rise(text, row).text, "" if row.shows_effect else "no effect shown")
        for row in rows[:MOST_INPUTS]
    ]
    yield grid(("rank", "input", "rise of the error, 95 % range", ""), cells, (0,))
    if len(rows) > MOST_INPUTS:
        yield Paragraph(f"{pluralize(len(rows) - MOST_INPUTS, 'more input')} are left out here.", soft=True)


def _list_weak_places(subject: ReportInput) -> Iterator[Block]:
    worded = (word_weak_place(subject.study, subject.data, one) for one in subject.reasons.weak_places)
    said = [text.text for text in worded if text][:MOST_PLACES]
    said += [word_contradicting_row(subject.data, row).text for row in subject.reasons.contradicting_rows[:MOST_ROWS]]
    yield Heading(3, "Where it is weak")
    yield Bullets(tuple(said)) if said else Paragraph("No weak place and no contradicting row was found.")


def _list_forecasts(subject: ReportInput) -> Iterator[Block]:
    if subject.reasons.more_rows:
        yield Heading(3, "More rows?")
    said = (word_more_rows(subject.study, subject.data, one).text for one in subject.reasons.more_rows)
    yield from map(Paragraph, dict.fromkeys(said))  # why there is no forecast is the same for all outputs


def _list_recalibrations(subject: ReportInput) -> Iterator[Block]:
    if subject.reasons.recalibrations:
        yield Heading(3, "Recalibrated scores")
        said = (word_recalibration(subject.study, one).text for one in subject.reasons.recalibrations)
        yield Bullets(tuple(said))
