"""What fold scores from another tool allow to conclude, in words."""

from core.domain.conclusion import Answer, ModelAnswer, Reason
from core.domain.fold_scores import Design
from core.wording.score_kinds import score_kind
from core.wording.units import Unit, decimals_for, format_difference, number, round_outward, singularize

NOT_PAIRED = (
    "The models did not meet the same folds, so their scores cannot be set side by side; and scores of folds that "
    "share training rows support no test without that."
)
NO_HALVES = "Fold scores hold no models trained on half the rows, so no difference can be confirmed from them."
ACTIONS = {
    Answer.SAME: "Keep {baseline}, or use {model}.",
    Answer.NO: "Keep {baseline}.",
    Answer.UNCLEAR: "Keep {baseline}. Run the study in Evenfold to confirm a difference.",
}


def word_headline(row: ModelAnswer) -> str:
    headlines = {
        Answer.SAME: "Same. The scores show no relevant difference.",
        Answer.NO: f"No. {row.model} is not better than {row.comparator}.",
        Answer.UNCLEAR: f"Unclear. These scores cannot show whether {row.model} is better.",
    }
    if row.reason is Reason.IDENTICAL:
        return f"Same. {row.model} and {row.comparator} have equal scores."
    if row.reason is Reason.DESCRIPTIVE:
        return "Described, not compared."
    return headlines.get(row.answer, row.answer.value.capitalize())


def word_body(row: ModelAnswer, design: Design) -> str:
    if row.reason is Reason.IDENTICAL:
        return "Both have the same score on every fold."
    if row.reason is Reason.DESCRIPTIVE:
        return NOT_PAIRED
    difference = row.difference
    interval = difference.interval if difference is not None else None
    if difference is None or interval is None or difference.mean is None:
        return "The range of the difference has no value here."
    unit = score_kind(design.kind).unit
    seen = _word_difference(unit, difference.mean, interval.high - interval.low)
    text = f"{row.model} had {seen} than {row.comparator} on average; {_word_ends(unit, interval.low, interval.high)}."
    return f"{text} {NO_HALVES}" if interval.is_stretched or row.answer is Answer.UNCLEAR else text


def word_action(row: ModelAnswer) -> str:
    return ACTIONS.get(row.answer, "").format(model=row.model, baseline=row.comparator)


def _word_difference(unit: Unit, mean: float, width: float) -> str:
    decimals = 1 if unit.scale == 100.0 else decimals_for(unit.shown(width))
    return singularize((unit.better if mean >= 0 else unit.worse).format(number(abs(unit.shown(mean)), decimals)))


def _word_ends(unit: Unit, low: float, high: float) -> str:
    shown = unit.shown(low), unit.shown(high)
    decimals = 1 if unit.scale == 100.0 else decimals_for(shown[1] - shown[0])
    ends = (round_outward(shown[0], decimals, up=False), round_outward(shown[1], decimals, up=True))
    words = " to ".join(format_difference(end, decimals, unit) if end else "none" for end in ends)
    return f"the true difference may be {words}"
