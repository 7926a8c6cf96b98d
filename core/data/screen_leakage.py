"""Inputs that alone tell the answer: asked before the run, because on new cases they may not be known in time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.data.column_heuristics import scale_to_one, split_words
from core.data.screen_columns import ignore_column
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.problem import BOTH_WAYS, KNOWN, Fix, Problem, Severity, not_sure
from core.domain.study import Columns

ALMOST_PERFECT = 0.99
_FEWEST_ROWS = 30
_FEWEST_PER_CLASS = 5
_MOST_ROWS = 2000
_MOST_INPUTS = 60
_FOLDS = 10  # with fewer, chance decides whether a boundary between few rows is met
_QUESTIONS = 2  # in a row, of the tree that one input is given
_MOST_LISTED = 4
_RARE_CLASS = 0.2
_FEWEST_GIVEAWAYS = 15  # that many rows of a rare class in a row are no chance: at most 0.2 ** 15


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows looked at: evenly spread over the data."""

    inputs: Floats
    targets: Floats
    task: Task


def _almost_perfect(data: Dataset, columns: Columns) -> Iterator[tuple[int, Problem]]:
    """Inputs that tell the answer all alone, by their place."""
    if data.size < _FEWEST_ROWS or not data.features:
        return
    rows = _spread(data)
    for place in _suspects(rows):
        if _alone(rows, _with_gaps(rows.inputs[:, place])) >= ALMOST_PERFECT:
            yield place, _problem(data, place, rows, columns)


def list_leak_problems(data: Dataset, columns: Columns) -> Iterator[Problem]:
    perfect = dict(_almost_perfect(data, columns))
    yield from perfect.values()
    untold = {place: name for place, name in enumerate(data.features) if place not in perfect}
    found = {name: value for place, name in untold.items() if (value := _giveaway(data, place))}
    if len(found) > 1:
        yield _all_given_away(found, columns)
    else:
        yield from (_given_away(name, value, columns) for name, value in found.items())
    for name in untold.values():
        if name not in found and _carries_name(name, data.outputs):
            yield _named(name, columns)


