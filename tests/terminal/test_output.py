"""What a command writes: to a file or the terminal, with the letters there are."""

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from core.report.plain import as_json
from core.support.errors import StudyError
from core.terminal import main
from core.terminal.terminal_output import (
    check_places,
    keep_output_harmless,
    rewrite_line,
    use_plain_letters,
    write_text,
)
from tests.terminal.plans import PLAN, write_plan

STEERING = "\x1b[2J\u202eevil\x07\x9b\u2066"


def spoken(text: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, "ascii"))
    use_plain_letters()
    sys.stdout.write(text)
    sys.stdout.flush()
    return written.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"), [("−0.3 to ±2", b"-0.3 to +-2"), ("“T²” …", b'"T2" ...'), ("maß", b"ma?"), ("plain", b"plain")]
)
def test_that_a_minus_stays_a_minus_on_a_poor_terminal(
    text: str, shown: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert spoken(text, monkeypatch) == shown


def test_that_a_terminal_without_letters_gets_every_command() -> None:
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, str(root / "main.py"), "algorithms"],
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_that_minus_stands_for_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    write_text(Path("-"), "said")
    assert capsys.readouterr().out == "said\n"


def test_that_two_things_do_not_go_to_one_place(tmp_path: Path) -> None:
    place = tmp_path / "out"
    with pytest.raises(StudyError, match="named by --json too"):
        check_places([("--json", place), ("--report", place)], [])


def test_that_the_terminal_and_nowhere_are_always_free(tmp_path: Path) -> None:
    check_places([("--json", Path("-")), ("--report", None)], [tmp_path])


def test_that_nothing_a_command_says_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with keep_output_harmless():
        sys.stdout.write(f"one\ttwo {STEERING}\n")
        sys.stderr.writelines([STEERING, "\n"])
        rewrite_line(sys.stderr, f"half {STEERING}")
    said = capsys.readouterr()
    harmless = "\ufffd[2J\ufffdevil\ufffd\ufffd\ufffd"
    assert said.out == f"one\ttwo {harmless}\n"
    assert said.err == f"{harmless}\n\rhalf [2Jevil"


def test_that_words_of_a_plan_do_not_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = PLAN.replace('"one part"', '"one pa\u202ert"')
    assert changed != PLAN
    assert main(["run", str(write_plan(tmp_path, changed)), "--workers", "0"]) in (0, 1)
    said = "".join(capsys.readouterr())
    assert "per 100 parts" in said  # the word is shown, and the sign in it was taken out when the plan was read
    assert "\u202e" not in said


def test_that_json_keeps_every_character_and_steers_nothing() -> None:
    text = as_json({"name": f"maß {STEERING}"})
    assert "maß" in text
    assert not set(text) & set("\x1b\u202e\x07\x9b\u2066")
    assert json.loads(text) == {"name": f"maß {STEERING}"}
