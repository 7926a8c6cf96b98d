"""What an algorithm is given and what it gives back, whoever wrote it."""

from dataclasses import dataclass
from typing import Protocol

from core.algorithms.rows import Rows
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task
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


class LearnerForChoices(Learner, Protocol):
    """Something whose one training serves several choices of its settings.

    `groups` (by training row) may be set before training; None: each row is on its own. `row_weights` too; None: all
    count the same. `leaves_rows_out`: parts of the
    model do not see all training rows, so that choices can be compared on these without another training.
    """

    leaves_rows_out: bool
    groups: Integers | None
    row_weights: Floats | None

    def fit_rows(self, rows: Rows, targets: Floats, schema: Schema) -> None: ...

    def predict_each(self, rows: Rows) -> list[Prediction]:
        """What each choice predicts for these rows."""

    def predict_left_out(self) -> tuple[Integers, list[Prediction]] | None:
        """Positions of training rows that parts of the model did not see, and what each choice predicts there by those
        parts alone; None where every part of it saw all rows.
        """

    def choose(self, position: int) -> None:
        """Be the learner of one choice from now on."""

    def predict_rows(self, rows: Rows) -> Prediction: ...


def schema_of(data: Dataset) -> Schema:
    return Schema(data.task, data.kinds, data.levels, len(data.classes), len(data.outputs), data.features)


def not_trained() -> EngineError:
    """The error of an algorithm that is asked for predictions before it was trained."""
    return EngineError("This algorithm has not been trained yet.", hint="Train it on some rows first.")
