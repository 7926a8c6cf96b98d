"""Small studies for the tests of the engine, and how to run them."""

import hashlib
import threading
from collections.abc import Set

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Job
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Settings, Study
from core.engine.run import Options, run_remaining_fits

LIBRARY = "tests.engine.bad_learners"
ONE_SPLIT = SchemeChoice(SchemeKind.HOLDOUT)


def study_of(*candidates: Candidate, measure: str = "error", scheme: SchemeChoice = ONE_SPLIT) -> Study:
    return Study(
        title="test",
        source="",
        columns=Columns(),
        question=Question(measure=measure),
        candidates=candidates,
        baseline=candidates[0].key,
        scheme=scheme,
    )


def simple(key: str, **settings: object) -> Candidate:
    return Candidate(key, key, settings)


def inline(study: Study, data: Dataset, done: Set[Job] = frozenset()) -> list[FitResult]:
    return run(study, data, Options(executor="inline", library=LIBRARY), done)


def run(study: Study, data: Dataset, options: Options, done: Set[Job] = frozenset()) -> list[FitResult]:
    """All outcomes, sorted by job."""
    batches = run_remaining_fits(study, data, done, options, threading.Event(), threading.Event())
    return sorted((outcome for batch in batches for outcome in batch.outcomes), key=lambda outcome: outcome.job)


def by_candidate(found: list[FitResult]) -> dict[str, FitResult]:
    return {outcome.job.candidate: outcome for outcome in found}


def signature(found: list[FitResult]) -> str:
    """A hash of everything but the time it took."""
    digest = hashlib.sha256()
    for outcome in sorted(found, key=lambda outcome: outcome.job):
        settings: Settings = dict(sorted(outcome.settings.items()))
        words = (
            outcome.job,
            settings,
            outcome.tried,
            outcome.tuning,
            outcome.warnings,
            outcome.ending,
            outcome.message,
            outcome.seen,
        )
        digest.update(repr(words).encode())
        for values in (outcome.rows, outcome.predicted, outcome.scores):
            digest.update(b"none" if values is None else values.tobytes())
    return digest.hexdigest()
