"""The laboratory of truthfulness: exchangeable blocks, honest counting, continued where it stopped."""

import json
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import truthfulness
from benchmarks.blocks import OnColumns, find_algorithm
from benchmarks.tables import (
    Interval,
    Record,
    Summary,
    Tally,
    Truth,
    covers,
    leaves_out_zero,
    list_goals,
    make_page,
    names_wrong_side,
    says_good_enough,
    says_same,
)
from benchmarks.truthfulness import main, simulate, verify
from benchmarks.truthfulness_help import FAMILIES
from benchmarks.truthfulness_lines import KEPT, Line, Lines, find_deviation, keep_lines, read_lines, shorten_record
from benchmarks.truthfulness_page import RATES, list_pages
from benchmarks.truthfulness_settings import EQUAL_MODELS, SEED, WORLDS, world
from benchmarks.worlds import Aim, find_gaps, measure_models
from core.algorithms.learner import schema_of
from core.version import JUDGE_VERSION

FOUND = Interval("m1", "m0", 0.1, 0.02, 0.18, 0.02, 0.18, "confirmed")
OPEN = Interval("m1", "m0", 0.1, -0.02, 0.22)
RECORD = Record(
    "equal-bayes-100",
    0,
    "yes",
    {"m1": "yes"},
    "m1",
    [FOUND],
    [OPEN],
    {"m0": [0.2, 0.3]},
    {"5x2-f": 0.2},
    None,
    [[0], [0.1]],
)
TRUTH = Truth("equal-bayes-100", [[0.31], [0.31]], [[0.0], [0.0]])


def test_that_a_learner_sees_its_block_only() -> None:
    data = world("power-bayes-100").draw(80, np.random.default_rng(1))
    learner = find_algorithm("naive-bayes").build({"columns": "5:10"}, 1)
    assert isinstance(learner, OnColumns)
    learner.fit(data.inputs, data.targets, schema_of(data))
    scrambled = data.inputs.copy()
    scrambled[:, :5] = 99.0
    assert np.array_equal(learner.predict(data.inputs).predicted, learner.predict(scrambled).predicted)


def test_that_exchanging_the_blocks_exchanges_the_models() -> None:
    """The proof of equality: with both blocks exchanged the true gap is the same with the other sign."""
    row = world("equal-bayes-100")
    random = np.random.default_rng(2)
    data, fresh = row.draw(100, random), row.draw(2000, random)
    order = np.r_[5:10, 0:5]
    swapped = (replace(one, inputs=one.inputs[:, order]) for one in (data, fresh))
    gap = find_gaps(row, measure_models(row, data, fresh))[1, 0]
    assert gap != 0
    assert find_gaps(row, measure_models(row, *swapped))[1, 0] == pytest.approx(-gap)


def test_that_the_settings_are_many_and_of_every_kind() -> None:
    """At least 40 settings; sizes 60 to 500, groups 12 to 40, the measures and learners that people use."""
    keys = [row.key for row in WORLDS]
    assert len(keys) == len(set(keys)) >= 40
    assert {row.aim for row in WORLDS} == set(Aim)
    assert {row.rows for row in WORLDS} >= {60, 100, 200, 300, 500}
    assert {row.measure for row in WORLDS} >= {"error", "auc", "cost", "f1", "rmse", "r2", "mae"}
    used = {one.algorithm for row in WORLDS for one in row.candidates}
    assert used >= {"naive-bayes", "lda", "logistic", "knn", "tree", "forest", "boosting", "ridge", "lasso", "mlp"}
    assert {len(row.candidates) for row in WORLDS if row.aim is Aim.WHICH} == {3, 5, 8}
    assert any(row.candidates[0].grid for row in WORLDS)


@pytest.mark.parametrize("row", [world(key) for key in ("groups-lda-12", "equal-ridge-60", "small-chen-100")])
def test_that_a_world_has_the_rows_it_says(row: object) -> None:
    assert isinstance(row, type(WORLDS[0]))
    data = row.draw(row.rows, np.random.default_rng(3))
    assert data.size == row.rows
    assert data.group_count == (12 if row.key.startswith("groups") else 0)
    assert np.isfinite(data.inputs).all()


