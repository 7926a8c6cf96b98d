"""Makes the environment and fills it with the locked packages, or says in one sentence why it could not."""

import contextlib
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.bootstrap_place import (
    Place,
    SetUpError,
    find_damage,
    is_made_by_hand,
    is_ready,
    is_whole,
    read_stamp,
    say,
    this_python,
    write_stamp,
)
from core.bootstrap_system import apt_line, can_install_packages, install_packages

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

SECONDS_BETWEEN_SIGNS_OF_LIFE = 10
FAR_BEHIND_THE_END = 1 << 30


@dataclass(frozen=True)
class Reason:
    """A way an installation fails: how the log shows it, what that means, what to do."""

    pattern: str
    message: str
    hint: str


NO_NETWORK = Reason(
    r"name resolution|Name or service not known|nodename nor servname|getaddrinfo failed|dns error|unreachable"
    r"|Failed to establish a new connection|Connection refused|ConnectTimeout|timed out|tunnel connection failed"
    r"|ProxyError|error sending request|Network is down",
    "Evenfold could not reach the package index: there seems to be no network.",
    "The first start needs the network once. Connect (or set the proxy or mirror that pip uses here) and start again.",
)
REASONS = (
    Reason(
        r"No space left on device|Errno 28|not enough space on the disk",
        "The disk is full.",
        "Free about 1.5 GB and start again.",
    ),
    NO_NETWORK,
    Reason(
        r"DO NOT MATCH THE HASHES|[Hh]ash mismatch",
        "A downloaded package is not the one Evenfold was checked with (its hash differs), so it was not installed.",
        "Start again; if it happens again, the package index or mirror in use here is not to be trusted.",
    ),
    Reason(
        r"No matching distribution|no wheels|is not a supported wheel|No solution found",
        "The package index in use here has no ready-made packages for this Python and this system.",
        "Evenfold runs on 64-bit Windows, macOS and Linux (glibc 2.34 or newer) with Python 3.11 to 3.14; "
        "if that is what you have, check the network and the index or mirror that pip uses here.",
    ),
)


def set_up(place: Place, tests: bool) -> None:
    """Makes or repairs the environment; a second start at the same time waits for the first."""
    with _alone(place):
        if is_ready(place, tests):
            return
        start = time.monotonic()
        try:
            _make_and_fill(place, tests)
        except OSError as reason:
            raise SetUpError(
                f"The folder {place.folder} cannot be written: {reason}.",
                "Put Evenfold in a folder of your own, or free the disk, and start again.",
            ) from reason
        say(f"Ready after {time.monotonic() - start:.0f} s. The next start skips this.")


def _make_and_fill(place: Place, tests: bool) -> None:
    stamp = read_stamp(place)
    is_for_this_python = is_whole(place) and stamp.get("python") == this_python()
    damage = find_damage(place, stamp) if is_for_this_python else ""
    if damage and _run(place, [*_pip(place), "--help"]):
        tests = tests or "tests" in stamp
        _repair(place, tests, damage)
    elif is_for_this_python and not damage:
        say("The list of packages has changed or grown; bringing the folder .venv up to date.")
        place.stamp.unlink()
        _fill(place, tests)
    elif is_made_by_hand(place) and _run(place, [*_pip(place), "--help"]):
        _take_over(place, tests)
    else:
        _make(place)
        _fill(place, tests)
    write_stamp(place, tests)


def _repair(place: Place, tests: bool, damage: str) -> None:
    """Every package once more, in place: what can be loaded stays until the packages are here."""
    say(f"The folder .venv is damaged ({damage}); installing its packages again.")
    place.unfinished.touch()  # from here on it is made anew if this is interrupted
    _fill(place, tests, again=True)


def _take_over(place: Place, tests: bool) -> None:
    """An environment made by hand stays; pip alone, without an index, says whether every package of the list is in."""
    if _run(place, [*_pip(place), "--isolated", "--no-index", *_from_locks(_locks(place, tests))]):
        say("The folder .venv was made by hand and has every package; using it.")
    else:
        say("The folder .venv was made by hand and lacks packages of the list, or has others; adding them to it.")
        _fill(place, tests)


