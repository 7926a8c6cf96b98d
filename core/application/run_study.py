"""The front door: a locked study and its data in, events out; the window, the terminal and the tests all come here."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from time import monotonic

from core.domain.dataset import Dataset
from core.domain.events import Cause, Ended, Event, Extended, Progressed, Started, Value
from core.domain.evidence import FitResult, Run
from core.domain.study import Study
from core.engine.memory_shortage import drop_memory_failures, make_memory_error
from core.engine.outcome_cache import OutcomeCache
from core.engine.plan import list_jobs
from core.engine.run import Options, run_remaining_fits
from core.engine.versions import read_environment
from core.judge.conclude import conclude_study
from core.judge.extension import extended, may_extend
from core.judge.scores import live_values
from core.store.study_file import StudyFile
from core.support.errors import ClusterError, EvenfoldError, MemoryShortError, NoPlaceError
from core.support.memory import LARGE, reduce_gc, trim_heap
from core.verification.stored_findings import load_finished_outcomes


def run_study(
    study: Study,
    data: Dataset,
    stop: threading.Event,
    pause: threading.Event,
    options: Options,
    file: StudyFile | None = None,
) -> Iterator[Event]:
    """Started, then Progressed in batches, then always Ended; what is in the study file is not computed again.

    Extended comes between where the answer is borderline and the plan allows more repeats.
    """
    with reduce_gc():
        yield from _carried_out(study, data, stop, pause, options, file)


def _carried_out(
    study: Study,
    data: Dataset,
    stop: threading.Event,
    pause: threading.Event,
    options: Options,
    file: StudyFile | None,
) -> Iterator[Event]:
    began = monotonic()
    planned = set(list_jobs(study, data))
    shelf = OutcomeCache()
    kept = load_finished_outcomes(file, data, planned, shelf)
    if file is not None:
        file.in_memory = kept  # grows with the run; whatever happens to the file, it can be written anew from here
    yield Started(len(planned), len(kept))
    yield from _replayed(kept, study, data, len(planned), options)
    failure: EvenfoldError | None = None
    try:
        yield from _work(study, data, kept, len(planned), stop, pause, options, file, shelf)
        while (longer := _longer(study, data, kept, len(planned))) is not None:
            study, planned = longer, set(list_jobs(longer, data))
            if file is not None:
                file.lock(study)
            yield Extended(study, len(planned), len(kept))
            later = replace(options, started_workers=())  # the first part of the run has used them up
            yield from _work(study, data, kept, len(planned), stop, pause, later, file, shelf)
    except EvenfoldError as problem:
        failure = problem
    run = Run(
        outcomes=tuple(sorted(kept, key=lambda outcome: outcome.job)),
        complete=len(kept) == len(planned),
        seconds=monotonic() - began if file is None else file.seconds(),
        versions=read_environment(),
    )
    yield _ended(study, data, run, failure, file)


def _replayed(kept: list[FitResult], study: Study, data: Dataset, total: int, options: Options) -> Iterator[Event]:
    """What was done before is shown first, so that the pictures are complete."""
    if kept:
        yield Progressed(tuple(kept), _values(kept, study, data, options), len(kept), total, None)


def _values(came: Sequence[FitResult], study: Study, data: Dataset, options: Options) -> tuple[Value, ...]:
    return live_values(came, study, data) if options.watched else ()


def _work(
    study: Study,
    data: Dataset,
    kept: list[FitResult],
    total: int,
    stop: threading.Event,
    pause: threading.Event,
    options: Options,
    file: StudyFile | None,
    shelf: OutcomeCache,
) -> Iterator[Event]:
    """New outcomes, journalled the moment they exist; `kept` grows with them."""
    done = {outcome.job for outcome in kept}
    if file is not None:
        file.catch_up()
    if file is not None and len(done) < total:
        file.begin(read_environment())
    before = monotonic()
    with closing(run_remaining_fits(study, data, done, options, stop, pause)) as batches:
        for batch in batches:
            came = drop_memory_failures(batch.outcomes, options.parallel_fits)
            if file is not None:
                before, took = monotonic(), monotonic() - before
                file.append(came, took)
            laid = tuple(shelf.store(outcome) for outcome in came)
            kept.extend(laid)
            yield Progressed(laid, _values(laid, study, data, options), len(kept), total, batch.seconds_left)
            if len(came) < len(batch.outcomes):
                raise make_memory_error(study, batch.outcomes, options.parallel_fits)
            if data.inputs.size >= LARGE:
                del batch, came  # the next may be long in coming
                trim_heap()


def _longer(study: Study, data: Dataset, kept: list[FitResult], planned: int) -> Study | None:
    """The study with more repeats, if everything planned is done and leaves the answer borderline."""
    if len(kept) < planned or not may_extend(study):
        return None
    run = Run(tuple(sorted(kept, key=lambda outcome: outcome.job)), complete=True)
    return extended(study, data, conclude_study(study, data, run))


def _ended(study: Study, data: Dataset, run: Run, failure: EvenfoldError | None, file: StudyFile | None) -> Ended:
    if not run.complete:
        return Ended(run, None, not failure, str(failure or ""), _cause(failure))
    findings = conclude_study(study, data, run)
    try:
        if file is not None:
            file.save_findings(findings)
    except NoPlaceError as problem:
        return Ended(run, None, False, str(problem), Cause.DISK)
    return Ended(run, findings, study=study)


def _cause(failure: EvenfoldError | None) -> Cause:
    causes = {ClusterError: Cause.CLUSTER, MemoryShortError: Cause.MEMORY, NoPlaceError: Cause.DISK}
    return next((cause for kind, cause in causes.items() if isinstance(failure, kind)), Cause.OTHER)
