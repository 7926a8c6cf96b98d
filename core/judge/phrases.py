"""The pieces of sentence of one case, rounded so that they never contradict the decision."""

from dataclasses import dataclass

from core.domain.findings import Interval, VerdictKind
from core.domain.study import QuestionKind
from core.judge.decision import Agreement, Shuffles
from core.judge.more_rows import rows_factor
from core.judge.words import (
    SCOPE,
    Unit,
    fitting_decimals,
    format_difference,
    number,
    plain,
    round_outward,
    rounded_count,
    singularize,
)

LEANING = 15  # of 20 dots on one side
MARGIN = "question.margin"  # as it is named among what nobody confirmed


@dataclass(frozen=True, slots=True)
class Case:
    """All that is known about one candidate against the reference on one output; numbers in the measure's own unit."""

    first: str
    second: str
    effect: float
    interval: Interval
    margin: float
    unit: Unit
    question: QuestionKind
    shuffles: Shuffles
    rows: int
    groups: tuple[int, str] | None = None  # how many are kept whole, and what they are called
    use: str = ""
    expectation: str = ""  # "about 9 errors per 100 windows (7 to 12)"
    preferred: str = ""  # what the person's own rule picks
    rule: str = ""  # and which rule that was
    dots_for_first: int = 10  # of 20
    doubts: tuple[str, ...] = ()  # open questions: the verb becomes "appears"
    disagreement: str = ""  # sentence when the cross-check says otherwise
    advice: str = ""  # and what to do about it
    exploratory: str = ""  # sentence when the answer only explores
    output: str = ""
    scope: str = SCOPE
    assumed: bool = False  # nobody confirmed the margin


class Phrases:
    """What a text about one case is put together from."""

    def __init__(self, case: Case, kind: VerdictKind, agreed: Agreement) -> None:
        unit = case.unit
        self.case, self.kind, self.agreed, self.unit, self.scope = case, kind, agreed, unit, case.scope
        self.low, self.high = unit.shown(case.interval.low), unit.shown(case.interval.high)
        self.gap, self.margin = unit.shown(case.effect), unit.shown(case.margin)
        self.decimals = fitting_decimals(unit, self.low, self.high, (0.0, self.margin, -self.margin))
        self.few_decimals = fitting_decimals(unit, self.low, self.high, ())

    @property
    def verb(self) -> str:
        doubtful = not self.agreed.steady or self.case.doubts or self.case.disagreement or self.case.exploratory
        return self.unit.verbs[1 if doubtful else 0]

    @property
    def low_text(self) -> str:
        return (
            format_difference(round_outward(self.low, self.decimals, up=False), self.decimals, self.unit)
            if self.low
            else "no gap"
        )

    @property
    def high_text(self) -> str:
        return format_difference(round_outward(self.high, self.decimals, up=True), self.decimals, self.unit)

    def ends(self, joined_by: str) -> str:
        """ "1.1 more and 4.0 fewer errors per 100"."""
        return singularize(f"{self.low_text} {joined_by} {self.high_text} {self.unit.noun}".rstrip())

    @property
    def bounds(self) -> tuple[str, str]:
        """Smallest and largest size of a gap that has one sign."""
        low, high = round_outward(self.low, self.decimals, up=False), round_outward(self.high, self.decimals, up=True)
        small, large = sorted((abs(low), abs(high)))
        return number(small, self.decimals), number(large, self.decimals)

    @property
    def at_most_worse(self) -> str:
        if self.low >= 0:
            return "not worse"
        return f"at most {number(abs(round_outward(self.low, self.decimals, up=False)), self.decimals)} worse"

    @property
    def matters(self) -> str:
        return self.unit.gap(plain(round(self.margin, 9)))

    @property
    def said_to_matter(self) -> str:
        """Behind what matters: who said so."""
        return "assumed to matter" if self.case.assumed else "you said matters"

    @property
    def what_matters(self) -> str:
        """The same as a sentence, without its end."""
        return f"{self.matters} is assumed to matter" if self.case.assumed else f"You said {self.matters} matters"

    def gap_phrase(self, verb: str) -> str:
        phrase = self.unit.better if self.gap >= 0 else self.unit.worse
        gap = singularize(phrase.format(self.gap_text))
        return f"{self.case.first} {verb} {gap} than {self.case.second}"

    @property
    def gap_text(self) -> str:
        """With more decimals where it would read 0 and is not: "0 more errors" says nothing."""
        texts = [number(abs(self.gap), self.few_decimals + more) for more in range(3)]
        return next((text for text in texts if text.strip("0.")), texts[0])

    @property
    def seen(self) -> str:
        """What this study saw, in the past tense, for answers that are not settled."""
        return f"{self.gap_phrase(self.unit.verbs[3])} in this study, {self.scope}."

    def shuffles_agree(self) -> str:
        if self.agreed.total < 2:
            return ""
        agree = "agrees" if self.agreed.agreeing == 1 else "agree"
        return f"{self.agreed.agreeing} of {self.agreed.total} shuffles {agree}."

    def lone_winners(self) -> str:
        shuffles = self.case.shuffles
        named = shuffles.for_first + shuffles.for_second
        if not named or shuffles.total < 2:
            return ""
        mixed = ", not always the same one" if shuffles.for_first and shuffles.for_second else ""
        return f"{named} of {shuffles.total} shuffles, taken alone, would have named a winner{mixed}."

    def rows_needed(self) -> str:
        """ "1,300 rows", or "1,300 rows from 60 machines": more rows of the same groups would not do."""
        half = (self.high - self.low) / 2
        times = rows_factor(half, self.margin)
        if not times or not self.case.rows:
            return ""
        needed = f"{rounded_count(self.case.rows * times)} rows"
        if self.case.groups is None:
            return needed
        count, name = self.case.groups
        return f"{needed} from {rounded_count(count * times)} {name}"

    @property
    def leans_to_first(self) -> bool:
        return self.case.dots_for_first >= LEANING

    def leaning(self) -> str:
        """Where at least 15 of the 20 dots lie, with "may"; nothing when neither side has so many."""
        case = self.case
        if max(case.dots_for_first, 20 - case.dots_for_first) < LEANING:
            return ""
        bare = self.unit.better_bare if self.leans_to_first else self.unit.worse_bare
        return f"{case.first} {self.unit.verbs[2]} {bare} than {case.second}."

    def by_rule(self) -> str:
        return f"Choose by your own rule: {self.case.rule}. That is {self.case.preferred}."

    def keep_by_rule(self) -> str:
        verb = "keep" if self.case.preferred == self.case.second else "take"
        return f"Your rule says {verb} {self.case.preferred}."

    def may_replace(self) -> str:
        return f"You may replace {self.case.second} by {self.case.first}."

    def train(self) -> str:
        return train_and_use(self.case.first, self.case.rows, self.case.use)


def train_and_use(name: str, rows: int, use: str) -> str:
    where = f" where you said: {use}" if use else ""
    return f"Train {name} on all {rows:,} rows and use it{where}."
