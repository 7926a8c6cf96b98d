"""The log: one file of the state folder that rooms write to by their names, and that messages name."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.engine import pool
from core.engine.run import Options
from core.support import paths
from core.support.errors import EngineError
from core.support.log_file import CRASHED, LARGEST, has_log_file, refer_to_log, report_fault, start_log
from tests.engine.studies import run, simple, study_of
from tests.schemes.datasets import classes

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path))
    return paths.log()


@contextmanager
def started_log() -> Iterator[None]:
    """As in a program in which nobody has set up a log yet: pytest has, for the time of every test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    try:
        start_log()
        start_log()
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers = handlers
        root.setLevel(level)


def test_that_rooms_write_into_one_file_by_their_names(log: Path) -> None:
    with started_log():
        logging.getLogger("core.engine.pool").warning("a worker ended")
    (line,) = log.read_text().splitlines()
    assert "WARNING core.engine.pool: a worker ended" in line


def test_that_a_large_log_is_put_aside(log: Path) -> None:
    log.parent.mkdir(exist_ok=True)
    log.write_bytes(b"x" * (LARGEST + 1))
    with started_log():
        logging.getLogger("core").info("begun")
    assert len(log.read_text().splitlines()) == 1
    assert log.with_suffix(".old.log").stat().st_size == LARGEST + 1


def test_that_a_log_that_cannot_be_written_goes_to_the_terminal(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log.mkdir(parents=True)
    with started_log():
        logging.getLogger("core").warning("seen")
        assert not has_log_file()
        assert str(log) not in refer_to_log()
    assert "seen" in capsys.readouterr().err
    assert has_log_file()


def test_that_no_message_names_a_log_file_that_cannot_be_written(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log.mkdir(parents=True)
    try:
        raise ZeroDivisionError("the reason")
    except ZeroDivisionError:
        with started_log():
            assert report_fault() == CRASHED
    told = capsys.readouterr().err
    assert "the reason" in told
    assert log.name not in told
    assert told.endswith("because no log file can be written.\n")


def test_that_the_terminal_logs_what_it_was_asked_and_why_it_ended(tmp_path: Path) -> None:
    code = "import sys; from core.terminal import main; sys.exit(main(['look', 'missing.csv']))"
    environment = {"EVENFOLD_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    text = (tmp_path / paths.log().name).read_text()
    assert "look missing.csv" in text
    assert "ended with a message" in text


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_message_about_the_log_names_its_file_and_the_file_has_the_reason(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the reason")

    monkeypatch.setattr(pool, "run_fit", broken)
    with started_log(), pytest.raises(EngineError) as caught:
        run(study_of(simple("knn")), classes(60), Options(executor="thread"))
    assert str(log) in caught.value.hint == refer_to_log()
    assert "the reason" in log.read_text()
