"""The time left: measured per candidate and part, scaled where a part was not seen yet, else unknown."""

import pytest

from core.domain.evidence import HALVES, MAIN, FitResult, Job
from core.engine.pace import Pace, UnderWay
from core.engine.worker import NO_ROWS

SIZES = {MAIN: 100.0, HALVES: 50.0}


def outcome(candidate: str, seconds: float, part: str = MAIN) -> FitResult:
    return FitResult(Job(part, 0, 0, candidate), NO_ROWS, None, seconds=seconds)


def test_that_nothing_is_promised_before_every_candidate_was_measured() -> None:
    pace = Pace({(MAIN, "a"): 10, (MAIN, "b"): 10}, SIZES)
    pace.add([outcome("a", 1.0)])
    assert pace.seconds_left(1) is None
    pace.add([outcome("b", 3.0)])
    assert pace.seconds_left(1) == pytest.approx(9 * 1.0 + 9 * 3.0)
    assert pace.seconds_left(2) == pytest.approx(18.0)


def test_that_each_candidate_has_its_own_mean() -> None:
    pace = Pace({(MAIN, "a"): 4}, SIZES)
    pace.add([outcome("a", 1.0), outcome("a", 2.0)])
    assert pace.expected((MAIN, "a")) == pytest.approx(1.5)
    assert pace.work_left() == pytest.approx(3.0)


@pytest.mark.parametrize(("seconds", "share"), [(2.0, 0.5), (0.02, 0.5**0.5)])
def test_that_an_unseen_part_is_scaled_by_its_training_rows_until_it_is_seen(seconds: float, share: float) -> None:
    pace = Pace({(MAIN, "a"): 1, (HALVES, "a"): 10}, SIZES)
    pace.add([outcome("a", seconds)])
    assert pace.work_left() == pytest.approx(10 * seconds * share)
    pace.add([outcome("a", 0.5, HALVES)])
    assert pace.work_left() == pytest.approx(9 * 0.5)


def test_that_bookkeeping_is_counted_once_it_can_be_measured() -> None:
    pace = Pace({(MAIN, "a"): 20}, SIZES)
    pace.add([outcome("a", 0.2) for _ in range(10)])
    pace.passed(1.5, workers=2)
    assert pace.seconds_left(2) == pytest.approx(10 * 0.2 / 2 * 1.5)


def test_that_trainings_under_way_are_neither_lost_nor_to_be_done_again() -> None:
    """Two workers, trainings of 10 s each: after 15 s two of six are over and two are half done."""
    pace = Pace({(MAIN, "a"): 6}, SIZES)
    pace.add([outcome("a", 10.0), outcome("a", 10.0)])
    pace.passed(15.0, workers=2)
    assert pace.seconds_left(2, under_way=10.0) == pytest.approx(15.0)


def test_that_time_under_way_is_that_of_the_batches_at_work() -> None:
    first, second, third = ([Job(MAIN, repeat, fold, "a") for fold in range(3)] for repeat in range(3))
    under_way = UnderWay()
    under_way.sent(first, 10.0)
    under_way.sent(second, 12.0)
    under_way.sent(third, 12.0)  # waits, as on a cluster
    assert under_way.seconds(15.0, workers=2) == 5.0 + 3.0
    under_way.came(first[:2])
    assert under_way.seconds(15.0, workers=2) == 5.0 + 3.0
    under_way.came(first[2:])
    assert under_way.seconds(15.0, workers=2) == 3.0 + 3.0
    under_way.came([*second, *third])
    assert under_way.seconds(15.0, workers=2) == 0.0


def test_that_a_study_that_is_done_needs_no_time() -> None:
    assert Pace({(MAIN, "a"): 0}, SIZES).seconds_left(2) == 0.0
