"""The laboratory of error estimates: every way of estimating one model's error, on the person's own data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import MAIN, FitResult, Job, Run, Split
from core.domain.laboratory_results import EstimatePlan
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study, TuningKind
from core.engine.fit_context import FitJob
from core.judge.row_values import compute_row_losses
from core.judge.scores import context_of, joined_outcomes, value_of
from core.laboratory.bootstrap_estimates import BootstrapEstimates, estimate_by_bootstrap
from core.laboratory.demo_runner import DemoRunner, Working, make_job, make_jobs, train_all
from core.laboratory.estimate_methods import ErrorEstimate, ErrorEstimates
from core.laboratory.order_deviations import find_deviations, list_hints
from core.laboratory.training_endings import is_worse_than_constant
from core.schemes import drop_unused_roles, make_splits
from core.statistics.bootstrap_intervals import UNSEEN, bootstrap_optimism
from core.statistics.fold_arithmetic import complete_cv_count
from core.statistics.measure import Context
from core.statistics.measures import Measure, find_measure
from core.statistics.undefined import Undefined
from core.support.errors import StudyError

SMALL_ENOUGH = 400  # rows up to which leaving one out is suggested
LEFT_OUT = 5
MOST_LEFT_OUT = 1000
MOST_COMPLETE = 1000
TOO_MANY = f"Leaving out one, two and five is not done above {MOST_LEFT_OUT:,} rows or groups: it would take too long."


@dataclass(frozen=True, slots=True, eq=False)
class _Bench:
    """What every estimate looks at."""

    data: Dataset
    row: Measure
    context: Context
    output: int
    outcomes: Mapping[str, Sequence[FitResult]]
    trains: Mapping[Job, Integers]
    key_of_training: str  # the measure in which trainings report how they do on their own rows


def choose_error_measure(study: Study, data: Dataset) -> str:
    """The study's measure where it is an error, else the plain error: the usual order is one of errors."""
    chosen = find_measure(study.question.measure)
    plain = "error" if data.task is Task.CLASSES else "mae"
    return chosen.key if chosen.lower_is_better else plain


def estimate_all_ways(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, plan: EstimatePlan, run: Run | None = None
) -> Working[ErrorEstimates]:
    """All estimates of one model; repeats that the study's run holds are not computed again."""
    if study.scheme.kind is SchemeKind.TIME:
        raise StudyError("Rows in time order must not be shuffled.", hint="This exhibit needs rows without an order.")
    data, key = drop_unused_roles(study, data), choose_error_measure(study, data)
    known = {outcome.job: outcome for outcome in (run.of(candidate.key) if run else ())}
    wanted = list_estimate_jobs(study, data, candidate, plan)
    fresh = yield from train_all(shop, study, data, [one for one in wanted if one.job not in known])
    if fresh is None:
        return None
    found = known | {outcome.job: outcome for outcome in fresh}
    by_part = _by_part([found[training.job] for training in wanted])
    row, context = find_measure(key), context_of(study, data)
    outputs = range(len(data.outputs))
    trains = {job.job: job.train for job in wanted}

    def make_bench(place: int) -> _Bench:
        return _Bench(data, row, context, place, by_part, trains, study.question.measure)

    reckoned = tuple(one for place in outputs for one in _all(make_bench(place)))
    told = (
        *((TOO_MANY,) if plan.leave_out and "L" not in by_part else ()),
        *(_word_complete(study, data, by_part) if plan.leave_out else ()),
    )
    return ErrorEstimates(candidate.key, key, reckoned, find_deviations(reckoned), (*list_hints(reckoned), *told))


def list_estimate_jobs(study: Study, data: Dataset, candidate: Candidate, plan: EstimatePlan) -> list[FitJob]:
    """Repeats have the coordinates of the study's own, so that those that exist serve again."""
    everything = np.arange(data.size, dtype=np.int64)
    folds = replace(_folds(study), repeats=plan.repeats, max_repeats=plan.repeats)
    drawn = make_splits(data, replace(folds, kind=SchemeKind.BOOTSTRAP, samples=plan.samples), study.seed)
    held = make_splits(data, replace(folds, kind=SchemeKind.REPEATED_HOLDOUT, share=2 / 3), study.seed)
    pieces: dict[str, list[Split]] = {
        "R": [Split(0, 0, everything, everything)],
        "bootstrap": [replace(split, test=everything) for split in drawn],
        MAIN: list(make_splits(data, folds, study.seed)),
        "H": list(held),
    }
    if plan.leave_out and _units(data) <= MOST_LEFT_OUT:
        pieces |= _leaving_out(study, data, folds)
    if plan.leave_out and _count_complete(study, data) <= MOST_COMPLETE:
        pieces["complete"] = list(make_complete_splits(data, _folds(study).folds))
    several = [t for part, made in pieces.items() for t in make_jobs(study, part, (candidate,), made)]
    return [*several, _tuned_inside(study, candidate, pieces["H"][0])]


