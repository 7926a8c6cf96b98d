"""Tries a built program without looking at its window: what Windows, macOS and Linux have in common.

    python3 packaging/smoke_terminal.py PROGRAM [--window PROGRAM_WITH_WINDOW]

Version, self-check, a study in two worker processes, its check, every kind of report, and the first screen drawn
without a display. On Linux smoke.py sees more, and on a setup for Windows under Wine windows/smoke_under_wine.py does.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

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
SECONDS_FOR_A_RUN = 900
REPORTS = {"html": b"<!", "pdf": b"%PDF", "docx": b"PK", "xlsx": b"PK", "script": b"PK"}  # and how such files begin
PNG = b"\x89PNG"


class SmokeError(Exception):
    """What was expected and did not happen."""


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise SmokeError(otherwise)


def told_by(program: Path, *arguments: object, codes: tuple[int, ...] = (0,)) -> str:
    """Run a command of the program and give what it wrote; another exit code than these is a failure."""
    command = [str(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=SECONDS_FOR_A_RUN, stdin=subprocess.DEVNULL)
    said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
    expect(done.returncode in codes, f"{' '.join(command[1:])} ended with {done.returncode}: {said}")
    return said


def try_program(program: Path, window: Path, folder: Path) -> None:
    say(told_by(program, "--version"))
    say(f"self-check: {told_by(program, 'self-check').count('ok ')} things, no problem")
    plan, study = folder / "plan.toml", folder / "Läufe ü.evenfold"
    plan.write_text(PLAN, encoding="utf-8")
    told_by(program, "run", plan, "--workers", "2", "--study", study, codes=SETTLED_OR_NOT)
    say(f"study: {told_by(program, 'check', study).splitlines()[-1]}")
    for kind, beginning in REPORTS.items():
        file = folder / f"report.{kind}"
        told_by(program, "report", study, "--to", kind, "--out", file)
        expect(file.read_bytes().startswith(beginning), f"the report as {kind} is broken")
        say(f"report as {kind}: {file.stat().st_size // 1024} kB")
    told_by(window, "--tour", folder / "tour", "home")
    pictures = list((folder / "tour").rglob("*.png"))
    expect(bool(pictures) and all(file.read_bytes().startswith(PNG) for file in pictures), "no screen was drawn")
    say(f"screens drawn: {len(pictures)}")


def say(line: str) -> None:
    print(line, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", type=Path)
    parser.add_argument("--window", type=Path, help="the program that has the window, where it is another one")
    chosen = parser.parse_args()
    program, window = chosen.program.resolve(), (chosen.window or chosen.program).resolve()
    with tempfile.TemporaryDirectory(prefix="evenfold smoke ") as folder:
        try:
            try_program(program, window, Path(folder))
        except (SmokeError, OSError, subprocess.TimeoutExpired) as problem:
            print(f"FAIL {problem}", flush=True)
            return 1
    print("All well.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
