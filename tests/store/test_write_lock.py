"""One writer: whatever the system does to its processes between two commits, nobody else becomes the writer."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from core.store.study_connection import is_written_elsewhere
from core.store.study_file import StudyFile
from core.store.write_lock import SUFFIX
from tests.store.test_study_file import DATA, STUDY

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "Study é.evenfold"
    StudyFile.create(path, STUDY, DATA).close()
    return path


@contextmanager
def program(what: str, path: Path, count: int) -> Iterator[subprocess.Popen[str]]:
    """One that is ready and waits for a line; killed at the end if it is still there."""
    command = [sys.executable, "-m", "tests.store.write_lock_program", what, str(path), str(count)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert read(process) == "ready"
            yield process
        finally:
            process.kill()


def read(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def tell(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def test_that_a_program_that_asks_between_two_commits_is_not_let_in(path: Path) -> None:
    """The gap between two transactions lasts as long as the system lets the writer sleep: here a program asks in it."""
    with StudyFile.open(path) as file, ExitStack() as askers:
        waiting = [askers.enter_context(program("ask", path, 1)) for _ in range(3)]
        rights = []

        def ask_before_transaction(statement: str) -> None:
            if statement.startswith("BEGIN") and waiting:
                asker = waiting.pop()
                tell(asker)
                rights.append(read(asker))

        file._connection.set_trace_callback(ask_before_transaction)
        for number in range(3):
            file.log(str(number))
        file._connection.set_trace_callback(None)
        assert rights == ["0", "0", "0"]
        assert not file.read_only
        assert len(file.log_lines()) == 3


def test_that_a_writer_stays_the_writer_while_other_programs_keep_asking(path: Path) -> None:
    with program("write", path, 150) as writer, ExitStack() as askers:
        asking = [askers.enter_context(program("ask", path, 25)) for _ in range(3)]
        for process in (writer, *asking):
            tell(process)
        assert [read(process) for process in asking] == ["0", "0", "0"]
        assert read(writer) == "written"
        tell(writer)
        assert writer.wait() == 0
    with StudyFile.open(path) as file:
        assert not file.read_only
        assert [line for _, line in file.log_lines()] == [str(number) for number in range(150)]


def test_that_of_programs_that_open_a_file_at_once_exactly_one_writes(path: Path) -> None:
    rounds = 12
    with ExitStack() as stack:
        programs = [stack.enter_context(program("race", path, rounds)) for _ in range(4)]
        for _ in range(rounds):
            for process in programs:
                tell(process)
            assert sorted(read(process) for process in programs) == ["reader", "reader", "reader", "writer"]
            for process in programs:
                tell(process)
            assert [read(process) for process in programs] == ["closed"] * 4
    assert not path.with_name(path.name + SUFFIX).exists()
    StudyFile.open(path).close()  # two that close at the same moment each leave SQLite's two files to the other
    assert list(path.parent.iterdir()) == [path]


def test_that_the_one_file_holds_everything_when_its_writer_has_closed_it_beside_readers(path: Path) -> None:
    """Readers keep SQLite's two companion files in place: who then copies only the study file must lose nothing."""
    lines = 20
    with program("write", path, lines) as writer, ExitStack() as stack:
        readers = [stack.enter_context(program("race", path, 1)) for _ in range(3)]
        for reader in readers:
            tell(reader)
        assert [read(reader) for reader in readers] == ["reader"] * 3
        tell(writer)
        assert read(writer) == "written"
        tell(writer)
        assert writer.wait() == 0
        assert path.with_name(path.name + "-wal").stat().st_size == 0
        copy = Path(shutil.copy(path, path.with_name("Copy.evenfold")))
    with StudyFile.open(copy) as file:
        assert [line for _, line in file.log_lines()] == [str(number) for number in range(lines)]


def test_that_a_killed_writer_leaves_the_right_to_the_next_one(path: Path) -> None:
    with program("write", path, 10) as writer:
        assert is_written_elsewhere(path)
        with StudyFile.open(path) as second:
            assert second.read_only
        writer.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        writer.wait()
        assert path.with_name(path.name + SUFFIX).exists()
    assert not is_written_elsewhere(path)
    with StudyFile.open(path) as third:
        assert not third.read_only
        third.log("goes on")
    assert list(path.parent.iterdir()) == [path]


def test_that_a_sleeping_writer_is_still_the_writer(path: Path) -> None:
    if not hasattr(signal, "SIGSTOP"):
        pytest.skip("no way to put a process to sleep here")
    with program("write", path, 10) as writer:
        writer.send_signal(signal.SIGSTOP)
        with StudyFile.open(path) as second:
            assert second.read_only
        writer.send_signal(signal.SIGCONT)
        tell(writer)
        assert read(writer) == "written"
