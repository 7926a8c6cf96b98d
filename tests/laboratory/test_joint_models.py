"""T² and MANOVA of all models and outputs, against determinants, traces and F of numpy and scipy."""

import numpy as np
import pytest
from scipy import stats

from core.laboratory.joint_models import JointScores, compare_all_models, compare_two_models, compute_standard_sizes
from core.statistics.multivariate_tests import HotellingTest, ManovaTest
from core.statistics.undefined import Undefined

REPEATS, FOLDS, RATIO = 4, 9, 1 / 8


def scores(models: int = 3, outputs: int = 2, shift: float = 0.3) -> JointScores:
    random = np.random.default_rng(7)
    common = random.normal(size=(REPEATS * FOLDS, outputs))
    made = {f"m{place}": common + random.normal(size=common.shape) + shift * place for place in range(models)}
    repeat, fold = np.divmod(np.arange(REPEATS * FOLDS), FOLDS)
    return JointScores(made, repeat, fold, RATIO)


def by_definition(samples: list[np.ndarray]) -> tuple[float, float]:
    """Pillai and Wilks from the scatter between and within."""
    everything = np.vstack(samples)
    middle = everything.mean(axis=0)
    within = sum((one - one.mean(axis=0)).T @ (one - one.mean(axis=0)) for one in samples)
    between = sum(len(one) * np.outer(one.mean(axis=0) - middle, one.mean(axis=0) - middle) for one in samples)
    pillai = float(np.trace(between @ np.linalg.inv(between + within)))
    return pillai, float(np.linalg.det(within) / np.linalg.det(between + within))


def corrected_by_hand(differences: np.ndarray) -> tuple[float, float]:
    count, size = differences.shape
    mean, spread = differences.mean(axis=0), np.cov(differences, rowvar=False) * (1 / count + RATIO)
    t2 = float(mean @ np.linalg.inv(spread) @ mean)
    f = (count - size) / (size * (count - 1)) * t2
    return t2, float(stats.f.sf(f, size, count - size))


def test_that_manova_of_three_models_follows_its_definition() -> None:
    made = scores()
    rows = compare_all_models(made, "m0")
    everything, own = list(made.by_model.values()), list(made.deal())
    for row, expected in zip(rows[1:], (*by_definition(everything), *by_definition(own)), strict=True):
        assert isinstance(row.found, ManovaTest)
        assert row.found.statistic == pytest.approx(expected)
        assert row.standing.startswith("descriptive")
    wilks = rows[2].found
    assert isinstance(wilks, ManovaTest)
    root = np.sqrt(by_definition(everything)[1])  # with two outputs Rao's F is exact
    count = REPEATS * FOLDS * 3
    exact = (1 - root) / root * (count - 3 - 1) / 2
    assert (wilks.f, wilks.df1, wilks.df2) == pytest.approx((exact, 4, 2 * (count - 4)))
    assert wilks.p == pytest.approx(stats.f.sf(exact, 4, 2 * (count - 4)))


def test_that_the_first_row_is_t2_of_all_differences_with_the_correction() -> None:
    made = scores()
    differences = np.hstack([made.by_model[key] - made.by_model["m1"] for key in ("m0", "m2")])
    row = compare_all_models(made, "m1")[0]
    assert isinstance(row.found, HotellingTest)
    assert (row.found.t2, row.found.p) == pytest.approx(corrected_by_hand(differences))
    assert row.standing == "allows for shared training rows"


def test_that_two_sample_t2_pools_the_covariances() -> None:
    made = scores()
    first, second = made.by_model["m2"], made.by_model["m0"]
    rows = compare_two_models(made, "m2", "m0", "m2 against m0")
    assert isinstance(rows[0].found, HotellingTest)
    assert (rows[0].found.t2, rows[0].found.p) == pytest.approx(corrected_by_hand(first - second))
    own = JointScores({"m2": first, "m0": second}, made.repeat, made.fold, RATIO).deal()
    for row, (a, b) in zip(rows[1:], ((first, second), own), strict=True):
        n, m = len(a), len(b)
        pooled = ((n - 1) * np.cov(a, rowvar=False) + (m - 1) * np.cov(b, rowvar=False)) / (n + m - 2)
        gap = a.mean(axis=0) - b.mean(axis=0)
        t2 = n * m / (n + m) * gap @ np.linalg.inv(pooled) @ gap
        f = (n + m - 3) / (2 * (n + m - 2)) * t2
        assert isinstance(row.found, HotellingTest)
        assert (row.found.t2, row.found.p) == pytest.approx((t2, stats.f.sf(f, 2, n + m - 3)))


def test_that_folds_are_dealt_so_that_no_two_models_share_test_rows() -> None:
    made = scores()
    numbered = {key: np.column_stack([made.repeat, made.fold]).astype(float) for key in made.by_model}
    dealt = JointScores(numbered, made.repeat, made.fold, RATIO).deal()
    assert [sorted(one[:, 1]) for one in dealt] == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    assert all((one[:, 0] == 0).all() for one in dealt)


def test_that_as_many_differences_as_splits_have_no_answer() -> None:
    made = scores(models=10, outputs=4)
    row = compare_all_models(made, "m0")[0]
    assert isinstance(row.found, Undefined)
    assert row.cells()[2] == "–"


def test_that_standard_sizes_are_the_corrected_t_of_each_output() -> None:
    differences = np.random.default_rng(1).normal(0.5, 1.0, (30, 2))
    differences[:, 1] = 0.2
    first, constant = compute_standard_sizes(differences, RATIO)
    plain = stats.ttest_1samp(differences[:, 0], 0.0).statistic
    assert first == pytest.approx(plain / np.sqrt(1 + 30 * RATIO))
    assert constant is None


def test_that_unequal_models_are_told_apart() -> None:
    row = compare_all_models(scores(shift=2.0), "m0")[0]
    assert row.found.p is not None
    assert row.found.p < 0.001
    with_none = compare_all_models(scores(shift=0.0), "m0")[0]
    assert with_none.found.p is not None
    assert with_none.found.p > 0.05


def equal_models(random: np.random.Generator) -> JointScores:
    """Three linear models that each see their own third of what matters: 80 rows, three repeats of five folds."""
    blocks = random.normal(size=(3, 80, 2))
    answers = blocks.sum(axis=0) @ np.ones((2, 2)) + random.normal(size=(80, 2))
    losses: list[list[np.ndarray]] = [[], [], []]
    for _ in range(3):
        for test in np.array_split(random.permutation(80), 5):
            train = np.setdiff1d(np.arange(80), test)
            for inputs, mine in zip(blocks, losses, strict=True):
                fit = np.linalg.lstsq(inputs[train], answers[train], rcond=None)[0]
                mine.append(-np.mean((answers[test] - inputs[test] @ fit) ** 2, axis=0))
    repeat, fold = np.divmod(np.arange(15), 5)
    return JointScores({f"m{place}": np.array(mine) for place, mine in enumerate(losses)}, repeat, fold, 1 / 4)


def test_that_the_corrected_form_keeps_its_level_over_folds_and_manova_does_not() -> None:
    random, studies = np.random.default_rng(5), 300
    found = [compare_all_models(equal_models(random), "m0") for _ in range(studies)]
    p_values = np.array([[rows[place].found.p for place in range(3)] for rows in found], dtype=float)
    corrected, pillai, wilks = (p_values < 0.05).mean(axis=0)
    assert corrected <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / studies)
    assert min(pillai, wilks) > 0.25