def test_that_two_better_blocks_are_better() -> None:
    row = world("power-bayes-100")
    random = np.random.default_rng(2)
    assert find_gaps(row, measure_models(row, row.draw(500, random), row.draw(5000, random)))[1, 0] > 0.1


def test_that_ranges_are_counted_as_they_are() -> None:
    assert leaves_out_zero(FOUND)
    assert not leaves_out_zero(OPEN)
    assert not leaves_out_zero(None)
    assert covers(OPEN, 0.0)
    assert not covers(FOUND, 0.0)
    assert names_wrong_side(FOUND, -0.1)
    assert not names_wrong_side(OPEN, -0.1)
    assert says_same(OPEN, 0.22)
    assert not says_same(OPEN, 0.21)


def test_that_good_enough_is_false_where_the_whole_range_beats_the_truth() -> None:
    row = world("equal-bayes-100")
    assert says_good_enough(row, RECORD, TRUTH)
    assert not says_good_enough(row, replace(RECORD, performances={"m0": [0.2, 0.32]}), TRUTH)


def test_that_a_share_has_its_standard_error() -> None:
    assert Tally([True] * 5 + [False] * 95).rate == pytest.approx(5.0)
    assert Tally([True] * 5 + [False] * 95).error == pytest.approx(2.26, abs=0.02)
    assert Tally([False] * 200).error > 0


def test_that_the_old_rule_stands_beside_the_new_one() -> None:
    page = make_page([Summary(world("equal-bayes-100"), TRUTH, [RECORD])], {"judge": "abc"})
    line = next(line for line in page.splitlines() if line.startswith("| naive Bayes, 100 rows"))
    assert "| 1 | 0.0 ± " in line  # the corrected t alone names nobody
    assert "| **100.0 ± " in line
    assert "judge abc" in page


def test_that_a_missed_goal_is_named() -> None:
    row = world("equal-bayes-100")
    many = [replace(RECORD, study=number) for number in range(100)]
    lines = list_goals([Summary(row, TRUTH, many)])
    assert "mean over 1 settings (goal at most 5): 100.0; corrected t alone 0.0." in lines[0]
    assert "naive Bayes, 100 rows 100.0 ± 0.7; corrected t alone: none" in lines[1]


def test_that_a_study_is_decided_by_its_number_and_seed() -> None:
    row = world("equal-bayes-60")
    assert simulate(row, 3) == simulate(row, 3)
    assert simulate(row, 3) != simulate(row, 4)
    assert simulate(row, 3) != simulate(row, 3, seed=5)


@pytest.mark.parametrize("key", ["which-naive-bayes-3-equal", "two-outputs-ridge-100", "equal-lda-f1-100"])
def test_that_every_kind_of_question_gives_a_record(key: str) -> None:
    row = world(key)
    found = simulate(row, 0)
    assert len(found.differences) == {"which-naive-bayes-3-equal": 2, "two-outputs-ridge-100": 2}.get(key, 1)
    assert set(found.answers) <= {one.key for one in row.candidates}
    assert all(one is not None and one.low is not None for one in found.old)


