"""Kohavi's study of estimates: samples of a chosen size, the truth from the other rows, bias and spread of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult, Split
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine.fit_context import FitJob
from core.judge.scores import context_of, joined_outcomes, value_of
from core.laboratory.demo_runner import (
    DemoRunner,
    Working,
    make_job,
    offset_progress,
    select_rows,
    to_dataset_rows,
    train_all,
    train_in_pieces,
)
from core.laboratory.error_estimates import choose_error_measure
from core.laboratory.kohavi_results import Curve, CurvePoint, KohaviResult, Point
from core.schemes import make_splits
from core.statistics.bootstrap_intervals import UNSEEN
from core.statistics.measure import Context
from core.statistics.measures import Measure, find_measure
from core.support.errors import StudyError

LEAST = 20
MOST_TESTED = 3000  # rows the truth is measured on; more would not change it visibly
CURVE_DRAWS = 20  # samples of every size
WHOLE, BOOTSTRAP = "whole", "bootstrap"
SCHEMES_OF = {"folds": False, "stratified": True}


@dataclass(frozen=True, slots=True)
class KohaviPlan:
    """Sample size, number of samples, and what is varied; `leave_one_out` adds as many folds as rows.

    Folds below 0 leave so many rows out, as in the paper's figures: -2 and -5 in his study. `truths` samples tell the
    truth, 500 in the paper; no more than `draws` are drawn for it where it is less.
    """

    size: int
    draws: int = 50
    folds: tuple[int, ...] = (2, 5, 10, 20)
    bootstraps: tuple[int, ...] = (1, 2, 5, 10, 20, 50)
    leave_one_out: bool = False
    truths: int = 0

    @property
    def all_folds(self) -> tuple[int, ...]:
        possible = tuple(k for k in self.folds if 2 <= self.count_folds(k) < self.size)
        return (*possible, self.size) if self.leave_one_out else possible

    def count_folds(self, k: int) -> int:
        return k if k > 0 else self.size // -k

    @property
    def more_truths(self) -> int:
        """Samples that are drawn for the truth alone."""
        return max(0, self.truths - self.draws)

    @property
    def trainings(self) -> int:
        """One on the whole sample, both kinds of folds, the most bootstrap samples; of every sample."""
        folds = sum(map(self.count_folds, self.all_folds))
        each = 1 + len(SCHEMES_OF) * folds + max(self.bootstraps, default=0)
        return self.draws * each + self.more_truths


def run_kohavi_study(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, plan: KohaviPlan, seed: int
) -> Working[KohaviResult]:
    """Sections 4 and 5 of Kohavi 1995, in errors instead of right answers; groups and time are not heeded."""
    data, study = ignore_roles(study, data)
    _check(data.size, plan.size)
    samples = [draw_sample(data.size, plan.size, seed, draw) for draw in range(plan.draws + plan.more_truths)]
    wanted = (
        t
        for place, rows in enumerate(samples)
        for t in (
            _of_sample(study, data, candidate, plan, place, rows)
            if place < plan.draws
            else _of_truth(study, data, candidate, place, rows)
        )
    )
    outcomes = yield from train_in_pieces(shop, study, data, wanted, plan.trainings)
    if outcomes is None:
        return None
    reader = _Reader(data, find_measure(choose_error_measure(study, data)), context_of(study, data), samples)
    return _concluded(reader, plan, outcomes)


def ignore_roles(study: Study, data: Dataset) -> tuple[Dataset, Study]:
    """Rows on their own, as in the paper."""
    alone = replace(data, groups=None, order=None)
    return alone, replace(study, scheme=replace(study.scheme, kind=SchemeKind.KFOLD, grouped=False))


def _check(rows: int, size: int) -> None:
    if not LEAST <= size <= rows - LEAST:
        can = f"Choose a size between {LEAST} and {rows - LEAST}."
        raise StudyError(
            f"Samples of {size} rows cannot be drawn from {rows} rows with enough others left for the truth.",
            hint=can if rows >= 2 * LEAST else "Use data with more rows, or the waveform generator.",
        )


def draw_sample(rows: int, size: int, seed: int, *coordinates: int) -> Integers:
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(size, *coordinates)))
    return np.sort(random.choice(rows, size, replace=False)).astype(np.int64)


def list_other_rows(rows: int, sample: Integers) -> Integers:
    """The rows outside a sample, evenly spaced ones where there are very many."""
    rest = np.setdiff1d(np.arange(rows, dtype=np.int64), sample)
    if len(rest) <= MOST_TESTED:
        return rest
    return rest[np.linspace(0, len(rest) - 1, MOST_TESTED).astype(np.int64)]


def _of_truth(study: Study, data: Dataset, candidate: Candidate, place: int, rows: Integers) -> Iterator[FitJob]:
    """One holdout more for the truth: trained on a sample, tested on the others."""
    yield make_job(study, WHOLE, candidate, Split(place, 0, rows, list_other_rows(data.size, rows)))


def _of_sample(
    study: Study, data: Dataset, candidate: Candidate, plan: KohaviPlan, place: int, rows: Integers
) -> Iterator[FitJob]:
    """The model of the whole sample, tested on it and on the others; then its folds and bootstrap samples."""
    tested = np.concatenate((rows, list_other_rows(data.size, rows)))
    yield make_job(study, WHOLE, candidate, Split(place, 0, rows, tested))
    part = select_rows(data, rows)
    for name, stratified in SCHEMES_OF.items():
        for k in plan.all_folds:
            choice = SchemeChoice(folds=plan.count_folds(k), repeats=1, stratified=stratified)
            for split in make_splits(part, choice, study.seed + place):
                numbered = replace(to_dataset_rows(split, rows), repeat=place)
                yield make_job(study, f"{name} {k}", candidate, numbered)
    if plan.bootstraps:
        drawn = SchemeChoice(SchemeKind.BOOTSTRAP, samples=max(plan.bootstraps))
        for number, split in enumerate(make_splits(part, drawn, study.seed + place)):
            numbered = replace(to_dataset_rows(split, rows), repeat=place, fold=number)
            yield make_job(study, BOOTSTRAP, candidate, numbered)


# --- From outcomes to points ---


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    """Measures outcomes; the first output stands for all."""

    data: Dataset
    row: Measure
    context: Context
    samples: Sequence[Integers]

    def value(self, outcome: FitResult) -> float | None:
        return value_of(outcome, self.row, self.data, 0, self.context) if outcome.ok else None

    def whole(self, outcome: FitResult) -> tuple[float, float]:
        """The error on the sample itself, and on the other rows; NaN where the training failed."""
        if not outcome.ok or outcome.predicted is None:
            return np.nan, np.nan
        size = len(self.samples[outcome.job.repeat])
        pieces = []
        for some in (slice(0, size), slice(size, None)):
            scores = None if outcome.scores is None else outcome.scores[some]
            part = replace(outcome, rows=outcome.rows[some], predicted=outcome.predicted[some], scores=scores)
            pieces.append(_number(self.value(part)))
        return pieces[0], pieces[1]


def _number(value: float | None) -> float:
    return np.nan if value is None else value


def _concluded(reader: _Reader, plan: KohaviPlan, outcomes: Sequence[FitResult]) -> KohaviResult:
    by_part: dict[str, list[FitResult]] = {}
    for outcome in outcomes:
        by_part.setdefault(outcome.job.part, []).append(outcome)
    by_draw = sorted(by_part[WHOLE], key=lambda outcome: outcome.job.repeat)
    whole = np.array([reader.whole(outcome) for outcome in by_draw[: plan.draws]])
    more = np.array([_number(reader.value(outcome)) for outcome in by_draw[plan.draws :]])
    truth = np.concatenate((whole[:, 1], more))
    truth = truth[np.isfinite(truth)]
    points = [
        _point(name, k, _of_folds(reader, by_part[f"{name} {k}"], plan.draws), truth)
        for name in SCHEMES_OF
        for k in plan.all_folds
    ]
    if plan.bootstraps:
        unseen = _unseen(reader, by_part[BOOTSTRAP], plan)
        for b in plan.bootstraps:
            mean = _means(unseen[:, :b])
            points.append(_point("632", b, UNSEEN * mean + (1 - UNSEEN) * whole[:, 0], truth))
            points.append(_point("e0", b, mean, truth))
    return KohaviResult(
        data=reader.data.name,
        measure=reader.row.key,
        size=plan.size,
        rows=reader.data.size,
        draws=plan.draws,
        truth=float(truth.mean()) if truth.size else None,
        truth_spread=float(truth.std(ddof=1)) if truth.size > 1 else None,
        truths=truth.size,
        points=tuple(point for point in points if point is not None),
        failed=sum(not outcome.ok for outcome in outcomes),
    )


def _of_folds(reader: _Reader, outcomes: Sequence[FitResult], draws: int) -> Floats:
    """One pooled estimate per sample (eq. 4)."""
    values = np.full(draws, np.nan)
    for place in range(draws):
        joined = joined_outcomes(tuple(o for o in outcomes if o.job.repeat == place))
        values[place] = np.nan if joined is None else _number(reader.value(joined))
    return values


def _unseen(reader: _Reader, outcomes: Sequence[FitResult], plan: KohaviPlan) -> Floats:
    values = np.full((plan.draws, max(plan.bootstraps)), np.nan)
    for outcome in outcomes:
        values[outcome.job.repeat, outcome.job.fold] = _number(reader.value(outcome))
    return values


def _means(values: Floats) -> Floats:
    """Of every row, over what is known of it; NaN where nothing is."""
    known = np.isfinite(values)
    sums, counts = np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1)
    return np.asarray(np.divide(sums, counts, out=np.full(len(values), np.nan), where=counts > 0))


def _point(series: str, x: int, estimates: Floats, truth: Floats) -> Point | None:
    """Bias is the mean estimate minus the mean truth (the paper's sentence has it the other way round)."""
    known = estimates[np.isfinite(estimates)]
    if known.size < 2 or truth.size < 2:
        return None
    spread = float(known.std(ddof=1))
    error = float(np.sqrt(spread**2 / known.size + truth.std(ddof=1) ** 2 / truth.size))
    return Point(series, x, float(known.mean()), spread, float(known.mean() - truth.mean()), error)


# --- Learning curve ---


def run_kohavi_study_with_curve(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, plan: KohaviPlan, seed: int
) -> Working[tuple[KohaviResult, Curve]]:
    """Both, with progress that runs once to its end."""
    total = plan.trainings + len(choose_curve_sizes(data.size)) * CURVE_DRAWS
    found = yield from offset_progress(run_kohavi_study(shop, study, data, candidate, plan, seed), 0, total)
    if found is None:
        return None
    curve = yield from offset_progress(
        measure_learning_curve(shop, study, data, candidate, seed), plan.trainings, total
    )
    return None if curve is None else (found, curve)


def measure_learning_curve(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, seed: int, draws: int = CURVE_DRAWS
) -> Working[Curve]:
    """The error on the other rows for samples of growing size: where it still falls, estimates are pessimistic."""
    data, study = ignore_roles(study, data)
    sizes = choose_curve_sizes(data.size)
    wanted = [
        make_job(study, f"curve {size}", candidate, Split(draw, 0, rows, list_other_rows(data.size, rows)))
        for size in sizes
        for draw in range(draws)
        for rows in [draw_sample(data.size, size, seed, draw, 1)]
    ]
    outcomes = yield from train_all(shop, study, data, wanted)
    if outcomes is None:
        return None
    reader = _Reader(data, find_measure(choose_error_measure(study, data)), context_of(study, data), ())
    return Curve(reader.row.key, tuple(_curve_point(reader, size, outcomes) for size in sizes))


def choose_curve_sizes(rows: int) -> tuple[int, ...]:
    """Up to seven sizes from 20 rows to two thirds of the data, each about as many times larger."""
    _check(rows, LEAST)
    sizes = np.geomspace(LEAST, min(rows - LEAST, max(LEAST, round(2 * rows / 3))), 7)
    return tuple(sorted({round(float(size)) for size in sizes}))


def _curve_point(reader: _Reader, size: int, outcomes: Sequence[FitResult]) -> CurvePoint:
    values = [reader.value(outcome) for outcome in outcomes if outcome.job.part == f"curve {size}"]
    known = np.array([value for value in values if value is not None])
    if known.size < 2:
        return CurvePoint(size, None, None)
    return CurvePoint(size, float(known.mean()), float(known.std(ddof=1)))
