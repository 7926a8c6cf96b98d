"""`new-plan`: a plan that can be run as it is, with the reasons of its suggestions."""

import os
import tomllib
from pathlib import Path

import numpy as np
import pytest

from core.plans.plan_file import read_plan
from core.terminal import main
from tests.terminal.plans import ROWS


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "parts.csv"
    path.write_text("force,time,quality\n" + ROWS)
    return path


def test_that_a_new_plan_can_be_read_and_says_why(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-plan", str(table)]) == 0
    assert "main.py run" in capsys.readouterr().out
    text = table.with_suffix(".toml").read_text("utf-8")
    planned = read_plan(table.with_suffix(".toml"))
    assert planned.study.columns.target == ("quality",)
    assert planned.study.scheme.folds == 10
    assert [candidate.key for candidate in planned.study.candidates] == ["logistic", "forest", "svm"]
    assert "Salzberg 1997" in text
    assert "# Others:" in text
    assert "oversampling" in text


def test_that_an_input_that_may_hold_the_answer_is_a_doubt(tmp_path: Path) -> None:
    lines = [f"{(i * 7) % 13},{'yes' if i % 2 else 'no'},{'bad' if i % 2 else 'good'}" for i in range(120)]
    (tmp_path / "parts.csv").write_text("force,repaired,quality\n" + "\n".join(lines))
    assert main(["new-plan", str(tmp_path / "parts.csv")]) == 0
    assert read_plan(tmp_path / "parts.toml").study.answers == {"LEAK:repaired": "not sure"}


def test_that_a_plan_is_never_written_over(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-plan", str(table)]) == 0
    assert main(["new-plan", str(table)]) == 2
    assert "already" in capsys.readouterr().err


def test_that_the_plan_finds_its_data_from_another_folder(table: Path, tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    target = tmp_path / "plans" / "p.toml"
    assert main(["new-plan", str(table), "--out", str(target)]) == 0
    assert tomllib.loads(target.read_text("utf-8"))["data"] == "../parts.csv"
    assert read_plan(target).data.size == 120


def test_that_a_plan_can_go_to_standard_output(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-plan", str(table), "--out", "-"]) == 0
    assert tomllib.loads(capsys.readouterr().out)["title"] == "parts"


def test_that_strange_names_make_a_valid_plan(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    names = ('a "quoted" name', "back\\slash", "# hash", "<script>", "🔧", "x" * 200)
    random = np.random.default_rng(1)
    rows = "\n".join(",".join(f"{value:.3f}" for value in random.normal(size=6)) + f",{i % 2}" for i in range(60))
    path.write_text(",".join('"' + name.replace('"', '""') + '"' for name in names) + ",target\n" + rows, "utf-8")
    assert main(["new-plan", str(path)]) == 0
    assert set(names) <= set(read_plan(path.with_suffix(".toml")).data.features)


def test_that_several_numbers_get_a_margin_each(tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    random = np.random.default_rng(1)
    rows = "\n".join(",".join(f"{value:.3f}" for value in random.normal(size=4)) for _ in range(60))
    path.write_text("speed,load,y1,y2\n" + rows)
    assert main(["new-plan", str(path)]) == 0
    study = read_plan(path.with_suffix(".toml")).study
    assert study.columns.target == ("y1", "y2")
    assert set(study.question.margins) == {"y1", "y2"}


@pytest.mark.skipif(os.name == "nt", reason="names of files are always text there")
def test_that_a_file_whose_name_is_no_text_is_refused(table: Path, capfd: pytest.CaptureFixture[str]) -> None:
    odd = Path(os.fsdecode(os.fsencode(table.parent) + b"/caf\xe9.csv"))
    try:
        table.rename(odd)
    except OSError:
        pytest.skip("this file system takes only names that are text")
    assert main(["new-plan", str(odd)]) == 2
    assert "Rename the file" in capfd.readouterr().err
    assert not odd.with_suffix(".toml").exists()
