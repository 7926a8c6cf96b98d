"""Two models over all thresholds: bundles of ROC curves, what they do at each threshold, how reliable their scores are.

Drawn after Aslan et al. 2009, figures 1 to 5: one curve per fold, the standard threshold marked on each.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.figures.calibration import Reliability, reliability
from core.figures.roc import Bundle, Crossing, bundle, crossing
from core.figures.thresholds import Point, Stretch, Tally, costs_in_words, stretches, tally
from core.judge.scores import ScoreTable
from core.laboratory.scored_rows import are_probabilities, collect_scored_folds, collect_scored_rows, require_classes
from core.support.errors import DataError
from core.wording.units import sentences


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One model. `has_cut`: its scores are probabilities, so that a threshold has a meaning."""

    name: str
    folds: tuple[Tally, ...]
    bundle: Bundle
    tally: Tally
    has_cut: bool
    reliability: Reliability | None

    def points(self, threshold: float) -> tuple[Point, ...]:
        """Where each fold stands at a threshold, as false alarm and hit rate."""
        found = (fold.rates(threshold) for fold in self.folds) if self.has_cut else ()
        return tuple(point for point in found if point is not None)

    def middle(self, threshold: float) -> Point | None:
        """The mean of the points of all folds."""
        points = self.points(threshold)
        return (float(np.mean([x for x, _ in points])), float(np.mean([y for _, y in points]))) if points else None


@dataclass(frozen=True, slots=True, eq=False)
class RocComparison:
    """Reference and, if there is one, candidate; `positive` is the class to be found."""

    positive: str
    baseline: Side
    candidate: Side | None
    crossing: Crossing | None
    stretches: tuple[Stretch, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.baseline,) if self.candidate is None else (self.baseline, self.candidate)

    @property
    def has_cut(self) -> bool:
        return all(side.has_cut for side in self.sides)

    def sentence(self) -> str:
        areas = ", ".join(f"{side.name} {side.bundle.auc:.3f}" for side in self.sides)
        count = len(self.baseline.bundle.curves)
        told = [
            f"{count} curves per model, one per fold, for finding “{self.positive}”; mean AUC of the folds: {areas}."
        ]
        told.append(self.crossing_words())
        absent = self.baseline.bundle.absent
        told.append(f"{absent} folds have one class only and no curve." if absent else "")
        return sentences(" ".join(part for part in told if part))

    def crossing_words(self) -> str:
        if self.candidate is None:
            return ""
        if self.crossing is None:
            return "The mean curves do not clearly cross."
        ahead, behind = self.candidate.name, self.baseline.name
        if self.crossing.left < 0:
            ahead, behind = behind, ahead
        low, high = 100 * self.crossing.low, 100 * self.crossing.high
        where = f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}"
        return (
            f"The mean curves cross at {where} false alarms in 100: left of it {ahead} is above, right of it {behind}."
        )

    def cost_sentence(self) -> str:
        """Who costs less for which cost of a miss."""
        if self.candidate is None:
            return ""
        if not self.has_cut:
            return "The scores are no probabilities, so a cost ratio does not say where to cut them."
        return sentences(costs_in_words(self.stretches, self.candidate.name, self.baseline.name))


def compare_roc(main: ScoreTable, names: Mapping[str, str], candidate: str | None, positive: int) -> RocComparison:
    """One class against all others, from the stored scores; an error says why a curve cannot be drawn."""
    require_classes(main.data)
    baseline = _side(main, main.study.baseline, names, positive)
    other = None if candidate is None else _side(main, candidate, names, positive)
    found = None if other is None else crossing(baseline.bundle.mean, other.bundle.mean)
    costs = stretches(baseline.tally, other.tally) if other and other.has_cut and baseline.has_cut else ()
    return RocComparison(main.data.classes[positive], baseline, other, found, costs)


def _side(main: ScoreTable, key: str, names: Mapping[str, str], positive: int) -> Side:
    folds = collect_scored_folds(main, key, names[key], positive)
    curves = bundle(folds)
    if curves is None:
        what = f"no test fold has both “{main.data.classes[positive]}” and other rows"
        raise DataError(f"No curve for {names[key]}: {what}.", hint="Use fewer folds, or choose another class.")
    rows = collect_scored_rows(main, key, names[key], positive)
    return Side(
        name=names[key],
        folds=tuple(tally((fold,)) for fold in folds),
        bundle=curves,
        tally=tally(folds),
        has_cut=are_probabilities(folds),
        reliability=reliability(rows) if rows else None,
    )
