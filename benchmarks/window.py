"""What the window costs: start, event loop during a run, many outcomes, tabs: `python -m benchmarks.window` (Linux).

Each part runs in a process of its own, without a screen unless QT_QPA_PLATFORM says otherwise; the table is saved in
benchmarks/window.md. Names of parts as arguments run only these.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

AIMS: Mapping[str, float] = {
    "start, processor s": 2.0,
    "start, MB": 250.0,
    "first bar after lock, s": 3.0,
    "run, gap p99 ms": 20.0,
    "run, gap max ms": 50.0,
    "feed, gap p99 ms": 20.0,
    "feed, gap max ms": 50.0,
    "feed, behind at the end ms": 100.0,
    "slowest tab ms": 300.0,
}
PARTS: Mapping[str, tuple[str, ...]] = {
    "start": ("benchmarks.window_start",),
    "run": ("benchmarks.window_parts", "run"),
    "feed": ("benchmarks.window_parts", "feed"),
    "tabs": ("benchmarks.window_parts", "tabs"),
}
PAGE = Path(__file__).with_name("window.md")
ROOT = PAGE.parents[1]
NOTE = """Gaps are between two looks of a timer of 5 ms in the event loop, on the wall; "own work in a gap" is how long
the window's own thread computed between two looks, which other programs do not disturb. Load of the computer over the
last minute when it was measured: {load:.1f} on {cores} cores; above the number of cores, gaps on the wall are mostly
other programs."""


def measured(part: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as home:
        places = {"EVENFOLD_HOME": home, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", *PARTS[part]]
        environment = {**os.environ, **places, **threads}
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def table(found: Mapping[str, float]) -> str:
    lines = ["| what | measured | aim | hit |", "| --- | --- | --- | --- |"]
    for name, value in found.items():
        aim = AIMS.get(name)
        hit = "" if aim is None else "yes" if value <= aim else "**missed**"
        lines.append(f"| {name} | {value:.3g} | {'' if aim is None else f'{aim:g}'} | {hit} |")
    return "\n".join(lines)


def main(parts: Sequence[str]) -> None:
    found: dict[str, float] = {}
    for part in parts or PARTS:
        found |= measured(part)
        print(part, "done", flush=True)
    note = NOTE.format(load=os.getloadavg()[0], cores=os.cpu_count())
    print(table(found))
    if not parts:
        PAGE.write_text(f"# The window, measured\n\n{note}\n\n{table(found)}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
