"""Starts the built program and looks at it from outside: terminal, worker processes, window, double click, clean end.

    python3 packaging/smoke.py BUILT_PROGRAM [--pictures FOLDER] [--inside ROOT --user NUMBER]

Needs Linux, Xvfb, libX11 and libXtst. With --inside, BUILT_PROGRAM is a path in the system below the folder ROOT, and
the person NUMBER of that system starts it.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from x_display import CONTROL, RETURN, Screen, Shown

PLAN = """
title = "Smoke"
sample = "bearing"

[candidates]
reference = "tree"
entries = ["naive-bayes", "forest"]

[plan]
folds = 10
repeats = 3
tuning = "none"
"""
SETTLED_OR_NOT = (0, 1)
PROCESSES_OF_A_RUN = 4  # itself, two workers, and a helper or two of Python
SECONDS_FOR_A_RUN = 600
SECONDS_FOR_A_WINDOW = 60
SECONDS_TO_SETTLE = 3
SECONDS_TO_WATCH = 10
FIRST_SAMPLE = (200, 370)  # its card on the first page, in a window of 1280 x 720


class SmokeError(Exception):
    """What was expected and did not happen."""


@dataclass(frozen=True)
class Built:
    """The program, and the world it runs in."""

    program: str
    root: Path
    user: int
    scratch: Path
    screen: Screen

    def command(self, *arguments: str) -> list[str]:
        """With `env -i` nothing of this machine's Python or Qt can help."""
        known = ["PATH=/usr/bin:/bin", f"HOME=/{self.name}", f"EVENFOLD_HOME=/{self.name}/data", "LANG=C.UTF-8"]
        enter = ["chroot", f"--userspec={self.user}:{self.user}", str(self.root)] if self.root != Path("/") else []
        return [*enter, "env", "-i", *known, f"DISPLAY={self.screen.name}", self.program, *arguments]

    @property
    def name(self) -> str:
        """The scratch folder as the program sees it, without the first slash."""
        return self.scratch.relative_to(self.root).as_posix()

    def path(self, name: str) -> str:
        return f"/{self.name}/{name}"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments), cwd=self.scratch, capture_output=True, text=True, timeout=SECONDS_FOR_A_RUN
        )

    def processes(self) -> list[int]:
        """Everything alive that was started with this scratch folder as its home."""
        return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if self._is_ours(folder)]

    def _is_ours(self, process: Path) -> bool:
        try:
            mark = f"EVENFOLD_HOME=/{self.name}/data".encode()
            return mark in (process / "environ").read_bytes().split(b"\0")
        except OSError:
            return False


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise SmokeError(otherwise)


