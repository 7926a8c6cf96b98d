"""Is it good enough? Every model against the limit, by the range of its own performance."""

from dataclasses import replace

from core.domain.conclusion import Answer, Conclusion, ModelAnswer, Reason
from core.judge.context import ComparisonContext
from core.judge.decide import answer_limit, combine_answers
from core.judge.obstacles import has_failed, is_in_sample, is_out_of_order, list_open_leaks
from core.judge.tie_break import Choice, choose_by_rule


def conclude_good_enough(context: ComparisonContext, frame: Conclusion) -> Conclusion:
    """Every model against the limit, with the range of its own performance; without a limit nothing is answered.

    An output that has no limit is estimated and not judged.
    """
    study = context.study
    if frame.no_claim is not None:
        few = frame.no_claim.reason is Reason.FEW_ROWS
        return replace(frame, answer=Answer.BLOCKED if few else Answer.UNCLEAR, reason=frame.no_claim.reason)
    if is_in_sample(study) or is_out_of_order(study):
        reason = Reason.IN_SAMPLE if is_in_sample(study) else Reason.ROW_ORDER
        return replace(frame, answer=Answer.BLOCKED, reason=reason)
    best = _find_best_estimate(context)
    if not study.question.has_limit:
        return replace(frame, model=best, use=best)
    rows = tuple(
        _answer_limit_row(context, one.key, output)
        for one in study.candidates
        for output, name in enumerate(context.data.outputs)
        if study.limit(name) is not None
    )
    models = tuple(_worst_row([row for row in rows if row.model == one.key]) for one in study.candidates)
    usable = [row for row in models if row.answer is not Answer.BLOCKED] or list(models)
    answer = combine_answers(row.answer for row in usable)
    mine = [row.model for row in usable if row.answer is answer]
    is_met = answer is Answer.YES
    choice = choose_by_rule(study, context.main, mine) if is_met else Choice(best if best in mine else mine[0], None)
    named = next(row for row in models if row.model == choice.key)
    return replace(
        frame,
        answer=answer,
        reason=named.reason,
        model=choice.key,
        output=named.output if len(context.data.outputs) == 1 else "",
        use=choice.key,
        rule=choice.rule if len(mine) > 1 else None,
        rows=rows,
        models=models,
    )


def _answer_limit_row(context: ComparisonContext, key: str, output: int) -> ModelAnswer:
    measure, found = context.measure, context.estimate(key, output)
    limit = (context.study.limit(context.data.outputs[output]) or 0.0) / measure.scale
    row = ModelAnswer(key, "", context.data.outputs[output], Answer.UNCLEAR, Reason.UNDEFINED, limit=limit)
    if has_failed(context, key):
        return replace(row, answer=Answer.BLOCKED, reason=Reason.FAILURES)
    if list_open_leaks(context.study):
        return replace(row, answer=Answer.BLOCKED, reason=Reason.LEAK)
    if found is None or found.interval is None:
        return row
    answer = answer_limit(found.interval.low, found.interval.high, limit, measure.lower_is_better)
    reasons = {Answer.YES: Reason.LIMIT_MET, Answer.NO: Reason.LIMIT_MISSED, Answer.UNCLEAR: Reason.LIMIT_OPEN}
    return replace(row, answer=answer, reason=reasons[answer])


def _worst_row(rows: list[ModelAnswer]) -> ModelAnswer:
    """Over all outputs the worst decides."""
    order = (Answer.BLOCKED, Answer.NO, Answer.UNCLEAR, Answer.YES)
    worst = min(rows, key=lambda row: order.index(row.answer))
    return worst if len(rows) == 1 else replace(worst, output="")


def _find_best_estimate(context: ComparisonContext) -> str:
    """The smallest loss on the first output; without any value the baseline."""
    sign = 1 if context.measure.lower_is_better else -1
    found = [(context.estimate(one.key, 0), one.key) for one in context.study.candidates]
    known = [
        (sign * estimate.mean, key) for estimate, key in found if estimate is not None and estimate.mean is not None
    ]
    return min(known, default=(0.0, context.study.baseline))[1]
