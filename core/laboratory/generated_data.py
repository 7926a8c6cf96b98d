"""Both models on generated data whose truth is known, made harder step by step (after Kibler & Langley 1988)."""

from dataclasses import dataclass, replace

import numpy as np

from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.evidence import FitResult, Split
from core.domain.study import Candidate, Columns, Study
from core.judge.scores import context_of, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, offset_progress, train_all
from core.statistics.measures import Measure, find_measure
from core.statistics.t_tests import one_sample_t
from core.statistics.undefined import Undefined

DRAWS = 5
TESTED = 2000
MOST_ROWS = 400
PART = "generated"
LOSSES = {Task.CLASSES: "error", Task.NUMBERS: "mae"}


@dataclass(frozen=True, slots=True)
class Hardness:
    """One thing that makes data harder, with its steps; `note` says what is known about the truth."""

    key: str
    title: str
    note: str
    source: str
    steps: tuple[float, ...]


KIBLER = "Kibler & Langley 1988"
HARDNESS = (
    Hardness("noise", "Noise", "Of the answers this share is wrong, or blurred by it.", KIBLER, (0.0, 0.1, 0.2, 0.3)),
    Hardness("useless", "Useless inputs", "Inputs that say nothing, beside two that matter.", KIBLER, (0, 5, 20, 50)),
    Hardness("rows", "Training rows", "The truth stays, only fewer rows show it.", KIBLER, (400, 200, 100, 50, 25)),
)


@dataclass(frozen=True, slots=True)
class Step:
    """Mean loss of both models over training sets, and the least any model could reach; None where all failed.

    Ranges are those of the mean over independently drawn training sets (t, 95 %); None with fewer than two.
    """

    at: float
    baseline: float | None
    candidate: float | None
    least: float
    baseline_range: tuple[float, float] | None = None
    candidate_range: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class GeneratedComparison:
    """In the unit shown to people; lower is better."""

    hardness: Hardness
    measure: str
    steps: tuple[Step, ...]

    def sentence(self, first: str, second: str) -> str:
        known = [(one.at, one.candidate, one.baseline) for one in self.steps]
        ahead = [f"{at:g}" for at, ours, theirs in known if ours is not None and theirs is not None and ours < theirs]
        what = self.hardness.title.lower()
        if not ahead:
            return f"On generated data {first} is at no step of {what} ahead of {second}."
        every = "every step" if len(ahead) == len(known) else ", ".join(ahead)
        return f"On generated data {first} is ahead of {second} at {what}: {every}."


def compare_on_generated_data(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, key: str, seed: int
) -> Working[GeneratedComparison]:
    """Five training sets per step, all tested on the same new rows; nothing of the person's own data is used."""
    hardness = next(one for one in HARDNESS if one.key == key)
    pair = (study.candidate(study.baseline), candidate)
    each, total = DRAWS * len(pair), DRAWS * len(pair) * len(hardness.steps)
    row = find_measure(LOSSES[data.task])
    found = []
    for place, at in enumerate(hardness.steps):
        made, sets, least = _made(data.task, hardness.key, at, min(MOST_ROWS, data.size), seed + place)
        plain = replace(study, columns=Columns(target=("y",)), question=replace(study.question, measure=row.key))
        work = train_all(shop, plain, made, make_jobs(plain, PART, pair, sets))
        outcomes = yield from offset_progress(work, place * each, total)
        if outcomes is None:
            return None
        ours, theirs = (_losses(plain, made, outcomes, one.key, row) for one in (candidate, pair[0]))
        found.append(
            Step(at, _mean(theirs), _mean(ours), row.shown(least), _range_of_mean(theirs), _range_of_mean(ours))
        )
    return GeneratedComparison(hardness, row.key, tuple(found))


def _made(task: Task, key: str, at: float, rows: int, seed: int) -> tuple[Dataset, list[Split], float]:
    """Answers from x1 + x2 + x1 x2; the least possible loss is that of knowing this rule."""
    random = np.random.default_rng(seed)
    size = int(at) if key == "rows" else rows
    noise = at if key == "noise" else 0.1
    count = DRAWS * size + TESTED
    inputs = random.normal(size=(count, 2 + (int(at) if key == "useless" else 0)))
    rule = inputs[:, 0] + inputs[:, 1] + inputs[:, 0] * inputs[:, 1]
    if task is Task.CLASSES:
        answers = ((rule > 0) ^ (random.random(count) < noise)).astype(np.float64)
        least = noise
    else:
        spread = noise * float(np.std(rule))
        answers, least = rule + random.normal(0, spread, count), spread * float(np.sqrt(2 / np.pi))
    test = np.arange(DRAWS * size, count)
    sets = [Split(draw, 0, np.arange(draw * size, (draw + 1) * size), test) for draw in range(DRAWS)]
    return make_generated_dataset(task, inputs, answers), sets, least


def make_generated_dataset(task: Task, inputs: Floats, answers: Floats) -> Dataset:
    width = inputs.shape[1]
    return Dataset(
        name="generated",
        task=task,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * width,
        features=tuple(f"x{place + 1}" for place in range(width)),
        levels=((),) * width,
        targets=answers[:, None],
        outputs=("y",),
        classes=("no", "yes") if task is Task.CLASSES else (),
        fingerprint="generated",
    )


def _losses(study: Study, data: Dataset, outcomes: tuple[FitResult, ...], key: str, row: Measure) -> Floats:
    """One per training set that gave a model, as it is shown."""
    context = context_of(study, data)
    values = [value_of(o, row, data, 0, context) for o in outcomes if o.job.candidate == key and o.ok]
    return np.array([row.shown(value) for value in values if value is not None], dtype=np.float64)


def _mean(losses: Floats) -> float | None:
    return float(losses.mean()) if losses.size else None


def _range_of_mean(losses: Floats) -> tuple[float, float] | None:
    """Training sets are drawn anew each time, so their losses are independent given the test rows."""
    found = one_sample_t(losses)
    return None if isinstance(found, Undefined) else (found.low, found.high)
