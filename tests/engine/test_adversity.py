"""What a computer does to a long run: it sleeps, its clock is set, its disk fills up, its folders become read-only."""

import ast
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from pathlib import Path

import pytest

from core.domain.evidence import Ending
from core.domain.study import SchemeChoice
from core.engine import worker
from core.engine.plan import count_jobs
from core.engine.run import Options, run_remaining_fits
from core.engine.temporary_folders import SHORT_FOLDERS
from core.store import study_file
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.engine.asleep_run import LIMIT, study_that_waits
from tests.engine.late_worker import LATE, serve_late
from tests.engine.long_run import DATA, STUDY
from tests.engine.played_clock import FOLDER, count_looks, sleep_for
from tests.engine.processes import all_halted, is_alive
from tests.engine.studies import LIBRARY, inline, run, signature, simple, study_of
from tests.engine.test_resume import ROOT, wait_for_workers, wait_until_alone

NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes through /proc")


def environment(scratch: Path) -> dict[str, str]:
    scratch.mkdir(parents=True)
    return {**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": str(ROOT)}


@contextmanager
def long_run(scratch: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A run in a program of its own that has stored its first outcomes, has its workers, and has more to do."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.engine.long_run", "--pause", *arguments],
        cwd=ROOT,
        env=environment(scratch),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdout.readline()
        wait_for_workers(program)
        program.stdin.write("\n")
        program.stdin.flush()
        yield program


@NEEDS_PROC
def test_that_a_computer_that_sleeps_loses_nothing_and_blames_no_training(tmp_path: Path) -> None:
    """All processes are halted in the middle of a training, and their clock goes on for longer than one may take."""
    path, clock = tmp_path / "asleep ü 1.evenfold", tmp_path / "clock ü 3"
    clock.mkdir()
    sleep_for(clock, 0)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.engine.asleep_run", str(path), str(clock)],
        cwd=ROOT,
        env={**environment(tmp_path / "scratch ü 2"), FOLDER: str(clock)},
        start_new_session=True,
    ) as program:
        marker = clock / "pid"
        wait_for(program, lambda: marker.exists() and bool(marker.read_text()))
        training = int(marker.read_text())
        os.killpg(program.pid, signal.SIGSTOP)
        wait_for(program, lambda: all_halted(program.pid))
        sleep_for(clock, 10 * int(LIMIT))
        os.killpg(program.pid, signal.SIGCONT)
        for pid in (program.pid, training):
            wait_for(program, lambda pid=pid: count_looks(clock, pid) >= 20 or not is_alive(training))  # type: ignore[misc]
        was_killed = not is_alive(training)
        (clock / "gate").touch()  # in any case, or the program would never end
        assert program.wait() == 0
        wait_until_alone(program.pid)
    assert not was_killed
    with StudyFile.open(path) as file:
        found = list(file.outcomes())
    assert {outcome.ending for outcome in found} == {Ending.OK}
    assert signature(found) == signature(inline(study_that_waits(clock), DATA))


def wait_for(program: subprocess.Popen[bytes], is_so: Callable[[], bool]) -> None:
    """Of a program that has not ended before."""
    while not is_so():
        assert program.poll() is None
        time.sleep(0.01)


@NEEDS_PROC
def test_that_temporary_files_may_lie_in_a_folder_with_a_very_long_name(tmp_path: Path) -> None:
    """Names of sockets may have about a hundred letters, wherever other temporary files are."""
    scratch = tmp_path / ("long name " * 7) / ("längerer Name " * 7)
    assert len(str(scratch)) > 150
    path = tmp_path / "study.evenfold"
    with long_run(scratch, str(path)) as program:
        assert program.stdout is not None
        program.stdout.read()
        assert program.wait() == 0
        wait_until_alone(program.pid)
    with StudyFile.open(path) as file:
        assert signature(list(file.outcomes())) == signature(inline(STUDY, DATA))
    assert list(scratch.iterdir()) == []
    assert [folder for place in SHORT_FOLDERS for folder in Path(place).glob(f"evenfold-{program.pid}-*")] == []