def says_its_version(built: Built) -> str:
    done = built.run("--version")
    expect(done.returncode == 0 and done.stdout.startswith("Evenfold "), f"--version: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def runs_a_study(built: Built) -> str:
    """With two worker processes, to the verdict, the study file and the report; no window may appear meanwhile."""
    (built.scratch / "plan.toml").write_text(PLAN, encoding="utf-8")
    files = {"--report": "report.html", "--study": "smoke.evenfold", "--json": "numbers.json"}
    told = [part for option, name in files.items() for part in (option, built.path(name))]
    running = subprocess.Popen(
        built.command("run", built.path("plan.toml"), "--workers", "2", *told),
        cwd=built.scratch,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    most, windows = _watch(built, running)
    said = running.communicate()[0]
    expect(running.returncode in SETTLED_OR_NOT, f"run ended with {running.returncode}: {said}")
    expect(not windows, f"a window appeared during a run in the terminal: {windows}")
    expect(most >= PROCESSES_OF_A_RUN, f"no worker processes were seen, {most} processes at most")
    for name in files.values():
        expect((built.scratch / name).stat().st_size > 1000, f"{name} is missing or empty")
    return f"exit code {running.returncode}, at most {most} processes; verdict, report, study file and numbers written"


def _watch(built: Built, running: "subprocess.Popen[str]") -> tuple[int, set[Shown]]:
    most, windows, until = 0, set[Shown](), time.monotonic() + SECONDS_FOR_A_RUN
    while running.poll() is None and time.monotonic() < until:
        most = max(most, len(built.processes()))
        windows |= set(built.screen.windows())
        time.sleep(0.2)
    return most, windows


def dies_as_a_whole(built: Built) -> str:
    """When the program is killed, its workers see it and end."""
    command = built.command("run", built.path("plan.toml"), "--workers", "2")
    running = subprocess.Popen(command, cwd=built.scratch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + SECONDS_FOR_A_WINDOW
    while len(built.processes()) < PROCESSES_OF_A_RUN and time.monotonic() < until and running.poll() is None:
        time.sleep(0.05)
    seen = len(built.processes())
    running.kill()
    running.wait()
    expect(seen >= PROCESSES_OF_A_RUN, f"only {seen} processes before it was killed")
    return f"{seen} processes, one killed; {leaves_nothing_running(built)}"


def checks_the_study(built: Built) -> str:
    done = built.run("check", built.path("smoke.evenfold"))
    expect(done.returncode == 0, f"check ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout.strip().splitlines()[-1]


def writes_a_pdf(built: Built) -> str:
    """The only format that needs Qt from the terminal."""
    done = built.run("report", built.path("smoke.evenfold"), "--to", "pdf", "--out", built.path("report.pdf"))
    expect(done.returncode == 0, f"report ended with {done.returncode}: {done.stdout}{done.stderr}")
    pdf = (built.scratch / "report.pdf").read_bytes()
    expect(pdf.startswith(b"%PDF"), "report.pdf is not a PDF")
    return f"{len(pdf) // 1024} kB"


def shows_its_window(built: Built) -> str:
    with Opened(built, "window.png") as opened:
        return opened.wait_for("Evenfold")


def opens_a_study(built: Built) -> str:
    """What a double click on a study file does."""
    with Opened(built, "study.png", built.path("smoke.evenfold")) as opened:
        return opened.wait_for("Smoke – Evenfold")


def runs_a_sample_in_its_window(built: Built) -> str:
    """A click on the first sample, the key that locks and runs, and worker processes; closed in the middle of it."""
    with Opened(built, "run.png") as opened:
        opened.wait_for("Evenfold")
        built.screen.click(*FIRST_SAMPLE)
        said = opened.wait_for("Bearing faults – Evenfold")
        time.sleep(SECONDS_TO_SETTLE)
        built.screen.press(built.screen.windows()[0], CONTROL, RETURN)
        until = time.monotonic() + SECONDS_FOR_A_WINDOW
        while len(built.processes()) < PROCESSES_OF_A_RUN and time.monotonic() < until:
            time.sleep(0.1)
        seen = len(built.processes())
        expect(seen >= PROCESSES_OF_A_RUN, f"no worker processes were seen, {seen} processes at most")
        time.sleep(SECONDS_TO_WATCH)
    return f"{said}; {seen} processes"


class Opened:
    """The program with its window; leaving closes the window, and the program has to end well."""

    def __init__(self, built: Built, picture: str, *arguments: str) -> None:
        self._screen = built.screen
        self._picture = built.scratch / picture
        self._output = built.scratch / f"{picture}.txt"
        self._began = time.monotonic()
        with self._output.open("w", encoding="utf-8") as output:
            self._running = subprocess.Popen(
                built.command(*arguments), cwd=built.scratch, stdout=output, stderr=subprocess.STDOUT
            )

    def __enter__(self) -> "Opened":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if problem is None:
                time.sleep(SECONDS_TO_SETTLE)
            self._screen.save_picture(self._picture)
            if problem is None:
                self._close()
        finally:
            self._running.kill()
            self._running.wait()

    def wait_for(self, title: str) -> str:
        until = time.monotonic() + SECONDS_FOR_A_WINDOW
        while time.monotonic() < until:
            for window in self._screen.windows():
                if window.title == title:
                    return f"{title!r} {window.width} x {window.height} after {time.monotonic() - self._began:.1f} s"
            expect(self._running.poll() is None, f"it ended before its window came: {self._output.read_text()}")
            time.sleep(0.05)
        raise SmokeError(f"no window {title!r} within {SECONDS_FOR_A_WINDOW} s, only {self._screen.windows()}")

    def _close(self) -> None:
        shown = self._screen.windows()
        expect(len(shown) == 1, f"not one window but {shown}")
        self._screen.close(shown[0])
        try:
            code = self._running.wait(SECONDS_FOR_A_WINDOW)
        except subprocess.TimeoutExpired:
            raise SmokeError("the window was closed and the program did not end") from None
        said = self._output.read_text()
        expect(code == 0 and not said, f"closed with exit code {code}: {said}")


def leaves_nothing_running(built: Built) -> str:
    time.sleep(SECONDS_TO_SETTLE)
    left = built.processes()
    expect(not left, f"still running: {left}")
    return "no process left"


CHECKS: tuple[Callable[[Built], str], ...] = (
    says_its_version,
    runs_a_study,
    leaves_nothing_running,
    dies_as_a_whole,
    checks_the_study,
    writes_a_pdf,
    shows_its_window,
    opens_a_study,
    runs_a_sample_in_its_window,
    leaves_nothing_running,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program")
    parser.add_argument("--inside", type=Path, default=Path("/"), metavar="ROOT")
    parser.add_argument("--user", type=int, default=os.getuid(), metavar="NUMBER")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep pictures of the windows here")
    chosen = parser.parse_args()
    root = chosen.inside.resolve()
    program = chosen.program if chosen.program.startswith("/") else str(Path(chosen.program).resolve())
    failures = 0
    with Screen() as screen:
        scratch = Path(tempfile.mkdtemp(prefix="evenfold-smoke-", dir=root / "tmp"))
        os.chown(scratch, chosen.user, -1)
        built = Built(program, root, chosen.user, scratch, screen)
        for check in CHECKS:
            failures += not _carried_out(check, built)
        if chosen.pictures:
            chosen.pictures.mkdir(parents=True, exist_ok=True)
            for picture in scratch.glob("*.png"):
                shutil.copy(picture, chosen.pictures)
        shutil.rmtree(scratch)
    print("All well." if not failures else f"{failures} of {len(CHECKS)} failed.")
    return 1 if failures else 0


def _carried_out(check: Callable[[Built], str], built: Built) -> bool:
    title, began = check.__name__.replace("_", " "), time.monotonic()
    try:
        print(f"ok   {title}: {check(built)} ({time.monotonic() - began:.1f} s)", flush=True)
        return True
    except (SmokeError, OSError, subprocess.TimeoutExpired) as problem:
        print(f"FAIL {title}: {problem}", flush=True)
        return False


if __name__ == "__main__":
    os.environ.pop("DISPLAY", None)
    sys.exit(main())
