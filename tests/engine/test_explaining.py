"""Other rows of the table stand in for an input, and steps are taken between the right edges."""

import numpy as np

from core.engine.explaining import draw_donors, find_steps


def test_that_a_row_is_never_its_own_donor_and_every_other_row_is_as_likely() -> None:
    random, rows = np.random.default_rng(1), np.zeros(20_000, dtype=np.int64)
    donors = draw_donors(rows, 10, None, random)
    assert 0 not in donors
    counts = np.bincount(donors, minlength=10)[1:]
    assert counts.min() > 0.9 * counts.mean()


def test_that_donors_come_from_other_groups() -> None:
    groups = np.repeat(np.arange(5), 4)
    rows = np.arange(20)
    for seed in range(20):
        donors = draw_donors(rows, 20, groups, np.random.default_rng(seed))
        assert np.all(groups[donors] != groups[rows])


def test_that_a_table_of_one_group_still_has_donors() -> None:
    groups = np.zeros(6, dtype=np.int64)
    assert len(draw_donors(np.arange(6), 6, groups, np.random.default_rng(1))) == 6


def test_that_edges_belong_to_the_step_below_and_the_first_to_the_first() -> None:
    edges = np.array([0.0, 1.0, 3.0])
    assert find_steps(np.array([0.0, 0.5, 1.0, 1.1, 3.0]), edges).tolist() == [0, 0, 0, 1, 1]
