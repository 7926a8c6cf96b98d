"""The build of the Windows program on Linux: what it refuses, what it keeps, and what the shims export."""

import base64
import hashlib
import importlib
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [str(ROOT / "packaging" / "windows"), str(ROOT / "packaging")]
MODULES = (
    "build_on_linux",
    "interpreter",
    "origins",
    "wine",
    "build",
    "parcels",
    "x_display",
    "smoke_under_wine",
    "smoke",
    "smoke_program",
)


@pytest.fixture(scope="module")
def windows() -> Iterator[Any]:
    """The scripts of packaging/windows, which are no package, by their names."""
    known, path = set(sys.modules), list(sys.path)
    sys.path[:0] = FOLDERS
    yield {name: importlib.import_module(name) for name in MODULES}
    sys.path[:] = path
    for name in set(MODULES) - known:
        sys.modules.pop(name, None)


@pytest.fixture
def interpreter(windows: dict[str, ModuleType]) -> Any:
    return windows["interpreter"]


@pytest.fixture
def origins(windows: dict[str, ModuleType]) -> Any:
    return windows["origins"]


def test_that_an_archive_with_another_hash_is_refused_and_removed(interpreter: Any, tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(b"changed on the way")
    archive = interpreter.Archive("a", "a.tar.gz", hashlib.sha256(b"as it was").hexdigest())
    with pytest.raises(interpreter.NotVouchedForError):
        interpreter.fetch(archive, tmp_path)
    assert not (tmp_path / "a.tar.gz").exists()


def test_that_a_module_needs_its_hash_in_a_signed_catalog(interpreter: Any, tmp_path: Path) -> None:
    module, inside = tmp_path / "os.py", Path("Lib/os.py")
    module.write_bytes(b"import sys")
    catalog = b"before" + hashlib.sha256(b"import sys").digest() + b"after"
    assert interpreter.evidence_for(module, inside, catalog) == "in the signed catalog"
    module.write_bytes(b"import sys, evil")
    with pytest.raises(interpreter.NotVouchedForError):
        interpreter.evidence_for(module, inside, catalog)


def test_that_a_module_read_by_people_is_taken_with_these_bytes_only(interpreter: Any, tmp_path: Path) -> None:
    module = tmp_path / "__init__.py"
    module.write_bytes(b"anything else")
    with pytest.raises(interpreter.NotVouchedForError):
        interpreter.evidence_for(module, Path("Lib/zipfile/__init__.py"), b"")


@pytest.mark.parametrize(
    ("inside", "wanted"),
    [
        ("python.exe", True),
        ("Lib/json/decoder.py", True),
        ("DLLs/_ssl.pyd", True),
        ("Lib/site-packages/pip/__init__.py", False),
        ("Lib/__pycache__/os.cpython-312.pyc", False),  # bytecode is in no catalog
        ("Scripts/pip.exe", False),
        ("vcruntime140.dll", False),
        ("tcl/reg1.3/tclreg13.dll", False),
    ],
)
def test_that_only_the_interpreter_is_taken_of_an_archive(interpreter: Any, inside: str, wanted: bool) -> None:
    assert interpreter.is_wanted(Path(inside)) is wanted


def program_of(*parts: tuple[str, bytes]) -> bytes:
    """A Windows program of these sections, as far as a reader of its headers can tell."""
    start = 0x200
    head = b"MZ" + bytes(0x3A) + struct.pack("<I", 0x40) + b"PE\0\0" + struct.pack("<HH12xHH", 0x8664, len(parts), 0, 0)
    table, body = b"", b""
    for name, content in parts:
        place = start + len(body)
        table += struct.pack("<8sIIII16x", name.encode(), len(content), 0, len(content), place)
        body += content
    return (head + table).ljust(start, b"\0") + body


@pytest.fixture
def frozen(tmp_path: Path) -> tuple[Path, Path]:
    """A frozen program and the Python it was made with: one library of a wheel, one of CPython, our two programs."""
    program, python = tmp_path / "evenfold", tmp_path / "python"
    packages = python / "Lib" / "site-packages"
    loaders = packages / "PyInstaller" / "bootloader" / "Windows-64bit-intel"
    for folder in (program / "_internal", loaders, packages / "a-1.dist-info"):
        folder.mkdir(parents=True)
    for folder in (packages, program / "_internal"):
        (folder / "a.pyd").write_bytes(b"MZ of a wheel")
    for folder in (python, program / "_internal"):
        (folder / "python312.dll").write_bytes(b"MZ of CPython")
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"MZ of a wheel").digest()).rstrip(b"=").decode()
    (packages / "a-1.dist-info" / "RECORD").write_text(f"a.pyd,sha256={digest},13\n", encoding="utf-8")
    for name, loader in (("evenfold.exe", "runw.exe"), ("evenfold-terminal.exe", "run.exe")):
        (loaders / loader).write_bytes(program_of((".text", loader.encode())))
        (program / name).write_bytes(program_of((".text", loader.encode()), (".rsrc", b"icon")))
    return program, python


