"""Measures of predicted classes: errors, costs, hits, false alarms and the table of confusions."""

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.measure import Context
from core.statistics.ranking_measures import auc_of, hand_till

Flags = NDArray[np.bool_]
CONFUSION = ("tp", "fn", "fp", "tn", "hit_rate", "false_alarm_rate", "error", "expected_loss")


def error_rate(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """Share of wrong answers (Reich eq. 2, Aslan II.A)."""
    return float(np.mean(truth != predicted))


def cost(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """(ratio FN + FP) / n at the threshold the ratio sets: cost per row, counted in false alarms."""
    counts = decision_counts(truth, predicted, scores, context)
    if counts is None:
        return None
    return (context.cost_ratio * counts["fn"] + counts["fp"]) / len(truth)


def hit_rate(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    counts = decision_counts(truth, predicted, scores, context)
    return None if counts is None else share(counts["tp"], counts["tp"] + counts["fn"])


def false_alarm_rate(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    counts = decision_counts(truth, predicted, scores, context)
    return None if counts is None else share(counts["fp"], counts["fp"] + counts["tn"])


def area(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> float | None:
    """AUC of the positive class; for more than two classes Hand and Till's; None when a class is absent."""
    if scores is None or context.classes < 2 or np.isnan(scores).any():
        return None
    if context.classes == 2:
        return auc_of(truth == context.positive, scores[:, context.positive])
    labels = truth.astype(np.int64)
    everyone = np.bincount(labels, minlength=context.classes)
    return hand_till(labels, scores) if (everyone > 0).all() else None


def decision_counts(truth: Floats, predicted: Floats, scores: Floats | None, context: Context) -> dict[str, int] | None:
    """Confusions when the cost ratio sets the threshold; None unless there are exactly two classes."""
    if context.classes != 2 or (scores is not None and np.isnan(scores).any()):
        return None
    return confusions(truth == context.positive, decided_positive(predicted, scores, context))


def decided_positive(predicted: Floats, scores: Floats | None, context: Context) -> Flags:
    """Positive iff its score exceeds 1/(1+ratio); the predicted labels decide when scores are no probabilities."""
    if scores is None or not ((scores >= 0) & (scores <= 1)).all():
        return np.asarray(predicted == context.positive)
    return np.asarray(scores[:, context.positive] > context.threshold)


def confusions(positives: Flags, flagged: Flags) -> dict[str, int]:
    return {
        "tp": int((positives & flagged).sum()),
        "fn": int((positives & ~flagged).sum()),
        "fp": int((~positives & flagged).sum()),
        "tn": int((~positives & ~flagged).sum()),
    }


def share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def loss_ratio_threshold(ratio: float) -> Reading:
    """Aslan II.B: choose the positive class iff its probability exceeds lambda/(1+lambda).

    `ratio` is the papers' lambda, the cost of a false alarm relative to a miss (1/ratio of `Context`).
    """
    if not 0 <= ratio < np.inf:
        return error("negative_ratio" if ratio < 0 else "infinite_ratio", theta=None)
    return ok(theta=ratio / (1 + ratio))


def confusion_metrics(truth: Integers, ranking: Floats, threshold: float) -> Reading:
    """Counts and rates at a threshold, strictly above it being positive; the loss is (lambda FP + FN)/N."""
    if truth.shape != ranking.shape:
        return error("unequal_lengths", **dict.fromkeys(CONFUSION))
    if np.isnan(ranking).any():
        return degenerate("missing_score", **dict.fromkeys(CONFUSION))
    counts = confusions(truth == 1, ranking > threshold)
    size = len(truth)
    found, others = counts["tp"] + counts["fn"], counts["fp"] + counts["tn"]
    values = {
        **counts,
        "hit_rate": share(counts["tp"], found),
        "false_alarm_rate": share(counts["fp"], others),
        "error": share(counts["fp"] + counts["fn"], size),
        "expected_loss": _expected_loss(counts, threshold, size),
    }
    return ok(**values) if found and others else degenerate("single_class" if size else "no_rows", **values)


def _expected_loss(counts: dict[str, int], threshold: float, size: int) -> float | None:
    if not 0 <= threshold < 1:
        return None
    return share(threshold / (1 - threshold) * counts["fp"] + counts["fn"], size)
