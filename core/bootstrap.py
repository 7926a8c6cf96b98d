"""Makes the environment Evenfold runs in, on a machine with nothing but Python, and starts again inside it."""

import contextlib
import enum
import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from core.bootstrap_install import Place, explain, fill, run_step
from core.bootstrap_system import (
    DRAWING,
    SetUpError,
    apt_line,
    can_install_packages,
    has_display,
    install_packages,
    libraries_for_window,
    require_libraries,
    say,
)

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ONE_THREAD_EACH = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
FAR_BEHIND_THE_END = 1 << 30
ENTERED = "EVENFOLD_ENTERED"  # set over one new start only, so that it cannot go round in circles


class Purpose(enum.Enum):
    """What this start is for; it decides what has to be there."""

    WINDOW = "window"
    TERMINAL = "terminal"
    TESTS = "tests"


def purpose_of(arguments: list[str]) -> Purpose:
    if arguments[:1] == ["--test"]:
        return Purpose.TESTS
    for_window = not arguments or (len(arguments) == 1 and arguments[0].endswith(".evenfold"))
    return Purpose.WINDOW if for_window and has_display() else Purpose.TERMINAL


def one_thread_each() -> None:
    """Keeps every process to one thread of linear algebra; has to come before numpy is imported."""
    for name in ONE_THREAD_EACH:
        os.environ.setdefault(name, "1")


def enter(purpose: Purpose, place: Place | None = None) -> int | None:
    """Gives None inside the ready environment; otherwise makes it and starts again there, or gives an exit code."""
    try:
        return _enter(purpose, place or Place())
    except SetUpError as problem:
        say(f"{problem.message}\n{problem.hint}")
        return 2
    except KeyboardInterrupt:
        say("\nStopped. The set-up goes on with the next start.")
        return 130


def _enter(purpose: Purpose, place: Place) -> int | None:
    if purpose is not Purpose.TERMINAL:
        require_libraries(DRAWING if purpose is Purpose.TESTS else libraries_for_window())
    tests = purpose is Purpose.TESTS
    inside = Path(sys.prefix).resolve() == place.folder.resolve()
    came_back = os.environ.pop(ENTERED, "") == str(place.folder)
    if not is_ready(place, tests):
        if inside:
            return _run_again(_python_outside())
        set_up(place, tests)
    if inside:
        return None
    if came_back:
        raise SetUpError(
            f"{place.python} does not use its own folder {place.folder}.",
            "Unset PYTHONHOME if it is set, delete the folder .venv and start again.",
        )
    os.environ[ENTERED] = str(place.folder)
    return _run_again(place.python)


def is_ready(place: Place, tests: bool) -> bool:
    stamp = _read_stamp(place)
    expected = stamp_for(place, tests)
    return _is_whole(place) and all(stamp.get(key) == value for key, value in expected.items())


def _is_whole(place: Place) -> bool:
    return place.python.exists() and (place.folder / "pyvenv.cfg").exists()


def stamp_for(place: Place, tests: bool) -> dict[str, str]:
    stamp = {"python": f"{sys.version_info[0]}.{sys.version_info[1]}", "program": _sha256(place.lock)}
    return {**stamp, "tests": _sha256(place.test_lock)} if tests else stamp


def _read_stamp(place: Place) -> Mapping[str, str]:
    try:
        stamp = json.loads(place.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(place: Place, tests: bool) -> None:
    """Says that the environment is complete; written last, and in one piece."""
    unfinished = place.stamp.with_suffix(".new")
    unfinished.write_text(json.dumps(stamp_for(place, tests)), encoding="utf-8")
    unfinished.replace(place.stamp)


def _sha256(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as reason:
        raise SetUpError(
            f"{file} cannot be read ({reason.strerror}), so Evenfold does not know what to install.",
            "Get a complete copy of Evenfold and start again.",
        ) from reason


def set_up(place: Place, tests: bool) -> None:
    """Makes or repairs the environment; a second start at the same time waits for the first."""
    with _alone(place):
        if is_ready(place, tests):
            return
        start = time.monotonic()
        try:
            _make_andfill(place, tests)
        except OSError as reason:
            raise SetUpError(
                f"The folder {place.folder} cannot be written: {reason}.",
                "Put Evenfold in a folder of your own, or free the disk, and start again.",
            ) from reason
        say(f"Ready after {time.monotonic() - start:.0f} s. The next start skips this.")


def _make_andfill(place: Place, tests: bool) -> None:
    if _is_whole(place) and _read_stamp(place).get("python") == stamp_for(place, tests)["python"]:
        say("The list of packages has changed or grown; bringing the folder .venv up to date.")
        place.stamp.unlink()
    else:
        _make(place)
    fill(place, tests)
    write_stamp(place, tests)


def _make(place: Place) -> None:
    _require_venv()
    if os.path.lexists(place.folder):
        say("The folder .venv is unfinished or for another Python; making it anew.")
        _remove(place.folder)
    say("Setting up Evenfold, once: making the folder .venv (step 1 of 3)")
    place.folder.mkdir()
    if not run_step(place, [sys.executable, "-m", "venv", str(place.folder)]):
        raise explain(place)


def _remove(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    else:
        shutil.rmtree(folder)


def _require_venv() -> None:
    if not _can_make_environments() and can_install_packages():
        install_packages(["python3-venv"])
        importlib.invalidate_caches()
    if not _can_make_environments():
        raise SetUpError(
            f"This Python ({sys.executable}) cannot make environments: its module venv or ensurepip is missing.",
            f"Install it and start again; on Debian and Ubuntu: {apt_line(['python3-venv'])}",
        )


def _can_make_environments() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))


@contextlib.contextmanager
def _alone(place: Place) -> Iterator[None]:
    """Holds the requirements file as a lock, which the system lets go even if this process dies."""
    with place.lock.open("rb") as file:
        if not _take(file.fileno()):
            say("Another start is setting up Evenfold; waiting for it.")
            while not _take(file.fileno()):
                time.sleep(0.5)
        yield


def _take(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, FAR_BEHIND_THE_END, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks: go on alone
    return True


def _python_outside() -> Path:
    return Path(getattr(sys, "_base_executable", sys.executable))


def _run_again(python: Path) -> int:
    """Starts this same command with another Python; gives its exit code where a process cannot be replaced."""
    command = [str(python), *sys.argv]
    sys.stdout.flush()
    if sys.platform != "win32":
        os.execv(command[0], command)
    process = subprocess.Popen(command)
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            return process.wait()
