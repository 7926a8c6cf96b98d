"""What a cluster costs beside this computer: `python -m benchmarks.engine_cluster [JOBS]`, on loopback (Linux)."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.engine import BUSY_MS, LIBRARY, WORKERS, exhaust, invented, own_seconds, say, spent, study_of
from core.engine.cluster_connection import ClusterAddress
from core.engine.plan import count_jobs
from core.engine.run import Options, run_remaining_fits

ROOT = Path(__file__).resolve().parents[1]
START = "import sys; from core.terminal import main; sys.exit(main(sys.argv[1:]))"


@contextmanager
def member(*words: str) -> Iterator[str]:
    """A scheduler or worker, and its address."""
    with subprocess.Popen(
        [sys.executable, "-c", START, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        said = program.stdout.readline().split()
        yield next(word.rstrip(".") for word in said if "://" in word)
        program.kill()


def costs(place: ClusterAddress, jobs: int) -> None:
    """Processor time of this process, and time on the wall, per job that does nothing."""
    study, data = study_of(jobs, 0), invented()
    options = Options(executor="dask", cluster=place, library=LIBRARY)
    started = time.monotonic()
    cpu = spent(lambda: exhaust(run_remaining_fits(study, data, set(), options, threading.Event(), threading.Event())))
    number = count_jobs(study, data)
    wall = (time.monotonic() - started) * 1e6 / number
    say(f"{number} jobs of no work: {cpu / number:.0f} µs of processor time here, {wall:.0f} µs on the wall, each")


def bookkeeping(place: ClusterAddress, jobs: int) -> None:
    study, data = study_of(jobs, BUSY_MS), invented()
    options = Options(executor="dask", cluster=place, library=LIBRARY)
    started = time.monotonic()
    batches = run_remaining_fits(study, data, set(), options, threading.Event(), threading.Event())
    pure = sum(own_seconds(one) for batch in batches for one in batch.outcomes) / WORKERS
    wall = time.monotonic() - started
    say(f"{jobs // 2} fits of {BUSY_MS} ms: {wall:.2f} s, ideal {pure:.2f} s, ratio {wall / pure:.2f}")


def main(jobs: int) -> None:
    with member("scheduler", "--port", "0") as address, member("worker", address, "--workers", str(WORKERS)):
        place = ClusterAddress(address)
        costs(place, 1_000)
        costs(place, jobs)
        bookkeeping(place, jobs)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
