"""How numbers are said to people: units, rounding that never crosses what matters, plurals."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Interval
from core.domain.study import Study

SCOPE = "for models trained on this data"
SCOPE_GIVEN = "for these trained models"  # whose predictions were made elsewhere
MANY = 1e6
_ONE = re.compile(r"(?<![\d.,])1 ((?:fewer |more |false )?)(error|alarm|percentage point)s")
_HEAD_ENDS = re.compile(r"\s+(?:of|from|in|with|at|per|for|on)\s|[,;(]")
_BRACKETED = re.compile(r"[\[(]([^\])]{1,12})[\])]\s*$")


@dataclass(frozen=True, slots=True)
class Unit:
    """The phrases around a number of one measure; `{}` stands for the number, shown = `scale` x value."""

    scale: float
    decimals: int | None
    verbs: tuple[str, str, str, str]  # settled, settled with a doubt, only leaning, seen in this study
    better: str
    worse: str
    better_bare: str
    worse_bare: str
    level: str
    short: str  # after a margin or a half-width
    future: str  # what one model alone is expected to do
    less: str = "{} fewer"
    more: str = "{} more"
    noun: str = ""  # after two ends of a range in words
    apart: str = ""  # after a gap, where that is not `short`: 28 % and 9 % are 19 percentage points apart

    def shown(self, value: float) -> float:
        return self.scale * value

    def gap(self, size: str) -> str:
        """A size with what a gap is counted in: "2 per 100", "1 percentage point"."""
        return singularize(f"{size} {self.apart or self.short}".rstrip())


def plural(meaning: str) -> str:
    """The head noun of what one row stands for, in the plural: "one bearing window of 1 s" -> "bearing windows"."""
    head = _HEAD_ENDS.split(re.sub(r"^(?:one|a|an|each)\s+", "", meaning.strip(), flags=re.IGNORECASE))[0].strip()
    if not head:
        return "rows"
    if head.endswith("s"):
        return head
    if re.search(r"(?:ch|sh|x|z)$", head):
        return head + "es"
    return head[:-1] + "ies" if re.search(r"[^aeiou]y$", head) else head + "s"


def physical_unit(column: str) -> str:
    """The unit an engineer wrote behind a column's name, as in "crack length (mm)"."""
    found = _BRACKETED.search(column)
    return found.group(1) if found else ""


def strip_unit(column: str) -> str:
    """A column's name without its unit, where the unit stands with the numbers anyway."""
    return _BRACKETED.sub("", column).rstrip() or column


def unit_of(measure: str, study: Study, data: Dataset, output: str = "") -> Unit:
    rows = plural(study.row_meaning)
    decimals = 1 if data.size >= 300 else 0
    if measure == "error":
        return _errors(rows, decimals)
    if measure == "cost":
        return _cost(rows, decimals)
    if measure == "auc":
        return _ranking()
    return _misses(measure, physical_unit(output or data.outputs[0]))


def _errors(rows: str, decimals: int) -> Unit:
    return Unit(
        scale=100.0,
        decimals=decimals,
        verbs=("makes", "appears to make", "may make", "made"),
        better=f"{{}} fewer errors per 100 {rows}",
        worse=f"{{}} more errors per 100 {rows}",
        better_bare="fewer errors",
        worse_bare="more errors",
        level=f"{{}} errors per 100 {rows}",
        short="per 100",
        future=f"will make about {{}} errors per 100 {rows}",
        noun="errors per 100",
    )


def _cost(rows: str, decimals: int) -> Unit:
    return Unit(
        scale=100.0,
        decimals=decimals,
        verbs=("costs", "appears to cost", "may cost", "cost"),
        better=f"{{}} less per 100 {rows}, counted in false alarms,",
        worse=f"{{}} more per 100 {rows}, counted in false alarms,",
        better_bare="less",
        worse_bare="more",
        level=f"a cost of {{}} false alarms per 100 {rows}",
        short="per 100",
        future=f"will cost about {{}} per 100 {rows}, counted in false alarms",
        less="{} less",
        noun="in cost per 100",
    )


