"""The way in: what a start is for, when an environment counts as complete, and how a start goes on."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import main
from core import bootstrap, bootstrap_install, bootstrap_system
from core.bootstrap import ENTERED, Purpose
from core.bootstrap_place import Place, SetUpError, is_ready, stamp_for, write_stamp
from core.support import paths
from core.support.damaged_package import name_package

ROOT = Path(main.__file__).resolve().parent


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A program folder with both locks, and an environment without its stamp."""
    found = Place(tmp_path)
    found.lock.write_text("numpy==2.4.6 \\\n    --hash=sha256:0\n")
    found.test_lock.parent.mkdir()
    found.test_lock.write_text("pytest==9.2.0 \\\n    --hash=sha256:0\n")
    for file in (found.python, found.settings):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return found


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The Pythons that would have been started."""
    started: list[Path] = []
    monkeypatch.setattr(bootstrap, "_run_again", lambda python: started.append(python) or 0)  # type: ignore[func-returns-value]
    monkeypatch.setattr(bootstrap_system, "require_libraries", lambda wanted: None)
    monkeypatch.delenv(ENTERED, raising=False)
    yield started
    os.environ.pop(ENTERED, None)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The set-ups that would have been made: with the test tools or without."""
    asked: list[bool] = []
    monkeypatch.setattr(bootstrap_install, "set_up", lambda place, tests: asked.append(tests))
    return asked


def root_of(place: Place) -> Path:
    return place.folder.parent


def test_that_the_test_command_is_for_tests() -> None:
    assert bootstrap.purpose_of(["--test", "-x"]) is Purpose.TESTS


@pytest.mark.parametrize("arguments", [["run", "plan.toml"], ["look", "data.csv"], ["--help"], ["a.evenfold", "b"]])
def test_that_other_words_are_for_the_terminal(arguments: list[str]) -> None:
    assert bootstrap.purpose_of(arguments) is Purpose.TERMINAL


@pytest.mark.parametrize("arguments", [[], ["bearing.evenfold"]])
def test_that_a_window_is_opened_only_where_it_can_be_shown(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap_system, "has_display", lambda: True)
    assert bootstrap.purpose_of(arguments) is Purpose.WINDOW
    monkeypatch.setattr(bootstrap_system, "has_display", lambda: False)
    assert bootstrap.purpose_of(arguments) is Purpose.TERMINAL


def test_that_a_table_that_is_there_opens_in_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_system, "has_display", lambda: True)
    table = tmp_path / "parts.csv"
    assert bootstrap.purpose_of([str(table)]) is Purpose.TERMINAL
    table.write_text("a,b\n1,2\n")
    assert bootstrap.purpose_of([str(table)]) is Purpose.WINDOW


def test_that_a_command_is_a_command_also_beside_a_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap_system, "has_display", lambda: True)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "samples").write_text("")
    assert bootstrap.purpose_of(["samples"]) is Purpose.TERMINAL


@pytest.mark.parametrize("names", [[], ["home"], ["home", "bearing-run"]])
def test_that_a_tour_needs_a_folder_and_no_screen(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_system, "has_display", lambda: False)
    assert bootstrap.purpose_of(["--tour", "pictures", *names]) is Purpose.WINDOW
    assert bootstrap.purpose_of(["--tour"]) is Purpose.TERMINAL
    assert bootstrap.purpose_of(["--tour", "--help"]) is Purpose.TERMINAL


def test_that_linear_algebra_gets_one_thread_unless_the_person_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    bootstrap.one_thread_each()
    assert (os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"]) == ("3", "1")


def test_that_a_folder_without_a_stamp_is_not_ready(place: Place) -> None:
    assert not is_ready(place, tests=False)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"python": 3}'])
def test_that_a_damaged_stamp_is_no_stamp(place: Place, text: str) -> None:
    place.stamp.write_text(text)
    assert not is_ready(place, tests=False)


def test_that_a_stamp_makes_it_ready_and_the_test_tools_are_asked_for_apart(place: Place) -> None:
    write_stamp(place, tests=False)
    assert (is_ready(place, tests=False), is_ready(place, tests=True)) == (True, False)
    write_stamp(place, tests=True)
    assert (is_ready(place, tests=False), is_ready(place, tests=True)) == (True, True)


