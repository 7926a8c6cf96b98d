"""Compares the start of the built program with the start of its sources, in turn, on one screen.

    python3 packaging/start_time.py BUILT_PROGRAM [--runs 7] [--sources CHECKOUT]

Needs what smoke.py needs, and an environment beside the sources (start main.py once). What counts is the processor
time until the window is there, as a busy machine stretches only the clock. Ends with 1 where the built program takes
more than 1.3 times as much.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from x_display import Screen

LARGEST_RATIO = 1.3
SECONDS_FOR_A_WINDOW = 120
ROOT = Path(__file__).resolve().parent.parent


class Start(NamedTuple):
    """Seconds until the window was there."""

    clock: float
    processor: float


def started(command: list[str], screen: Screen, home: str) -> Start:
    known = {"PATH": os.environ["PATH"], "HOME": home, "DISPLAY": screen.name, "LANG": "C.UTF-8"}
    began = time.monotonic()
    running = subprocess.Popen(command, env=known)
    try:
        while not screen.windows():
            if running.poll() is not None or time.monotonic() - began > SECONDS_FOR_A_WINDOW:
                raise SystemExit(f"{command[0]} shows no window.")
            time.sleep(0.01)
        took = Start(time.monotonic() - began, processor_seconds(running.pid))
        time.sleep(1)
        screen.close(screen.windows()[0])
        running.wait(SECONDS_FOR_A_WINDOW)
        return took
    finally:
        running.kill()
        running.wait()


def processor_seconds(process: int) -> float:
    """Of the program itself and of helpers that have ended, in its own name and in the system's."""
    told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(") ", 1)[1].split()
    return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--sources", type=Path, default=ROOT, metavar="CHECKOUT")
    chosen = parser.parse_args()
    commands = {
        "sources": ["python3", str(chosen.sources.resolve() / "main.py")],
        "built": [str(chosen.program.resolve())],
    }
    seen: dict[str, list[Start]] = {name: [] for name in commands}
    with Screen() as screen, tempfile.TemporaryDirectory(prefix="evenfold-start-") as home:
        for run in range(chosen.runs + 1):
            for name, command in commands.items():
                took = started(command, screen, home)
                if run:  # the first one warms the disk
                    seen[name].append(took)
    return judged(seen)


def judged(seen: dict[str, list[Start]]) -> int:
    for name, starts in seen.items():
        for kind in Start._fields:
            values = sorted(getattr(start, kind) for start in starts)
            middle = statistics.median(values)
            print(f"{name}, {kind}: {values[0]:.2f} to {values[-1]:.2f} s, in the middle {middle:.2f} s")
    middles = {name: statistics.median(start.processor for start in starts) for name, starts in seen.items()}
    ratio = middles["built"] / middles["sources"]
    print(f"built / sources, processor: {ratio:.2f}, at most {LARGEST_RATIO}")
    return 0 if ratio <= LARGEST_RATIO else 1


if __name__ == "__main__":
    os.environ.pop("DISPLAY", None)
    sys.exit(main())
