"""What an algorithm is given and what it gives back, whoever wrote it."""

from dataclasses import dataclass
from typing import Protocol

from core.domain.dataset import Dataset, Floats, Kind, Task
from core.support.errors import EngineError


@dataclass(frozen=True, slots=True)
class Schema:
    """What the numbers of a training set mean: `classes` is 0 for numbers, `outputs` is 1 for classes."""

    task: Task
    kinds: tuple[Kind, ...]
    levels: tuple[tuple[str, ...], ...]
    classes: int
    outputs: int
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """`predicted` is rows x outputs: class positions or numbers; `scores` is rows x all classes of the schema, or None.

    Scores of a row sum to 1; a class that the training rows lacked has score 0.
    """

    predicted: Floats
    scores: Floats | None


class Learner(Protocol):
    """Something that learns. Everything it learns, filling and scaling included, it learns in `fit`."""

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None: ...

    def predict(self, inputs: Floats) -> Prediction: ...


def schema_of(data: Dataset) -> Schema:
    return Schema(data.task, data.kinds, data.levels, len(data.classes), len(data.outputs), data.features)


def not_trained() -> EngineError:
    """The error of an algorithm that is asked for predictions before it was trained."""
    return EngineError("This algorithm has not been trained yet.", hint="Train it on some rows first.")
