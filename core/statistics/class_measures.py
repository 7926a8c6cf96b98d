"""Measures of predicted classes: errors, costs, hits, false alarms and the table of confusions."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.statistics.confusion_measures import CONFUSION_MEASURES
from core.statistics.measure import Context, Value
from core.statistics.ranking_measures import auc_of, average_precision, hand_till
from core.statistics.undefined import Undefined

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Confusions:
    """Count hits, misses, false alarms and quiet rows of the positive class."""

    hits: int
    misses: int
    false_alarms: int
    quiet: int

    @property
    def positives(self) -> int:
        return self.hits + self.misses

    @property
    def negatives(self) -> int:
        return self.false_alarms + self.quiet

    @property
    def rows(self) -> int:
        return self.positives + self.negatives


@dataclass(frozen=True, slots=True)
class ConfusionRates:
    """Hold the confusions at a threshold and the rates that follow; None where a class, or every row, is absent."""

    counts: Confusions
    hit_rate: float | None
    false_alarm_rate: float | None
    error: float | None
    expected_loss: float | None


def error_rate(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """Share of wrong answers (Reich eq. 2, Aslan II.A)."""
    return float(np.mean(truth != predicted))


def cost(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """(ratio FN + FP) / n at the threshold the ratio sets: cost per row, counted in false alarms."""
    counts = decision_counts(truth, predicted, scores, context)
    if counts is None:
        return None
    return (context.cost_ratio * counts.misses + counts.false_alarms) / len(truth)


def area(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """AUC of the positive class; for more than two classes Hand and Till's; None when a class is absent."""
    if scores is None or context.classes < 2 or np.isnan(scores).any():
        return None
    if context.classes == 2:
        return auc_of(truth == context.positive, scores[:, context.positive])
    labels = truth.astype(np.int64)
    everyone = np.bincount(labels, minlength=context.classes)
    return hand_till(labels, scores) if (everyone > 0).all() else None


def average_precision_of(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """Average precision of the positive class; of more classes their mean, None where one has no rows."""
    if scores is None or context.classes < 2 or np.isnan(scores).any():
        return None
    if context.classes == 2:
        return average_precision(truth == context.positive, scores[:, context.positive])
    found = [average_precision(truth == place, scores[:, place]) for place in range(context.classes)]
    known = [value for value in found if value is not None]
    return float(np.mean(known)) if len(known) == len(found) else None


def measure_confusions(key: str) -> Value:
    """A measure of the table of confusions: of the positive of two classes, else the mean over classes.

    Two classes are decided between at the threshold the cost ratio sets, where that is not 1.
    """
    formula = CONFUSION_MEASURES[key]

    def value(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
        answers = predicted
        if context.classes == 2 and context.cost_ratio != 1.0:
            if scores is not None and np.isnan(scores).any():
                return None
            flagged = decided_positive(predicted, scores, context)
            answers = np.where(flagged, context.positive, 1 - context.positive)
        table = np.zeros((1, context.classes, context.classes))
        np.add.at(table[0], (truth.astype(np.int64), answers.astype(np.int64)), 1.0)
        found = float(formula(table, context.positive)[0])
        return None if np.isnan(found) else found

    return value


def decision_counts(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> Confusions | None:
    """Confusions when the cost ratio sets the threshold; None unless there are exactly two classes."""
    if context.classes != 2 or (scores is not None and np.isnan(scores).any()):
        return None
    return confusions(truth == context.positive, decided_positive(predicted, scores, context))


def decided_positive(predicted: Floats, scores: Floats | None, context: Context) -> Flags:
    """Positive iff its score exceeds 1/(1+ratio); the predicted labels decide when scores are no probabilities."""
    if scores is None or not ((scores >= 0) & (scores <= 1)).all():
        return np.asarray(predicted == context.positive)
    return np.asarray(scores[:, context.positive] > context.threshold)


def confusions(positives: Flags, flagged: Flags) -> Confusions:
    return Confusions(
        hits=int((positives & flagged).sum()),
        misses=int((positives & ~flagged).sum()),
        false_alarms=int((~positives & flagged).sum()),
        quiet=int((~positives & ~flagged).sum()),
    )


def share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def loss_ratio_threshold(ratio: float) -> float | Undefined:
    """Aslan II.B: choose the positive class iff its probability exceeds lambda/(1+lambda).

    `ratio` is the papers' lambda, the cost of a false alarm relative to a miss (1/ratio of `Context`).
    """
    if not 0 <= ratio < np.inf:
        return Undefined("negative_ratio" if ratio < 0 else "infinite_ratio")
    return ratio / (1 + ratio)


def confusion_metrics(truth: Integers, ranking: Floats, threshold: float) -> ConfusionRates | Undefined:
    """Counts and rates at a threshold, strictly above it being positive; the loss is (lambda FP + FN)/N."""
    if truth.shape != ranking.shape:
        return Undefined("unequal_lengths")
    if np.isnan(ranking).any():
        return Undefined("missing_score")
    counts = confusions(truth == 1, ranking > threshold)
    weight = threshold / (1 - threshold) if 0 <= threshold < 1 else None
    return ConfusionRates(
        counts=counts,
        hit_rate=share(counts.hits, counts.positives),
        false_alarm_rate=share(counts.false_alarms, counts.negatives),
        error=share(counts.false_alarms + counts.misses, counts.rows),
        expected_loss=None if weight is None else share(weight * counts.false_alarms + counts.misses, counts.rows),
    )
