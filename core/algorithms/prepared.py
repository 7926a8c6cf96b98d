"""The common shell of algorithms that work on prepared numbers: preparation, guards, classes and outputs in line."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from core.algorithms.cells import tell_of_width
from core.algorithms.learner import Prediction, Schema, not_trained
from core.algorithms.preparation import MANY_ROWS, Parts, Preparation, Recipe
from core.algorithms.rows import Rows
from core.algorithms.selection import strongest
from core.algorithms.trivial import Constant
from core.domain.dataset import Floats, Integers, Task
from core.support.errors import EngineError

OTHER_ALGORITHM = "Choose another algorithm or another column to predict."


class Classifier(Protocol):
    """Learns labels 0, 1, ... all of which occur; `scores` gives one column per label, rows summing to 1."""

    def fit(self, inputs: Floats, labels: Integers) -> None: ...

    def scores(self, inputs: Floats) -> Floats: ...


class Regressor(Protocol):
    """Learns rows x outputs of numbers that were brought to mean 0 and spread 1.

    Inputs that may be written are its own: it may use their memory.
    """

    def fit(self, inputs: Floats, targets: Floats) -> None: ...

    def numbers(self, inputs: Floats) -> Floats: ...


class Common:
    """What learners with different settings share when they are trained and tested on the same rows.

    Models that have a `join` are introduced to the first of their kind, so that they can use what it found.
    """

    def __init__(self) -> None:
        self.trained: dict[Recipe, tuple[Preparation, Floats]] = {}
        self.tested: dict[Recipe, Floats] = {}
        self.models: dict[type, Any] = {}

    def introduce(self, model: Any) -> None:
        first = self.models.setdefault(type(model), model)
        if first is not model and hasattr(model, "join"):
            model.join(first)


class Prepared:
    """A learner made of a recipe and the makers of what learns classes and numbers.

    A training part with one class or without a varying input gets the constant answer, with a warning.
    The class with the highest score is predicted; equal scores go to the class that comes first.
    `groups` and `row_weights` (by training row) may be set before training, for models that heed what belongs together
    or how much a row counts; `start` too, a model of the same kind trained on some of the rows, for models that search.
    """

    def __init__(
        self,
        recipe: Recipe,
        classifier: Callable[[], Classifier] | None = None,
        regressor: Callable[[], Regressor] | None = None,
    ) -> None:
        self.preparation = Preparation(recipe)
        self.classifier = classifier
        self.regressor = regressor
        self.schema: Schema | None = None
        self.constant: Constant | None = None
        self.model: Any = None
        self.columns: Integers = np.empty(0, dtype=np.int64)
        self.labels = np.empty(0)
        self.means = np.empty(0)
        self.spreads = np.empty(0)
        self.common: Common | None = None
        self.groups: Integers | None = None
        self.row_weights: Floats | None = None
        self.start: Any = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        self.fit_rows(Rows(inputs), targets, schema)

    def fit_rows(self, rows: Rows, targets: Floats, schema: Schema) -> None:
        """Train on rows that are read piece by piece; the prepared copy of them is given away to the model."""
        self.schema = schema
        self.constant = None
        inputs = self._prepared(rows, schema)
        reason = self._nothing_to_learn(targets)
        if reason:
            warnings.warn(reason, stacklevel=2)
            self.constant = Constant()
            self.constant.row_weights = self.row_weights
            self.constant.fit(np.empty((len(rows), 0)), targets, schema)
        elif schema.task is Task.CLASSES:
            self._fit_classes(inputs, targets[:, 0])
        else:
            self._fit_numbers(inputs, targets)

    def predict(self, inputs: Floats) -> Prediction:
        return self.predict_rows(Rows(inputs))

    def predict_rows(self, rows: Rows) -> Prediction:
        """Predict rows that are read piece by piece."""
        if self.schema is None:
            raise not_trained()
        if self.constant is not None:
            return self.constant.predict(np.empty((len(rows), 0)))
        if len(rows) == 0:
            return self._nothing(self.schema)
        parts = [self._predict_part(prepared, self.schema) for prepared in self._test_inputs(rows)]
        return parts[0] if len(parts) == 1 else _joined(parts)

    def _predict_part(self, prepared: Floats, schema: Schema) -> Prediction:
        is_classes = schema.task is Task.CLASSES
        return self._prediction(self.model.scores(prepared) if is_classes else self.model.numbers(prepared), schema)

    def _prediction(self, answers: Floats, schema: Schema) -> Prediction:
        """From scores of the labels that occur, or numbers in units of their spread."""
        if schema.task is not Task.CLASSES:
            return Prediction(answers * self.spreads + self.means, None)
        scores = np.zeros((len(answers), schema.classes))
        scores[:, self.labels.astype(np.int64)] = answers
        return Prediction(np.argmax(scores, axis=1).astype(np.float64)[:, None], scores)

    def _prepared(self, rows: Rows, schema: Schema) -> Floats | Parts:
        """The training rows as the model needs them; what is shared with other settings nobody may write into."""
        recipe = self.preparation.recipe
        if recipe.in_parts and self.common is None and len(rows) > MANY_ROWS:
            return self.preparation.in_parts(rows, schema)
        if self.common is not None and recipe in self.common.trained:
            self.preparation, inputs = self.common.trained[recipe]
            return inputs
        inputs = self.preparation.learn(rows, schema)
        tell_of_width(self.preparation.width, len(rows))
        if self.common is not None:
            inputs.flags.writeable = False
            self.common.trained[recipe] = self.preparation, inputs
        return inputs

    def _test_inputs(self, rows: Rows) -> Iterator[Floats]:
        """Part by part, so that many rows need little memory; what is shared with other settings is one part."""
        if self.common is None:
            yield from (_columns(part, self.columns) for part in self.preparation.apply_in_parts(rows))
            return
        recipe = self.preparation.recipe
        if recipe not in self.common.tested:
            self.common.tested[recipe] = self.preparation.apply(rows)
        yield _columns(self.common.tested[recipe], self.columns)

    def _introduced(self, model: Any) -> Any:
        if self.common is not None:
            self.common.introduce(model)
        if hasattr(model, "groups"):
            model.groups = self.groups
        if hasattr(model, "row_weights") and self.row_weights is not None:
            model.row_weights = self.row_weights / self.row_weights.mean()  # strengths of shrinkage keep their meaning
        if self.start is not None and hasattr(model, "start_from"):
            model.start_from(self.start)
        self.start = None
        return model

    def _nothing_to_learn(self, targets: Floats) -> str:
        if np.all(targets == targets[0]):
            of_one = "one class" if self._is_classes else "one value"
            return f"The training part has only {of_one}, so this is predicted for every row."
        if self.preparation.width == 0:
            constant = "most frequent class" if self._is_classes else "mean"
            return f"No input varies in the training part, so the {constant} is predicted for every row."
        return ""

    @property
    def _is_classes(self) -> bool:
        return self.schema is not None and self.schema.task is Task.CLASSES

    def _fit_classes(self, inputs: Floats | Parts, targets: Floats) -> None:
        if self.classifier is None:
            raise EngineError("This algorithm predicts numbers, not classes.", hint=OTHER_ALGORITHM)
        positions = self._positions(targets.astype(np.int64))  # classes are whole numbers
        self.model = self._introduced(self.classifier())
        self.model.fit(self._selected(inputs, positions), positions)

    def _positions(self, labels: Integers) -> Integers:
        """Labels counted among those that occur."""
        counts = np.bincount(labels)
        self.labels = np.flatnonzero(counts).astype(np.float64)
        return np.asarray((np.cumsum(counts > 0) - 1)[labels])

    def _fit_numbers(self, inputs: Floats | Parts, targets: Floats) -> None:
        if self.regressor is None:
            raise EngineError("This algorithm predicts classes, not numbers.", hint=OTHER_ALGORITHM)
        self.model = self._introduced(self.regressor())
        is_weighted = self.row_weights is not None and hasattr(self.model, "row_weights")
        self.means = np.average(targets, axis=0, weights=self.row_weights) if is_weighted else targets.mean(axis=0)
        self.spreads = np.where(np.ptp(targets, axis=0) > 0, targets.std(axis=0), 1.0)
        self.model.fit(self._selected(inputs, targets), (targets - self.means) / self.spreads)

    def _selected(self, inputs: Floats | Parts, targets: Floats | Integers) -> Floats | Parts:
        if isinstance(inputs, Parts):
            self.columns = np.arange(inputs.shape[1])
            return inputs
        self.columns = strongest(inputs, targets, self.preparation.recipe.keep)
        return _columns(inputs, self.columns)

    @staticmethod
    def _nothing(schema: Schema) -> Prediction:
        scores = np.empty((0, schema.classes)) if schema.task is Task.CLASSES else None
        return Prediction(np.empty((0, schema.outputs)), scores)


class PreparedForChoices(Prepared):
    """A learner whose one training serves several choices of its settings; see `LearnerForChoices`."""

    def __init__(
        self,
        recipe: Recipe,
        choices: int,
        classifier: Callable[[], Any] | None = None,
        regressor: Callable[[], Any] | None = None,
        leaves_rows_out: bool = False,
    ) -> None:
        super().__init__(recipe, classifier, regressor)
        self.choices = choices
        self.leaves_rows_out = leaves_rows_out

    def predict_each(self, rows: Rows) -> list[Prediction]:
        """What each choice predicts for these rows."""
        if self.schema is None:
            raise not_trained()
        if self.constant is not None or len(rows) == 0:
            return [self.predict_rows(rows)] * self.choices
        parts = [
            [self._prediction(answers, self.schema) for answers in self.model.answers_of_choices(prepared)]
            for prepared in self._test_inputs(rows)
        ]
        return [_joined(of_choice) for of_choice in zip(*parts, strict=True)]

    def predict_left_out(self) -> tuple[Integers, list[Prediction]] | None:
        """Positions of training rows that parts of the model did not see, and what those parts predict there.

        None where every part of the model saw all training rows, or where nothing was learned.
        """
        if self.schema is None or self.constant is not None or getattr(self.model, "left_out", None) is None:
            return None
        places, answers = self.model.left_out
        if len(places) == 0:
            return None
        return places, [self._prediction(one, self.schema) for one in answers]

    def choose(self, position: int) -> None:
        """Be the learner of one choice from now on."""
        self.choices = 1
        if self.constant is None:
            self.model.choose(position)


def _columns(inputs: Floats, columns: Integers) -> Floats:
    """Not copied where all columns are kept."""
    return inputs if len(columns) == inputs.shape[1] else inputs[:, columns]


def _joined(parts: Sequence[Prediction]) -> Prediction:
    scores = [part.scores for part in parts if part.scores is not None]
    return Prediction(np.concatenate([part.predicted for part in parts]), np.concatenate(scores) if scores else None)
