"""The invented worlds in which the answers are put to the test: what is true in them is known.

A world draws rows and names the models that are compared on them. Where one algorithm gets two blocks of inputs that
are exchangeable, the two are exactly equally good at every number of rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from benchmarks.blocks import COLUMNS
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task
from core.domain.evidence import Job
from core.domain.study import (
    Candidate,
    Columns,
    Grid,
    Question,
    QuestionKind,
    SchemeChoice,
    Settings,
    Study,
    Tuning,
    TuningKind,
)
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.training import run_fit
from core.statistics.measures import find_measure

LIBRARY = "benchmarks.blocks"
GROUP_ROWS = 10
Signs = Floats  # +1 or -1 per row: the class
Draw = Callable[[int, np.random.Generator], Dataset]
MakeBlock = Callable[[Signs, float, int, np.random.Generator], Floats]


class Aim(StrEnum):
    """What a setting measures."""

    EQUAL = "equal"  # exactly equal models: every winner is a false one
    SMALL = "small"  # different models, a small true difference
    POWER = "power"  # a true difference that should be found
    WHICH = "which"  # several models: is the best one called worse?


@dataclass(frozen=True, slots=True)
class World:
    """A way to draw rows and the models that are compared on them, the first of them the baseline."""

    key: str
    title: str
    rows: int
    draw: Draw
    candidates: tuple[Candidate, ...]
    aim: Aim = Aim.EQUAL
    measure: str = "error"
    cost_ratio: float = 1.0
    tuning: TuningKind = TuningKind.NONE
    is_equal: bool = True

    @property
    def trained_on(self) -> int:
        """Rows of a training set of ten folds."""
        return round(0.9 * self.rows)


# --- rows of two classes ---


def make_shifted_block(signs: Signs, strength: float, width: int, random: np.random.Generator) -> Floats:
    """Bell curves whose middle depends on the class; together they are `strength` spreads away from zero."""
    block: Floats = random.normal(size=(len(signs), width)) + np.outer(signs, np.full(width, strength / np.sqrt(width)))
    return block


def make_hidden_block(signs: Signs, strength: float, width: int, random: np.random.Generator) -> Floats:
    """The class is the product of the signs of two inputs in a share `strength` of the rows: found or not found."""
    block: Floats = random.normal(size=(len(signs), width))
    kept = np.where(random.random(len(signs)) < strength, 1.0, -1.0)
    block[:, 1] = np.abs(block[:, 1]) * signs * kept * np.sign(block[:, 0])
    return block


def draw_classes(
    strengths: Sequence[float],
    width: int = 5,
    share: float = 0.5,
    make: MakeBlock = make_shifted_block,
    group_spread: float | None = None,
) -> Draw:
    """Rows of two classes with one block of inputs per strength; with groups, all inputs of a group are shifted."""

    def draw(rows: int, random: np.random.Generator) -> Dataset:
        labels: Integers = (random.random(rows) < share).astype(np.int64)
        signs: Signs = np.where(labels == 1, 1.0, -1.0)
        inputs = np.hstack([make(signs, strength, width, random) for strength in strengths])
        if group_spread is None:
            return make_class_dataset(inputs, labels)
        groups = np.arange(rows) // GROUP_ROWS
        inputs = inputs + group_spread * random.normal(size=(groups[-1] + 1, inputs.shape[1]))[groups]
        return make_class_dataset(inputs, labels, groups)

    return draw


def draw_logistic(inputs: int, important: int = 5, strength: float = 1.0) -> Draw:
    """Bates' generator in Schulz-Kümpel et al. 2024: log odds = the sum of the important inputs."""

    def draw(rows: int, random: np.random.Generator) -> Dataset:
        block = random.normal(size=(rows, inputs))
        chance = 1 / (1 + np.exp(-strength * block[:, :important].sum(axis=1)))
        return make_class_dataset(block, (random.random(rows) < chance).astype(np.int64))

    return draw


# --- rows with a number ---


def add_inputs(block: Floats) -> Floats:
    return np.asarray(block.sum(axis=1) / np.sqrt(block.shape[1]))


def add_three_inputs(block: Floats) -> Floats:
    return np.asarray(block[:, :3].sum(axis=1) / np.sqrt(3))


def bend_inputs(block: Floats) -> Floats:
    """A relation that no straight line follows."""
    return np.asarray(block[:, 0] + 1.2 * np.abs(block[:, 1]))


def draw_numbers(
    strengths: Sequence[float],
    width: int = 5,
    relate: Callable[[Floats], Floats] = add_inputs,
    noise: float = 1.0,
    tail: float | None = None,
    group_spread: float | None = None,
    outputs: int = 1,
) -> Draw:
    """A sum over blocks of inputs plus noise (Student's t with `tail` degrees of freedom where given)."""

    def draw(rows: int, random: np.random.Generator) -> Dataset:
        blocks = [random.normal(size=(rows, width)) for _ in strengths]
        groups = np.arange(rows) // GROUP_ROWS if group_spread is not None else None
        if groups is not None and group_spread is not None:
            shifts = random.normal(size=(groups[-1] + 1, width * len(strengths)))[groups] * group_spread
            blocks = list(np.split(np.hstack(blocks) + shifts, len(strengths), axis=1))
        told = sum(strength * relate(block) for strength, block in zip(strengths, blocks, strict=True))
        scatter = random.standard_t(tail, (rows, outputs)) if tail else random.normal(size=(rows, outputs))
        return make_number_dataset(np.hstack(blocks), np.asarray(told)[:, None] + noise * scatter, groups)

    return draw


