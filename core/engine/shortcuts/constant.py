"""Models that look at no input: class counts, means and medians of all training sets of a shuffle."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.trivial import MAJORITY, MEAN, MEDIAN
from core.domain.dataset import Dataset, Floats, Integers, Task
from core.domain.evidence import TRIVIAL
from core.domain.study import Settings
from core.engine.bench import Bench
from core.engine.shortcuts.medians import medians_of_others
from core.engine.shortcuts.row import Answerer, Answers, Shortcut
from core.engine.shortcuts.sums import of_others, sums_by

LOSSLESS = 1e5  # size over spread up to which a mean is the same however it is added up


@dataclass(frozen=True, slots=True, eq=False)
class FoldsOfMajority:
    """Shares of the classes in every training set; a class counts `gains` times when the answer is chosen."""

    labels: Integers
    gains: Floats

    def answers(self, fold_of: Integers) -> Answers:
        folds, classes = int(fold_of.max()) + 1, len(self.gains)
        own = np.bincount(fold_of * classes + self.labels, minlength=folds * classes).reshape(folds, classes)
        counts = own.sum(axis=0) - own
        shares = counts / counts.sum(axis=1, keepdims=True)
        answer = np.argmax(shares * self.gains, axis=1).astype(np.float64)
        one_class = np.count_nonzero(counts, axis=1) < 2
        return Answers(answer[fold_of][:, None], shares[fold_of], one_class, ((),) * folds)


@dataclass(frozen=True, slots=True, eq=False)
class FoldsOfMean:
    targets: Floats

    def answers(self, fold_of: Integers) -> Answers:
        folds = int(fold_of.max()) + 1
        middle = self.targets.mean(axis=0)
        sums = of_others(sums_by(fold_of, folds, self.targets - middle))
        rows = len(fold_of) - np.bincount(fold_of, minlength=folds)
        answer = middle + sums / rows[:, None]
        lossy = bool((np.abs(middle) > LOSSLESS * self.targets.std(axis=0)).any())
        return Answers(answer[fold_of], None, np.full(folds, lossy), ((),) * folds)


@dataclass(frozen=True, slots=True, eq=False)
class FoldsOfMedian:
    targets: Floats

    def answers(self, fold_of: Integers) -> Answers:
        folds = int(fold_of.max()) + 1
        middles = np.column_stack([medians_of_others(column, fold_of, folds) for column in self.targets.T])
        return Answers(middles[fold_of], None, np.zeros(folds, dtype=bool), ((),) * folds)


def _applies(data: Dataset, settings: Settings) -> bool:
    return not settings


def _trivial(bench: Bench, settings: Settings) -> Answerer | None:
    """The constant with least loss under the measure of the study."""
    key = bench.measure.key
    if bench.data.task is Task.CLASSES:
        gains = np.ones(bench.schema.classes)
        if key == "cost":
            gains[bench.context.positive] = bench.context.cost_ratio
        return FoldsOfMajority(bench.data.labels, gains)
    if key == "relative":
        return None
    return FoldsOfMedian(bench.data.targets) if key == "mae" else FoldsOfMean(bench.data.targets)


def _majority(bench: Bench, settings: Settings) -> Answerer | None:
    return FoldsOfMajority(bench.data.labels, np.ones(bench.schema.classes))


def _mean(bench: Bench, settings: Settings) -> Answerer | None:
    return FoldsOfMean(bench.data.targets)


def _median(bench: Bench, settings: Settings) -> Answerer | None:
    return FoldsOfMedian(bench.data.targets)


NOTE = "Class counts or sums of every fold are added up to those of every training set."
SOURCE = "Arithmetic"
SHORTCUTS = (
    Shortcut("trivial", "Trivial model by sums", NOTE, SOURCE, frozenset({TRIVIAL}), _applies, _trivial),
    Shortcut("majority", "Majority by counts", NOTE, SOURCE, frozenset({MAJORITY.key}), _applies, _majority),
    Shortcut("mean", "Mean by sums", NOTE, SOURCE, frozenset({MEAN.key}), _applies, _mean),
    Shortcut("median", "Median by one sort", NOTE, SOURCE, frozenset({MEDIAN.key}), _applies, _median),
)
