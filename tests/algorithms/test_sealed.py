"""No fitted step ever sees a test row: not the inputs, not the answers, not the names that occur only there."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.row import Algorithm
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task
from core.domain.evidence import FitResult
from core.domain.study import (
    Candidate,
    Columns,
    Grid,
    Question,
    SchemeChoice,
    SchemeKind,
    Settings,
    Study,
    Tuning,
    TuningKind,
)
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from tests.algorithms.examples import LEVELS, Example, mixed
from tests.algorithms.test_contract import TRAINED, assert_same, cases, predicted, trained

ROWS = 72
KINDS = (Kind.NUMBER, Kind.NUMBER, Kind.NAMES, Kind.NAMES)
QUICK_SETTINGS: Mapping[str, Settings] = {"forest": {"trees": 5}, "mlp": {"rounds": 8}}
QUICK_GRIDS: Mapping[str, Grid] = {
    "boosting": {"rounds": (3, 6)},
    "monotone-boosting": {"rounds": (3, 6)},
    "mlp": {"hidden": ((3,), (6,)), "shrinkage": (10.0, 0.1)},
    "perceptron": {"rounds": (10, 30)},
    "logistic": {"shrinkage": (10.0, 0.1), "kept": (2, 0)},
    "lda": {"kept": (1, 3, 0)},
    "linear": {"kept": (1, 3, 0)},
    "tree": {"leaf": (5, 1)},
    "forest": {"leaf": (5, 1)},
    "gaussian-process": {"smoothness": ("smooth", "rough")},
    "average": {"members": ("knn; memoriser", "knn")},
    "formula": {"threshold": (0.2, 0.5)},
}
FORMULA = {Task.CLASSES: "[a] + [b]", Task.NUMBERS: "[a]; [b] + 1"}
LEARNING = cases(TRAINED)
CASES = cases([row for row in ALGORITHMS if row.key != "given"])


def dataset(task: Task, seed: int = 3) -> Dataset:
    """Two numbers and two columns of names, some cells missing; groups of two rows."""
    rng = np.random.default_rng(seed)
    numbers, names = rng.normal(size=(ROWS, 2)), rng.integers(0, 3, size=(ROWS, 2))
    signal = numbers[:, 0] + names[:, 0] + 0.5 * rng.normal(size=ROWS)
    inputs = np.column_stack([numbers, names]).astype(np.float64)
    inputs[rng.random(inputs.shape) < 0.05] = np.nan
    is_classes = task is Task.CLASSES
    targets = (signal > 1).astype(np.float64)[:, None] if is_classes else np.column_stack([signal, -100 * signal])
    return Dataset(
        name="sealed",
        task=task,
        inputs=inputs,
        kinds=KINDS,
        features=("a", "b", "c", "d"),
        levels=((), (), LEVELS, LEVELS),
        targets=targets,
        outputs=("state",) if is_classes else ("first", "second"),
        classes=("low", "high") if is_classes else (),
        positive=1 if is_classes else None,
        groups=np.arange(ROWS) // 2,
        group_name="pair",
    )


def study_of(row: Algorithm, task: Task, tuning: TuningKind) -> Study:
    settings: Settings = {"formula": FORMULA[task]} if row.key == "formula" else QUICK_SETTINGS.get(row.key, {})
    grid = QUICK_GRIDS.get(row.key, row.grid)
    usable = {} if row.key == "formula" and task is Task.NUMBERS else grid
    return Study(
        title="sealed",
        source="",
        columns=Columns(),
        question=Question(measure="error" if task is Task.CLASSES else "rmse"),
        candidates=(Candidate("entered", row.key, settings, usable),),
        baseline="entered",
        scheme=SchemeChoice(SchemeKind.HOLDOUT),
        tuning=Tuning(tuning),
    )


def poisoned(data: Dataset, rows: Integers) -> Dataset:
    """Other inputs, other names and other answers in these rows, far away from all others."""
    inputs, targets = data.inputs.copy(), data.targets.copy()
    inputs[rows, :2] = 1e6
    inputs[rows, 2:] = 3
    targets[rows] = 1 - targets[rows] if data.task is Task.CLASSES else 1e7
    return replace(data, inputs=inputs, targets=targets)


def with_probe(data: Dataset, row: int, probe: Floats) -> Dataset:
    inputs = data.inputs.copy()
    inputs[row] = probe
    return replace(data, inputs=inputs)


def outcome(study: Study, training: FitJob, data: Dataset) -> FitResult:
    found = run_fit(training, make_fit_context(study, data))
    assert found.ok, found.message
    return found


@pytest.mark.parametrize("tuning", [TuningKind.HOLDOUT, TuningKind.KFOLD])
@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_poisoned_test_rows_change_neither_settings_nor_model(
    row: Algorithm, task: Task, tuning: TuningKind
) -> None:
    data, study = dataset(task), study_of(row, task, tuning)
    training = next(list_fit_jobs(study, data, frozenset()))
    probe = np.array([0.3, -0.2, 1.0, 0.0])
    clean = outcome(study, training, with_probe(data, training.test[0], probe))
    other = outcome(study, training, with_probe(poisoned(data, training.test), training.test[0], probe))
    assert clean.settings == other.settings
    assert clean.tuning == other.tuning
    assert clean.tried == other.tried == (len(clean.tuning) if study.candidates[0].grid else 0)
    assert clean.predicted is not None
    assert other.predicted is not None
    np.testing.assert_allclose(clean.predicted[0], other.predicted[0], rtol=1e-12)
    if clean.scores is not None and other.scores is not None:
        np.testing.assert_allclose(clean.scores[0], other.scores[0], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("row", "task"), LEARNING)
def test_that_poisoned_training_rows_do_change_something(row: Algorithm, task: Task) -> None:
    """The other test could not fail if nothing ever mattered. An odd number of flipped answers shifts any balance."""
    data, study = dataset(task), study_of(row, task, TuningKind.HOLDOUT)
    training = next(list_fit_jobs(study, data, frozenset()))
    clean = outcome(study, training, data)
    other = outcome(study, training, poisoned(data, training.train[:23]))
    first, second = (found.predicted if found.scores is None else found.scores for found in (clean, other))
    assert first is not None
    assert second is not None
    assert not np.allclose(first, second)


def with_more_names(example: Example) -> Example:
    levels = tuple((*names, "never seen", "nor this") if names else () for names in example.schema.levels)
    return replace(example, schema=replace(example.schema, levels=levels))


def with_more_classes(example: Example) -> Example:
    return replace(example, schema=replace(example.schema, classes=example.schema.classes + 2))


@pytest.mark.parametrize(("row", "task"), LEARNING)
def test_that_names_which_occur_only_elsewhere_change_nothing(row: Algorithm, task: Task) -> None:
    example = mixed(task)
    other = with_more_names(example)
    assert_same(predicted(trained(row, example), example.new), predicted(trained(row, other), example.new))


@pytest.mark.parametrize("row", [row for row in TRAINED if Task.CLASSES in row.tasks], ids=lambda row: row.key)
def test_that_classes_which_occur_only_elsewhere_change_nothing(row: Algorithm) -> None:
    example = mixed(Task.CLASSES)
    plain = predicted(trained(row, example), example.new)
    other = predicted(trained(row, with_more_classes(example)), example.new)
    assert plain.scores is not None
    assert other.scores is not None
    np.testing.assert_array_equal(plain.predicted, other.predicted)
    np.testing.assert_allclose(plain.scores, other.scores[:, : plain.scores.shape[1]], rtol=1e-9, atol=1e-12)
