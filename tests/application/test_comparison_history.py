"""Earlier comparisons are counted by one rule, whatever door a study comes through, and the count is locked."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.application.comparison_history import count_with_history, keep_locked_count, with_history, with_reason
from core.domain.study import REASON, QuestionKind, Study
from core.history.history import History, history_path
from core.judge.context import count_comparisons
from core.plans.plan_file import read_plan
from core.plans.plan_writer import study_as_plan
from core.store.study_file import StudyFile
from core.terminal import main
from gui.ledger import look_up
from tests.terminal.plans import PLAN, write_plan


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    return write_plan(tmp_path)


def run(plan: Path, *options: str) -> dict[str, object]:
    """The numbers of a run in the terminal."""
    out = plan.with_name("out.json")
    assert main(["run", str(plan), "--json", str(out), "--workers", "0", *options]) in (0, 1)
    found: dict[str, object] = json.loads(out.read_text("utf-8"))
    return found


def another(plan: Path, seed: int) -> Path:
    path = plan.with_name(f"seed{seed}.toml")
    path.write_text(PLAN.replace("seed = 3", f"seed = {seed}"))
    return path


def test_that_terminal_window_file_and_report_agree_on_count_and_level(plan: Path, tmp_path: Path) -> None:
    run(another(plan, 4))
    planned = read_plan(plan)
    seen = look_up(planned.study, planned.data, tmp_path)  # what the window asks
    in_window = with_history(planned.study, planned.data, seen)
    kept, report = tmp_path / "kept.evenfold", tmp_path / "report.html"
    told = run(plan, "--study", str(kept), "--report", str(report))
    with StudyFile.open(kept, only_read=True) as file:
        in_file = file.study
    assert in_window.earlier_comparisons == in_file.earlier_comparisons == 2
    assert told["history"] == {"earlier": 2, "elsewhere": 0, "known": 2, "ignored_because": None}
    verdict = told["verdict"]
    assert isinstance(verdict, dict)
    assert (verdict["comparisons"], verdict["earlier"]) == (4, 2)
    assert verdict["level"] == pytest.approx(1 - 0.05 / 4)
    assert "0.05 ÷ 4" in report.read_text("utf-8")


def test_that_a_reason_takes_the_history_out_and_is_printed(plan: Path, tmp_path: Path) -> None:
    run(another(plan, 4))
    report = tmp_path / "report.html"
    told = run(plan, "--ignore-history", "the gauge was replaced", "--report", str(report))
    history = told["history"]
    assert isinstance(history, dict)
    assert (history["earlier"], history["ignored_because"]) == (0, "the gauge was replaced")
    assert "the gauge was replaced" in report.read_text("utf-8")


def test_that_the_count_of_a_locked_study_stays(plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.evenfold"
    first = run(plan, "--study", str(kept))
    run(another(plan, 4))
    assert run(plan, "--study", str(kept))["history"] == first["history"]
    assert main(["check", str(kept)]) == 0
    late = ["run", str(plan), "--study", str(kept), "--ignore-history", "other rows", "--workers", "0"]
    assert main(late) == 2
    assert "locked with its count" in capsys.readouterr().err


def test_that_the_same_plan_again_is_the_same_comparison(plan: Path) -> None:
    first = run(plan)
    run(another(plan, 4))
    again = run(plan)
    assert again["history"] == first["history"]
    assert again["verdict"] == first["verdict"]


def test_that_what_a_plan_states_is_added_and_a_counted_plan_gives_its_count_elsewhere(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(another(plan, 4))
    plan.write_text(PLAN + "looks = 3\n")
    kept = tmp_path / "kept.evenfold"
    told = run(plan, "--study", str(kept))
    assert told["history"] == {"earlier": 5, "elsewhere": 3, "known": 2, "ignored_because": None}
    with StudyFile.open(kept, only_read=True) as file:
        plan.write_text(study_as_plan(file.study, file.data, tmp_path))
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "another computer"))
    there = run(plan)
    assert there["history"] == told["history"]
    assert there["verdict"] == told["verdict"]


def test_that_samples_never_count_and_every_question_counts_its_own(plan: Path) -> None:
    run(another(plan, 4))
    planned = read_plan(plan)
    history = History.open(history_path(planned.study))
    sample = replace(planned.study, source="sample:bearing")
    assert with_history(sample, planned.data, history).earlier_comparisons == 0
    which = replace(planned.study, question=replace(planned.study.question, kind=QuestionKind.WHICH))
    for study in (planned.study, which):
        counted = with_history(study, planned.data, history)
        assert count_with_history(study, planned.data, history).total == count_comparisons(counted, planned.data)


def test_that_going_on_keeps_count_and_reason(plan: Path) -> None:
    study: Study = read_plan(plan).study
    locked = with_reason(replace(study, earlier_comparisons=4, comparisons_elsewhere=1), "other rows")
    kept = keep_locked_count(replace(study, seed=9), locked)
    assert (kept.earlier_comparisons, kept.comparisons_elsewhere, kept.answers[REASON]) == (4, 1, "other rows")
    assert kept.seed == 9
