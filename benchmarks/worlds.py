"""The invented worlds in which the headline is put to the test: what is true in them is known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from benchmarks.blocks import BLOCK, WIDTH, find_algorithm
from core.algorithms.learner import schema_of
from core.domain.dataset import Dataset, Floats, Integers, Kind, Task
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind

ROWS = 100
TRAINED_ON = 90  # rows of a training set of ten folds
REFERENCE, CANDIDATE = "first", "second"
Signs = Floats  # +1 or -1 per row: the answer
MakeBlock = Callable[[Signs, float, np.random.Generator], Floats]


def shifted(signs: Signs, strength: float, random: np.random.Generator) -> Floats:
    """Five bell curves whose middle depends on the answer; together they are `strength` spreads away from zero."""
    block: Floats = random.normal(size=(len(signs), WIDTH)) + np.outer(signs, np.full(WIDTH, strength / np.sqrt(WIDTH)))
    return block


def hidden(signs: Signs, strength: float, random: np.random.Generator) -> Floats:
    """The answer is the product of the signs of two inputs in a share `strength` of the rows: found or not found."""
    block: Floats = random.normal(size=(len(signs), WIDTH))
    kept = np.where(random.random(len(signs)) < strength, 1.0, -1.0)
    block[:, 1] = np.abs(block[:, 1]) * signs * kept * np.sign(block[:, 0])
    return block


@dataclass(frozen=True, slots=True)
class World:
    """One algorithm on two blocks of inputs; with equal strengths the two are exactly equally good at every size."""

    key: str
    title: str
    algorithm: str
    strengths: tuple[float, float]
    block: MakeBlock = shifted
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_equal(self) -> bool:
        return self.strengths[0] == self.strengths[1]


UNPRUNED = {"pruning": "off"}
WORLDS: tuple[World, ...] = (
    World("equal-bayes", "naive Bayes against itself", "naive-bayes", (0.7, 0.7)),
    World("equal-lda", "linear discriminant against itself", "lda", (0.7, 0.7)),
    World("equal-neighbours", "5 neighbours against itself", "knn", (0.7, 0.7), options={"neighbours": 5}),
    World("equal-tree", "unpruned tree against itself", "tree", (1.2, 1.2), options=UNPRUNED),
    World(
        "equal-hidden",
        "tree against itself, the rule found or missed by chance",
        "tree",
        (0.97, 0.97),
        hidden,
        {**UNPRUNED, "leaf": 5},
    ),
    World("gap-bayes", "naive Bayes, the second with better inputs", "naive-bayes", (0.5, 1.0)),
    World("gap-tree", "unpruned tree, the second with better inputs", "tree", (0.7, 1.4), options=UNPRUNED),
)


def world(key: str) -> World:
    return next(row for row in WORLDS if row.key == key)


def draw(row: World, rows: int, random: np.random.Generator) -> Dataset:
    """Rows drawn one by one."""
    labels: Integers = random.integers(0, 2, rows)
    signs: Signs = np.where(labels == 1, 1.0, -1.0)
    inputs = np.hstack([row.block(signs, strength, random) for strength in row.strengths])
    columns = inputs.shape[1]
    return Dataset(
        name=row.key,
        task=Task.CLASSES,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * columns,
        features=tuple(f"x{i}" for i in range(columns)),
        levels=((),) * columns,
        targets=labels[:, None].astype(np.float64),
        outputs=("answer",),
        classes=("no", "yes"),
        positive=1,
    )


def study_of(row: World, seed: int) -> Study:
    """Ten shuffles of ten folds, fixed; nothing tuned; one comparison, so that the bar is 0.05."""
    return Study(
        title=row.key,
        source="invented",
        columns=Columns(target=("answer",)),
        question=Question(measure="error", margin=2.0),
        candidates=tuple(candidate(row, block) for block in (0, 1)),
        baseline=REFERENCE,
        scheme=SchemeChoice(folds=10, repeats=10),
        tuning=Tuning(TuningKind.NONE),
        seed=seed,
    )


def candidate(row: World, block: int) -> Candidate:
    return Candidate((REFERENCE, CANDIDATE)[block], row.algorithm, {**row.options, BLOCK: block})


def true_gap(row: World, trained_on: Dataset, fresh: Dataset) -> float:
    """How much better the second model, trained on these rows, is on fresh rows; positive: fewer errors."""
    first, second = (_error(row, block, trained_on, fresh) for block in (0, 1))
    return first - second


def _error(row: World, block: int, trained_on: Dataset, fresh: Dataset) -> float:
    learner = find_algorithm(row.algorithm).build(candidate(row, block).settings, 1)
    learner.fit(trained_on.inputs, trained_on.targets, schema_of(trained_on))
    return float(np.mean(learner.predict(fresh.inputs).predicted != fresh.targets))