def test_that_binaries_are_traced_to_wheels_and_to_cpython(origins: Any, frozen: tuple[Path, Path]) -> None:
    assert origins.require_known_origin(*frozen) == origins.Tally(wheels=1, interpreter=1, own=2)


@pytest.mark.parametrize("name", ["_internal/a.pyd", "_internal/no-ending", "evenfold.exe"])
def test_that_a_binary_of_unknown_origin_ends_the_build(origins: Any, frozen: tuple[Path, Path], name: str) -> None:
    (frozen[0] / name).write_bytes(program_of((".text", b"from somewhere else")))
    with pytest.raises(origins.UnknownOriginError):
        origins.require_known_origin(*frozen)


def test_that_a_file_of_wine_is_never_shipped(origins: Any, frozen: tuple[Path, Path]) -> None:
    for folder in (frozen[0] / "_internal", frozen[1]):
        (folder / "ucrtbase.dll").write_bytes(b"MZ" + bytes(60) + b"Wine builtin DLL")
    with pytest.raises(origins.UnknownOriginError, match="Wine"):
        origins.require_known_origin(*frozen)


def test_that_a_wheel_whose_files_were_changed_after_installing_ends_the_build(
    origins: Any, frozen: tuple[Path, Path]
) -> None:
    for file in (frozen[0] / "_internal" / "a.pyd", frozen[1] / "Lib" / "site-packages" / "a.pyd"):
        file.write_bytes(b"MZ changed")
    with pytest.raises(origins.UnknownOriginError):
        origins.require_known_origin(*frozen)


def test_that_a_source_outside_the_interpreter_and_the_checkout_ends_the_build(origins: Any, tmp_path: Path) -> None:
    table = tmp_path / "Analysis-00.toc"
    table.write_text(r"[('os', 'C:\\Python312\\Lib\\os.py', 'PYMODULE')]", encoding="utf-8")
    assert origins.require_known_sources(tmp_path, ("C:\\Python312\\",)) == 1
    table.write_text(r"[('x', 'C:\\windows\\system32\\x.dll', 'BINARY')]", encoding="utf-8")
    with pytest.raises(origins.UnknownOriginError):
        origins.require_known_sources(tmp_path, ("C:\\Python312\\",))


def test_that_a_path_too_long_for_windows_ends_the_build(origins: Any, tmp_path: Path) -> None:
    (tmp_path / ("a" * 100)).mkdir()
    assert origins.require_short_paths(tmp_path) == 100
    (tmp_path / ("a" * 100) / ("b" * 120)).write_bytes(b"")
    with pytest.raises(origins.UnknownOriginError):
        origins.require_short_paths(tmp_path)


