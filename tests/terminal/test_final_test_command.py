"""The final test rows from the terminal: opened once, told again, and checked."""

import json
import re
from pathlib import Path

import pytest

from core.history.history import History, history_path
from core.store.study_file import StudyFile
from core.terminal import main
from tests.terminal.plans import PLAN, write_plan
from tests.terminal.test_check import spoil

WITH_VAULT = PLAN + "vault = true\n"
CHANGE = "UPDATE fact SET value = replace(value, '\"value\":0.', '\"value\":0.9')"


@pytest.fixture(scope="module")
def final_rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vault")
    kept = folder / "kept.evenfold"
    assert main(["run", str(write_plan(folder, WITH_VAULT)), "--study", str(kept), "--workers", "0"]) in (0, 1)
    return kept


@pytest.fixture
def kept(final_rows: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "kept.evenfold"
    copy.write_bytes(final_rows.read_bytes())
    return copy


def test_that_a_plan_with_final_test_rows_needs_a_file_to_keep_it_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_plan(tmp_path, WITH_VAULT)), "--workers", "0"]) == 2
    assert "--study" in capsys.readouterr().err


def test_that_the_final_test_rows_are_in_no_training_and_no_test(kept: Path) -> None:
    with StudyFile.open(kept) as file:
        assert (file.data.size, file.final_test_size) == (80, 40)
        assert max(int(outcome.rows.max()) for outcome in file.outcomes()) < file.data.size
        assert file.final_test_opened_at is None
        assert file.final_test() is None


def test_that_the_final_test_rows_opens_once_and_is_told_again(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["final-test", str(kept)]) == 0
    first = capsys.readouterr().out
    assert "on 40 final test rows" in " ".join(first.split())
    assert "the range from the study" in " ".join(first.split())
    assert main(["final-test", str(kept), "--json", "-"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["text"][0] in " ".join(first.split())
    assert not again["answers"]
    assert main(["final-test", str(kept)]) == 0
    assert re.search(r"The final test rows were opened \d{4}-\d\d-\d\d \d\d:\d\d UTC\.", capsys.readouterr().out)
    with StudyFile.open(kept) as file:
        assert [line for _, line in file.log_lines() if "final test" in line] == ["40 final test rows opened"]
        ledger = History.open(history_path(file.study))
        assert file.plan_hash in [opening.plan_hash for opening in ledger.final_tests(file.data)]
        assert not ledger.verify()


def test_that_report_and_check_know_the_final_test_rows(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = kept.with_suffix(".html")
    assert main(["report", str(kept), "--out", str(out)]) == 0
    assert "is not used yet" in out.read_text("utf-8")
    assert main(["check", str(kept)]) == 0
    assert "40 rows, unopened" in capsys.readouterr().out
    assert main(["final-test", str(kept)]) == 0
    assert main(["report", str(kept), "--out", str(out)]) == 0
    assert "on 40 final test rows" in out.read_text("utf-8")
    assert main(["check", str(kept)]) == 0
    assert "figures reproduced: 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        (f"{CHANGE} WHERE name = 'final test'", "final test"),
        ("DELETE FROM fact WHERE name = 'final test'", "missing"),
        ("UPDATE data_column SET content = (SELECT content FROM data_column WHERE name = 'final test input 1') "
         "WHERE name = 'final test input 0'", "a column of the data was changed"),
        ("DELETE FROM fact WHERE name = 'final test data'", "do not agree"),
    ],
)  # fmt: skip
def test_that_a_changed_final_test_rows_is_named(
    kept: Path, statement: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["final-test", str(kept)]) == 0
    spoil(kept, statement)
    assert main(["check", str(kept)]) == 1
    assert named in capsys.readouterr().out


def test_that_a_study_without_final_test_rows_opens_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = tmp_path / "plain.evenfold"
    assert main(["run", str(write_plan(tmp_path)), "--study", str(plain), "--workers", "0"]) in (0, 1)
    assert main(["final-test", str(plain)]) == 2
    assert "has no final test rows" in capsys.readouterr().err


def test_that_training_again_gives_the_same(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(kept), "--retrain", "--workers", "0"]) == 0
    assert "80 of 80 trainings gave the same predictions" in capsys.readouterr().out
