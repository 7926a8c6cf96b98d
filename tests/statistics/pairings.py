"""Pairings to test comparers with: drawn from a generator, identical, shifted or swapped."""

from dataclasses import replace

import numpy as np

from core.domain.dataset import Floats
from core.domain.pairing import Pairing


def pairing_of(first: Floats, second: Floats, rows: int = 200, seed: int = 0) -> Pairing:
    """The given scores, with answers, rankings and halves drawn beside them."""
    rng = np.random.default_rng(seed)
    sizes = np.full(first.shape, rows / max(first.shape[1], 2))
    truth = rng.integers(0, 2, rows)
    rankings = [truth + rng.normal(0.0, noise, rows) for noise in (0.8, 1.2)]
    return Pairing(
        first="candidate",
        second="reference",
        measure="error",
        first_scores=first,
        second_scores=second,
        test_sizes=sizes,
        train_sizes=rows - sizes,
        correct_first=(rng.random(rows) < 0.85).astype(np.int64),
        correct_second=(rng.random(rows) < 0.75).astype(np.int64),
        truth=truth.astype(np.int64),
        first_ranking=rankings[0],
        second_ranking=rankings[1],
        outputs_first=np.stack((first, first + rng.normal(0.0, 0.01, first.shape)), axis=-1),
        outputs_second=np.stack((second, second + rng.normal(0.0, 0.01, second.shape)), axis=-1),
        halves=rng.normal(0.02, 0.02, (5, 2)),
        margin=0.02,
    )


def drawn(seed: int = 0, repeats: int = 4, folds: int = 10, difference: float = 0.03) -> Pairing:
    rng = np.random.default_rng(seed)
    second = 0.8 + rng.normal(0.0, 0.03, (repeats, folds))
    return pairing_of(second + rng.normal(difference, 0.03, second.shape), second, seed=seed)


def with_itself(pairing: Pairing) -> Pairing:
    return replace(
        pairing,
        second_scores=pairing.first_scores.copy(),
        correct_second=pairing.correct_first,
        second_ranking=pairing.first_ranking,
        outputs_second=pairing.outputs_first,
        halves=np.zeros((5, 2)),
    )


def swapped(pairing: Pairing) -> Pairing:
    return replace(
        pairing,
        first=pairing.second,
        second=pairing.first,
        first_scores=pairing.second_scores,
        second_scores=pairing.first_scores,
        correct_first=pairing.correct_second,
        correct_second=pairing.correct_first,
        first_ranking=pairing.second_ranking,
        second_ranking=pairing.first_ranking,
        outputs_first=pairing.outputs_second,
        outputs_second=pairing.outputs_first,
        halves=None if pairing.halves is None else -pairing.halves,
    )


def shifted(pairing: Pairing, difference: float) -> Pairing:
    """The first is better by exactly the same everywhere."""
    first = pairing.second_scores + difference
    outputs = None if pairing.outputs_second is None else pairing.outputs_second + difference
    return replace(pairing, first_scores=first, outputs_first=outputs, halves=np.full((5, 2), difference))


def with_undefined(pairing: Pairing, count: int) -> Pairing:
    """The first `count` splits of every repeat have no score."""
    scores = pairing.first_scores.copy()
    scores[:, :count] = np.nan
    return replace(pairing, first_scores=scores)


def without_extras(pairing: Pairing) -> Pairing:
    """Numbers are predicted: no right or wrong, no ranking, one output, no halves, no margin."""
    return replace(
        pairing,
        correct_first=None,
        correct_second=None,
        truth=None,
        first_ranking=None,
        second_ranking=None,
        outputs_first=None,
        outputs_second=None,
        halves=None,
        margin=None,
    )