def test_that_programs_have_to_say_version_icon_and_manifest(origins: Any, frozen: tuple[Path, Path]) -> None:
    def resources(version: str, *kinds: int) -> bytes:
        table = struct.pack("<12xHH", 0, len(kinds)) + b"".join(struct.pack("<II", kind, 0) for kind in kinds)
        told = "".join(f"{key}\0{value}\0" for key, value in (("ProductName", "Evenfold"), ("ProductVersion", version)))
        return table + told.encode("utf-16-le") + b"<longPathAware>"

    def written(content: bytes) -> None:
        for name in ("evenfold.exe", "evenfold-terminal.exe"):
            (frozen[0] / name).write_bytes(program_of((".rsrc", content)))

    written(resources("1.2.3", 14, 16, 24))
    origins.require_resources(frozen[0], "1.2.3")
    for wrong in (resources("1.2.4", 14, 16, 24), resources("1.2.3", 16, 24)):
        written(wrong)
        with pytest.raises(origins.UnknownOriginError):
            origins.require_resources(frozen[0], "1.2.3")


def test_that_every_complex_function_of_the_c_library_has_three_widths(windows: dict[str, Any]) -> None:
    source = ROOT / "packaging" / "windows" / "shims" / "ucrtbase.c"
    own = windows["wine"].own_functions(source)
    assert len(own) == 66
    assert {"creal", "crealf", "creall", "cpow", "cpowf", "cpowl"} <= own


def test_that_paths_are_named_as_windows_sees_them(windows: dict[str, Any], tmp_path: Path) -> None:
    windows_under_wine = windows["wine"].Wine(tmp_path)
    file = tmp_path / "drive_c" / "a b" / "ü.evenfold"
    assert windows_under_wine.path(file) == "C:\\a b\\ü.evenfold"
    assert windows_under_wine.unix_path("C:\\a b\\ü.evenfold") == file
    assert windows_under_wine.path(Path("/x/y")) == "Z:\\x\\y"


def test_that_nothing_of_this_machine_reaches_windows_programs(
    windows: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    environ = windows["wine"].Wine(tmp_path).environ(":1")
    assert "PYTHONPATH" not in environ
    assert environ["HOME"] == environ["WINEPREFIX"] == str(tmp_path)


def test_that_a_stopped_build_goes_on_and_a_changed_input_repeats_the_steps_behind_it(
    windows: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = windows["build_on_linux"]
    given, carried_out = ROOT / "LICENSE", list[str]()
    changed = [b"first"]

    def first(_shop: Any) -> None:
        carried_out.append("first")

    def second(_shop: Any) -> None:
        carried_out.append("second")
        if len(carried_out) == 2:
            raise SystemExit("stopped")

    monkeypatch.setattr(build, "STEPS", (build.Step(first, (given,)), build.Step(second)))
    monkeypatch.setattr(Path, "read_bytes", lambda _path: changed[0])
    shop = build.Workshop(tmp_path, "1.2.3")
    with pytest.raises(SystemExit):
        build.carry_out(shop, "")
    build.carry_out(shop, "")
    build.carry_out(shop, "")
    assert carried_out == ["first", "second", "second"]
    changed[0] = b"another"
    build.carry_out(shop, "")
    assert carried_out[3:] == ["first", "second"]
    build.carry_out(shop, "second")
    assert carried_out[5:] == ["second"]


def test_that_numbers_of_two_systems_agree_to_a_billionth_and_nothing_is_left_uncompared(
    windows: dict[str, Any],
) -> None:
    compare = windows["smoke_under_wine"].compare
    first = {"mean": 0.25, "rows": [1, 2], "answer": "yes", "versions": {"python": "3.12"}, "seconds": 1.5}
    second = {"mean": 0.25 * (1 + 1e-12), "rows": [1, 2], "answer": "yes", "versions": {"python": "3.11"}, "seconds": 9}
    agreed, apart = compare(first, second)
    assert (agreed.count, apart) == (4, [])
    assert 0 < agreed.farthest < 1e-11
    for change in ({"mean": 0.2500001}, {"answer": "no"}, {"rows": [1, 2, 3]}, {"mean": float("nan")}, {"more": 1}):
        assert compare(first, {**second, **change})[1], change
