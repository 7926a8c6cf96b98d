"""The phrases of every measure: differences, ranges, estimates, margins and limits with their units.

Values come in the measure's own unit (fractions for shares); spans hold what is shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from core.domain.dataset import Dataset, Task
from core.domain.study import Study
from core.statistics.measures import find_measure
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.names_text import find_output_unit, lower_title, pluralize_row_unit
from core.wording.numbers_text import (
    choose_decimals,
    fit_end_decimals,
    format_number,
    format_typed,
    format_visible,
    round_outward,
)
from core.wording.sentence import NO_SOURCE, Meaning, Part, Sentence, Source, Span, fill, name, to_sentence

HUNDRED = Span("100", Meaning.UNIT, 100.0)
PERCENTAGE_POINTS = "percentage points"


class Style(Enum):
    """How a difference is said."""

    COUNTED = "makes fewer errors per 100"
    COST = "costs less per 100"
    VALUED = "its MAE is lower"


class Tense(Enum):
    PRESENT = ("makes", "costs", "is")
    PAST = ("made", "cost", "was")
    MAY = ("may make up to", "may cost up to", "may be up to")

    def verb(self, style: Style) -> str:
        return self.value[list(Style).index(style)]


@dataclass(frozen=True, slots=True)
class Title:
    """`short` stands in tables and inside sentences, `long` where there is room; `article` goes with the long one."""

    short: str
    long: str = ""
    article: str = "a"


TITLES: Mapping[str, Title] = {
    "error": Title("error rate", article="an"),
    "cost": Title("cost per 100"),
    "auc": Title("ROC AUC"),
    "pr-auc": Title("PR AUC"),
    "balanced-accuracy": Title("balanced accuracy"),
    "f1": Title("F1 score", article="an"),
    "mcc": Title("MCC", "Matthews correlation coefficient"),
    "kappa": Title("kappa", "Cohen's kappa"),
    "precision": Title("precision"),
    "recall": Title("sensitivity", "sensitivity (recall)"),
    "hit-rate": Title("sensitivity", "sensitivity (recall)"),
    "specificity": Title("specificity"),
    "false-alarm-rate": Title("false-positive rate"),
    "log-loss": Title("log loss"),
    "brier": Title("Brier score"),
    "mae": Title("MAE", "mean absolute error"),
    "rmse": Title("RMSE", article="an"),
    "mse": Title("MSE", "mean squared error"),
    "r2": Title("R²", article="an"),
    "relative": Title("MAPE", "mean absolute percentage error"),
    "median-error": Title("median absolute error"),
    "p95-error": Title("95th percentile error"),
    "max-error": Title("largest absolute error"),
    "within-tolerance": Title("share within tolerance"),
    "asymmetric": Title("asymmetric error", article="an"),
}
"""Measures that are called otherwise in a sentence than in the table of measures; others use their title there."""


def find_title(measure: str) -> Title:
    """Return the names of a measure; any row of the table has some."""
    if measure in TITLES:
        return TITLES[measure]
    title = lower_title(MEASURE_ENTRIES[measure].title)
    return Title(title, article="an" if title[:1].lower() in "aeiou" else "a")


def word_title(measure: str) -> Span:
    """Return the short name of a measure as a span."""
    return Span(find_title(measure).short, Meaning.MEASURE, source=Source(measure=measure))


@dataclass(frozen=True, slots=True)
class MeasureText:
    """How one measure is said on one output. `decimals` are those of all figures of this measure and output.

    `unit` stands behind a value and `difference_unit` behind a difference: 28 % and 9 % are 19 percentage points apart.
    """

    measure: str
    output: str
    style: Style
    scale: float
    lower_is_better: bool
    unit: str
    difference_unit: str
    rows: str  # what a row is, in the plural
    decimals: int = 2

    def shown(self, value: float) -> float:
        """Return a value in the unit shown."""
        return self.scale * value

    # --- figures ---

    def figure(self, value: float, meaning: Meaning, source: Source = NO_SOURCE, decimals: int | None = None) -> Span:
        """Write a value of the measure itself."""
        shown = self.shown(value)
        text = format_number(shown, self.decimals if decimals is None else decimals)
        return Span(text, meaning, shown, self.unit_name, source)

    def size(
        self,
        value: float,
        source: Source = NO_SOURCE,
        decimals: int | None = None,
        meaning: Meaning = Meaning.DIFFERENCE,
    ) -> Span:
        """Write the size of a difference without its sign; the span keeps the sign."""
        shown = self.shown(value)
        text = format_visible(abs(shown), self.decimals if decimals is None else decimals)
        return Span(text, meaning, shown, self.difference_unit_name, source)

    @property
    def unit_name(self) -> str:
        return self.unit if self.style is Style.VALUED else "per 100"

    @property
    def difference_unit_name(self) -> str:
        return self.difference_unit if self.style is Style.VALUED else "per 100"

    def end_decimals(self, end: float, up: bool, marks: Sequence[float]) -> int:
        """Return the decimals of one end of a range, more than usual where it would seem to cross a mark (own unit)."""
        return fit_end_decimals(self.decimals, self.shown(end), up, [self.shown(mark) for mark in marks])

    # --- differences: positive means better ---

    def direction(self, value: float) -> str:
        """Return "fewer", "less", "lower" or their opposites."""
        words = {Style.COUNTED: ("fewer", "more"), Style.COST: ("less", "more"), Style.VALUED: ("lower", "higher")}
        lower, higher = words[self.style]
        return lower if (value >= 0) == self.lower_is_better else higher

    def amount(self, size: Span) -> Sentence:
        """Put the unit behind the size of a difference where it has one: "1.1", "0.35 MPa"."""
        return to_sentence(size) + self._behind(size, self.difference_unit)

    def _behind(self, size: Span, unit: str) -> Part:
        if not unit:
            return ""
        shown = unit[:-1] if unit == PERCENTAGE_POINTS and size.text == "1" else unit
        return Sentence((Span(" "), Span(shown, Meaning.UNIT)))

    def full_amount(self, size: Span) -> Sentence:
        """Put the unit behind the size of a difference, "per 100" too: "1.1 per 100", "0.35 MPa"."""
        return self.amount(size) + self._behind_per_hundred

    def short_difference(self, size: Span) -> Sentence:
        """Write "3.3 fewer" or "0.35 MPa lower"."""
        return fill("{amount} {direction}", amount=self.amount(size), direction=self.direction(size.value or 0.0))

    def difference(self, size: Span) -> Sentence:
        """Write "3.3 fewer errors per 100 windows" or "MAE 0.35 MPa lower"."""
        short = self.short_difference(size)
        if self.style is Style.VALUED:
            return fill("{title} {short}", title=word_title(self.measure), short=short)
        return short + self._per_hundred(size)

    def state_difference(
        self,
        subject: Part | None,
        size: Span,
        tense: Tense = Tense.PRESENT,
        than: Part | None = None,
        is_brief: bool = False,
    ) -> Sentence:
        """Write "{subject} makes 4.2 fewer errors per 100 windows[ than {than}]"; without a subject "it" or "its".

        Brief, it is "makes 4.2 fewer", where the unit was said just before.
        """
        verb = tense.verb(self.style)
        if self.style is Style.VALUED:
            title = word_title(self.measure)
            owner = fill("its {title}", title=title) if subject is None else _own(title, subject)
            short = self.short_difference(size)
            rest = "" if than is None else fill(" than that of {than}", than=than)
            return fill("{owner} {verb} {short}{rest}", owner=owner, verb=verb, short=short, rest=rest)
        who = "it" if subject is None else subject
        rest = "" if than is None else fill(" than {than}", than=than)
        difference = self.short_difference(size) if is_brief else self.difference(size)
        return fill("{who} {verb} {difference}{rest}", who=who, verb=verb, difference=difference, rest=rest)

    def _per_hundred(self, size: Span) -> Sentence:
        if self.style is Style.COST:
            return fill(" per {hundred} {rows}, in false alarms", hundred=HUNDRED, rows=name(self.rows))
        noun = "error" if size.text == "1" else "errors"
        return fill(" {noun} per {hundred} {rows}", noun=noun, hundred=HUNDRED, rows=name(self.rows))

    def difference_end(self, value: float, up: bool, marks: Sequence[float] = (), source: Source = NO_SOURCE) -> Span:
        """Write one end of the range of a difference, rounded outward, never across 0 or a mark (own unit)."""
        decimals = self.end_decimals(value, up, (0.0, *marks))
        rounded = round_outward(self.shown(value), decimals, up)
        text = format_number(abs(rounded), decimals)
        return Span(text, Meaning.DIFFERENCE_END, self.shown(value), self.difference_unit_name, source)

    def difference_range(
        self, low: float, high: float, marks: Sequence[float] = (), source: Source = NO_SOURCE
    ) -> Sentence:
        """Write "2.3 to 6.1", or across zero "0.7 more to 1.2 fewer"; no end is written across 0 or a mark."""
        first, last = (self.difference_end(end, up, marks, source) for end, up in ((low, False), (high, True)))
        if low > 0 or high < 0:
            small, large = (first, last) if low > 0 else (last, first)
            return fill("{small} to {large}", small=small, large=large)
        return fill("{low} to {high}", low=self._signed_end(first), high=self._signed_end(last))

    def _signed_end(self, end: Span) -> Sentence:
        if not end.value:
            return to_sentence(Span("no difference", end.meaning, end.value, end.unit, end.source))
        return self.short_difference(end)

    # --- the margin ---

    def margin(self, value: float) -> Sentence:
        """Write "2" or "0.2 MPa": behind a figure with its unit."""
        return self.amount(self._typed(value, Meaning.MARGIN, self.difference_unit_name))

    def full_margin(self, value: float) -> Sentence:
        """Write "2 per 100" or "0.2 MPa": standing alone."""
        return self.margin(value) + self._behind_per_hundred

    @property
    def _behind_per_hundred(self) -> Part:
        return "" if self.style is Style.VALUED else fill(" per {hundred}", hundred=HUNDRED)

    def _typed(self, value: float, meaning: Meaning, unit: str) -> Span:
        shown = round(self.shown(value), 9)
        return Span(format_typed(shown), meaning, shown, unit, Source(measure=self.measure, output=self.output))

    # --- estimates and limits ---

    @property
    def has(self) -> str:
        """Return the verb before an estimate: a model makes errors and has an MAE."""
        return "makes" if self.style is Style.COUNTED else "has"

    def estimate(self, figure: Span) -> Sentence:
        """Write "9.2 errors per 100 windows" or "a mean absolute error of 3.63 MPa"."""
        if self.style is Style.COUNTED:
            return to_sentence(figure) + self._per_hundred(figure)
        if self.style is Style.COST:
            return fill("a cost of {figure}{rest}", figure=figure, rest=self._per_hundred(figure))
        title = find_title(self.measure)
        long = Span(title.long or title.short, Meaning.MEASURE, source=Source(measure=self.measure))
        article = f"{title.article} " if title.article else ""
        return fill("{article}{long} of {value}", article=article, long=long, value=self.short_estimate(figure))

    def short_estimate(self, figure: Span) -> Sentence:
        """Write "9.2 per 100", "6.1 MPa" or "0.93"."""
        if self.style is Style.VALUED:
            return to_sentence(figure) + self._behind(figure, self.unit)
        return to_sentence(figure) + self._behind_per_hundred

    def estimate_range(
        self, low: float, high: float, source: Source = NO_SOURCE, marks: Sequence[float] = ()
    ) -> Sentence:
        """Write "7.7 to 10.8", rounded outward, no end across a mark."""
        first, last = (self.estimate_end(end, up, marks, source) for end, up in ((low, False), (high, True)))
        return fill("{first} to {last}", first=first, last=last)

    def estimate_end(self, value: float, up: bool, marks: Sequence[float] = (), source: Source = NO_SOURCE) -> Span:
        """Write one end of the range of an estimate, rounded outward, not across a mark (own unit)."""
        shown, decimals = self.shown(value), self.end_decimals(value, up, marks)
        text = format_number(round_outward(shown, decimals, up), decimals)
        return Span(text, Meaning.ESTIMATE_END, shown, self.unit_name, source)

    def limit(self, value: float) -> Sentence:
        """Write "12 per 100" or "5 MPa"."""
        return self.short_estimate(self._typed(value, Meaning.LIMIT, self.unit_name))

    def full_limit(self, value: float) -> Sentence:
        """Write "an error rate below 12 per 100", "a ROC AUC above 0.9" or "a mean absolute error below 5 MPa"."""
        title = find_title(self.measure)
        long = Span(title.long or title.short, Meaning.MEASURE, source=Source(measure=self.measure))
        side = "below" if self.lower_is_better else "above"
        return fill(f"{title.article} {{long}} {side} {{limit}}", long=long, limit=self.limit(value))


def _own(title: Span, subject: Part) -> Sentence:
    return fill("the {title} of {subject}", title=title, subject=subject)


def word_measure(
    measure: str, study: Study, data: Dataset, output: str = "", half_width: float | None = None
) -> MeasureText:
    """Return how a measure is said on one output; half the width of its range (own unit) decides the decimals."""
    row = find_measure(measure)
    style = {"error": Style.COUNTED, "cost": Style.COST}.get(measure, Style.VALUED)
    unit = _find_unit(measure, study, output or data.outputs[0])
    difference_unit = PERCENTAGE_POINTS if unit == "%" else unit
    decimals = _default_decimals(measure, data) if half_width is None else choose_decimals(half_width * row.scale)
    return MeasureText(
        measure=measure,
        output=output,
        style=style,
        scale=row.scale,
        lower_is_better=row.lower_is_better,
        unit="" if style is not Style.VALUED else unit,
        difference_unit="" if style is not Style.VALUED else difference_unit,
        rows=pluralize_row_unit(study.row_meaning),
        decimals=decimals,
    )


def _find_unit(measure: str, study: Study, output: str) -> str:
    """Shares are in per cent; errors of numbers have the unit of the output, squared errors its square."""
    row = find_measure(measure)
    if row.scale == 100.0:
        return "%"
    if row.task is not Task.NUMBERS or not row.lower_is_better:
        return ""
    unit = find_output_unit(study.columns, output)
    return f"{unit}²" if measure == "mse" and unit else unit


def _default_decimals(measure: str, data: Dataset) -> int:
    """Where no range says how sure a figure is: a decimal per 100 only for many rows, three digits of an AUC."""
    row = find_measure(measure)
    if row.scale == 100.0:
        return 1 if data.size >= 300 else 0
    return 3 if row.task is Task.CLASSES else 2
