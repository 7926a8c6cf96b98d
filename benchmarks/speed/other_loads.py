"""Loads without a counterpart, in seconds alone: leaving one out, dealing out answers, Kohavi's study, reading, starts.

    python -m benchmarks.speed.other_loads read FILE

reads a table in a process of its own and prints seconds and memory.
"""

import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.speed.measuring import measure_work, peak_of_this_process, run_measured
from benchmarks.speed.sets import SEED, breast_like, numbers
from core.application.run_study import run_study
from core.data import read_table
from core.domain.dataset import Dataset
from core.domain.events import Ended
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, run_to_end
from core.laboratory.kohavi_study import KohaviPlan, run_kohavi_study
from core.laboratory.randomization import run_randomization

INLINE = Options(executor="inline")
PERMUTATIONS = 1000
CSV_ROWS, CSV_COLUMNS = 1_000_000, 50
ROWS_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class OtherCost:
    """Processor seconds, and the most memory in MB where it was measured; aims where there are some."""

    what: str
    cpu: float
    aim: float | None = None
    peak: float | None = None
    most_memory: float | None = None

    @property
    def is_hit(self) -> bool:
        is_quick = self.aim is None or self.cpu <= self.aim
        return is_quick and (self.most_memory is None or self.peak is None or self.peak <= self.most_memory)


def study_of(key: str, data: Dataset, scheme: SchemeChoice) -> Study:
    question = Question(measure="error" if data.classes else "mae")
    return Study("speed", "", Columns(), question, (Candidate(key, key),), key, scheme, Tuning(TuningKind.NONE), seed=1)


def measure_others() -> Iterator[OtherCost]:
    yield from (_leave_one_out(key) for key in ("naive-bayes", "knn", "ridge", "logistic"))
    yield from (_deal_out_answers(key, rows) for key, rows in (("naive-bayes", 699), ("logistic", 699)))
    yield _kohavi()
    yield _read_large_file()
    yield _start_terminal()
    yield _start_window()


def _leave_one_out(key: str) -> OtherCost:
    data = numbers(5000) if key == "ridge" else breast_like(5000)
    study = study_of(key, data, SchemeChoice(SchemeKind.LEAVE_ONE_OUT, repeats=1, max_repeats=1))

    def carry_out() -> None:
        ended = deque(run_study(study, data, threading.Event(), threading.Event(), INLINE), maxlen=1).pop()
        if not isinstance(ended, Ended) or ended.findings is None:
            raise RuntimeError("the study did not end")

    return OtherCost(f"leave one out, 5,000 rows x 9 inputs, {key}", measure_work(carry_out))


def _deal_out_answers(key: str, rows: int) -> OtherCost:
    data = breast_like(rows)
    study = study_of(key, data, SchemeChoice(folds=10, repeats=1, max_repeats=1))
    work = run_randomization(DemoRunner(INLINE), study, data, study.candidates[0], PERMUTATIONS, 0, SEED)
    what = f"{PERMUTATIONS:,} permutations of the answers x 10 folds, {rows} rows x 9 inputs, {key}"
    return OtherCost(what, measure_work(lambda: run_to_end(work)))


def _kohavi() -> OtherCost:
    data = breast_like(3000)
    study = study_of("naive-bayes", data, SchemeChoice(folds=10, repeats=1, max_repeats=1))
    plan = KohaviPlan(size=100)
    work = run_kohavi_study(DemoRunner(INLINE), study, data, study.candidates[0], plan, SEED)
    what = f"Kohavi's study, 50 samples of 100 of 3,000 rows, {plan.trainings:,} trainings, naive-bayes"
    return OtherCost(what, measure_work(lambda: run_to_end(work)))


def _read_large_file() -> OtherCost:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.csv"
        chance = np.random.default_rng(SEED)
        with path.open("w", encoding="ascii") as file:
            file.write(",".join(f"x{place}" for place in range(CSV_COLUMNS)) + "\n")
            for _ in range(0, CSV_ROWS, ROWS_AT_ONCE):
                rows = chance.integers(0, 100, (ROWS_AT_ONCE, CSV_COLUMNS)).tolist()
                file.write("\n".join(",".join(map(str, row)) for row in rows) + "\n")
        said = run_measured([sys.executable, "-m", "benchmarks.speed.other_loads", "read", path]).said
    cpu, peak = map(float, said.split())
    return OtherCost(f"read CSV, {CSV_ROWS:,} x {CSV_COLUMNS} whole numbers", cpu, 0.8, peak, 600.0)


def _start_terminal() -> OtherCost:
    """To the first line of progress: the rest of that run is left out by stopping there."""
    lines = (
        "import sys; sys.path.insert(0, '.')\n"
        "from time import process_time\n"
        "from core.terminal.progress import Progress\n"
        "import os\n"
        "def stop(self, done, total, left):\n"
        "    print(process_time(), flush=True); os._exit(0)\n"
        "Progress.show = stop\n"
        "from core.terminal.entry import main\n"
        "main(['run', sys.argv[1]])\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.toml"
        plan.write_text('sample = "bearing"\n[columns]\ntarget = ["fault"]\n', encoding="utf-8")
        command = [sys.executable, "-c", lines, plan]
        run_measured(command)  # compiles what is not compiled yet
        said = run_measured(command).said
    return OtherCost("terminal: from the start to the first line of progress", float(said.split()[-1]), 0.8)


def _start_window() -> OtherCost:
    cost = run_measured([sys.executable, "-m", "benchmarks.window_start"])
    return OtherCost("window: from the start to a usable Home", cost.cpu, 1.2, cost.peak)


if __name__ == "__main__":
    path = Path(sys.argv[2])
    spent = measure_work(lambda: read_table(path))
    print(spent, peak_of_this_process())
