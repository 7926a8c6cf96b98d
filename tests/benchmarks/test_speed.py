"""The arithmetic of the speed table, and one tiny load from end to end."""

import json
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest

from benchmarks.speed import bench, ours, scikit, sets, words
from benchmarks.speed.growth import GROWING, Growing, Grown, expected, exponent
from benchmarks.speed.large_file import write_large
from benchmarks.speed.notes import SECONDS_READING
from benchmarks.speed.peers.table import PEERS, PeerResult, measure, weka_error, write_arff
from benchmarks.speed.race import Pass, Result, agreement, race
from benchmarks.speed.row import LOOP, OURS, SCIKIT, Load
from benchmarks.speed.table_of_loads import LOADS, QUICK, load_named
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.domain.study import Candidate, Columns, SchemeChoice
from core.schemes import make_splits
from core.terminal import main

LOAD = Load("W0", "tiny", "tiny", aim=2.0)
WANTED = {"load", "algorithm", "evenfold_cpu", "sklearn_cpu", "loop_cpu", "ratio", "agree"}


def passes(*seconds: float, value: float = 0.1, memory: float = 100.0) -> list[Pass]:
    return [Pass(one, 2 * one, memory, {"error": [value, value]}) for one in seconds]


def result(load: Load = LOAD) -> Result:
    return Result(load, {OURS: passes(1.0, 2.0, 1.0), SCIKIT: passes(3.0, 4.0, 9.0), LOOP: passes(2.0)})


def test_that_ratios_are_taken_round_by_round_and_their_middle_counts() -> None:
    assert result().ratios() == [3.0, 2.0, 9.0]
    assert result().ratio == 3.0
    assert result().is_hit
    assert not result(Load("W0", "tiny", "tiny", aim=4.0)).is_hit


def test_that_an_aim_for_memory_must_be_hit_too() -> None:
    greedy = Load("W0", "tiny", "tiny", aim=2.0, memory_aim=0.4)
    assert not result(greedy).is_hit
    thrifty = Result(greedy, {OURS: passes(1.0, memory=30.0), SCIKIT: passes(3.0)})
    assert thrifty.is_hit


def test_that_a_row_has_what_was_promised_and_the_loop_may_have_fewer_rounds() -> None:
    row = words.as_row(result())
    assert set(row) >= WANTED
    assert (row["evenfold_cpu"], row["sklearn_cpu"], row["loop_cpu"]) == (1.0, 4.0, 2.0)
    assert (row["ratio_low"], row["ratio_high"], row["rounds"]) == (2.0, 9.0, 3)
    json.dumps(row)


def test_that_agreement_looks_at_every_split_only_where_definitions_coincide() -> None:
    mine, theirs = {"error": [0.1, 0.3]}, {"error": [0.3, 0.1]}
    assert agreement(mine, theirs, Load("W0", "a", "", 1, close=1e-6))[0]
    agrees, how = agreement(mine, theirs, Load("W0", "a", "", 1, close=1e-6, same=True))
    assert (agrees, how) == (False, "every split within 0.2")
    assert not agreement({"error": [0.1]}, theirs, Load("W0", "a", "", 1, same=True))[0]
    assert agreement({"error": [0.1]}, {"auc": [0.1]}, LOAD) == (False, "nothing to compare")


def test_that_the_exponent_is_the_slope_of_the_logarithms() -> None:
    assert exponent((1, 10, 100), (2.0, 20.0, 200.0)) == pytest.approx(1.0)
    assert exponent((1, 10), (1.0, 100.0)) == pytest.approx(2.0)
    unfinished = Grown(Growing("W1 naive-bayes", "rows", (1,)), (1.0,))
    assert "not run further" in words.growth_line(unfinished)
    assert words.growth_row(unfinished)["exponent"] is None


def test_that_every_load_of_the_table_is_there_once_with_its_aim() -> None:
    names = [load.name for load in LOADS]
    assert len(set(names)) == len(names)
    assert {load.key for load in LOADS} == {f"W{number}" for number in range(1, 9)}
    assert all(load_named(growing.name) for growing in GROWING)
    assert set(QUICK) == {"W1", "W2", "W4"}


