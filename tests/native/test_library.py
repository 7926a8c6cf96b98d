"""Compiling and loading: every compiler of this computer gives the same bits; nothing stale is ever loaded."""

import ctypes
import shutil
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from core import native_build
from core.native import tree_growing
from core.native.library import address, check_result, compiled_library
from core.native.tree_growing import grow_trees
from core.native.tree_records import Trees
from core.native_build import CompilerError, compile_library, library_file, source_hash
from tests.native.tables import case


@pytest.mark.parametrize("name", ["gcc", "clang", "tcc"])
def test_that_every_compiler_gives_the_same_trees(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = shutil.which(name)
    if compiler is None:
        pytest.skip(f"{name} is not installed here")
    compiled = ctypes.CDLL(str(compile_library([compiler], tmp_path)))
    for number in range(20):
        one = case(number, most_rows=40)
        monkeypatch.setattr(tree_growing, "compiled_library", lambda: None)
        wanted = grow_trees(one.table, one.options, 2)
        monkeypatch.setattr(tree_growing, "compiled_library", lambda: compiled)
        found = grow_trees(one.table, one.options, 2)
        assert all(np.array_equal(getattr(found, one.name), getattr(wanted, one.name)) for one in fields(Trees))


def test_that_other_sources_have_another_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, sources = source_hash(), tmp_path / "native"
    shutil.copytree(native_build.HERE, sources)
    monkeypatch.setattr(native_build, "HERE", sources)
    assert source_hash() == mine
    (sources / native_build.SOURCES[0]).write_text("int nothing;")
    assert source_hash() != mine
    assert library_file(tmp_path).name.startswith(f"evenfold-{source_hash()}-")


def test_that_a_compiler_that_fails_leaves_nothing_and_says_why(tmp_path: Path) -> None:
    with pytest.raises(CompilerError, match="did not work"):
        compile_library([str(tmp_path / "no-such-compiler")], tmp_path)
    with pytest.raises(CompilerError, match="did not work"):
        compile_library([shutil.which("python3") or "python3"], tmp_path)
    assert list(tmp_path.rglob("*.*")) == []


def test_that_without_a_library_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    compiled_library.cache_clear()
    assert compiled_library() is None
    monkeypatch.undo()
    compiled_library.cache_clear()


def test_that_arrays_of_another_kind_never_reach_compiled_code() -> None:
    with pytest.raises(ValueError, match="cannot be used"):
        address(np.zeros(3, dtype=np.float32), np.float64)
    with pytest.raises(ValueError, match="without gaps"):
        address(np.zeros((3, 3))[:, ::2], np.float64)
    with pytest.raises(MemoryError):
        check_result(-1)
