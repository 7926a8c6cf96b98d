"""The nearest centroid against scikit-learn's, and what shrinking leaves."""

import numpy as np
from sklearn.neighbors import NearestCentroid

from core.algorithms.centroids import Centroids


def test_that_the_nearest_mean_wins_where_inputs_vary_alike() -> None:
    rng = np.random.default_rng(11)
    labels = np.arange(60) % 3
    away = rng.normal(size=(60, 5))
    for label in range(3):
        rows = away[labels == label]
        away[labels == label] = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    inputs = away + labels[:, None]
    model = Centroids(0.0)
    model.fit(inputs, labels)
    new = rng.normal(size=(80, 5)) + 1
    expected = NearestCentroid().fit(inputs, labels).predict(new)
    np.testing.assert_array_equal(model.scores(new).argmax(axis=1), expected)


def test_that_shrinking_leaves_only_telling_inputs_and_at_last_the_shares() -> None:
    rng = np.random.default_rng(12)
    labels = (np.arange(80) % 4 == 0).astype(np.int64)
    inputs = rng.normal(size=(80, 200))
    inputs[:, 0] += 4 * labels
    model = Centroids(3.5)
    model.fit(inputs, labels)
    telling = np.flatnonzero(np.abs(model.centroids[0] - model.centroids[1]) > 1e-12)
    assert 0 in telling
    assert len(telling) < 5
    nothing = Centroids(100.0)
    nothing.fit(inputs, labels)
    np.testing.assert_allclose(nothing.scores(inputs[:3]), [[0.75, 0.25]] * 3)