def test_that_a_missed_aim_is_told_with_its_reason() -> None:
    missed = Result(load_named("W2 tree"), {OURS: passes(1.0), SCIKIT: passes(1.1), LOOP: passes(1.0)})
    page = bench.page_of([missed, result()])
    assert "W2 tree: 1.1 instead of 1.2. Both grow the same trees" in page
    assert "**missed**" in page


def test_that_a_note_has_the_figures_of_its_own_run() -> None:
    large = load_named("W8 naive-bayes")
    mine = Pass(4.0, 5.0, 75.0, {"error": [0.1], SECONDS_READING: [3.0]})
    missed = Result(large, {OURS: [mine], SCIKIT: passes(8.0), LOOP: passes(6.0)})
    page = bench.page_of([missed])
    assert "W8 naive-bayes: 2 instead of 8, 75 % of the memory instead of 40." in page
    assert "the aim was 1 s and Evenfold took 4 s" in page
    assert "took 6 s. Of it 3 s were reading." in page


def test_that_what_was_measured_stays_when_a_run_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is there after every load, and says that it is not whole."""
    (tmp_path / "benchmarks").mkdir()
    loads = iter([result(), result()])

    def raced(*arguments: object) -> Result:
        try:
            return next(loads)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "race", raced)
    with pytest.raises(KeyboardInterrupt):
        bench.main(quick=True, out=None, peers=())
    page = (tmp_path / "benchmarks" / bench.QUICK_PAGE).read_text("utf-8")
    assert page.count("| W0 | tiny |") == 2
    assert "Not the whole table" in page
    assert "Not the whole table" not in bench.page_of([result()])


def test_that_some_loads_leave_the_page_of_all_loads_alone_and_others_have_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "benchmarks").mkdir()
    ran: list[str] = []

    def raced(load: Load, *_: object) -> Result:
        ran.append(load.key)
        return result()

    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "race", raced)
    monkeypatch.setattr(bench, "measure", lambda key: [PeerResult(key, "W0", "tiny", note="not installed")])
    grown = Grown(Growing("W1 naive-bayes", "rows", (1, 10)), (1.0, 10.0))
    monkeypatch.setattr(bench, "all_grown", lambda patience: iter([grown]))
    bench.main(quick=False, out=None, peers=("weka",), only=("W3", "growth"))
    assert set(ran) == {"W3"}
    assert sorted(path.name for path in (tmp_path / "benchmarks").iterdir()) == [bench.GROWTH_PAGE, bench.PEERS_PAGE]
    assert "| 1.00 |" in (tmp_path / "benchmarks" / bench.GROWTH_PAGE).read_text("utf-8")
    assert "not installed" in (tmp_path / "benchmarks" / bench.PEERS_PAGE).read_text("utf-8")
    assert capsys.readouterr().out.count("| W0 | tiny |") == 2 + 1


def test_that_sizes_that_would_take_too_long_are_foreseen() -> None:
    assert expected((1, 10, 100), [2.0]) == pytest.approx(20.0)
    assert expected((1, 10, 100), [1.0, 20.0]) == pytest.approx(400.0)
    assert expected((1, 10, 100), [1.0, 2.0]) == pytest.approx(20.0)


def test_that_a_short_first_round_only_warms_up(monkeypatch: pytest.MonkeyPatch) -> None:
    load = load_named("W4 naive-bayes 699")
    ran: list[str] = []
    monkeypatch.setattr("benchmarks.speed.race.Contender", lambda load, who: Runner(who, ran))
    found = race(load, rounds=2, patience=60.0, loop_rounds=1)
    assert [len(found.passes[who]) for who in (OURS, SCIKIT, LOOP)] == [2, 2, 1]
    assert len(ran) == 3 + 5
    monkeypatch.setattr("benchmarks.speed.race.WARM_UP", -1.0)
    ran.clear()
    assert len(race(load, rounds=2, patience=60.0, loop_rounds=2).passes[OURS]) == 2
    assert len(ran) == 6


class Runner(AbstractContextManager["Runner"]):
    """Takes part without doing anything."""

    def __init__(self, who: str, ran: list[str]) -> None:
        self.who, self.ran = who, ran

    def __exit__(self, *problem: object) -> None:
        pass

    def wait_until_ready(self) -> None:
        pass

    def run(self) -> Pass:
        self.ran.append(self.who)
        return passes(1.0)[0]


def test_that_rows_hold_what_other_programs_took_and_how_it_grows() -> None:
    load = load_named("W1 naive-bayes")
    measured = Result(load, {OURS: passes(1.0), SCIKIT: passes(20.0), LOOP: passes(1.0)})
    others = [PeerResult("orange", "W1", "naive-bayes", 5.0, 5.0, 0.07), PeerResult("orange", "W1", "knn")]
    grown = [Grown(Growing(load.name, "rows", (1, 10)), (1.0, 10.0))]
    (row,) = bench.rows_of([measured], others, grown)
    assert row["peers"] == [{"peer": "orange", "cpu": 5.0, "wall": 5.0, "value": 0.07, "note": ""}]
    assert row["growth"] == [words.growth_row(grown[0])]
    assert "| 5 | 1 | 5 | 0.0700 | 0.1000 |" in words.peer_line(others[0], [measured])


def test_that_a_peer_that_is_not_there_is_called_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENFOLD_WEKA_JAR", "/nowhere/weka.jar")
    found = measure("weka")
    assert {one.load for one in found} == {"W1"}
    assert all(one.cpu is None and one.note.startswith("not installed") for one in found)
    assert {peer.key for peer in PEERS} == {"weka", "orange", "mlxtend"}


def test_that_the_error_of_weka_is_that_of_its_folds() -> None:
    text = """=== Error on training data ===
