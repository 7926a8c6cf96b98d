"""Worker processes: the same results whatever their number, the exact ending for every misdeed, nobody left behind."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.domain.evidence import TRIVIAL, Ending
from core.domain.study import Candidate, SchemeChoice
from core.engine import pool, worker
from core.engine import run as run_module
from core.engine.pool import ProcessPool, WorkerOptions
from core.engine.run import Options, run_remaining_fits
from core.engine.temporary_folders import use_short_socket_folder
from core.engine.worker import start_workers
from core.support.errors import EngineError
from tests.engine.processes import family, is_alive, left_behind, stop_once_started
from tests.engine.studies import LIBRARY, by_candidate, inline, run, signature, simple, study_of
from tests.schemes.datasets import classes

ROOT = Path(__file__).resolve().parents[2]
DATA = classes(60)
SEVERAL = study_of(
    Candidate("knn", "knn", {}, {"neighbours": (1, 3, 7)}),
    Candidate("forest", "forest", {"trees": 5}),
    simple("raises"),
    simple("warns"),
    scheme=SchemeChoice(folds=3, repeats=2),
)


def options(workers: int, time_limit: float | None = None) -> Options:
    return Options(workers, time_limit=time_limit, library=LIBRARY, started_workers=start_workers(workers))


def test_that_results_are_the_same_inline_and_with_one_two_and_three_workers() -> None:
    expected = inline(SEVERAL, DATA)
    assert {outcome.ending for outcome in expected} == {Ending.OK, Ending.FAILED}
    for workers in (1, 2, 3):
        assert signature(run(SEVERAL, DATA, options(workers))) == signature(expected)


def test_that_the_order_of_candidates_changes_nothing() -> None:
    backwards = replace(SEVERAL, candidates=SEVERAL.candidates[::-1])
    assert signature(inline(backwards, DATA)) == signature(inline(SEVERAL, DATA))


def test_that_every_misdeed_has_its_ending_and_the_healthy_are_unharmed(tmp_path: Path) -> None:
    study = study_of(
        simple("knn"),
        simple("kills_itself"),
        simple("segfaults"),
        simple("hangs"),
        simple("hangs_in_c"),
        simple("runs_out_of_memory"),
        simple("raises"),
        simple("dies_once", marker=str(tmp_path / "died")),
    )
    found = by_candidate(run(study, DATA, options(2, time_limit=0.5)))
    assert {key: outcome.ending for key, outcome in found.items()} == {
        "knn": Ending.OK,
        TRIVIAL: Ending.OK,
        "kills_itself": Ending.KILLED,
        "segfaults": Ending.CRASHED,
        "hangs": Ending.TIMEOUT,
        "hangs_in_c": Ending.TIMEOUT,
        "runs_out_of_memory": Ending.MEMORY,
        "raises": Ending.FAILED,
        "dies_once": Ending.OK,
    }
    assert found["kills_itself"].message == "The worker process ended: signal SIGKILL."
    assert found["segfaults"].message == "The worker process ended: signal SIGSEGV."
    assert found["hangs"].message == found["hangs_in_c"].message == "Stopped after 0.5 s, the limit for one training."
    assert all(len(outcome.rows) == 20 and outcome.train_size == 40 for outcome in found.values())


def test_that_stop_ends_a_long_training_and_its_worker(tmp_path: Path) -> None:
    marker = tmp_path / "pid"
    study = study_of(simple("sleeps", seconds=600, marker=str(marker)))
    stop = threading.Event()
    watcher = stop_once_started(marker, stop)
    found = list(run_remaining_fits(study, DATA, set(), options(1), stop, threading.Event()))
    watcher.join()
    assert not is_alive(int(marker.read_text()))
    assert found == []


def test_that_closing_the_iterator_ends_the_workers() -> None:
    slots = start_workers(2)
    study = study_of(simple("knn"), simple("sleeps", seconds=600))
    batches = run_remaining_fits(
        study, DATA, set(), Options(2, started_workers=slots, library=LIBRARY), threading.Event(), threading.Event()
    )
    assert next(batches).outcomes
    pids = [worker.pid or 0 for worker in slots]
    assert all(is_alive(pid) for pid in pids)
    batches.close()
    assert not any(is_alive(pid) for pid in pids)


def test_that_pause_finishes_what_is_under_way_and_nothing_more() -> None:
    pause = threading.Event()
    study = study_of(*(replace(simple("sleeps", seconds=0.25), key=f"s{n}") for n in range(4)))
    batches = run_remaining_fits(study, DATA, set(), options(1), threading.Event(), pause)
    found = list(next(batches).outcomes)
    pause.set()
    under_way = next(batches).outcomes
    assert len(under_way) == 1
    threading.Timer(0.5, pause.clear).start()
    found += under_way + next(batches).outcomes
    assert not pause.is_set()
    for batch in batches:
        found += batch.outcomes
    assert len(found) == 5
    assert all(outcome.ok for outcome in found)


def test_that_the_data_is_handed_over_once_and_tidied_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert use_short_socket_folder()  # which stays
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    remains = tmp_path / "evenfold-999999999-abc"
    remains.mkdir()
    study = study_of(simple("knn"), scheme=SchemeChoice(folds=3, repeats=1))
    batches = run_remaining_fits(study, DATA, set(), options(1), threading.Event(), threading.Event())
    next(batches)
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith(f"evenfold-{os.getpid()}-")
    list(batches)
    assert list(tmp_path.iterdir()) == []


def test_that_workers_that_cannot_start_are_reported_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "serve_parent", os.abort)
    with pytest.raises(EngineError, match="end before they start"):
        run(SEVERAL, DATA, Options(1, library=LIBRARY))


def test_that_a_start_that_goes_wrong_in_any_way_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_slot: worker.ProcessWorker) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(worker.ProcessWorker, "_start_process", refuse)
    with pytest.raises(EngineError, match="no process could be started"):
        run(SEVERAL, DATA, Options(1, library=LIBRARY))


def test_that_nobody_waits_without_end_for_workers_that_never_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def never(_slot: worker.ProcessWorker) -> None:
        over.wait()
        raise OSError

    monkeypatch.setattr(worker.ProcessWorker, "_start_process", never)
    monkeypatch.setattr(pool, "LONGEST_START", 0.2)
    with pytest.raises(EngineError, match="No worker process got ready"):
        run(SEVERAL, DATA, Options(1, library=LIBRARY))
    over.set()


def test_that_a_short_study_is_done_before_any_process_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(niceness: int) -> None:
        pytest.fail("A process was started for a study of milliseconds.")

    monkeypatch.setattr(pool, "ProcessWorker", never)
    short = study_of(Candidate("knn", "knn", {}, {"neighbours": (1, 3)}), scheme=SchemeChoice(folds=3, repeats=1))
    assert signature(run(short, DATA, Options(2))) == signature(inline(short, DATA))


def test_that_processes_take_over_from_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the grown-up limits lowered, a study begun in the thread goes on in processes, with the same result."""
    monkeypatch.setattr(run_module, "WORTH_MORE_WORKERS", 0.0)
    study = replace(SEVERAL, candidates=SEVERAL.candidates[:2], scheme=SchemeChoice(folds=3, repeats=12))
    assert signature(run(study, DATA, Options(2))) == signature(inline(study, DATA))