def test_that_a_run_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a kill in the middle of a line, and without a study of another judge."""
    monkeypatch.setattr(truthfulness, "TRAININGS_FOR_TRUTH", 2)
    out, kept = tmp_path / "studies.jsonl", tmp_path / "kept.jsonl.xz"
    arguments = ["--settings", "equal-bayes-60", "--out", str(out), "--kept", str(kept), "--studies"]
    assert main([*arguments, "1"]) == 0
    first = out.read_text("utf-8")
    out.write_text(first + '\n{"judge": "other", "seed": 20261, "rec', encoding="utf-8")
    assert main([*arguments, "2"]) == 0
    assert out.read_text("utf-8").startswith(first)
    found = read_lines(out)
    assert [record.study for record in found.records([JUDGE_VERSION], SEED)] == [0, 1]
    assert set(found.truths) == {"equal-bayes-60"}
    assert found.records(["other"], SEED) == []
    assert set(found.versions) == {(JUDGE_VERSION, SEED)}
    assert "| naive Bayes, 60 rows | 2 |" in capsys.readouterr().out


def test_that_a_run_goes_on_from_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truthfulness, "TRAININGS_FOR_TRUTH", 2)
    out, later, kept = (tmp_path / name for name in ("first.jsonl", "later.jsonl", "kept.jsonl.xz"))
    arguments = ["--settings", "equal-bayes-60", "--kept", str(kept)]
    assert main([*arguments, "--studies", "2", "--out", str(out)]) == 0
    assert main(["--keep", str(out), "--kept", str(kept)]) == 0
    assert main([*arguments, "--studies", "3", "--out", str(later)]) == 0
    assert [line.record.study for line in read_lines(later).studies] == [2]


def test_that_a_run_of_another_rule_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the files of the judge are called: only its figures count, and all of them do."""
    out, kept = tmp_path / "studies.jsonl", tmp_path / "kept.jsonl.xz"
    stored = simulate(world("equal-bayes-60"), 0)
    changed = replace(stored, differences=[replace(stored.differences[0], low=-0.25)])
    line = {"judge": JUDGE_VERSION, "seed": SEED, "record": asdict(changed)}
    out.write_text(json.dumps(line), encoding="utf-8")
    arguments = ["--settings", "equal-bayes-60", "--studies", "5", "--out", str(out), "--kept", str(kept)]
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert "Study 0 of the setting equal-bayes-60 (naive Bayes, 60 rows)" in said
    assert f"differences, 0, low is {stored.differences[0].low} now and was -0.25" in said
    assert len(read_lines(out).studies) == 1
    assert main([*arguments, "--verify"]) == 1


def test_that_verifying_adds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "studies.jsonl"
    out.write_text(
        json.dumps({"judge": JUDGE_VERSION, "seed": SEED, "record": asdict(simulate(world("equal-bayes-60"), 0))}),
        encoding="utf-8",
    )
    before = out.read_bytes()
    arguments = ["--settings", "equal-bayes-60", "--out", str(out), "--kept", str(tmp_path / "none.xz")]
    assert main([*arguments, "--verify"]) == 0
    assert out.read_bytes() == before
    assert "has the same figures" in capsys.readouterr().err


def test_that_an_earlier_version_counts_where_it_is_adopted(tmp_path: Path) -> None:
    row = world("equal-bayes-60")
    earlier = Lines(studies=[Line("earlier", SEED, replace(simulate(row, 0), answer="yes"))])
    assert verify([row], earlier, [JUDGE_VERSION], SEED) == ""
    assert "answer is unclear now and was yes" in verify([row], earlier, [JUDGE_VERSION, "earlier"], SEED)


def test_that_kept_lines_get_todays_version_only_with_todays_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, kept = tmp_path / "run.jsonl", tmp_path / "kept.jsonl.xz"
    arguments = ["--keep", str(run), "--kept", str(kept), "--adopt", "earlier"]
    stored = simulate(world("equal-bayes-60"), 0)
    for answer, code in (("yes", 1), (stored.answer, 0)):
        line = {"judge": "earlier", "seed": SEED, "record": asdict(replace(stored, answer=answer))}
        run.write_text(json.dumps(line), encoding="utf-8")
        assert main(arguments) == code
        assert kept.exists() == (code == 0)
    assert "answer is unclear now and was yes" in capsys.readouterr().err
    assert [line.judge for line in read_lines(kept).studies] == [JUDGE_VERSION]


