"""The two programs a cluster is made of: its scheduler, and workers that train for whoever may connect."""

from collections.abc import Callable
from typing import Any

from core.domain.cluster_address import ClusterAddress
from core.engine.cluster_connection import (
    DEFAULT_PORT,
    check_address,
    check_exposure,
    check_tls_files,
    dask,
    distributed,
    make_security,
    require_dask,
    silence_dask,
)
from core.engine.cluster_runs import REGISTRY, RunRegistry
from core.engine.temporary_folders import make_temporary_folder
from core.engine.worker import count_default_workers
from core.support.errors import ClusterError

THIS_COMPUTER = "127.0.0.1"
PATIENCE = 30  # seconds a worker looks for its scheduler
SECONDS_BETWEEN_TIDYING = 30
NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}

Say = Callable[[str], None]


def run_scheduler(place: ClusterAddress, host: str, port: int | None, say: Say) -> None:
    """Serve until interrupted; `host` is empty for this computer only. `say` is told the address."""
    import asyncio  # slow to load, and only a cluster needs it

    _prepare(place)
    check_exposure(place, host or THIS_COMPUTER)
    asyncio.run(_serve_scheduler(place, host or THIS_COMPUTER, DEFAULT_PORT if port is None else port, say))


def run_cluster_worker(place: ClusterAddress, processes: int | None, say: Say) -> None:
    """Serve until the scheduler ends or this program is interrupted. `say` is told the address."""
    import asyncio  # slow to load, and only a cluster needs it

    _prepare(place)
    check_address(place)
    asyncio.run(_serve_worker(place, processes or count_default_workers(), say))


def _prepare(place: ClusterAddress) -> None:
    require_dask()
    check_tls_files(place)
    silence_dask()
    dask.config.set(NO_PAGES)


async def _serve_scheduler(place: ClusterAddress, host: str, port: int, say: Say) -> None:
    protocol = "tls" if place.is_private else "tcp"
    pages = f"{THIS_COMPUTER}:0"
    arguments = {"host": host, "port": port, "protocol": protocol, "security": make_security(place)}
    try:
        async with distributed.Scheduler(**arguments, dashboard=False, dashboard_address=pages) as scheduler:
            say(f"{scheduler.address}")
            await scheduler.finished()
    except (OSError, RuntimeError) as problem:
        reason = getattr(problem.__cause__ or problem, "strerror", None) or problem.__cause__ or problem
        raise ClusterError.about("cannot-listen", address=f"{host}:{port}", why=str(reason)) from problem


async def _serve_worker(place: ClusterAddress, processes: int, say: Say) -> None:
    registry, folder = RunRegistry(), make_temporary_folder()
    try:
        worker = _make_dask_worker(place, processes, folder.name)
        setattr(worker, REGISTRY, registry)
        async with worker:
            say(f"{worker.address}")
            await _remove_idle_runs_until_the_end(worker, registry)
    except (OSError, TimeoutError, RuntimeError) as problem:  # the last is Dask's word for the others
        raise ClusterError.about("no-scheduler", address=place.address) from problem
    finally:
        registry.close()
        folder.cleanup()


def _make_dask_worker(place: ClusterAddress, processes: int, folder: str) -> Any:
    """It listens only where the scheduler can reach it, and leaves memory to the processes that train."""
    host = distributed.utils.get_ip(place.host)
    return distributed.Worker(
        place.address,
        nthreads=processes,
        host=host,
        security=make_security(place),
        local_directory=folder,
        memory_limit=0,
        death_timeout=PATIENCE,
        dashboard=False,
        dashboard_address=f"{THIS_COMPUTER}:0",
    )


async def _remove_idle_runs_until_the_end(worker: Any, registry: RunRegistry) -> None:
    import asyncio  # slow to load, and only a cluster needs it

    end = asyncio.ensure_future(worker.finished())
    while not end.done():
        await asyncio.wait([end], timeout=SECONDS_BETWEEN_TIDYING)
        registry.remove_idle_runs()