def test_that_a_changed_lock_is_noticed(place: Place) -> None:
    write_stamp(place, tests=True)
    place.lock.write_text("numpy==2.5.0\n")
    assert not is_ready(place, tests=False)


def test_that_changed_test_tools_matter_to_tests_only(place: Place) -> None:
    write_stamp(place, tests=True)
    place.test_lock.write_text("pytest==10\n")
    assert (is_ready(place, tests=False), is_ready(place, tests=True)) == (True, False)


def test_that_another_python_is_noticed(place: Place) -> None:
    place.stamp.write_text(json.dumps({**stamp_for(place, tests=True), "python": "3.10"}))
    assert not is_ready(place, tests=False)


@pytest.mark.parametrize("lost", ["python", "settings"])
def test_that_a_stamp_alone_is_not_enough(place: Place, lost: str) -> None:
    write_stamp(place, tests=False)
    getattr(place, lost).unlink()
    assert not is_ready(place, tests=False)


def test_that_a_copy_without_its_lock_says_so(place: Place) -> None:
    place.lock.unlink()
    with pytest.raises(SetUpError, match=r"requirements.txt cannot be read"):
        is_ready(place, tests=False)


def test_that_a_ready_environment_is_entered_at_once(place: Place, again: list[Path], made: list[bool]) -> None:
    write_stamp(place, tests=False)
    assert bootstrap.enter(Purpose.TERMINAL, root_of(place)) == 0
    assert (again, made) == ([place.python], [])


def test_that_tests_set_up_their_tools_first(place: Place, again: list[Path], made: list[bool]) -> None:
    write_stamp(place, tests=False)
    bootstrap.enter(Purpose.TESTS, root_of(place))
    assert (again, made) == ([place.python], [True])


