"""Which package could not be loaded, told from the problem alone: by real imports of files that are damaged."""

import importlib
import py_compile
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.support.damaged_package import name_package

SOURCE = "value = 1234567\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package where installers put them, with one module."""
    folder = tmp_path / "lib" / "site-packages" / "fruits"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "pears.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(folder.parent))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "fruits"]:
        del sys.modules[name]


def caught(name: str) -> Exception:
    try:
        importlib.import_module(name)
    except Exception as problem:  # noqa: BLE001 which one it is depends on the damage
        return problem
    raise AssertionError(f"{name} could be loaded")


@pytest.mark.parametrize(
    "damaged",
    [
        b"value = = 34567\n",
        b"value = 12\x00\x00567\n",
        b'value = "\xff\xfe345"\n',
        b"value = 1v34567\n",
        b"velue = value+1\n",
    ],
)
def test_that_a_file_damaged_at_the_same_size_is_its_packages(package: Path, damaged: bytes) -> None:
    assert len(damaged) == len(SOURCE)
    (package / "pears.py").write_bytes(damaged)
    assert name_package(caught("fruits.pears")) == "fruits"


@pytest.mark.parametrize("damage", [lambda whole: whole[:20], lambda whole: whole[:16] + b"\xff" * (len(whole) - 16)])
def test_that_a_damaged_compiled_file_is_its_packages(package: Path, damage: Callable[[bytes], bytes]) -> None:
    compiled = Path(py_compile.compile(str(package / "pears.py"), doraise=True) or "")
    compiled.write_bytes(damage(compiled.read_bytes()))
    assert name_package(caught("fruits.pears")) == "fruits"


def test_that_what_a_package_does_later_is_not_about_its_files(package: Path) -> None:
    (package / "pears.py").write_text("def fall(): return 1 / 0\n")
    module = importlib.import_module("fruits.pears")
    with pytest.raises(ZeroDivisionError) as raised:
        module.fall()
    assert name_package(raised.value) == ""


def test_that_a_fault_beside_a_package_that_is_not_there_is_a_fault() -> None:
    def fall() -> None:
        try:
            importlib.import_module("fruits_that_nobody_has")
        except ImportError:
            _ = 1 / 0

    with pytest.raises(ZeroDivisionError) as raised:
        fall()
    assert name_package(raised.value) == ""


@pytest.mark.parametrize("refusal", ["MemoryError", "OSError"])
def test_that_what_the_computer_refuses_while_loading_is_not_about_files(package: Path, refusal: str) -> None:
    (package / "pears.py").write_text(f"raise {refusal}\n")
    assert name_package(caught("fruits.pears")) == ""


def test_that_a_formula_with_a_wrong_sign_is_no_damage() -> None:
    with pytest.raises(SyntaxError) as raised:
        compile("1 +", "<formula>", "eval")
    assert name_package(raised.value) == ""
