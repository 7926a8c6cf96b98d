"""Sentences of the result pages that are put together from findings; no numbers are computed here, only said."""

from collections.abc import Iterable, Mapping
from html import escape

from core.application.describe_measures import Measure
from core.domain.conclusion import Answer
from core.domain.study import Columns
from core.figures.live import Trouble
from core.wording.measure_text import find_title
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.names_text import find_output_unit
from core.wording.sentence import Meaning, Sentence, Span
from gui import strings

LOOKS = {Answer.YES: "settled", Answer.NO: "settled", Answer.SAME: "settled", Answer.BLOCKED: "blocked"}
OWN_UNIT = {"mae": "{}", "rmse": "{}", "mse": "({})²"}
"""Measures in the unit of the output."""


def time_left(seconds: float | None) -> str:
    """Honest words for the time left; nothing while it is not known."""
    if seconds is None:
        return ""
    if seconds < 60:
        return strings.run.UNDER_A_MINUTE
    minutes = round(seconds / 60)
    if minutes < 60:
        return strings.run.MINUTES.format(minutes=minutes)
    return strings.run.HOURS.format(hours=minutes // 60, minutes=minutes % 60)


def axis_unit(shown: Measure, rows: str, columns: Columns, output: str) -> str:
    """What an axis counts: the measure, and of misses the unit of the output."""
    said, unit = MEASURE_ENTRIES[shown.key].unit.format(rows=rows), find_output_unit(columns, output)
    return f"{said}, {OWN_UNIT[shown.key].format(unit)}" if unit and shown.key in OWN_UNIT else said


def tag_look(answer: Answer) -> str:
    return LOOKS.get(answer, "caution")


def tag_words(answer: Answer) -> str:
    """Glyph and word: one answer, one word."""
    return strings.verdict.TAGS.get(answer.value, "")


def emphasized(lines: Iterable[Sentence]) -> str:
    """Lines with their estimates in bold."""
    return "<br>".join("".join(_marked_up(span) for span in line.spans) for line in lines)


def _marked_up(span: Span) -> str:
    text = escape(span.text, quote=False)
    return f"<b>{text}</b>" if span.meaning is Meaning.ESTIMATE else text


def trouble_words(trouble: Trouble, names: Mapping[str, str], trainings: int) -> str:
    text = strings.run.PROBLEM_FAILED if trouble.failed else strings.run.PROBLEM_WARNED
    said = text.format(
        count=trouble.count,
        total=trainings,
        who=names.get(trouble.candidate, trouble.candidate),
        repeat=trouble.job.repeat + 1,
        fold=trouble.job.fold + 1,
    )
    return f"{said} {trouble.message.strip().splitlines()[0][:160]}" if trouble.message.strip() else said


def setting_words(settings: Mapping[str, object]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in settings.items())


def measure_title(key: str) -> str:
    """A measure by its standard name, as a title."""
    title = find_title(key).short
    return title[:1].upper() + title[1:]
