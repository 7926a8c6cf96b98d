"""What a run needs before it begins: workers, a place, memory, time, and how many training runs there will be."""

from core.domain.dataset import Dataset
from core.domain.study import Study
from core.engine.cluster_connection import check_address
from core.engine.memory_shortage import MemoryShortage, forecast_shortage
from core.engine.plan import count_jobs
from core.engine.run import Options
from core.engine.time_probe import time_candidates
from core.engine.worker import ProcessWorker, count_default_workers, start_workers
from core.schemes import count_splits, find_scheme

__all__ = [
    "Options",
    "ProcessWorker",
    "check_address",
    "count_default_workers",
    "count_jobs",
    "count_splits",
    "find_scheme",
    "forecast_memory_shortage",
    "start_workers",
    "time_candidates",
]


def forecast_memory_shortage(study: Study, data: Dataset, options: Options) -> MemoryShortage | None:
    """What this computer is short of for this study; None where it has enough, or where a cluster does the work."""
    return forecast_shortage(study, data, options.parallel_fits) if options.is_local else None
