"""Starts the built program and looks at it from outside: terminal, worker processes, window, double click, clean end.

    python3 packaging/smoke.py BUILT_PROGRAM [--pictures FOLDER] [--inside ROOT --user NUMBER]
    python3 packaging/smoke.py xdg-open --opens STUDY --title TITLE --home HOME [as above]

Needs Linux, Xvfb, libX11 and libXtst. With --inside, BUILT_PROGRAM is a path in the system below the folder ROOT, and
the person NUMBER of that system starts it. With --opens, only that is tried: whether the given command opens a window
with the study, for the person whose home it is.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from zipfile import ZipFile

from smoke_program import (
    SECONDS_FOR_A_RUN,
    SECONDS_FOR_A_WINDOW,
    Built,
    Opened,
    SmokeError,
    expect,
    happens,
    has_verdict,
    settle,
    wait_until,
)
from x_display import ALT, CONTROL, ESCAPE, HOME, RETURN, SPACE, P, Screen, Shown

PLAN = """
title = "Smoke"
sample = "bearing"

[candidates]
baseline = "tree"
entries = ["naive-bayes", "forest"]

[plan]
folds = 10
repeats = 3
tuning = "none"
"""
SETTLED_OR_NOT = (0, 1)
SMALLEST_FILE = 1000
SECONDS_FOR_A_REPORT = 60
TITLE, SAMPLE = "Evenfold", "Bearing faults – Evenfold"


def says_its_version(built: Built) -> str:
    done = built.run("--version")
    expect(done.returncode == 0 and done.stdout.startswith("Evenfold "), f"--version: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def checks_itself(built: Built) -> str:
    done = built.run("self-check")
    expect(done.returncode == 0 and "PROBLEM" not in done.stdout, f"self-check: {done.stdout}{done.stderr}")
    return f"{done.stdout.count('ok ')} things, no problem"


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
        errors="replace",  # Windows writes into a pipe with its own letters
    )
    most, windows = _watch(built, running)
    said = running.communicate()[0]
    expect(running.returncode in SETTLED_OR_NOT, f"run ended with {running.returncode}: {said}")
    expect(not windows, f"a window appeared during a run in the terminal: {windows}")
    expect(most >= built.processes_of_a_run, f"no worker processes were seen, {most} processes at most")
    for name in files.values():
        expect((built.scratch / name).stat().st_size > SMALLEST_FILE, f"{name} is missing or empty")
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
    running = subprocess.Popen(command, cwd=built.scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    until = time.monotonic() + SECONDS_FOR_A_WINDOW
    while len(built.processes()) < built.processes_of_a_run and time.monotonic() < until and running.poll() is None:
        time.sleep(0.05)
    seen = len(built.processes())
    running.kill()
    expect(seen >= built.processes_of_a_run, f"only {seen} processes before it was killed")
    told = leaves_nothing_running(built)
    running.communicate()
    return f"{seen} processes, one killed; {told}"


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


def writes_a_script(built: Built) -> str:
    """The only format that needs the sources, which the program brings with it."""
    done = built.run("report", built.path("smoke.evenfold"), "--to", "script", "--out", built.path("script.zip"))
    expect(done.returncode == 0, f"report ended with {done.returncode}: {done.stdout}{done.stderr}")
    with ZipFile(built.scratch / "script.zip") as archive:
        inside = archive.namelist()
    expect({"repeat_study.py", "core/engine/training.py"} <= set(inside), f"script.zip has only {inside}")
    return f"{len(inside)} files"


def shows_its_window(built: Built) -> str:
    with Opened(built, "window.png") as opened:
        return opened.wait_for(TITLE)


def opens_a_study(built: Built, study: str = "", title: str = "Smoke – Evenfold") -> str:
    """What a double click on a study file does."""
    with Opened(built, "study.png", study or built.path("smoke.evenfold")) as opened:
        return opened.wait_for(title)


def runs_a_sample_in_its_window(built: Built) -> str:
    """With the keyboard alone: the first sample, lock and run, the verdict, the report."""
    with Opened(built, "report.png") as opened:
        opened.wait_for(TITLE)
        found = opened.find_by_keyboard(SAMPLE, home=(ALT, HOME), choose=SPACE, leave=ESCAPE)
        opened.press(CONTROL, RETURN)
        most = _until_the_verdict(built)
        settle(built.screen)
        opened.keep_picture("verdict.png")
        _write_report(built, opened)
    done = built.run("check", *map(built.seen_path, built.studies("*.evenfold")))
    expect(done.returncode == 0, f"the study of the window does not check: {done.stdout}{done.stderr}")
    return f"{found}; at most {most} processes; verdict and report; {done.stdout.strip().splitlines()[-1]}"


def _until_the_verdict(built: Built) -> int:
    """The most processes seen; a second window meanwhile is none of the program's business."""
    seen = [0]

    def there() -> bool:
        seen.append(len(built.processes()))
        expect(len(built.screen.windows()) == 1, f"not one window but {built.screen.windows()}")
        return any(map(has_verdict, built.studies("*.evenfold")))

    wait_until(there, SECONDS_FOR_A_RUN, "no verdict in the window")
    expect(max(seen) >= built.processes_of_a_run, f"no worker processes were seen, {max(seen)} processes at most")
    return max(seen)