def draw_linear(inputs: int, important: int = 5, strength: float = 1.0) -> Draw:
    """Bates' generator of numbers in Schulz-Kümpel et al. 2024."""

    def draw(rows: int, random: np.random.Generator) -> Dataset:
        block = random.normal(size=(rows, inputs))
        told = strength * block[:, :important].sum(axis=1) + random.normal(size=rows)
        return make_number_dataset(block, told[:, None])

    return draw


def draw_friedman(rows: int, random: np.random.Generator) -> Dataset:
    """Friedman's first problem: five of ten inputs matter."""
    x = random.random((rows, 10))
    told = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return make_number_dataset(x, (told + random.normal(size=rows))[:, None])


def draw_chen(rows: int, random: np.random.Generator) -> Dataset:
    """Chen's generator in Schulz-Kümpel et al. 2024: six hidden causes, ten noisy copies of each as inputs."""
    causes = random.random((rows, 6))
    told = 0.25 * np.exp(4 * causes[:, 0]) + 4 / (1 + np.exp(-20 * (causes[:, 1] - 0.5))) + 3 * causes[:, 2]
    blur = 0.01 + 0.5 * np.arange(10) / 9
    copies = causes[:, :, None] + blur * 0.3 * random.normal(size=(rows, 6, 10))
    return make_number_dataset(copies.reshape(rows, 60), (told + 0.2 * random.normal(size=rows))[:, None])


# --- data sets ---


def make_class_dataset(inputs: Floats, labels: Integers, groups: Integers | None = None) -> Dataset:
    targets = labels[:, None].astype(np.float64)
    return _make_dataset(Task.CLASSES, inputs, targets, groups, classes=("no", "yes"), positive=1)


def make_number_dataset(inputs: Floats, targets: Floats, groups: Integers | None = None) -> Dataset:
    return _make_dataset(Task.NUMBERS, inputs, targets, groups)


def _make_dataset(
    task: Task,
    inputs: Floats,
    targets: Floats,
    groups: Integers | None,
    classes: tuple[str, ...] = (),
    positive: int | None = None,
) -> Dataset:
    columns = inputs.shape[1]
    return Dataset(
        name="invented",
        task=task,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * columns,
        features=tuple(f"x{place}" for place in range(columns)),
        levels=((),) * columns,
        targets=targets,
        outputs=tuple(f"y{place}" for place in range(targets.shape[1])),
        classes=classes,
        positive=positive,
        groups=groups,
        group_name="" if groups is None else "machine",
    )


def stack(first: Dataset, second: Dataset) -> Dataset:
    """The rows of both; no group of the second is one of the first."""
    groups = None
    if first.groups is not None and second.groups is not None:
        groups = np.concatenate([first.groups, second.groups + first.groups.max() + 1])
    inputs, targets = np.vstack([first.inputs, second.inputs]), np.vstack([first.targets, second.targets])
    return _make_dataset(first.task, inputs, targets, groups, first.classes, first.positive)


# --- models and studies ---


def on_blocks(
    algorithm: str, settings: Settings | None = None, blocks: int = 2, width: int = 5, grid: Grid | None = None
) -> tuple[Candidate, ...]:
    """The same algorithm on as many blocks of inputs."""
    return tuple(
        Candidate(
            f"m{place}", algorithm, {**(settings or {}), COLUMNS: f"{place * width}:{(place + 1) * width}"}, grid or {}
        )
        for place in range(blocks)
    )


def study_of(world: World, seed: int) -> Study:
    """Ten repeats of ten folds, one comparison (or all pairs), nothing seen before."""
    kind = QuestionKind.WHICH if world.aim is Aim.WHICH else QuestionKind.BETTER
    outputs = ("y0", "y1") if world.key.startswith("two-outputs") else ("y0",)
    return Study(
        title=world.key,
        source="invented",
        columns=Columns(target=outputs, group="machine" if "groups" in world.key else None),
        question=Question(kind=kind, measure=world.measure, margin=0.0, cost_ratio=world.cost_ratio),
        candidates=world.candidates,
        baseline=world.candidates[0].key,
        scheme=SchemeChoice(folds=10, repeats=10),
        tuning=Tuning(world.tuning),
        seed=seed,
    )


def measure_models(world: World, trained_on: Dataset, fresh: Dataset) -> Floats:
    """The measure of every model, tuned and trained as in the study on these rows, on fresh rows; models x outputs."""
    study, both = study_of(world, 1), stack(trained_on, fresh)
    context = make_fit_context(study, both, LIBRARY)
    train, test = np.arange(trained_on.size), np.arange(trained_on.size, both.size)
    values = np.empty((len(world.candidates), len(both.outputs)))
    for place, candidate in enumerate(world.candidates):
        fitted = run_fit(FitJob(Job("truth", 0, 0, candidate.key), candidate, train, test, study.tuning), context)
        if fitted.predicted is None:
            raise RuntimeError(fitted.message)
        for output in range(len(both.outputs)):
            truth = both.targets[test, output]
            value = context.measure.value(truth, fitted.predicted[:, output], fitted.scores, context.context)
            values[place, output] = np.nan if value is None else value
    return values


def find_gaps(world: World, values: Floats) -> Floats:
    """How much better every model is than the first, output by output; positive means better."""
    sign = 1.0 if find_measure(world.measure).lower_is_better else -1.0
    return np.asarray(sign * (values[:1] - values))
