"""Gradient boosting whose answer may only rise, or only fall, with inputs that the person names before the lock."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from core.algorithms.learner import Learner, Schema
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.rows import Rows
from core.algorithms.scikit import PerOutput, ScikitClassifier, random_state
from core.domain.dataset import Floats, Integers, Task
from core.domain.study import Settings
from core.support.errors import StudyError
from core.support.lazy_import import import_lazily

ensemble = import_lazily("sklearn.ensemble")

MOST_LEAF = 20  # rows a leaf needs at most; a twentieth of a small training set


class MonotoneClassifier(ScikitClassifier):
    """The score of the second of two classes rises or falls."""

    def fit(self, inputs: Floats, labels: Integers) -> None:
        self.estimator.set_params(min_samples_leaf=_smallest_leaf(len(inputs)))
        super().fit(inputs, labels)


class MonotoneRegressor(PerOutput):
    """Every output rises or falls."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(ensemble.HistGradientBoostingRegressor)
        self.options = options

    def fit(self, inputs: Floats, targets: Floats) -> None:
        leaf = _smallest_leaf(len(inputs))
        self.make = partial(ensemble.HistGradientBoostingRegressor, **self.options, min_samples_leaf=leaf)
        super().fit(inputs, targets)


def _smallest_leaf(rows: int) -> int:
    return max(1, min(MOST_LEAF, rows // 20))


class MonotoneBoosting(Prepared):
    """Directions are given by the names of inputs; which columns these are is known once the training rows are."""

    def __init__(self, options: dict[str, Any], rising: Sequence[str], falling: Sequence[str]) -> None:
        super().__init__(
            Recipe(fill=False, scale=False), classifier=self._make_classifier, regressor=self._make_regressor
        )
        self.options = options
        self.rising, self.falling = tuple(rising), tuple(falling)

    def fit_rows(self, rows: Rows, targets: Floats, schema: Schema) -> None:
        check_directions(self.rising, self.falling, schema)
        super().fit_rows(rows, targets, schema)

    def _directions(self) -> Integers | None:
        """1, -1 or 0 for every prepared column: numbers come first, and constant inputs are left out.

        None where nothing was named: scikit-learn takes no directions at all with more than two classes.
        """
        if self.schema is None or not (self.rising or self.falling):
            return None
        names = [self.schema.features[feature] for feature in self.preparation.numbers]
        directions = np.zeros(self.preparation.width, dtype=np.int64)
        directions[: len(names)] = [(name in self.rising) - (name in self.falling) for name in names]
        return directions

    def _make_classifier(self) -> MonotoneClassifier:
        # scikit-learn counts directions for its second class, which is the second of ours.
        return MonotoneClassifier(
            ensemble.HistGradientBoostingClassifier(**self.options, monotonic_cst=self._directions())
        )

    def _make_regressor(self) -> MonotoneRegressor:
        return MonotoneRegressor({**self.options, "monotonic_cst": self._directions()})


def check_directions(rising: Sequence[str], falling: Sequence[str], schema: Schema) -> None:
    """Raise a StudyError that says which input cannot have a direction, and why."""
    named = (*rising, *falling)
    kinds = dict(zip(schema.features, schema.kinds, strict=True))
    known = ", ".join(name for name, kind in kinds.items() if not kind.is_coded)
    for name in named:
        if name not in kinds:
            raise StudyError(f'There is no input "{name}" the output could rise or fall with.', f"Inputs: {known}.")
        if kinds[name].is_coded:
            raise StudyError(f'"{name}" holds categories: nothing rises or falls with it.', f"Choose from: {known}.")
    both = sorted(set(rising) & set(falling))
    if both:
        raise StudyError(f'"{both[0]}" is named as rising and as falling.', "Name it once.")
    if named and schema.task is Task.CLASSES and schema.classes > 2:
        raise StudyError(
            "With more than two classes no score can be said to rise or fall.", "Use gradient boosting without it."
        )


def read_names(text: str) -> tuple[str, ...]:
    """Return the names of a list that is divided by semicolons."""
    return tuple(name.strip() for name in text.split(";") if name.strip())


def build_monotone(settings: Settings, seed: int) -> Learner:
    values = chosen(MONOTONE_BOOSTING.settings, settings, MONOTONE_BOOSTING.title)
    options = {
        "max_iter": values.whole("rounds"),
        "learning_rate": values.number("rate"),
        "max_depth": values.whole("depth"),
        "early_stopping": False,
        "random_state": random_state(seed),
    }
    return MonotoneBoosting(options, read_names(values.word("rising")), read_names(values.word("falling")))


MONOTONE_BOOSTING = Algorithm(
    key="monotone-boosting",
    title="Monotone boosting",
    note="Gradient boosting whose output may only rise, or only fall, with the inputs you name; for known directions.",
    source="Friedman 2001; directions as in Auguste, Malory & Smirnov 2020",
    tasks=BOTH_TASKS,
    settings=(
        Setting("rising", "Only rises with", "Inputs with which the output may only rise, divided by semicolons.", ""),
        Setting("falling", "Only falls with", "Inputs with which the output may only fall, divided by semicolons.", ""),
        Setting(
            "rounds", "Rounds", "How many small trees follow each other.", 100, low=1, high=5000, simpler=Simpler.LOWER
        ),
        Setting("rate", "Step", "How much each tree may correct.", 0.1, low=0.001, high=1.0, simpler=Simpler.LOWER),
        Setting("depth", "Depth", "Questions a small tree asks in a row.", 3, low=1, high=20, simpler=Simpler.LOWER),
    ),
    grid={"depth": (1, 3), "rounds": (30, 100, 300)},
    build=build_monotone,
    libraries=("sklearn.ensemble",),
    uses_weights=True,
    simplicity=6,
)
