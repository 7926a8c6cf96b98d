"""The range of a difference by the central limit theorem for one cross-validation (Bayle et al. 2020); for study only.

It takes the differences of all rows of one repeat for independent, which holds for stable learners and many rows.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.conclusion import Scope
from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, MAIN, Run
from core.domain.study import Study
from core.judge.compare import compute_row_differences
from core.judge.context import ComparisonContext
from core.judge.scores import build_score_table
from core.statistics.distributions import normal_tail_quantile


@dataclass(frozen=True, slots=True)
class CltRange:
    """How much better the first model is on the rows of the first repeat, in the measure's own unit."""

    mean: float
    low: float
    high: float
    statistic: float | None


def compute_clt_range(
    study: Study, data: Dataset, run: Run, first: str, second: str, output: int, level: float
) -> CltRange | None:
    """None where the main measure is no mean over rows, or a row of the first repeat was not tested."""
    main, halves = (build_score_table(study, data, run, part) for part in (MAIN, HALVES))
    context = ComparisonContext(study, data, main, halves, (), Scope.ALGORITHMS)
    pair = context.pair(first, context.measure, output, second, with_rows=False)
    found = compute_row_differences(context, pair, output)
    if found is None or not np.isfinite(found[0][0]).all():
        return None
    values = found[0][0]
    mean, error = float(np.mean(values)), float(np.std(values)) / math.sqrt(len(values))
    reach = normal_tail_quantile((1 + level) / 2) * error
    return CltRange(mean, mean - reach, mean + reach, mean / error if error else None)
