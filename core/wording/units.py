"""Phrases of measures as plain texts, for tables, axes and short lines; sentences are made of spans by `MeasureText`.

Words, names and rounding are those of `measure_text`, `names_text` and `numbers_text`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Interval
from core.domain.study import Study
from core.wording.measure_text import MeasureText, Style, word_measure
from core.wording.names_text import lower_title as in_sentence
from core.wording.names_text import pluralize_row_unit as plural
from core.wording.names_text import strip_unit
from core.wording.numbers_text import MILLION, format_typed, round_count_up, round_outward
from core.wording.numbers_text import choose_decimals as decimals_for
from core.wording.numbers_text import format_number as number
from core.wording.sentence import Span

__all__ = [
    "Unit",
    "decimals_for",
    "expectation",
    "format_difference",
    "in_sentence",
    "level_decimals",
    "list_names",
    "number",
    "plain",
    "plural",
    "range_text",
    "round_outward",
    "rounded_count",
    "sentences",
    "singularize",
    "strip_unit",
    "unit_of",
]

_ONE = re.compile(r"(?<![\d.,])1 ((?:fewer |more |false )?)(error|alarm|percentage point)s")
_SENTENCE_START = re.compile(r"(^|[.!?] |\n)([a-z])")


@dataclass(frozen=True, slots=True)
class Unit:
    """The phrases around a number of one measure; `{}` stands for the number, shown = `scale` x value.

    `better` and `worse` say a difference with its unit, `less` and `more` where the unit was said before. `decimals`
    is None where the width of a range decides; `apart` is the unit of a difference where that is not `short`: 28 % and
    9 % are 19 percentage points apart.
    """

    scale: float
    decimals: int | None
    level: str
    better: str
    worse: str
    short: str
    less: str
    more: str
    apart: str = ""

    def shown(self, value: float) -> float:
        return self.scale * value


def unit_of(measure: str, study: Study, data: Dataset, output: str = "") -> Unit:
    """Return the phrases of a measure on one output."""
    text = word_measure(measure, study, data, output)
    slot = Span("{}")
    short = {"auc": "AUC"}.get(measure, text.unit_name)
    return Unit(
        scale=text.scale,
        decimals=None if text.style is Style.VALUED and measure != "auc" else text.decimals,
        level=text.estimate(slot).text,
        better=_word_difference(text, 1.0),
        worse=_word_difference(text, -1.0),
        short=short,
        less=text.short_difference(Span("{}", value=1.0)).text,
        more=text.short_difference(Span("{}", value=-1.0)).text,
        apart="" if text.difference_unit_name in ("", short) else text.difference_unit_name,
    )


def _word_difference(text: MeasureText, sign: float) -> str:
    return text.difference(Span("{}", value=sign)).text


def format_difference(value: float, decimals: int, unit: Unit) -> str:
    """Write a difference in words: "1.6 more" or "5.4 fewer"; positive means better."""
    return singularize((unit.less if value >= 0 else unit.more).format(number(abs(value), decimals)))


def plain(value: float) -> str:
    """Write a number as somebody typed it: 2 and not 2.0."""
    return format_typed(value)


def singularize(text: str) -> str:
    """ "1 more errors" -> "1 more error"; 1.0 and all others keep the plural."""
    return _ONE.sub(r"1 \1\2", text)


def rounded_count(count: float) -> str:
    """Write a number of rows with two digits, rounded up: 1,287 -> "1,300"."""
    return "more than a million" if count > MILLION else f"{round_count_up(count):,}"


def sentences(text: str) -> str:
    """Begin every sentence with a capital letter."""
    return _SENTENCE_START.sub(lambda found: found.group(1) + found.group(2).upper(), text)


def level_decimals(unit: Unit, width: float) -> int:
    return decimals_for(width) if unit.decimals is None else unit.decimals


def range_text(unit: Unit, interval: Interval | None) -> str:
    """ "(7 to 12)", rounded outward; nothing where there is no range."""
    if interval is None:
        return ""
    low, high = unit.shown(interval.low), unit.shown(interval.high)
    decimals = level_decimals(unit, high - low)
    ends = (number(round_outward(end, decimals, up), decimals) for end, up in ((low, False), (high, True)))
    return f"({' to '.join(ends)})"


def expectation(estimate: Estimate | None, unit: Unit) -> str:
    """ "about 9 errors per 100 windows (7 to 12)"; nothing for what was measured on training rows."""
    if estimate is None or estimate.mean is None or estimate.is_in_sample:
        return ""
    shown = unit.shown(estimate.mean)
    width = (
        0.1 * abs(shown) if estimate.interval is None else unit.shown(estimate.interval.high - estimate.interval.low)
    )
    text = singularize(unit.level.format(f"about {number(shown, level_decimals(unit, width))}"))
    return f"{text} {range_text(unit, estimate.interval)}".strip()


def list_names(names: Sequence[str], most: int = 4) -> str:
    """ "a, b and c"; of very many only the first."""
    shown = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown)