def _spread(data: Dataset) -> _Rows:
    step = max(data.size // _MOST_ROWS, 1)
    return _Rows(data.inputs[::step], data.targets[::step], data.task)


def _suspects(rows: _Rows) -> list[int]:
    """All inputs, or the ones that go most with the answer when there are many."""
    places = range(rows.inputs.shape[1])
    if len(places) <= _MOST_INPUTS:
        return list(places)
    filled = np.nan_to_num(rows.inputs, nan=0.0)
    ranks = np.argsort(np.argsort(filled, axis=0, kind="stable"), axis=0).astype(np.float64)
    answer = _ranks(rows.targets[:, 0])
    strength = np.abs((answer - answer.mean()) @ (ranks - ranks.mean(axis=0)))
    return [int(place) for place in np.argsort(-strength)[:_MOST_INPUTS]]


def _with_gaps(values: Floats) -> Floats:
    """The values between -1 and 1, missing at -2: trees see the same order, and no number is too large for them."""
    return np.where(np.isnan(values), -2.0, scale_to_one(values))


def _ranks(values: Floats) -> Floats:
    """Ranks in place of values, so that single huge values and codes weigh no more than others."""
    return np.unique(values, return_inverse=True)[1].astype(np.float64)


def _alone(rows: _Rows, values: Floats) -> float:
    """How well a tree of depth 2 on this input alone predicts unseen rows: AUC, share right or explained share."""
    if len(np.unique(values)) < 2:
        return 0.0
    if rows.task is Task.CLASSES:
        return _classes_told(values, rows.targets[:, 0].astype(np.int64))
    return max(_numbers_told(values, _ranks(rows.targets[:, place])) for place in range(rows.targets.shape[1]))


def _classes_told(values: Floats, labels: Integers) -> float:
    counts = np.bincount(labels)
    kept = np.isin(labels, np.flatnonzero(counts >= _FEWEST_PER_CLASS))
    values, labels = values[kept], np.unique(labels[kept], return_inverse=True)[1]
    classes = int(labels.max(initial=-1)) + 1
    if classes < 2:
        return 0.0
    shares = _predict_unseen(values, np.eye(classes)[labels], labels)
    if classes == 2:
        return _area_under_curve(labels, shares[:, 1])
    right = shares.argmax(axis=1) == labels
    return float(np.mean([right[labels == place].mean() for place in range(classes)]))


def _numbers_told(values: Floats, answer: Floats) -> float:
    """Explained share of a tree, or of a straight line where that is higher: a copy of the answer is a line."""
    total = float(np.sum((answer - answer.mean()) ** 2))
    if total == 0:
        return 0.0
    told = _predict_unseen(values, answer[:, None], np.zeros(len(answer), dtype=np.int64))[:, 0]
    line = np.corrcoef(_ranks(values), answer)[0, 1] ** 2
    return max(1 - float(np.sum((answer - told) ** 2)) / total, float(line))


def _predict_unseen(values: Floats, answers: Floats, layers: Integers) -> Floats:
    """What trees on one input predict for the folds they were not grown on; `layers` are spread over all folds."""
    order = np.random.default_rng(0).permutation(len(values))
    folds = np.empty(len(values), dtype=np.int64)
    folds[order[np.argsort(layers[order], kind="stable")]] = np.arange(len(values)) % _FOLDS
    ascending = np.argsort(values, kind="stable")
    found = np.empty_like(answers)
    for fold in range(_FOLDS):
        train = ascending[folds[ascending] != fold]
        steps = _grow_steps(values[train], answers[train], _QUESTIONS)
        ends = np.array([end for end, _ in steps[:-1]])
        means = np.array([mean for _, mean in steps])
        is_test = folds == fold
        found[is_test] = means[np.searchsorted(ends, values[is_test], side="left")]
    return found


def _grow_steps(values: Floats, answers: Floats, questions: int) -> list[tuple[float, Floats]]:
    """A tree on one ascending input: where each of its steps ends, and the mean of the answers there.

    Each question lowers the squared error most, which for classes is the Gini index.
    """
    sums = np.cumsum(answers, axis=0)
    cuts = np.flatnonzero(values[1:] != values[:-1])
    if questions and len(cuts):
        left, rows = sums[cuts], cuts + 1.0
        gains = (left**2).sum(axis=1) / rows + ((sums[-1] - left) ** 2).sum(axis=1) / (len(values) - rows)
        best = int(gains.argmax())
        if gains[best] > (sums[-1] ** 2).sum() / len(values):
            end = int(cuts[best]) + 1
            lower = _grow_steps(values[:end], answers[:end], questions - 1)
            middle = float(values[end - 1] / 2 + values[end] / 2)
            upper = _grow_steps(values[end:], answers[end:], questions - 1)
            return [*lower[:-1], (middle, lower[-1][1]), *upper]
    return [(np.inf, sums[-1] / len(values))]


def _area_under_curve(labels: Integers, scores: Floats) -> float:
    """Of two classes; rows with equal scores count half."""
    _, level = np.unique(scores, return_inverse=True)
    of_first, of_second = np.bincount(level, labels == 0), np.bincount(level, labels == 1)
    below = np.cumsum(of_first) - of_first / 2
    return float((of_second * below).sum() / (of_first.sum() * of_second.sum()))


def _problem(data: Dataset, place: int, rows: _Rows, columns: Columns) -> Problem:
    name = data.features[place]
    gaps = np.isnan(rows.inputs[:, place]).astype(np.float64)
    if 0 < gaps.mean() < 1 and _alone(rows, gaps) >= ALMOST_PERFECT:
        text = f"Whether '{name}' is filled in predicts the answer almost perfectly."
    else:
        text = f"'{name}' alone predicts the answer almost perfectly."
    return _asked(name, f"{text} Is it known *before* the moment you need the prediction?", columns)


@dataclass(frozen=True, slots=True)
class _Giveaway:
    """A value of an input that never occurs without one rare answer."""

    level: str
    answer: str
    rows: int


def _giveaway(data: Dataset, place: int) -> _Giveaway | None:
    """The most frequent name whose rows all have the same rare answer: a failure mode stated beside the failure."""
    if len(data.classes) != 2 or not data.levels[place]:
        return None
    counts = _answers_by_level(data, place)
    rare = counts.sum(axis=0) < _RARE_CLASS * data.size
    pure = (counts.max(axis=1) == counts.sum(axis=1)) & rare[counts.argmax(axis=1)]
    rows = np.where(pure, counts.sum(axis=1), 0)
    level = int(rows.argmax())
    if rows[level] < _FEWEST_GIVEAWAYS:
        return None
    return _Giveaway(data.levels[place][level], data.classes[int(counts[level].argmax())], int(rows[level]))


def _answers_by_level(data: Dataset, place: int) -> "np.typing.NDArray[np.int64]":
    """How often each answer occurs with each name of one input; rows where it is missing are left out."""
    values, levels, classes = data.inputs[:, place], len(data.levels[place]), len(data.classes)
    known = ~np.isnan(values)
    cells = values[known].astype(np.int64) * classes + data.targets[known, 0].astype(np.int64)
    return np.bincount(cells, minlength=levels * classes).reshape(levels, classes)


def _given_away(name: str, found: _Giveaway, columns: Columns) -> Problem:
    text = (
        f"Wherever '{name}' is '{found.level}' the answer is '{found.answer}' ({found.rows:,} of {found.rows:,} rows). "
        "Is it known *before* the moment you need the prediction?"
    )
    return _asked(name, text, columns)


def _all_given_away(found: Mapping[str, _Giveaway], columns: Columns) -> Problem:
    """Several such inputs are one question: they have come into the table in one way."""
    names, answer = tuple(found), next(iter(found.values())).answer
    rows = sum(value.rows for value in found.values())
    text = (
        f"{_listed(names)} each have a value that never occurs without the answer '{answer}' ({rows:,} of {rows:,} "
        "rows). Are they known *before* the moment you need the prediction?"
    )
    key = make_leak_key(", ".join(names))
    fixes = (
        Fix("Yes, keep them", f"answers.{key}", KNOWN),
        Fix("No, leave them out", "columns.ignore", (*columns.ignore, *names)),
        not_sure(key),
    )
    return Problem("LEAK", Severity.ASKS, text, f"columns.{names[0]}", fixes)


def _listed(names: Sequence[str]) -> str:
    shown = [f"'{name}'" for name in names[:_MOST_LISTED]]
    left = len(names) - len(shown)
    *first, last = [*shown, f"{left} more"] if left else shown
    return f"{', '.join(first)} and {last}"


def _carries_name(name: str, outputs: tuple[str, ...]) -> bool:
    """Whether the name of an input holds all the words of the name of an answer."""
    for output in outputs:
        wanted = set(split_words(output))
        if wanted < set(split_words(name)) and max(map(len, wanted), default=0) >= 4:
            return True
    return False


def _named(name: str, columns: Columns) -> Problem:
    text = f"'{name}' carries the name of the answer. Is it known *before* the moment you need the prediction?"
    return _asked(name, text, columns)


def make_leak_key(name: str) -> str:
    return f"LEAK:{name}"


def _asked(name: str, text: str, columns: Columns) -> Problem:
    fixes = (
        Fix("Yes, keep it", f"answers.{make_leak_key(name)}", KNOWN),
        Fix("No, leave it out", ignore_column(name, columns).change, ignore_column(name, columns).value),
        Fix("Run both ways", f"answers.{make_leak_key(name)}", BOTH_WAYS),
        not_sure(make_leak_key(name)),
    )
    return Problem("LEAK", Severity.ASKS, text, f"columns.{name}", fixes)
