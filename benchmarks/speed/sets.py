"""The data of the loads: one public set that scikit-learn brings along, and sets made here from a fixed seed."""

import numpy as np
from sklearn.datasets import load_breast_cancer

from core.domain.dataset import Dataset, Floats, Integers, Kind, Task

SEED = 11


def breast_cancer(scale: int = 1) -> Dataset:
    """569 rows, 30 inputs, 2 classes; `scale` times as many by adding rows moved by a little noise."""
    bunch = load_breast_cancer()
    inputs, labels = np.tile(bunch.data, (scale, 1)), np.tile(bunch.target, scale)
    if scale > 1:
        noise = np.random.default_rng(SEED).normal(0, 0.05, inputs.shape)
        inputs = inputs + noise * bunch.data.std(axis=0)
    return classes("breast cancer", inputs, labels.astype(np.int64))


def vehicle_like(scale: int = 1) -> Dataset:
    """846 rows, 18 inputs, 4 classes that overlap."""
    return mixture("vehicle-sized", 846 * scale, 18, 4, 0.55)


def breast_like(rows: int) -> Dataset:
    """9 inputs and 2 classes, as many rows as asked for."""
    return mixture("two classes", rows, 9, 2, 0.9)


def aslan_like() -> Dataset:
    """20,000 rows, 9 inputs, 2 classes."""
    return mixture("20,000 rows", 20_000, 9, 2, 0.5)


def numbers(rows: int) -> Dataset:
    """9 inputs and one number to predict."""
    chance = np.random.default_rng(SEED)
    inputs = chance.normal(size=(rows, 9)) * np.arange(1, 10)
    targets = inputs @ chance.normal(size=(9, 1)) + chance.normal(size=(rows, 1))
    return numeric("numbers", inputs, targets)


def three_outputs() -> Dataset:
    """301 rows, 8 inputs, 3 smooth outputs with noise."""
    chance = np.random.default_rng(SEED)
    inputs = chance.normal(size=(301, 8))
    sums = inputs @ chance.normal(size=(8, 3))
    return numeric("three outputs", inputs, np.tanh(sums) + 0.2 * sums + 0.1 * chance.normal(size=(301, 3)))


def mixture(name: str, rows: int, inputs: int, count: int, gap: float) -> Dataset:
    """Bell-shaped classes whose centers lie about `gap` spreads apart in each input."""
    chance = np.random.default_rng(SEED)
    labels = np.resize(np.arange(count), rows)
    centers = chance.normal(0, gap, (count, inputs))
    mixing = np.eye(inputs) + chance.normal(0, 0.2, (inputs, inputs))
    return classes(name, (centers[labels] + chance.normal(size=(rows, inputs))) @ mixing, labels)


def classes(name: str, inputs: Floats, labels: Integers) -> Dataset:
    titles = tuple(f"class {place}" for place in range(int(labels.max()) + 1))
    kinds, features, levels = _columns(inputs)
    targets = labels[:, None].astype(np.float64)
    return Dataset(name, Task.CLASSES, inputs, kinds, features, levels, targets, ("class",), titles, len(titles) - 1)


def numeric(name: str, inputs: Floats, targets: Floats) -> Dataset:
    kinds, features, levels = _columns(inputs)
    outputs = tuple(f"output {place + 1}" for place in range(targets.shape[1]))
    return Dataset(name, Task.NUMBERS, inputs, kinds, features, levels, targets, outputs)


def _columns(inputs: Floats) -> tuple[tuple[Kind, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    count = inputs.shape[1]
    return (Kind.NUMBER,) * count, tuple(f"x{place}" for place in range(count)), ((),) * count
