"""The measurement behind the caption of the test third: equal models are told apart far too often."""

import pytest

from benchmarks import third
from benchmarks.truthfulness_settings import world


def test_that_equal_models_are_told_apart_and_a_line_says_how_often() -> None:
    row = world("equal-bayes-100")
    found = list(third.simulated(row, 4))
    assert sum(one.errors.is_clear or one.areas.is_clear for one in found) >= 2
    assert third.line(row, found).startswith("equal-bayes-100 | naive Bayes, 100 rows | 4 | ")


def test_that_every_equal_world_has_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(third, "simulated", lambda _world, _studies: [])
    assert third.main(["--studies", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
