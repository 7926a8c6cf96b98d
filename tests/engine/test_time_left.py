"""The time left: measured per candidate and part, scaled where a part was not seen yet, else unknown."""

import pytest

from core.domain.evidence import HALVES, MAIN, FitResult, Job
from core.engine.time_left import BatchesUnderWay, TimeEstimator
from core.engine.worker_process import NO_ROWS

SIZES = {MAIN: 100.0, HALVES: 50.0}


def outcome(candidate: str, seconds: float, part: str = MAIN) -> FitResult:
    return FitResult(Job(part, 0, 0, candidate), NO_ROWS, None, seconds=seconds)


def test_that_nothing_is_promised_before_every_candidate_was_measured() -> None:
    estimator = TimeEstimator({(MAIN, "a"): 10, (MAIN, "b"): 10}, SIZES)
    estimator.add_outcomes([outcome("a", 1.0)])
    assert estimator.estimate_time_left(1) is None
    estimator.add_outcomes([outcome("b", 3.0)])
    assert estimator.estimate_time_left(1) == pytest.approx(9 * 1.0 + 9 * 3.0)
    assert estimator.estimate_time_left(2) == pytest.approx(18.0)


def test_that_each_candidate_has_its_own_mean() -> None:
    estimator = TimeEstimator({(MAIN, "a"): 4}, SIZES)
    estimator.add_outcomes([outcome("a", 1.0), outcome("a", 2.0)])
    assert estimator.estimate_fit_seconds((MAIN, "a")) == pytest.approx(1.5)
    assert estimator.estimate_work_left() == pytest.approx(3.0)


@pytest.mark.parametrize(("seconds", "share"), [(2.0, 0.5), (0.02, 0.5**0.5)])
def test_that_an_unseen_part_is_scaled_by_its_training_rows_until_it_is_seen(seconds: float, share: float) -> None:
    estimator = TimeEstimator({(MAIN, "a"): 1, (HALVES, "a"): 10}, SIZES)
    estimator.add_outcomes([outcome("a", seconds)])
    assert estimator.estimate_work_left() == pytest.approx(10 * seconds * share)
    estimator.add_outcomes([outcome("a", 0.5, HALVES)])
    assert estimator.estimate_work_left() == pytest.approx(9 * 0.5)


def test_that_bookkeeping_is_counted_once_it_can_be_measured() -> None:
    estimator = TimeEstimator({(MAIN, "a"): 20}, SIZES)
    estimator.add_outcomes([outcome("a", 0.2) for _ in range(10)])
    estimator.add_elapsed(1.5, workers=2)
    assert estimator.estimate_time_left(2) == pytest.approx(10 * 0.2 / 2 * 1.5)


def test_that_trainings_under_way_are_neither_lost_nor_to_be_done_again() -> None:
    """Two workers, trainings of 10 s each: after 15 s two of six are over and two are half done."""
    estimator = TimeEstimator({(MAIN, "a"): 6}, SIZES)
    estimator.add_outcomes([outcome("a", 10.0), outcome("a", 10.0)])
    estimator.add_elapsed(15.0, workers=2)
    assert estimator.estimate_time_left(2, under_way=10.0) == pytest.approx(15.0)


def test_that_time_under_way_is_that_of_the_batches_at_work() -> None:
    first, second, third = ([Job(MAIN, repeat, fold, "a") for fold in range(3)] for repeat in range(3))
    under_way = BatchesUnderWay()
    under_way.add_batch(first, 10.0)
    under_way.add_batch(second, 12.0)
    under_way.add_batch(third, 12.0)  # waits, as on a cluster
    assert under_way.sum_seconds(15.0, workers=2) == 5.0 + 3.0
    under_way.remove_jobs(first[:2])
    assert under_way.sum_seconds(15.0, workers=2) == 5.0 + 3.0
    under_way.remove_jobs(first[2:])
    assert under_way.sum_seconds(15.0, workers=2) == 3.0 + 3.0
    under_way.remove_jobs([*second, *third])
    assert under_way.sum_seconds(15.0, workers=2) == 0.0


def test_that_a_study_that_is_done_needs_no_time() -> None:
    assert TimeEstimator({(MAIN, "a"): 0}, SIZES).estimate_time_left(2) == 0.0


def test_that_what_a_first_fit_loads_is_not_expected_of_the_others() -> None:
    """On a computer where every worker process loads its libraries anew, the first fit took 9 s and the others 0.1."""
    estimator = TimeEstimator({(MAIN, "a"): 100}, SIZES)
    estimator.add_outcomes([outcome("a", 9.0), outcome("a", 0.1), outcome("a", 0.1)])
    assert estimator.estimate_work_left() == pytest.approx(97 * 0.1)
