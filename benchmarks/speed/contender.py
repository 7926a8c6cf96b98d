"""One taking part in a load, in a process of its own: gets ready, works each time a line arrives, tells what it cost.

Run as `python -m benchmarks.speed.contender LOAD WHO SCALE SHUFFLES`; it answers every line it reads with one of JSON.
"""

import json
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path

from benchmarks.speed.row import OURS, Work
from benchmarks.speed.table_of_loads import load_named
from core.bootstrap import one_thread_each
from core.support.lazy_import import load_all

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]


def main(name: str, who: str, scale: str, shuffles: str) -> None:
    load = load_named(name)
    work: Work = import_module(load.module_of(who)).work_of(load, who, int(scale), int(shuffles))
    if who == OURS and load.key != "W8":
        load_all()
    warnings.simplefilter("ignore")
    _say({"ready": True})
    for _ in sys.stdin:
        _say(measured(work))


def measured(work: Work) -> dict[str, object]:
    """Processor seconds (children too), seconds on the wall, the most memory of this process in MB, and the answer."""
    began, spent = time.perf_counter(), processor_seconds()
    answer = work()
    return {
        "cpu": processor_seconds() - spent,
        "wall": time.perf_counter() - began,
        "memory": peak_memory(),
        "answer": answer,
    }


def processor_seconds() -> float:
    if resource is None:
        return time.process_time()
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def peak_memory() -> float | None:
    """In MB; None where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), None)
    return None if resource is None else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def _say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    one_thread_each()
    main(*sys.argv[1:])
