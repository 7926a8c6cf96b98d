"""Sentences of the result pages that are put together from findings; no numbers are computed here, only said."""

import re
from collections.abc import Mapping
from html import escape

from core.domain.findings import Tag, Verdict
from core.figures.live import Tally, Trouble
from core.wording.units import Unit, physical_unit
from core.statistics.measures import Measure, find_measure
from gui import strings

LOOKS = {Tag.SETTLED: "settled", Tag.SAME: "settled", Tag.NOT_SETTLED: "caution", Tag.BLOCKED: "blocked"}
OWN_UNIT = {"mae": "{}", "rmse": "{}", "mse": "({})²"}
"""Measures in the unit of the output."""
ABOUT = re.compile(r"about ([^()\n;]+?)(?= \(|;|\.?$)", re.MULTILINE)


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


def axis_unit(shown: Measure, rows: str, output: str) -> str:
    """What an axis counts: the measure, and of misses the unit that stands behind the output's name."""
    said, unit = shown.unit.format(rows=rows), physical_unit(output)
    return f"{said}, {OWN_UNIT[shown.key].format(unit)}" if unit and shown.key in OWN_UNIT else said


def tag_look(verdict: Verdict) -> str:
    """A modifier takes away from what is settled."""
    return LOOKS[Tag.NOT_SETTLED] if verdict.modifiers and verdict.tag is not Tag.BLOCKED else LOOKS[verdict.tag]


def tag_words(verdict: Verdict) -> str:
    """Glyph and word of the tag and of every modifier."""
    modifiers = (strings.verdict.MODIFIERS[modifier.value] for modifier in verdict.modifiers)
    return " · ".join((strings.verdict.TAGS[verdict.tag.value], *modifiers))


def emphasised(text: str) -> str:
    """A card's text with its estimates in bold, line by line."""
    return ABOUT.sub(r"about <b>\1</b>", escape(text, quote=False)).replace("\n", "<br>")


def without_unit(text: str, unit: Unit) -> tuple[str, str]:
    """Lines of estimates without the words that repeat in each, and these words, said once."""
    before, _, behind = unit.level.partition("{}")
    lines = [line for line in text.split("\n") if ABOUT.search(line)]
    parts = [part for part in (before, behind) if part.strip() and lines and all(part in line for line in lines)]
    shown = [_without(parts, line) if line in lines else line for line in text.split("\n")]
    return "\n".join(shown), ", ".join(part.strip().removeprefix("a ").removesuffix(" of") for part in parts)


def _without(parts: list[str], line: str) -> str:
    for part in parts:
        line = line.replace(part, "")
    return line


def tally_words(tally: Tally, reference: str, candidate: str) -> str:
    """Names are marked-up text; each and its number stay in one line."""
    told = strings.run.TALLY_TEXT.format(
        candidate=candidate, ahead=tally.candidate, tie=tally.tie, reference=reference, behind=tally.reference
    )
    return told.replace(" <b>", "&nbsp;<b>")


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
    """A measure as the pages of the way name it: its technical name stands behind what it is about."""
    return strings.question.MEASURES.get(key, find_measure(key).title)
