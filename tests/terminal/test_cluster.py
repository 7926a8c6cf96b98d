"""The cluster from the terminal: words for everything that is missing, and how to finish here."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from core.terminal import main
from core.terminal.cluster_commands import TRUST, WITH_TLS, WITHOUT_TLS
from tests.terminal.plans import write_plan

ROOT = Path(__file__).resolve().parents[2]
SHORT = "c.PATIENCE = 1; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["worker", "nowhere"], '"nowhere" is not the address of a cluster. Write it like tcp://name:8786.'),
        (["worker", "tls://name:8786"], "needs the three TLS files"),
        (["scheduler", "--tls-ca", "gone.pem"], 'no certificate authority "gone.pem"'),
    ],
)
def test_that_what_is_wrong_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def told_by(*words: str) -> tuple[int, str]:
    """Exit code and standard error of a program of its own: Dask does not tidy up what it could not start."""
    code = f"import sys; from core.terminal import main; from core.engine import cluster_programs as c; {SHORT}"
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_that_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, said = told_by("scheduler", "--port", str(taken.getsockname()[1]))
    assert code == 2
    assert "The scheduler cannot listen at 127.0.0.1:" in said
    assert len(said.splitlines()) == 1


def test_that_a_worker_that_finds_no_scheduler_says_so() -> None:
    code, said = told_by("worker", "tcp://127.0.0.1:9")
    assert code == 2
    assert "The scheduler at tcp://127.0.0.1:9 cannot be reached." in said
    assert len(said.splitlines()) == 1


def test_that_a_study_whose_cluster_is_missing_can_be_finished_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.evenfold"
    nobody = "tcp://127.0.0.1:9"
    assert main(["run", str(write_plan(tmp_path)), "--study", str(kept), "--cluster", nobody]) == 2
    told = capsys.readouterr().err
    assert f"{nobody} cannot be reached." in told
    assert told.strip().endswith(f"Go on here: python3 main.py run {kept}")
    assert main(["run", str(kept), "--workers", "0"]) in (0, 1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--cluster", "somewhere"], '"somewhere" is not the address of a cluster.'),
        (["--cluster", "tcp://192.0.2.1:8786"], "192.0.2.1 is not only this computer, and without TLS"),
        (["--cluster", "tls://192.0.2.1:8786", "--tls-ca", "gone.pem"], 'no certificate authority "gone.pem"'),
    ],
)
def test_that_an_address_that_cannot_be_used_is_refused_before_the_plan_is_locked(
    wrong: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.evenfold"
    assert main(["run", str(write_plan(tmp_path)), "--study", str(kept), *wrong]) == 2
    assert said in capsys.readouterr().err
    assert not kept.exists()


def test_that_the_scheduler_says_its_address_and_whom_it_trusts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "core.terminal.cluster_commands.run_scheduler",
        lambda place, host, port, say: say(f"tcp://{host or 'here'}:{port}"),
    )
    assert main(["scheduler", "--host", "name", "--port", "7", "--insecure"]) == 0
    said = capsys.readouterr().out
    assert "worker tcp://name:7\n" in said
    assert "--cluster tcp://name:7\n" in said
    assert TRUST["scheduler"] in said


@pytest.mark.parametrize("tls", [(), ("--tls-ca", "ca.pem")])
def test_that_a_worker_says_whom_it_trusts(
    tls: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "core.terminal.cluster_commands.run_cluster_worker", lambda place, workers, say: say("tcp://here:7")
    )
    assert main(["worker", "tcp://there:8", *tls]) == 0
    said = capsys.readouterr().out
    assert TRUST["worker"] in said
    assert (WITH_TLS if tls else WITHOUT_TLS) in said


def test_that_a_study_says_whom_it_trusts_and_that_another_computer_needs_tls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_plan(tmp_path)), "--cluster", "tcp://far.away:8786"]) == 2
    told = capsys.readouterr().err
    assert TRUST["run"] in told
    assert "--insecure" in told


@pytest.mark.parametrize("number", ["0", "257", "1000000"])
def test_that_processes_of_a_worker_are_bounded_with_a_sentence(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worker", "tcp://127.0.0.1:9", "--workers", number]) == 2
    told = capsys.readouterr().err
    assert "Use 1 to 256" in told
    assert len(told.splitlines()) == 1


def test_that_processes_of_a_study_are_bounded_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_plan(tmp_path)), "--workers", "1000000"]) == 2
    told = capsys.readouterr().err
    assert "1,000,000 worker processes cannot be started. Use 1 to 256" in told
