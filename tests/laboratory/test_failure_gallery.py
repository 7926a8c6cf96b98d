"""The failure gallery: the numbers of Kohavi 1995 come out."""

import pytest

from core.laboratory.demo_runner import Progress, run_to_end
from core.laboratory.failure_gallery import GALLERY, find_exhibit, make_uninformative_data
from tests.laboratory.inline import shop

EXPECTED = {"leave-one-out": (0.0, 0.0), "holdout": (27.7, 0.3), "memoriser": (68.4, 2.0)}


@pytest.mark.parametrize("key", list(EXPECTED))
def test_that_the_printed_numbers_come_out(key: str) -> None:
    found = run_to_end(find_exhibit(key).show(shop(), 1))
    assert found is not None
    value, near = EXPECTED[key]
    assert found.estimated == pytest.approx(value, abs=near)
    assert found.by_formula == pytest.approx(value, abs=0.05)
    assert abs(found.estimated - found.truth) > 5
    assert f"{found.estimated:.1f}" in found.sentence()
    assert len(found.rows()) == 5


def test_that_leaving_one_out_has_no_spread_at_all() -> None:
    found = run_to_end(find_exhibit("leave-one-out").show(shop(), 4))
    assert found is not None
    assert (found.spread, found.times) == (0.0, 150)


@pytest.mark.parametrize("key", list(EXPECTED))
def test_that_progress_goes_on_to_the_end_and_never_back(key: str) -> None:
    told: list[Progress] = []
    run_to_end(find_exhibit(key).show(shop(), 1), told.append)
    done = [progress.done for progress in told]
    assert done == sorted(done)
    assert {progress.total for progress in told} == {done[-1]}


def test_that_a_stopped_demonstration_shows_nothing() -> None:
    for row in GALLERY:
        stopped = shop()
        stopped.stop.set()
        assert run_to_end(row.show(stopped, 1)) is None


def test_that_classes_can_be_counted_out() -> None:
    assert make_uninformative_data((3, 2)).class_counts.tolist() == [3, 2]
