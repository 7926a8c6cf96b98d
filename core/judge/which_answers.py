"""Which of these models? Every pair is compared, so that the leader may be chosen from the same data."""

from dataclasses import replace

import numpy as np

from core.domain.conclusion import Answer, Conclusion, Difference, ModelAnswer, Reason
from core.judge.baseline_answers import answer_by_range, find_obstacle
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext
from core.judge.decide import answer_which
from core.judge.obstacles import has_failed
from core.judge.second_measure import check_second_measure
from core.judge.tie_break import Choice, choose_by_rule


def answer_which_rows(context: ComparisonContext, output: int) -> list[ModelAnswer]:
    """All pairs at the level of the family, so that the leader may be chosen from the same data."""
    usable = [one.key for one in context.study.candidates if not has_failed(context, one.key)]
    broken = [one.key for one in context.study.candidates if one.key not in usable]
    pairs = _compare_all_pairs(context, usable, output)
    leader = _find_leader(usable, pairs)
    rows = [_answer_which_row(context, key, leader, usable, pairs, output) for key in usable if key != leader]
    rows += [_make_which_row(context, key, leader, output, Answer.BLOCKED, Reason.FAILURES, None) for key in broken]
    return [_answer_leader(context, leader, rows, output), *rows] if leader else rows


Pairs = dict[tuple[str, str], Difference]


def _compare_all_pairs(context: ComparisonContext, keys: list[str], output: int) -> Pairs:
    found: Pairs = {}
    for place, first in enumerate(keys):
        for second in keys[place + 1 :]:
            ahead = compare_models(context, first, second, context.measure, output, context.level)
            found[first, second], found[second, first] = ahead, ahead.reverse()
    return found


def _find_leader(keys: list[str], pairs: Pairs) -> str:
    """The model with the best mean over the same splits; of equal ones the first."""
    totals = {key: sum(pairs[key, other].mean or 0.0 for other in keys if other != key) for key in keys}
    return max(keys, key=lambda key: totals[key], default="")


def _answer_which_row(
    context: ComparisonContext, key: str, leader: str, usable: list[str], pairs: Pairs, output: int
) -> ModelAnswer:
    """Against the leader; No also where any other model is shown ahead of it by what may matter."""
    row = _make_which_row(context, key, leader, output, Answer.UNCLEAR, Reason.UNDEFINED, pairs[leader, key])
    obstacle = find_obstacle(context, pairs[leader, key], output)
    if obstacle is not None:
        return replace(row, answer=obstacle[0], reason=obstacle[1])
    found = answer_by_range(row, pairs[leader, key], answer_which)
    others = [pairs[other, key] for other in usable if other not in (key, leader)]
    beaten = (answer_by_range(row, ahead, answer_which) for ahead in others if ahead.interval is not None)
    is_behind = found.answer is not Answer.SAME and any(one.answer is Answer.NO for one in beaten)
    return replace(found, answer=Answer.NO, reason=Reason.LOSS) if is_behind else _turn_reason(found)


def _turn_reason(row: ModelAnswer) -> ModelAnswer:
    """The range has the leader first; the reason is told from the side of the model."""
    turned = {
        Reason.WIN: Reason.LOSS,
        Reason.BETTER: Reason.WORSE,
        Reason.LOSS: Reason.WIN,
        Reason.WORSE: Reason.BETTER,
        Reason.NOT_WORSE: Reason.NOT_BETTER,
        Reason.NOT_BETTER: Reason.NOT_WORSE,
    }
    return replace(row, reason=turned.get(row.reason, row.reason))


def _make_which_row(
    context: ComparisonContext,
    key: str,
    leader: str,
    output: int,
    answer: Answer,
    reason: Reason,
    ahead: Difference | None,
) -> ModelAnswer:
    return ModelAnswer(
        model=key,
        comparator=leader,
        output=context.data.outputs[output],
        answer=answer,
        reason=reason,
        difference=ahead,
        second=None if ahead is None else check_second_measure(context, ahead, output, context.level),
        margin=context.margin(output),
    )


def _answer_leader(context: ComparisonContext, leader: str, rows: list[ModelAnswer], output: int) -> ModelAnswer:
    """Yes where no other model is unclear; Same where all others are the same; else unclear with them."""
    given = {row.answer for row in rows} - {Answer.BLOCKED}
    answer, reason = Answer.YES, Reason.LEADER
    if any(row.reason in (Reason.ROW_ORDER, Reason.IN_SAMPLE, Reason.LEAK, Reason.FEW_ROWS) for row in rows):
        blocked = next(row for row in rows if row.answer is Answer.BLOCKED)
        answer, reason = Answer.BLOCKED, blocked.reason
    elif not given:
        answer, reason = Answer.BLOCKED, Reason.FAILURES
    elif Answer.UNCLEAR in given:
        answer, reason = Answer.UNCLEAR, next(row.reason for row in rows if row.answer is Answer.UNCLEAR)
    elif given == {Answer.SAME}:
        answer, reason = Answer.SAME, Reason.SAME
    return _make_which_row(context, leader, leader, output, answer, reason, None)


def conclude_which(context: ComparisonContext, frame: Conclusion) -> Conclusion:
    """One model for all outputs as long as it is not shown behind in any of them."""
    first = context.data.outputs[0]
    leaders = {row.output: row.model for row in frame.rows if row.model == row.comparator}
    leader_rows = {row.output: row for row in frame.rows if row.model == row.comparator}
    if not leaders:
        return replace(frame, answer=Answer.BLOCKED, reason=Reason.FAILURES)
    leader, row = leaders.get(first, ""), leader_rows[next(iter(leader_rows))]
    open_ones = [one.model for one in frame.rows if one.answer in (Answer.UNCLEAR, Answer.SAME, Answer.YES)]
    possible = [key for key in dict.fromkeys(open_ones) if _is_never_behind(frame, key)]
    answers = [one.answer for one in leader_rows.values()]
    answer = combine_which_answers(answers)
    reason = next((one.reason for one in leader_rows.values() if one.answer is answer), row.reason)
    choice = _choose_which(context, leader, answer, possible)
    runner_up = _find_runner_up(frame, leader, first)
    return replace(
        frame,
        answer=answer,
        reason=reason,
        model=leader,
        comparator=runner_up,
        output=first if len(context.data.outputs) == 1 else "",
        use=choice.key,
        rule=choice.rule,
    )


def combine_which_answers(answers: list[Answer]) -> Answer:
    """Over the leaders of all outputs: Blocked before Unclear before Yes before Same; No where all are no better than
    the constant guess.
    """
    for wanted in (Answer.BLOCKED, Answer.UNCLEAR, Answer.YES, Answer.SAME):
        if wanted in answers:
            return wanted
    return Answer.NO


def _is_never_behind(frame: Conclusion, key: str) -> bool:
    return all(row.answer not in (Answer.NO, Answer.BLOCKED) for row in frame.rows if row.model == key)


def _choose_which(context: ComparisonContext, leader: str, answer: Answer, possible: list[str]) -> Choice:
    if answer is Answer.BLOCKED or len(possible) < 2:
        return Choice(possible[0] if possible else leader, None)
    return choose_by_rule(context.study, context.main, possible)


def _find_runner_up(frame: Conclusion, leader: str, output: str) -> str:
    """The model closest behind the leader, which the body names."""
    others = [row for row in frame.rows if row.output == output and row.model != leader and row.difference is not None]
    ranked = sorted(others, key=lambda row: np.inf if row.difference is None else row.difference.mean or 0.0)
    return ranked[0].model if ranked else ""
