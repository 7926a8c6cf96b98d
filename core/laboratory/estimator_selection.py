"""Which estimate chooses the better of two models more often? The question of Kohavi's title (1995)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult, Split
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine.fit_context import FitJob
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.scores import context_of, joined_outcomes, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_job, select_rows, to_dataset_rows, train_in_pieces
from core.laboratory.error_estimates import choose_error_measure
from core.laboratory.kohavi_study import LEAST, draw_sample, ignore_roles, list_other_rows
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.schemes import make_splits
from core.statistics.bootstrap_intervals import UNSEEN
from core.statistics.measures import Measure, find_measure
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined
from core.support.errors import StudyError

KEY = "selection"
WHOLE = "whole"
LARGEST = 200
SAMPLES = 20
AMOUNTS = {"20": "20 samples", "50": "50 samples, as the paper", "200": "200 samples"}


@dataclass(frozen=True, slots=True)
class Estimator:
    """One way to choose: `folds` below 0 leave so many rows out, as in the paper; None with another scheme."""

    key: str
    title: str
    folds: int | None = None
    stratified: bool = True
    kind: SchemeKind = SchemeKind.KFOLD


ESTIMATORS = (
    Estimator("holdout", "Holdout, one third", kind=SchemeKind.HOLDOUT),
    Estimator("2", "2 folds, stratified", 2),
    Estimator("5", "5 folds, stratified", 5),
    Estimator("10", "10 folds, stratified", 10),
    Estimator("10-plain", "10 folds, not stratified", 10, stratified=False),
    Estimator("-5", "Leave five out", -5, stratified=False),
    Estimator("-2", "Leave two out", -2, stratified=False),
    Estimator("632", f".632 bootstrap, {SAMPLES} samples", kind=SchemeKind.BOOTSTRAP),
    Estimator("R", "Tested on the training rows"),
)


@dataclass(frozen=True, slots=True)
class Choices:
    """How often an estimate named the model that is better on the other rows; a tie counts one half.

    `regret` is how much larger the true error of the chosen model is, on average, than that of the better one.
    """

    right: float
    times: int
    regret: float


def choose_sample_size(rows: int) -> int:
    """A third of the rows, at most 200; the others are the truth."""
    return max(LEAST, min(LARGEST, rows // 3))


def compare_estimators(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Samples are drawn again and again; both models are trained on each, and the truth comes from the other rows."""
    data, study = ignore_roles(subject.study, subject.data)
    size = choose_sample_size(data.size)
    if data.size < 3 * LEAST:
        raise StudyError(f"This needs at least {3 * LEAST} rows; there are {data.size}.", hint="Use more rows.")
    samples = [draw_sample(data.size, size, study.seed, draw) for draw in range(int(subject.amount))]
    wanted = (
        job for draw, rows in enumerate(samples) for job in _jobs_of_sample(study, data, subject.pair, draw, rows)
    )
    outcomes = yield from train_in_pieces(shop, study, data, wanted, count_trainings(subject))
    if outcomes is None:
        return None
    row = find_measure(choose_error_measure(study, data))
    reader = _Reader(study, data, row, subject.output, samples)
    estimates, truth = reader.read(outcomes, [one.key for one in subject.pair])
    found = {key: count_choices(values, truth) for key, values in estimates.items()}
    return _describe(subject, found, size, row)


def count_trainings(subject: Subject) -> int:
    size = choose_sample_size(subject.data.size)
    return (
        int(subject.amount or 0)
        * len(subject.pair)
        * (1 + sum(_count_splits(one, size) for one in ESTIMATORS if one.key != "R"))
    )


def _count_splits(one: Estimator, size: int) -> int:
    if one.kind is SchemeKind.HOLDOUT:
        return 1
    return SAMPLES if one.kind is SchemeKind.BOOTSTRAP else _folds(one, size)


def _folds(one: Estimator, size: int) -> int:
    assert one.folds is not None
    return one.folds if one.folds > 0 else size // -one.folds


def _choice(one: Estimator, size: int) -> SchemeChoice:
    if one.kind is SchemeKind.KFOLD:
        return SchemeChoice(folds=_folds(one, size), repeats=1, max_repeats=1, stratified=one.stratified)
    return SchemeChoice(one.kind, repeats=1, max_repeats=1, samples=SAMPLES, share=2 / 3)


