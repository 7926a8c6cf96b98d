"""A formula as an algorithm of a study: its numbers are the predictions, or decide between two classes."""

import warnings

import numpy as np
from numpy.typing import NDArray

from core.algorithms.formula.expression import Expression
from core.algorithms.formula.parse import parse
from core.algorithms.learner import Prediction, Schema, not_trained, schema_of
from core.domain.dataset import Dataset, Floats, Task
from core.support.errors import StudyError


class Formula:
    """Nothing is learned except what to say where the formula gives no number: the mean, or the shares of classes.

    For two classes: above `threshold` the class at `class_above` (1 or 2, in the order of the classes), else the other.
    """

    def __init__(self, text: str, threshold: float = 0.5, class_above: int = 2) -> None:
        self.expressions = parse(text)
        self.threshold = threshold
        self.class_above = class_above
        self._schema: Schema | None = None
        self._fallback: Floats = np.empty(0)

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        check(self.expressions, schema)
        self._schema = schema
        if schema.task is Task.CLASSES:
            counts = np.bincount(targets[:, 0].astype(np.int64), minlength=2)
            self._fallback = counts / counts.sum()
        else:
            self._fallback = targets.mean(axis=0)

    def predict(self, inputs: Floats) -> Prediction:
        if self._schema is None:
            raise not_trained()
        schema = self._schema
        values = np.column_stack([expression.values(inputs, schema) for expression in self.expressions])
        known = np.isfinite(values)
        if not known.all():
            _tell(int((~known).any(axis=1).sum()), len(known))
        if schema.task is Task.NUMBERS:
            return Prediction(np.where(known, values, self._fallback), None)
        return self._classes(np.where(known, values, self.threshold)[:, 0], known[:, 0])

    def _classes(self, values: Floats, known: NDArray[np.bool_]) -> Prediction:
        scores = np.empty((len(values), 2))
        scores[:, self.class_above - 1] = score_above(values, self.threshold)
        scores[:, 2 - self.class_above] = 1.0 - scores[:, self.class_above - 1]
        scores[~known] = self._fallback
        above = np.where(values > self.threshold, self.class_above - 1, 2 - self.class_above)
        predicted = np.where(known, above, np.argmax(self._fallback))
        return Prediction(predicted[:, None].astype(np.float64), scores)


def check(expressions: tuple[Expression, ...], schema: Schema) -> None:
    """Raise a StudyError when the formula does not fit the columns or what is to be predicted."""
    if schema.task is Task.CLASSES and schema.classes != 2:
        raise StudyError(
            f"A formula decides between two classes; there are {schema.classes}.",
            hint="Use a column of predictions instead.",
        )
    if len(expressions) != schema.outputs:
        raise StudyError(
            f"There are {len(expressions)} formulas for {schema.outputs} columns to predict.",
            hint="Give one formula per column, separated by semicolons.",
        )
    for expression in expressions:
        expression.values(np.empty((0, len(schema.features))), schema)


def check_formula(text: str, data: Dataset) -> None:
    """Raise a StudyError when this formula cannot be computed from the inputs of the table, before it is trained."""
    check(parse(text), schema_of(data))


def score_above(values: Floats, threshold: float) -> Floats:
    """A score from 0 to 1 that keeps the order of the values and is one half at the threshold."""
    distance = values - threshold
    return np.asarray(0.5 + 0.5 * distance / (1.0 + np.abs(distance)))


def _tell(without: int, rows: int) -> None:
    warnings.warn(
        f"The formula gave no number for {without} of {rows} rows; the average answer of the training rows was used.",
        stacklevel=2,
    )
