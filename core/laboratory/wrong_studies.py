"""How often would a study like this be wrong? Smaller studies on random halves of the rows, judged as the whole is.

Each half (whole groups) is a study of its own: folds, repeats and half-size check as planned. Its range misses if it
does not hold the difference that the whole table shows for models trained on as many rows. The halves are parts of
that table, so fewer misses are to be expected than among studies of fresh rows (where ranges are right, 5 of 100).
Many misses are a warning; few are no proof.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.domain.conclusion import Scope
from core.domain.dataset import Dataset, Integers
from core.domain.evidence import HALVES, MAIN, FitResult, Run, Split
from core.domain.study import Candidate, SchemeKind, Study
from core.engine.fit_context import FitJob
from core.engine.plan import list_fit_jobs
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext
from core.judge.scores import build_score_table, context_of, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, select_rows, train_in_pieces
from core.statistics.measures import find_measure
from core.support.errors import DataError

STUDIES = 30
WHOLE_SPLITS = 60  # trainings on the whole table for the difference it shows
FEWEST_ROWS, FEWEST_GROUPS = 200, 24
LEVEL = 0.95
WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class HalfStudy:
    """The difference that one half shows and its 95 % range, in the unit of the measure; no ends: no range."""

    mean: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class WrongStudies:
    """How many studies on halves miss `difference`, which the whole table shows at their training size.

    Differences say how much better `first` is than `second`; `rows` and `groups` are those of one half.
    """

    first: str
    second: str
    measure: str
    output: str
    difference: float
    rows: int
    groups: int
    train_rows: int
    studies: tuple[HalfStudy, ...]

    @property
    def judged(self) -> tuple[HalfStudy, ...]:
        return tuple(one for one in self.studies if one.low is not None and one.high is not None)

    def misses(self, one: HalfStudy) -> bool:
        return one.low is not None and one.high is not None and not one.low <= self.difference <= one.high

    @property
    def missed(self) -> int:
        return sum(self.misses(one) for one in self.studies)

    @property
    def share(self) -> float:
        """Of 100 studies with a range."""
        return 100 * self.missed / len(self.judged)

    @property
    def standard_error(self) -> float:
        """Of the share, moved off 0 and 1 by half a study so that it is never 0."""
        count = len(self.judged)
        share = (self.missed + 0.5) / (count + 1)
        return 100 * math.sqrt(share * (1 - share) / count)

    def sentence(self, names: Mapping[str, str], group_name: str = "") -> str:
        if not self.judged:
            return "No half gives a range, so nothing can be said."
        first, second = names.get(self.first, self.first), names.get(self.second, self.second)
        of = f"{self.rows} rows" if not self.groups else f"{self.groups} {group_name}"
        return (
            f"Of {len(self.judged)} studies on random halves ({of} each), {self.missed} gave a 95 % range for {first} "
            f"against {second} that misses what the whole table shows: about {self.share:.0f} of 100, standard error "
            f"{self.standard_error:.0f}."
        )


def measure_wrong_studies(
    shop: DemoRunner,
    study: Study,
    data: Dataset,
    pair: tuple[Candidate, Candidate],
    output: int,
    studies: int = STUDIES,
) -> Working[WrongStudies]:
    """Study random halves of the rows as the study does, the second of the pair against the first.

    Raises a DataError below 200 rows, or below 24 groups kept whole, or where the rows are not split into folds.
    """
    small = _make_small_study(study, pair)
    units, member = _find_units(study, data)
    _check_size(study, data, units)
    halves = [_draw_half(study.seed, number, units, member) for number in range(studies)]
    whole = _split_whole(study, units, member)
    wanted = [job for number, rows in enumerate(halves) for job in _list_half_jobs(small, data, rows, number)]
    wanted += make_jobs(small, WHOLE, pair, whole)
    outcomes = yield from train_in_pieces(shop, small, data, wanted, len(wanted))
    if outcomes is None:
        return None
    found: dict[str, list[FitResult]] = {}
    for one in outcomes:
        found.setdefault(one.job.part.partition(":")[0], []).append(one)
    judged = tuple(_judge_half(small, data, rows, found[str(number)], output) for number, rows in enumerate(halves))
    has_groups = units < data.size
    return WrongStudies(
        first=pair[1].key,
        second=pair[0].key,
        measure=study.question.measure,
        output=data.outputs[output],
        difference=_average_difference(small, data, found[WHOLE], output),
        rows=len(halves[0]),
        groups=units // 2 if has_groups else 0,
        train_rows=len(whole[0].train),
        studies=judged,
    )


def explain_refusal(study: Study, data: Dataset) -> str:
    """Why this study is too small for halves; nothing where it is not."""
    units, _ = _find_units(study, data)
    if study.scheme.kind is not SchemeKind.KFOLD:
        return "This needs a study that splits rows into folds."
    if units < data.size and units < FEWEST_GROUPS:
        return f"This needs at least {FEWEST_GROUPS} groups; there are {units}."
    if data.size < FEWEST_ROWS:
        return f"This needs at least {FEWEST_ROWS} rows; there are {data.size}."
    return ""


def _check_size(study: Study, data: Dataset, units: int) -> None:
    refusal = explain_refusal(study, data)
    if refusal:
        raise DataError(refusal, hint="Halves of fewer would say nothing about the whole study.")


def _make_small_study(study: Study, pair: tuple[Candidate, Candidate]) -> Study:
    """The same plan for two models and one comparison, never extended."""
    scheme = replace(study.scheme, max_repeats=study.scheme.repeats)
    return replace(study, candidates=pair, baseline=pair[0].key, scheme=scheme, extra=(), earlier_comparisons=0)


def _find_units(study: Study, data: Dataset) -> tuple[int, Integers]:
    """How many rows or groups are drawn, and to which of them every row belongs."""
    if data.groups is None or not study.scheme.grouped:
        return data.size, np.arange(data.size)
    kept, member = np.unique(data.groups, return_inverse=True)
    return len(kept), member


def _draw_half(seed: int, number: int, units: int, member: Integers) -> Integers:
    chosen = np.random.default_rng([seed, number, 57]).permutation(units)[: units // 2]
    return np.flatnonzero(np.isin(member, chosen))


def _split_whole(study: Study, units: int, member: Integers) -> list[Split]:
    """Training sets as large as those of a half's folds; all other rows are tested."""
    size = max(1, round(units // 2 * (study.scheme.folds - 1) / study.scheme.folds))
    random = np.random.default_rng([study.seed, 58])
    splits = []
    for number in range(WHOLE_SPLITS):
        is_train = np.isin(member, random.permutation(units)[:size])
        splits.append(Split(number, 0, np.flatnonzero(is_train), np.flatnonzero(~is_train)))
    return splits


def _list_half_jobs(small: Study, data: Dataset, rows: Integers, number: int) -> list[FitJob]:
    """The trainings of the study on these rows, as trainings on the whole table; nothing for the constant guess."""
    keys = {one.key for one in small.candidates}
    return [
        replace(
            job,
            job=job.job._replace(part=f"{number}:{job.job.part}"),
            train=rows[job.train],
            test=rows[job.test],
        )
        for job in list_fit_jobs(replace(small, seed=small.seed + number), select_rows(data, rows), set())
        if job.candidate.key in keys
    ]


def _judge_half(small: Study, data: Dataset, rows: Integers, found: Sequence[FitResult], output: int) -> HalfStudy:
    own = [
        replace(
            one,
            job=one.job._replace(part=one.job.part.partition(":")[2]),
            rows=np.searchsorted(rows, one.rows),
        )
        for one in found
    ]
    half, run = select_rows(data, rows), Run(tuple(sorted(own, key=lambda one: one.job)), complete=True)
    main, halves = (build_score_table(small, half, run, part) for part in (MAIN, HALVES))
    context = ComparisonContext(small, half, main, halves, (), Scope.ALGORITHMS)
    baseline, candidate = (one.key for one in small.candidates)
    difference = compare_models(context, candidate, baseline, context.measure, output, LEVEL)
    interval = difference.interval
    return HalfStudy(
        difference.mean, None if interval is None else interval.low, None if interval is None else interval.high
    )


def _average_difference(small: Study, data: Dataset, found: Sequence[FitResult], output: int) -> float:
    measure, context = find_measure(small.question.measure), context_of(small, data)
    values = {(one.job.candidate, one.job.repeat): value_of(one, measure, data, output, context) for one in found}
    baseline, candidate = (one.key for one in small.candidates)
    gaps = [
        ours - theirs
        for repeat in range(WHOLE_SPLITS)
        if (ours := values[candidate, repeat]) is not None and (theirs := values[baseline, repeat]) is not None
    ]
    mean = float(np.mean(gaps)) if gaps else math.nan
    return -mean if measure.lower_is_better else mean
