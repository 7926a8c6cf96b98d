"""The verdict in words: headline, body and action for every outcome of the decision table."""

from collections.abc import Callable

from core.domain.findings import Modifier, Tag, Verdict, VerdictKind
from core.domain.study import QuestionKind
from core.judge.decision import CLAIMS, agreement, decide, tag_of
from core.judge.phrases import Case, Phrases
from core.judge.words import sentences, singularize


def judge(case: Case) -> Verdict:
    """The worded verdict of one case; sentence, tag and strip come from the one interval."""
    kind = decide(case.interval.low, case.interval.high, case.margin)
    agreed = agreement(kind, case.shuffles, case.margin)
    depends = kind in (*CLAIMS, VerdictKind.SAME) and agreed.replaces_headline
    say = Phrases(case, kind, agreed)
    headline, body, action = _depends_on_shuffle(say) if depends else _TEXTS[kind](say)
    return Verdict(
        outcome=kind,
        tag=Tag.NOT_SETTLED if depends else tag_of(kind, case.question),
        modifiers=_modifiers(case, depends or not agreed.steady),
        headline=sentences(headline),
        body=sentences(_joined(body, *_further_lines(say))),
        action=sentences(_joined(action, case.advice)),
        interval=case.interval,
        first=case.first,
        second=case.second,
        output=case.output,
    )


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _modifiers(case: Case, depends: bool) -> tuple[Modifier, ...]:
    found = [Modifier.DEPENDS_ON_SHUFFLE] if depends else []
    if case.disagreement:
        found.append(Modifier.MEASURES_DISAGREE)
    if case.exploratory:
        found.append(Modifier.EXPLORATORY)
    return tuple(found)


def _further_lines(say: Phrases) -> tuple[str, ...]:
    unsettled = say.kind in (VerdictKind.NOT_WORSE, VerdictKind.NOT_BETTER, VerdictKind.CANNOT_TELL)
    return (say.case.disagreement, say.lone_winners() if unsettled else "", say.case.exploratory)


Text = tuple[str, str, str]


def _win(say: Phrases) -> Text:
    low, high = say.bounds
    beyond = f", all of it more than the {say.matters} {say.said_to_matter}" if say.margin > 0 else ""
    body = f"{say.gap_phrase(say.verb)}, {say.scope}. The true gap is likely between {low} and {high}{beyond}."
    expect = f"Expect {say.case.expectation}." if say.case.expectation else ""
    return f"Use {say.case.first}.", _joined(body, say.shuffles_agree()), _joined(say.train(), expect)


def _loss(say: Phrases) -> Text:
    low, high = say.bounds
    body = f"{say.gap_phrase(say.verb)} ({low} to {singularize(say.unit.more.format(high))}), {say.scope}."
    return f"Keep {say.case.second}.", _joined(body, say.shuffles_agree()), f"Drop {say.case.first} for this use."


def _same(say: Phrases) -> Text:
    case = say.case
    body = (
        f"Whatever the true gap is, it is smaller than the {say.matters} {say.said_to_matter} "
        f"(between {say.ends('and')}), {say.scope}."
    )
    if case.interval.low > 0 or case.interval.high < 0:
        ahead = case.first if case.interval.low > 0 else case.second
        body += f" A small real advantage of {ahead} is likely, but below what you care about."
    action = say.may_replace() if case.question is QuestionKind.REPLACE else say.by_rule()
    return f"For your purpose {case.second} and {case.first} are the same.", body, action


def _size_unclear(say: Phrases, bare: str) -> str:
    low, high = say.bounds
    span = f"the true gap could be as small as {low} or as large as {say.unit.gap(high)}"
    gap = f"{say.case.first} {say.verb} {bare} than {say.case.second}, {say.scope}; {span}."
    return _joined(gap, f"{say.what_matters}.", say.shuffles_agree())


