"""Every command is there, told in --help with its exit codes; what is wrong is one sentence and exit code 2."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.algorithms import ALGORITHMS
from core.data.samples import SAMPLES
from core.support import paths
from core.terminal import main
from core.version import VERSION

COMMANDS = ("run", "check", "report", "new-plan", "look", "algorithms", "samples")


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_that_help_names_every_command_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(["--help"], capsys)
    for name in COMMANDS:
        assert name in text
    for words in ("exit codes", "0 answered", "3 too many failed", "4 blocked", "130 stopped", "2 not a study file"):
        assert words in text


@pytest.mark.parametrize("command", COMMANDS)
def test_that_every_command_has_its_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command in said([command, "--help"], capsys)


def test_that_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["--version"], capsys).strip() == f"Evenfold {VERSION}"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "COMMAND"),
        (["fly"], "fly"),
        (["run"], "PLAN.toml"),
        (["run", "x.toml", "--nonsense"], "--nonsense"),
        (["run", "x.toml", "--workers", "many"], "whole number"),
        (["run", "x.toml", "--time-limit", "soon"], "number of seconds above 0"),
        (["run", "x.toml", "--time-limit", "0"], "number of seconds above 0"),
        (["run", "x.toml", "--time-limit", "nan"], "number of seconds above 0"),
        (["run", "x.toml", "--time-limit", "5", "--workers", "0"], "needs worker processes"),
        (["run", "x.toml", "--wor", "1"], "--wor"),
        (["run", "nowhere.toml"], "no plan file"),
        (["run", "nowhere.evenfold"], "nowhere.evenfold"),
        (["look", "nowhere.csv"], "nowhere.csv"),
        (["check", "nowhere.evenfold"], "nowhere.evenfold"),
        (["report", "nowhere.evenfold"], "nowhere.evenfold"),
        (["report", "nowhere.evenfold", "--to", "word"], "word"),
        (["new-plan", "nowhere.csv"], "nowhere.csv"),
        (["new-plan", "."], "folder"),
        (["model", "."], "study file"),
        (["run", "table.csv"], "new-plan table.csv"),
        (["run", "x.toml", "--resume"], "no plan file"),
        (["report", "x.evenfold", "--out", "."], "is a folder"),
        (["report", "x.evenfold", "--to", "pdf", "--out", "nofolder/x.pdf"], "no folder 'nofolder'"),
        (["report", "x.evenfold", "--out", "x.evenfold"], "is read here"),
        (["look", "x.csv", "--json", "x.csv"], "is read here"),
        (["many", "a.csv", "b.csv", "--csv", "b.csv"], "is read here"),
        (["algorithms", "--json", "nofolder/x"], "no folder 'nofolder'"),
    ],
)
def test_that_wrong_input_is_one_sentence_and_exit_code_two(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.err.startswith("evenfold: ")
    assert len(told.err.strip().splitlines()) == 1
    assert told.out == ""


def test_that_all_algorithms_and_samples_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithms"]) == 0
    text = capsys.readouterr().out
    assert all(f"{row.key}: {row.title}" in text for row in ALGORITHMS)
    assert main(["samples"]) == 0
    text = capsys.readouterr().out
    assert all(row.key in text for row in SAMPLES)


def test_that_lists_come_as_json_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithms", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["key"] for row in found] == [row.key for row in ALGORITHMS]
    assert main(["samples", "--json", str(tmp_path / "s.json")]) == 0
    assert len(json.loads((tmp_path / "s.json").read_text("utf-8"))) == len(SAMPLES)


@pytest.mark.skipif(os.name == "nt", reason="pipes end differently there")
def test_that_a_reader_that_hangs_up_is_no_traceback() -> None:
    call = "import sys; from core.terminal import main; sys.exit(main(['algorithms']))"
    reader, writer = os.pipe()
    os.close(reader)
    told = subprocess.run([sys.executable, "-c", call], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (told.returncode, told.stderr) == (141, b"")


def test_that_a_path_longer_than_the_system_allows_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    endless = "d/" * 3000
    for arguments in (
        ["look", f"{endless}a.csv"],
        ["run", f"{endless}a.toml"],
        ["check", f"{endless}a.evenfold"],
        ["report", f"{endless}a.evenfold"],
        ["predict", f"{endless}a.model", "b.csv"],
    ):
        assert main(arguments) == 2
        told = capsys.readouterr().err
        assert told.startswith("evenfold: ")
        assert len(told) < 2000
        assert told.count("\n") == 1


def test_that_a_fault_of_the_program_is_a_sentence_with_a_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("core.terminal.entry.check_arguments", fail)
    assert main(["samples"]) == 70
    told = capsys.readouterr().err
    assert "fault of Evenfold" in told
    assert "planted" not in told
    assert str(paths.log()) in told
