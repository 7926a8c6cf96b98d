"""What a model does at any threshold of its scores: hits, false alarms, errors and cost, over all test rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.figures.roc import Fold

RATIOS: Floats = np.geomspace(0.1, 100.0, 121)
"""Costs of a miss, counted in false alarms, between which the slider moves."""

THRESHOLDS: Floats = np.linspace(0.0, 1.0, 101)
STANDARD = 0.5
Point = tuple[float, float]
MOST_PARTS = 4


def threshold_of(ratio: float) -> float:
    """Call it positive above this probability (Aslan et al. 2009, section II.B, with lambda = 1/ratio)."""
    return 1.0 / (1.0 + ratio)


def ratio_of(threshold: float) -> float | None:
    """The cost of a miss for which a threshold is right; None at the end where it would be endless."""
    return (1.0 - threshold) / threshold if threshold > 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Scores of the test rows of one fold or of many, sorted, positives and others apart."""

    positives: Floats
    others: Floats

    @property
    def rows(self) -> int:
        return len(self.positives) + len(self.others)

    def at(self, threshold: float, ratio: float) -> "Performance":
        found = len(self.positives) - int(np.searchsorted(self.positives, threshold, "right"))
        alarms = len(self.others) - int(np.searchsorted(self.others, threshold, "right"))
        missed = len(self.positives) - found
        return Performance(
            threshold=threshold,
            hits=100 * found / max(1, len(self.positives)),
            alarms=100 * alarms / max(1, len(self.others)),
            errors=100 * (missed + alarms) / max(1, self.rows),
            cost=100 * (ratio * missed + alarms) / max(1, self.rows),
        )

    def rates(self, threshold: float) -> Point | None:
        """False alarm and hit rate where scores above the threshold are flagged; None when a class is absent."""
        if not len(self.positives) or not len(self.others):
            return None
        found, alarms = (np.searchsorted(scores, threshold, "right") for scores in (self.positives, self.others))
        return 1 - float(alarms) / len(self.others), 1 - float(found) / len(self.positives)


@dataclass(frozen=True, slots=True)
class Performance:
    """All per 100: hits of positives, false alarms of others, errors and cost (in false alarms) of all rows."""

    threshold: float
    hits: float
    alarms: float
    errors: float
    cost: float


def tally(folds: Sequence[Fold]) -> Tally:
    truth = np.concatenate([fold.truth for fold in folds])
    ranking = np.concatenate([fold.ranking for fold in folds])
    return Tally(np.sort(ranking[truth == 1]), np.sort(ranking[truth != 1]))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Cost ratios over which one side costs less: +1 the candidate, -1 the baseline, 0 neither."""

    low: float
    high: float
    side: int


def stretches(baseline: Tally, candidate: Tally) -> tuple[Stretch, ...]:
    """Who costs less from which ratio on, each at the threshold the ratio sets."""
    sides = [cheaper(baseline, candidate, float(ratio)) for ratio in RATIOS]
    found: list[Stretch] = []
    for ratio, side in zip(RATIOS.tolist(), sides, strict=True):
        if found and found[-1].side == side:
            found[-1] = Stretch(found[-1].low, ratio, side)
        else:
            found.append(Stretch(ratio, ratio, side))
    return tuple(found)


def cheaper(baseline: Tally, candidate: Tally, ratio: float) -> int:
    difference = baseline.at(threshold_of(ratio), ratio).cost - candidate.at(threshold_of(ratio), ratio).cost
    return 0 if abs(difference) < 1e-9 else 1 if difference > 0 else -1


def costs_in_words(found: Sequence[Stretch], first: str, second: str) -> str:
    """Who costs less for which cost of a miss; many changes are only counted."""
    names = {1: first, -1: second, 0: "neither"}
    low, high = found[0].low, found[-1].high
    if len(found) == 1:
        return f"At every cost of a miss from {low:.3g} to {high:.3g} false alarms {names[found[0].side]} costs less."
    if len(found) > MOST_PARTS:
        return f"Who costs less changes {len(found) - 1} times with the cost of a miss: {first} and {second} are close."
    parts = "; ".join(f"{names[part.side]} from {part.low:.3g} to {part.high:.3g}" for part in found)
    return f"Costs less, by the cost of a miss in false alarms: {parts}."
