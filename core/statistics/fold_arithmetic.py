"""Exact arithmetic about schemes: fold sizes, overlaps, and what guessing scores under them."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.statistics.distributions import binomial_chances
from core.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class StratifiedBounds:
    """Hold the fewest and most rows of each class in a fold; `folds_without` are (class, folds that lack it)."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    folds_without: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TrainingOverlap:
    """Hold what two training sets share: as part of one of them (Bradford), and of all rows (Dietterich)."""

    of_training_set: float
    of_all_rows: float


@dataclass(frozen=True, slots=True)
class CrossValidatedAccuracy:
    """Hold right answers pooled over folds (Kohavi eq. 4) and the mean of the folds' shares: not the same thing."""

    pooled: float
    mean_of_folds: float


@dataclass(frozen=True, slots=True)
class GuessingAccuracy:
    """Hold mean and spread over all holdouts of always answering the commonest training class."""

    mean: float
    sd: float


def fold_sizes(rows: int, folds: int) -> tuple[int, ...] | Undefined:
    """Sizes that differ by at most one, the larger first; leave-one-out is folds = rows (not rows - 1)."""
    problem = _impossible_folds(rows, folds)
    if problem:
        return Undefined(problem)
    return tuple(rows // folds + (fold < rows % folds) for fold in range(folds))


def stratified_fold_bounds(class_counts: list[int], folds: int) -> StratifiedBounds | Undefined:
    """Fewest and most rows of each class in a fold; a class smaller than k leaves folds without it."""
    problem = _impossible_folds(sum(class_counts), folds)
    if problem:
        return Undefined(problem)
    return StratifiedBounds(
        low=tuple(count // folds for count in class_counts),
        high=tuple(-(-count // folds) for count in class_counts),
        folds_without=tuple((place, folds - count) for place, count in enumerate(class_counts) if count < folds),
    )


def complete_cv_count(rows: int, folds: int) -> int | Undefined:
    """C(n, n/k): ways to choose a test fold (Kohavi 2.2, Reich 2.2.3)."""
    problem = _impossible_folds(rows, folds)
    if problem:
        return Undefined(problem)
    return Undefined("not_divisible") if rows % folds else math.comb(rows, rows // folds)


def train_overlap(folds: int) -> TrainingOverlap | Undefined:
    """What two training sets share: (k-2)/(k-1) of one of them (Bradford), (k-2)/k of all rows (Dietterich)."""
    if folds < 2:
        return Undefined("k_less_than_2")
    return TrainingOverlap((folds - 2) / (folds - 1), (folds - 2) / folds)


def cv_test_train_ratio(folds: int) -> float | Undefined:
    return Undefined("k_less_than_2") if folds < 2 else 1 / (folds - 1)


def cv_accuracy(correct: list[int], sizes: list[int]) -> CrossValidatedAccuracy | Undefined:
    """Pooled and averaged accuracy of folds; a fold without rows leaves only the pooled one (`estimate`)."""
    if len(correct) != len(sizes) or any(not 0 <= right <= size for right, size in zip(correct, sizes, strict=False)):
        return Undefined("impossible_counts")
    if not sizes or 0 in sizes:
        return Undefined("empty_fold", sum(correct) / sum(sizes) if sum(sizes) else None)
    shares = [right / size for right, size in zip(correct, sizes, strict=True)]
    return CrossValidatedAccuracy(sum(correct) / sum(sizes), sum(shares) / len(shares))


def bootstrap_expected_distinct(rows: int) -> float | Undefined:
    """Expected share of rows drawn into a bootstrap TRAINING sample; Kohavi 2.3 prints "test set"."""
    return Undefined("no_rows") if rows < 1 else 1 - (1 - 1 / rows) ** rows


def cv_accuracy_majority(class_counts: list[int], folds: int) -> float | Undefined:
    """Accuracy of always answering the commonest training class, ties shared evenly (Kohavi example 1).

    Determined when one row is left out, when no fold can change the commonest class, or when every class
    divides evenly over stratified folds.
    """
    rows = sum(class_counts)
    problem = _impossible_folds(rows, folds)
    if problem:
        return Undefined(problem)
    if folds == rows:
        return _leave_one_out(class_counts) / rows
    *_, second, first = [0, *sorted(class_counts)]
    if first - -(-rows // folds) > second:
        return first / rows
    if all(count % folds == 0 for count in class_counts):
        return first / rows
    return Undefined("depends_on_folds")


def _leave_one_out(class_counts: list[int]) -> float:
    """Expected right answers: a left-out row is right when its class is still among the commonest."""
    right = 0.0
    for position, count in enumerate(class_counts):
        others = [*class_counts[:position], *class_counts[position + 1 :], -1]
        if count and count - 1 >= max(others):
            right += count / (1 + others.count(count - 1))
    return right


def holdout_accuracy_majority_exact(class_counts: list[int], train_rows: int) -> GuessingAccuracy | Undefined:
    """Mean and spread over all holdouts of always answering the commonest training class, ties shared evenly."""
    test_rows = sum(class_counts) - train_rows
    if train_rows < 1 or test_rows < 1:
        return Undefined("empty_training_set" if train_rows < 1 else "empty_test_set")
    chances, accuracies = _winners(class_counts, train_rows, test_rows)
    mean = float(chances @ accuracies)
    return GuessingAccuracy(mean, math.sqrt(float(chances @ (accuracies - mean) ** 2)))


def _winners(class_counts: list[int], train_rows: int, test_rows: int) -> tuple[Floats, Floats]:
    """Chance that a class is answered with a given number of training rows, and the accuracy that follows.

    Drawing without replacement is drawing each class binomially, given the total.
    """
    share = train_rows / sum(class_counts)
    drawn = [binomial_chances(count, share) for count in class_counts]
    total = float(binomial_chances(sum(class_counts), share)[train_rows])
    chances, accuracies = [], []
    for position, count in enumerate(class_counts):
        others = drawn[:position] + drawn[position + 1 :]
        for size in range(1, count + 1):
            chances.append(drawn[position][size] * _answered(others, size, train_rows - size) / total)
            accuracies.append((count - size) / test_rows)
    return np.array(chances), np.array(accuracies)


def _answered(others: list[Floats], size: int, rest: int) -> float:
    """Chance that the other classes add up to `rest` with none above `size`, shared with those that tie."""
    if rest < 0:
        return 0.0
    by_ties = [np.ones(1)]
    for chances in others:
        below, tied = chances[:size], np.zeros(size + 1)
        tied[size:] = chances[size : size + 1].sum()
        by_ties = _add_class(by_ties, below, tied, rest)
    return float(sum(ways[rest] / (1 + ties) for ties, ways in enumerate(by_ties) if len(ways) > rest))


def _add_class(by_ties: list[Floats], below: Floats, tied: Floats, rest: int) -> list[Floats]:
    """One more class: with fewer rows than the winner, or as many (one more tie)."""
    grown = [np.zeros(rest + 1) for _ in range(len(by_ties) + 1)]
    for ties, ways in enumerate(by_ties):
        for step, addition in ((0, below), (1, tied)):
            sums = np.convolve(ways, addition)[: rest + 1]
            grown[ties + step][: len(sums)] += sums
    return grown


def _impossible_folds(rows: int, folds: int) -> str:
    if folds < 2:
        return "k_less_than_2"
    return "k_greater_than_n" if folds > rows else ""
