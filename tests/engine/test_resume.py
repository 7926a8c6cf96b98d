"""A run that is killed and continued is the same as one that was left alone."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from core.engine.plan import total
from core.store.study_file import StudyFile
from tests.engine.long_run import DATA, STUDY
from tests.engine.processes import family
from tests.engine.studies import inline, signature

ROOT = Path(__file__).resolve().parents[2]


def run_and_kill(path: Path, scratch: Path, new_outcomes: int) -> int:
    """Start the program, kill it without warning once it stored some more outcomes, and say how many it stored."""
    environment = {**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.engine.long_run", str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout is not None
        first = stored = int(program.stdout.readline())
        assert len(family(program.pid)) > 2
        while stored < first + new_outcomes:
            stored = int(program.stdout.readline())
        program.kill()
        program.wait()
        wait_until_alone(program.pid)
    return stored


def wait_until_alone(leader: int) -> None:
    for _ in range(400):
        if not family(leader):
            return
        time.sleep(0.05)
    pytest.fail(f"The killed program left processes behind: {family(leader)}")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for orphans through /proc")
@pytest.mark.parametrize("kills", [1, pytest.param(4, marks=pytest.mark.on_demand)])
def test_that_a_killed_run_continues_to_the_same_result_and_leaves_nobody(tmp_path: Path, kills: int) -> None:
    path, scratch = tmp_path / "killed study ü.evenfold", Path(tempfile.mkdtemp(dir=tmp_path))
    for _ in range(kills):
        stored = run_and_kill(path, scratch, 8)
        with StudyFile.open(path) as file:
            assert stored <= len(file.done()) < total(STUDY, DATA)
            assert not file.read_only
    with StudyFile.open(path) as file:
        assert len(file.done()) < total(STUDY, DATA)
        file.append(inline(STUDY, DATA, file.done()))
        assert signature(list(file.outcomes())) == signature(inline(STUDY, DATA))
    assert list(tmp_path.glob("*.evenfold*")) == [path]
    assert list(scratch.iterdir()) == []
