"""Fills the environment with the locked packages, and explains in one sentence why it could not."""

import contextlib
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from core.bootstrap_system import SetUpError, say

UV = "uv==0.13.7"
SECONDS_BETWEEN_SIGNS_OF_LIFE = 10


@dataclass(frozen=True)
class Place:
    """The files of one environment, beside the program."""

    root: Path = Path(__file__).resolve().parent.parent

    @property
    def folder(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    @property
    def stamp(self) -> Path:
        return self.folder / "evenfold-stamp.json"

    @property
    def log(self) -> Path:
        return self.folder / "evenfold-set-up.log"

    @property
    def lock(self) -> Path:
        return self.root / "requirements.txt"

    @property
    def test_lock(self) -> Path:
        return self.root / "tests" / "requirements.txt"


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


def fill(place: Place, tests: bool) -> None:
    locks = [place.lock, place.test_lock] if tests else [place.lock]
    options = ["--require-hashes", "--only-binary", ":all:"]
    for lock in locks:
        options += ["-r", str(lock)]
    have_uv = _get_uv(place)
    say(f"Installing {_count_packages(locks)} packages, about 250 MB to load (step 3 of 3)")
    if have_uv and run_step(place, [*_uv(place), *options]):
        return
    say("Installing with pip, which takes longer")
    if not run_step(place, [*_pip(place), *options]):
        raise explain(place)


def _get_uv(place: Place) -> bool:
    say("Getting the fast installer uv (step 2 of 3)")
    have_uv = run_step(place, [*_pip(place), "--retries", "1", "--only-binary", ":all:", UV])
    if not have_uv and _matches(place, NO_NETWORK):
        raise explain(place)
    return have_uv


def _uv(place: Place) -> list[str]:
    return [str(place.python), "-m", "uv", "pip", "install", "--python", str(place.python)]


def _pip(place: Place) -> list[str]:
    return [str(place.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]


def _count_packages(locks: list[Path]) -> int:
    names = (re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE) for lock in locks)
    return len({name for found in names for name in found})


def run_step(place: Place, command: list[str]) -> bool:
    """Runs one step with its output in the log, and shows that it is alive."""
    start = time.monotonic()
    with place.log.open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(SECONDS_BETWEEN_SIGNS_OF_LIFE) == 0
                say(f"  ... {time.monotonic() - start:.0f} s")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def explain(place: Place) -> SetUpError:
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
