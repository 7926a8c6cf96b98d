"""Section 15: how far single predictions of the model to use may be off, and what no model can do better."""

from collections.abc import Iterator

from core.domain.dataset import Task
from core.domain.prediction import ClassLimit, ErrorLimit
from core.insight.noise_floor import find_noise_floor
from core.report.blocks import Block, Bullets, Heading, Paragraph
from core.report.subject import ReportInput
from core.statistics.undefined import Undefined
from core.wording.names_text import find_output_unit
from core.wording.prediction_text import NOT_CHECKED, word_class_limit, word_error_limit, word_noise_floor
from core.wording.units import sentences

CLASS_LEVEL = 0.9  # sets of classes are listed at one level, ranges at all


def single_predictions(subject: ReportInput) -> tuple[Block, ...]:
    return (*_list_ranges(subject), *_list_floors(subject))


def _list_ranges(subject: ReportInput) -> Iterator[Block]:
    if not subject.ranges:
        yield Paragraph("No range is given: no model to use was tested on held-out rows, or it has no scores.")
        return
    name = sentences(subject.name(subject.conclusion.use))
    settings = bool(subject.data.groups is not None and not subject.data.group_name)
    yield Paragraph(f"{name}: ranges of single predictions from its held-out errors, one width for all rows.")
    yield Bullets(tuple(_word(limit, subject, settings) for limit in subject.ranges if _is_listed(limit)))
    yield Paragraph(NOT_CHECKED, soft=True)


def _is_listed(limit: ErrorLimit | ClassLimit) -> bool:
    return isinstance(limit, ErrorLimit) or limit.level == CLASS_LEVEL


def _word(limit: ErrorLimit | ClassLimit, subject: ReportInput, settings: bool) -> str:
    if isinstance(limit, ClassLimit):
        return word_class_limit(limit, settings)
    unit = find_output_unit(subject.study.columns, limit.output)
    return word_error_limit(limit, unit, subject.has_outputs, settings)


def _list_floors(subject: ReportInput) -> Iterator[Block]:
    data = subject.data
    if data.task is not Task.NUMBERS:
        return
    said = []
    for place, output in enumerate(data.outputs):
        floor = find_noise_floor(subject.study, data, place, "rmse")
        if not isinstance(floor, Undefined):
            of = f"{output}: " if subject.has_outputs else ""
            unit = find_output_unit(subject.study.columns, output)
            said.append(of + word_noise_floor(floor.value, floor.low, floor.high, floor.degrees, unit))
    if said:
        yield Heading(3, "Noise floor")
        yield Bullets(tuple(said))
