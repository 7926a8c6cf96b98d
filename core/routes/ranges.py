"""The range of a gap between two models, and of one model's figure, on one set of test rows."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult
from core.domain.findings import Interval
from core.judge.row_losses import row_losses
from core.routes.resample import Figure, area_figure, area_gap_figure, mean_figure, spread_of, units_of
from core.statistics.accuracy_difference import estimate_accuracy_difference
from core.statistics.auc_intervals import delong
from core.statistics.auc_tests import delong_paired
from core.statistics.count_tests import correct_counts
from core.statistics.measures import Context
from core.statistics.share_intervals import wilson
from core.statistics.t_tests import one_sample_t, paired_t
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class Range:
    """A gap (positive: the first is better) with its range and p by one method, or why there is none."""

    effect: float | None
    interval: Interval | None = None
    p: float | None = None
    df: float | None = None
    method: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The test rows: their truth is in `data`; `groups` are the rows that are alike, None if there are none."""

    data: Dataset
    context: Context
    groups: Integers | None

    @property
    def is_positive(self) -> Integers:
        return np.asarray(self.data.targets[:, 0] == self.context.positive, dtype=np.int64)

    @property
    def units(self) -> Integers:
        return units_of(self.groups, self.data.size)

    def ranking(self, outcome: FitResult) -> Floats | None:
        """Scores of the positive class; None unless there are two classes and every row has a score."""
        if len(self.data.classes) != 2 or outcome.scores is None:
            return None
        return np.ascontiguousarray(outcome.scores[:, self.context.positive])

    def losses(self, outcome: FitResult, measure: str, output: int) -> Floats | None:
        return row_losses(outcome, measure, self.data, output, self.context)


def gap_range(
    rows: Rows,
    first: FitResult,
    second: FitResult,
    measure: str,
    output: int,
    level: float,
    random: np.random.Generator,
) -> Range:
    """By groups where rows are alike; else the exact or row-wise form of the measure."""
    if measure == "auc":
        return _area_gap(rows, first, second, level, random)
    ours, theirs = rows.losses(first, measure, output), rows.losses(second, measure, output)
    if ours is None or theirs is None:
        return Range(None, reason="this measure has no value on these rows")
    if rows.groups is not None:
        return _by_groups(mean_figure(theirs - ours, rows.units), rows, level, random)
    return _by_counts(ours, theirs, level) if measure == "error" else _by_rows(ours, theirs, level)


def _by_groups(figure: Figure, rows: Rows, level: float, random: np.random.Generator) -> Range:
    spread = spread_of(figure, int(rows.units.max()) + 1, random)
    interval = spread.interval(level)
    reason = "" if interval else "all groups show the same gap" if spread.units > 1 else "there is one group only"
    return Range(spread.value, interval, spread.p, spread.df, "bootstrap-groups", reason)


def _by_counts(ours: Floats, theirs: Floats, level: float) -> Range:
    """Tango's range, reaching to 0 where the exact sign test sees no gap: the exact test decides."""
    counts = correct_counts((ours == 0).astype(np.int64), (theirs == 0).astype(np.int64))
    found = estimate_accuracy_difference(counts, level)
    if isinstance(found, Undefined):
        return Range(found.estimate, method="tango", reason="there are no rows to count")
    return Range(found.difference, Interval(found.low, found.high, level, "tango"), found.p, None, "tango")


def _by_rows(ours: Floats, theirs: Floats, level: float) -> Range:
    found = paired_t(-ours, -theirs, level)
    if isinstance(found, Undefined):
        if found.reason == "identical_scores":
            return Range(0.0, Interval(0.0, 0.0, level, "paired-rows"), 1.0, float(len(ours) - 1), "paired-rows")
        return Range(found.estimate, method="paired-rows", reason="all rows show the same gap")
    return Range(found.mean, Interval(found.low, found.high, level, "paired-rows"), found.p, found.df, "paired-rows")


def _area_gap(rows: Rows, first: FitResult, second: FitResult, level: float, random: np.random.Generator) -> Range:
    ours, theirs = rows.ranking(first), rows.ranking(second)
    if ours is None or theirs is None:
        return Range(None, reason="AUC needs scores of both models and two classes")
    if rows.groups is not None:
        return _by_groups(area_gap_figure(rows.is_positive, ours, theirs, rows.units), rows, level, random)
    found = delong_paired(rows.is_positive, ours, theirs, level)
    if isinstance(found, Undefined):
        if found.reason == "identical_scores":
            return Range(0.0, Interval(0.0, 0.0, level, "delong"), 1.0, None, "delong")
        return Range(found.estimate, method="delong", reason="the AUCs have no spread on these rows")
    return Range(found.difference, Interval(found.low, found.high, level, "delong"), found.p, None, "delong")


def level_range(
    rows: Rows, outcome: FitResult, measure: str, output: int, level: float, random: np.random.Generator
) -> Interval | None:
    """The range of one model's figure: Wilson, DeLong or the mean over rows; by groups never narrower than those."""
    plain = _plain_level(rows, outcome, measure, output, level)
    figure = _level_figure(rows, outcome, measure, output)
    if figure is None or rows.groups is None:
        return plain
    drawn = spread_of(figure, int(rows.units.max()) + 1, random).interval(level)
    found = [interval for interval in (drawn, plain) if interval is not None]
    if not found:
        return None
    low, high = max(0.0, min(one.low for one in found)), max(one.high for one in found)
    return Interval(low, min(high, 1.0) if measure in ("error", "auc") else high, level, found[0].method)


def _area_level(rows: Rows, outcome: FitResult, level: float) -> Interval | None:
    ranking = rows.ranking(outcome)
    if ranking is None:
        return None
    found = delong(rows.is_positive, ranking, level)
    return None if isinstance(found, Undefined) else _interval(found.low, found.high, level, "delong")


def _plain_level(rows: Rows, outcome: FitResult, measure: str, output: int, level: float) -> Interval | None:
    if measure == "auc":
        return _area_level(rows, outcome, level)
    losses = rows.losses(outcome, measure, output)
    if losses is None:
        return None
    if measure == "error":
        share = wilson(float(losses.sum()), len(losses), level)
        return None if isinstance(share, Undefined) else _interval(share.low, share.high, level, "wilson")
    found = one_sample_t(losses, level)
    return None if isinstance(found, Undefined) else _interval(max(0.0, found.low), found.high, level, "t-mean")


def _interval(low: float, high: float, level: float, method: str) -> Interval:
    return Interval(float(low), float(high), level, method)


def _level_figure(rows: Rows, outcome: FitResult, measure: str, output: int) -> Figure | None:
    if measure == "auc":
        ranking = rows.ranking(outcome)
        return None if ranking is None else area_figure(rows.is_positive, ranking, rows.units)
    losses = rows.losses(outcome, measure, output)
    return None if losses is None else mean_figure(losses, rows.units)
