"""Measures of rows that count differently: every row enters with its weight, as if it stood there that many times."""

import math

import numpy as np

from core.domain.dataset import Floats
from core.statistics.class_measures import decided_positive
from core.statistics.confusion_measures import CONFUSION_MEASURES
from core.statistics.measure import Context, Measure
from core.statistics.ranking_measures import average_precision

QUANTILE_SHARES = {"median-error": 0.5, "p95-error": 0.95}


def compute_weighted_value(
    measure: Measure, truth: Floats, predicted: Floats, scores: Floats | None, context: Context, weights: Floats
) -> float | None:
    """The value of a measure where rows count by `weights`; None where it is undefined, as without weights.

    The largest error does not depend on weights.
    """
    if measure.value(truth, predicted, scores, context) is None:
        return None
    found = _compute(measure, truth, predicted, scores, context, weights)
    return found if found is not None and math.isfinite(found) else None


def _compute(
    measure: Measure, truth: Floats, predicted: Floats, scores: Floats | None, context: Context, weights: Floats
) -> float | None:
    if measure.key == "rmse":
        return math.sqrt(float(np.average((truth - predicted) ** 2, weights=weights)))
    if measure.losses is not None:
        losses = measure.losses(truth, predicted, scores, context)
        if losses is None:
            return None
        mean = float(np.average(losses, weights=weights))
        return mean if measure.lower_is_better else -mean
    if measure.key in CONFUSION_MEASURES:
        return _weigh_confusions(measure.key, truth, predicted, scores, context, weights)
    if measure.key == "r2":
        middle = np.average(truth, weights=weights)
        return 1.0 - float(weights @ (truth - predicted) ** 2) / float(weights @ (truth - middle) ** 2)
    if measure.key in QUANTILE_SHARES:
        return find_weighted_quantile(np.abs(truth - predicted), weights, QUANTILE_SHARES[measure.key])
    if measure.key == "auc" and scores is not None:
        return _weigh_area(truth, scores, context, weights)
    if measure.key == "pr-auc" and scores is not None:
        places = (context.positive,) if context.classes == 2 else range(context.classes)
        found = [average_precision(truth == place, scores[:, place], weights) for place in places]
        known = [value for value in found if value is not None]
        return float(np.mean(known)) if len(known) == len(found) else None
    return measure.value(truth, predicted, scores, context)


def find_weighted_quantile(values: Floats, weights: Floats, share: float) -> float:
    """The smallest value that this share of the weight does not exceed."""
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order])
    place = int(np.searchsorted(cumulated, share * cumulated[-1] * (1 - 1e-12)))
    return float(values[order][min(place, len(values) - 1)])


def weigh_pair_share(above: Floats, below: Floats, of_above: Floats, of_below: Floats) -> tuple[Floats, float]:
    """The weighted share of `below` that each of `above` exceeds (ties one half), and the weighted mean of it."""
    order = np.argsort(below, kind="stable")
    cumulated = np.concatenate([[0.0], np.cumsum(of_below[order])])
    left, right = (np.searchsorted(below[order], above, side) for side in ("left", "right"))
    shares = (cumulated[left] + cumulated[right]) / (2 * cumulated[-1])
    return shares, float(np.average(shares, weights=of_above))


def _weigh_area(truth: Floats, scores: Floats, context: Context, weights: Floats) -> float:
    """AUC of the positive class, or the mean of Hand and Till over ordered pairs of classes."""
    places = (
        [(context.positive, 1 - context.positive)]
        if context.classes == 2
        else [
            (first, second) for first in range(context.classes) for second in range(context.classes) if first != second
        ]
    )
    areas = []
    for first, second in places:
        ours, theirs = truth == first, truth == second
        areas.append(weigh_pair_share(scores[ours, first], scores[theirs, first], weights[ours], weights[theirs])[1])
    return float(np.mean(areas))


def _weigh_confusions(
    key: str, truth: Floats, predicted: Floats, scores: Floats | None, context: Context, weights: Floats
) -> float | None:
    answers = predicted
    if context.classes == 2 and context.cost_ratio != 1.0:
        flagged = decided_positive(predicted, scores, context)
        answers = np.where(flagged, context.positive, 1 - context.positive)
    table = np.zeros((1, context.classes, context.classes))
    np.add.at(table[0], (truth.astype(np.int64), answers.astype(np.int64)), weights)
    found = float(CONFUSION_MEASURES[key](table, context.positive)[0])
    return None if math.isnan(found) else found
