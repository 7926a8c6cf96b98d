"""Sentences made of spans: a span that holds a figure knows what the figure is, its value, its unit and its source.

Windows, reports and the terminal print `Sentence.text`; "Explain this number", tests and files use the spans, so that
nobody ever has to read a figure back out of a text.
"""

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Union


class Meaning(StrEnum):
    """What a span stands for: a name somebody else chose, or what a figure is."""

    NAME = "name"  # a column, class, group or file: the person's own word, kept as written
    MODEL = "model"  # the name of a model; the source holds its key
    MEASURE = "measure"  # the title of a measure
    UNIT = "unit"  # what figures are counted in: the 100 of "per 100", "MPa"
    DIFFERENCE = "difference"
    HALF_DIFFERENCE = "half-difference"  # seen by models trained on half the rows
    DIFFERENCE_END = "difference-end"  # an end of the range of a difference
    MARGIN = "margin"  # the smallest difference that matters
    ESTIMATE = "estimate"
    ESTIMATE_END = "estimate-end"  # an end of the range of an estimate
    GUESS = "guess"  # the estimate of the constant guess
    LIMIT = "limit"
    LEVEL = "level"  # of a range: the 95 of "95 %"
    REPEATS = "repeats"
    ROWS = "rows"
    ROWS_NEEDED = "rows-needed"
    ROWS_REQUIRED = "rows-required"  # the fewest rows that support a claim
    GROUPS = "groups"
    GROUPS_NEEDED = "groups-needed"
    COMPARISONS = "comparisons"
    MODELS = "models"  # how many models
    OUTPUTS = "outputs"  # how many outputs
    COLUMNS = "columns"  # how many columns
    SPLITS = "splits"
    FAILURES = "failures"  # training runs that failed or warned, and how many there were
    CHANGING_ROWS = "changing-rows"  # share of rows whose prediction changes between two repeats
    TRAINING_SHARE = "training-share"  # share of the rows a model was trained on
    THRESHOLD = "threshold"
    CROSSING = "crossing"  # the false-positive rate at which two ROC curves cross
    CITATION = "citation"  # the number of a figure or a year in a paper
    P_VALUE = "p-value"
    CHANCE = "chance"  # how probable it is that a model is better, the same or worse
    DOTS = "dots"  # of the difference strip
    BARS = "bars"  # of the difference strip: the share they hold
    COST_RATIO = "cost-ratio"
    CHECK = "check"  # a figure of a check of the report card
    INSIGHT = "insight"  # a figure beside the performance: importance, a weak place, a forecast


NAMES = frozenset({Meaning.NAME, Meaning.MODEL, Meaning.MEASURE})
"""Meanings of words chosen elsewhere, whose digits are no figures."""


@dataclass(frozen=True, slots=True)
class Source:
    """Which fact a span was taken from: the pair or model (keys), the measure (key) and the output."""

    first: str = ""
    second: str = ""
    measure: str = ""
    output: str = ""


NO_SOURCE = Source()


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence. `value` is in the unit shown; of a difference, positive means that the first is better.

    `full` is a longer name that `text` stands for, where the text was shortened; `is_strong`: the person's own choice,
    set off where a sentence is read back.
    """

    text: str
    meaning: Meaning | None = None
    value: float | None = None
    unit: str = ""
    source: Source = NO_SOURCE
    full: str = ""
    is_strong: bool = False

    @property
    def is_figure(self) -> bool:
        return self.value is not None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One or more sentences, or a part of one, as spans."""

    spans: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)

    @property
    def figures(self) -> tuple[Span, ...]:
        return tuple(span for span in self.spans if span.is_figure)

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return any(span.text for span in self.spans)

    def __len__(self) -> int:
        return len(self.text)

    def __add__(self, other: "Part") -> "Sentence":
        return Sentence(self.spans + to_sentence(other).spans)


Part = Union[str, Span, Sentence]  # noqa: UP007 (the union names a class that is defined below its first use)
EMPTY = Sentence()


