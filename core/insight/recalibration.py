"""Scores mapped to probabilities: by a logistic curve (Platt 2000) or by steps that only rise (Zadrozny & Elkan 2002).

The map is fitted on held-out scores, never on scores of training rows, which are too extreme.
"""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.domain.decision import MapMethod
from core.support.lazy_import import import_lazily

optimize = import_lazily("scipy.optimize")
special = import_lazily("scipy.special")

SMALLEST_SCORE = 0.001


@dataclass(frozen=True, slots=True)
class ScoreMap:
    """A rising map from scores to probabilities, as plain numbers that a file can hold.

    Platt: `places` are slope and offset of the logit. Isotonic: `values` at `places`, straight between them, constant
    beyond their ends.
    """

    method: MapMethod
    places: tuple[float, ...]
    values: tuple[float, ...] = ()

    def apply(self, scores: Floats) -> Floats:
        if self.method is MapMethod.ISOTONIC:
            return np.asarray(np.interp(scores, self.places, self.values))
        slope, offset = self.places
        return np.asarray(special.expit(slope * _logit(scores) + offset))


def fit_score_map(scores: Floats, happened: Floats, method: MapMethod) -> ScoreMap | None:
    """Fit a map of scores of the positive class; None where one class is absent.

    Platt's targets (n+ + 1)/(n+ + 2) and 1/(n- + 2) keep the curve finite where scores part the classes.
    """
    positives = float(happened.sum())
    others = len(happened) - positives
    if not positives or not others:
        return None
    if method is MapMethod.ISOTONIC:
        return _fit_steps(scores, happened)
    wanted = np.where(happened > 0, (positives + 1) / (positives + 2), 1 / (others + 2))
    logit = _logit(scores)

    def measure_loss(place: Floats) -> tuple[float, Floats]:
        line = place[0] * logit + place[1]
        pull = special.expit(line) - wanted
        return float(np.mean(np.logaddexp(0.0, line) - wanted * line)), np.array([np.mean(pull * logit), np.mean(pull)])

    found = optimize.minimize(measure_loss, np.array([1.0, 0.0]), jac=True, bounds=((0.0, None), (None, None)))
    return ScoreMap(MapMethod.PLATT, (float(found.x[0]), float(found.x[1])))


def _fit_steps(scores: Floats, happened: Floats) -> ScoreMap:
    """Means of neighbors pooled until they only rise; equal scores are one place."""
    places, member = np.unique(scores, return_inverse=True)
    weights = np.bincount(member).astype(np.float64)
    means = np.bincount(member, happened) / weights
    blocks: list[list[float]] = []  # mean, weight, first place, last place
    for place, (mean, weight) in enumerate(zip(means.tolist(), weights.tolist(), strict=True)):
        blocks.append([mean, weight, place, place])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            last, before = blocks.pop(), blocks.pop()
            total = last[1] + before[1]
            blocks.append([(last[0] * last[1] + before[0] * before[1]) / total, total, before[2], last[3]])
    least = 1 / (len(happened) + 2)  # a step of one class only is no certainty
    ends = [(places[int(end)], block[0]) for block in blocks for end in dict.fromkeys((block[2], block[3]))]
    return ScoreMap(
        MapMethod.ISOTONIC,
        tuple(float(at) for at, _ in ends),
        tuple(float(np.clip(value, least, 1 - least)) for _, value in ends),
    )


def _logit(scores: Floats) -> Floats:
    cut = np.clip(scores, SMALLEST_SCORE, 1 - SMALLEST_SCORE)
    return np.asarray(np.log(cut / (1 - cut)))
