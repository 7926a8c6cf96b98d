"""The check of the installation: what works is said, what does not is named with a way on."""

from pathlib import Path

import pytest

from core.application import check_installation
from core.application.check_installation import Check, as_text, installation, keep
from core.support import paths
from core.terminal import main


def test_that_this_installation_works_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    assert main(["self-check"]) == 0
    said = capsys.readouterr().out
    assert "PROBLEM" not in said
    assert "Worker processes: start and report" in said
    assert paths.self_check().read_text("utf-8").splitlines()[1:] == said.splitlines()[1:]
    assert list(tmp_path.rglob("evenfold-*")) == []


def test_that_a_folder_that_cannot_be_made_is_a_problem_with_a_way_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(check_installation, "_workers", lambda: Check("Worker processes", True, ""))
    wrong = [check for check in installation() if not check.ok]
    assert [check.title for check in wrong] == ["Folder for settings, history and log"]
    assert "EVENFOLD_HOME" in wrong[0].said


def test_that_missing_resources_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    found = check_installation._resources()
    assert not found.ok
    assert "report.html" in found.said


def test_that_workers_that_do_not_report_are_a_problem_in_words() -> None:
    found = check_installation._workers(patience=0.0)
    assert not found.ok
    assert "did not report" in found.said


def test_that_the_log_marks_problems_and_never_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = (Check("One", True, "fine"), Check("Two", False, "broken"))
    text = as_text(checks)
    assert "ok      One: fine" in text
    assert "PROBLEM Two: broken" in text
    monkeypatch.setattr(paths, "self_check", lambda: tmp_path / "absent" / "log")
    keep(checks)
