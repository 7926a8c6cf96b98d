"""The verdict in words: headline, body and action for every outcome of the decision table."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.findings import Interval, Modifier, Tag, Verdict, VerdictKind
from core.domain.study import QuestionKind
from core.judge.decision import CLAIMS, Agreement, Shuffles, agreement, decide, tag_of
from core.judge.words import SCOPE, Unit, fitting_decimals, number, outward, plain, rounded_count, sentences, signed

LEANING = 15  # of 20 dots on one side
EXPLORATORY = (
    "Exploratory: you told us you had seen results on these rows. Confirm on new rows before you rely on this."
)


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
    use: str = ""
    expectation: str = ""  # "about 9 errors per 100 windows (7 to 12)"
    preferred: str = ""  # what the person's own rule picks
    rule: str = ""  # and which rule that was
    dots_for_first: int = 10  # of 20
    doubts: tuple[str, ...] = ()  # open questions: the verb becomes "appears"
    disagreement: str = ""  # sentence when the cross-check says otherwise
    exploratory: bool = False
    output: str = ""


def judge(case: Case) -> Verdict:
    """The worded verdict of one case; sentence, tag and strip come from the one interval."""
    kind = decide(case.interval.low, case.interval.high, case.margin)
    agreed = agreement(kind, case.shuffles, case.margin)
    depends = kind in (*CLAIMS, VerdictKind.SAME) and agreed.replaces_headline
    say = _Phrases(case, kind, agreed)
    headline, body, action = _depends_on_shuffle(say) if depends else _TEXTS[kind](say)
    return Verdict(
        outcome=kind,
        tag=Tag.NOT_SETTLED if depends else tag_of(kind, case.question),
        modifiers=_modifiers(case, depends or not agreed.steady),
        headline=sentences(headline),
        body=sentences(" ".join(part for part in (body, *_further_lines(say, kind)) if part)),
        action=sentences(action),
        interval=case.interval,
        first=case.first,
        second=case.second,
        output=case.output,
    )


def _modifiers(case: Case, depends: bool) -> tuple[Modifier, ...]:
    found = [Modifier.DEPENDS_ON_SHUFFLE] if depends else []
    if case.disagreement:
        found.append(Modifier.MEASURES_DISAGREE)
    if case.exploratory:
        found.append(Modifier.EXPLORATORY)
    return tuple(found)


def _further_lines(say: "_Phrases", kind: VerdictKind) -> tuple[str, ...]:
    lines = [say.case.disagreement]
    if kind in (VerdictKind.NOT_WORSE, VerdictKind.NOT_BETTER, VerdictKind.CANNOT_TELL):
        lines.append(say.lone_winners())
    if say.case.exploratory:
        lines.append(EXPLORATORY)
    return tuple(lines)


class _Phrases:
    """The pieces of sentence of one case, rounded so that they never contradict the decision."""

    def __init__(self, case: Case, kind: VerdictKind, agreed: Agreement) -> None:
        unit = case.unit
        self.case, self.kind, self.agreed, self.unit = case, kind, agreed, unit
        self.low, self.high = unit.shown(case.interval.low), unit.shown(case.interval.high)
        self.gap, self.margin = unit.shown(case.effect), unit.shown(case.margin)
        self.decimals = fitting_decimals(unit, self.low, self.high, (0.0, self.margin, -self.margin))

    @property
    def verb(self) -> str:
        doubtful = not self.agreed.steady or self.case.doubts or self.case.disagreement or self.case.exploratory
        return self.unit.verbs[1 if doubtful else 0]

    @property
    def low_text(self) -> str:
        return signed(outward(self.low, self.decimals, up=False), self.decimals, self.unit)

    @property
    def high_text(self) -> str:
        return signed(outward(self.high, self.decimals, up=True), self.decimals, self.unit)

    @property
    def bounds(self) -> tuple[str, str]:
        """Smallest and largest size of a gap that has one sign."""
        low, high = outward(self.low, self.decimals, up=False), outward(self.high, self.decimals, up=True)
        small, large = sorted((abs(low), abs(high)))
        return number(small, self.decimals), number(large, self.decimals)

    @property
    def at_least_worse(self) -> str:
        return number(abs(min(0.0, outward(self.low, self.decimals, up=False))), self.decimals)

    @property
    def matters(self) -> str:
        return f"{plain(round(self.margin, 9))} {self.unit.short}".strip()

    def gap_phrase(self, verb: str) -> str:
        phrase = self.unit.better if self.gap >= 0 else self.unit.worse
        return f"{self.case.first} {verb} {phrase.format(number(abs(self.gap), self.decimals))} than {self.case.second}"

    @property
    def seen(self) -> str:
        """What this study saw, in the past tense, for answers that are not settled."""
        return f"{self.gap_phrase(self.unit.verbs[3])} in this study, {SCOPE}."

    def shuffles_agree(self) -> str:
        if self.agreed.total < 2:
            return ""
        return f"{self.agreed.agreeing} of {self.agreed.total} shuffles agree."

    def lone_winners(self) -> str:
        shuffles = self.case.shuffles
        named = shuffles.for_first + shuffles.for_second
        if not named or shuffles.total < 2:
            return ""
        mixed = ", not always the same one" if shuffles.for_first and shuffles.for_second else ""
        return f"{named} of {shuffles.total} shuffles, taken alone, would have named a winner{mixed}."

    def rows_needed(self) -> str:
        half = (self.high - self.low) / 2
        if self.margin <= 0 or half <= self.margin:
            return ""
        return rounded_count(self.case.rows * (half / self.margin) ** 2)

    def by_rule(self) -> str:
        return f"Choose by your own rule: {self.case.rule}. That is {self.case.preferred}."

    def keep_by_rule(self) -> str:
        verb = "keep" if self.case.preferred == self.case.second else "take"
        return f"Your rule says {verb} {self.case.preferred}."


Text = tuple[str, str, str]


def _win(say: _Phrases) -> Text:
    low, high = say.bounds
    beyond = f", all of it more than the {say.matters} you said matters" if say.margin > 0 else ""
    body = f"{say.gap_phrase(say.verb)}, {SCOPE}. The true gap is likely between {low} and {high}{beyond}."
    where = f" where you said: {say.case.use}" if say.case.use else ""
    action = f"Train {say.case.first} on all {say.case.rows:,} rows and use it{where}."
    expect = f" Expect {say.case.expectation}." if say.case.expectation else ""
    return f"Use {say.case.first}.", f"{body} {say.shuffles_agree()}".strip(), action + expect


def _loss(say: _Phrases) -> Text:
    low, high = say.bounds
    body = f"{say.gap_phrase(say.verb)} ({low} to {high} more), {SCOPE}. {say.shuffles_agree()}".strip()
    return f"Keep {say.case.second}.", body, f"Drop {say.case.first} for this use."


def _same(say: _Phrases) -> Text:
    case = say.case
    body = (
        f"Whatever the true gap is, it is smaller than the {say.matters} you said matters "
        f"(between {say.low_text} and {say.high_text}), {SCOPE}."
    )
    if case.interval.low > 0 or case.interval.high < 0:
        ahead = case.first if case.interval.low > 0 else case.second
        body += f" A small real advantage of {ahead} is likely, but below what you care about."
    return f"For your purpose {case.second} and {case.first} are the same.", body, say.by_rule()


def _size_unclear(say: _Phrases, bare: str) -> str:
    low, high = say.bounds
    return (
        f"{say.case.first} {say.verb} {bare} than {say.case.second}, {SCOPE}; the true gap could be as small as {low} "
        f"or as large as {high} {say.unit.short}".rstrip()
        + f". You said {say.matters} matters."
    )


def _better(say: _Phrases) -> Text:
    needed = say.rows_needed()
    more = f"about {needed} rows would tell whether it is worth it" if needed else "weigh the cost against the gap"
    body = f"{_size_unclear(say, say.unit.better_bare)} {say.shuffles_agree()}".strip()
    action = f"If switching is cheap, switch. If it costs, {more}."
    return f"{say.case.first} is better. How much is not settled.", body, action


def _worse(say: _Phrases) -> Text:
    body = f"{_size_unclear(say, say.unit.worse_bare)} {say.shuffles_agree()}".strip()
    return f"{say.case.first} is worse. How much is not settled.", body, f"Keep {say.case.second}."


def _not_worse(say: _Phrases) -> Text:
    case = say.case
    headline = f"No sign that {case.first} is better; it is not worse by more than {say.matters}."
    body = (
        f"The true gap lies between {say.low_text} and {say.high_text}, "
        f"so {case.first} is at most {say.at_least_worse} worse, {SCOPE}."
    )
    if case.question is QuestionKind.REPLACE:
        return (
            f"You may replace {case.second} by {case.first}.",
            body,
            f"You may replace {case.second} by {case.first}.",
        )
    return headline, body, say.keep_by_rule()


def _not_better(say: _Phrases) -> Text:
    headline = f"Switching to {say.case.first} cannot gain you {say.matters}."
    body = f"The true gap lies between {say.low_text} and {say.high_text}, {SCOPE}."
    return headline, body, f"Keep {say.case.second}."


def _cannot_tell(say: _Phrases) -> Text:
    needed = say.rows_needed()
    more = f" About {needed} rows would narrow the range to ±{say.matters}." if needed else ""
    body = (
        f"{say.seen} The true gap could be anything from {say.low_text} to {say.high_text}. You said {say.matters} "
        f"matters, so neither 'better' nor 'the same' is established. {_leaning(say)}"
        "This is not a finding that they are equal."
    )
    return "Can't tell them apart on this data.", body, say.keep_by_rule() + more


def _leaning(say: _Phrases) -> str:
    case = say.case
    if max(case.dots_for_first, 20 - case.dots_for_first) < LEANING:
        return ""
    bare = say.unit.better_bare if case.dots_for_first >= LEANING else say.unit.worse_bare
    return f"{case.first} {say.unit.verbs[2]} {bare} than {case.second}. "


def _depends_on_shuffle(say: _Phrases) -> Text:
    case, agreed = say.case, say.agreed
    ahead, behind = (case.first, case.second) if say.gap >= 0 else (case.second, case.first)
    body = (
        f"{ahead} came out ahead on average ({number(abs(say.gap), say.decimals)} {say.unit.short}".rstrip()
        + f"), but only {agreed.agreeing} of {agreed.total} shuffles show it clearly"
    )
    if agreed.opposite:
        shows = "shows" if agreed.opposite == 1 else "show"
        body += f", and {agreed.opposite} {shows} {behind} ahead"
        body += ". With another shuffle another analyst could honestly report the opposite"
    needed = say.rows_needed()
    more = f", or collect until you have about {needed} rows" if needed else ""
    action = f"Do not rely on a ranking. Treat both as possible{more}."
    return "The answer depends on how the rows were shuffled.", f"{body}, {SCOPE}.", action


_TEXTS: dict[VerdictKind, Callable[[_Phrases], Text]] = {
    VerdictKind.WIN: _win,
    VerdictKind.LOSS: _loss,
    VerdictKind.SAME: _same,
    VerdictKind.BETTER: _better,
    VerdictKind.WORSE: _worse,
    VerdictKind.NOT_WORSE: _not_worse,
    VerdictKind.NOT_BETTER: _not_better,
    VerdictKind.CANNOT_TELL: _cannot_tell,
}