def test_that_workers_start_where_no_folder_takes_their_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "use_short_socket_folder", lambda: False)
    found = run(STUDY, DATA, Options(2, library=LIBRARY))
    assert signature(found) == signature(inline(STUDY, DATA))


def test_that_workers_that_start_late_are_not_taken_for_trainings_that_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trainings themselves take no time, also on a busy computer."""
    limit, study = 1.0, study_of(simple("knn"), simple("warns"), scheme=SchemeChoice(folds=3))
    assert 2 * (limit * 1.25 + 1) < LATE
    monkeypatch.setattr(worker, "serve_parent", serve_late)
    found = run(study, DATA, Options(2, time_limit=limit, library=LIBRARY))
    assert signature(found) == signature(inline(study, DATA))


def test_that_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = iter(range(28, 0, -1))
    monkeypatch.setattr(study_file, "current_time", lambda: f"2026-01-{next(days):02d}T00:00:00+00:00")
    found = inline(STUDY, DATA)
    with StudyFile.create(tmp_path / "clock.evenfold", STUDY, DATA) as file:
        file.lock(STUDY)
        for text in ("first", "second"):
            file.log(text)
        file.append(found[:5], seconds=1.5)
        file.append(found[5:], seconds=2.0)
        assert [text for _, text in file.log_lines()][-2:] == ["first", "second"]
        assert file.seconds() == 3.5
        assert signature(list(file.outcomes())) == signature(found)


def test_that_the_engine_never_asks_what_time_of_day_it_is() -> None:
    """Durations come from clocks that nobody can set."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "core" / "engine").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in ("time", "datetime")
        for alias in node.names
    }
    assert not whole & {"time", "datetime"}
    assert taken == {"monotonic", "perf_counter", "sleep"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes; only root may make one."""
    folder = tmp_path / "small disk ☂"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], check=False)
    if made.returncode != 0:
        pytest.skip("a small disk can only be made by root on Linux")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="a small disk is made by root on Linux")
def test_that_a_disk_that_fills_up_is_told_and_the_run_goes_on_when_there_is_room(small_disk: Path) -> None:
    path, filler = small_disk / "my study é.evenfold", small_disk / "filler"
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        fill(filler)
        with pytest.raises(StoreError, match="The disk is full") as caught:
            into(file)
        assert "Make room" in caught.value.hint
        stored = list(file.outcomes())
        assert len(stored) < count_jobs(STUDY, DATA)
    with StudyFile.open(path) as file:
        assert signature(list(file.outcomes())) == signature(stored)
        filler.unlink()
        into(file)
        assert signature(list(file.outcomes())) == signature(inline(STUDY, DATA))
    assert [one.name for one in small_disk.iterdir()] == [path.name]


def fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)


def into(file: StudyFile) -> None:
    """One outcome at a time, so that the disk fills up in the middle."""
    options = Options(executor="inline", library=LIBRARY)
    for batch in run_remaining_fits(STUDY, DATA, file.done(), options, threading.Event(), threading.Event()):
        for outcome in batch.outcomes:
            file.append([outcome])


@pytest.mark.skipif(sys.platform == "win32", reason="folders are made read-only by their mode")
def test_that_a_folder_that_becomes_read_only_loses_nothing(tmp_path: Path) -> None:
    folder = Path("/tmp") / f"evenfold test {os.getpid()}"  # where another user may go
    folder.mkdir()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.engine.read_only_folder", str(folder)],
            cwd=ROOT,
            env=environment(tmp_path / "scratch"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == ""
        said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
        stored, _, same = said["reopened"].split()
        assert int(stored) in (10, 20)
        assert same == "True"
        assert said["while open"] == "stored" or int(stored) == 10
        assert said.get("read only", "can only be read").count("can only be read") == 1
        assert said["writable again"] == "True"
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="only there one process is loaded and copied")
def test_that_workers_start_when_the_process_they_are_copied_from_was_killed() -> None:
    first = worker.ProcessWorker(niceness=0)
    assert first.connection.poll(600)
    os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)  # type: ignore[attr-defined]
    second = worker.ProcessWorker(niceness=0)
    try:
        assert second.connection.poll(600)
        assert second.connection.recv() is None
    finally:
        first.stop()
        second.stop()
