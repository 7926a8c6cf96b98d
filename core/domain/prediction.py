"""What is known about the use of a final model: its inputs, limits of its errors, its domain, its predictions."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from core.domain.dataset import Floats, Integers, Kind, Table

LEVELS = (0.8, 0.9, 0.95)  # of ranges of single predictions


class Place(StrEnum):
    """Where a new row lies among what was tested."""

    INSIDE = "inside"
    EDGE = "edge"
    OUTSIDE = "outside"


class LimitRule(StrEnum):
    """What counts as one piece of evidence behind a limit of errors."""

    ROWS = "rows"
    GROUPS = "groups"  # each group weighs the same: for rows of new groups
    POOLED_GROUPS = "pooled-groups"  # too few groups for that: on average over the groups that were tested


@dataclass(frozen=True, slots=True)
class Coverage:
    """Hold where the realized coverage of a study lies: its mean, and the range that holds it in 90 of 100 studies."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ErrorLimit:
    """How far single predictions of one output may be off at one level.

    `limit` is in the unit of the output; `scaled` is a factor of the local error size, used in its place where that
    makes ranges narrower (None: it does not). `limit` is None where there is none: `reason` says why, and `needed` how
    many rows (groups) it takes. `units` are the rows (groups) behind it.
    """

    output: str
    level: float
    rule: LimitRule
    units: int
    limit: float | None = None
    scaled: float | None = None
    coverage: Coverage | None = None
    needed: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClassLimit:
    """How far the score of a class may fall short of 1 before the class is excluded, at one level.

    None: the class has too few rows (groups) ever to be excluded; `needed` says how many it takes.
    """

    name: str
    level: float
    rule: LimitRule
    units: int
    limit: float | None = None
    coverage: Coverage | None = None
    needed: int = 0


@dataclass(frozen=True, slots=True)
class DistanceStep:
    """Mean error of the held-out rows up to this distance (from the step before), with its 95 % range."""

    distance: float
    mean: float
    low: float
    high: float
    rows: int


@dataclass(frozen=True, slots=True)
class ErrorByDistance:
    """Hold rising steps of error over distance; `depends` is false where the error does not grow with distance.

    `correlation` is Spearman's, `p` its two-sided p. Beyond the last step nothing was tested.
    """

    steps: tuple[DistanceStep, ...]
    correlation: float
    p: float
    depends: bool

    def at(self, distance: float) -> DistanceStep | None:
        """The step of a distance; None beyond the last, where nothing was tested."""
        return next((step for step in self.steps if distance <= step.distance), None)


@dataclass(frozen=True, slots=True)
class InputColumn:
    """One input as it was tested: its smallest and largest number (None: none was known), or its categories.

    `levels` are in the order of their codes; `untested` are those of them that no row of the study has. `reach` is the
    share of the tested span by which a number must lie beyond it to be outside.
    """

    name: str
    kind: Kind
    levels: tuple[str, ...] = ()
    untested: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    reach: float = 0.1


@dataclass(frozen=True, slots=True)
class CoverageCheck:
    """How many new rows with known values lay inside their ranges (or sets), with Wilson's 95 % range of the share."""

    output: str
    rows: int
    hits: int
    low: float
    high: float


class WatchedLoss(StrEnum):
    """What is watched: absolute errors of numbers, wrong classes, or their cost."""

    ABSOLUTE = "absolute"
    WRONG = "wrong"
    COST = "cost"


@dataclass(frozen=True, slots=True)
class WatchPromise:
    """What a study promised of one output: the mean loss in [0, 1] that is not exceeded, its upper 95 % limit.

    Losses are errors (0, 1), costs divided by the largest, or absolute errors divided by `cap` and at most 1: `cap` is
    1 for classes, the largest cost, or the 99 % point of the held-out errors in the output's unit.
    """

    output: str
    cap: float
    mean: float
    promise: float


@dataclass(frozen=True, slots=True)
class WatchBatch:
    """Rows that were added to a watched model: when (UTC, ISO 8601), from which file, how many.

    `used` are the observations they make: the same number, or that of their groups.
    """

    time: str
    name: str
    rows: int
    used: int


@dataclass(frozen=True, slots=True, eq=False)
class WatchedOutput:
    """How a model in use holds its promise on one output, in the order in which rows (groups) arrived.

    `losses` are in [0, 1]; times the cap of the promise they are in the unit of the output. `low` and `high` are the
    means that no look so far has ruled out (None: the loss has changed, no one mean fits); `lows` and `highs` are the
    same after every row (NaN: no mean fits). `log_evidence` is the logarithm of "x : 1 against the promise" after every
    row; `alarm_at` the row (from 1) at which it reached 20 : 1.
    """

    promise: WatchPromise
    losses: Floats
    low: float | None
    high: float | None
    log_evidence: Floats
    alarm_at: int | None
    reason: str = ""
    lows: Floats = field(default_factory=lambda: np.empty(0))
    highs: Floats = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """A watched model: what was added, and how each output stands; `by_groups`: one observation is a group's mean."""

    batches: tuple[WatchBatch, ...]
    outputs: tuple[WatchedOutput, ...]
    by_groups: bool
    loss: WatchedLoss
    notes: tuple[str, ...] = ()

    @property
    def ends(self) -> Integers:
        """The number of observations after every batch."""
        return np.cumsum([batch.used for batch in self.batches], dtype=np.int64)

    def average_batches(self, output: int) -> Floats:
        """The mean loss of every batch, in [0, 1]."""
        parts = np.split(self.outputs[output].losses, self.ends[:-1])
        return np.array([part.mean() for part in parts]) if self.batches else np.empty(0)


@dataclass(frozen=True, slots=True)
class Drift:
    """Whether a file can be told apart from the rows of the study: AUC (0.5: not at all) and permutation p.

    Both are None where it cannot be tested; `reason` says why. `columns` are the inputs that moved most, with the
    shift of their median in units of the column's scale (categories: the largest change of a share).
    """

    auc: float | None
    p: float | None
    reason: str = ""
    columns: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """What a final model predicts for the rows of a file, and how far each prediction may be trusted.

    `values` is rows x outputs: numbers, or class positions. `low` and `high` are rows x outputs and NaN where no range
    is given (numbers only, else None). `scores` is rows x classes or None; `possible` rows x classes: true where a
    class cannot be excluded (None: numbers, or no scores; a row without a set is all false). `places` has None where
    too few rows were tested to say. `expected_errors` (rows x outputs) is the mean error of tested rows at that
    distance, NaN where none was tested so far out or where it is not known. `nearest` are numbers of the most similar
    tested rows in the study's table, counted from 1 (rows x neighbors), empty where the model was saved without rows.
    `is_copy` marks rows whose inputs equal a row of the study; `table` is the file as it was read.
    """

    outputs: tuple[str, ...]
    units: tuple[str, ...]
    classes: tuple[str, ...]
    level: float
    values: Floats
    low: Floats | None
    high: Floats | None
    scores: Floats | None
    possible: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] | None
    places: tuple[Place | None, ...]
    distances: Floats
    expected_errors: Floats
    nearest: Integers
    is_copy: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    remarks: tuple[str, ...]
    limits: tuple[ErrorLimit | ClassLimit, ...]
    checks: tuple[CoverageCheck, ...]
    drift: Drift
    notes: tuple[str, ...]
    table: Table

    @property
    def rows(self) -> int:
        return len(self.values)

    def show_value(self, row: int, output: int = 0) -> str | float:
        """The class name, or the number."""
        value = float(self.values[row, output])
        return self.classes[int(value)] if self.classes else value
