"""The built program as somebody outside sees it: started, its processes, its window; smoke.py uses it."""

import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from x_display import TAB, Screen, Shown

SECONDS_FOR_A_RUN = 900
SECONDS_FOR_A_WINDOW = 240  # the machine may have others to serve
SECONDS_TO_REACT = 10  # to a key; some keys change nothing
SECONDS_TO_SETTLE = 30  # a picture that never stands still is looked at nevertheless
SECONDS_BETWEEN_KEYS = 0.3
LOOKS_ALIKE = 4  # one after the other, for a picture that stands still
FARTHEST = 15  # things on Home before its first sample
MARK = "EVENFOLD_SMOKE"


class SmokeError(Exception):
    """What was expected and did not happen."""


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise SmokeError(otherwise)


def wait_until(holds: Callable[[], bool], seconds: float, otherwise: str) -> None:
    until = time.monotonic() + seconds
    while not holds():
        expect(time.monotonic() < until, f"{otherwise} within {seconds:.0f} s")
        time.sleep(0.1)


def happens(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether it comes true in that time."""
    until = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.1)
    return held


def settle(screen: Screen) -> None:
    """Wait until the picture stands still."""
    seen: list[bytes] = []

    def is_still() -> bool:
        time.sleep(0.2)
        seen.append(screen.look())
        del seen[:-LOOKS_ALIKE]
        return len(seen) == LOOKS_ALIKE and len(set(seen)) == 1

    happens(is_still, SECONDS_TO_SETTLE)


@dataclass(frozen=True)
class Built:
    """The program, and the world it runs in: a root folder, a person and a home as they are named inside."""

    program: str
    root: Path
    user: int
    scratch: Path
    screen: Screen
    home: str = ""

    @property
    def processes_of_a_run(self) -> int:
        """At least: itself, two workers, and a helper or two of Python."""
        return 4

    def command(self, *arguments: str) -> list[str]:
        """With `env -i` nothing of this machine's Python or Qt can help."""
        known = ["PATH=/usr/bin:/bin", f"HOME={self.home or self.path()}", "LANG=C.UTF-8", self._mark]
        enter = ["chroot", f"--userspec={self.user}:{self.user}", str(self.root)] if self.root != Path("/") else []
        return [*enter, "env", "-i", *known, f"DISPLAY={self.screen.name}", self.program, *arguments]

    def window_command(self, *arguments: str) -> list[str]:
        """Starts the program with its window; only Windows has another program for that."""
        return self.command(*arguments)

    @property
    def _mark(self) -> str:
        return f"{MARK}={self.scratch.name}"

    def path(self, name: str = "") -> str:
        """A file of the scratch folder as the program sees it."""
        return self.seen_path(self.scratch / name)

    def seen_path(self, file: Path) -> str:
        """A file of this machine as the program sees it."""
        return f"/{file.relative_to(self.root).as_posix()}"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=self.scratch,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS_FOR_A_RUN,
        )

    def processes(self) -> list[int]:
        """Everything alive that descends from a start made here."""
        return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if self._is_ours(folder)]

    def _is_ours(self, process: Path) -> bool:
        try:
            return self._mark.encode() in (process / "environ").read_bytes().split(b"\0")
        except OSError:
            return False

    def studies(self, pattern: str) -> list[Path]:
        """Files in the folder where the program keeps studies unless told otherwise."""
        return sorted((self.scratch / ".local/share/evenfold/studies").rglob(pattern))


def has_verdict(study: Path) -> bool:
    """Looks into a copy, so that the program and this do not get in each other's way."""
    copy = study.with_name(".seen")
    for ending in ("", "-wal"):
        if (source := Path(f"{study}{ending}")).exists():
            Path(f"{copy}{ending}").write_bytes(source.read_bytes())
    try:
        with closing(sqlite3.connect(copy)) as seen:
            return seen.execute("SELECT 1 FROM fact WHERE name = 'findings'").fetchone() is not None
    except sqlite3.DatabaseError:
        return False  # copied in the middle of being written
    finally:
        for file in study.parent.glob(".seen*"):
            file.unlink()


class Opened:
    """The program with its window; leaving closes the window, and the program has to end well."""

    def __init__(self, built: Built, picture: str, *arguments: str) -> None:
        self._built, self._screen = built, built.screen
        self._last_picture = picture
        self._began = time.monotonic()
        self._running = subprocess.Popen(  # a pipe, as programs under Wine die of a file; nothing is expected in it
            built.window_command(*arguments), cwd=built.scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def __enter__(self) -> "Opened":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if problem is None:
                settle(self._screen)
            self.keep_picture(self._last_picture)
            if problem is None:
                self._close()
        finally:
            self._running.kill()
            self._running.communicate()

    def _said(self) -> str:
        """What a program that has ended wrote."""
        return (self._running.stdout.read() if self._running.stdout else b"").decode("utf-8", "replace")

    def keep_picture(self, name: str) -> None:
        self._screen.save_picture(self._built.scratch / name)

    def shows(self, title: str) -> Shown | None:
        if self._running.poll() is not None:
            raise SmokeError(f"it ended while its window was expected: {self._said()}")
        return next((window for window in self._screen.windows() if window.title == title), None)

    def wait_for(self, title: str, seconds: float = SECONDS_FOR_A_WINDOW) -> str:
        wait_until(lambda: self.shows(title) is not None, seconds, f"no window {title!r}, {self._screen.windows()}")
        window = self._screen.windows()[0]
        return f"{title!r} {window.width} x {window.height} after {time.monotonic() - self._began:.1f} s"

    def press(self, *keys: int) -> None:
        """In the window that came last: a dialog, or the only one."""
        self._screen.press(self._screen.windows()[-1], *keys)
        time.sleep(SECONDS_BETWEEN_KEYS)

    def press_and_settle(self, *keys: int) -> None:
        """Wait for what the keys change on the screen, if anything, and until that is finished."""
        before = self._screen.look()
        self.press(*keys)
        happens(lambda: self._screen.look() != before, SECONDS_TO_REACT)
        settle(self._screen)

    def find_by_keyboard(self, title: str, home: tuple[int, ...], choose: int, leave: int) -> str:
        """From the first thing of Home on, one Tab further each time, until choosing it leads to that title."""
        for steps in range(FARTHEST):
            self.press(*home)
            for _ in range(steps):
                self.press(TAB)
            self.press_and_settle(choose)
            if self.shows(title):
                return f"{title!r} with {steps} tabs"
            while len(self._screen.windows()) > 1:
                self.press(leave)
        raise SmokeError(f"the keyboard did not lead to {title!r}")

    def _close(self) -> None:
        shown = self._screen.windows()
        expect(len(shown) == 1, f"not one window but {shown}")
        self._screen.close(shown[0])
        try:
            code = self._running.wait(SECONDS_FOR_A_WINDOW)
        except subprocess.TimeoutExpired:
            raise SmokeError("the window was closed and the program did not end") from None
        said = self._said()
        expect(code == 0 and not said, f"closed with exit code {code}: {said}")
