"""A checked claim in words: every figure of it, what these rows show, and what follows."""

from dataclasses import replace

from core.domain.claim import Claim, ClaimCheck, ClaimKind, ClaimPart, ClaimReason
from core.domain.conclusion import Answer
from core.domain.findings import Interval
from core.wording.sentence import Meaning, Sentence, Span, count_in_words, fill, join_sentences
from core.wording.units import decimals_for, number, round_outward

ACTIONS = {
    Answer.YES: "Your rows do not contradict the claim. More rows would narrow the range.",
    Answer.NO: "Ask on which rows and under which conditions the claim was measured, before you rely on it.",
    Answer.UNCLEAR: "Collect more rows with known values, or name the column of scores.",
    Answer.BLOCKED: "Check the claim on rows the model has not seen.",
}


def word_headline(check: ClaimCheck) -> Sentence:
    """The answer over all parts."""
    claims = "claim" if len(check.parts) == 1 else "claims"
    wrong = sum(part.answer is Answer.NO for part in check.parts)
    if check.answer is Answer.BLOCKED:
        return fill("Blocked. {model} was trained on these rows.", model=Span(check.model, Meaning.NAME))
    if check.answer is Answer.NO and len(check.parts) == 1:
        return fill("No. The claim does not fit your rows.")
    if check.answer is Answer.NO:
        return fill(
            "No. {wrong} of {all} claims {does} not fit your rows.",
            wrong=_capitalize(count_in_words(wrong, Meaning.COMPARISONS)),
            all=count_in_words(len(check.parts), Meaning.COMPARISONS),
            does="does" if wrong == 1 else "do",
        )
    if check.answer is Answer.YES:
        return fill("Yes. The {claims} {fit} your rows.", claims=claims, fit="fits" if claims == "claim" else "fit")
    return fill("Unclear. Too few rows to check the {claims}.", claims=claims)


def _capitalize(span: Span) -> Span:
    return replace(span, text=span.text[:1].upper() + span.text[1:])


def word_body(check: ClaimCheck) -> Sentence:
    """What was seen, part by part; a figure that fits is not thereby shown to be true."""
    lines = [fill("{part}.", part=word_part(check, part)) for part in check.parts]
    if any(part.reason is ClaimReason.FITS for part in check.parts):
        lines.append(fill("Every figure in the range fits as well."))
    if not check.is_sure and check.answer is not Answer.BLOCKED:
        lines.append(fill("This holds if these rows were not used to train the model."))
    return join_sentences(*lines)


def word_action(check: ClaimCheck) -> str:
    return ACTIONS[check.answer]


def word_part(check: ClaimCheck, part: ClaimPart) -> str:
    """ "98 % accurate: your rows show 96.2 % (94.1 to 97.8 %)"."""
    if part.seen is None or part.interval is None:
        return f"{_start(part.claim.text)}: no range can be given on {check.rows:,} rows"
    decimals = 1 if part.claim.kind.per_hundred else decimals_for(part.interval.high - part.interval.low)
    percent = " %" if part.claim.kind.per_hundred and part.claim.kind is not ClaimKind.POINTS else ""
    shown = number(_show(part.claim, part.seen), decimals)
    fits = {ClaimReason.WORSE: "; worse than claimed", ClaimReason.BETTER: "; better than claimed"}
    text = f"{_start(part.claim.text)}: your rows show {shown}{percent} ({word_range(part)})"
    return f"{text}{fits.get(part.reason, '')}"


def word_range(part: ClaimPart) -> str:
    interval: Interval | None = part.interval
    if interval is None:
        return "no range"
    low, high = _show(part.claim, interval.low), _show(part.claim, interval.high)
    decimals = 1 if part.claim.kind.per_hundred else decimals_for(high - low)
    ends = (number(round_outward(end, decimals, up), decimals) for end, up in ((low, False), (high, True)))
    percent = " %" if part.claim.kind.per_hundred and part.claim.kind is not ClaimKind.POINTS else ""
    return " to ".join(ends) + percent


def _show(claim: Claim, value: float) -> float:
    return 100 * value if claim.kind.per_hundred else value


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]
