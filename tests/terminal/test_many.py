"""`many FILE...`: values, ranks and pairs of several models over several tables, in a terminal."""

import csv
from pathlib import Path

import pytest

from core.engine.run import Options
from core.history.history import History
from core.support import paths
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
    page = tmp_path / "many.html"
    options = ["--models", "majority", "lda", "--shuffles", "1", "--third", "--csv", str(out), "--report", str(page)]
    assert main(["many", *files, *options]) == 0
    said = capsys.readouterr().out
    assert "2 models (tuned inside each training set), 2 data sets" in said
    assert "Iman and Davenport" in said or "Friedman" in said
    for shown in (said, page.read_text("utf-8")):
        assert "Wilcoxon p" in shown
        assert "Chance same" in shown
    assert "Critical difference" in page.read_text("utf-8")
    assert "<svg" in page.read_text("utf-8")
    assert "60.csv" in said
    assert "mean rank" in said
    assert "told apart by: neither" in said
    assert "not a random sample" in said
    with out.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 3
    assert rows[1][1:3] == ["lda", "majority"]
    assert "−" not in out.read_text("utf-8")
    assert all(cell == "" or float(cell) <= 100 for row in rows[1:] for cell in row[3:])
    entries = History.open(paths.history()).entries()
    assert {entry.seen for entry in entries} == {"complete"}


def test_that_differences_below_zero_are_numbers_in_the_csv(tmp_path: Path) -> None:
    """The model that is named first is compared with those after it, so turning the order turns the sign."""
    files = [table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80)]
    values = []
    for models in (["majority", "lda"], ["lda", "majority"]):
        out = tmp_path / "pairs.csv"
        assert main(["many", *files, "--models", *models, "--repeats", "1", "--csv", str(out)]) == 0
        with out.open(newline="", encoding="utf-8") as file:
            values.append([float(row[3]) for row in list(csv.reader(file))[1:]])
    assert min(values[0] + values[1]) < 0 < max(values[0] + values[1])


def test_that_problems_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80))
    assert main(["many", one]) == 2
    assert main(["many", one, one]) == 2  # the same rows twice are one data set
    assert "at least two" in capsys.readouterr().err
    assert main(["many", one, str(tmp_path / "nowhere.csv")]) == 2
    assert "nowhere.csv" in capsys.readouterr().err
    assert main(["many", one, two, "--repeats", "0"]) == 2
    assert main(["many", one, two, "--margin", "-1"]) == 2
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

    monkeypatch.setattr(module, "carry_out_procedure", interrupted)
    files = [table(tmp_path / f"{rows}.csv", rows) for rows in (60, 80)]
    assert main(["many", *files, "--models", "majority", "lda"]) == 130
    assert "Stopped" in capsys.readouterr().err
