"""Several outputs of one model: tested together, and answered together."""

from dataclasses import replace

import numpy as np

from core.domain.conclusion import Confirmation, Difference, JointTest, ModelAnswer, Reason
from core.domain.study import QuestionKind
from core.judge.compare import compute_row_differences
from core.judge.context import ComparisonContext, has_one_test_set
from core.judge.decide import combine_outputs, combine_worst
from core.statistics.joint_difference import compute_joint_difference
from core.statistics.undefined import Undefined


def check_jointly(context: ComparisonContext, key: str, rows: tuple[ModelAnswer, ...]) -> JointTest:
    """All outputs together, each with the variance that decides it; outputs with equal predictions add nothing."""
    mine = [row for row in rows if row.model == key and row.reason is not Reason.IDENTICAL]
    known = [row.difference for row in mine if row.difference is not None and row.difference.interval is not None]
    if not known or len(known) < len(mine):
        return JointTest(key, False, None)
    p = _test_rows_jointly(context, known) if has_one_test_set(context.study) else _test_splits_jointly(context, known)
    is_descriptive = any(
        one.interval is not None
        and one.interval.confirmation in (Confirmation.NOT_CONFIRMED, Confirmation.NOT_POSSIBLE)
        and one.interval.is_stretched
        for one in known
    )
    return JointTest(key, p is not None and p < 1 - context.level, p, is_descriptive)


def _test_splits_jointly(context: ComparisonContext, known: list[Difference]) -> float | None:
    outputs = [context.data.outputs.index(one.output) for one in known]
    pair = context.pair(known[0].first, context.measure, outputs[0], known[0].second, with_rows=False)
    if pair.outputs_first is None or pair.outputs_second is None:
        return None
    differences = (pair.outputs_first - pair.outputs_second)[..., outputs].reshape(-1, len(outputs))
    errors = [one.interval.standard_error if one.interval else None for one in known]
    if any(error is None for error in errors):
        return None
    units = len(differences) if not context.has_groups else min(len(differences), context.data.group_count)
    found = compute_joint_difference(
        np.array([one.mean for one in known], dtype=np.float64),
        np.array(errors, dtype=np.float64) ** 2,
        differences,
        units,
    )
    return None if isinstance(found, Undefined) else found.p


def _test_rows_jointly(context: ComparisonContext, known: list[Difference]) -> float | None:
    """On one test set: the rows (or whole groups) give both variances and correlations."""
    columns = []
    for one in known:
        output = context.data.outputs.index(one.output)
        pair = context.pair(one.first, context.measure, output, one.second, with_rows=False)
        found = compute_row_differences(context, pair, output)
        if found is None:
            return None
        losses, folds = found
        columns.append(losses[0, folds[0] >= 0])
    rows = np.column_stack(columns)
    if context.has_groups and context.data.groups is not None:
        tested = folds[0] >= 0
        _, member = np.unique(context.data.groups[tested], return_inverse=True)
        sums = np.array([np.bincount(member, column - column.mean()) for column in rows.T]).T
        count = len(sums)
        variances = count / (count - 1) * np.sum(sums**2, axis=0) / len(rows) ** 2
        joint = compute_joint_difference(rows.mean(axis=0), variances, sums, count)
    else:
        joint = compute_joint_difference(rows.mean(axis=0), rows.var(axis=0, ddof=1) / len(rows), rows, len(rows))
    return None if isinstance(joint, Undefined) else joint.p


def combine_over_outputs(
    context: ComparisonContext, rows: tuple[ModelAnswer, ...], joint: tuple[JointTest, ...]
) -> tuple[ModelAnswer, ...]:
    """One row per model: its own, or that of all its outputs together."""
    found = []
    for key in dict.fromkeys(row.model for row in rows):
        mine = [row for row in rows if row.model == key]
        if len(mine) == 1:
            found.append(mine[0])
            continue
        reason: Reason | None = None
        if context.study.question.kind is QuestionKind.REPLACE:
            answer = combine_worst(row.answer for row in mine)
        else:
            is_claimed = context.study.question.kind is not QuestionKind.BETTER or any(
                test.model == key and test.claims for test in joint
            )
            answer, reason = combine_outputs((row.answer for row in mine), is_claimed)
        deciding = next((row for row in mine if row.answer is answer), mine[0])
        found.append(replace(deciding, output="", answer=answer, reason=reason or deciding.reason))
    return tuple(found)