def _make(place: Place) -> None:
    _require_venv()
    if os.path.lexists(place.folder):
        say("The folder .venv is unfinished or for another Python; making it anew.")
        _remove(place.folder)
    say("Setting up Evenfold, once: making the folder .venv (step 1 of 3)")
    place.folder.mkdir()
    place.unfinished.touch()
    if not _run(place, [sys.executable, "-m", "venv", str(place.folder)]):
        raise _explain(place)


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
        place.held = file.fileno()
        try:
            yield
        finally:
            place.held = None


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


def _fill(place: Place, tests: bool, again: bool = False) -> None:
    """`again` also replaces packages that seem to be there."""
    options = _from_locks(_locks(place, tests))
    have_uv = _get_uv(place)
    # A file of the environment is the same one as in the cache of uv, so a damaged one is damaged there, too.
    choices = [["--reinstall", "--no-cache"], ["--reinstall"]] if again else [[]]
    say(f"Installing {_count_packages(_locks(place, tests))} packages, about 250 MB to load (step 3 of 3)")
    if have_uv and any(_run(place, [*_uv(place), *chosen, *options]) for chosen in choices):
        return
    say("Installing with pip, which takes longer")
    if not _run(place, [*_pip(place), *(["--force-reinstall"] if again else []), *options]):
        raise _explain(place)


def _locks(place: Place, tests: bool) -> list[Path]:
    return [place.lock, place.test_lock] if tests else [place.lock]


def _from_locks(locks: list[Path]) -> list[str]:
    """Nothing is installed, and so nothing runs, that a lock does not name by its hash: the installer neither."""
    options = ["--require-hashes", "--only-binary", ":all:"]
    for lock in locks:
        options += ["-r", str(lock)]
    return options


def _get_uv(place: Place) -> bool:
    say("Getting the fast installer uv (step 2 of 3)")
    have_uv = _run(place, [*_pip(place), "--retries", "1", *_from_locks([place.installer_lock])])
    if not have_uv and _matches(place, NO_NETWORK):
        raise _explain(place)
    return have_uv


def _uv(place: Place) -> list[str]:
    return [str(place.python), "-m", "uv", "pip", "install", "--python", str(place.python)]


def _pip(place: Place) -> list[str]:
    return [str(place.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]


def _count_packages(locks: list[Path]) -> int:
    names = (re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE) for lock in locks)
    return len({name for found in names for name in found})


def _run(place: Place, command: list[str]) -> bool:
    """Runs one step with its output in the log, and shows that it is alive.

    The step holds the lock of the set-up too: if this process is killed, the next start waits until the step is over.
    """
    start = time.monotonic()
    held = () if place.held is None or sys.platform == "win32" else (place.held,)
    with place.log.open("wb") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, pass_fds=held
        )
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(SECONDS_BETWEEN_SIGNS_OF_LIFE) == 0
                say(f"  ... {time.monotonic() - start:.0f} s")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _explain(place: Place) -> SetUpError:
    for reason in REASONS:
        if _matches(place, reason):
            return SetUpError(reason.message, f"{reason.hint} (Details: {place.log})")
    lines = _read_log(place).strip().splitlines() or ["no reason given"]
    return SetUpError(
        f"The environment could not be set up: {lines[-1].strip()}",
        f"Start again; if it fails again, the details are in {place.log}",
    )


def _matches(place: Place, reason: Reason) -> bool:
    return re.search(reason.pattern, _read_log(place)) is not None


def _read_log(place: Place) -> str:
    return place.log.read_text(encoding="utf-8", errors="replace")


def run_beside(command: list[str]) -> int:
    """Runs the command and waits for it; Ctrl+C is the command's own affair."""
    process = subprocess.Popen(command)
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            return process.wait()
