"""A run of the window: written to a local copy, and brought to the person's documents now and then."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from core.application.run_study import run_study
from core.domain.dataset import Dataset
from core.domain.events import Cause, Ended, Event, Progressed
from core.domain.study import Study
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError, StoreError

COPY_EVERY = 60.0  # seconds between two copies to a folder that may be synchronized
COPY_SHARE = 20.0  # a copy that takes long is made so much more rarely: at most 5 % of the time goes into copying

Told = Callable[[str], None]
"""Told after each attempt to bring a study home: why it did not work, nothing when it did."""


def run_from_local_copy(
    study: Study,
    data: Dataset,
    stop: threading.Event,
    pause: threading.Event,
    options: Options,
    file: StudyFile | None,
    told: Told,
) -> Iterator[Event]:
    """The events of `run_study`; when `Ended` comes, everything is where the person finds it.

    Where the study cannot be brought home at the end, it ended for want of a place: the local copy is kept and goes
    with the study when it is saved elsewhere.
    """
    if file is None or file.read_only:
        yield from run_study(study, data, stop, pause, options, file)
        return
    with suppress(StoreError):  # no room for a copy: the study file itself is written, as long as that is possible
        file.use_local_copy()
    clock = _CopyClock(file, told)
    for event in run_study(study, data, stop, pause, options, file):
        if isinstance(event, Ended):
            yield _returned(file, event, told)
            return
        yield event
        if isinstance(event, Progressed) and (pause.is_set() or clock.is_due):
            clock.copy()


class _CopyClock:
    """When the study was last brought home, and how long that took."""

    def __init__(self, file: StudyFile, told: Told) -> None:
        self._file, self._told = file, told
        self._last, self._wait = monotonic(), COPY_EVERY

    @property
    def is_due(self) -> bool:
        return monotonic() - self._last >= self._wait

    def copy(self) -> None:
        began = monotonic()
        save_now(self._file, self._told)
        self._last = monotonic()
        self._wait = max(COPY_EVERY, COPY_SHARE * (self._last - began))


def save_now(file: StudyFile, told: Told) -> None:
    """Bring a running study home, as at a pause; a failure is told and tried again later."""
    try:
        file.copy_home()
    except EvenfoldError as problem:
        told(str(problem))
    else:
        told("")


def _returned(file: StudyFile, ended: Ended, told: Told) -> Ended:
    try:
        file.return_home()
    except EvenfoldError as problem:
        told(str(problem))
        failure = ended.failure or str(problem)
        return replace(ended, findings=None, stopped=False, failure=failure, cause=Cause.DISK)
    told("")
    return ended
