"""Randomization: the whole pipeline on answers dealt out by chance, to see what it reaches without information."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.domain.chances import word_p_value
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import TRIVIAL, FitResult
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.engine.fit_context import FitJob
from core.judge.scores import context_of, joined_outcomes, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_job, offset_progress, to_dataset_rows, train_all
from core.schemes import drop_unused_roles, make_splits
from core.statistics.measures import Measure, find_measure
from core.statistics.multiplicity import permutation_p_value
from core.support.errors import DataError
from core.support.text import pluralize
from core.wording.method_tables import MEASURE_ENTRIES

PART = "permuted"
CELLS_AT_ONCE = 2_000_000
HEADINGS = ("Answers", "Value")


@dataclass(frozen=True, slots=True)
class RandomizationResult:
    """Values in the measure's own unit; `permuted` has one per permutation, a failed one is left out and counted.

    `trivial` is what always giving the same answer reaches, `p` how often chance did as well as the true answers.
    """

    candidate: str
    measure: str
    output: str
    observed: float | None
    permuted: tuple[float, ...]
    trivial: float | None
    p: float | None
    failed: int
    by_groups: bool

    @property
    def chance_level(self) -> float | None:
        return float(np.mean(self.permuted)) if self.permuted else None

    @property
    def bias(self) -> float | None:
        """Of the methodology: how much better than the trivial model the pipeline seems where nothing is to be had."""
        if self.chance_level is None or self.trivial is None:
            return None
        sign = 1.0 if find_measure(self.measure).lower_is_better else -1.0
        return sign * (self.trivial - self.chance_level)

    @property
    def adjusted(self) -> tuple[float, float, float] | None:
        """The estimate with the bias of the methodology taken off, and the range that the dealings give that bias.

        Only what the pipeline gains beyond the constant where nothing is to be had is taken off: a pipeline that does
        worse than the constant on dealt answers pays for its flexibility there, and to put that on the estimate would
        flatter it. The range is that of the middle 95 of 100 dealings (Salzberg 1997, section 3.1).
        """
        if self.observed is None or self.trivial is None or not self.permuted:
            return None
        sign = 1.0 if find_measure(self.measure).lower_is_better else -1.0
        gains = sign * (self.trivial - np.array(self.permuted))  # above 0 the pipeline looks better than it can be
        found = (float(gains.mean()), *(float(end) for end in np.quantile(gains, [0.025, 0.975])))
        mean, low, high = (self.observed + sign * max(0.0, gain) for gain in found)
        return mean, min(low, high), max(low, high)

    def sentence(self, name: str) -> str:
        row = find_measure(self.measure)
        if self.observed is None or self.chance_level is None or self.p is None:
            return f"{name}: the pipeline gave no value to compare."
        failed = f" {pluralize(self.failed, 'permutation')} failed." if self.failed else ""
        return (
            f"{name}: {MEASURE_ENTRIES[row.key].title.lower()} {row.shown(self.observed):.3g} with the true answers, "
            f"{row.shown(self.chance_level):.3g} on average with answers dealt out by chance "
            f"({len(self.permuted)} times, {word_p_value(self.p)}).{self._beside_trivial(row)}"
            f"{self._adjusted_words(row)}{failed}"
        )

    def _beside_trivial(self, row: Measure) -> str:
        if self.trivial is None or self.bias is None:
            return ""
        better = "better" if self.bias >= 0 else "worse"
        return (
            f" Always giving the same answer reaches {row.shown(self.trivial):.3g}: without information the "
            f"pipeline looks {abs(row.shown(self.bias)):.2g} {better} than that."
        )

    def _adjusted_words(self, row: Measure) -> str:
        if self.adjusted is None:
            return ""
        value, low, high = (row.shown(one) for one in self.adjusted)
        return f" With this taken off, the estimate is {value:.3g} ({low:.3g} to {high:.3g})."

    def rows(self) -> tuple[tuple[str, str], ...]:
        row = find_measure(self.measure)
        adjusted = [
            (title, f"{row.shown(value):.4g}")
            for title, value in zip(("adjusted", "adjusted, from", "adjusted, to"), self.adjusted or (), strict=False)
        ]
        dealt = [(f"dealt {place}", f"{row.shown(value):.4g}") for place, value in enumerate(self.permuted, 1)]
        true = [("true", "–" if self.observed is None else f"{row.shown(self.observed):.4g}")]
        return (*true, *adjusted, *dealt)


def run_randomization(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, permutations: int, output: int, seed: int
) -> Working[RandomizationResult]:
    """Salzberg 1997, section 3.1, after Jensen: settings are chosen anew for every dealing.

    The study's own scheme is used, one repeat each. p = (1 + times chance did as well) / (1 + permutations).
    """
    data = drop_unused_roles(study, data)
    if data.task is Task.CLASSES and len(np.unique(data.labels)) < 2:
        raise DataError("All answers are of one class, so dealing them out changes nothing.", hint="Use other data.")
    found: list[float | None] = []
    trivial: float | None = None
    per_order = _splits_of(study, data)
    total = (permutations + 2) * per_order  # the true answers too, and the trivial model once
    for some in _portions(data, permutations, seed):
        stacked, wanted = _stacked(study, data, candidate, some, len(found), with_trivial=not found)
        before = (len(found) + bool(found)) * per_order
        outcomes = yield from offset_progress(train_all(shop, study, stacked, wanted), before, total)
        if outcomes is None:
            return None
        reader = _Reader(study, stacked, find_measure(study.question.measure), output)
        if not found:
            trivial = reader.value(outcomes, TRIVIAL, 0)
        found += [reader.value(outcomes, candidate.key, place) for place in range(len(found), len(found) + len(some))]
    return _concluded(study, data, candidate, found, trivial, output)


def _splits_of(study: Study, data: Dataset) -> int:
    return sum(1 for _ in make_splits(data, _one_repeat(study), study.seed))


def _one_repeat(study: Study) -> SchemeChoice:
    several = study.scheme.kind in (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT, SchemeKind.BOOTSTRAP)
    return replace(study.scheme, repeats=1, max_repeats=1, samples=20) if several else study.scheme


def permutes_groups(data: Dataset) -> bool:
    """Whether answers belong to groups: then groups change their answers, not rows."""
    if data.groups is None:
        return False
    _, member = np.unique(data.groups, return_inverse=True)
    first = np.zeros((int(member.max()) + 1, data.targets.shape[1]))
    first[member] = data.targets
    return bool(np.array_equal(first[member], data.targets))


def _dealt(data: Dataset, seed: int, place: int) -> Integers:
    """Whose answer every row gets."""
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(place,)))
    if data.groups is None or not permutes_groups(data):
        return np.asarray(random.permutation(data.size), dtype=np.int64)
    _, first, member = np.unique(data.groups, return_index=True, return_inverse=True)
    return np.asarray(first[random.permutation(len(first))][member], dtype=np.int64)


def _portions(data: Dataset, permutations: int, seed: int) -> Iterator[list[Integers]]:
    """The true order first, then dealings, as many at once as memory allows."""
    step = max(1, CELLS_AT_ONCE // max(data.inputs.size, 1))
    for start in range(0, permutations + 1, step):
        places = range(start, min(start + step, permutations + 1))
        yield [_dealt(data, seed, place - 1) if place else np.arange(data.size, dtype=np.int64) for place in places]


def _stacked(
    study: Study, data: Dataset, candidate: Candidate, orders: Sequence[Integers], first: int, with_trivial: bool
) -> tuple[Dataset, list[FitJob]]:
    """Dealings one below the other as one data set, and the trainings of each within its own rows."""
    times, size = len(orders), data.size
    stacked = replace(
        data,
        inputs=np.tile(data.inputs, (times, 1)),
        targets=np.concatenate([data.targets[order] for order in orders]),
        groups=None if data.groups is None else _apart(data.groups, times),
        order=None if data.order is None else np.tile(data.order, times),
        weights=None if data.weights is None else np.tile(data.weights, times),
        rows=None,
        given={},
    )
    wanted = []
    for place, order in enumerate(orders):
        rows = np.arange(size, dtype=np.int64) + place * size
        dealt = replace(data, targets=data.targets[order])
        for number, split in enumerate(make_splits(dealt, _one_repeat(study), study.seed)):
            whole = replace(to_dataset_rows(split, rows), repeat=first + place, fold=number)
            wanted.append(make_job(study, PART, candidate, whole))
            if with_trivial and place == 0:
                wanted.append(make_job(study, PART, Candidate(TRIVIAL, TRIVIAL), whole))
    return stacked, wanted


def _apart(groups: Integers, times: int) -> Integers:
    _, member = np.unique(groups, return_inverse=True)
    number = int(member.max()) + 1
    return np.concatenate([member + place * number for place in range(times)]).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    study: Study
    data: Dataset
    row: Measure
    output: int

    def value(self, outcomes: Sequence[FitResult], candidate: str, place: int) -> float | None:
        """Pooled over the test rows of one dealing, or averaged over its folds, as the measure asks; None: failed."""
        mine = [o for o in outcomes if o.job.candidate == candidate and o.job.repeat == place]
        if not all(outcome.ok for outcome in mine):
            return None
        context = context_of(self.study, self.data)
        joined = joined_outcomes(tuple(mine)) if self.row.pools else None
        parts = [joined] if joined is not None else mine
        values = [value_of(outcome, self.row, self.data, self.output, context) for outcome in parts]
        known = [value for value in values if value is not None]
        return float(np.mean(known)) if known and len(known) >= 0.8 * len(values) else None


def _concluded(
    study: Study,
    data: Dataset,
    candidate: Candidate,
    found: Sequence[float | None],
    trivial: float | None,
    output: int,
) -> RandomizationResult:
    observed, dealt = found[0], [value for value in found[1:] if value is not None]
    row = find_measure(study.question.measure)
    p = None if observed is None else _p_value(observed, np.array(dealt), row)
    return RandomizationResult(
        candidate=candidate.key,
        measure=row.key,
        output=data.outputs[output],
        observed=observed,
        permuted=tuple(dealt),
        trivial=trivial,
        p=p,
        failed=len(found) - 1 - len(dealt),
        by_groups=permutes_groups(data),
    )


def _p_value(observed: float, dealt: Floats, row: Measure) -> float:
    as_good = dealt <= observed + 1e-12 if row.lower_is_better else dealt >= observed - 1e-12
    found = permutation_p_value(int(np.sum(as_good)), len(dealt))
    assert isinstance(found, float), "a part of the permutations is never more than all of them"
    return found
