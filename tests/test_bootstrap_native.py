"""The native core is compiled once, by whatever compiler there is; a failure is told once and never ends a start."""

from pathlib import Path

import pytest

from core import bootstrap_native
from core.bootstrap_native import COMPILER_LOCK, prepare_library
from core.bootstrap_place import Place
from core.native_build import CompilerError, library_file

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / COMPILER_LOCK


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The compilers that were used; compiling is writing a file."""
    used: list[list[str]] = []

    def write(compiler: list[str], folder: Path) -> Path:
        used.append(compiler)
        library_file(folder).parent.mkdir(parents=True, exist_ok=True)
        library_file(folder).touch()
        return library_file(folder)

    monkeypatch.setattr(bootstrap_native, "compile_library", write)
    return used


def have(monkeypatch: pytest.MonkeyPatch, compiler: list[str] | None) -> None:
    monkeypatch.setattr(bootstrap_native, "find_compiler", lambda: compiler)


def test_that_a_compiler_of_the_computer_is_used_once(
    place: Place, compiled: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    have(monkeypatch, ["gcc"])
    prepare_library(place, LOCK)
    prepare_library(place, LOCK)
    assert compiled == [["gcc"]]


def test_that_without_a_compiler_one_is_fetched(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[Path] = []
    have(monkeypatch, None)
    monkeypatch.setattr(bootstrap_native, "_compile_with_fetched_compiler", lambda _place, lock: fetched.append(lock))
    prepare_library(place, LOCK)
    assert fetched == [LOCK]


def test_that_a_failure_is_told_and_tried_again_only_with_a_compiler(
    place: Place, compiled: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_place: Place, _lock: Path) -> None:
        raise CompilerError("there is no network")

    have(monkeypatch, None)
    monkeypatch.setattr(bootstrap_native, "_compile_with_fetched_compiler", fail)
    prepare_library(place, LOCK)
    said = capsys.readouterr().err
    assert "there is no network" in said
    assert "same numbers" in said
    prepare_library(place, LOCK)
    assert capsys.readouterr().err == ""
    have(monkeypatch, ["clang"])
    prepare_library(place, LOCK)
    assert compiled == [["clang"]]


def test_that_the_fetched_compiler_is_pinned_by_hash() -> None:
    lines = LOCK.read_text(encoding="utf-8").split()
    assert lines[0].startswith("ziglang==")
    assert sum(line.startswith("--hash=sha256:") for line in lines) == 6


@pytest.mark.on_demand
def test_that_the_fetched_compiler_makes_a_library_and_is_removed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    have(monkeypatch, None)
    monkeypatch.setattr(place, "python", Path(__import__("sys").executable))
    prepare_library(place, LOCK)
    assert library_file(place.folder).exists()
