"""`tests study`: every test of a study in a terminal, with the numbers that are stored."""

from pathlib import Path

import pytest

from core.domain.findings import ChanceDetails
from core.store.study_file import StudyFile
from core.terminal import main
from core.verification.stored_findings import load_findings
from tests.terminal.plans import finished_study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("tested"))


def test_that_every_test_is_printed_with_the_chances(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests", "study", str(study)]) == 0
    said = capsys.readouterr().out
    with StudyFile.open(study) as file:
        findings = load_findings(file)
    assert findings is not None
    chances = next(one.details for one in findings.comparisons if isinstance(one.details, ChanceDetails))
    line = next(line for line in said.splitlines() if line.startswith("Chances of better, same and worse"))
    shown = [cell.strip() for cell in line.split("  ") if cell.strip()][-3:]
    for text, chance in zip(shown, (chances.first_better, chances.same, chances.second_better), strict=True):
        number = float(text.replace("<", "").replace(">", "").replace("%", ""))
        assert number == pytest.approx(min(99.0, max(1.0, 100 * chance)), abs=0.51)
    assert "Holm p" in said
    assert "equal models would give a false winner" in said


def test_that_one_model_can_be_asked_for(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests", "study", str(study), "--model", "naive-bayes"]) == 0
    titles = [line for line in capsys.readouterr().out.splitlines() if " against " in line and ": " in line]
    assert titles
    assert all(line.startswith("Naive Bayes against ") for line in titles)


def test_that_an_unknown_model_is_told_with_those_there_are(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests", "study", str(study), "--model", "forest"]) == 2
    assert "naive-bayes" in capsys.readouterr().err
