"""Which ranges a study supports: limits of errors by output and level, limits of scores by class, and refusals."""

import math

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.prediction import LEVELS, ClassLimit, Coverage, ErrorLimit, LimitRule
from core.prediction.error_limits import (
    compute_class_limits,
    compute_error_limit,
    compute_expected_coverage,
    compute_grouped_error_limit,
    compute_scaled_error_limit,
)
from core.prediction.held_out import HeldOut, compute_errors
from core.prediction.tested_rows import FEWEST_FOR_LOCAL, TestedRows, compute_local_sizes, flag_categories
from core.statistics.undefined import Undefined

FEWEST_GROUPS = 6  # the smallest number of groups for which ranges were measured
ROUNDING = 1e-9


def compute_fewest_rows(level: float) -> int:
    """Rows below which no error is a limit at this level: 4, 9 and 19 for 80, 90 and 95 %."""
    return math.ceil(level / (1 - level) - ROUNDING)


def compute_fewest_groups(level: float) -> int:
    """Groups from which each group weighs the same: 9, 19 and 39 for 80, 90 and 95 %."""
    return math.ceil(2 * level / (1 - level) + 1 - ROUNDING)


def list_error_limits(
    data: Dataset, held_out: HeldOut, known: TestedRows | None, groups: Integers | None
) -> tuple[ErrorLimit, ...]:
    """Limits of every output at every level. `groups` by row of the dataset: those that folds kept whole.

    With `known` rows a limit may follow the local size of errors: from 60 rows on, where that makes ranges narrower
    on average at the same rank.
    """
    errors = compute_errors(data, held_out)
    members = None if groups is None else groups[held_out.rows]
    sizes, rows = _find_sizes(data, held_out, known)
    found = []
    for place, output in enumerate(data.outputs):
        for level in LEVELS:
            limit = _limit(errors[:, :, place], members, level)
            scaled = None
            if limit.limit is not None and len(rows) >= FEWEST_FOR_LOCAL:
                scaled = _scale(errors[:, rows, place], sizes[:, place], members, rows, limit)
            found.append(_with_output(limit, output, scaled))
    return tuple(found)


def list_class_limits(data: Dataset, held_out: HeldOut, groups: Integers | None) -> tuple[ClassLimit, ...]:
    """Limits of every class at every level, by class: one limit for all leaves rare classes far below the promise.

    Nothing where there are no scores. A class whose rows (groups) are too few can never be excluded.
    """
    if held_out.scores is None:
        return ()
    labels = data.labels[held_out.rows]
    scores = held_out.scores[:, np.arange(len(labels)), labels]  # of the true class
    members = None if groups is None else groups[held_out.rows]
    found = []
    for level in LEVELS:
        plain = compute_class_limits(scores, labels, len(data.classes), level)
        for place, name in enumerate(data.classes):
            mine = labels == place
            limit = _limit(1.0 - scores[:, mine], None if members is None else members[mine], level)
            value = plain[place] if members is None else limit.limit
            found.append(ClassLimit(name, level, limit.rule, limit.units, value, limit.coverage, limit.needed))
    return tuple(found)


def _limit(errors: Floats, groups: Integers | None, level: float) -> ErrorLimit:
    """The limit of errors, repeats x rows; with groups each group weighs the same where there are enough."""
    if groups is None:
        rule, units, fewest = LimitRule.ROWS, errors.shape[1], compute_fewest_rows(level)
    else:
        units = len(np.unique(groups))
        rule = LimitRule.GROUPS if units >= compute_fewest_groups(level) else LimitRule.POOLED_GROUPS
        fewest = max(FEWEST_GROUPS, compute_fewest_rows(level) if rule is LimitRule.GROUPS else 0)
    limit = _find_limit(errors, groups if rule is LimitRule.GROUPS else None, level)
    if units < fewest or isinstance(limit, Undefined):
        reason = "too_few_rows" if groups is None else "too_few_groups"
        return ErrorLimit("", level, rule, units, needed=max(fewest, units + 1), reason=reason)
    coverage = compute_expected_coverage(units, level)
    said = None if isinstance(coverage, Undefined) else Coverage(coverage.mean, coverage.low, coverage.high)
    return ErrorLimit("", level, rule, units, limit=limit, coverage=said)


def _find_limit(errors: Floats, groups: Integers | None, level: float) -> float | Undefined:
    if groups is None:
        return compute_error_limit(errors, level)
    return compute_grouped_error_limit(errors, groups, level)


def _find_sizes(data: Dataset, held_out: HeldOut, known: TestedRows | None) -> tuple[Floats, Integers]:
    """Local error sizes of tested rows that are kept, and the positions of these rows among the held-out ones.

    Copies of a kept row are left out here: its neighbors would include itself.
    """
    if known is None or len(known.tested) < FEWEST_FOR_LOCAL:
        return np.zeros((0, len(data.outputs))), np.empty(0, dtype=np.int64)
    numbers = (held_out.rows if data.rows is None else data.rows[held_out.rows]) + 1
    order = np.argsort(numbers)
    rows = order[np.searchsorted(numbers[order], known.numbers[known.tested])]
    return compute_local_sizes(known, flag_categories(data)), rows


def _scale(errors: Floats, sizes: Floats, groups: Integers | None, rows: Integers, plain: ErrorLimit) -> float | None:
    """The factor of the local error size, where ranges become narrower by it on average at the same rank; else None."""
    members = None if groups is None or plain.rule is not LimitRule.GROUPS else groups[rows]
    width = _find_limit(errors, members, plain.level)
    factor = compute_scaled_error_limit(errors, sizes, plain.level, members)
    if isinstance(width, Undefined) or isinstance(factor, Undefined):
        return None
    return factor if factor * float(np.mean(sizes)) < width else None


def _with_output(limit: ErrorLimit, output: str, scaled: float | None) -> ErrorLimit:
    return ErrorLimit(
        output, limit.level, limit.rule, limit.units, limit.limit, scaled, limit.coverage, limit.needed, limit.reason
    )
