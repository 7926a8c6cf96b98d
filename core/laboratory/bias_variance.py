"""Bias squared, variance and noise of the squared error, on generated data and on replicates (Reich & Barai, eq. 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.data.repeated_rows import find_repeated_rows
from core.domain.dataset import Dataset, Floats, Task
from core.domain.evidence import FitResult, Split
from core.domain.study import Candidate, Columns, Question
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.insight.noise_floor import estimate_noise_floor
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.laboratory.generated_data import make_generated_dataset
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.statistics.error_decomposition import ErrorParts, decompose_squared_error, decompose_with_replicates
from core.statistics.undefined import Undefined
from core.support.errors import StudyError

KEY = "bias-variance"
POINTS, BLURRED, FLIPPED = 400, 0.5, 0.1
AMOUNTS = {"20": "20 training sets", "50": "50 training sets"}
PARTS = ("Bias²", "Variance", "Noise")


def split_error(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Every model of the study on the same training sets of generated data; numbers with replicates on own rows too."""
    task, draws = subject.data.task, int(subject.amount)
    size = min(400, subject.data.size)
    data, sets, truth, noise = make_known_data(task, size, draws, subject.study.seed)
    plain = replace(
        subject.study,
        columns=Columns(target=("y",)),
        question=Question(measure="error" if task is Task.CLASSES else "mae"),
    )
    outcomes = yield from train_all(shop, plain, data, make_jobs(plain, KEY, list_models(subject), sets))
    if outcomes is None:
        return None
    found = {one.key: read_parts(outcomes, one, truth, noise) for one in list_models(subject)}
    known = {key: parts for key, parts in found.items() if parts is not None}
    if not known:
        raise StudyError("No model gave a number or a probability whose squared error could be split.", hint="")
    own = split_on_replicates(subject)
    return describe_parts(subject, known, own, size, draws)


def list_models(subject: Subject) -> tuple[Candidate, ...]:
    return subject.study.candidates


def make_known_data(task: Task, size: int, draws: int, seed: int) -> tuple[Dataset, list[Split], Floats, float]:
    """Training sets and points of x1 + x2 + x1 x2, with E[y | x] of every point and the variance of the noise."""
    random = np.random.default_rng(seed)
    count = draws * size + POINTS
    inputs = random.normal(size=(count, 2))
    rule = inputs[:, 0] + inputs[:, 1] + inputs[:, 0] * inputs[:, 1]
    if task is Task.CLASSES:
        chance = np.where(rule > 0, 1 - FLIPPED, FLIPPED)
        answers, expected, noise = (random.random(count) < chance).astype(np.float64), chance, FLIPPED * (1 - FLIPPED)
    else:
        answers, expected, noise = rule + random.normal(0, BLURRED, count), rule, BLURRED**2
    test = np.arange(draws * size, count)
    sets = [Split(draw, 0, np.arange(draw * size, (draw + 1) * size), test) for draw in range(draws)]
    return make_generated_dataset(task, inputs, answers), sets, np.asarray(expected[test]), noise


def read_parts(outcomes: Sequence[FitResult], model: Candidate, truth: Floats, noise: float) -> ErrorParts | None:
    """Of predicted numbers, or of the probability of the second class; None for models that give neither."""
    mine = [outcome for outcome in outcomes if outcome.job.candidate == model.key and outcome.predicted is not None]
    values = [_read(outcome) for outcome in mine]
    if len(values) < 2 or any(value is None for value in values):
        return None
    found = decompose_squared_error(np.array(values, dtype=np.float64), truth, noise)
    return None if isinstance(found, Undefined) else found


def _read(outcome: FitResult) -> Floats | None:
    if outcome.scores is None:
        return None if outcome.predicted is None else outcome.predicted[:, 0]
    scores = outcome.scores[:, 1]
    return scores if scores.min() >= 0 and scores.max() <= 1 else None


