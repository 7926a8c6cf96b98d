"""Cuts by entropy and the MDL stop against cases worked out by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from core.algorithms.discretize import (
    DiscretizedNaiveBayes,
    Sorted,
    bin_positions,
    cut_points,
    least_entropy,
    pays_off,
)
from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Kind, Task
from core.support.errors import EngineError

NUMBER = Schema(Task.CLASSES, (Kind.NUMBER,), ((),), 2, 1, ("x",))


def cuts(values: Sequence[float], labels: Sequence[int], classes: int = 2) -> list[float]:
    found = cut_points(np.array(values, dtype=np.float64), np.array(labels), classes)
    return [float(cut) for cut in found]


def test_that_clean_classes_are_cut_half_way_between_them() -> None:
    assert cuts([1, 2, 3, 4, 10, 11, 12, 13], [0] * 4 + [1] * 4) == [7.0]


def test_that_three_blocks_get_two_cuts() -> None:
    values = [float(place) for place in range(60)]
    assert cuts(values, [0] * 20 + [1] * 20 + [0] * 20) == [19.5, 39.5]
    assert cuts(values[:30], [0] * 10 + [1] * 10 + [0] * 10) == []  # 7.55 bits gained, 7.83 to pay


def test_that_a_cut_never_separates_equal_values() -> None:
    assert cuts([1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1]) == []
    found = cuts([1] * 10 + [2] * 10, [0] * 9 + [1] + [1] * 10)
    assert found == [1.5]


def test_that_noise_gets_no_cut() -> None:
    rng = np.random.default_rng(0)
    found = [cut_points(rng.normal(size=200), rng.integers(0, 2, 200), 2) for _ in range(50)]
    assert sum(len(cut) > 0 for cut in found) <= 3


def test_that_missing_cells_do_not_matter() -> None:
    nan = float("nan")
    assert cuts([nan, 1, 2, 3, 4, nan, 10, 11, 12, 13], [1, 0, 0, 0, 0, 0, 1, 1, 1, 1]) == [7.0]
    assert cuts([nan, nan], [0, 1]) == []
    assert cuts([], []) == []
    assert cuts([3.0], [1]) == []


def test_that_neighboring_floats_are_still_separated() -> None:
    low, high = 1.0, float(np.nextafter(1.0, 2.0))
    found = cuts([low] * 10 + [high] * 10, [0] * 10 + [1] * 10)
    assert bin_positions(np.array([low, high]), np.array(found)).tolist() == [0.0, 1.0]


def test_that_the_mdl_stop_is_fayyad_and_iranis() -> None:
    """4 + 4 clean rows: gain 1 bit against (log2 7 + log2 7 - 2)/8; 2 + 2 rows: 1 against (log2 3 + log2 7 - 2)/4."""
    assert (np.log2(7) + np.log2(7) - 2) / 8 < 1
    assert pays_off(np.array([4.0, 0.0]), np.array([0.0, 4.0]))
    assert (np.log2(3) + np.log2(7) - 2) / 4 < 1
    assert pays_off(np.array([2.0, 0.0]), np.array([0.0, 2.0]))
    assert not pays_off(np.array([2.0, 2.0]), np.array([2.0, 2.0]))


def test_that_the_mdl_stop_stands_exactly_where_the_formula_says() -> None:
    left, right = np.array([8.0, 2.0]), np.array([3.0, 7.0])

    def entropy(*counts: float) -> float:
        shares = np.array(counts) / sum(counts)
        return float(-(shares * np.log2(shares)).sum())

    e, e1, e2 = entropy(11, 9), entropy(8, 2), entropy(3, 7)
    gain = e - (e1 + e2) / 2
    price = np.log2(19) / 20 + (np.log2(7) - (2 * e - 2 * e1 - 2 * e2)) / 20
    assert pays_off(left, right) == (gain > price)
    assert not pays_off(left, right)
    assert pays_off(left * 4, right * 4)


def test_that_the_mdl_stop_works_with_very_many_classes() -> None:
    assert not pays_off(np.ones(1000), np.ones(1000))


def test_that_the_first_cut_has_least_entropy() -> None:
    rows = Sorted.of(np.array([1.0, 2, 3, 4, 5]), np.array([0, 0, 1, 0, 1]), 2)
    assert least_entropy(rows, 0, 5) == 2


def test_that_bins_hold_their_upper_cut_and_keep_missing_cells() -> None:
    found = bin_positions(np.array([0.0, 1.0, 1.5, 9.0, np.nan]), np.array([1.0, 2.0]))
    np.testing.assert_array_equal(found, [0, 0, 1, 2, np.nan])


def test_that_bins_are_used_as_names() -> None:
    """Two bins, four rows each: (3 + 1)/(4 + 2) against (1 + 1)/(4 + 2) when the cut is at 7."""
    values = np.array([1, 2, 3, 4, 5, 10, 11, 12, 13, 14], dtype=np.float64)[:, None]
    targets = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1], dtype=np.float64)[:, None]
    learner = DiscretizedNaiveBayes()
    learner.fit(values, targets, NUMBER)
    found = learner.predict(np.array([[7.4], [7.6]])).scores
    assert found is not None
    np.testing.assert_allclose(found, [[6 / 7, 1 / 7], [1 / 7, 6 / 7]])


def ring(rows: int) -> tuple[Floats, Floats]:
    """One class in the middle, the other on both sides: no bell curve tells them apart by their means."""
    values = np.random.default_rng(1).uniform(-3, 3, (rows, 1))
    return values, (np.abs(values) < 1).astype(np.float64)


def test_that_bins_learn_what_no_bell_curve_shows_and_that_training_rows_alone_decide() -> None:
    values, targets = ring(300)
    learner = DiscretizedNaiveBayes()
    learner.fit(values, targets, NUMBER)
    new, wanted = ring(900)
    assert (learner.predict(new).predicted == wanted).mean() > 0.97
    alone = learner.predict(new[:1]).scores
    np.testing.assert_array_equal(alone, learner.predict(new).scores[:1])  # type: ignore[index]


def test_that_predicting_before_training_is_refused() -> None:
    with pytest.raises(EngineError, match="not been trained"):
        DiscretizedNaiveBayes().predict(np.zeros((1, 1)))
