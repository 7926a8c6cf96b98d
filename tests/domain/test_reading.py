"""The record of what a formula gives."""

import dataclasses

import pytest

from core.domain.findings import Status
from core.domain.reading import degenerate, error, ok


def test_that_a_reading_gives_its_values_by_name() -> None:
    reading = ok(t=2.5, df=9)
    assert (reading["t"], reading["df"], reading.is_ok, reading.reason) == (2.5, 9, True, "")


def test_that_special_cases_carry_their_reason() -> None:
    assert degenerate("zero_variance", p=None).status is Status.DEGENERATE
    assert error("out_of_range").status is Status.ERROR
    assert not degenerate("zero_variance", p=None).is_ok
    assert degenerate("zero_variance", p=None).reason == "zero_variance"


def test_that_an_unknown_name_is_not_invented() -> None:
    with pytest.raises(KeyError):
        ok(t=1.0)["p"]


def test_that_a_reading_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        ok(t=1.0).reason = "other"  # type: ignore[misc]
