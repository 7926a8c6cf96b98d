"""Whether this computer has the memory for a study, told before the lock, by rough figures measured on large tables."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.algorithms import find_algorithm
from core.algorithms.memory_forecast import forecast_training_bytes
from core.domain.dataset import Dataset
from core.domain.evidence import Ending, FitResult
from core.domain.study import Study
from core.support.errors import MemoryShortError

FREE_MEMORY = Path("/proc/meminfo")


@dataclass(frozen=True, slots=True)
class MemoryShortage:
    """The candidate that needs most: bytes of one training, and how many of the workers fit into what is free."""

    title: str
    each: float
    workers: int
    free: float

    @property
    def fitting_workers(self) -> int:
        return int(self.free // self.each)

    def describe(self) -> str:
        needs = f"{self.title} needs about {format_size(self.each)} of memory for each training"
        if not self.fitting_workers:
            return f"{needs}, and only {format_size(self.free)} are free here. Leave it out, or use fewer rows."
        together = f"{self.workers} at the same time need {format_size(self.each * self.workers)}"
        fewer = f"Set the workers to {self.fitting_workers}, or close other programs."
        return f"{needs}; {together}, and {format_size(self.free)} are free here. {fewer}"


def drop_memory_failures(outcomes: Sequence[FitResult], parallel_fits: int) -> tuple[FitResult, ...]:
    """What counts: a training that fails for want of memory while others run beside it says nothing about itself."""
    return tuple(outcome for outcome in outcomes if parallel_fits == 1 or not _lacks_memory(outcome))


def _lacks_memory(outcome: FitResult) -> bool:
    """Where memory runs short the system may also kill a process, which is tried once more before it counts."""
    return outcome.ending in (Ending.MEMORY, Ending.KILLED)


def make_memory_error(study: Study, outcomes: Sequence[FitResult], parallel_fits: int) -> MemoryShortError:
    job = next(outcome.job for outcome in outcomes if _lacks_memory(outcome))
    known = next((one for one in study.candidates if one.key == job.candidate), None)
    title = "a training" if known is None else find_algorithm(known.algorithm).title
    return MemoryShortError.about("memory-short", model=title, together=parallel_fits, fewer=max(1, parallel_fits // 2))


def forecast_shortage(study: Study, data: Dataset, workers: int, free: float | None = None) -> MemoryShortage | None:
    """What cannot be held at the same time; None when all is well or nothing is known about this computer."""
    free = read_free_memory() if free is None else free
    each, title = max(
        (forecast_training_bytes(one, data, study.candidates), find_algorithm(one.algorithm).title)
        for one in study.candidates
    )
    return None if free is None or each * workers <= free else MemoryShortage(title, each, workers, free)


def read_free_memory() -> float | None:
    """Bytes that programs may still take; all there are where only that is known."""
    try:
        lines = FREE_MEMORY.read_text().splitlines()
        return next(float(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return _all_memory()


def _all_memory() -> float | None:
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return None


def format_size(size: float) -> str:
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"