def test_that_inside_the_ready_environment_the_program_goes_on(
    place: Place, again: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_stamp(place, tests=False)
    prepared: list[Path] = []
    monkeypatch.setattr(bootstrap, "_prepare_library", lambda place: prepared.append(place.folder))
    monkeypatch.setattr(sys, "prefix", str(place.folder))
    assert bootstrap.enter(Purpose.TERMINAL, root_of(place)) is None
    assert (again, prepared) == ([], [place.folder])


def test_that_an_environment_never_rebuilds_itself_from_inside(
    place: Place, again: list[Path], made: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(place.folder))
    monkeypatch.setattr(sys, "_base_executable", "/usr/bin/python3", raising=False)
    bootstrap.enter(Purpose.TERMINAL, root_of(place))
    assert (again, made) == ([Path("/usr/bin/python3")], [])


def test_that_what_was_compiled_is_kept_for_the_next_start(
    place: Place, again: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    write_stamp(place, tests=False)
    bootstrap.enter(Purpose.TERMINAL, root_of(place))
    assert again == [place.python]
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_that_a_start_never_goes_round_in_circles(
    place: Place, again: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    write_stamp(place, tests=False)
    os.environ[ENTERED] = str(place.folder)
    assert bootstrap.enter(Purpose.TERMINAL, root_of(place)) == 2
    assert again == []
    assert "PYTHONHOME" in capsys.readouterr().err


def test_that_a_problem_is_told_without_a_traceback(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(place: Place, tests: bool) -> None:
        raise SetUpError("The disk is full.", "Free some.")

    monkeypatch.setattr(bootstrap_install, "set_up", fail)
    assert bootstrap.enter(Purpose.TERMINAL, root_of(place)) == 2
    assert capsys.readouterr().err == "The disk is full.\nFree some.\n"


def test_that_ctrl_c_during_the_set_up_ends_it_quietly(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(place: Place, tests: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap_install, "set_up", interrupt)
    assert bootstrap.enter(Purpose.TERMINAL, root_of(place)) == 130
    assert "Stopped" in capsys.readouterr().err


def test_that_a_package_that_cannot_be_loaded_is_noted_and_repaired_by_the_next_start(
    place: Place, again: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_stamp(place, tests=False)
    monkeypatch.setattr(sys, "prefix", str(place.folder))
    monkeypatch.delenv(bootstrap.REPAIRED, raising=False)
    problem = ModuleNotFoundError("No module named 'numpy.linalg'", name="numpy.linalg")
    assert bootstrap.start_repaired(problem, name_package(problem), root_of(place)) == 0
    assert len(again) == 1
    assert not is_ready(place, tests=False)
    assert "numpy.linalg" in place.damaged.read_text()
    assert (
        bootstrap.start_repaired(problem, name_package(problem), root_of(place)) == 2
    )  # a repair that did not help is not repeated
    assert len(again) == 1
    told = capsys.readouterr().err
    assert "numpy.linalg cannot be loaded" in told
    assert "Delete the folder" in told
    os.environ.pop(bootstrap.REPAIRED)


def test_that_a_package_is_named_that_another_one_needed(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    """As numpy does it, whose own problem has no name."""
    problem = ImportError("Importing the C extensions failed")
    problem.__cause__ = ImportError("file too short", name="numpy._core._multiarray_umath")
    assert (
        bootstrap.start_repaired(problem, name_package(problem), root_of(place)) == 2
    )  # this Python is not the one of that environment
    assert "numpy._core._multiarray_umath cannot be loaded" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["samples"], ["study.evenfold"]])
def test_that_a_start_that_meets_a_damaged_file_of_a_package_goes_on_repaired(
    place: Place, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    problem = SyntaxError("invalid syntax", (str(place.packages / "numpy" / "linalg.py"), 1, 1, "x = = 1", 1, 2))
    met: list[tuple[Exception, str]] = []

    def fail(*_: object) -> int:
        raise problem

    monkeypatch.setattr(sys, "argv", ["main.py", *arguments])
    monkeypatch.setattr(bootstrap, "enter", lambda _purpose: None)
    monkeypatch.setattr(main, "work", fail)
    monkeypatch.setattr(bootstrap, "start_repaired", lambda found, name: met.append((found, name)) or 0)  # type: ignore[func-returns-value]
    assert main.main() == 0
    assert met == [(problem, "numpy")]


def test_that_a_damaged_file_is_noted_with_its_package(
    place: Place, again: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_stamp(place, tests=False)
    monkeypatch.setattr(sys, "prefix", str(place.folder))
    monkeypatch.setenv(bootstrap.REPAIRED, "")
    problem = SyntaxError("invalid syntax", (str(place.packages / "numpy" / "linalg.py"), 1, 1, "x = = 1", 1, 2))
    assert bootstrap.start_repaired(problem, name_package(problem), root_of(place)) == 0
    assert len(again) == 1
    assert place.damaged.read_text().startswith("numpy cannot be loaded: invalid syntax")
    assert not is_ready(place, tests=False)


def test_that_a_fault_of_our_own_is_not_taken_for_a_damaged_package(place: Place, again: list[Path]) -> None:
    with pytest.raises(ImportError):
        bootstrap.start_repaired(ImportError("cannot import name 'x'"), "core.judge", root_of(place))
    assert again == []


def test_that_the_way_in_has_a_last_net(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(main, "start", fail)
    assert main.main() == 70
    told = capsys.readouterr().err
    assert "fault of Evenfold" in told
    assert str(paths.log()) in told
    assert "planted" not in told


def test_that_a_program_ends_in_order_beside_a_training_that_was_left_behind() -> None:
    """Python would end the thread inside whatever compiled code it is in, and C++ then aborts the program."""
    code = (
        "import atexit, main, os, sys, threading\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "atexit.register(print, 'what was to be done at the end')\n"
        "torn_out, os._exit = os._exit, lambda code: (print('left alone', flush=True), torn_out(code))\n"
        "print('said', end=' ')\n"
        "main.leave(7)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 7
    assert done.stdout.split("\n") == ["said what was to be done at the end", "left alone", ""]
    assert done.stderr == ""


def test_that_an_old_python_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "OLDEST_PYTHON", (99, 0))
    assert main.main() == 2
    said = capsys.readouterr().err
    assert "needs Python 3.11 or newer" in said
    assert "Install a newer one" in said


def test_that_a_worker_process_that_imports_main_starts_nothing() -> None:
    code = "import sys, runpy; runpy.run_path('main.py', run_name='__mp_main__'); print('core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_that_the_way_in_stays_light() -> None:
    code = "import sys, core.bootstrap; print({'subprocess', 'ctypes', 'inspect', 'numpy'} & set(sys.modules))"
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "set()"


def test_that_continuous_integration_calls_the_test_command_of_the_readme() -> None:
    assert "python3 main.py --test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 main.py --test" in (ROOT / "README.md").read_text(encoding="utf-8")