def _folds(study: Study) -> SchemeChoice:
    return study.scheme if study.scheme.kind is SchemeKind.KFOLD else SchemeChoice(grouped=study.scheme.grouped)


def _units(data: Dataset) -> int:
    return data.size if data.groups is None else len(np.unique(data.groups))


def _leaving_out(study: Study, data: Dataset, folds: SchemeChoice) -> dict[str, list[Split]]:
    units = _units(data)
    alone = list(make_splits(data, replace(folds, kind=SchemeKind.LEAVE_ONE_OUT), study.seed))
    if units < 2 * LEFT_OUT:
        return {"L": alone}
    left = {"leave2": 2, "leave": LEFT_OUT}
    once = replace(folds, repeats=1, max_repeats=1)
    found = {
        key: list(make_splits(data, replace(once, folds=units // count), study.seed)) for key, count in left.items()
    }
    return {"L": alone, **found}


def _count_complete(study: Study, data: Dataset) -> float:
    """Trainings of a complete cross-validation with the folds of the study; infinite where it is not defined."""
    found = count_complete_splits(_units(data), _folds(study).folds)
    return np.inf if found is None else float(found)


def count_complete_splits(units: int, folds: int) -> int | None:
    """Choices of one fold, of the smaller size where folds are uneven; None where folds are more than rows."""
    found = complete_cv_count(units, folds)
    if isinstance(found, Undefined):
        return comb(units, units // folds) if found.reason == "not_divisible" else None
    return found


def make_complete_splits(data: Dataset, folds: int) -> Iterator[Split]:
    """Every way to choose the test rows (or groups) of one fold, each once (Kohavi 1995, section 2.2)."""
    member = np.arange(data.size) if data.groups is None else np.unique(data.groups, return_inverse=True)[1]
    units = int(member.max()) + 1
    for number, chosen in enumerate(combinations(range(units), units // folds)):
        tested = np.isin(member, chosen)
        yield Split(number, 0, np.flatnonzero(~tested), np.flatnonzero(tested))


def _word_complete(study: Study, data: Dataset, by_part: Mapping[str, object]) -> tuple[str, ...]:
    """Why there is no complete cross-validation, in words; nothing where there is one."""
    folds, units = _folds(study).folds, _units(data)
    if "complete" in by_part:
        return ()
    found = count_complete_splits(units, folds)
    if found is None:
        return (f"A complete cross-validation is not defined: {units:,} rows or groups do not fill {folds} folds.",)
    if found <= MOST_COMPLETE:
        return ()
    count = f"{found:,}" if found < 1_000_000 else f"about 10^{len(str(found)) - 1}"
    return (
        f"A complete cross-validation (every choice of {units // folds} of {units:,} rows or groups) would take "
        f"{count} trainings and is not done; repeats stand for it, and leave-one-out is complete by itself.",
    )


def _tuned_inside(study: Study, candidate: Candidate, split: Split) -> FitJob:
    """Settings are always chosen by inner folds here (Reich & Barai 1999, figure 6)."""
    training = make_job(study, "TTV", candidate, split)
    return replace(training, tuning=replace(study.tuning, kind=TuningKind.KFOLD))


def _by_part(outcomes: Sequence[FitResult]) -> dict[str, list[FitResult]]:
    found: dict[str, list[FitResult]] = {}
    for outcome in outcomes:
        found.setdefault(outcome.job.part, []).append(outcome)
    return found


# --- From outcomes to estimates ---


def _all(bench: _Bench) -> list[ErrorEstimate]:
    first = [outcome for outcome in bench.outcomes[MAIN] if outcome.job.repeat == 0]
    held = bench.outcomes["H"]
    return [
        _from_folds(bench, "R", bench.outcomes["R"]),
        *_from_bootstrap(bench),
        _from_folds(bench, "K", first),
        _from_folds(bench, "KI", bench.outcomes[MAIN]),
        *(
            _from_folds(bench, key, bench.outcomes[key])
            for key in ("L", "leave2", "leave", "complete")
            if key in bench.outcomes
        ),
        _from_folds(bench, "H", held[:1]),
        _from_folds(bench, "HI", held),
        _from_folds(bench, "TTV", bench.outcomes["TTV"]),
    ]


def _from_folds(bench: _Bench, key: str, outcomes: Sequence[FitResult]) -> ErrorEstimate:
    """Test rows of one repetition pooled, repetitions averaged."""
    by_repeat: dict[int, list[FitResult]] = {}
    for outcome in outcomes:
        if outcome.ok:
            by_repeat.setdefault(outcome.job.repeat, []).append(outcome)
    joined = [one for one in (joined_outcomes(tuple(some)) for some in by_repeat.values()) if one is not None]
    values = [value_of(one, bench.row, bench.data, bench.output, bench.context) for one in joined]
    failed = sum(not outcome.ok for outcome in outcomes)
    useless = sum(_is_useless(bench, outcome) for outcome in outcomes)
    return _reckoned(bench, key, _known(values), _mean_losses(bench, joined), len(outcomes), failed, useless=useless)


def _is_useless(bench: _Bench, outcome: FitResult) -> bool:
    """Worse than the constant on its training rows, of what was measured on some of them; else not known, so no."""
    if len(outcome.training_values) <= bench.output or bench.key_of_training != bench.row.key:
        return False
    rows = bench.trains.get(outcome.job)
    value = outcome.training_values[bench.output]
    return rows is not None and is_worse_than_constant(value, bench.data, rows, bench.row, bench.output, bench.context)


def _mean_losses(bench: _Bench, joined: Sequence[FitResult]) -> Floats:
    """Of every row that was tested, over the repetitions in which it was."""
    total, times = np.zeros(bench.data.size), np.zeros(bench.data.size)
    for outcome in joined:
        losses = compute_row_losses(outcome, bench.row.key, bench.data, bench.output, bench.context)
        if losses is not None:
            total[outcome.rows] += losses
            times[outcome.rows] += 1
    tested = times > 0
    return np.asarray(total[tested] / times[tested])


def _reckoned(
    bench: _Bench,
    key: str,
    values: Floats,
    losses: Floats,
    trainings: int,
    failed: int,
    estimate: float | None = None,
    useless: int = 0,
) -> ErrorEstimate:
    if estimate is None and values.size:
        estimate = float(values.mean())
    return ErrorEstimate(
        method=key,
        output=bench.data.outputs[bench.output],
        estimate=estimate,
        error=float(np.std(losses, ddof=1) / np.sqrt(losses.size)) if losses.size > 1 else None,
        spread=float(np.std(values, ddof=1)) if values.size > 1 else None,
        trainings=trainings,
        failed=failed,
        iterations=values.size,
        least=float(values.min()) if values.size else None,
        most=float(values.max()) if values.size else None,
        useless=useless,
    )


def _from_bootstrap(bench: _Bench) -> list[ErrorEstimate]:
    outcomes = bench.outcomes["bootstrap"]
    done = [outcome for outcome in outcomes if outcome.ok]
    whole = bench.outcomes["R"][0]
    drawn = [bench.trains[outcome.job] for outcome in done]
    found = estimate_by_bootstrap(whole, done, drawn, bench.data, bench.row, bench.output, bench.context)
    counts = (len(outcomes), len(outcomes) - len(done))
    useless = _count_useless_samples(bench, done, drawn)
    if found is None:
        return [_reckoned(bench, key, np.empty(0), np.empty(0), *counts) for key in ("optimism", "632", "632+", "e0")]
    return [replace(one, useless=useless) for one in _bootstrap_rows(bench, found, counts)]


def _count_useless_samples(bench: _Bench, done: Sequence[FitResult], drawn: Sequence[Integers]) -> int:
    """Bootstrap models that err more on the rows they were drawn from than the constant does there."""
    count = 0
    for outcome, rows in zip(done, drawn, strict=True):
        assert outcome.predicted is not None
        scores = None if outcome.scores is None else outcome.scores[rows]
        seen = replace(outcome, rows=rows, predicted=outcome.predicted[rows], scores=scores)
        value = value_of(seen, bench.row, bench.data, bench.output, bench.context)
        if value is not None:
            count += is_worse_than_constant(value, bench.data, rows, bench.row, bench.output, bench.context)
    return count


def _bootstrap_rows(bench: _Bench, found: BootstrapEstimates, counts: tuple[int, int]) -> list[ErrorEstimate]:
    seen = found.resubstitution
    corrected = bootstrap_optimism(seen, found.on_all, found.on_sample)
    optimism = None if isinstance(corrected, Undefined) else corrected.estimate
    mixed = UNSEEN * found.unseen + (1 - UNSEEN) * seen
    plus = found.plus_weight
    return [
        _reckoned(bench, "optimism", seen + found.on_all - found.on_sample, found.optimism_rows, *counts, optimism),
        _reckoned(bench, "632", mixed, found.mixed_rows(UNSEEN), *counts),
        _reckoned(bench, "632+", plus * found.unseen + (1 - plus) * seen, found.mixed_rows(plus), *counts, found.plus),
        _reckoned(bench, "e0", found.unseen, found.mixed_rows(1.0), *counts),
    ]


def _known(values: Sequence[float | None]) -> Floats:
    return np.array([value for value in values if value is not None], dtype=np.float64)
