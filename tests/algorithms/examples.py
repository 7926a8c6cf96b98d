"""Small training sets of every awkward shape, for the tests of algorithms."""

from dataclasses import dataclass, replace

import numpy as np

from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Kind, Task

ROWS, NEW_ROWS = 60, 12
LEVELS = ("copper", "iron", "zinc", "lead")


@dataclass(frozen=True)
class Example:
    """Training rows, their answers, new rows without answers, and what the numbers mean."""

    inputs: Floats
    targets: Floats
    new: Floats
    schema: Schema


def schema(task: Task, kinds: tuple[Kind, ...], classes: int = 3, outputs: int = 2) -> Schema:
    return Schema(
        task,
        kinds,
        tuple(LEVELS if kind is Kind.NAMES else () for kind in kinds),
        classes if task is Task.CLASSES else 0,
        1 if task is Task.CLASSES else outputs,
        tuple(f"input {number}" for number in range(len(kinds))),
    )


def number_columns(features: int, classes: int = 2) -> Schema:
    """What columns x0, x1, ... of numbers mean that decide between classes."""
    names = tuple(f"x{place}" for place in range(features))
    return Schema(Task.CLASSES, (Kind.NUMBER,) * features, ((),) * features, classes, 1, names)


def name_columns(sizes: tuple[int, ...], classes: int = 2) -> Schema:
    """What columns c0, c1, ... of so many names each mean that decide between classes."""
    levels = tuple(tuple(f"l{level}" for level in range(size)) for size in sizes)
    features = tuple(f"c{place}" for place in range(len(sizes)))
    return Schema(Task.CLASSES, (Kind.NAMES,) * len(sizes), levels, classes, 1, features)


def numbers_only(task: Task, features: int = 4, rows: int = ROWS, classes: int = 3, outputs: int = 2) -> Example:
    """Inputs of numbers; the first two decide the answer."""
    rng = np.random.default_rng(7)
    inputs = rng.normal(size=(rows + NEW_ROWS, features)) * 3 + 5
    targets = answers(task, inputs[:, 0] + inputs[:, min(1, features - 1)], rng, classes, outputs)
    meaning = schema(task, (Kind.NUMBER,) * features, classes, outputs)
    return Example(inputs[:rows], targets[:rows], inputs[rows:], meaning)


def answers(task: Task, signal: Floats, rng: np.random.Generator, classes: int, outputs: int) -> Floats:
    noisy = signal + rng.normal(size=len(signal))
    if task is Task.CLASSES:
        cuts = np.quantile(noisy, np.arange(1, classes) / classes)
        return np.digitize(noisy, cuts).astype(np.float64)[:, None]
    return np.column_stack([noisy * (10.0**output) + output for output in range(outputs)])


def mixed(task: Task) -> Example:
    """Two numbers and two columns of names, one cell in ten missing."""
    rng = np.random.default_rng(8)
    total = ROWS + NEW_ROWS
    numbers = rng.normal(size=(total, 2))
    names = rng.integers(0, 3, size=(total, 2)).astype(np.float64)
    targets = answers(task, numbers[:, 0] + names[:, 0], rng, 3, 2)
    inputs = np.column_stack([numbers, names])
    inputs[rng.random(inputs.shape) < 0.1] = np.nan
    meaning = schema(task, (Kind.NUMBER, Kind.NUMBER, Kind.NAMES, Kind.NAMES))
    return Example(inputs[:ROWS], targets[:ROWS], inputs[ROWS:], meaning)


def one_feature(task: Task) -> Example:
    return numbers_only(task, features=1)


def more_inputs_than_rows(task: Task) -> Example:
    return numbers_only(task, features=40, rows=20)


def constant_inputs(task: Task) -> Example:
    example = numbers_only(task)
    return replace(example, inputs=np.ones_like(example.inputs))


def one_constant_input(task: Task) -> Example:
    example = numbers_only(task)
    inputs = example.inputs.copy()
    inputs[:, 2] = 0.1
    return replace(example, inputs=inputs)


def one_answer(task: Task) -> Example:
    example = numbers_only(task)
    return replace(example, targets=np.ones_like(example.targets))


def missing_cells(task: Task) -> Example:
    example = numbers_only(task)
    inputs, new = example.inputs.copy(), example.new.copy()
    inputs[::3, 0] = np.nan
    new[::2, 1] = np.nan
    new[0] = np.nan
    return replace(example, inputs=inputs, new=new)


def empty_column(task: Task) -> Example:
    example = numbers_only(task)
    inputs = example.inputs.copy()
    inputs[:, 1] = np.nan
    return replace(example, inputs=inputs)


def unseen_names(task: Task) -> Example:
    example = mixed(task)
    new = example.new.copy()
    new[:3, 2] = 3.0
    return replace(example, new=new)


def class_without_rows(task: Task) -> Example:
    """Class 1 of four exists, but not among the training rows."""
    example = numbers_only(task)
    targets = np.where(example.targets == 1, 3.0, example.targets) if task is Task.CLASSES else example.targets
    return replace(example, targets=targets, schema=replace(example.schema, classes=example.schema.classes + 1))


def class_with_one_row(task: Task) -> Example:
    example = numbers_only(task, classes=2)
    targets = example.targets.copy()
    targets[0, 0] = 2.0
    return replace(example, targets=targets, schema=schema(task, example.schema.kinds))


def very_few_rows(task: Task) -> Example:
    example = numbers_only(task, classes=2)
    targets = example.targets[:3].copy()
    targets[:, 0] = [0.0, 1.0, 0.0]
    return replace(example, inputs=example.inputs[:3], targets=targets)


def repeated_rows(task: Task) -> Example:
    """As in a bootstrap sample: rows that occur several times."""
    example = numbers_only(task)
    drawn = np.random.default_rng(9).integers(0, 25, ROWS)
    return replace(example, inputs=example.inputs[drawn], targets=example.targets[drawn])


AWKWARD = (
    numbers_only,
    mixed,
    one_feature,
    more_inputs_than_rows,
    constant_inputs,
    one_constant_input,
    one_answer,
    missing_cells,
    empty_column,
    unseen_names,
    class_without_rows,
    class_with_one_row,
    very_few_rows,
    repeated_rows,
)