def _write_report(built: Built, opened: Opened) -> None:
    """The page Report and its button, which writes beside the study; tried again while the window is still busy."""

    def is_written() -> bool:
        return any(file.stat().st_size > SMALLEST_FILE for file in built.studies("*.pdf"))

    def asked() -> bool:
        opened.press_and_settle(CONTROL, P)
        opened.press_and_settle(CONTROL, RETURN)
        return happens(is_written, SECONDS_FOR_A_REPORT)

    wait_until(asked, SECONDS_FOR_A_WINDOW, "no report written from the window")


def leaves_nothing_running(built: Built) -> str:
    """Workers that are still loading when their parent dies see it once they are loaded."""
    wait_until(lambda: not built.processes(), SECONDS_FOR_A_WINDOW, "still running: the program or workers")
    return "no process left"


CHECKS: tuple[Callable[[Built], str], ...] = (
    says_its_version,
    checks_itself,
    runs_a_study,
    leaves_nothing_running,
    dies_as_a_whole,
    checks_the_study,
    writes_a_pdf,
    writes_a_script,
    shows_its_window,
    opens_a_study,
    runs_a_sample_in_its_window,
    leaves_nothing_running,
)


def main() -> int:
    chosen = _arguments()
    root = chosen.inside.resolve()
    named = chosen.program if "/" not in chosen.program else str(Path(chosen.program).absolute())
    with Screen() as screen:
        scratch = Path(tempfile.mkdtemp(prefix="evenfold-smoke-", dir=root / "tmp"))
        os.chown(scratch, chosen.user, -1)
        built = Built(named, root, chosen.user, scratch, screen, chosen.home)
        failures = sum(not _carried_out(check, built) for check in _checks(chosen))
        if chosen.pictures:
            chosen.pictures.mkdir(parents=True, exist_ok=True)
            for picture in scratch.glob("*.png"):
                shutil.copy(picture, chosen.pictures / f"{chosen.prefix}{picture.name}")
        shutil.rmtree(scratch)
    print("All well." if not failures else f"{failures} failed.")
    return 1 if failures else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program")
    parser.add_argument("--inside", type=Path, default=Path("/"), metavar="ROOT")
    parser.add_argument("--user", type=int, default=os.getuid(), metavar="NUMBER")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep pictures of the windows here")
    parser.add_argument("--prefix", default="", help="put before the names of the pictures")
    parser.add_argument("--opens", metavar="STUDY", help="only try whether this study is opened")
    parser.add_argument("--title", default="", help="the title its window has")
    parser.add_argument("--home", default="", help="the home of the person; a new one otherwise")
    return parser.parse_args()


def _checks(chosen: argparse.Namespace) -> tuple[Callable[[Built], str], ...]:
    if not chosen.opens:
        return CHECKS
    return partial(opens_a_study, study=chosen.opens, title=chosen.title), leaves_nothing_running


def _carried_out(check: Callable[[Built], str], built: Built) -> bool:
    named = check.func if isinstance(check, partial) else check
    title, began = named.__name__.replace("_", " "), time.monotonic()
    try:
        print(f"ok   {title}: {check(built)} ({time.monotonic() - began:.1f} s)", flush=True)
        return True
    except (SmokeError, OSError, subprocess.TimeoutExpired) as problem:
        print(f"FAIL {title}: {problem}", flush=True)
        return False


if __name__ == "__main__":
    os.environ.pop("DISPLAY", None)
    sys.exit(main())
