"""Several outputs: judged together first by T², then one by one."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.domain.findings import Tag, Verdict, VerdictKind
from core.domain.study import QuestionKind
from core.judge.contests import PairComparison
from core.judge.evidence import ComparisonContext
from core.judge.gaps import is_one_test_set, row_gaps
from core.judge.phrases import train_and_use
from core.judge.words import in_sentence, number, round_outward, sentences, strip_unit
from core.statistics.multivariate_tests import compare_corrected_t2, hotelling_one_sample

_AHEAD = (VerdictKind.WIN, VerdictKind.BETTER)
_BEHIND = (VerdictKind.LOSS, VerdictKind.WORSE)
_HARMLESS = (*_AHEAD, VerdictKind.SAME, VerdictKind.SAME_MODEL, VerdictKind.NOT_WORSE)
_SHORT = {
    VerdictKind.SAME: "same for your purpose",
    VerdictKind.SAME_MODEL: "the same predictions",
    VerdictKind.NOT_WORSE: "not worse by what matters",
    VerdictKind.NOT_BETTER: "cannot be usefully better",
    VerdictKind.CANNOT_TELL: "can't tell",
    VerdictKind.NOTHING_BEATS_GUESSING: "no model is shown to beat guessing",
    VerdictKind.NO_VERDICT: "no verdict",
    VerdictKind.BLOCKED: "no verdict",
}
Answer = tuple[VerdictKind, Tag, str, str]


def several_outputs(evidence: ComparisonContext, contests: Sequence[PairComparison]) -> Verdict:
    """One sentence for all outputs of one candidate; without a joint claim the single ones are not claimed."""
    claimed = is_claimed(evidence, contests)
    kind, tag, headline, action = _joint(evidence, contests, claimed)
    head = "Output by output" if claimed else "Output by output (not claimed)"
    lines = "; ".join(f"{strip_unit(evidence.data.outputs[one.output])}: {_line(evidence, one)}" for one in contests)
    modifiers = tuple(dict.fromkeys(m for one in contests for m in one.verdict.modifiers))
    body = f"{head}, {evidence.scope}: {lines}."
    names = evidence.names[contests[0].key], evidence.names[evidence.study.reference]
    return Verdict(kind, tag, modifiers, sentences(headline), sentences(body), sentences(action), None, *names)


def is_claimed(evidence: ComparisonContext, contests: Sequence[PairComparison]) -> bool:
    """Whether all outputs together show a gap: the corrected T² over splits, the plain one over independent rows.

    Outputs with the same predictions add nothing and are left out: with them the covariance would be singular.
    """
    different = [one for one in contests if one.verdict.outcome is not VerdictKind.SAME_MODEL]
    if not different:
        return False
    p = _p_on_rows(evidence, different) if is_one_test_set(evidence.study) else _p_on_splits(evidence, different)
    return p is not None and bool(p < 1 - evidence.level)


def _p_on_splits(evidence: ComparisonContext, contests: Sequence[PairComparison]) -> float | None:
    pair, kept = contests[0].pair, [one.output for one in contests]
    if pair.outputs_first is None or pair.outputs_second is None:
        return None
    narrowed = replace(pair, outputs_first=pair.outputs_first[..., kept], outputs_second=pair.outputs_second[..., kept])
    return compare_corrected_t2(narrowed, evidence.level).p


def _p_on_rows(evidence: ComparisonContext, contests: Sequence[PairComparison]) -> float | None:
    gaps = [row_gaps(evidence.main, one.pair, one.output) for one in contests]
    known = [gap for gap in gaps if gap is not None]
    if len(known) < len(gaps):
        return None
    return hotelling_one_sample(np.column_stack(known)).p


def _settled(
    evidence: ComparisonContext, contests: Sequence[PairComparison], kinds: Sequence[VerdictKind]
) -> list[str]:
    """Names of the outputs with such an outcome that does not depend on the shuffle."""
    found = [one for one in contests if one.verdict.outcome in kinds and one.verdict.tag is Tag.SETTLED]
    return [strip_unit(evidence.data.outputs[one.output]) for one in found]


def _joint(evidence: ComparisonContext, contests: Sequence[PairComparison], claimed: bool) -> Answer:
    first, second = evidence.names[contests[0].key], evidence.names[evidence.study.reference]
    kinds = [one.verdict.outcome for one in contests]
    if all(one.verdict.tag is Tag.SAME or one.verdict.outcome is VerdictKind.SAME_MODEL for one in contests):
        headline = f"For your purpose {second} and {first} are the same."
        return VerdictKind.SAME, Tag.SAME, headline, f"Keep {second}."
    if claimed:
        answer = _claim(evidence, contests, first, second)
        if answer is not None:
            return answer
    if evidence.study.question.kind is QuestionKind.REPLACE and all(kind in _HARMLESS for kind in kinds):
        text, action = (
            f"You may replace {second} by {first}.",
            train_and_use(first, evidence.data.size, evidence.study.use),
        )
        return VerdictKind.NOT_WORSE, Tag.SETTLED, text, action
    if all(kind in (VerdictKind.BLOCKED, VerdictKind.NO_VERDICT) for kind in kinds):
        verdict = contests[0].verdict
        return verdict.outcome, verdict.tag, verdict.headline, verdict.action
    headline = "Can't tell them apart on this data."
    return VerdictKind.CANNOT_TELL, Tag.NOT_SETTLED, headline, f"Keep {second} until you have more rows."


def _claim(evidence: ComparisonContext, contests: Sequence[PairComparison], first: str, second: str) -> Answer | None:
    """What the outputs say that make a claim of their own; nothing when none does."""
    ahead, behind = (_settled(evidence, contests, kinds) for kinds in (_AHEAD, _BEHIND))
    together = f"on the {len(contests)} outputs taken together"
    kinds = {one.verdict.outcome for one in contests}
    if ahead and behind:
        text = f"{first} is better for {', '.join(ahead)} and worse for {', '.join(behind)}."
        action = "Decide which output matters more, or use one model for each output."
        return VerdictKind.CANNOT_TELL, Tag.NOT_SETTLED, f"{text} There is no overall winner.", action
    if ahead:
        kind = VerdictKind.WIN if kinds == {VerdictKind.WIN} else VerdictKind.BETTER
        return kind, Tag.SETTLED, f"{first} is better {together}.", f"Use {first}."
    if behind:
        kind = VerdictKind.LOSS if kinds == {VerdictKind.LOSS} else VerdictKind.WORSE
        return kind, Tag.SETTLED, f"{first} is worse {together}.", f"Keep {second}."
    return None


def decimals_of_claim(low: float, high: float) -> int:
    """As few as show two digits of the width, more where the near end would read 0: a claim excludes it."""
    few = max(0, 2 - int(np.ceil(np.log10(max(high - low, 1e-6)))))
    return next((more for more in range(few, few + 4) if round_outward(low, more, up=False) > 0), few)


def _line(evidence: ComparisonContext, one: PairComparison) -> str:
    """ "1.1 mm smaller typical miss (0.4 to 1.8)" for a claim, else its name."""
    kind, interval, effect = one.verdict.outcome, one.gap.interval, one.gap.effect
    if kind not in (*_AHEAD, *_BEHIND) or interval is None or effect is None:
        return _SHORT.get(kind, "described")
    unit = evidence.unit(one.output)
    low, high = sorted((abs(unit.shown(interval.low)), abs(unit.shown(interval.high))))
    decimals = decimals_of_claim(low, high)
    outer = round_outward(low, decimals, up=False), round_outward(high, decimals, up=True)
    ends = " to ".join(number(end, decimals) for end in outer)
    gap = unit.gap(number(abs(unit.shown(effect)), decimals))
    return f"{gap} {'smaller' if effect > 0 else 'larger'} {in_sentence(evidence.measure.title)} ({ends})"
