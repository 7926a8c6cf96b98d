"""Whether a whole file comes from another population than the study: can a classifier tell its rows apart?

A classifier two-sample test (Lopez-Paz & Oquab 2017), exact because its labels are permuted with folds and features
fixed. Whitened features and their squares see shifts, spreads and broken relations between columns.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.prediction.row_distance import compute_column_scale
from core.statistics.ranking_measures import pair_shares
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

covariances = import_lazily("sklearn.covariance")

Flags = NDArray[np.bool_]
MOST_ROWS, FEWEST_OLD, FEWEST_NEW = 2000, 20, 10
FOLDS, PENALTY, REACH, ROWS_PER_CATEGORY = 5, 0.1, 5.0, 5


@dataclass(frozen=True, slots=True)
class DriftTest:
    """Hold how well old and new rows can be told apart (0.5: not at all) and the permutation p."""

    auc: float
    p: float
    permutations: int


def find_drift(
    old: Floats,
    new: Floats,
    is_category: Flags,
    groups: Integers | None = None,
    permutations: int = 999,
    seed: int = 0,
) -> DriftTest | Undefined:
    """Tell whether the new rows come from the population of the old ones; `groups` are of old rows, then new rows.

    Undefined: `too_few_rows`, `too_few_groups` (under 20 old or 10 new), `constant_inputs` (nothing varies).
    """
    if groups is None:
        old, new = (_choose_rows(rows) for rows in (old, new))
    is_new = np.repeat([False, True], [len(old), len(new)])
    member = np.arange(is_new.size) if groups is None else np.unique(groups, return_inverse=True)[1]
    of_group = np.zeros(int(member.max(initial=-1)) + 1, dtype=np.bool_)
    of_group[member[is_new]] = True
    if int(of_group.sum()) < FEWEST_NEW or int((~of_group).sum()) < FEWEST_OLD:
        return Undefined("too_few_rows" if groups is None else "too_few_groups")
    features = _build_features(np.vstack([old, new]), is_category)
    if not features.shape[1]:
        return Undefined("constant_inputs")
    rng = np.random.default_rng(seed)
    folds = rng.permutation(is_new.size) % FOLDS
    labels = np.column_stack([is_new, *(rng.permutation(of_group)[member] for _ in range(permutations))])
    scores = _predict_held_out(features, labels.astype(np.float64), folds)
    areas = np.array([_area(labels[:, place], scores[:, place]) for place in range(labels.shape[1])])
    as_large = int(np.sum(areas[1:] >= areas[0] - 1e-12))
    return DriftTest(float(areas[0]), (1 + as_large) / (permutations + 1), permutations)


def _choose_rows(rows: Floats) -> Floats:
    """At most 2,000 rows, a random part by a fixed seed; of both sides, because memory grows with their sum."""
    if len(rows) <= MOST_ROWS:
        return rows
    return rows[np.sort(np.random.default_rng(0).permutation(len(rows))[:MOST_ROWS])]


def _area(positives: Flags, scores: Floats) -> float:
    return float(pair_shares(positives, scores, np.zeros(len(scores), dtype=np.int64))[0])


def _build_features(rows: Floats, is_category: Flags) -> Floats:
    """Whitened numbers and their squares, one column per common category and per pattern of gaps, standardized."""
    numbers = rows[:, ~is_category]
    parts = [_whiten_numbers(numbers)]
    parts.append(parts[0] ** 2)
    for column in rows[:, is_category].T:
        levels, counts = np.unique(column[~np.isnan(column)], return_counts=True)
        parts.append((column[:, np.newaxis] == levels[counts >= ROWS_PER_CATEGORY]).astype(np.float64))
    _, pattern = np.unique(np.isnan(rows), axis=0, return_inverse=True)
    parts.append((pattern.ravel()[:, np.newaxis] == np.arange(int(pattern.max()) + 1)).astype(np.float64))
    features = np.hstack(parts)
    spread = features.std(axis=0)
    varies = spread > 1e-12
    return np.asarray((features[:, varies] - features[:, varies].mean(axis=0)) / spread[varies])


def _whiten_numbers(numbers: Floats) -> Floats:
    scales = np.array([compute_column_scale(column) for column in numbers.T])
    kept = numbers[:, scales > 0]
    if not kept.size:
        return np.zeros((len(numbers), 0))
    medians: Floats = np.nanmedian(kept, axis=0)
    scaled = (np.where(np.isnan(kept), medians, kept) - medians) / scales[scales > 0]
    covariance, _ = covariances.ledoit_wolf(scaled)
    return np.asarray(np.clip(scaled @ np.linalg.cholesky(np.linalg.inv(covariance)), -REACH, REACH))


def _predict_held_out(features: Floats, labels: Floats, folds: Integers) -> Floats:
    """Ridge scores of each fold from the others, for all labelings in one matrix product.

    Scores are told without the mean label of the training rows: it is lower where the test fold holds more new rows,
    and would turn the order of rows of different folds around.
    """
    scores = np.zeros(labels.shape)
    for fold in range(FOLDS):
        test = folds == fold
        train = features[~test]
        target = labels[~test] - labels[~test].mean(axis=0)
        gram = train.T @ train + PENALTY * len(train) * np.eye(train.shape[1])
        scores[test] = features[test] @ np.linalg.solve(gram, train.T @ target)
    return scores