def split_on_replicates(subject: Subject) -> dict[str, ErrorParts]:
    """Of models that predicted every row in at least two repeats, where replicates tell the noise; else nothing."""
    if subject.data.task is not Task.NUMBERS:
        return {}
    noise = estimate_pure_error(subject.data, subject.output)
    found = {}
    for model in subject.study.candidates if noise is not None else ():
        outcomes = [outcome for outcome in subject.run.of(model.key) if outcome.predicted is not None]
        repeats = 1 + max((outcome.job.repeat for outcome in outcomes), default=0)
        answers = np.full((repeats, subject.data.size), np.nan)
        for outcome in outcomes:
            assert outcome.predicted is not None
            answers[outcome.job.repeat, outcome.rows] = outcome.predicted[:, subject.output]
        rows = np.isfinite(answers).all(axis=0)
        assert noise is not None
        parts = decompose_with_replicates(answers[:, rows], subject.data.targets[rows, subject.output], noise)
        if isinstance(parts, ErrorParts):
            found[model.key] = parts
    return found


def estimate_pure_error(data: Dataset, output: int) -> float | None:
    """Variance within sets of rows with equal inputs; None where there are too few of them."""
    floor = estimate_noise_floor(data.targets[:, output], find_repeated_rows(data.inputs, data.targets), "rmse")
    return None if isinstance(floor, Undefined) else floor.scatter**2


def describe_parts(
    subject: Subject, known: dict[str, ErrorParts], own: dict[str, ErrorParts], size: int, draws: int
) -> ProcedureResult:
    names = {key: subject.name(key) for key in known}
    least = min(known, key=lambda key: known[key].total)
    traces = tuple(
        Trace(part, tuple(Mark(place, _part(parts, part)) for place, parts in enumerate(known.values())), is_line=False)
        for part in PARTS
    )
    seen = (
        f"On {draws} generated training sets of {size} rows {names[least]} has the smallest squared error "
        f"({known[least].total:.3g}): "
        + "; ".join(f"{names[key]} bias² {one.bias2:.3g}, variance {one.variance:.3g}" for key, one in known.items())
        + f". Noise is {known[least].noise:.3g} for every model."
    )
    return ProcedureResult(
        KEY,
        seen[:1].upper() + seen[1:],
        "Noise is what no model can learn; a large bias² asks for a more flexible model, a large variance for a "
        "smoother one or more rows (Reich & Barai 1999, eq. 9, squared loss). " + _word_own(subject, own),
        ("Rows", "Model", "Bias²", "Variance", "Noise", "Sum"),
        (*_rows("generated", known, names), *_rows("yours, by replicates", own, subject.names)),
        Drawing("squared error", "", traces, tuple(names.values()), is_rows=True, from_zero=True),
    )


def _part(parts: ErrorParts, name: str) -> float:
    return dict(zip(PARTS, (parts.bias2, parts.variance, parts.noise), strict=True))[name]


def _rows(where: str, found: dict[str, ErrorParts], names: Mapping[str, str]) -> list[tuple[str, ...]]:
    return [
        (where, names.get(key, key), cell(one.bias2), cell(one.variance), cell(one.noise), cell(one.total))
        for key, one in found.items()
    ]


def _word_own(subject: Subject, own: dict[str, ErrorParts]) -> str:
    if own:
        return (
            "On your rows the noise comes from rows with equal inputs; training sets of the repeats overlap, so the "
            "variance there is too small and the bias² too large."
        )
    if subject.data.task is Task.CLASSES:
        return "For classes the squared error is that of the probability; errors of 0 or 1 split in another way."
    return "Your rows have too few replicates (rows with equal inputs) to split their error."


BIAS_VARIANCE = Procedure(
    KEY,
    "Bias, variance and noise",
    "Reich & Barai 1999, eq. 9",
    "The squared error on generated data in its three parts; on your own rows where replicates tell the noise.",
    (Need.TRAINED,),
    split_error,
    lambda subject: int(subject.amount) * len(subject.study.candidates),
    AMOUNTS,
    "20",
    uses_rows=False,
)
