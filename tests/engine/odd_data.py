"""Random datasets with everything that makes equality hard: ties, gaps, names, groups, rare classes, far offsets."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from core.domain.dataset import Dataset, Floats, Kind, Task


@dataclass(frozen=True, slots=True)
class Odd:
    """What is odd about a dataset; the numbers themselves come from the seed."""

    seed: int
    rows: int
    numbers: int
    names: int
    classes: int
    outputs: int = 1
    whole: bool = False
    gaps: bool = False
    constant: bool = False
    twins: bool = False
    offset: float = 0.0
    groups: bool = False


def odd(least_numbers: int = 0, names: bool = True, gaps: bool = True) -> st.SearchStrategy[Odd]:
    return st.builds(
        Odd,
        seed=st.integers(0, 10**6),
        rows=st.integers(12, 60),
        numbers=st.integers(least_numbers, 5),
        names=st.integers(0, 3) if names else st.just(0),
        classes=st.integers(2, 4),
        outputs=st.integers(1, 3),
        whole=st.booleans(),
        gaps=st.booleans() if gaps else st.just(False),
        constant=st.booleans(),
        twins=st.booleans(),
        offset=st.sampled_from([0.0, 0.0, 1e6, -1e3]),
        groups=st.booleans(),
    )


def dataset(one: Odd, task: Task) -> Dataset:
    chance = np.random.default_rng(one.seed)
    inputs = np.hstack([_numbers(one, chance), chance.integers(0, 4, (one.rows, one.names)).astype(float)])
    if inputs.shape[1] == 0:
        inputs = chance.normal(size=(one.rows, 1))
    if one.twins:
        inputs[one.rows // 2 :] = inputs[: one.rows - one.rows // 2]
    targets = _classes(one, inputs, chance) if task is Task.CLASSES else _outputs(one, inputs, chance)
    if one.gaps:
        inputs[chance.random(inputs.shape) < 0.15] = np.nan
    return _dataset(one, task, inputs, targets, chance)


def _numbers(one: Odd, chance: np.random.Generator) -> Floats:
    values = chance.normal(size=(one.rows, one.numbers)) * chance.choice([1e-3, 1.0, 50.0], one.numbers)
    values = np.round(values * 2) if one.whole else values
    if one.constant and one.numbers:
        values[:, 0] = 0.1
        values[0, 0] = 0.1 if one.seed % 2 else 7.0  # constant everywhere, or but for one row
    return np.asarray(values + one.offset)


def _classes(one: Odd, inputs: Floats, chance: np.random.Generator) -> Floats:
    """The last class is rare: one or two rows."""
    signal = inputs[:, 0] - np.median(inputs[:, 0]) + chance.normal(size=one.rows)
    labels = (signal > 0).astype(float) if one.classes == 2 else chance.integers(0, one.classes - 1, one.rows) * 1.0
    labels[: 1 + one.seed % 2] = one.classes - 1
    return np.asarray(labels[:, None], dtype=np.float64)


def _outputs(one: Odd, inputs: Floats, chance: np.random.Generator) -> Floats:
    noise = chance.normal(size=(one.rows, one.outputs))
    found = inputs[:, :1] - inputs[:, :1].mean() + noise
    return np.asarray(np.round(found) if one.whole else found + one.offset)


def _dataset(one: Odd, task: Task, inputs: Floats, targets: Floats, chance: np.random.Generator) -> Dataset:
    width = inputs.shape[1]
    coded = [place >= width - one.names for place in range(width)]
    return Dataset(
        name="odd",
        task=task,
        inputs=inputs,
        kinds=tuple(Kind.NAMES if names else Kind.NUMBER for names in coded),
        features=tuple(f"x{place}" for place in range(width)),
        levels=tuple(("a", "b", "c", "d") if names else () for names in coded),
        targets=targets,
        outputs=tuple(f"y{place}" for place in range(targets.shape[1])),
        classes=tuple(f"c{place}" for place in range(one.classes)) if task is Task.CLASSES else (),
        groups=chance.permutation(one.rows) % (one.rows // 4 + 1) if one.groups else None,
    )
