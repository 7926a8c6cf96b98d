"""Whether the second measure tells the same story as the main one (the four cases of Aslan et al. 2009)."""

import numpy as np

from core.domain.conclusion import Difference, MeasureConflict, SecondMeasure
from core.domain.dataset import Floats
from core.domain.pairing import Pairing
from core.figures.roc import GRID, roc_points, turning_point
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext
from core.statistics.undefined import Undefined

RANKS = "auc"


def check_second_measure(
    context: ComparisonContext, main: Difference, output: int, level: float
) -> SecondMeasure | None:
    """Compare the same pair on the second measure; None where none was asked for."""
    row = context.second_measure
    if row is None:
        return None
    second = compare_models(context, main.first, main.second, row, output, level)
    conflict, side = _find_conflict(main, second)
    by_ranks = RANKS in (main.measure, row.key)
    uses_cost = "cost" in (main.measure, row.key)
    return SecondMeasure(
        difference=second,
        conflict=conflict,
        ahead=main.first if side > 0 else main.second if side < 0 else "",
        threshold=(context.main.context.threshold if uses_cost else 0.5) if by_ranks else None,
        crossing=_find_crossing(context, main, output) if by_ranks and conflict is MeasureConflict.MAIN_ONLY else None,
    )


def _find_conflict(main: Difference, second: Difference) -> tuple[MeasureConflict, int]:
    if main.interval is None or second.interval is None:
        return MeasureConflict.UNDEFINED, 0
    ours, theirs = find_side(main), find_side(second)
    if ours == theirs:
        return MeasureConflict.AGREE, theirs
    if ours and theirs:
        return MeasureConflict.OPPOSITE, theirs
    return (MeasureConflict.MAIN_ONLY, 0) if ours else (MeasureConflict.SECOND_ONLY, theirs)


def find_side(difference: Difference) -> int:
    """+1 where the range shows the first model better, -1 the second, 0 neither."""
    interval = difference.interval
    if interval is None:
        return 0
    return 1 if interval.low > 0 else -1 if interval.high < 0 else 0


def _find_crossing(context: ComparisonContext, main: Difference, output: int) -> tuple[float, str] | None:
    """The false-positive rate at which the ROC curves of the first repeat cross, and who is better to its left."""
    found = find_roc_crossing(context.pair(main.first, context.measure, output, main.second))
    return None if found is None else (found[0], main.first if found[1] > 0 else main.second)


def find_roc_crossing(pair: Pairing) -> tuple[float, int] | None:
    if pair.truth is None or pair.first_ranking is None or pair.second_ranking is None:
        return None
    first, second = (roc_points(pair.truth, ranking) for ranking in (pair.first_ranking, pair.second_ranking))
    if isinstance(first, Undefined) or isinstance(second, Undefined):
        return None
    turn = turning_point(_interpolate(first.false_alarms, first.hits) - _interpolate(second.false_alarms, second.hits))
    return None if turn is None else (float(GRID[turn[0]]), turn[1])


def _interpolate(false_positive_rates: Floats, true_positive_rates: Floats) -> Floats:
    return np.asarray(np.interp(GRID, false_positive_rates, true_positive_rates))
