"""The absolute answer: how good one model will be, and whether that meets the limit the person named."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Tag, Verdict, VerdictKind
from core.domain.study import SchemeKind
from core.judge.cards import level_decimals, range_text, why_unknown
from core.judge.evidence import ComparisonContext
from core.judge.names import only_given
from core.judge.scores import ScoreTable
from core.judge.tie_break import pick
from core.judge.words import number, plain, sentences, singularize

PARTLY_TRAINED = (SchemeKind.KFOLD, SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV)


class Limit(StrEnum):
    """Whether the whole range lies on the good side of the limit."""

    MEETS = "meets"
    OPEN = "can't tell whether it meets"
    MISSES = "misses"


def against_limit(estimate: Estimate | None, limit: float, lower_is_better: bool) -> Limit:
    """`limit` in the measure's own unit; a range that touches it meets it."""
    interval = None if estimate is None else estimate.interval
    if interval is None:
        return Limit.OPEN
    worst, mildest = (interval.high, interval.low) if lower_is_better else (-interval.low, -interval.high)
    bound = limit if lower_is_better else -limit
    return Limit.MEETS if worst <= bound else Limit.MISSES if mildest > bound else Limit.OPEN


def good_enough_verdict(evidence: ComparisonContext) -> Verdict:
    """The headline of the question "is this one good enough?"; without a limit it says how good, and no more."""
    key, found = _leading(evidence)
    name = evidence.names[key]
    outputs = range(len(evidence.data.outputs))
    headline = " ".join(_expected(evidence, key, i) for i in outputs)
    lines = [_limit_text(evidence, "It", key, i) for i in outputs] if found else []
    body = " ".join(line for line in (*lines, f"This is {evidence.scope}.", trained_on(evidence)) if line)
    tag = Tag.NOT_SETTLED if found in (None, Limit.OPEN) else Tag.SETTLED
    headline, body, action = (sentences(text) for text in (headline, body, _action(evidence, name, found)))
    reference = evidence.names[evidence.study.reference]
    return Verdict(VerdictKind.DESCRIPTIVE, tag, (), headline, body, action, None, name, reference)


def limit_card(evidence: ComparisonContext) -> str:
    """One line per candidate and output; empty when no limit was named."""
    if evidence.study.question.good_enough is None:
        return ""
    return "\n".join(
        sentences(_limit_text(evidence, evidence.names[candidate.key], candidate.key, i))
        for candidate in evidence.study.candidates
        for i in range(len(evidence.data.outputs))
    )


def trained_on(evidence: ComparisonContext) -> str:
    """How much of the rows the models behind an estimate have seen; nothing for predictions made elsewhere."""
    share = _trained_share(evidence.main)
    if share is None or only_given(evidence.study):
        return ""
    text = f"This is for models trained on {100 * share:.0f} % of your rows"
    return f"{text}; trained on all of them it should be slightly better."


def _trained_share(main: ScoreTable) -> float | None:
    sizes = [o.train_size for key, outcomes in main.by_candidate.items() if key != TRIVIAL for o in outcomes]
    if main.study.scheme.kind not in PARTLY_TRAINED or not sizes:
        return None
    return float(np.mean(sizes)) / main.data.size


def _leading(evidence: ComparisonContext) -> tuple[str, Limit | None]:
    """The candidate the headline is about: of those that meet the limit the one the person's rule picks."""
    keys = [candidate.key for candidate in evidence.study.candidates]
    if evidence.study.question.good_enough is None:
        return _lowest(evidence, keys), None
    found = {key: _worst(evidence, key) for key in keys}
    for wanted in Limit:
        mine = [key for key in keys if found[key] is wanted]
        if mine:
            key = pick(evidence.study, evidence.main, mine).key if wanted is Limit.MEETS else _lowest(evidence, mine)
            return key, wanted
    return evidence.study.reference, None


def _worst(evidence: ComparisonContext, key: str) -> Limit:
    """Over all outputs."""
    order = list(Limit)
    return max((_limit(evidence, key, i) for i in range(len(evidence.data.outputs))), key=order.index)


def _limit(evidence: ComparisonContext, key: str, output: int) -> Limit:
    limit = (evidence.study.question.good_enough or 0.0) / evidence.unit(output).scale
    return against_limit(evidence.estimate(key, output), limit, evidence.measure.lower_is_better)


def _lowest(evidence: ComparisonContext, keys: Sequence[str]) -> str:
    """The smallest loss on the first output; without any value the first of them."""
    sign = 1 if evidence.measure.lower_is_better else -1
    known = [(found.mean * sign, i) for i, found in _estimates(evidence, keys) if found.mean is not None]
    return keys[min(known)[1]] if known else keys[0]


def _estimates(evidence: ComparisonContext, keys: Sequence[str]) -> list[tuple[int, Estimate]]:
    found = ((i, evidence.estimate(key, 0)) for i, key in enumerate(keys))
    return [(i, estimate) for i, estimate in found if estimate is not None]


def _expected(evidence: ComparisonContext, key: str, output: int) -> str:
    """ "Random forest will miss by about 0.8 MPa (0.6 to 1.1).\""""
    unit, found, name = evidence.unit(output), evidence.estimate(key, output), evidence.names[key]
    of = f" for {evidence.data.outputs[output]}" if evidence.has_outputs else ""
    if found is None or found.mean is None:
        return f"How good {name} will be{of} is not known: {why_unknown(found)}."
    shown = unit.shown(found.mean)
    width = 0.1 * abs(shown) if found.interval is None else unit.shown(found.interval.high - found.interval.low)
    text = singularize(unit.future.format(number(shown, level_decimals(unit, width))))
    return f"{name} {text}{of} {range_text(unit, found.interval)}".rstrip() + "."


def _limit_text(evidence: ComparisonContext, who: str, key: str, output: int) -> str:
    limit, unit = evidence.study.question.good_enough or 0.0, evidence.unit(output)
    of = f" for {evidence.data.outputs[output]}" if evidence.has_outputs else ""
    found = _limit(evidence, key, output)
    what = f"your limit of {plain(limit)} {unit.short}".rstrip()
    if found is Limit.OPEN:
        whose = "it" if who == "It" else who
        return f"We can't tell whether {whose} meets {what}{of}."
    return f"{who} {found.value} {what}{of}."


def _action(evidence: ComparisonContext, name: str, found: Limit | None) -> str:
    if found is Limit.MEETS:
        where = f" where you said: {evidence.study.use}" if evidence.study.use else ""
        return f"Train {name} on all {evidence.data.size:,} rows and use it{where}."
    if found is Limit.MISSES:
        return "Better inputs or another model are needed: none of these meets your limit."
    if found is Limit.OPEN:
        return "More rows would narrow the range; until then count on its worse end."
    return "Name a limit in a new study when you want to know whether this is good enough."
