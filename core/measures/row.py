"""What a measure is: one row of the table, and what it must know besides the predictions."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.dataset import Floats, Task


@dataclass(frozen=True, slots=True)
class Context:
    """`positive` is the class whose detection matters; `cost_ratio` is the cost of a miss in false alarms."""

    classes: int = 2
    positive: int = 1
    cost_ratio: float = 1.0

    @property
    def threshold(self) -> float:
        """Call it positive above this probability; with lambda = 1/ratio this is lambda/(1+lambda), Aslan II.B."""
        return 1.0 / (1.0 + self.cost_ratio)


Value = Callable[[Floats, Floats, Floats | None, Context], float | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """`value(truth, predicted, scores, context)` is None where the measure is undefined, never NaN.

    `pools`: test rows of one shuffle are put together before measuring; otherwise folds are averaged.
    `unit` are the words shown to people, `{rows}` stands for what a row is; `scale` turns a value into that unit.
    """

    key: str
    title: str
    unit: str
    note: str
    source: str
    task: Task
    lower_is_better: bool
    pools: bool
    value: Value
    scale: float = 1.0

    def shown(self, value: float) -> float:
        return value * self.scale