def test_that_a_full_disk_is_reported_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pool, "write_fit_context", full)
    with pytest.raises(EngineError, match="could not be handed to the workers: No space left on device"):
        ProcessPool(SEVERAL, DATA, WorkerOptions(1, 0, None))


def test_that_a_worker_whose_parent_hung_up_before_it_was_ready_ends_without_a_word() -> None:
    code = (
        "from multiprocessing import Pipe\n"
        "from core.engine.worker_process import serve_parent\n"
        "mine, theirs = Pipe(); mine.close(); serve_parent(theirs, [0.0, 0.0], 0)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


INTERRUPTED = """
import signal, sys, time
from core.engine.worker import start_workers
if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
    workers = start_workers(2)
    print("loading", flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes through /proc")
@pytest.mark.parametrize("moment", [0.0, 0.3, 1.0])
def test_that_ctrl_c_while_workers_load_is_quiet_and_leaves_nobody(moment: float) -> None:
    """Ctrl+C reaches every process of the program; the pipes are closed when the last of them is gone."""
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        while len(family(program.pid)) < 3:
            time.sleep(0.01)
        time.sleep(moment)
        os.killpg(program.pid, signal.SIGINT)
        _, said = program.communicate(timeout=500)
        assert (program.returncode, said) == (130, b"")
        assert left_behind(program.pid) == []


def test_that_the_process_that_workers_are_copied_from_leaves_when_its_program_is_gone() -> None:
    """It looks while it loads; here loading takes long, and another process has become its parent meanwhile."""
    words = """
import importlib, os, time
importlib.import_module = lambda name: time.sleep(600)
os.getppid = iter([1, *[2] * 100]).__next__
import core.engine.forkserver_preload
"""
    assert subprocess.run([sys.executable, "-c", words], cwd=ROOT, timeout=500).returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there one process is loaded and copied")
def test_that_nobody_looks_for_garbage_among_what_workers_share() -> None:
    """Looking writes into every object, and what is written into is no longer shared."""
    words = "import core.engine.forkserver_preload, gc; print(gc.get_freeze_count(), len(gc.get_objects()))"
    said = subprocess.run([sys.executable, "-c", words], cwd=ROOT, capture_output=True, text=True, check=True)
    frozen, others = map(int, said.stdout.split())
    assert frozen > 10 * others
