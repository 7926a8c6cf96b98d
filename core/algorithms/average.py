"""The average of several algorithms, weighted by how well each predicts training rows it was not trained on."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations as subsets

import numpy as np

from core.algorithms.learner import Learner, Prediction, Schema, not_trained
from core.algorithms.monotone import read_names
from core.algorithms.prepared import Common, Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, chosen, list_choices
from core.algorithms.rows import Rows, counted
from core.algorithms.simplest import simplest_first
from core.domain.dataset import Floats, Integers, Task
from core.domain.study import Candidate, Settings
from core.support.errors import StudyError

MOST_MEMBERS = 10  # all their subsets are tried for the weights
FEWEST_MEMBERS = 2
STANDARD = {
    Task.CLASSES: ("logistic", "additive", "forest", "boosting"),
    Task.NUMBERS: ("linear", "additive", "forest", "boosting"),
}
AVERAGE = "average"
UNSUITED = ("formula", "given")  # nothing is trained


Pair = tuple[Integers, Integers]


@dataclass(frozen=True, slots=True)
class Averaged:
    """An algorithm to average, and the settings it is tried with."""

    row: Algorithm
    choices: tuple[Settings, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """An algorithm with the settings that did best on the inner test rows, and what it predicted there."""

    row: Algorithm
    settings: Settings
    answers: Floats  # rows x classes (scores) or outputs (numbers)


class Average:
    """Stacking (Wolpert 1992; Breiman 1996): everything happens inside the rows that `fit` is given.

    Inner folds give every training row a prediction by members that were not trained on it. Settings of a member are
    those with the least squared error there, weights (at least 0, of sum 1, one set per output) those with the least
    squared error of the average. Then every member is trained on all rows. `groups` (by training row) stay whole;
    squared errors count by `row_weights`, as does training where a member heeds them.
    """

    def __init__(self, members: Sequence[Algorithm], named: Sequence[str], folds: int, seed: int) -> None:
        self.members = tuple(members)
        self.named = tuple(named)
        self.folds = folds
        self.seed = seed
        self.groups: Integers | None = None
        self.row_weights: Floats | None = None
        self.candidates: tuple[Candidate, ...] = ()
        self.pairs: Sequence[Pair] | None = None
        self.schema: Schema | None = None
        self.learners: list[Learner] = []
        self.weights = np.empty((0, 0))  # members x outputs (1 for classes)

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        averaged = choose_members(self.members, self.named, schema.task, self.candidates)
        columns = 1 if schema.task is Task.CLASSES else schema.outputs
        pairs = self._deal(targets, schema) if self.pairs is None else self.pairs
        if not pairs:
            warnings.warn("The training rows are too few to weigh models: all count the same.", stacklevel=2)
            self.weights = np.full((len(averaged), columns), 1 / len(averaged))
            chosen_settings = [one.choices[simplest_first(one.row, one.choices)[0]] for one in averaged]
        else:
            members = [self._tune(one, inputs, targets, schema, pairs) for one in averaged]
            tested = np.concatenate([t2 for _, t2 in pairs])
            row_weights = None if self.row_weights is None else self.row_weights[tested]
            self.weights = _weigh([member.answers for member in members], targets[tested], schema, row_weights)
            chosen_settings = [member.settings for member in members]
        self.learners = []
        for one, settings in zip(averaged, chosen_settings, strict=True):
            learner = self._build(one.row, settings, np.arange(len(targets)))
            learner.fit(inputs, targets, schema)
            self.learners.append(learner)
        self.schema = schema

    def predict(self, inputs: Floats) -> Prediction:
        if self.schema is None:
            raise not_trained()
        found = [_answers(learner.predict(inputs)) for learner in self.learners]
        mixed = np.sum([answers * weight for answers, weight in zip(found, self.weights, strict=True)], axis=0)
        if self.schema.task is Task.NUMBERS:
            return Prediction(np.asarray(mixed), None)
        return Prediction(np.argmax(mixed, axis=1).astype(np.float64)[:, None], np.asarray(mixed))

    def _deal(self, targets: Floats, schema: Schema) -> list[Pair]:
        """Places of the rows of all inner folds, classes in proportion; none where there are too few rows or groups."""
        rng = np.random.default_rng(self.seed)
        units = np.arange(len(targets)) if self.groups is None else np.unique(self.groups, return_inverse=True)[1]
        count = int(units.max()) + 1
        if count < 2 * self.folds:
            return []
        order = rng.permutation(count)
        if schema.task is Task.CLASSES and self.groups is None:
            order = order[np.argsort(targets[order, 0], kind="stable")]
        fold = np.empty(count, dtype=np.int64)
        fold[order] = np.arange(count) % self.folds
        fold_of = fold[units]
        return [(np.flatnonzero(fold_of != place), np.flatnonzero(fold_of == place)) for place in range(self.folds)]

    def _tune(
        self, averaged: Averaged, inputs: Floats, targets: Floats, schema: Schema, pairs: Sequence[Pair]
    ) -> Member:
        row, choices = averaged.row, averaged.choices
        by_pair: list[Floats] = []
        for t1, t2 in pairs:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what is odd about all training rows is told by the last training
                found = self._predict_choices(row, choices, inputs, targets, schema, t1, t2)
                by_pair.append(np.stack([_answers(one) for one in found]))
        answers, tested = np.concatenate(by_pair, axis=1), np.concatenate([t2 for _, t2 in pairs])
        wanted, scale = _wanted(targets[tested], schema)
        weights = None if self.row_weights is None else self.row_weights[tested]
        losses = [float(np.average(np.mean(((one - wanted) / scale) ** 2, axis=1), weights=weights)) for one in answers]
        best = min(simplest_first(row, choices), key=losses.__getitem__)
        return Member(row, choices[best], answers[best])

    def _predict_choices(
        self,
        row: Algorithm,
        choices: Sequence[Settings],
        inputs: Floats,
        targets: Floats,
        schema: Schema,
        t1: Integers,
        t2: Integers,
    ) -> Iterator[Prediction]:
        learner_of_all = row.build_for_choices(choices, self.seed) if row.build_for_choices else None
        if learner_of_all is not None:
            learner_of_all.groups = None if self.groups is None else self.groups[t1]
            learner_of_all.row_weights = None if self.row_weights is None else self.row_weights[t1]
            learner_of_all.fit_rows(Rows(inputs, t1), targets[t1], schema)
            yield from learner_of_all.predict_each(Rows(inputs, t2))
            return
        common, training, test = Common(), inputs[t1], inputs[t2]
        for settings in choices:
            learner = self._build(row, settings, t1)
            if isinstance(learner, Prepared):
                learner.common = common
            learner.fit(training, targets[t1], schema)
            yield learner.predict(test)

    def _build(self, row: Algorithm, settings: Settings, train: Integers) -> Learner:
        learner = row.build(settings, self.seed)
        if self.row_weights is not None and hasattr(learner, "row_weights"):
            learner.row_weights = self.row_weights[train]
        return learner


def choose_members(
    rows: Sequence[Algorithm], named: Sequence[str], task: Task, candidates: Sequence[Candidate] = ()
) -> tuple[Averaged, ...]:
    """Return the models to average; raise a StudyError that says which cannot be, and what can.

    None named: the candidates of the study, with their own settings, and where these are too few the standard ones.
    """
    known = {row.key: row for row in rows if task in row.tasks}
    ours = {one.key: one for one in candidates if one.algorithm in known}
    keys = tuple(dict.fromkeys(named)) or (tuple(ours) if len(ours) >= FEWEST_MEMBERS else STANDARD[task])
    wrong = [key for key in keys if key not in known and key not in ours]
    if wrong:
        raise StudyError(f'"{wrong[0]}" cannot be averaged here.', hint=f"Choose from: {', '.join(known)}.")
    if len(keys) > MOST_MEMBERS:
        raise StudyError(
            f"At most {MOST_MEMBERS} models can be averaged, and these are {len(keys)}.",
            hint=f"Name some of them: {'; '.join(keys[:MOST_MEMBERS])}.",
        )
    standard = {key: Candidate(key, key, {}, row.grid) for key, row in known.items()}
    chosen_ones = [ours.get(key) or standard[key] for key in keys]
    return tuple(Averaged(known[one.algorithm], list_choices(one)) for one in chosen_ones)


def _answers(found: Prediction) -> Floats:
    return found.predicted if found.scores is None else found.scores


def _wanted(targets: Floats, schema: Schema) -> tuple[Floats, Floats]:
    """What perfect answers would be, and their spread."""
    if schema.task is Task.CLASSES:
        return (targets == np.arange(schema.classes)).astype(np.float64), np.ones(1)
    spreads = targets.std(axis=0)
    return targets, np.where(spreads > 0, spreads, 1.0)


def _weigh(answers: Sequence[Floats], targets: Floats, schema: Schema, weights: Floats | None) -> Floats:
    wanted, _ = _wanted(targets, schema)
    if schema.task is Task.CLASSES:
        by_score = None if weights is None else np.repeat(weights, wanted.shape[1])
        columns = np.column_stack([found.ravel() for found in answers])
        return least_squares_shares(columns, wanted.ravel(), by_score)[:, None]
    by_output = [
        least_squares_shares(np.column_stack([found[:, output] for found in answers]), wanted[:, output], weights)
        for output in range(schema.outputs)
    ]
    return np.column_stack(by_output)


def least_squares_shares(columns: Floats, wanted: Floats, row_weights: Floats | None = None) -> Floats:
    """Return weights of at least 0 and of sum 1 with the least squared error; equal ones: the fewest columns.

    Within every subset the best weights of sum 1 solve one linear system; the best subset without a negative weight
    has the answer.
    """
    count = columns.shape[1]
    misses = columns - wanted[:, None]  # with weights of sum 1, the error is the weighted sum of these
    products = counted(misses, row_weights) @ misses / len(wanted)
    best, least = np.full(count, 1 / count), np.inf
    for size in range(1, count + 1):
        for some in subsets(range(count), size):
            inner = products[np.ix_(some, some)]
            raw = np.linalg.lstsq(inner, np.ones(size), rcond=1e-12)[0] if size > 1 else np.ones(1)
            if not raw.sum() > 0 or (raw < 0).any():
                continue
            shares = raw / raw.sum()
            error = float(shares @ inner @ shares)
            if error < least * (1 - 1e-9):
                best, least = np.zeros(count), error
                best[list(some)] = shares
    return best


SETTINGS = (
    Setting(
        "members",
        "Models",
        "Keys of the models to average, divided by semicolons; empty: the other models of the study.",
        "",
    ),
    Setting("folds", "Inner folds", "Into how many parts training rows are divided to find the weights.", 5, (), 2, 20),
)


def build_average(members: Sequence[Algorithm], settings: Settings, seed: int) -> Learner:
    values = chosen(SETTINGS, settings, "Average of models")
    return Average(members, read_names(values.word("members")), values.whole("folds"), seed)


def make_average_row(rows: Sequence[Algorithm]) -> Algorithm:
    """Return the row of the average over any of these algorithms."""
    return Algorithm(
        key=AVERAGE,
        title="Average of models",
        note="Several models, weighted inside the training rows; rarely worse than the best of them, hard to explain.",
        source="Wolpert 1992; Breiman 1996",
        tasks=BOTH_TASKS,
        settings=SETTINGS,
        grid={},
        build=partial(build_average, tuple(rows)),
        libraries=tuple(sorted({library for row in rows for library in row.libraries})),
        uses_weights=True,
        simplicity=7,
    )