def to_sentence(part: Part) -> Sentence:
    """Wrap a text or a span; a text becomes a plain span."""
    if isinstance(part, Sentence):
        return part
    if isinstance(part, Span):
        return Sentence((part,))
    return Sentence((Span(part),)) if part else EMPTY


def fill(template: str, /, **parts: Part) -> Sentence:
    """Put parts into the `{slots}` of a template; what stands between them becomes plain spans."""
    spans: list[Span] = []
    for literal, slot, _, _ in string.Formatter().parse(template):
        if literal:
            spans.append(Span(literal))
        if slot is not None:
            spans.extend(to_sentence(parts[slot]).spans)
    return Sentence(tuple(spans))


def join_parts(parts: Iterable[Part], between: str = "") -> Sentence:
    """Join the parts that are not empty."""
    spans: list[Span] = []
    for part in map(to_sentence, parts):
        if part:
            spans.extend([Span(between)] if spans and between else [])
            spans.extend(part.spans)
    return Sentence(tuple(spans))


def join_sentences(*parts: Part) -> Sentence:
    """Set sentences one after another with a space between, each with a capital letter."""
    return capitalize(join_parts(parts, " "))


def list_parts(parts: Sequence[Part], last: str = "and") -> Sentence:
    """Write "a, b and c"."""
    if len(parts) < 2:
        return join_parts(parts)
    return join_parts(parts[:-1], ", ") + f" {last} " + parts[-1]


def capitalize(sentence: Sentence) -> Sentence:
    """Begin every sentence with a capital letter; a word of the person keeps its case."""
    spans: list[Span] = []
    before = ". "
    for span in sentence.spans:
        is_start = before.endswith((". ", "? ", "! ")) and span.meaning not in (Meaning.NAME, Meaning.UNIT)
        if is_start and span.text[:1].islower():
            span = replace(span, text=span.text[0].upper() + span.text[1:])
        spans.append(span)
        before = (before + span.text)[-2:]
    return Sentence(tuple(spans))


def quote(part: Part) -> Sentence:
    """Put typographic quotation marks around a word of the person."""
    return join_parts(("“", part, "”"))


def name(text: str, source: Source = NO_SOURCE) -> Span:
    """Mark a word of the person: a column, a class, a group."""
    return Span(text, Meaning.NAME, source=source)


def count(number: int, meaning: Meaning, text: str = "") -> Span:
    """Write a whole number with thousands marked, or as the given words."""
    return Span(text or f"{number:,}", meaning, float(number))


NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def count_in_words(number: int, meaning: Meaning) -> Span:
    """Write "four"; above twelve in figures."""
    return count(number, meaning, NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else "")


def count_nouns(number: int, meaning: Meaning, noun: str, plural: str = "") -> Sentence:
    """Write "1 row" or "12 rows"."""
    return fill("{number} {noun}", number=count(number, meaning), noun=noun if number == 1 else plural or f"{noun}s")


LONGEST_NAME = 24
LONGEST_HEADLINE = 70


def shorten_names(sentence: Sentence, longest: int = LONGEST_NAME) -> Sentence:
    """Cut names that are longer; the whole name stays in `full`."""
    return Sentence(tuple(_shorten(span, longest) for span in sentence.spans))


def _shorten(span: Span, longest: int) -> Span:
    if span.meaning not in (Meaning.NAME, Meaning.MODEL) or len(span.text) <= longest:
        return span
    return replace(span, text=f"{span.text[: longest - 1].rstrip()}…", full=span.text)


def choose_fitting(variants: Sequence[Sentence], longest: int) -> Sentence:
    """Return the first variant that fits, with names shortened only where none does with whole names."""
    for shown in (variants, [shorten_names(variant) for variant in variants]):
        for variant in shown:
            if len(variant) <= longest:
                return variant
    return min((shorten_names(variant) for variant in variants), key=len)