def _jobs_of_sample(
    study: Study, data: Dataset, pair: Sequence[Candidate], draw: int, rows: Integers
) -> Iterator[FitJob]:
    tested = np.concatenate((rows, list_other_rows(data.size, rows)))
    for model in pair:
        yield make_job(study, WHOLE, model, Split(draw, 0, rows, tested))
    part = select_rows(data, rows)
    for one in ESTIMATORS:
        if one.key == "R":
            continue
        for number, split in enumerate(make_splits(part, _choice(one, len(rows)), study.seed + draw)):
            numbered = replace(to_dataset_rows(split, rows), repeat=draw, fold=number)
            for model in pair:
                yield make_job(study, one.key, model, numbered)


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    study: Study
    data: Dataset
    row: Measure
    output: int
    samples: Sequence[Integers]

    def read(self, outcomes: Sequence[FitResult], models: Sequence[str]) -> tuple[dict[str, Floats], Floats]:
        """Estimates (samples x models) by estimator, and the truth in the same form; NaN where there is none."""
        by_place: dict[tuple[str, int, str], list[FitResult]] = {}
        for outcome in outcomes:
            by_place.setdefault((outcome.job.part, outcome.job.repeat, outcome.job.candidate), []).append(outcome)
        shape = (len(self.samples), len(models))
        estimates, truth = {one.key: np.full(shape, np.nan) for one in ESTIMATORS}, np.full(shape, np.nan)
        for draw, sample in enumerate(self.samples):
            for place, model in enumerate(models):
                whole = by_place[WHOLE, draw, model][0]
                seen, true = (self._value(_part(whole, piece)) for piece in _pieces(len(sample)))
                truth[draw, place] = true
                for one in ESTIMATORS:
                    own = by_place.get((one.key, draw, model), [])
                    estimates[one.key][draw, place] = self._estimate(one, own, seen)
        return estimates, truth

    def _estimate(self, one: Estimator, outcomes: Sequence[FitResult], seen: float) -> float:
        if one.key == "R":
            return seen
        if one.kind is SchemeKind.BOOTSTRAP:
            values = [self._value(outcome) for outcome in outcomes]
            return UNSEEN * float(np.mean(values)) + (1 - UNSEEN) * seen
        joined = joined_outcomes(tuple(outcomes))
        return np.nan if joined is None else self._value(joined)

    def _value(self, outcome: FitResult) -> float:
        found = value_of(outcome, self.row, self.data, self.output, context_of(self.study, self.data))
        return np.nan if found is None else found


def _pieces(size: int) -> tuple[slice, slice]:
    return slice(0, size), slice(size, None)


def _part(outcome: FitResult, piece: slice) -> FitResult:
    if outcome.predicted is None:
        return outcome
    scores = None if outcome.scores is None else outcome.scores[piece]
    return replace(outcome, rows=outcome.rows[piece], predicted=outcome.predicted[piece], scores=scores)


def count_choices(estimates: Floats, truth: Floats) -> Choices:
    """Both are samples x 2, errors: the smaller is chosen; samples whose truth is a tie or unknown are left out."""
    known = np.isfinite(estimates).all(axis=1) & np.isfinite(truth).all(axis=1) & (truth[:, 0] != truth[:, 1])
    guessed, true = estimates[known], truth[known]
    better = np.argmin(true, axis=1)
    by_estimate = np.sign(guessed[:, 0] - guessed[:, 1])  # above 0: the second is chosen
    wanted = np.where(better == 1, 1.0, -1.0)
    right = np.where(by_estimate == 0, 0.5, (by_estimate == wanted).astype(np.float64))
    lost = np.abs(true[:, 0] - true[:, 1]) * (1 - right)
    return Choices(float(right.sum()), len(true), float(lost.mean()) if len(true) else 0.0)


def _describe(subject: Subject, found: dict[str, Choices], size: int, row: Measure) -> ProcedureResult:
    known = [(one, found[one.key]) for one in ESTIMATORS if found[one.key].times]
    if not known:
        raise StudyError(
            "Both models err equally often on the other rows of every sample.", hint="Choose another pair."
        )
    ordered = sorted(known, key=lambda pair: -pair[1].right / pair[1].times)
    marks, rows = [], []
    for place, (one, choices) in enumerate(known):
        share = choices.right / choices.times
        span = wilson(choices.right, choices.times, 0.95)
        low, high = (None, None) if isinstance(span, Undefined) else (100 * span.low, 100 * span.high)
        marks.append(Mark(place, 100 * share, low, high))
        rows.append((one.title, cell(100 * share, 3), cell(low, 3), cell(high, 3), cell(row.shown(choices.regret), 3)))
    names = " and ".join(subject.name(one.key) for one in subject.pair)
    best, worst = ordered[0], ordered[-1]
    return ProcedureResult(
        KEY,
        f"{names} on samples of {size} rows: {best[0].title.lower()} names the better one in "
        f"{100 * best[1].right / best[1].times:.0f} of 100 samples, {worst[0].title.lower()} in "
        f"{100 * worst[1].right / worst[1].times:.0f}.",
        "Better means: fewer errors on the rows outside the sample. To choose a model an estimate may be biased as "
        "long as it is so for both alike; what harms is spread (Kohavi 1995, sections 1 and 6). Ranges are Wilson's; "
        "samples share rows, so they are a little too narrow. Groups and time order are not heeded.",
        ("Estimate", "Right choices of 100", "From", "To", "Mean loss by wrong choices"),
        tuple(rows),
        Drawing(
            "right choices of 100", "", (Trace("", tuple(marks), is_line=False),),
            tuple(one.title for one, _ in known), rule=50.0, is_rows=True,
        ),
    )  # fmt: skip


SELECTION = Procedure(
    KEY,
    "Which estimate chooses the better model?",
    "Kohavi 1995, title and section 6",
    "Samples of your rows; the truth comes from the other rows: how often each estimate names the better model.",
    (Need.TWO_MODELS, Need.TRAINED, Need.NO_TIME),
    compare_estimators,
    count_trainings,
    AMOUNTS,
    "20",
)
