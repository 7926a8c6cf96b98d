"""`explain`: what matters, more rows, the report card; continued where it was, the same on a second call."""

import json
from pathlib import Path

import pytest

from core.domain.evidence import EXPLAINED, FEWER_ROWS, PAIRS, STRONG_DEFAULT
from core.insight.check_table import CHECKS
from core.store.study_file import StudyFile
from core.terminal import main
from tests.terminal.plans import finished_study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("explained"))


def test_that_it_says_what_matters_and_shows_every_check(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "facts.json"
    arguments = ["explain", str(study), "--model", "naive-bayes", "--workers", "0", "--json", str(out)]
    assert main(arguments) == 0
    said = capsys.readouterr()
    assert "What matters: naive Bayes" in said.out
    assert "force" in said.out
    assert all(f"{row.code}  " in said.out for row in CHECKS)
    with StudyFile.open(study) as file:
        assert {one.job.part for one in file.beside()} == {EXPLAINED, STRONG_DEFAULT}
        assert file.is_unchanged
    found = json.loads(out.read_text())
    assert {row["inputs"][0] for row in found["importance"][0]["rows"]} == {"force", "time"}
    assert [effect["input"] for effect in found["effects"]] == ["force", "time"]
    assert {row["code"] for row in found["checks"]} == {row.code for row in CHECKS}
    assert main(arguments) == 0
    again = capsys.readouterr()
    assert again.out == said.out
    assert again.err == ""  # nothing was trained a second time


def test_that_an_unknown_model_is_named_with_those_there_are(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(study), "--model", "forest"]) == 2
    said = capsys.readouterr().err
    assert "'forest'" in said
    assert "naive-bayes" in said


def test_that_the_report_shows_the_card_and_the_inputs(study: Path, tmp_path: Path) -> None:
    assert main(["explain", str(study), "--model", "naive-bayes", "--workers", "0"]) == 0
    assert main(["report", str(study), "--out", str(tmp_path / "report.html")]) == 0
    said = (tmp_path / "report.html").read_text()
    assert "Report card" in said
    assert "rise of the error" in said


def test_that_pairs_and_sizes_are_trained_when_asked_for_and_told(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "facts.json"
    arguments = ["explain", str(study), "--model", "naive-bayes", "--workers", "0", "--json", str(out)]
    assert main(arguments) == 0
    before = capsys.readouterr().out
    assert "Two inputs together" not in before
    assert main([*arguments, "--pairs", "--sizes", "--at-most", "20"]) == 0
    said = capsys.readouterr().out
    assert "Two inputs together" in said
    assert "by rows trained on" in said
    found = json.loads(out.read_text())
    assert set(found["joint_effects"][0]["inputs"]) == {"force", "time"}
    assert len(found["measured_sizes"][0]["sizes"]) == len(FEWER_ROWS)
    assert found["threshold_promises"][0]["limit"] == 0.2
    with StudyFile.open(study) as file:
        assert {PAIRS, *FEWER_ROWS} <= {one.job.part for one in file.beside()}
        assert file.is_unchanged
