"""The simulation of truthfulness: exchangeable blocks, honest counting, continued where it stopped."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.blocks import OnBlock, find_algorithm
from benchmarks.tables import Record, claims, markdown, share, wrong_side
from benchmarks.truthfulness import main, simulate
from benchmarks.worlds import WORLDS, draw, true_gap, world
from core.algorithms.learner import schema_of

RECORD = Record("equal-bayes", 0, "win", "yes", 0.1, 0.02, 0.18, True, 0.05, 0.03)


def test_that_a_learner_sees_its_block_only() -> None:
    row = world("gap-bayes")
    data = draw(row, 80, np.random.default_rng(1))
    learner = find_algorithm("naive-bayes").build({"block": 1}, 1)
    assert isinstance(learner, OnBlock)
    learner.fit(data.inputs, data.targets, schema_of(data))
    scrambled = data.inputs.copy()
    scrambled[:, :5] = 99.0
    assert np.array_equal(learner.predict(data.inputs).predicted, learner.predict(scrambled).predicted)


def test_that_exchanging_the_blocks_exchanges_the_models() -> None:
    """The proof of equality: with both blocks exchanged the true gap is the same with the other sign."""
    row = world("equal-bayes")
    random = np.random.default_rng(2)
    data, fresh = draw(row, 100, random), draw(row, 2000, random)
    order = np.r_[5:10, 0:5]
    swapped = (replace(one, inputs=one.inputs[:, order]) for one in (data, fresh))
    assert true_gap(row, *swapped) == pytest.approx(-true_gap(row, data, fresh))


def test_that_there_are_equal_worlds_and_worlds_with_a_difference() -> None:
    assert sum(row.is_equal for row in WORLDS) >= 2
    assert sum(not row.is_equal for row in WORLDS) >= 2
    row = world("gap-bayes")
    random = np.random.default_rng(2)
    assert true_gap(row, draw(row, 500, random), draw(row, 5000, random)) > 0.1


def test_that_only_settled_winners_are_claims() -> None:
    assert claims(RECORD)
    assert not claims(replace(RECORD, answer="unclear"))
    assert not claims(replace(RECORD, outcome="cannot-tell"))
    assert wrong_side(replace(RECORD, effect=-0.1), 0.0)
    assert wrong_side(RECORD, -0.2)


def test_that_a_share_has_its_standard_error() -> None:
    assert share([True] * 5 + [False] * 95) == pytest.approx((5.0, 2.18), abs=0.01)
    assert share([False] * 200) == pytest.approx((0.0, 0.5), abs=0.01)


def test_that_the_table_has_a_line_for_every_world_that_was_run() -> None:
    table = markdown(WORLDS, [RECORD, replace(RECORD, outcome="cannot-tell", low=-0.1)], {"equal-bayes": 0.0}, {})
    line = next(line for line in table.splitlines() if "naive Bayes against itself" in line)
    assert "| 2 |" in line
    assert "50.0 ± 35.4" in line
    assert "1 of 1" in line


def test_that_a_study_is_decided_by_its_number(tmp_path: Path) -> None:
    row = world("equal-bayes")
    assert simulate(row, 3) == simulate(row, 3)
    assert simulate(row, 3) != simulate(row, 4)


def test_that_a_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "studies.jsonl"
    arguments = ["--settings", "equal-bayes", "--out", str(out), "--studies"]
    assert main([*arguments, "1"]) == 0
    first = out.read_text("utf-8")
    assert main([*arguments, "2"]) == 0
    assert out.read_text("utf-8").startswith(first)
    assert len(out.read_text("utf-8").splitlines()) == 2
    assert "| 2 |" in capsys.readouterr().out.splitlines()[-3]
