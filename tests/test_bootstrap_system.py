"""The system's part: displays that answer, and libraries named all at once or installed."""

import subprocess
import sys
from pathlib import Path

import pytest

from core import bootstrap_system
from core.bootstrap_place import SetUpError
from core.bootstrap_system import DRAWING, WAYLAND, X11, Library, has_display, libraries_for_window, require_libraries

ABSENT = (Library("libnot-here.so.1", "libnot-here1"), Library("libnor-this.so.2", "libnor-this2"))
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about the libraries of Linux")


@pytest.fixture
def ordinary_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_system, "can_install_packages", lambda: False)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands of a person who may install packages; they succeed and do nothing."""
    given: list[list[str]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        given.append(command)
        return subprocess.CompletedProcess(command, 0, stdout="")

    monkeypatch.setattr(bootstrap_system, "can_install_packages", lambda: True)
    monkeypatch.setattr(bootstrap_system.subprocess, "run", run)  # type: ignore[attr-defined]
    return given


def test_that_other_systems_always_have_a_display() -> None:
    assert has_display({}, "win32")
    assert has_display({}, "darwin")


def test_that_linux_without_a_session_has_no_display() -> None:
    assert not has_display({}, "linux")
    assert not has_display({"DISPLAY": ""}, "linux")


def test_that_a_chosen_platform_or_wayland_counts_as_a_display() -> None:
    assert has_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")


@on_linux
def test_that_a_display_nobody_answers_does_not_count() -> None:
    try:
        bootstrap_system.ctypes.CDLL("libxcb.so.1")  # type: ignore[attr-defined]
    except OSError:
        pytest.skip("libxcb is not here to ask")
    assert not has_display({"DISPLAY": ":4711"}, "linux")


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({"DISPLAY": ":0"}, DRAWING + X11),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, DRAWING + X11),
        ({"WAYLAND_DISPLAY": "wayland-0"}, DRAWING + WAYLAND),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, DRAWING),
    ],
)
def test_that_a_window_asks_for_the_libraries_of_its_session(
    environ: dict[str, str], wanted: tuple[Library, ...]
) -> None:
    assert libraries_for_window(environ) == wanted


@on_linux
def test_that_libraries_that_are_there_are_passed_over(ordinary_person: None) -> None:
    require_libraries((Library("libc.so.6", "libc6"),))


@on_linux
@pytest.mark.usefixtures("ordinary_person")
def test_that_missing_libraries_are_named_all_at_once_with_one_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_system.shutil, "which", lambda name: "/usr/bin/apt-get")  # type: ignore[attr-defined]
    with pytest.raises(SetUpError) as told:
        require_libraries(ABSENT)
    assert "libnot-here.so.1, libnor-this.so.2" in told.value.message
    assert "sudo apt-get install --no-install-recommends libnot-here1 libnor-this2" in told.value.hint


@on_linux
@pytest.mark.usefixtures("ordinary_person")
def test_that_without_apt_the_hint_names_the_packages_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_system.shutil, "which", lambda name: None)  # type: ignore[attr-defined]
    with pytest.raises(SetUpError) as told:
        require_libraries(ABSENT)
    assert "package manager" in told.value.hint
    assert "libnot-here1 libnor-this2" in told.value.hint


@on_linux
def test_that_root_gets_them_installed_after_an_update(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap_system, "_loads", lambda soname: len(commands) == 2)
    require_libraries(ABSENT)
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]
    assert commands[1][-2:] == ["libnot-here1", "libnor-this2"]


@on_linux
def test_that_libraries_still_missing_after_the_installation_are_told(commands: list[list[str]]) -> None:
    with pytest.raises(SetUpError, match=r"libnot-here\.so\.1"):
        require_libraries(ABSENT)
    assert len(commands) == 2


def test_that_a_failing_apt_gives_its_reason_and_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess([], 100, stdout="Reading\nE: no such package\n")
    monkeypatch.setattr(bootstrap_system.subprocess, "run", lambda command, **options: failed)  # type: ignore[attr-defined]
    with pytest.raises(SetUpError) as told:
        bootstrap_system.install_packages(["libnot-here1"])
    assert "E: no such package" in told.value.message
    assert "sudo apt-get install" in told.value.hint


@on_linux
def test_that_the_platform_plugin_of_qt_needs_no_library_that_is_not_listed() -> None:
    """What ldd finds missing for the xcb plugin must be in the list, or nobody would be told of it."""
    pyside = pytest.importorskip("PySide6")
    plugin = Path(pyside.__file__).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    said = subprocess.run(["ldd", str(plugin)], capture_output=True, text=True, check=True).stdout
    missing = {line.split()[0] for line in said.splitlines() if "not found" in line}
    assert missing <= {library.soname for library in DRAWING + X11}
