"""A real cluster on this computer for tests: the program's own scheduler and workers, each a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.domain.cluster_address import ClusterAddress
from core.engine.run import Options
from tests.engine.studies import LIBRARY

ROOT = Path(__file__).resolve().parents[2]


class Member:
    """A program of the cluster; `address` is where it listens."""

    def __init__(self, *words: str, tls: tuple[str, ...] = (), program: str = "core.terminal") -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-c", f"import sys; from {program} import main; sys.exit(main(sys.argv[1:]))"]
        self.process = subprocess.Popen(
            [*command, *words, *tls], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.address = next((word.rstrip(".") for word in said.split() if "://" in word), "")

    def kill(self) -> None:
        self.process.kill()
        self._over()

    def end(self) -> int:
        """As Ctrl+C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._over()

    def _over(self) -> int:
        code = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


class SmallCluster:
    """A scheduler and its workers."""

    def __init__(self, tls: tuple[str, ...] = ()) -> None:
        self.tls = tls
        self.scheduler = Member("scheduler", "--port", "0", tls=tls)
        self.workers: list[Member] = []

    def add_worker(self, program: str = "core.terminal") -> Member:
        words = ("worker", self.scheduler.address, "--workers", "1")
        self.workers.append(Member(*words, tls=self.tls, program=program))
        return self.workers[-1]

    @property
    def place(self) -> ClusterAddress:
        return ClusterAddress(self.scheduler.address, *self.tls[1::2])  # type: ignore[arg-type]

    def options(self, time_limit: float | None = None) -> Options:
        return Options(executor="dask", cluster=self.place, library=LIBRARY, time_limit=time_limit)


@contextmanager
def small_cluster(workers: int, tls: tuple[str, ...] = ()) -> Iterator[SmallCluster]:
    cluster = SmallCluster(tls)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.scheduler.kill()
        for worker in cluster.workers:
            worker.kill()
