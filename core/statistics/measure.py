"""What a measure is: one row of the table, and what it must know besides the predictions."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from core.domain.dataset import Floats, Integers, Task


@dataclass(frozen=True, slots=True)
class Context:
    """`positive` is the class whose detection matters; `cost_ratio` is the cost of a miss in false alarms.

    `tolerance` is the error of a number that is still good enough (None: nobody named one); `over_cost` is how many
    times as much a prediction costs that is too high as one that is too low by the same amount.
    """

    classes: int = 2
    positive: int = 1
    cost_ratio: float = 1.0
    tolerance: float | None = None
    over_cost: float = 1.0

    @property
    def threshold(self) -> float:
        """Call it positive above this probability; with lambda = 1/ratio this is lambda/(1+lambda), Aslan II.B."""
        return 1.0 / (1.0 + self.cost_ratio)


Value = Callable[[Floats, Floats, Floats | None, Context], float | None]
AtOnce = Callable[[Floats, Floats, Floats | None, Integers, Context], Floats]
RowLosses = Callable[[Floats, Floats, Floats | None, Context], Floats | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """`value(truth, predicted, scores, context)` is None where the measure is undefined, never NaN.

    `pools`: test rows of one repeat are put together before measuring; otherwise folds are averaged.
    `at_once` gives the same for many test parts, whose rows lie one after another (NaN where it is undefined).
    `losses` gives each row's share where the measure is a mean over rows: the mean of the losses is the value, or minus
    the value where higher is better. None: it is no mean over rows (ratios, ranks, quantiles).
    `low` and `high` are the ends of its scale.
    `scale` turns a value into the unit shown to people.
    """

    key: str
    task: Task
    lower_is_better: bool
    pools: bool
    value: Value
    scale: float = 1.0
    at_once: AtOnce | None = None
    losses: RowLosses | None = None
    low: float = 0.0
    high: float = math.inf

    def shown(self, value: float) -> float:
        return value * self.scale

    def values(
        self, truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context
    ) -> tuple[float | None, ...]:
        """The value of each of several test parts; `starts` are their first rows, rising, no part being empty."""
        if self.at_once is not None:
            found = self.at_once(truth, predicted, scores, starts, context).tolist()
            return tuple(None if math.isnan(value) else value for value in found)
        ends = (*starts[1:].tolist(), len(truth))
        parts = [slice(start, end) for start, end in zip(starts.tolist(), ends, strict=True)]
        return tuple(
            self.value(truth[part], predicted[part], None if scores is None else scores[part], context)
            for part in parts
        )
