"""A run that is killed and continued is the same as one that was left alone."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from core.engine.plan import count_jobs
from core.store.study_file import StudyFile
from tests.engine.long_run import DATA, STUDY
from tests.engine.processes import family, left_behind
from tests.engine.studies import inline, signature

ROOT = Path(__file__).resolve().parents[2]


def run_and_kill(path: Path, scratch: Path, before: int, new_outcomes: int) -> int:
    """Start the program, kill it without warning once it stored some more outcomes, and say how many it stored.

    It has more to do, and its workers are there: neither depends on how fast this computer is.
    """
    environment = {**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.engine.long_run", str(path), "--most", str(new_outcomes)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout is not None
        wait_for_workers(program)
        stored = int(program.stdout.readline())
        while stored < before + new_outcomes:
            stored = int(program.stdout.readline())
        program.kill()
        program.wait()
        wait_until_alone(program.pid)
    return stored


def wait_for_workers(program: "subprocess.Popen[str]") -> None:
    """Until one is there beside the program, the one that watches its resources and the one workers are copied from."""
    while len(family(program.pid)) <= 3:
        assert program.poll() is None, "The program ended before a worker was there."
        time.sleep(0.01)


def wait_until_alone(leader: int) -> None:
    assert left_behind(leader) == [], "The program left processes behind."


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for orphans through /proc")
@pytest.mark.parametrize("kills", [1, pytest.param(2, marks=pytest.mark.on_demand)])
def test_that_a_killed_run_continues_to_the_same_result_and_leaves_nobody(tmp_path: Path, kills: int) -> None:
    path, scratch = tmp_path / "killed study ü.evenfold", Path(tempfile.mkdtemp(dir=tmp_path))
    stored = 0
    for _ in range(kills):
        said = run_and_kill(path, scratch, stored, 8)
        with StudyFile.open(path) as file:
            stored = len(file.done())
            assert said == stored < count_jobs(STUDY, DATA)
            assert not file.read_only
    with StudyFile.open(path) as file:
        assert len(file.done()) < count_jobs(STUDY, DATA)
        file.append(inline(STUDY, DATA, file.done()))
        assert signature(list(file.outcomes())) == signature(inline(STUDY, DATA))
    assert list(tmp_path.glob("*.evenfold*")) == [path]
    assert list(scratch.iterdir()) == []
