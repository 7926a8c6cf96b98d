"""The speed table: whose seconds are counted, what the idiom does, and which aims are told as missed."""

import sys
import warnings
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchmarks.speed.algorithms import SAME_WORK, AlgorithmCost, run_ours
from benchmarks.speed.bench import OF_CLASSES, OF_NUMBERS, OF_SMOOTH, exponents, list_missed, page_lines
from benchmarks.speed.idiom import run_folds
from benchmarks.speed.measuring import run_measured
from benchmarks.speed.other_loads import OtherCost
from benchmarks.speed.studies import StudyCost
from benchmarks.speed.tables import SpeedTable, write_tables
from core.domain.dataset import Task
from core.terminal import main

BURN = "from time import process_time\nwhile process_time() < {seconds}: pass\n"
OUTLIVES = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", {BURN.format(seconds=0.5)!r}])
print("done")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there processes that outlive the command are counted")
def test_that_seconds_of_a_process_that_outlives_the_command_are_counted() -> None:
    cost = run_measured([sys.executable, "-c", OUTLIVES])
    assert cost.cpu >= 0.5
    assert cost.said == "done\n"


def test_that_a_command_that_fails_is_no_measurement() -> None:
    with pytest.raises(RuntimeError):
        run_measured([sys.executable, "-c", "raise SystemExit(2)"])


@pytest.mark.parametrize("is_classes", [True, False])
def test_that_the_idiom_knows_every_algorithm_of_the_table(is_classes: bool) -> None:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"x": rng.normal(size=60), "y": rng.normal(size=60), "name": rng.choice(["a", "b"], 60)})
    frame.loc[3, "x"] = np.nan
    answers = np.where(frame.y > 0, "up", "down") if is_classes else frame.y.to_numpy() * 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in set(OF_CLASSES) if is_classes else {*OF_NUMBERS, *OF_SMOOTH} - {"mlp", "gaussian-process"}:
            if name not in ("forest", "extra-trees", "boosting"):  # the same estimators, only more often
                assert np.isfinite(run_folds(frame, answers, is_classes, name, 1)).all()


def test_that_tables_are_read_back_as_they_were_meant(tmp_path: Path) -> None:
    tables = {table.name: table for table in write_tables(tmp_path, None)}
    data = tables["wine"].load()
    assert (data.task, data.inputs.shape, len(data.classes)) == (Task.CLASSES, (178, 13), 3)
    assert tables["smooth"].load().task is Task.NUMBERS
    assert len(run_ours(data, SAME_WORK, 2)) == 2


TABLE = SpeedTable("bearing", Path("x"), "y", True, 768, 12)


def study(ours: float, idiom: float) -> StudyCost:
    return StudyCost(TABLE, ("logistic", "forest"), ours, idiom, 100.0, 2, 10)


def test_that_missed_aims_are_told_and_reached_ones_are_not() -> None:
    slow = AlgorithmCost(TABLE, "svm", 3, 1.0, 1.2, 0.1, 0.1, 1.5)
    assert list_missed([study(2.0, 60.0)], [], [OtherCost("start", 0.7, 0.8, 500.0, 600.0)]) == []
    assert len(list_missed([study(20.0, 100.0)], [slow], [OtherCost("read", 0.7, 0.8, 700.0, 600.0)])) == 4


def test_that_exponents_are_those_of_the_last_step() -> None:
    assert "forest 1.00, boosting 2.00" in exponents([(10, 1.0, 1.0), (100, 10.0, 100.0)])


def test_that_the_page_has_a_line_for_everything_measured() -> None:
    cost, other = AlgorithmCost(TABLE, "svm", 3, 1.0, 1.2, 0.1, 0.1, 1.5), OtherCost("a load", 0.7)
    growth = [(10, 1.0, 1.0), (100, 10.0, 100.0)]
    page = "\n".join(page_lines(datetime.now(UTC), [study(2.0, 60.0)], [cost], growth, [other]))
    assert "| bearing | 768 x 12 | logistic, forest | 2.0 (at most 10) | 60 (2) | 30.0 | 15 | 100 |" in page
    assert "ratio 1.2 instead of 1.5" in page
    assert "| a load | 0.70 |" in page


def test_that_a_folder_without_a_manifest_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--tables", str(tmp_path)]) == 2
    assert "manifest.json" in capsys.readouterr().err
