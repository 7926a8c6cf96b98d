"""`many FILE...`: values, ranks and pairs of several models over several tables, in a terminal."""

import csv
from pathlib import Path

import pytest

from core.engine.run import Options
from core.terminal import many as module
from core.terminal.entry import main


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    inline = Options(executor="inline")
    carried = module.compare_many
    monkeypatch.setattr(module, "compare_many", lambda chosen, _options: carried(chosen, inline))


def table(path: Path, rows: int) -> str:
    lines = ["a,b,answer"]
    lines += [f"{(7 * i) % 11},{(i * i) % 13},{'yes' if (7 * i) % 11 > 5 else 'no'}" for i in range(rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def test_that_models_are_compared_over_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80)]
    out = tmp_path / "pairs.csv"
    options = ["--models", "majority", "lda", "--shuffles", "1", "--third", "--csv", str(out)]
    assert main(["many", *files, *options]) == 0
    said = capsys.readouterr().out
    assert "2 models, 2 data sets" in said
    assert "60.csv" in said
    assert "mean rank" in said
    assert "told apart by: neither" in said
    assert "not a random sample" in said
    with out.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 3
    assert rows[1][1:3] == ["lda", "majority"]


def test_that_problems_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80))
    assert main(["many", one]) == 2
    assert main(["many", one, one]) == 2  # the same rows twice are one data set
    assert "at least two" in capsys.readouterr().err
    assert main(["many", one, str(tmp_path / "nowhere.csv")]) == 2
    assert "nowhere.csv" in capsys.readouterr().err
    assert main(["many", one, two, "--shuffles", "0"]) == 2
    assert main(["many", one, two, "--models", "nothing", "lda"]) == 2
    assert "nothing" in capsys.readouterr().err


def test_that_a_place_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80)]
    options = ["--models", "majority", "lda", "--shuffles", "1", "--csv", str(tmp_path / "no" / "pairs.csv")]
    assert main(["many", *files, *options]) == 2
    assert "no folder" in capsys.readouterr().err


def test_that_ctrl_c_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "finished", interrupted)
    files = [table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80)]
    assert main(["many", *files, "--models", "majority", "lda"]) == 130
    assert "Stopped" in capsys.readouterr().err
