"""Aids for decisions between two classes, as facts: costs and benefits by threshold, promises, recalibrated scores."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A value per row with its 95 % range, where scores above `threshold` count as the positive class.

    `ratio` is the cost of a missed positive in false alarms for which that threshold is right. The value of a cost
    curve is the cost in false alarms, that of a decision curve the net benefit in found positives. Without a range
    (`low` None) the formula has none.
    """

    ratio: float
    threshold: float
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class DecisionCurves:
    """Of one model: what decisions cost and what they are worth, and the same without a model.

    `flag_all` is the net benefit of calling every row positive (calling none has 0), `constant_cost` the cost of the
    better of the two.
    """

    model: str
    positive: str
    cost: tuple[CurvePoint, ...]
    benefit: tuple[CurvePoint, ...]
    constant_cost: tuple[float, ...]
    flag_all: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ThresholdPromise:
    """The threshold that keeps missed positives at most `limit`, with 95 % confidence for rows of the same kind.

    `missed` of `positives` were missed there in the mean over repeats; `alarms` is the share of the others called
    positive, with its range. `reason` is the key of why there is no such threshold; `needed` positives (or groups) are
    the fewest for which there could be one.
    """

    model: str
    positive: str
    limit: float
    needed: int
    positives: int
    threshold: float | None = None
    missed: float | None = None
    alarms: float | None = None
    alarms_low: float | None = None
    alarms_high: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Recalibration:
    """What recalibrated scores gain, judged on folds the map was not fitted on; positive is better.

    `method` is "platt" or "isotonic"; losses are mean Brier scores and log losses before and after.
    """

    model: str
    method: str
    brier_before: float
    brier_after: float
    log_loss_before: float
    log_loss_after: float
    gain: float  # in the log loss
    gain_low: float
    gain_high: float

    @property
    def is_better(self) -> bool:
        return self.gain_low > 0


class MapMethod(StrEnum):
    PLATT = "platt"
    ISOTONIC = "isotonic"
