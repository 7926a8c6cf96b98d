"""Exact arithmetic about schemes: fold sizes, overlaps, and what guessing scores under them."""

import math

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.findings import Status
from core.domain.reading import Reading, degenerate, error, ok


def fold_sizes(rows: int, folds: int) -> Reading:
    """Sizes that differ by at most one, the larger first; leave-one-out is folds = rows (not rows - 1)."""
    problem = _impossible_folds(rows, folds)
    if problem:
        return error(problem, sizes=None)
    return ok(sizes=[rows // folds + (fold < rows % folds) for fold in range(folds)])


def stratified_fold_bounds(class_counts: list[int], folds: int) -> Reading:
    """Fewest and most rows of each class in a fold; a class smaller than k leaves folds without it."""
    problem = _impossible_folds(sum(class_counts), folds)
    if problem:
        return error(problem, low=None, high=None)
    values: dict[str, object] = {
        "low": [count // folds for count in class_counts],
        "high": [-(-count // folds) for count in class_counts],
    }
    small = {position: folds - count for position, count in enumerate(class_counts) if count < folds}
    values |= {f"folds_without_class_{position}": absent for position, absent in small.items()}
    return Reading(Status.WARNING, "class_smaller_than_k", values) if small else ok(**values)


def complete_cv_count(rows: int, folds: int) -> Reading:
    """C(n, n/k): ways to choose a test fold (Kohavi 2.2, Reich 2.2.3)."""
    problem = _impossible_folds(rows, folds)
    if problem:
        return error(problem, count=None)
    if rows % folds:
        return error("not_divisible", count=None)
    return ok(count=math.comb(rows, rows // folds))


def train_overlap(folds: int) -> Reading:
    """What two training sets share: (k-2)/(k-1) of one of them (Bradford), (k-2)/k of all rows (Dietterich)."""
    if folds < 2:
        return error("k_less_than_2", of_training_set=None, of_all_data=None)
    return ok(of_training_set=(folds - 2) / (folds - 1), of_all_data=(folds - 2) / folds)


def cv_test_train_ratio(folds: int) -> Reading:
    return error("k_less_than_2", ratio=None) if folds < 2 else ok(ratio=1 / (folds - 1))


def cv_accuracy(correct: list[int], sizes: list[int]) -> Reading:
    """Right answers pooled over folds (Kohavi eq. 4) and the mean of the folds' shares: not the same thing."""
    if len(correct) != len(sizes) or any(not 0 <= right <= size for right, size in zip(correct, sizes, strict=False)):
        return error("impossible_counts", pooled=None, mean_of_folds=None)
    if not sizes or 0 in sizes:
        return degenerate("empty_fold", pooled=sum(correct) / sum(sizes) if sum(sizes) else None, mean_of_folds=None)
    shares = [right / size for right, size in zip(correct, sizes, strict=True)]
    return ok(pooled=sum(correct) / sum(sizes), mean_of_folds=sum(shares) / len(shares))


def bootstrap_expected_distinct(rows: int) -> Reading:
    """Expected share of rows drawn into a bootstrap TRAINING sample; Kohavi 2.3 prints "test set"."""
    return error("no_rows", fraction=None) if rows < 1 else ok(fraction=1 - (1 - 1 / rows) ** rows)


def cv_accuracy_majority(class_counts: list[int], folds: int) -> Reading:
    """Accuracy of always answering the commonest training class, ties shared evenly (Kohavi example 1).

    Determined when one row is left out, when no fold can change the commonest class, or when every class
    divides evenly over stratified folds.
    """
    rows = sum(class_counts)
    problem = _impossible_folds(rows, folds)
    if problem:
        return error(problem, accuracy=None)
    if folds == rows:
        return ok(accuracy=_leave_one_out(class_counts) / rows)
    *_, second, first = [0, *sorted(class_counts)]
    if first - -(-rows // folds) > second:
        return ok(accuracy=first / rows)
    if all(count % folds == 0 for count in class_counts):
        return ok(accuracy=first / rows)
    return degenerate("depends_on_folds", accuracy=None)


def _leave_one_out(class_counts: list[int]) -> float:
    """Expected right answers: a left-out row is right when its class is still among the commonest."""
    right = 0.0
    for position, count in enumerate(class_counts):
        others = [*class_counts[:position], *class_counts[position + 1 :], -1]
        if count and count - 1 >= max(others):
            right += count / (1 + others.count(count - 1))
    return right


def holdout_accuracy_majority_exact(class_counts: list[int], train_rows: int) -> Reading:
    """Mean and spread over all holdouts of always answering the commonest training class, ties shared evenly."""
    test_rows = sum(class_counts) - train_rows
    if train_rows < 1 or test_rows < 1:
        return error("empty_training_set" if train_rows < 1 else "empty_test_set", mean=None, sd=None)
    chances, accuracies = _winners(class_counts, train_rows, test_rows)
    mean = float(chances @ accuracies)
    return ok(mean=mean, sd=math.sqrt(float(chances @ (accuracies - mean) ** 2)))


def _winners(class_counts: list[int], train_rows: int, test_rows: int) -> tuple[Floats, Floats]:
    """Chance that a class is answered with a given number of training rows, and the accuracy that follows.

    Drawing without replacement is drawing each class binomially, given the total.
    """
    share = train_rows / sum(class_counts)
    drawn = [_binomial(count, share) for count in class_counts]
    total = float(_binomial(sum(class_counts), share)[train_rows])
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


def _binomial(trials: int, chance: float) -> Floats:
    """P(X = 0), ..., P(X = trials)."""
    counts = np.arange(trials + 1, dtype=np.float64)
    ways = special.gammaln(trials + 1) - special.gammaln(counts + 1) - special.gammaln(trials - counts + 1)
    return np.asarray(np.exp(ways + special.xlogy(counts, chance) + special.xlog1py(trials - counts, -chance)))


def _impossible_folds(rows: int, folds: int) -> str:
    if folds < 2:
        return "k_less_than_2"
    return "k_greater_than_n" if folds > rows else ""