def _better(say: Phrases) -> Text:
    needed = say.rows_needed()
    more = f"about {needed} would tell whether it is worth it" if needed else "weigh the cost against the gap"
    action = f"If switching is cheap, switch. If it costs, {more}."
    if say.case.question is QuestionKind.REPLACE:
        action = say.may_replace()
    headline = f"{say.case.first} is better. How much is not settled."
    return headline, _size_unclear(say, say.unit.better_bare), action


def _worse(say: Phrases) -> Text:
    headline = f"{say.case.first} is worse. How much is not settled."
    return headline, _size_unclear(say, say.unit.worse_bare), f"Keep {say.case.second}."


def _not_worse(say: Phrases) -> Text:
    """ "No sign" would be untrue where most dots favour the candidate, so the headline then says "not shown"."""
    case = say.case
    body = f"The true gap lies between {say.ends('and')}, so {case.first} is {say.at_most_worse}, {say.scope}."
    if case.question is QuestionKind.REPLACE:
        return say.may_replace(), body, say.train()
    lead = f"{case.first} is not shown to be better" if say.leans_to_first else f"No sign that {case.first} is better"
    headline = f"{lead}; it is not worse by more than {say.matters}."
    return headline, _joined(body, say.leaning()), say.keep_by_rule()


def _not_better(say: Phrases) -> Text:
    headline = f"Switching to {say.case.first} cannot gain you {say.matters}."
    body = (
        singularize(f"At most {say.high_text} {say.unit.noun}".rstrip()) + f", and up to {say.low_text}, {say.scope}."
    )
    return headline, body, f"Keep {say.case.second}."


def _cannot_tell(say: Phrases) -> Text:
    needed = say.rows_needed()
    more = f"About {needed} would narrow the range to ±{say.matters}." if needed else ""
    body = _joined(
        f"{say.seen} The true gap could be anything from {say.ends('to')}.",
        f"{say.what_matters}, so neither “better” nor “the same” is established.",
        say.leaning(),
        "This is not a finding that they are equal.",
    )
    return "Can't tell them apart on this data.", body, _joined(say.keep_by_rule(), more)


def _depends_on_shuffle(say: Phrases) -> Text:
    body = _torn_same(say) if say.kind is VerdictKind.SAME else _torn_claim(say)
    needed = say.rows_needed()
    more = f", or collect until you have about {needed}" if needed else ""
    action = f"Do not rely on a ranking. Treat both as possible{more}."
    return "The answer depends on how the rows were shuffled.", f"{body}.", action


def _torn_same(say: Phrases) -> str:
    against = say.agreed.total - say.agreed.agreeing
    return (
        f"on average the gap is smaller than the {say.matters} {say.said_to_matter}, {say.scope}, but {against} of "
        f"{say.agreed.total} shuffles, taken alone, clearly show a larger one"
    )


def _torn_claim(say: Phrases) -> str:
    case, agreed = say.case, say.agreed
    ahead, behind = (case.first, case.second) if say.gap >= 0 else (case.second, case.first)
    gap = say.unit.gap(say.gap_text)
    only = f"only {agreed.agreeing} of {agreed.total} shuffles show it clearly"
    body = f"{ahead} came out ahead on average ({gap}), {say.scope}, but {only}"
    if not agreed.opposite:
        return body
    shows = "shows" if agreed.opposite == 1 else "show"
    return (
        f"{body}, and {agreed.opposite} {shows} {behind} ahead. "
        "With another shuffle another analyst could honestly report the opposite"
    )


_TEXTS: dict[VerdictKind, Callable[[Phrases], Text]] = {
    VerdictKind.WIN: _win,
    VerdictKind.LOSS: _loss,
    VerdictKind.SAME: _same,
    VerdictKind.BETTER: _better,
    VerdictKind.WORSE: _worse,
    VerdictKind.NOT_WORSE: _not_worse,
    VerdictKind.NOT_BETTER: _not_better,
    VerdictKind.CANNOT_TELL: _cannot_tell,
}
