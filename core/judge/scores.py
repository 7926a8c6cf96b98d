"""The values of every outcome, per candidate, measure, output and split, computed from stored predictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.events import Value
from core.domain.evidence import MAIN, Ending, FitResult, Run
from core.domain.study import Study
from core.judge.stacked import MOST_ROWS, Stack, is_usable, put_away, rows_of, stacked_values, stacks_of
from core.statistics.measures import Context, Measure, find_measure
from core.statistics.weighted_measures import compute_weighted_value


def context_of(study: Study, data: Dataset) -> Context:
    positive = data.positive_class if data.classes else 1
    asked = study.question
    return Context(max(2, len(data.classes)), positive, asked.cost_ratio, asked.tolerance, asked.over_cost)


def measures_of(study: Study) -> tuple[Measure, ...]:
    """The main measure and, if there is one, the cross-check."""
    keys = dict.fromkeys(key for key in (study.question.measure, study.question.cross_check) if key)
    return tuple(find_measure(key) for key in keys)


def value_of(outcome: FitResult, row: Measure, data: Dataset, output: int, context: Context) -> float | None:
    if outcome.predicted is None:
        return None
    truth, predicted = data.targets[outcome.rows, output], outcome.predicted[:, output]
    if data.weights is not None:
        return compute_weighted_value(row, truth, predicted, outcome.scores, context, data.weights[outcome.rows])
    return row.value(truth, predicted, outcome.scores, context)


def live_values(outcomes: Iterable[FitResult], study: Study, data: Dataset) -> tuple[Value, ...]:
    """What the live histograms show of a batch of outcomes."""
    shown = [outcome for outcome in outcomes if outcome.job.part == MAIN]
    context, stacks = context_of(study, data), tuple(stacks_of(shown, data))
    asked = list(product(measures_of(study), enumerate(data.outputs)))
    columns = [stacked_values(stacks, len(shown), row, output, context) for row, (output, _) in asked]
    return tuple(
        Value(one.job.candidate, row.key, name, one.job.repeat, one.job.fold, column[place])
        for place, one in enumerate(shown)
        for (row, (_, name)), column in zip(asked, columns, strict=True)
    )


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """All outcomes of one part of a run, in order, by candidate; what was measured once is kept."""

    study: Study
    data: Dataset
    context: Context
    by_candidate: Mapping[str, tuple[FitResult, ...]]
    _stacks: dict[str, tuple[Stack, ...]] = field(default_factory=dict)
    _values: dict[tuple[str, str, int], tuple[float | None, ...]] = field(default_factory=dict)
    _sizes: dict[str, tuple[Floats, Floats]] = field(default_factory=dict)
    _places: dict[str, tuple[Integers, Integers]] = field(default_factory=dict)
    _failed: dict[str, int] = field(default_factory=dict)

    def outcomes(self, candidate: str) -> tuple[FitResult, ...]:
        return self.by_candidate.get(candidate, ())

    def failed(self, candidate: str) -> int:
        if candidate not in self._failed:
            self._failed[candidate] = sum(outcome.ending is not Ending.OK for outcome in self.outcomes(candidate))
        return self._failed[candidate]

    def values(self, candidate: str, row: Measure, output: int = 0) -> tuple[float | None, ...]:
        """One value per split in order."""
        asked = candidate, row.key, output
        if asked not in self._values:
            stacks, count = self._stacked(candidate), len(self.outcomes(candidate))
            self._values[asked] = stacked_values(stacks, count, row, output, self.context)
        return self._values[asked]

    def _stacked(self, candidate: str) -> Iterable[Stack]:
        """Kept for the next measure where they are small."""
        if candidate in self._stacks:
            return self._stacks[candidate]
        outcomes = self.outcomes(candidate)
        if rows_of(outcomes) > MOST_ROWS:
            return stacks_of(outcomes, self.data)
        return self._stacks.setdefault(candidate, tuple(stacks_of(outcomes, self.data)))

    def grid(self, candidate: str, row: Measure, output: int = 0) -> Floats:
        """Repeats x folds, NaN where a value is undefined or the training failed."""
        values = self.values(candidate, row, output)
        return self._by_place(candidate, [np.nan if value is None else value for value in values])

    def sizes(self, candidate: str) -> tuple[Floats, Floats]:
        """Test and training sizes, repeats x folds."""
        if candidate not in self._sizes:
            outcomes = self.outcomes(candidate)
            test = self._by_place(candidate, [len(one.rows) for one in outcomes])
            self._sizes[candidate] = test, self._by_place(candidate, [one.train_size for one in outcomes])
        return self._sizes[candidate]

    def _by_place(self, candidate: str, values: Sequence[float]) -> Floats:
        """One value per outcome as repeats x folds; NaN where there is no outcome."""
        repeats, folds = self.places(candidate)
        filled = np.full((1 + int(repeats.max(initial=-1)), 1 + int(folds.max(initial=-1))), np.nan)
        filled[repeats, folds] = values
        return filled

    def places(self, candidate: str) -> tuple[Integers, Integers]:
        """Repeat and fold of every outcome."""
        if candidate not in self._places:
            found = [(one.job.repeat, one.job.fold) for one in self.outcomes(candidate)]
            repeats, folds = np.array(found, dtype=np.int64).reshape(-1, 2).T
            self._places[candidate] = repeats, folds
        return self._places[candidate]

    def repeats(self, candidate: str) -> tuple[tuple[FitResult, ...], ...]:
        """The successful outcomes of each repeat."""
        by_repeat: dict[int, list[FitResult]] = {}
        for outcome in self.outcomes(candidate):
            if outcome.ok:
                by_repeat.setdefault(outcome.job.repeat, []).append(outcome)
        return tuple(tuple(by_repeat[repeat]) for repeat in sorted(by_repeat))

    def answers(self, candidate: str) -> Floats:
        """The first output of what was predicted, repeats x rows; NaN where a row was not tested."""
        known = np.unique([one.job.repeat for one in self.outcomes(candidate) if is_usable(one)])
        found = np.full((len(known), self.data.size), np.nan)
        for stack in self._stacked(candidate):
            places = np.searchsorted(known, self._repeats(candidate, stack))
            found[np.repeat(places, np.diff(stack.starts, append=len(stack.rows))), stack.rows] = stack.predicted[:, 0]
        return found

    def pooled(self, candidate: str, row: Measure, output: int = 0) -> float | None:
        """The test rows of a repeat put together, averaged over repeats (Kohavi eq. 4); AUC averages the folds."""
        if not row.pools:
            return self.mean_of_folds(candidate, row, output)
        known = [value for value in self._of_repeats(candidate, row, output) if value is not None]
        return float(np.mean(known)) if known else None

    def mean_of_folds(self, candidate: str, row: Measure, output: int = 0) -> float | None:
        """Over the folds where it is defined, if these are at least four in five."""
        values = self.values(candidate, row, output)
        known = [value for value in values if value is not None]
        return float(np.mean(known)) if known and len(known) >= 0.8 * len(values) else None

    def _of_repeats(self, candidate: str, row: Measure, output: int) -> Iterable[float | None]:
        """One value per repeat, of all its test rows."""
        if len({one.scores is None for one in self.outcomes(candidate) if is_usable(one)}) != 1:
            return [self._of_rows(outcomes, row, output) for outcomes in self.repeats(candidate)]
        found: list[float | None] = []
        for stack in self._stacked(candidate):
            repeats = self._repeats(candidate, stack)
            first = np.concatenate([[True], repeats[1:] != repeats[:-1]])
            found += stack.values_from(stack.starts[first], row, output, self.context)
        return found

    def _repeats(self, candidate: str, stack: Stack) -> Integers:
        """The repeat of every outcome in a stack."""
        return np.asarray(self.places(candidate)[0][list(stack.places)])

    def _of_rows(self, outcomes: tuple[FitResult, ...], row: Measure, output: int) -> float | None:
        joined = joined_outcomes(outcomes)
        return None if joined is None else value_of(joined, row, self.data, output, self.context)


def joined_outcomes(outcomes: tuple[FitResult, ...]) -> FitResult | None:
    """The test rows of several successful outcomes as if they were one, in the order of the rows."""
    done = [outcome for outcome in outcomes if outcome.predicted is not None]
    if not done:
        return None
    rows = np.concatenate([outcome.rows for outcome in done])
    order = np.argsort(rows, kind="stable")
    predicted = np.concatenate([o.predicted for o in done if o.predicted is not None])[order]
    scored = [outcome.scores for outcome in done if outcome.scores is not None]
    scores = np.concatenate(scored)[order] if len(scored) == len(done) else None
    put_away(done)
    return FitResult(job=done[0].job, rows=rows[order], predicted=predicted, scores=scores)


def build_score_table(study: Study, data: Dataset, run: Run, part: str = MAIN) -> ScoreTable:
    by_candidate: dict[str, list[FitResult]] = {}
    for outcome in run.outcomes:
        if outcome.job.part == part:
            by_candidate.setdefault(outcome.job.candidate, []).append(outcome)
    return ScoreTable(study, data, context_of(study, data), {key: tuple(found) for key, found in by_candidate.items()})
