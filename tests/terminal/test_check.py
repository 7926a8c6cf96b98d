"""`check`: 0 when everything is as it was, 1 when something differs and is named, 2 for what is no study."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from core.store.study_file import StudyFile
from core.terminal import main
from core.verification.value_comparison import compare_values
from tests.report.subjects import subject
from tests.terminal.plans import finished_study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("checked"))


@pytest.fixture
def kept(study: Path, tmp_path: Path) -> Path:
    """A copy that may be spoiled."""
    copy = tmp_path / "kept.evenfold"
    copy.write_bytes(study.read_bytes())
    return copy


def spoil(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    with connection:
        assert connection.execute(statement, values).rowcount > 0
    connection.close()


def test_that_an_untouched_study_is_verified(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "numbers reproduced" in said
    assert "80 of 80 trainings" in said
    assert "differs" not in said


def test_that_a_changed_plan_is_named(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(kept, "UPDATE fact SET value = replace(value, '\"margin\":2.0', '\"margin\":1.0') WHERE name = 'plan'")
    assert main(["check", str(kept)]) == 1
    assert "plan's hash" in capsys.readouterr().out


def test_that_a_changed_number_is_named_with_its_place(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StudyFile.open(kept) as file:
        findings = file.findings()
        assert findings is not None
        better = replace(findings.estimates[1], mean=0.001)
        file.save_findings(replace(findings, estimates=(findings.estimates[0], better, *findings.estimates[2:])))
    assert main(["check", str(kept), "--json", "-"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["verified"]
    assert ["estimates[1].mean" in text for one in found["checks"] for text in one["differences"]] == [True]


def test_that_the_answer_is_told_beside_a_file_of_json(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = kept.with_suffix(".json")
    assert main(["check", str(kept), "--json", str(out)]) == 0
    assert json.loads(out.read_text("utf-8"))["answer"] == capsys.readouterr().out.strip()


def test_that_swapped_predictions_are_noticed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(kept, "DELETE FROM outcome WHERE rowid = (SELECT max(rowid) FROM outcome)")
    assert main(["check", str(kept)]) == 1
    assert "trainings are missing" in capsys.readouterr().out


def test_that_broken_content_is_a_difference_and_no_traceback(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(kept, "UPDATE outcome SET arrays = x'00' WHERE id = 1")
    assert main(["check", str(kept)]) == 1
    assert "differs" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"not a study", b"SQLite format 3\x00" + b"\x00" * 200])
def test_that_another_file_is_no_study(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.evenfold"
    path.write_bytes(content)
    assert main(["check", str(path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_that_the_last_digits_may_differ_and_others_may_not() -> None:
    findings = subject().findings
    first = findings.estimates[0]
    assert first.mean is not None
    for factor, expected in ((1 + 1e-13, 0), (1 + 1e-6, 1)):
        other = replace(findings, estimates=(replace(first, mean=first.mean * factor), *findings.estimates[1:]))
        found = compare_values(findings, other)
        assert len(found.differences) == expected
        assert found.numbers > 100
