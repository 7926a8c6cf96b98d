"""The test command: every check in order, announced, without a display, ended by the first that fails."""

import importlib.util
from pathlib import Path

import pytest

from core.bootstrap_checks import CHECKS, COVERED, FAST_TESTS, ROOT, Check, count_test_processes, run


def leaving(file: Path, code: int = 0) -> tuple[str, ...]:
    """A check that leaves its arguments and its platform in a file, and ends with the code."""
    text = (
        f"import os, sys; open({str(file)!r}, 'a').write(os.environ['QT_QPA_PLATFORM'] + ' ' + ' '.join(sys.argv[1:]))"
    )
    return ("-c", f"{text}; sys.exit({code})")


def test_that_format_lint_types_contracts_and_tests_are_checked_in_this_order() -> None:
    assert [check.title for check in CHECKS] == ["format", "lint", "types", "contracts", "tests"]


def test_that_each_check_is_announced_and_all_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checks = tuple(Check(title, "tool", leaving(tmp_path / title)) for title in ("first", "second"))
    assert run([], checks) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[:2] == ["[1 of 2] first (tool)", "[2 of 2] second (tool)"]
    assert said[2].startswith("All 2 checks passed")
    assert (tmp_path / "second").read_text().startswith("offscreen")


def test_that_the_first_failing_check_ends_it_with_its_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failing = Check("first", "tool", leaving(tmp_path / "first", code=5))
    never = Check("second", "tool", leaving(tmp_path / "second"))
    assert run([], (failing, never)) == 5
    assert not (tmp_path / "second").exists()
    assert "Not passed: first." in capsys.readouterr().err


def test_that_further_arguments_go_to_pytest_alone(tmp_path: Path) -> None:
    other = Check("types", "mypy", leaving(tmp_path / "other"))
    tests = Check("tests", "pytest", leaving(tmp_path / "tests"))
    run(["-k", "word"], (other, tests))
    assert (tmp_path / "other").read_text() == "offscreen "
    assert (tmp_path / "tests").read_text() == f"offscreen -n {count_test_processes()} -k word"


def test_that_the_fast_loop_runs_the_same_checks_with_quick_tests(tmp_path: Path) -> None:
    other = Check("types", "mypy", leaving(tmp_path / "other"))
    tests = Check("tests", "pytest", leaving(tmp_path / "tests"))
    run(["--fast", "-x"], (other, tests))
    assert (tmp_path / "other").read_text() == "offscreen "
    asked = (tmp_path / "tests").read_text().split()
    assert asked[3:] == [*FAST_TESTS, "-x"]
    assert [place for place in FAST_TESTS if not (ROOT / place).exists()] == []


def test_that_coverage_is_measured_on_request_only(tmp_path: Path) -> None:
    tests = Check("tests", "pytest", leaving(tmp_path / "tests"))
    run(["--coverage", "-x"], (tests,))
    assert (tmp_path / "tests").read_text().split()[3:] == [*COVERED, "-x"]


@pytest.mark.parametrize("module", ["pytest_cov", "ruff", "mypy", "importlinter.cli", "pytest", "xdist"])
def test_that_every_tool_is_there(module: str) -> None:
    assert importlib.util.find_spec(module) is not None
