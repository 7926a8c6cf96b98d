"""A long study killed without warning, again and again: `python -m benchmarks.kills [NUMBER [SEED [SHUFFLES]]]`."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import numpy as np

from core.application.run_study import run_study
from core.domain.dataset import Dataset, Kind, Task
from core.domain.events import Progressed
from core.domain.evidence import FitResult, Job
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study
from core.engine.plan import count_jobs
from core.engine.run import Options, run_remaining_fits
from core.store.study_file import StudyFile
from tests.engine.processes import left_behind

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 4.0  # seconds a program lives, every other one from when it stored something
USUAL = (20, 1, 3)  # kills, seed, and shuffles of the study for each kill
RUN = "run"


def invented() -> Dataset:
    chance = np.random.default_rng(6)
    inputs = chance.standard_normal((200, 5))
    targets = (inputs[:, :1] + chance.standard_normal((200, 1)) > 0).astype(np.float64)
    names = ("a", "b", "c", "d", "e")
    return Dataset("kills", Task.CLASSES, inputs, (Kind.NUMBER,) * 5, names, ((),) * 5, targets, ("y",), ("no", "yes"))


def long_study(shuffles: int) -> Study:
    candidates = (Candidate("knn", "knn", {}, {"neighbours": (1, 5)}), Candidate("forest", "forest", {"trees": 20}))
    scheme = SchemeChoice(folds=10, repeats=shuffles, max_repeats=shuffles)
    return Study("kills", "", Columns(), Question(measure="error"), candidates, "knn", scheme)


# --- the program that is killed ---


def run_into(path: Path, shuffles: int) -> None:
    """Continue the study of this file through the front door, and say whenever a person would be told what is done."""
    study, data = long_study(shuffles), invented()
    with StudyFile.open(path) if path.exists() else StudyFile.create(path, study, data) as file:
        file.lock(study)
        before = len(file.done())
        for event in run_study(study, data, threading.Event(), threading.Event(), Options(2), file):
            if isinstance(event, Progressed) and event.done > before:
                say(str(event.done))


# --- the one who kills ---


@dataclass(frozen=True, slots=True)
class Kill:
    """One life of the program: what it had told us was done, what was found in the file, who was left behind."""

    seconds: float
    told: int
    stored: int
    orphans: int
    over: bool


def kill_once(path: Path, scratch: Path, seconds: float, at_work: bool, shuffles: int) -> Kill:
    """Let the program live some seconds, counted from its start or from the first outcomes it stored."""
    notes = scratch.parent / "told"
    with notes.open("w") as told:
        program = started(path, scratch, shuffles, told)
        while at_work and not notes.stat().st_size and program.poll() is None:
            time.sleep(0.01)
        time.sleep(seconds)
        over = program.poll() is not None
        program.kill()
        program.wait()
    orphans = len(left_behind(program.pid))
    numbers = notes.read_text().split()
    return Kill(seconds, int(numbers[-1]) if numbers else 0, stored_in(path), orphans, over)


def started(path: Path, scratch: Path, shuffles: int, told: TextIO) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "benchmarks.kills", RUN, str(path), str(shuffles)]
    environment = {**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=told, start_new_session=True)


def stored_in(path: Path) -> int:
    if not path.exists():
        return 0
    with StudyFile.open(path) as file:
        return len(file.done())


def killed_again_and_again(number: int, seed: int, shuffles: int, folder: Path) -> None:
    chance = np.random.default_rng(seed)
    path, scratch = folder / "killed study.evenfold", folder / "scratch"
    scratch.mkdir()
    jobs = count_jobs(long_study(shuffles), invented())
    lives: list[Kill] = []
    for place in range(number):
        lives.append(kill_once(path, scratch, float(chance.uniform(0.0, LONGEST)), place % 2 == 1, shuffles))
        say(f"kill {place + 1:3d} after {lives[-1].seconds:4.2f} s: {lives[-1].stored} of {jobs} outcomes stored")
    lost = lost_in(lives)
    orphans = sum(life.orphans for life in lives)
    over = sum(life.over for life in lives)
    same = continued_equals_uninterrupted(path, scratch, shuffles)
    left = len(list(scratch.iterdir())) + len(list(folder.glob("*.evenfold?*")))
    say(f"{number} kills ({over} came too late), {lost} outcomes lost, {orphans} orphans, {left} files left behind")
    say(f"the continued result {'equals' if same else 'DIFFERS FROM'} the uninterrupted one")
    if lost or orphans or left or not same:
        raise SystemExit(1)


def lost_in(lives: list[Kill]) -> int:
    """Outcomes that were told to be done or found to be stored and are not there after a kill."""
    before = [0, *(life.stored for life in lives)]
    return sum(max(max(life.told, had) - life.stored, 0) for life, had in zip(lives, before, strict=False))


def continued_equals_uninterrupted(path: Path, scratch: Path, shuffles: int) -> bool:
    """Let the program finish what is missing, and compare everything but the seconds with one go in one process."""
    with (scratch.parent / "told").open("w") as told:
        started(path, scratch, shuffles, told).wait()
    stop, pause = threading.Event(), threading.Event()
    batches = run_remaining_fits(long_study(shuffles), invented(), set(), Options(executor="inline"), stop, pause)
    with StudyFile.open(path) as file:
        return timeless(file.outcomes()) == timeless(one for batch in batches for one in batch.outcomes)


def timeless(found: Iterable[FitResult]) -> dict[Job, str]:
    """Every bit of every outcome but its seconds."""
    return {outcome.job: _bits(outcome) for outcome in found}


def _bits(outcome: FitResult) -> str:
    arrays = [None if a is None else a.tobytes() for a in (outcome.rows, outcome.predicted, outcome.scores)]
    words = (dict(sorted(outcome.settings.items())), outcome.tried, outcome.tuning, outcome.warnings, outcome.ending)
    return repr((arrays, words, outcome.message, outcome.train_size))


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(words: list[str]) -> None:
    if words[:1] == [RUN]:
        run_into(Path(words[1]), int(words[2]))
        return
    number, seed, each = (*map(int, words), *USUAL[len(words) :])
    with tempfile.TemporaryDirectory() as name:
        killed_again_and_again(number, seed, number * each, Path(name))


if __name__ == "__main__":
    main(sys.argv[1:])
