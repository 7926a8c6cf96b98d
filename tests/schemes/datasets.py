"""Small datasets for the tests of schemes, engine and store."""

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers, Kind, Task


def classes(
    rows: int = 60,
    shares: tuple[float, ...] = (0.6, 0.4),
    seed: int = 0,
    groups: Integers | None = None,
    order: Floats | None = None,
) -> Dataset:
    """Two inputs that tell something about the class, and one that tells nothing."""
    chance = np.random.default_rng(seed)
    labels = chance.choice(len(shares), size=rows, p=shares).astype(float)
    labels[: len(shares)] = np.arange(len(shares))
    inputs = chance.normal(size=(rows, 3))
    inputs[:, :2] += labels[:, None]
    return Dataset(
        name="classes",
        task=Task.CLASSES,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * 3,
        features=("a", "b", "c"),
        levels=((),) * 3,
        targets=labels[:, None],
        outputs=("state",),
        classes=tuple(f"class {number}" for number in range(len(shares))),
        groups=groups,
        group_name="" if groups is None else "machine",
        order=order,
        fingerprint="f",
    )


def numbers(rows: int = 60, outputs: int = 1, seed: int = 0, groups: Integers | None = None) -> Dataset:
    chance = np.random.default_rng(seed)
    inputs = chance.normal(size=(rows, 3))
    weights = chance.normal(size=(3, outputs))
    targets = 10 + inputs @ weights + 0.3 * chance.normal(size=(rows, outputs))
    return Dataset(
        name="numbers",
        task=Task.NUMBERS,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * 3,
        features=("a", "b", "c"),
        levels=((),) * 3,
        targets=targets,
        outputs=tuple(f"y{number}" for number in range(outputs)),
        groups=groups,
        group_name="" if groups is None else "machine",
    )


def uneven_groups(rows: int, number: int, seed: int = 0) -> Integers:
    """Group numbers with gaps, sizes from one to several rows, each group present."""
    chance = np.random.default_rng(seed)
    shares = chance.uniform(0.3, 2, number)
    found = chance.choice(number, size=rows, p=shares / shares.sum())
    found[:number] = np.arange(number)
    return (found * 7 + 3).astype(np.int64)
