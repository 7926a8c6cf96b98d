"""The answer of one model against the baseline on one output, and what may stand in its way."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.domain.conclusion import Answer, Confirmation, ConstantGuess, Difference, ModelAnswer, Reason
from core.domain.evidence import TRIVIAL
from core.domain.study import QuestionKind
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext
from core.judge.decide import answer_better, answer_replace, count_agreement, explain_range
from core.judge.obstacles import (
    explain_no_claim,
    has_failed,
    is_identical,
    is_in_sample,
    is_out_of_order,
    list_open_leaks,
)
from core.judge.second_measure import check_second_measure

PERFECT_BY_GUESSING = ("recall", "specificity")
AnswerTable = Callable[[float, float, float], Answer]  # low, high, margin


def answer_against_baseline(context: ComparisonContext, key: str, output: int) -> ModelAnswer:
    """Better? or may replace? (For "good enough" the difference is shown beside the limit and judged as better.)"""
    difference = compare_models(context, key, context.study.baseline, context.measure, output, context.level)
    row = ModelAnswer(
        model=key,
        comparator=context.study.baseline,
        output=context.data.outputs[output],
        answer=Answer.UNCLEAR,
        reason=Reason.UNDEFINED,
        difference=difference,
        second=check_second_measure(context, difference, output, context.level),
        margin=context.margin(output),
    )
    obstacle = find_obstacle(context, difference, output)
    if obstacle is not None:
        return replace(row, answer=obstacle[0], reason=obstacle[1])
    is_replace = context.study.question.kind is QuestionKind.REPLACE
    return answer_by_range(row, difference, answer_replace if is_replace else answer_better)


def find_obstacle(context: ComparisonContext, difference: Difference, output: int) -> tuple[Answer, Reason] | None:
    """The answers that come before any range decides; None when the range decides."""
    study, pair = context.study, (difference.first, difference.second)
    no_claim = explain_no_claim(study, context.data)
    if is_out_of_order(study):
        return Answer.BLOCKED, Reason.ROW_ORDER
    if is_in_sample(study):
        return Answer.BLOCKED, Reason.IN_SAMPLE
    if no_claim is not None:
        return Answer.BLOCKED if no_claim.reason is Reason.FEW_ROWS else Answer.UNCLEAR, no_claim.reason
    if any(has_failed(context, key) for key in pair):
        return Answer.BLOCKED, Reason.FAILURES
    if is_identical(context, *pair, output):
        answer = Answer.YES if study.question.kind is QuestionKind.REPLACE else Answer.SAME
        return answer, Reason.IDENTICAL
    if difference.interval is None or difference.mean is None:
        return Answer.UNCLEAR, Reason.UNDEFINED
    if list_open_leaks(study) and abs(difference.mean) > context.margin(output):
        return Answer.BLOCKED, Reason.LEAK
    return None


def answer_by_range(row: ModelAnswer, difference: Difference, table: AnswerTable) -> ModelAnswer:
    """One range, one margin, one answer; repeats that contradict it make it unclear."""
    interval = difference.interval
    assert interval is not None
    answer = table(interval.low, interval.high, row.margin)
    reason = explain_range(interval.low, interval.high, row.margin)
    agreement = count_agreement(reason, difference.repeats, row.margin)
    if agreement.contradicts and answer in (Answer.YES, Answer.NO, Answer.SAME):
        return replace(row, answer=Answer.UNCLEAR, reason=Reason.REPEATS, agreement=agreement)
    if _lost_by_halves(difference, row.margin, table, answer):
        reason = Reason.NOT_CONFIRMED
    return replace(row, answer=answer, reason=reason, agreement=agreement)


def _lost_by_halves(difference: Difference, margin: float, table: AnswerTable, answer: Answer) -> bool:
    """Whether the answer would be another one if the half-size check had confirmed the difference."""
    interval = difference.interval
    if interval is None or interval.confirmation in (Confirmation.CONFIRMED, Confirmation.NOT_NEEDED):
        return False
    return answer is Answer.UNCLEAR and table(interval.raw_low, interval.raw_high, margin) is not Answer.UNCLEAR


def apply_guess_gate(row: ModelAnswer, guesses: tuple[ConstantGuess, ...]) -> ModelAnswer:
    """Without a model shown to beat the constant guess no Yes stands; No where no model can gain what matters."""
    guess = next((one for one in guesses if one.output == row.output), None)
    if guess is None or guess.is_beaten or row.answer is Answer.BLOCKED:
        return row
    if guess.is_useless:
        return replace(row, answer=Answer.NO, reason=Reason.GUESS)
    return replace(row, answer=Answer.UNCLEAR, reason=Reason.GUESS) if row.answer is Answer.YES else row


def check_constant_guess(context: ComparisonContext) -> tuple[ConstantGuess, ...]:
    """Per output, whether any model, the baseline included, is shown to beat the constant guess (unadjusted range).

    Nothing where some constant guess is perfect: flagging every row has all the recall, flagging none all the
    specificity.
    """
    if context.measure.key in PERFECT_BY_GUESSING:
        return ()
    keys = [one.key for one in context.study.candidates if not has_failed(context, one.key)]
    if explain_no_claim(context.study, context.data) or not context.main.outcomes(TRIVIAL) or not keys:
        return ()
    return tuple(_check_guess_of_output(context, keys, output) for output in range(len(context.data.outputs)))


def _check_guess_of_output(context: ComparisonContext, keys: list[str], output: int) -> ConstantGuess:
    level = 1 - context.study.alpha
    gains = [compare_models(context, key, TRIVIAL, context.measure, output, level) for key in keys]
    # A gain that cannot be measured must not stop a comparison.
    is_beaten = any(gain.mean is None or (gain.mean > 0 and _is_above_zero(gain)) for gain in gains)
    closest = max(gains, key=lambda gain: -np.inf if gain.mean is None else gain.mean)
    margin = context.margin(output)
    is_useless = all(gain.interval is not None and gain.interval.high <= margin for gain in gains)
    return ConstantGuess(context.data.outputs[output], is_beaten, closest.first, is_useless and not is_beaten)


def _is_above_zero(gain: Difference) -> bool:
    """By the range before the half-size check: a coarse gate, and the check is about differences between models."""
    return gain.interval is None or gain.interval.raw_low > 0
