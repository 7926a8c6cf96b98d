"""What a command or a piece of work costs: processor seconds of it and all processes it started, and memory."""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
ADOPT_ORPHANS = 36  # of prctl on Linux


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds, the most memory of one process in MB, and what was said on standard output."""

    cpu: float
    peak: float
    said: str


def run_measured(command: Sequence[object], codes: Sequence[int] = (0,)) -> Cost:
    """Run a command to its end, and until every process it started has ended too.

    On Linux processes that outlive the command become ours, so that none of their seconds is lost.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, **ONE_THREAD}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or every start would compile all files anew
    with subprocess.Popen(
        [str(part) for part in command], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        said = program.stdout.read()
        cpu = peak = 0.0
        while True:
            try:
                ended, code, used = os.wait4(-1, 0)
            except ChildProcessError:
                break
            cpu, peak = cpu + used.ru_utime + used.ru_stime, max(peak, used.ru_maxrss / 1024)
            if ended == program.pid:
                program.returncode = os.waitstatus_to_exitcode(code)
    if program.returncode not in codes:
        raise RuntimeError(f"{command} ended with {program.returncode}")
    return Cost(cpu, peak, said)


def measure_work(work: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    began = process_time()
    work()
    return process_time() - began


def peak_of_this_process() -> float:
    """MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
