"""What is known about a finished model beside its performance, as facts: inputs, effects, weak places, more rows."""

from dataclasses import dataclass

from core.domain.dataset import Floats
from core.domain.decision import Recalibration


@dataclass(frozen=True, slots=True)
class InputImportance:
    """How much the loss of the fold models rises when a group of inputs is replaced by values of other rows.

    In the measure's own unit, positive is worse; about the models trained on these rows. `rank` begins at 1; groups
    whose difference is not shown share a rank with the one above them.
    """

    inputs: tuple[str, ...]
    output: str
    mean: float
    low: float
    high: float
    rank: int
    share: float = 0.0  # of the loss of the model: 0.5 is half as much again

    @property
    def shows_effect(self) -> bool:
        return self.low > 0


@dataclass(frozen=True, slots=True)
class Importance:
    """All groups of one model, the largest mean rise first, output by output. `splits` are the fold models measured."""

    model: str
    measure: str
    splits: int
    rows: tuple[InputImportance, ...]

    def of_output(self, output: str) -> tuple[InputImportance, ...]:
        return tuple(row for row in self.rows if row.output == output)


@dataclass(frozen=True, slots=True, eq=False)
class InputEffect:
    """How the prediction changes with one input, others as they are (accumulated local effects), centered at 0.

    `places` are the edges of the steps (categories: positions of `levels`); `low` and `high` are the band that allows
    for other training rows. `is_empty` marks steps (between a place and the next) in which there are no rows.
    `response` is an output, or the class whose score is meant. `rug` are the values of the rows.
    """

    input: str
    model: str
    response: str
    places: Floats
    effect: Floats
    low: Floats
    high: Floats
    is_empty: tuple[bool, ...]
    rug: Floats
    levels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JointCell:
    """What two inputs do together between two values of each, against the average over the rows.

    The two values are one where the cell holds a single one.
    `beyond` is the part that the effects of the two alone do not explain, with its band; `rows` those of the table.
    `place` counts the steps of both inputs from 0.
    """

    place: tuple[int, int]
    first: tuple[float, float]
    second: tuple[float, float]
    rows: int
    effect: float
    beyond: float
    beyond_low: float
    beyond_high: float

    @property
    def is_seen(self) -> bool:
        """Whether the band of the part beyond lies on one side of 0."""
        return self.beyond_low > 0 or self.beyond_high < 0


@dataclass(frozen=True, slots=True, eq=False)
class JointEffect:
    """How the prediction changes with two numbers together (accumulated local effects), in the cells that hold rows.

    `response` is an output, or the class whose score is meant.
    """

    inputs: tuple[str, str]
    model: str
    response: str
    cells: tuple[JointCell, ...]

    @property
    def strongest(self) -> JointCell:
        """Where the two do most beyond their own effects."""
        return max(self.cells, key=lambda cell: abs(cell.beyond))


@dataclass(frozen=True, slots=True)
class LocalLoss:
    """The mean held-out loss of one model where an input lies between `low` and `high` (or in a level or group).

    `rows` are the rows there, `loss` their mean with its 95 % range, in the measure's own unit.
    """

    low: float
    high: float
    name: str
    rows: int
    loss: float
    loss_low: float
    loss_high: float


@dataclass(frozen=True, slots=True)
class WeakPlaces:
    """The local error of one model along one input (or over groups): enough rows in each part, or no part.

    `worst` is the part whose range lies wholly above the overall loss, the largest of them; None: none does.
    """

    input: str
    model: str
    output: str
    overall: float
    parts: tuple[LocalLoss, ...]
    worst: LocalLoss | None = None


@dataclass(frozen=True, slots=True)
class ContradictingRow:
    """A row that every model misses by far: its number in the file, from 1, and its most unusual inputs."""

    row: int
    output: str
    actual: float
    predicted: float
    unusual: tuple[tuple[str, float], ...] = ()  # input and how many robust standard deviations from the middle


@dataclass(frozen=True, slots=True)
class MeasuredSize:
    """The mean held-out loss of fold models trained on fewer rows, in the measure's own unit; `rows` on average.

    A description: nothing is concluded from it, and the forecast does not use it.
    """

    rows: float
    loss: float


@dataclass(frozen=True, slots=True)
class MoreRows:
    """What more rows would do for one model: its loss now, at half the rows, and the forecast at `target` rows.

    Losses and gains are in the measure's own unit, ranges at 95 %. `reason` is the key of why there is no forecast.
    `floor` is the noise floor and the ends of its 95 % range (None: not known).
    """

    model: str
    output: str
    rows: int
    now: float
    at_half: float
    target: int
    level_low: float | None = None
    level_high: float | None = None
    gain: float | None = None
    gain_low: float | None = None
    gain_high: float | None = None
    floor: tuple[float, float, float] | None = None
    reason: str = ""

    @property
    def shows_gain(self) -> bool:
        return self.gain_low is not None and self.gain_low > 0


@dataclass(frozen=True, slots=True)
class Reasons:
    """Everything that is known beside the performance: of the models that matter, and of the rows."""

    importance: tuple[Importance, ...] = ()
    weak_places: tuple[WeakPlaces, ...] = ()
    contradicting_rows: tuple[ContradictingRow, ...] = ()
    more_rows: tuple[MoreRows, ...] = ()
    recalibrations: tuple[Recalibration, ...] = ()