def test_that_every_figure_of_a_study_is_compared() -> None:
    """Up to rounding; a figure that is missing on either side counts as changed."""
    assert find_deviation(RECORD, RECORD) == ""
    near = replace(RECORD, performances={"m0": [0.2 * (1 + 1e-12), 0.3]})
    assert find_deviation(RECORD, near) == ""
    changes = (
        replace(RECORD, performances={"m0": [0.2 * (1 + 1e-6), 0.3]}),
        replace(RECORD, tests={"5x2-f": 0.2, "bayes": 0.1}),
        replace(RECORD, tests={}),
        replace(RECORD, clt=[0.1, 0.2]),
        replace(RECORD, old=[None]),
        replace(RECORD, answers={"m1": "no"}),
        replace(RECORD, differences=[FOUND, FOUND]),
        replace(RECORD, here=[[0], [0.2]]),
    )
    assert all(find_deviation(RECORD, one) for one in changes)


def test_that_what_is_kept_counts_as_before(tmp_path: Path) -> None:
    """Shortened, merged and read again, in the order of the settings; study 0 keeps every digit."""
    row = world("equal-bayes-60")
    studies = [simulate(row, number) for number in (0, 1)]
    studies += [replace(studies[1], study=2, differences=[FOUND], tests={"5x2-f": 0.0500001, "bayes": 0.04999})]
    run, kept = tmp_path / "run.jsonl", tmp_path / "kept.jsonl.xz"
    lines = [json.dumps({"judge": "4", "seed": 1, "record": asdict(one)}) for one in reversed(studies)]
    run.write_text("\n".join([*lines, json.dumps({"truth": asdict(TRUTH)})]), encoding="utf-8")
    order = [one.key for one in WORLDS]
    assert keep_lines([run], order, kept) == 3
    assert keep_lines([run], order, kept) == 3
    found = read_lines(kept)
    assert found.truths == {"equal-bayes-100": TRUTH}
    again = found.records(["4"], 1)
    assert [one.study for one in again] == [0, 1, 2]
    assert find_deviation(studies[0], again[0]) == ""
    truth = replace(TRUTH, world=row.key)
    for count in (
        lambda one: one.winners(False).hits,
        lambda one: one.coverage(True).hits,
        lambda one: one.coverage_here(False).hits,
        lambda one: one.test("5x2-f").hits,
        lambda one: one.test("bayes").hits,
        lambda one: one.clt().hits,
        lambda one: one.good_enough().hits,
        lambda one: round(one.half_width(False), 4),
    ):
        assert count(Summary(row, truth, again)) == count(Summary(row, truth, studies))
    assert len(json.dumps(shorten_record(studies[1]))) < 0.8 * len(json.dumps(asdict(studies[1])))


@pytest.fixture(scope="module")
def published() -> Lines:
    return read_lines(KEPT)


def test_that_every_page_shows_the_kept_results(published: Lines) -> None:
    for path, text in list_pages(published, SEED).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run python -m benchmarks.truthfulness --publish"
    assert RATES.name == "measured_rates.py"


def test_that_the_published_run_is_large_and_of_one_rule(published: Lines) -> None:
    assert len({line.judge for line in published.studies}) == 1
    by_world = Counter(line.record.world for line in published.studies if line.seed == SEED)
    assert set(by_world) == {row.key for row in WORLDS} == set(published.truths)
    assert min(by_world.values()) >= 150
    assert KEPT.stat().st_size < 3_000_000


@pytest.mark.parametrize("key", ["equal-bayes-60", "equal-knn5-60", "equal-ridge-60", "groups-lda-12"])
def test_that_the_published_rates_are_those_of_todays_rule(published: Lines, key: str) -> None:
    """The rest by `python -m benchmarks.truthfulness --verify`."""
    assert verify([world(key)], published, sorted({line.judge for line in published.studies}), SEED) == ""


def test_that_every_setting_is_in_a_family() -> None:
    for row in EQUAL_MODELS:
        assert any(belongs(Summary(row, TRUTH, [])) for _, belongs in FAMILIES), row.key


def test_that_equal_settings_are_equal_by_symmetry() -> None:
    """One algorithm with the same settings on every block."""
    for row in EQUAL_MODELS:
        settings = [{**one.settings, "columns": ""} for one in row.candidates]
        assert row.is_equal
        assert all(one == settings[0] for one in settings)
        assert len({one.algorithm for one in row.candidates}) == 1
