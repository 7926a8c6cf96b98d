"""The terminal: a whole study from a plan file, its numbers, its study file, and what happens when it is stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.command import main
from core.store.study_file import StudyFile

ROOT = Path(__file__).resolve().parents[2]
ROWS = "\n".join(f"{(i * 7) % 13 + (6 if i % 2 else 0)},{(i * 5) % 9},{'bad' if i % 2 else 'good'}" for i in range(120))
PLAN = """
title = "Small"
data = "table.csv"
row = "one part"
[columns]
target = ["quality"]
positive = "bad"
[candidates]
reference = "majority"
entries = ["naive-bayes", { algorithm = "knn", grid = { neighbours = [1, 5] } }]
[plan]
folds = 5
repeats = 2
seed = 3
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "table.csv").write_text("force,time,quality\n" + ROWS)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def numbers(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text("utf-8"))
    found.pop("seconds")
    return found


def test_that_a_plan_ends_in_a_verdict_numbers_and_a_report(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, report = plan.with_name("out.json"), plan.with_name("out.html")
    code = main(["run", str(plan), "--json", str(out), "--report", str(report), "--workers", "0"])
    found = numbers(out)
    said = capsys.readouterr()
    assert code in (0, 1)
    assert found["verdict"]["headline"] in said.out  # type: ignore[index]
    assert "trainings" in said.err
    assert {"estimates", "comparisons", "verdict", "failures", "versions", "fingerprint"} <= set(found)
    page = report.read_text("utf-8")
    assert "http://" not in page
    assert "https://" not in page
    assert found["verdict"]["action"] in page  # type: ignore[index]


def test_that_estimates_have_one_value_per_split_in_order(plan: Path) -> None:
    out = plan.with_name("out.json")
    main(["run", str(plan), "--json", str(out), "--workers", "0"])
    estimates = numbers(out)["estimates"]
    assert isinstance(estimates, list)
    bayes = next(e for e in estimates if e["algorithm"] == "naive-bayes" and e["measure"] == "error")
    assert len(bayes["values"]) == 10
    assert bayes["mean"] == pytest.approx(sum(bayes["values"]) / 10)
    assert 0 <= bayes["mean"] <= 1


def test_that_workers_do_not_change_the_numbers(plan: Path) -> None:
    alone, together = plan.with_name("alone.json"), plan.with_name("together.json")
    main(["run", str(plan), "--json", str(alone), "--workers", "0"])
    main(["run", str(plan), "--json", str(together), "--workers", "2"])
    assert numbers(alone) == numbers(together)


def test_that_a_study_file_is_not_computed_twice(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, first, second = plan.with_name("kept.evenfold"), plan.with_name("1.json"), plan.with_name("2.json")
    main(["run", str(plan), "--json", str(first), "--study", str(kept), "--workers", "0"])
    capsys.readouterr()
    main(["run", str(plan), "--json", str(second), "--study", str(kept), "--workers", "0"])
    assert "70 of 70" in capsys.readouterr().err.splitlines()[0]
    assert numbers(first) == numbers(second)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "nowhere.toml"], "no plan file"),
        (["look", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_that_wrong_input_is_one_sentence_and_exit_code_two(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert said.out == ""


def test_that_a_folder_that_is_not_there_is_told_before_the_work(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(plan), "--report", str(plan.parent / "absent" / "r.html")]) == 2
    assert "no folder" in capsys.readouterr().err


def test_that_numbers_can_go_to_standard_output(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", str(plan), "--json", "-", "--workers", "0"])
    assert json.loads(capsys.readouterr().out)["title"] == "Small"


def test_that_ctrl_c_stops_and_keeps_what_was_done(plan: Path) -> None:
    slow = PLAN.replace('entries = ["naive-bayes"', 'entries = ["forest"').replace("repeats = 2", "repeats = 40")
    plan.write_text(slow)
    kept = plan.with_name("kept.evenfold")
    command = [sys.executable, str(ROOT / "main.py"), "run", str(plan), "--study", str(kept), "--workers", "1"]
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ})
    try:
        wait_for_outcomes(kept)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=30)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130
    assert b"Run the same command again to go on." in said
    with StudyFile.open(kept) as file:
        assert 0 < len(file.done()) < 1600


def wait_for_outcomes(path: Path) -> None:
    for _ in range(600):
        time.sleep(0.1)
        wal = path.with_name(path.name + "-wal")
        if wal.exists() and wal.stat().st_size > 60_000:
            return
    raise AssertionError("no outcome was ever written")


def test_that_looking_at_a_table_names_its_columns(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", str(plan.with_name("table.csv"))]) == 0
    said = capsys.readouterr().out
    assert "120 rows, 3 columns" in said
    assert "to predict" in said
    assert main(["look", str(plan.with_name("table.csv")), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == 120
