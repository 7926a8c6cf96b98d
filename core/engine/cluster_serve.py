"""The two programs a cluster is made of: its scheduler, and workers that train for whoever may connect."""

import asyncio
from collections.abc import Callable
from typing import Any

from core.engine.cluster_place import (
    DEFAULT_PORT,
    ClusterPlace,
    be_quiet,
    check_files,
    check_place,
    dask,
    distributed,
    require_dask,
    security_of,
)
from core.engine.crew import CREW, Crew
from core.engine.scratch import own_folder
from core.engine.slot import default_workers
from core.support.errors import ClusterError

LOOPBACK = "127.0.0.1"
PATIENCE = 30  # seconds a worker looks for its scheduler
SECONDS_BETWEEN_TIDYING = 30
NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}

Say = Callable[[str], None]


def serve_scheduler(place: ClusterPlace, host: str, port: int | None, say: Say) -> None:
    """Until it is interrupted; `host` is empty for this computer only."""
    _begin(place)
    asyncio.run(_scheduler(place, host or LOOPBACK, DEFAULT_PORT if port is None else port, say))


def serve_worker(place: ClusterPlace, processes: int | None, say: Say) -> None:
    """Until the scheduler ends or it is interrupted."""
    _begin(place)
    check_place(place)
    asyncio.run(_worker(place, processes or default_workers(), say))


def _begin(place: ClusterPlace) -> None:
    require_dask()
    check_files(place)
    be_quiet()
    dask.config.set(NO_PAGES)


async def _scheduler(place: ClusterPlace, host: str, port: int, say: Say) -> None:
    protocol = "tls" if place.is_private else "tcp"
    pages = f"{LOOPBACK}:0"
    made = {"host": host, "port": port, "protocol": protocol, "security": security_of(place)}
    try:
        async with distributed.Scheduler(**made, dashboard=False, dashboard_address=pages) as scheduler:
            say(f"{scheduler.address}")
            await scheduler.finished()
    except (OSError, RuntimeError) as problem:
        reason = getattr(problem.__cause__ or problem, "strerror", None) or problem.__cause__ or problem
        raise ClusterError(
            f"The scheduler cannot listen at {host}:{port}: {reason}.",
            hint="Choose another --port, or end the program that uses it.",
        ) from problem


async def _worker(place: ClusterPlace, processes: int, say: Say) -> None:
    crew, scratch = Crew(), own_folder()
    try:
        worker = _made(place, processes, scratch.name)
        setattr(worker, CREW, crew)
        async with worker:
            say(f"{worker.address}")
            await _tidy_until_the_end(worker, crew)
    except (OSError, TimeoutError, RuntimeError) as problem:  # the last is Dask's word for the others
        raise ClusterError(
            f"The scheduler at {place.address} cannot be reached.",
            hint="See whether it is running, and whether both sides use the same TLS files.",
        ) from problem
    finally:
        crew.close()
        scratch.cleanup()


def _made(place: ClusterPlace, processes: int, scratch: str) -> Any:
    """It listens only where the scheduler can reach it, and leaves memory to the processes that train."""
    host = distributed.utils.get_ip(place.host)
    return distributed.Worker(
        place.address,
        nthreads=processes,
        host=host,
        security=security_of(place),
        local_directory=scratch,
        memory_limit=0,
        death_timeout=PATIENCE,
        dashboard=False,
        dashboard_address=f"{LOOPBACK}:0",
    )


async def _tidy_until_the_end(worker: Any, crew: Crew) -> None:
    end = asyncio.ensure_future(worker.finished())
    while not end.done():
        await asyncio.wait([end], timeout=SECONDS_BETWEEN_TIDYING)
        crew.tidy()