def _ranking() -> Unit:
    return Unit(
        scale=1.0,
        decimals=3,
        verbs=("ranks", "appears to rank", "may rank", "ranked"),
        better="cases better, by {} AUC,",
        worse="cases worse, by {} AUC,",
        better_bare="cases better",
        worse_bare="cases worse",
        level="an AUC of {}",
        short="AUC",
        future="will rank cases with an AUC of about {}",
        less="{} higher",
        more="{} lower",
    )


def _misses(measure: str, unit: str) -> Unit:
    scale, unit = (100.0, "%") if measure == "relative" else (1.0, unit)
    behind = f" {unit}" if unit else ""
    apart = "percentage points" if measure == "relative" else ""
    gap = f" {apart}" if apart else behind
    kind = {"rmse": "RMSE", "mse": "MSE", "relative": "mean absolute percentage error", "r2": "R²"}.get(
        measure, "mean absolute error"
    )
    return Unit(
        scale=scale,
        decimals=None,
        verbs=("misses", "appears to miss", "may miss", "missed"),
        better=f"by {{}}{gap} less",
        worse=f"by {{}}{gap} more",
        better_bare="by less",
        worse_bare="by more",
        level=f"a {kind} of {{}}{behind}",
        short=unit,
        future=f"will miss by about {{}}{behind}"
        if kind == "mean absolute error"
        else f"will have a {kind} of about {{}}{behind}",
        less=f"{{}}{gap} less",
        more=f"{{}}{gap} more",
        apart=apart,
    )


def decimals_for(width: float) -> int:
    """Decimals that show two digits of a width, never more than six."""
    if width <= 0 or not math.isfinite(width):
        return 2
    return min(6, max(0, 1 - math.floor(math.log10(width))))


def fitting_decimals(unit: Unit, low: float, high: float, marks: Sequence[float]) -> int:
    """As few decimals as the unit asks for, more where rounding outward would cross one of the marks (shown unit)."""
    first = decimals_for(high - low) if unit.decimals is None else unit.decimals
    for decimals in range(first, first + 4):
        if _keeps_side(low, round_outward(low, decimals, up=False), marks) and _keeps_side(
            high, round_outward(high, decimals, up=True), marks
        ):
            return decimals
    return first + 4


def _keeps_side(exact: float, rounded: float, marks: Sequence[float]) -> bool:
    return all((exact > mark) == (rounded > mark) and (exact < mark) == (rounded < mark) for mark in marks)


def round_outward(value: float, decimals: int, up: bool) -> float:
    """Rounded away from the middle of a range; a hair of floating-point noise does not move a digit."""
    step = 10.0**decimals
    nudged = value * step + (-1e-9 if up else 1e-9)
    return (math.ceil(nudged) if up else math.floor(nudged)) / step


def number(value: float, decimals: int) -> str:
    """A number as people write it: thousands marked, no minus zero."""
    text = f"{value:,.{decimals}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def plain(value: float) -> str:
    """A number somebody typed, as typed: 2 and not 2.0."""
    return f"{value:,g}"


def format_difference(value: float, decimals: int, unit: Unit) -> str:
    """A gap in words: "1.6 more" or "5.4 fewer"; positive means better."""
    return singularize((unit.less if value >= 0 else unit.more).format(number(abs(value), decimals)))


def singularize(text: str) -> str:
    """ "1 more errors" -> "1 more error"; 1.0 and all others keep the plural."""
    return _ONE.sub(r"1 \1\2", text)


def rounded_count(count: float) -> str:
    """A number of rows with two meaningful digits: 1,287 -> "1,300"."""
    if count > MANY:
        return "more than a million"
    if count < 10:
        return str(math.ceil(count))
    step = 10 ** (math.floor(math.log10(count)) - 1)
    return f"{math.ceil(count / step) * step:,}"


_SENTENCE_START = re.compile(r"(^|[.!?] |\n)([a-z])")
_PROPER = ("Gaussian", "RIPPER", "C4.5", "CART")


def in_sentence(title: str) -> str:
    """A title as it stands inside a sentence: "Random forest" -> "random forest", proper names untouched."""
    if title.startswith(_PROPER) or not title[1:2].islower():
        return title
    return title[:1].lower() + title[1:]


def sentences(text: str) -> str:
    """Every sentence begins with a capital letter."""
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
