"""A study in the terminal is not got around by accident: edited tables, other plans, a deleted history, links."""

import sqlite3
from pathlib import Path

import pytest

from core.application.comparison_history import ComparisonRecorder, open_history_near
from core.domain.events import Ended, Progressed
from core.domain.evidence import Run
from core.store.study_file import StudyFile
from core.support import paths
from core.terminal import main
from core.wording.history_text import GONE
from tests.terminal.plans import PLAN, write_plan


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    return write_plan(tmp_path)


def run(plan: Path, study: Path | None = None) -> int:
    kept = () if study is None else ("--study", str(study))
    return main(["run", str(plan), *kept, "--workers", "0"])


def edit(plan: Path, how: str) -> None:
    table = plan.with_name("table.csv")
    head, *rows = table.read_text().splitlines()
    rows = {
        "a cell": ["99" + rows[0][rows[0].index(",") :], *rows[1:]],
        "the order": [*rows[1:], rows[0]],
        "rows added": [*rows, *rows[:3]],
        "rows gone": rows[3:],
    }[how]
    table.write_text("\n".join((head, *rows)))


@pytest.mark.parametrize("how", ["a cell", "the order", "rows added", "rows gone"])
def test_that_a_table_edited_after_the_lock_is_refused(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    study = tmp_path / "kept.evenfold"
    assert run(plan, study) in (0, 1)
    edit(plan, how)
    assert run(plan, study) == 2
    assert "no longer as it was when kept.evenfold was made" in capsys.readouterr().err
    assert main(["run", str(study), "--workers", "0"]) in (0, 1)
    assert main(["check", str(study)]) == 0


def test_that_another_plan_does_not_go_on_in_a_study(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "kept.evenfold"
    assert run(plan, study) in (0, 1)
    plan.write_text(PLAN.replace("seed = 3", "seed = 4"))
    assert run(plan, study) == 2
    assert "locked with another plan" in capsys.readouterr().err


def test_that_a_study_that_grew_goes_on_as_it_is(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "kept.evenfold"
    assert run(plan, study) in (0, 1)
    assert main(["run", str(study), "--extend", "3", "--workers", "0"]) in (0, 1)
    capsys.readouterr()
    assert run(plan, study) in (0, 1)
    assert "kept.evenfold has more repeats, samples or candidates than this plan" in capsys.readouterr().err
    with StudyFile.open(study) as file:
        assert file.study.scheme.repeats == 3
    assert main(["check", str(study)]) == 0


def test_that_the_answer_at_the_bar_of_the_history_is_told(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(4, 9):
        plan.write_text(PLAN.replace("seed = 3", f"seed = {seed}").replace("repeats = 2", "repeats = 1"))
        run(plan)
    said = capsys.readouterr().err
    assert "These rows were compared 8 times before. The significance level is 0.05 ÷ 10." in said


def test_that_a_deleted_history_is_told_and_built_again_from_studies_nearby(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(plan, tmp_path / "first.evenfold") in (0, 1)
    paths.history().unlink()
    plan.write_text(PLAN.replace("seed = 3", "seed = 4"))
    assert run(plan, tmp_path / "second.evenfold") in (0, 1)
    said = capsys.readouterr().err
    assert "There was no history here; 2 comparisons were found again" in said
    assert "These rows were compared 2 times before." in said


def test_that_a_damaged_history_is_told_by_every_command(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    predictions = tmp_path / "given.csv"
    predictions.write_text("truth,a,b\n" + "".join(f"{i % 2},{i % 2},{i % 3 % 2}\n" for i in range(60)))
    asked = ["compare-predictions", str(predictions), "--truth", "truth", "--models", "a", "b"]
    assert main([*asked, "--trained-on", "no", "--same-order", "yes"]) in (0, 1)
    paths.history().write_bytes(b"junk" * 100)
    capsys.readouterr()
    assert main([*asked, "--trained-on", "no", "--same-order", "yes"]) in (0, 1)
    assert "set aside as history-damaged-1.sqlite" in capsys.readouterr().err


def test_that_a_history_deleted_during_a_run_is_told_and_the_run_is_counted(plan: Path, tmp_path: Path) -> None:
    study = tmp_path / "kept.evenfold"
    assert run(plan, study) in (0, 1)
    with StudyFile.open(study, only_read=True) as file:
        recorder = ComparisonRecorder(file.study, file.data, lambda of: open_history_near(of, None))
        outcomes = tuple(file.outcomes())
        recorder.see(Progressed(outcomes, (), len(outcomes), len(outcomes), None))
        paths.history().unlink()
        notes = recorder.see(Ended(Run(outcomes, complete=True), file.findings()))
    assert GONE in notes
    with sqlite3.connect(paths.history()) as connection:
        assert connection.execute("SELECT count(*) FROM link").fetchone()[0] >= 3


def test_that_a_link_to_a_study_is_that_study(plan: Path, tmp_path: Path) -> None:
    study, link = tmp_path / "kept.evenfold", tmp_path / "link.evenfold"
    link.symlink_to(study)
    assert run(plan, link) in (0, 1)
    assert study.exists()
    assert link.is_symlink()
    with StudyFile.open(study) as file:
        assert not file.read_only
        with StudyFile.open(link) as second:
            assert second.read_only
    assert main(["check", str(link)]) == 0


def test_that_a_link_in_a_circle_is_one_sentence(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = tmp_path / "loop.evenfold"
    loop.symlink_to(loop)
    for command in (["check", str(loop)], ["run", str(plan), "--study", str(loop)], ["run", str(loop)]):
        assert main(command) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_that_the_history_may_be_a_link(plan: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.sqlite"
    paths.history().symlink_to(real)
    assert run(plan) in (0, 1)
    assert real.exists()
    assert paths.history().is_symlink()