Incorrectly Classified Instances          9               1.5817 %
=== Stratified cross-validation ===
Correctly Classified Instances         529               92.9701 %
Incorrectly Classified Instances        40                7.0299 %"""
    assert weka_error(text) == pytest.approx(0.070299)
    assert weka_error("nothing") is None


def test_that_both_sides_answer_alike_on_a_tiny_load() -> None:
    data = sets.mixture("tiny", 60, 3, 2, 1.0)
    scheme = SchemeChoice(folds=5, repeats=2, max_repeats=2)
    candidate = Candidate("naive-bayes", "naive-bayes", {"spread_floor": 0.0})
    mine = ours.evenfold(ours.study_of(candidate, scheme, "error", "auc"), data)
    pairs = [(split.train, split.test) for split in make_splits(data, scheme, ours.SEED)]
    for theirs in (scikit.validate, scikit.loop):
        found = theirs("naive-bayes", data, pairs, True)
        np.testing.assert_allclose(mine["error"], found["error"], atol=1e-12)
        np.testing.assert_allclose(mine["auc"], found["auc"], atol=1e-9)


def test_that_a_race_runs_in_processes_of_their_own() -> None:
    found = race(load_named("W4 naive-bayes 699"), rounds=1, patience=0.0, loop_rounds=0, who=(OURS,))
    (only,) = found.passes[OURS]
    assert only.cpu > 0
    assert only.memory is None or only.memory > 20
    assert len(only.answer["error"]) == 699


def test_that_the_large_file_is_read_as_numbers_and_classes(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    write_large(path, 500, 3)
    data = prepare_dataset(read_table(path), Columns(target=("class",)))
    assert data.inputs.shape == (500, 3)
    assert data.classes == ("a", "b")
    assert 4 < float(np.mean(data.inputs)) < 6
    write_arff(tmp_path / "small.arff", data)
    again = read_table(tmp_path / "small.arff")
    assert again.rows == 500


def test_that_the_command_hands_over_and_refuses_in_the_installed_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []

    def instead(*arguments: object) -> int:
        asked.append(arguments)
        return 0

    monkeypatch.setattr(bench, "main", instead)
    assert main(["bench", "--quick", "--with", "weka", "orange"]) == 0
    assert asked == [(True, None, ["weka", "orange"], ())]
    assert main(["bench", "--only", "W9"]) == 2
    assert main(["bench", "--with", "sas"]) == 2
    monkeypatch.setattr("sys.frozen", True, raising=False)
    assert main(["bench"]) == 2
    assert "The installed program has no benchmarks" in capsys.readouterr().err
