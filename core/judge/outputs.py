"""Several outputs: judged together first by the corrected T², then one by one."""

from core.comparers.multivariate import compare_corrected_t2
from core.domain.findings import Tag, Verdict, VerdictKind
from core.domain.pairing import Pairing
from core.judge.words import SCOPE, sentences

_AHEAD = (VerdictKind.WIN, VerdictKind.BETTER)
_BEHIND = (VerdictKind.LOSS, VerdictKind.WORSE)
_SHORT = {
    VerdictKind.WIN: "better",
    VerdictKind.BETTER: "better, how much is not settled",
    VerdictKind.LOSS: "worse",
    VerdictKind.WORSE: "worse, how much is not settled",
    VerdictKind.SAME: "same for your purpose",
    VerdictKind.SAME_MODEL: "the same predictions",
    VerdictKind.NOT_WORSE: "not worse by what matters",
    VerdictKind.NOT_BETTER: "cannot be usefully better",
    VerdictKind.CANNOT_TELL: "can't tell",
}


def several_outputs(verdicts: tuple[Verdict, ...], pair: Pairing, level: float, outputs: tuple[str, ...]) -> Verdict:
    """One sentence for all outputs; without a joint claim the single ones are listed but not claimed."""
    first, second = verdicts[0].first, verdicts[0].second
    joint = compare_corrected_t2(pair, level)
    claimed = joint.p is not None and joint.p < 1 - level
    kind, headline, action = _joint(verdicts, claimed, first, second, outputs)
    lines = "; ".join(f"{o}: {_SHORT.get(v.outcome, v.headline)}" for o, v in zip(outputs, verdicts, strict=True))
    head = "Output by output" if claimed else "Output by output (not claimed)"
    tag = Tag.SAME if kind is VerdictKind.SAME else Tag.NOT_SETTLED if kind is VerdictKind.CANNOT_TELL else Tag.SETTLED
    modifiers = tuple(dict.fromkeys(m for v in verdicts for m in v.modifiers))
    body = f"{head}, {SCOPE}: {lines}."
    return Verdict(kind, tag, modifiers, sentences(headline), sentences(body), sentences(action), None, first, second)


def _joint(
    verdicts: tuple[Verdict, ...], claimed: bool, first: str, second: str, outputs: tuple[str, ...]
) -> tuple[VerdictKind, str, str]:
    ahead = [o for o, v in zip(outputs, verdicts, strict=True) if v.outcome in _AHEAD]
    behind = [o for o, v in zip(outputs, verdicts, strict=True) if v.outcome in _BEHIND]
    if all(v.outcome in (VerdictKind.SAME, VerdictKind.SAME_MODEL) for v in verdicts):
        return VerdictKind.SAME, f"For your purpose {second} and {first} are the same.", f"Keep {second}."
    if claimed and ahead and behind:
        text = (
            f"{first} is better for {', '.join(ahead)} and worse for {', '.join(behind)}. There is no overall winner."
        )
        return VerdictKind.CANNOT_TELL, text, "Decide which output matters more, or use one model for each output."
    if claimed and ahead:
        kind = VerdictKind.WIN if all(v.outcome is VerdictKind.WIN for v in verdicts) else VerdictKind.BETTER
        return kind, f"{first} is better on the {len(outputs)} outputs taken together.", f"Use {first}."
    if claimed and behind:
        kind = VerdictKind.LOSS if all(v.outcome is VerdictKind.LOSS for v in verdicts) else VerdictKind.WORSE
        return kind, f"{first} is worse on the {len(outputs)} outputs taken together.", f"Keep {second}."
    return VerdictKind.CANNOT_TELL, "Can't tell them apart on this data.", f"Keep {second} until you have more rows."
