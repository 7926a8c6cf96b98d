"""`compare-predictions` as a person types it."""

import argparse
import json
from pathlib import Path

import numpy as np
import pytest

from core.support.errors import EvenfoldError
from core.terminal.compare_predictions_command import add_arguments, carry_out
from tests.application.prediction_tables import counted, csv_of


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return carry_out(parser.parse_args(arguments))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    table, random = counted(700, 10, 70, 20), np.random.default_rng(1)
    columns: dict[str, list[object]] = {"part": [f"P{i}" for i in range(800)], "line": [i // 40 for i in range(800)]}
    for name in ("state", "ours", "vendor"):
        columns[name] = [table.column(name).levels[int(place)] for place in table.column(name).values]
    for name in ("ours", "vendor"):
        columns[f"{name} score"] = list(np.round(table.column(name).values + random.normal(0, 0.5, 800), 4))  # type: ignore[call-overload]
    path = tmp_path / "parts.csv"
    path.write_text(csv_of(columns), "utf-8")
    return str(path)


def test_that_a_settled_comparison_says_so_and_ends_with_zero(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(file, "--truth", "state", "--models", "ours", "vendor", "--id", "part", "--trained-on", "no")
    said = capsys.readouterr().out
    assert code == 0
    assert "Use vendor." in said


def test_that_what_was_written_is_named(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, numbers = tmp_path / "r.html", tmp_path / "n.json"
    asked = (file, "--truth", "state", "--models", "ours", "vendor", "--id", "part", "--trained-on", "no")
    run(*asked, "--report", str(report), "--json", str(numbers))
    assert capsys.readouterr().out.endswith(f"\n\nReport: {report}\nNumbers: {numbers}\n")
    run(*asked)
    assert "Report:" not in capsys.readouterr().out


def test_that_a_blocked_one_ends_with_four(file: str) -> None:
    code = run(file, "--truth", "state", "--models", "ours", "vendor", "--id", "part", "--trained-on", "yes")
    assert code == 4


def test_that_scores_groups_and_margin_are_heeded(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(
        *(file, "--truth", "state", "--models", "ours", "vendor", "--scores", "ours score", "vendor score"),
        *("--group", "line", "--same-order", "yes", "--trained-on", "no", "--positive", "faulty", "--margin", "1.5"),
        *("--json", "-"),
    )
    plain = json.loads(capsys.readouterr().out)
    assert {one["comparer"] for one in plain["comparisons"]} >= {"paired-groups", "grouped-auc", "delong", "sign-test"}
    assert plain["rows"] == 800
    assert plain["verdict"]["model"] == "vendor"


def test_that_numbers_are_written_to_a_file(file: str, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    run(file, "--truth", "state", "--models", "ours", "vendor", "--json", str(out))
    assert json.loads(out.read_text("utf-8"))["verdict"]["headline"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--scores", "ours score"], "1 column for 2 models"),
        (["--margin", "-1"], "is no difference"),
        (["--margin", "nan"], "is no difference"),
        (["--json", "/nowhere/out.json"], "could not be written"),
        (["--group", "plant"], "There is no column 'plant'"),
    ],
)
def test_that_wrong_input_is_one_sentence(file: str, arguments: list[str], message: str) -> None:
    with pytest.raises(EvenfoldError, match=message):
        run(file, "--truth", "state", "--models", "ours", "vendor", *arguments)


def test_that_earlier_looks_at_the_same_rows_raise_the_bar_and_it_is_said(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(file, "--truth", "state", "--models", "ours", "vendor", "--trained-on", "no", "--same-order", "yes")
    assert "before" not in capsys.readouterr().err
    run(file, "--truth", "state", "--models", "vendor", "ours", "--trained-on", "no", "--same-order", "yes")
    assert "These rows were compared once before. The significance level is 0.05 ÷ 2." in capsys.readouterr().err
